"""The cyclic movement (N3.4): each seat moves by its own fixed step, as long as nobody meets anybody twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from referee.nights.movements.errors import NoSuchMovement
from referee.nights.movements.fixing import fixed_places, turned_in_place
from referee.nights.values import Draw, Entry, Movement, Round, Table
from referee.rules.seats import SEATS, Seat


def draw(movement: Movement, entries: Sequence[Entry], past: Sequence[Round], rounds: int | None) -> Draw:
    """The next round, players by number round the room: 1 to 4 at the first table in the order N E S W. Who is fixed to a
    table starts there as the one who stays.

    Raises NoSuchMovement with the first clash among the rounds promised, and where the players do not fill all tables."""
    if len(entries) % 4:
        raise NoSuchMovement(players=len(entries))
    numbers = _round_the_room(entries)

    def drawn(turn: int) -> Draw:
        return turned_in_place(_round(movement, numbers, turn), entries)

    evening = [drawn(turn) for turn in range(max(rounds or 0, len(past) + 1))]
    if any(before.draw != now for before, now in zip(past, evening, strict=False)):
        evening = [*(round_.draw for round_ in past), drawn(len(past))]  # somebody came or left
    _check(evening)
    return evening[len(past)]


def _round_the_room(entries: Sequence[Entry]) -> list[int]:
    """The numbers in the order of their first seats."""
    numbers = [entry.number for entry in entries]
    for player, fixed in sorted(fixed_places(entries, len(numbers) // 4).items(), reverse=True):
        here, stays = numbers.index(player), (fixed.table - 1) * 4
        numbers[here], numbers[stays] = numbers[stays], player
    return numbers


def _round(movement: Movement, numbers: Sequence[int], turn: int) -> Draw:
    tables = len(numbers) // 4
    steps = {Seat.N: 0, **dict(movement.steps)}
    return Draw(
        tuple(
            Table(
                table + 1,
                {seat: numbers[(table - steps[seat] * turn) % tables * 4 + SEATS.index(seat)] for seat in SEATS},
            )
            for table in range(tables)
        ),
        (),
    )


def _check(evening: Sequence[Draw]) -> None:
    """Raises NoSuchMovement for the first table at which two meet again."""
    met: set[tuple[int, int]] = set()
    for number, drawn in enumerate(evening, 1):
        for table in drawn.tables:
            for pair in combinations(sorted(table.seats.values()), 2):
                if pair in met:
                    raise NoSuchMovement(round=number, table=table.number, players=list(pair))
        met |= {pair for table in drawn.tables for pair in combinations(sorted(table.seats.values()), 2)}
