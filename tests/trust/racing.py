"""Several processes of many threads race for the same matches; afterwards every log holds each request's act exactly once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from typing import Any, NamedTuple

import orjson
from flask import Flask

from referee.config import Settings
from referee.game import commands as ask
from referee.http.app import create_app
from referee.rules.options import rules_of
from referee.service import Service, joining
from referee.stores import open_store
from tests.trust.load import RULES, Answered, Request, check_log, opened_night
from tests.trust.racer import THREADS

Reply = tuple[list[Any], int, str, bool]


class Raced(NamedTuple):
    """The acts that were recorded, and how many answers were those of an act asked for twice."""

    acts: int
    replayed: int


def raced(database: str, matches: int, processes: int, acts: int, nights: int = 0) -> Raced:
    """Runs the race and checks every log; `acts` are asked for by each thread."""
    with closing(open_store(database)) as store:
        service, options = Service(store), {name: value for name, value in RULES.items() if name != "preset"}
        opened = [joining.open_match(service, ask.OpenMatch(rules_of("classic", options))) for _ in range(matches)]
        tokens = {one.match: one.tokens["scorer"] for one in opened}
        tokens |= dict(opened_night(_asked(create_app(service, Settings(rate_limit=False)))) for _ in range(nights))
        told = {"database": database, "tokens": tokens, "acts": acts}
        replies = _started(told, processes)
        assert len(replies) == processes * THREADS * acts
        assert all(status == (201 if request[4] == "POST" else 200) for request, status, _, _ in replies)
        by_key: dict[str, list[Reply]] = defaultdict(list)
        for reply in replies:
            by_key[reply[0][3]].append(reply)
        answers = [_one_answer(several) for several in by_key.values()]
        for one in tokens:
            check_log(list(store.events(one)), [of for of in answers if of.request.match == one])
    return Raced(len(answers), len(replies) - len(answers))


def _asked(app: Flask) -> Callable[[str, str, dict[str, Any], str], dict[str, Any]]:
    def asked(method: str, path: str, body: dict[str, Any], token: str) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"}
        reply = app.test_client().open(f"/api/v1/{path}", method=method, json=body, headers=headers)
        assert reply.status_code < 300, reply.text
        return dict(reply.json)

    return asked


def _started(told: dict[str, Any], processes: int) -> list[Reply]:
    """The replies of all processes, which start together."""
    command = [sys.executable, "-W", "error", "-m", "tests.trust.racer"]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for number, process in enumerate(started):
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps({**told, "process": number}) + "\n")
        process.stdin.flush()
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    outputs = [process.communicate(timeout=300)[0] for process in started]
    assert [process.returncode for process in started] == [0] * processes
    return [reply for output in outputs for reply in json.loads(output)]


def _one_answer(replies: list[Reply]) -> Answered:
    """All who asked for this act have the same answer, and one of them was the first."""
    assert len({body for _, _, body, _ in replies}) == 1
    assert [replayed for _, _, _, replayed in replies].count(False) == 1
    request, _, body, _ = replies[0]
    events = tuple((event["version"], event["hash"]) for event in orjson.loads(body)["events"])
    return Answered(Request(*request), events, "", len(replies) > 1)
