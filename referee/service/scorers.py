"""Who is the scorer: the role handed on by the scorer, taken over by the seats together, or given by the server's owner."""

from __future__ import annotations

from referee.game import commands as ask
from referee.game.decide import decide_act
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.rules.seats import SEATS, Seat
from referee.service.access import SCORER, hashed, may, new_token
from referee.service.acting import sealed_act
from referee.service.answers import Answer
from referee.service.core import Service
from referee.service.keys import SCORERS, kept_place, scorers_place
from referee.stores.contract import DeadToken, Grant, Receipt, StaleVersion


def name_scorer(service: Service, match: str, role: str, seat: Seat, token_hash: str | None = None) -> Answer:
    """The scorer hands the role on to a seat, or a seat says who should have it.

    Once all seats that are taken, but for the scorer's own, name the same one of them, it is the scorer: at least two must.
    The old scorer's keys are dead then, and the new one's phone fetches its own (`keys.scorers_key`). The scorer naming
    the own seat keeps the role, and the wishes of the others lapse."""
    while True:
        timeline = service.timeline(match)
        command = _command(service, match, timeline, role, seat)
        if not may(role, command, timeline):
            raise Refused("forbidden")
        try:
            return _recorded(service, match, timeline, command, role, token_hash)
        except StaleVersion:
            continue
        except DeadToken as dead:
            raise Refused("unauthorized") from dead


def _command(service: Service, match: str, timeline: Timeline, role: str, seat: Seat) -> ask.Command:
    if role == SCORER:
        return ask.ChangeScorer(seat)
    known, own = timeline.moment.scorer, Seat(role)
    wanted = {**known.proposed, own: seat}
    asked = {Seat(one) for one in service.store.taken_seats(match)} - {known.seat}
    agreed = tuple(one for one in SEATS if wanted.get(one) is seat and (one in asked or one is own))
    together = ask.ChangeScorer(seat, agreed)
    return together if asked <= set(agreed) and may(role, together, timeline) else ask.ProposeScorer(seat, own)


def _recorded(
    service: Service, match: str, timeline: Timeline, command: ask.Command, role: str, token_hash: str | None
) -> Answer:
    """The act; where the role goes to another phone, the scorer's place is kept for it and the old keys are dead."""
    act = decide_act(timeline, command)
    sealed, after = sealed_act(service, timeline, act, role)
    moved = isinstance(command, ask.ChangeScorer) and (
        role != SCORER or timeline.moment.scorer.seat is not command.seat
    )
    if sealed and moved:
        given = kept_place(service, match, (SCORER,))
        place = Receipt(scorers_place(match, after.version), "scorer", after.version, after.version, given.note)
        grants = [Grant(SCORER, given.secrets[SCORER], kills_others=True, takes_seat=False, frees_seat=False)]
        service.store.append(
            match, timeline.version, sealed, receipt=place, scope=SCORERS, grants=grants, token_hash=token_hash
        )
    elif sealed:
        service.store.append(match, timeline.version, sealed, token_hash=token_hash)
    service.cache.remember(match, after)
    return Answer(after, sealed, None, False)


def give_scorer(service: Service, match: str) -> str:
    """A new key for the scorer, who sits nowhere until saying so; the old ones are dead. For the server's owner."""
    while True:
        timeline, token = service.timeline(match), new_token()
        act = decide_act(timeline, ask.ChangeScorer(None))
        sealed, after = sealed_act(service, timeline, act, SCORER)
        grant = Grant(SCORER, hashed(token), kills_others=True, takes_seat=False, frees_seat=False)
        try:
            service.store.append(match, timeline.version, sealed, grants=[grant])
        except StaleVersion:
            continue
        service.cache.remember(match, after)
        return token
