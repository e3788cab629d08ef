"""What a route declares: who may call it, what it takes, what it answers, and its problems. Data only; `routing` enforces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.exporters import SEPARATORS
from referee.http.schemas.body import Either, Shape
from referee.http.schemas.fields import LARGEST

BASE = "/api/v1"
# Who may call: anybody; whoever may open matches; the server's admin; a reader, a recorder or the scorer of the match.
OPEN, OPENER, ADMIN, READ, RECORD, SCORE = "open", "opener", "admin", "read", "record", "score"
# Of a night: a reader; the organiser; a player; the organiser or a seat of one of its tables.
NIGHT, ORGANISE, PLAYER, CONFIRM = "night", "organise", "player", "confirm"
NIGHTS = (NIGHT, ORGANISE, PLAYER, CONFIRM)


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query, or a header, as the document shows it."""

    name: str
    schema: dict[str, Any]
    description: str
    place: str = "query"


@dataclass(frozen=True)
class Operation:
    """One call: who may make it, what it takes and what it answers; `reply` is the TypedDict of a JSON reply."""

    summary: str
    access: str
    reply: type[Any] | None = None
    status: int = 200
    body: Shape | Either | None = None
    problems: Sequence[str] = ()
    query: Sequence[Parameter] = ()
    acts: bool = False
    keyed: bool = False
    secret_key: bool = False
    media: Sequence[str] = ("application/json",)
    ticket: bool = False
    takes: Sequence[str] = ()
    or_else: type[Any] | None = None  # the reply in the other case, where a call has two
    largest: int | None = None  # bytes of a body, if it may be larger than `Settings.max_body`


AT = Parameter("at", {"type": "integer", "minimum": 0, "maximum": LARGEST}, "The table as it was at this version")
SEPARATOR = Parameter(
    "separator",
    {"type": "string", "enum": list(SEPARATORS)},
    "Of `csv`: what spreadsheets want where numbers have a decimal comma is `semicolon`",
)
AFTER = Parameter(
    "after", {"type": "integer", "minimum": 0, "maximum": LARGEST, "default": 0}, "Events after this version"
)
LIMIT = Parameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1000}, "At most so many events"
)
DEAL = Parameter(
    "deal",
    {"type": "integer", "minimum": 1, "maximum": LARGEST},
    "Only the entries of this deal, and only those that stand",
)
ANCHOR = Parameter(
    "anchor",
    {"type": "string", "pattern": "^[0-9]{1,9}:[0-9a-f]{64}$"},
    "VERSION:HASH as noted by a phone or on a sheet",
)
WAIT = Parameter("wait", {"type": "integer", "enum": [0, 1], "default": 1}, "0: what there is, then the end")
TICKET = Parameter("ticket", {"type": "string"}, "In place of the bearer token, from POST .../tickets")
PREFER = Parameter(
    "Prefer", {"type": "string", "pattern": "^return=(minimal|representation)$"}, "minimal: without the night", "header"
)
LAST_EVENT = Parameter(
    "Last-Event-ID",
    {"type": "string", "pattern": "^([0-9]{1,9}(-[0-9a-f]{8})?)?$"},
    "The `id` of the last event received",
    "header",
)
