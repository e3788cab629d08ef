"""The same table again: a new match that every phone of the old one finds with the key it has."""

from __future__ import annotations

from collections.abc import Mapping

from referee.events import types as fact
from referee.game import commands as ask
from referee.game.decide import open_match
from referee.game.refused import Refused
from referee.game.timeline import Timeline, fold
from referee.projections.summary import match_row
from referee.rules.seats import SEATS, Seat
from referee.service.access import ROLES, SCORER, VIEWER, hashed, new_token
from referee.service.acting import act
from referee.service.answers import Joined
from referee.service.core import Service
from referee.service.keys import kept_place, key_for_place
from referee.service.receipts import given_in
from referee.stores.contract import AlreadyDone, Grant, Receipt, StaleVersion, Summary

REMATCHES = "rematches"  # the scope of receipts: one rematch for each match


def rematch(
    service: Service,
    match: str,
    token: str,
    first_dealer: Seat | None = None,
    seats: Mapping[Seat, Seat] | None = None,
) -> Joined:
    """Closes a decided match, opens the next one under the same rules, and links the two; the scorer's key of the new one.

    `seats` gives for each seat there who sits down at it, by the seat here; the deal passes on unless `first_dealer`, a
    seat there, is named. The join code leads to the new match from then on. Asked again it gives the same match. Raises
    Refused `not-decided`."""
    timeline = service.timeline(match)
    if not timeline.match.closed:
        timeline = act(service, match, ask.Close(), SCORER, token_hash=hashed(token)).timeline
    receipt = service.store.receipt(REMATCHES, match) or _opened(service, match, timeline, first_dealer, seats)
    given, order = given_in(receipt), {seat: Seat(one) for seat, one in zip(SEATS, receipt.fingerprint, strict=True)}
    act(service, match, ask.LinkRematch(given.match, order), SCORER, token_hash=hashed(token))
    _move_code(service, match, given.match, given.code)
    return key_for_place(service, given, SCORER, token, alone=False)


def _opened(
    service: Service, match: str, timeline: Timeline, first_dealer: Seat | None, seats: Mapping[Seat, Seat] | None
) -> Receipt:
    """The new match, stored with what tells its places; seats that are taken here are taken there."""
    order = dict(seats) if seats else {seat: seat for seat in SEATS}
    there = {here: seat for seat, here in order.items()}
    opening, taken = timeline.match.opening, service.store.taken_seats(match)
    command = ask.OpenMatch(
        rules=opening.rules,
        preset=opening.preset,
        players={seat: timeline.players[here] for seat, here in order.items()},
        first_dealer=first_dealer or there[timeline.match.deal.dealer.left],
        recording=opening.recording,
        tags={**opening.tags, "rematch_of": match},
    )
    address = service.new_address()
    given = kept_place(service, address, ROLES)._replace(code=hashed(new_token()))
    facts: list[fact.Event] = [*open_match(command)]
    sealed = service.opening_sealed(address, facts, SCORER)
    opened = fold(sealed)
    assert opened is not None
    receipt = Receipt(match, "".join(order[seat].value for seat in SEATS), 1, len(sealed), given.note)
    grants = [
        Grant(role, secret, False, takes_seat=role in SEAT_ROLES and order[Seat(role)].value in taken, frees_seat=False)
        for role, secret in given.secrets.items()
    ]
    try:
        service.store.append(
            address, 0, sealed, receipt=receipt, scope=REMATCHES, grants=grants, join_code_hash=given.code,
            summary=Summary(address, *match_row(opened)),
        )  # fmt: skip
    except AlreadyDone as done:
        return done.receipt
    return receipt


SEAT_ROLES = tuple(seat.value for seat in SEATS)


def _move_code(service: Service, match: str, new: str, first: str | None) -> None:
    """The join code leads to the new match, unless that has another one by now. In between it leads nowhere."""
    if service.store.belongings(new).join_code_hash != first:
        return
    code = service.store.belongings(match).join_code_hash
    for where, hash_ in ((match, hashed(new_token())), (new, code)):
        while True:
            try:
                service.store.append(where, service.store.head(where), (), join_code_hash=hash_)
                break
            except StaleVersion:
                continue


def rematch_key(service: Service, match: str, role: str, token: str) -> Joined:
    """The key of the rematch for a key of the match before: the same role, at the seat where this player sits now.

    Raises Refused `not-now` if there is no rematch, `no-such-match` if it is not on this server, and `forbidden` once the
    place there was given to somebody else."""
    timeline = service.timeline(match)
    link, receipt = timeline.moment.rematch, service.store.receipt(REMATCHES, match)
    if link is None:
        raise Refused("not-now", "R9.3", phase=timeline.match.deal.stage.phase.value)
    if receipt is None or given_in(receipt).match != link.match:
        raise Refused("no-such-match")
    if role not in (SCORER, VIEWER):
        role = next(there.value for there, here in link.seats.items() if here.value == role)
    return key_for_place(service, given_in(receipt), role, token, alone=False)
