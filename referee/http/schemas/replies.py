"""The shapes of replies beyond the views of a match, as types: what the routes answer, and what the document is made from."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from orjson import Fragment

from referee.projections.views import (
    CardCode,
    ClaimView,
    Deal,
    HashText,
    MatchView,
    SeatCode,
    SuitCode,
    TimeText,
)
from referee.rules.seats import Seat
from referee.service.access import JOIN, ROLES

Role = Annotated[str, ROLES]


class Problem(TypedDict):
    """A refusal (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    facts: dict[str, Any]
    rule: str | None
    errors: NotRequired[dict[str, list[str]]]


class Event(TypedDict):
    """A fact as it was written."""

    match: str
    version: int
    act: int
    type: str
    data: dict[str, Any]
    by: Annotated[str, (*ROLES, "referee")]
    at: TimeText
    prev: HashText
    hash: HashText


StoredEvent = Annotated[Fragment, Event]  # sent as the text that is stored


class Claim(ClaimView):
    """A claim and the ruling on it."""

    text: str


class Match(MatchView):
    """The table."""

    claims: list[Claim]  # type: ignore[misc]  # the same with their sentences


class OpenedReply(Match):
    """A new match and the only copy of its secrets; a repeated request gets those that have not changed."""

    tokens: Annotated[dict[str, str], ROLES]
    join_code: str | None


class JoinedReply(TypedDict):
    """A place at the table."""

    match: str
    seat: Annotated[str, (*(seat.value for seat in Seat), "viewer")]
    token: str


class TokenReply(TypedDict):
    """A new token; or for the role `join` the new join code, null if joining was closed."""

    match: str
    role: Annotated[str, (*ROLES, JOIN)]
    token: NotRequired[str]
    join_code: NotRequired[str | None]


class TicketReply(TypedDict):
    """A ticket for a stream."""

    ticket: str
    seconds: int


class RoleReply(TypedDict):
    """What a token opens, the seats that somebody has taken, and the formats in which the match can be had."""

    match: str
    role: str
    taken: list[SeatCode]
    exports: list[str]


class SeatsReply(TypedDict):
    """The seats of a match that can be joined."""

    players: dict[SeatCode, str | None]
    taken: list[str]


class ActReply(TypedDict):
    """The result of an act."""

    version: int
    events: list[StoredEvent]
    match: Match


class ClaimActReply(ActReply):
    """The result of an act about a claim."""

    claim: Claim


class ClaimsReply(TypedDict):
    """All claims."""

    claims: list[Claim]


class Versions(TypedDict):
    """The versions to jump to."""

    made: int
    ruled: int | None
    played: int | None
    proof: int | None


class Case(TypedDict):
    """What a reader needs to check a ruling with the cards on the table."""

    deal: int
    trick: int | None
    led: CardCode | None
    led_suit: SuitCode | None
    played: CardCode | None
    proof: CardCode | None
    would_prove: list[CardCode] | None
    versions: Versions
    sentences: list[str]


class CaseReply(Claim):
    """A claim with its case."""

    case: Case


class DealsReply(TypedDict):
    """Every deal."""

    deals: list[Deal]


class EventsReply(TypedDict):
    """A page of the log; `last` is the match's version."""

    events: list[StoredEvent]
    last: int


class TrickReply(TypedDict):
    """A trick judged; the order is from high to low."""

    led_suit: SuitCode | None
    winner: SeatCode
    order: list[CardCode]


class PlayableReply(TypedDict):
    """What may be played."""

    playable: list[CardCode]
    must_follow: SuitCode | None


class StatusReply(TypedDict):
    """The server is well."""

    status: str
