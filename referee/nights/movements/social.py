"""The social movement (N3.1): nobody has the same partner twice while that is possible, and pairs meet again as little as can be.

A known evening is a design; where somebody came, left or is fixed, each round is a matching against all rounds so far."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

import networkx as nx

from referee.nights.movements import designs
from referee.nights.movements.byes import places, sitting_out
from referee.nights.movements.designs import as_draw
from referee.nights.movements.fixing import fixed_places, kept_in_place
from referee.nights.values import Draw, Entry, Fixed, Round
from referee.rules.seats import SEATS

T = TypeVar("T")
Pair = tuple[int, int]
AGAIN, NEVER = 1_000, 1_000_000  # what it weighs to be partners again, and what cannot be (two who are fixed apart)
TRIES = 4_000


def draw(entries: Sequence[Entry], past: Sequence[Round], rounds: int | None, seed: int) -> Draw:
    """The next round."""
    numbers = [entry.number for entry in entries]
    if not any(entry.fixed for entry in entries):
        drawn = _evening(numbers, rounds or 0, past[0].seed if past else seed)
        played = [round_.draw for round_ in past]
        if all(one in drawn for one in played):
            left, again = designs.left([one for one in drawn if one not in played], past), designs.turn(past, seed)
            if again < len(left):
                return left[again]
    return _matched(entries, past, seed)


def _evening(numbers: Sequence[int], rounds: int, seed: int) -> Sequence[Draw]:
    """The design for so many, or the longest there is."""
    lengths = [length for size, length in designs.social_designs() if size == len(numbers)]
    if not rounds or not lengths:
        return ()
    found = designs.social(len(numbers), min(rounds, max(lengths)))
    return designs.seated(found, numbers, seed) if found else ()


class _Meetings:
    """How often each two were partners and how often they met, before this round."""

    def __init__(self, past: Sequence[Round]) -> None:
        self.partners: Counter[frozenset[int]] = Counter()
        self.met: Counter[frozenset[int]] = Counter()
        for round_ in past:
            for table in round_.draw.tables:
                self.met.update(map(frozenset, combinations(table.seats.values(), 2)))
                row = [table.seats[seat] for seat in SEATS]
                self.partners.update(map(frozenset, ((row[0], row[2]), (row[1], row[3]))))

    def together(self, one: int, other: int) -> int:
        """What it weighs that these two are partners: again rather not at all, then who has met seldom."""
        both = frozenset((one, other))
        return AGAIN * self.partners[both] ** 2 + 4 * self.met[both]

    def against(self, ours: Pair, theirs: Pair) -> int:
        """How many meet again if these two pairs play each other, more for a third time."""
        return sum(self.met[frozenset((one, other))] ** 2 for one in ours for other in theirs)


def _matched(entries: Sequence[Entry], past: Sequence[Round], seed: int) -> Draw:
    """Partners by a matching of least weight, tables by another one of the pairs; then what a few swaps make better."""
    rng = random.Random(f"{seed} {len(past)}")
    tables = len(entries) // 4
    out = sitting_out(entries, past, len(entries) - 4 * tables, places(past))
    playing = [entry.number for entry in entries if entry.number not in out]
    rng.shuffle(playing)
    meetings = _Meetings(past)
    fixed = fixed_places(entries, tables)

    def apart(ours: Iterable[int], theirs: Iterable[int], partners: bool) -> int:
        """NEVER for who is fixed to different tables, or as partners to different sides."""
        held = [(fixed[one], fixed[other]) for one in ours for other in theirs if one in fixed and other in fixed]
        return NEVER * sum(a.table != b.table or partners or a.side is b.side for a, b in held)

    pairs = _matching(playing, lambda a, b: meetings.together(a, b) + apart((a,), (b,), True))
    foursomes = _matching(pairs, lambda a, b: meetings.against(a, b) + apart(a, b, False))
    row = [player for ours, theirs in foursomes for player in (ours[0], theirs[0], ours[1], theirs[1])]
    if not fixed:
        _improve(row, meetings, rng)
    return kept_in_place(as_draw([*_at_own_tables(row, fixed), *out]), entries)


def _matching(items: Sequence[T], weight: Callable[[T, T], int]) -> list[tuple[T, T]]:
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (one, other, weight(items[one], items[other])) for one, other in combinations(range(len(items)), 2)
    )
    matched = sorted(tuple(sorted(pair)) for pair in nx.min_weight_matching(graph))
    return [(items[one], items[other]) for one, other in matched]


def _improve(row: list[int], meetings: _Meetings, rng: random.Random) -> None:
    """Two players of different tables change places wherever that weighs less."""
    if len(row) < 8:
        return
    as_partners = {one: {other: meetings.together(one, other) for other in row} for one in row}
    as_opponents = {one: {other: meetings.met[frozenset((one, other))] ** 2 for other in row} for one in row}

    def weight(at: int) -> int:
        north, east, south, west = row[at : at + 4]
        of_north, of_south = as_opponents[north], as_opponents[south]
        against = of_north[east] + of_north[west] + of_south[east] + of_south[west]
        return as_partners[north][south] + as_partners[east][west] + against

    for _ in range(TRIES):
        one, other = rng.randrange(len(row)), rng.randrange(len(row))
        ours, theirs = one // 4 * 4, other // 4 * 4
        if ours == theirs:
            continue
        before = weight(ours) + weight(theirs)
        row[one], row[other] = row[other], row[one]
        if weight(ours) + weight(theirs) > before:
            row[one], row[other] = row[other], row[one]


def _at_own_tables(row: list[int], fixed: Mapping[int, Fixed]) -> list[int]:
    """The tables so ordered that who is fixed sits at the own one."""
    tables = [row[at : at + 4] for at in range(0, len(row), 4)]
    ordered: list[list[int] | None] = [None] * len(tables)
    for table in list(tables):
        numbers = {fixed[player].table for player in table if player in fixed}
        for number in sorted(numbers):
            if ordered[number - 1] is None:
                ordered[number - 1] = table
                tables.remove(table)
                break
    rest = iter(tables)
    return [player for table in ordered for player in (table or next(rest))]
