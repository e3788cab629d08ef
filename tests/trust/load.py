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
from referee.nights.audit import audit as night_audit
from referee.service.core import is_night

RULES = {"preset": "classic", "target": 1000, "win_on": "own-bid"}


class Request(NamedTuple):
    """An act to be sent: `path` below its match or night."""

    match: str
    path: str
    body: dict[str, Any]
    key: str
    method: str = "POST"

    @property
    def address(self) -> str:
        """Where it goes, below the API's address."""
        return f"{home(self.match)}/{self.path}"


class Answered(NamedTuple):
    """A request with the versions and hashes of its events, the digest of its first answer, and whether it was a retry's."""

    request: Request
    events: tuple[tuple[int, str], ...]
    digest: str
    replayed: bool


Send = Callable[[Request], tuple[int, bytes, bool]]


def home(address: str) -> str:
    """The address of a match or a night below the API's."""
    return f"{'nights' if is_night(address) else 'matches'}/{address}"


def any_act(chance: random.Random, matches: Sequence[str], key: str) -> Request:
    """One of the acts that are possible at any time while nobody bids: of one event, of two, of three.

    In a night two organisers put slips and names right, with a reason or a name that nobody else has."""
    address = chance.choice(matches)
    if is_night(address):
        player, table = chance.randint(1, 8), chance.randint(1, 2)
        changes: list[tuple[str, str, dict[str, Any]]] = [
            ("PUT", f"rounds/1/tables/{table}/result", {"NS": chance.randint(0, 9), "EW": 3, "reason": key}),
            ("PATCH", f"players/{player}", {"name": key}),
            ("PATCH", f"players/{player}", {"name": key, "fixed": None}),
        ]
        method, path, body = chance.choice(changes)
        return Request(address, path, body, key, method)
    team = {"NS": 0, "EW": 6}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("adjustments", {"team": "NS", "points": -2, "reason": key}),
        ("results", {"maker": "N", "bid": "5", "trump": "D", "tricks": team}),
        ("results", {"maker": None}),
        ("adjustments", {"team": "EW", "points": -4, "reason": key}),
    ]
    return Request(address, *chance.choice(acts), key)


def answered(send: Send, request: Request) -> Answered:
    """The request's one act."""
    status, body, replayed = send(request)
    assert status == (201 if request.method == "POST" else 200), (request, status, body)
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
                address = f"{url}/{request.address}"
                reply = own.session.request(request.method, address, json=request.body, headers=headers, timeout=20)
                return reply.status_code, reply.content, "Idempotency-Replayed" in reply.headers
            except requests.RequestException:
                own.session.close()
                del own.session
                time.sleep(0.02)
        raise AssertionError("no answer")

    return send


def log_of(url: str, match: str, token: str) -> list[Recorded]:
    """The whole log of a match or a night."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    reply = requests.get(f"{url}/{home(match)}/events", headers=headers, timeout=60)
    return [parse_line(line, number) for number, line in enumerate(reply.content.splitlines(), 1)]


def check_log(log: Sequence[Recorded], answers: Sequence[Answered]) -> None:
    """The log is whole, and its acts are exactly those that were answered: none lost, none twice, none in part."""
    assert (night_audit(log) if log[0].type == "night-opened" else audit(log)) is not None
    assert [event.version for event in log] == list(range(1, len(log) + 1))
    acts = {act: tuple((event.version, event.hash) for event in events) for act, events in groupby(log, _act)}
    for act in opening(log):
        assert acts.pop(act)
    assert sorted(acts.values()) == sorted(one.events for one in answers)
    named_so = ("score-adjusted", "result-typed", "player-renamed")
    keys = [event.data for event in log if event.type in named_so and event.act not in opening(log)]
    named = [one for one in answers if one.request.key in one.request.body.values()]
    assert len(keys) == len(set(keys)) == len(named)


def opening(log: Sequence[Recorded]) -> list[int]:
    """The acts before the clients come: the opening, of a night also its first draw and two slips."""
    return [event.version for event in log if event.act == event.version][: 4 if log[0].type == "night-opened" else 1]


def opened_night(send: Callable[[str, str, dict[str, Any], str], dict[str, Any]]) -> tuple[str, str]:
    """A night of eight in its first round with a slip at each table, and its organiser's token."""
    players = [f"P{number}" for number in range(1, 9)]
    opened = send("POST", "nights", {"title": "Club", "players": players, "seed": 1}, "")
    night, token = opened["id"], opened["tokens"]["organiser"]
    send("POST", f"{home(night)}/rounds", {}, token)
    for table in (1, 2):
        send("PUT", f"{home(night)}/rounds/1/tables/{table}/result", {"NS": 4, "EW": 2}, token)
    return night, token


def _act(event: Recorded) -> int:
    return event.act
