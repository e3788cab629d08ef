"""One match as a thing that does one request after the other: what `in_one_order` holds concurrent histories against.

It is the pure core with the receipts of keys in a dict: no store, no lock, no cache."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from referee.game import commands as ask
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.rules.seats import Seat, Team
from tests.tables import act, table


class Asked(NamedTuple):
    """A request: `path` below the match (`""` reads it), `seen` the version in If-Match, for
    `stream` the one after which it goes on, a key for what may be sent twice."""

    path: str
    body: dict[str, Any]
    seen: int | None = None
    key: str | None = None


class One(NamedTuple):
    """The table and what each key was answered."""

    timeline: Timeline
    answers: dict[str, Any]


RULES = {"target": 1000, "win_on": "own-bid"}
COMMANDS = {
    "bids": lambda body: ask.Bid(Seat(body["seat"]), body["bid"]),
    "adjustments": lambda body: ask.AdjustScore(Team(body["team"]), body["points"], body["reason"]),
    "undo": lambda body: ask.Undo(None),
    "redo": lambda body: ask.Redo(None),
}


def opened() -> One:
    """The table when it was opened."""
    return One(table("classic", **RULES), {})


def step(state: One, asked: Asked) -> tuple[One, Any]:
    """The table after the request, and the reply: version and events of an act, version and score of a reading, what a
    stream tells, or the code of a refusal."""
    timeline, answers = state
    if not asked.path:
        return state, ["read", timeline.version, list(timeline.match.score)]
    if asked.path == "stream":
        return state, ["streamed", _events(timeline, asked.seen)]
    if asked.key in answers:
        return state, answers[asked.key]
    if asked.seen is not None and asked.seen != timeline.version:
        return state, ["refused", "stale-version"]
    try:
        after = act(timeline, COMMANDS[asked.path](asked.body))
    except Refused as refused:
        return state, ["refused", refused.code]
    reply = ["done", _events(after, timeline.version)]
    return One(after, {**answers, asked.key: reply} if asked.key else answers), reply


def _events(timeline: Timeline, after: int | None) -> list[Any]:
    return [[event.version, event.type] for event in timeline.log(after or 0)]


def identity(state: One) -> Hashable:
    """Two tables with one hash have one log (events/log.py); the receipts follow from it and what is done."""
    return state.timeline.hash
