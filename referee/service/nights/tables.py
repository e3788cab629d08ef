"""The matches of a night's tables: opened before the draw is recorded, named as the night names its players, and kept in step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime

from referee.events import types as match_fact
from referee.game import commands as match_ask
from referee.game.decide import open_match
from referee.game.timeline import Timeline, advance, fold
from referee.nights.facts import DrawnTable, RoundDrawn
from referee.nights.fold import Evening
from referee.nights.state import Night, RoundState, TableState
from referee.projections.summary import match_row
from referee.rules.seats import SEATS, Seat
from referee.service.access import SCORER, hashed, new_token
from referee.service.core import Service
from referee.service.nights.results import begun, is_table_of
from referee.stores.contract import Grant, StaleVersion, Summary


def addresses(night: str, evening: Evening) -> Callable[[int], str]:
    """The ids of the matches that a draw would open now, by table: the same until the night's log has moved on.

    So a draw that was cut short and is made again finds its matches, and no other draw ever gets them."""
    _, hash_ = evening.anchor
    moment = int(datetime.fromisoformat(evening.recorded.at).timestamp() * 1000)

    def address(table: int) -> str:
        return f"{moment:012x}{hashlib.sha256(f'{night} {hash_} {table}'.encode()).hexdigest()[:16]}"

    return address


def open_tables(service: Service, night: str, evening: Evening, drawn: RoundDrawn) -> None:
    """Opens the matches of a draw that is about to be recorded; those that are there already are left as they are."""
    for table in drawn.tables:
        if service.store.head(table.match) == 0:
            _open(service, night, evening.night, drawn.round, table)


def _open(service: Service, night: str, state: Night, round_: int, table: DrawnTable) -> None:
    command = match_ask.OpenMatch(
        rules=state.opening.rules,
        preset=state.opening.preset,
        players=seat_names(state, table.seats),
        tags={"night": night, "round": str(round_), "table": str(table.number)},
    )
    sealed = service.opening_sealed(table.match, open_match(command), SCORER)
    timeline = fold(sealed)
    assert timeline is not None
    summary = Summary(table.match, *match_row(timeline))
    try:
        service.store.append(table.match, 0, sealed, join_code_hash=hashed(new_token()), summary=summary)
    except StaleVersion:  # the same draw, made twice at this moment
        return


def seat_names(night: Night, seats: Mapping[Seat, int]) -> dict[Seat, str]:
    """Who sits at each seat by name; a pair's two names, where they are written with an ampersand, each at a seat."""
    named: dict[Seat, str] = {}
    for seat in SEATS:
        number = night.merged.get(seats[seat], seats[seat])
        name = night.players[number].name
        both = [part.strip() for part in name.split("&")]
        if night.pairs and len(both) == 2 and all(both):
            name = both[0] if seat in (Seat.N, Seat.E) else both[1]
        named[seat] = name
    return named


def begun_in(service: Service, round_: RoundState | None) -> frozenset[str]:
    """The matches of a round in which somebody has played."""
    matches = [table.match for table in round_.drawn.tables] if round_ else []
    return frozenset(match for match in matches if service.store.head(match) and begun(service.timeline(match)))


def name_past(service: Service, address: str, night: Night, players: Collection[int]) -> None:
    """Lets the names of these players be what they are now in all matches of the night, from the start and closed or not."""
    wanted = {night.merged.get(player, player) for player in players}
    for _, table in night.tables():
        seats = [seat for seat in SEATS if night.merged.get(table.seats[seat], table.seats[seat]) in wanted]
        if seats and is_table_of(service, address, table.match):
            names = seat_names(night, table.seats)
            _name(service, table.match, {seat: names[seat] for seat in seats}, from_the_start=True)


def name_tables(service: Service, address: str, night: Night, tables: Iterable[TableState]) -> None:
    """Lets the names in open matches follow those of the night."""
    for table in tables:
        if is_table_of(service, address, table.match):
            _name(service, table.match, seat_names(night, table.seats))


def _name(service: Service, match: str, names: Mapping[Seat, str], from_the_start: bool = False) -> None:
    while True:
        timeline = service.timeline(match)
        changed = {seat: name for seat, name in names.items() if timeline.players[seat] != name}
        if not changed or (timeline.match.closed and not from_the_start):
            return
        try:
            _append(service, match, timeline, match_fact.PlayersChanged(changed, from_the_start))
        except StaleVersion:
            continue
        return


def _append(service: Service, match: str, timeline: Timeline, event: match_fact.Event) -> None:
    sealed = service.sealed(timeline.recorded, (event,), SCORER)
    after = advance(timeline, sealed[0], event)
    service.store.append(match, timeline.version, sealed, summary=Summary(match, *match_row(after)))
    service.cache.remember(match, after)


def free_seats(service: Service, address: str, match: str, seats: Iterable[Seat]) -> None:
    """Voids the tokens of seats whose players sit elsewhere now; their phones ask for the new ones."""
    if not is_table_of(service, address, match):
        return
    grants = [
        Grant(seat.value, hashed(new_token()), kills_others=True, takes_seat=False, frees_seat=True) for seat in seats
    ]
    while True:
        try:
            service.store.append(match, service.store.head(match), (), grants=grants)
        except StaleVersion:
            continue
        return
