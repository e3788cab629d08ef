"""Sitting down without a code: a seat's phone moves to another seat, the scorer takes one beside the role or leaves it."""

from __future__ import annotations

from referee.events import types as fact
from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance
from referee.projections.summary import match_row
from referee.rules.seats import SEATS, Seat
from referee.service.access import SCORER, hashed, new_token
from referee.service.answers import Joined
from referee.service.core import EVENTS_PER_MATCH, Service
from referee.stores.contract import DeadToken, Grant, SeatTaken, StaleVersion, Summary


def sit(
    service: Service, match: str, role: str, seat: Seat, name: str | None = None, token_hash: str | None = None
) -> Joined:
    """A free seat for the caller, and its new key. The seat that the caller held is free, its keys dead, its name gone
    along to the new one unless another is given.

    Raises Refused `seat-taken`, `match-closed`, `match-full`, or `unauthorized` if the caller's key is dead."""
    while True:
        timeline, token = service.timeline(match), new_token()
        if timeline.match.closed:
            raise Refused("match-closed")
        left = timeline.moment.scorer.seat if role == SCORER else Seat(role)
        if left is not None and left.value not in service.store.taken_seats(match):
            left = None if role == SCORER else left
        events = _facts(timeline, role, left, seat, name)
        sealed: tuple[Recorded, ...] = ()
        after = timeline
        for event in events:
            one = service.sealed(after.recorded, (event,), role)
            sealed, after = (*sealed, *one), advance(after, one[0], event)
        if after.version > EVENTS_PER_MATCH:
            raise Refused("match-full", limit=EVENTS_PER_MATCH)
        grants = [Grant(seat.value, hashed(token), kills_others=True, takes_seat=True, frees_seat=seat is left)]
        if left is not None and left is not seat:
            grants.append(Grant(left.value, hashed(new_token()), kills_others=True, takes_seat=False, frees_seat=True))
        summary = Summary(match, *match_row(after)) if sealed else None
        try:
            service.store.append(match, timeline.version, sealed, grants=grants, summary=summary, token_hash=token_hash)
        except StaleVersion:
            continue
        except DeadToken as dead:
            raise Refused("unauthorized") from dead
        except SeatTaken as taken:
            raise Refused("seat-taken", seat=seat.value) from taken
        service.cache.remember(match, after)
        return Joined(match, seat.value, token, False)


def _facts(timeline: Timeline, role: str, left: Seat | None, seat: Seat, name: str | None) -> list[fact.Event]:
    """The names that change, and where the scorer sits now."""
    moving = left is not None and left is not seat
    carried = name or (timeline.players[left] if moving and left else None)
    wanted: dict[Seat, str | None] = {seat: carried} if carried else {}
    if moving and left:
        wanted[left] = None
    players = {one: wanted[one] for one in SEATS if one in wanted and wanted[one] != timeline.players[one]}
    facts: list[fact.Event] = [fact.PlayersChanged(players)] if players else []
    if role == SCORER and timeline.moment.scorer.seat is not seat:
        facts.append(fact.ScorerChanged(seat))
    return facts
