"""Histories of several processes on one match, and of an event stream beside them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from referee.events.log import Recorded
from referee.game import commands as ask
from referee.rules.options import rules_of
from referee.service import Service, joining
from referee.stores import open_store
from tests.stores.histories.linear import Operation
from tests.stores.histories.one_table import RULES, Asked


def history_of(
    database: str, seed: int, processes: int = 2, threads: int = 3, turns: int = 8
) -> tuple[list[Operation], list[Recorded]]:
    """What the threads of these processes asked of one match and were answered, and the log in the end."""
    with closing(open_store(database)) as store:
        opened = joining.open_match(Service(store), ask.OpenMatch(rules_of("classic", RULES)))
        told = {"database": database, "match": opened.match, "token": opened.tokens["scorer"]}
        told |= {"seed": seed, "threads": threads, "turns": turns}
        return _together(told, processes), list(store.events(opened.match))


def _together(told: dict[str, Any], processes: int) -> list[Operation]:
    command = [sys.executable, "-W", "error", "-m", "tests.stores.histories.client"]
    started = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    try:
        _line(started, [json.dumps({**told, "process": number}) for number in range(processes)])
        assert [process.stdout and process.stdout.readline() for process in started] == ["ready\n"] * processes
        _line(started, ["go"] * processes)
        outputs = [process.communicate(timeout=120)[0] for process in started]
        assert [process.returncode for process in started] == [0] * processes
    finally:
        for process in started:
            process.kill()
    return [
        Operation(asked, answered, Asked(*what), reply)
        for output in outputs
        for asked, answered, what, reply in json.loads(output)
    ]


def _line(started: Sequence[subprocess.Popen[str]], lines: Sequence[str]) -> None:
    for process, line in zip(started, lines, strict=True):
        assert process.stdin
        process.stdin.write(line + "\n")
        process.stdin.flush()
