"""The shapes of replies about nights beyond the views of `referee.nights`, as types: what the routes answer."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from orjson import Fragment

from referee.http.schemas.replies import Event
from referee.nights.views import BySeat, Meeting, NightView
from referee.projections.views import ByTeam, SeatCode
from referee.service.access import BOARD, ORGANISER


class OpenedNightReply(TypedDict):
    """A new night and the only copy of its secrets; a repeated request gets those that have not changed."""

    id: str
    version: int
    night: NightView
    tokens: Annotated[dict[str, str], (ORGANISER, BOARD)]
    join_code: str | None


class NightEvent(Event):
    """An event of a night: `by` is `organiser`, a seat of a table, or `referee` for what a match reported."""

    by: str


StoredNightEvent = Annotated[Fragment, NightEvent]  # sent as the text that is stored


class NightEventsReply(TypedDict):
    """A page of the log; `last` is the night's version."""

    events: list[StoredNightEvent]
    last: int


class NightActReply(TypedDict):
    """The result of an act, without the night for who prefers that. `repeats`, after a swap: whom the players at the tables
    concerned have met before."""

    version: int
    events: list[StoredNightEvent]
    night: NotRequired[NightView]
    repeats: NotRequired[list[Meeting]]


class NightJoinedReply(TypedDict):
    """A player's place in a night."""

    night: str
    player: int
    token: str


class RunningTable(TypedDict):
    """How a table of the running round stands: `waiting` until somebody has played, `decided` until its match is closed."""

    number: int
    match: str
    status: Annotated[str, ("waiting", "playing", "decided", "closed")]
    deal: int
    score: ByTeam


class RunningReply(TypedDict):
    """The tables of the running round; `round` is null between two rounds."""

    round: int | None
    tables: list[RunningTable]


class NightNames(TypedDict):
    """A player whose name can be tapped; `taken` if a phone has done so."""

    number: int
    name: str
    taken: bool


class NightJoinableReply(TypedDict):
    """The names of a night that a join code leads to."""

    night: str
    title: str
    players: list[NightNames]


class NightTokenReply(TypedDict):
    """A new token; or for the role `join` the new join code, null if joining was closed."""

    night: str
    role: str
    token: NotRequired[str]
    join_code: NotRequired[str | None]


class NightSeatReply(TypedDict):
    """A player's own seat in the running round, and its new token."""

    night: str
    round: int
    table: int
    match: str
    seat: SeatCode
    token: str


class NightRoleReply(TypedDict):
    """What a token opens; `player` for a player's phone."""

    night: str
    role: str
    player: int | None
    exports: list[str]


class PlannedTable(TypedDict):
    """A table of a plan."""

    number: int
    seats: BySeat
    pairs: NotRequired[Annotated[dict[str, int], ("NS", "EW")]]


class PlannedRound(TypedDict):
    """A round of a plan."""

    tables: list[PlannedTable]
    sitting_out: list[int]


class PlanReply(TypedDict):
    """A whole draw. `repeats`: the meetings of each two players beyond the first, summed; `sit_outs` by number."""

    rounds: list[PlannedRound]
    repeats: int
    partners_repeated: int
    sit_outs: dict[str, int]
