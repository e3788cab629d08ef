"""What callers pass to the service and get back: keys, the answer to an act, a match opened, a seat taken."""

from __future__ import annotations

from typing import NamedTuple

from referee.events.log import Recorded
from referee.game.timeline import Timeline


class Key(NamedTuple):
    """An idempotency key and the fingerprint of the request that it stands for."""

    text: str
    fingerprint: str


class Answer(NamedTuple):
    """The result of an act: the table after it, the appended events, and the claim it was about, if any."""

    timeline: Timeline
    events: tuple[Recorded, ...]
    claim: int | None
    replayed: bool


class Opened(NamedTuple):
    """A new match and the only copy of its secrets: a token for each role, and the join code.

    For a repeated request only the unchanged ones: roles that nobody has joined or renewed; the code is null if
    renewed."""

    match: str
    timeline: Timeline
    tokens: dict[str, str]
    join_code: str | None
    replayed: bool


class Joined(NamedTuple):
    """A seat (or a place to watch) and its new token."""

    match: str
    role: str
    token: str
    replayed: bool


class Renewed(NamedTuple):
    """A role with its new token; or, for `join`, the new join code, null if joining was closed."""

    match: str
    role: str
    token: str
    join_code: str | None
    replayed: bool
