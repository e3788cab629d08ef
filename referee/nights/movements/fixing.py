"""Players who always sit at one table and side (N1): whoever sits there changes places with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.nights.values import Draw, Entry, Fixed, Table
from referee.rules.seats import SEATS, Team


def fixed_places(entries: Sequence[Entry], tables: int) -> Mapping[int, Fixed]:
    """Who is fixed to a table that there is."""
    return {entry.number: entry.fixed for entry in entries if entry.fixed and entry.fixed.table <= tables}


def kept_in_place(drawn: Draw, entries: Sequence[Entry]) -> Draw:
    """The draw with everybody who is fixed and plays at the own table and side."""
    places = fixed_places(entries, len(drawn.tables))
    seats = {(table.number, seat): player for table in drawn.tables for seat, player in table.seats.items()}
    for player, fixed in sorted(places.items()):
        here = next((place for place, one in seats.items() if one == player), None)
        if here is None or (here[0] == fixed.table and here[1].team is fixed.side):
            continue
        side = [(fixed.table, seat) for seat in SEATS if seat.team is fixed.side]
        there = next(place for place in side if not _settled(seats[place], place, places))
        seats[here], seats[there] = seats[there], player
    return Draw(
        tuple(Table(table.number, {seat: seats[table.number, seat] for seat in SEATS}) for table in drawn.tables),
        drawn.sitting_out,
    )


def _settled(player: int, place: tuple[int, object], places: Mapping[int, Fixed]) -> bool:
    """Whether a player who is fixed sits where they should already."""
    fixed = places.get(player)
    return fixed is not None and fixed.table == place[0] and getattr(place[1], "team", None) is fixed.side


def turned_in_place(drawn: Draw, entries: Sequence[Entry]) -> Draw:
    """The same tables in another order, and turned, so that who is fixed sits at the own table and side: everybody keeps
    partner and opponents. Where two of a table are fixed apart, the one with the lower number sits right."""
    free = {table.number: table for table in drawn.tables}
    at: dict[int, Table] = {}
    for player, fixed in sorted(fixed_places(entries, len(drawn.tables)).items()):
        table = next((one for one in free.values() if player in one.seats.values()), None)
        if table is not None and fixed.table not in at:
            at[fixed.table] = _turned(free.pop(table.number), player, fixed.side)
    rest = iter(free.values())
    numbers = [table.number for table in drawn.tables]
    placed = {number: at.get(number) or next(rest) for number in numbers}
    return Draw(tuple(table._replace(number=number) for number, table in placed.items()), drawn.sitting_out)


def _turned(table: Table, player: int, side: Team) -> Table:
    """The table with the player on this side: each seat takes the place of the next one if need be."""
    if any(table.seats[seat] == player for seat in SEATS if seat.team is side):
        return table
    following = (*SEATS[1:], SEATS[0])
    return table._replace(seats={seat: table.seats[after] for seat, after in zip(SEATS, following, strict=True)})
