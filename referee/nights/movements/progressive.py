"""The progressive movement (N3.3): winners go up a table or losers down, and partners change."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from referee.nights.movements.byes import sitting_out
from referee.nights.movements.designs import as_draw
from referee.nights.movements.fixing import kept_in_place
from referee.nights.values import Draw, Entry, Movement, Round, Table
from referee.rules.seats import Seat, Team

Pair = tuple[int, int]  # who sat N or E, and who sat S or W
Places = dict[int, list[int | None]]  # by table, in the order N E S W


def draw(movement: Movement, entries: Sequence[Entry], past: Sequence[Round], seed: int) -> Draw:
    """The next round after these results; the first one by lot from the seed."""
    if not past:
        numbers = [entry.number for entry in entries]
        random.Random(seed).shuffle(numbers)
        return kept_in_place(as_draw(numbers), entries)
    return kept_in_place(_filled(_moved(movement, past[-1]), entries, past), entries)


def _moved(movement: Movement, last: Round) -> Places:
    """Who would sit where if the same people played on."""
    tables = last.draw.tables
    pairs = {table.number: _by_result(table, last) for table in tables}
    places: Places = {}
    for number in range(1, len(tables) + 1):
        stayed, came = _at(number, len(tables), pairs, movement.movers)
        places[number] = _seated(stayed, came, movement.partners)
    return places


def _by_result(table: Table, round_: Round) -> tuple[Pair, Pair]:
    """Winners and losers; at a level table, and at one without a result, the pair with the lowest number has won."""
    sides = {
        Team.NS: (table.seats[Seat.N], table.seats[Seat.S]),
        Team.EW: (table.seats[Seat.E], table.seats[Seat.W]),
    }
    result = round_.results.get(table.number)
    difference = result.points[Team.NS] - result.points[Team.EW] if result else 0
    won = difference > 0 or (difference == 0 and min(sides[Team.NS]) < min(sides[Team.EW]))
    winner = Team.NS if won else Team.EW
    return sides[winner], sides[winner.other]


def _at(number: int, last: int, pairs: Mapping[int, tuple[Pair, Pair]], movers: str) -> tuple[Pair, Pair]:
    """The pair that stayed at a table, and the one that came."""
    winners, losers = 0, 1
    if movers == "losers":
        return pairs[number][winners], pairs[number - 1 if number > 1 else last][losers]
    if number == 1:
        return pairs[1][winners], pairs[2][winners] if last > 1 else pairs[1][losers]
    return pairs[number][losers], pairs[number + 1][winners] if number < last else pairs[1][losers]


def _seated(stayed: Pair, came: Pair, partners: str) -> list[int | None]:
    if partners == "keep":
        return [came[0], stayed[0], came[1], stayed[1]]
    return [came[0], came[1], stayed[0], stayed[1]]


def _filled(places: Places, entries: Sequence[Entry], past: Sequence[Round]) -> Draw:
    """Those who are not there any more leave their seats, those who drop out leave them from the last table, and who comes
    in sits down there (N2). The last tables go where there are too few for them."""
    present = {entry.number for entry in entries}
    tables = len(entries) // 4
    seated = {
        player: (number, at)
        for number, row in places.items()
        for at, player in enumerate(row)
        if player in present and player is not None
    }
    out = set(sitting_out(entries, past, len(entries) - 4 * tables, seated))
    playing = [one for number in range(1, tables + 1) for one in places.get(number, [None] * 4)]
    kept = [one if one in present and one not in out else None for one in playing]
    coming = _coming(entries, {one for one in kept if one is not None} | out, seated)
    row = [next(coming) if one is None else one for one in kept]
    return as_draw([*row, *sorted(out)])


def _coming(entries: Sequence[Entry], placed: set[int], seated: Mapping[int, tuple[int, int]]) -> Iterator[int]:
    """Who has no place yet: first those whose table is gone, then who sat out or came, by number."""
    waiting = [entry.number for entry in entries if entry.number not in placed]
    return iter(sorted(waiting, key=lambda player: (player not in seated, seated.get(player, (0, 0)), player)))
