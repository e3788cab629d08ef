"""The values that nights are made of: entries, tables, rounds and their results (docs/nights.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.rules.seats import Seat, Team


class Fixed(NamedTuple):
    """The table and the side at which somebody always sits (N1)."""

    table: int
    side: Team


class Entry(NamedTuple):
    """A player, or a pair where pairs are scored, by the number that nobody else ever gets (N1)."""

    number: int
    name: str
    present: bool
    fixed: Fixed | None


class Table(NamedTuple):
    """Who sits where at one table, by number; in a night of pairs both seats of a side have the pair's number."""

    number: int
    seats: Mapping[Seat, int]


class Result(NamedTuple):
    """What a table brought: points, asks and moons made, and reneges of each team (N4).

    `makers` is who made them, by number, where a phone recorded it (N5); empty for a slip."""

    points: Mapping[Team, int]
    loners: Mapping[Team, int]
    reneges: Mapping[Team, int]
    makers: Mapping[int, int]


class Draw(NamedTuple):
    """The tables of one round in their order, and who sits out."""

    tables: tuple[Table, ...]
    sitting_out: tuple[int, ...]


class Round(NamedTuple):
    """A round as it was drawn, with the results that its tables have so far.

    `left_out` are the tables that were closed without a result (N4); `seed` is that of the draw."""

    number: int
    draw: Draw
    results: Mapping[int, Result]
    left_out: frozenset[int]
    closed: bool
    seed: int = 0


class Movement(NamedTuple):
    """A movement with its options (N3): `movers` and `partners` are of the progressive one, `steps` of the cyclic one."""

    name: str
    movers: str = "winners"
    partners: str = "change"
    steps: tuple[tuple[Seat, int], ...] = ((Seat.S, 1), (Seat.E, 2), (Seat.W, -2))
