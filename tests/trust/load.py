"""Clients that keep acting on several matches, whatever happens to the server, and what must be true of the logs afterwards.

Every act has a key and is sent until it is answered: so in the end each request is one act of its log, whole, and no act is nobody's."""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import orjson
import requests

from referee.events.log import Recorded, parse_line
from referee.game.audit import audit

RULES = {"preset": "classic", "target": 1000, "win_on": "own-bid"}


class Request(NamedTuple):
    """An act to be sent: `path` below its match."""

    match: str
    path: str
    body: dict[str, Any]
    key: str


class Answered(NamedTuple):
    """A request with the versions and hashes of its events, the digest of its first answer, and whether it was a retry's."""

    request: Request
    events: tuple[tuple[int, str], ...]
    digest: str
    replayed: bool


Send = Callable[[Request], tuple[int, bytes, bool]]


def any_act(chance: random.Random, matches: Sequence[str], key: str) -> Request:
    """One of the acts that are possible at any time while nobody bids: of one event, of two, of three."""
    team = {"NS": 0, "EW": 6}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("adjustments", {"team": "NS", "points": -2, "reason": key}),
        ("results", {"maker": "N", "bid": "5", "trump": "D", "tricks": team}),
        ("results", {"maker": None}),
        ("adjustments", {"team": "EW", "points": -4, "reason": key}),
    ]
    return Request(chance.choice(matches), *chance.choice(acts), key)


def answered(send: Send, request: Request) -> Answered:
    """The request's one act."""
    status, body, replayed = send(request)
    assert status == 201, (request, status, body)
    events = tuple((event["version"], event["hash"]) for event in orjson.loads(body)["events"])
    return Answered(request, events, hashlib.sha256(body).hexdigest(), replayed)


class Client:
    """A thread that acts until it is told to stop; then `answers` holds every act it has asked for."""

    def __init__(self, number: int, send: Send, matches: Sequence[str]) -> None:
        self.answers: list[Answered] = []
        self.stop = threading.Event()
        self.failure: BaseException | None = None
        self._chance, self._number, self._send, self._matches = random.Random(number), number, send, matches
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            while not self.stop.is_set():
                self._act()
        except BaseException as failure:
            self.failure = failure

    def _act(self) -> None:
        key = f"c{self._number}-{len(self.answers)}"
        self.answers.append(answered(self._send, any_act(self._chance, self._matches, key)))
        if self._chance.random() < 0.2:
            check_replayed(self._send, self._chance.choice(self.answers))


def check_replayed(send: Send, known: Answered) -> None:
    """Sent again with its key, the request has its first answer, byte for byte."""
    again = answered(send, known.request)
    assert again.replayed and (again.events, again.digest) == (known.events, known.digest), (known, again)


def sender(url: str, tokens: dict[str, str], patience: float = 600.0) -> Send:
    """Sends over a connection of the calling thread, and again until there is an answer."""
    own = threading.local()

    def send(request: Request) -> tuple[int, bytes, bool]:
        headers = {"Authorization": f"Bearer {tokens[request.match]}", "Idempotency-Key": request.key}
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            try:
                if not hasattr(own, "session"):
                    own.session = requests.Session()
                address = f"{url}/matches/{request.match}/{request.path}"
                reply = own.session.post(address, json=request.body, headers=headers, timeout=20)
                return reply.status_code, reply.content, "Idempotency-Replayed" in reply.headers
            except requests.RequestException:
                own.session.close()
                del own.session
                time.sleep(0.02)
        raise AssertionError("no answer")

    return send


def log_of(url: str, match: str, token: str) -> list[Recorded]:
    """The whole log of a match."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    reply = requests.get(f"{url}/matches/{match}/events", headers=headers, timeout=60)
    return [parse_line(line, number) for number, line in enumerate(reply.content.splitlines(), 1)]


def check_log(log: Sequence[Recorded], answers: Sequence[Answered]) -> None:
    """The log is whole, and its acts are exactly those that were answered: none lost, none twice, none in part."""
    assert audit(log) is not None
    assert [event.version for event in log] == list(range(1, len(log) + 1))
    acts = {act: tuple((event.version, event.hash) for event in events) for act, events in groupby(log, _act)}
    assert acts.pop(1)
    assert sorted(acts.values()) == sorted(one.events for one in answers)
    keys = [event.data for event in log if event.type == "score-adjusted"]
    assert len(keys) == len(set(keys)) == sum(one.request.path == "adjustments" for one in answers)


def _act(event: Recorded) -> int:
    return event.act
