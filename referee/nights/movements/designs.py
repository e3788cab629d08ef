"""Draws found beforehand, as data: social evenings (N3.1) and whist tournaments (N3.2). Nothing is searched in a request.

The files are made by `tools/draws.c` and `tools/draws.py`; a test proves each of them anew (tests/nights/test_designs.py)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

from referee.nights.values import Draw, Round, Table
from referee.rules.seats import SEATS, Seat

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
Rounds = tuple[tuple[int, ...], ...]


def _lines(name: str) -> Iterator[list[str]]:
    text = (resources.files(__package__) / "data" / name).read_text()
    return (line.split() for line in text.splitlines() if line and not line.startswith("#"))


@cache
def social_designs() -> dict[tuple[int, int], Rounds]:
    """By players and rounds: for each round the players from 0, four to a table in the order N E S W, then who sits out."""
    return _whole("social.txt")


def _whole(name: str) -> dict[tuple[int, int], Rounds]:
    return {
        (int(players), int(rounds)): tuple(tuple(map(SIGNS.index, row)) for row in rows)
        for players, rounds, *rows in _lines(name)
    }


def social(players: int, rounds: int) -> Rounds | None:
    """The draw of a social evening; where there is none of its own, the beginning of a longer one."""
    longer = sorted(length for size, length in social_designs() if size == players and length >= rounds)
    return social_designs()[players, longer[0]][:rounds] if longer else None


def whist_sizes() -> list[int]:
    """The sizes with a tournament."""
    return sorted([*whist_designs(), *(size for size, _ in _whole("tournaments.txt"))])


@cache
def whist_designs() -> dict[int, tuple[int, ...]]:
    """By players the first round, -1 for the player who keeps the seat; the others are developed by adding one."""
    return {int(players): tuple(map(int, row)) for players, *row in _lines("whist.txt")}


@cache
def whist(players: int) -> Rounds | None:
    """All rounds of a whist tournament, or None for a size without one."""
    for (size, _), rounds in _whole("tournaments.txt").items():
        if size == players:
            return rounds
    first = whist_designs().get(players)
    if first is None:
        return None
    if players == 9:  # nine players move in two directions, as the points of a square of three by three
        return tuple(
            tuple((one // 3 + a) % 3 * 3 + (one % 3 + b) % 3 for one in first) for a in range(3) for b in range(3)
        )
    moving = players if players % 4 else players - 1
    return tuple(tuple(moving if one < 0 else (one + turn) % moving for one in first) for turn in range(moving))


def seated(rounds: Rounds, numbers: Sequence[int], seed: int) -> tuple[Draw, ...]:
    """A design with these players' numbers in it, by lot from the seed."""
    by_lot = list(numbers)
    random.Random(seed).shuffle(by_lot)
    return tuple(as_draw([by_lot[one] for one in row]) for row in rounds)


def as_draw(row: Sequence[int]) -> Draw:
    """A draw from numbers in a row: four to a table in the order N E S W, then who sits out."""
    playing = len(row) // 4 * 4
    tables = tuple(Table(at // 4 + 1, dict(zip(SEATS, row[at : at + 4], strict=True))) for at in range(0, playing, 4))
    return Draw(tables, tuple(sorted(row[playing:])))


def left(drawn: Sequence[Draw], past: Sequence[Round]) -> list[Draw]:
    """The rounds of a design that can be next, in their order: with byes as N2 wants them, and of those the ones that
    bring the fewest partners together again. So a redraw takes another one of those left, and a swap by hand costs no
    more than it must."""
    times = Counter(player for round_ in past for player in round_.draw.sitting_out)
    had = Counter(pair for round_ in past for pair in partners(round_.draw))

    def fair(one: Draw) -> bool:
        fewest = min(times[player] for table in one.tables for player in table.seats.values())
        return all(times[player] <= fewest for player in one.sitting_out)

    again = [(sum(had[pair] for pair in partners(one)), one) for one in drawn if fair(one)]
    least = min((number for number, _ in again), default=0)
    return [one for number, one in again if number == least]


def partners(drawn: Draw) -> Iterator[frozenset[int]]:
    """Who are partners in a draw."""
    for table in drawn.tables:
        yield frozenset((table.seats[Seat.N], table.seats[Seat.S]))
        yield frozenset((table.seats[Seat.E], table.seats[Seat.W]))


def turn(past: Sequence[Round], seed: int) -> int:
    """How often the next round was drawn again: each time with the next seed."""
    return seed - past[-1].seed if past else 0
