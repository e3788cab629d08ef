"""The cyclic movement (N3.4): each seat moves by its own fixed step, as long as nobody meets anybody twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from referee.nights.movements.errors import NoSuchMovement
from referee.nights.values import Draw, Entry, Movement, Round, Table
from referee.rules.seats import SEATS, Seat


def draw(movement: Movement, entries: Sequence[Entry], past: Sequence[Round], rounds: int | None) -> Draw:
    """The next round, players by number round the room: 1 to 4 at the first table in the order N E S W.

    Raises NoSuchMovement with the first clash among the rounds promised, and where the players do not fill all tables."""
    numbers = [entry.number for entry in entries]
    if len(numbers) % 4:
        raise NoSuchMovement(players=len(numbers))
    wanted = max(rounds or 0, len(past) + 1)
    evening = [_round(movement, numbers, number) for number in range(wanted)]
    if any(before.draw != drawn for before, drawn in zip(past, evening, strict=False)):
        evening = [*(round_.draw for round_ in past), _round(movement, numbers, len(past))]  # somebody came or left
    _check(evening)
    return evening[len(past)]


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
