"""Movements for pairs (N3.5): nobody meets anybody twice. Both seats of a side have the pair's number.

Round robin and Mitchell are a rotation each; Swiss pairs neighbours of the standings by a matching of networkx. The chess
libraries pair single players by their own federation's rules and ratings, which no card club has (docs/nights.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import networkx as nx

from referee.nights.movements.byes import places, sitting_out
from referee.nights.movements.errors import NoSuchMovement
from referee.nights.movements.fixing import fixed_places, turned_in_place
from referee.nights.values import Draw, Entry, Round, Table
from referee.rules.seats import SEATS, Seat, Team

Meeting = tuple[int, int]


def _draw(meetings: Sequence[Meeting], out: Sequence[int]) -> Draw:
    """Tables in their order, each NS against EW."""
    tables = (
        Table(number, {seat: (ns if seat.team is Team.NS else ew) for seat in SEATS})
        for number, (ns, ew) in enumerate(meetings, 1)
    )
    return Draw(tuple(tables), tuple(out))


def _met(past: Sequence[Round]) -> set[frozenset[int]]:
    return {frozenset(table.seats.values()) for round_ in past for table in round_.draw.tables}


def _checked(drawn: Draw, past: Sequence[Round]) -> Draw:
    """Raises NoSuchMovement where two pairs would meet again."""
    met = _met(past)
    for table in drawn.tables:
        if frozenset(table.seats.values()) in met:
            players = sorted(set(table.seats.values()))
            raise NoSuchMovement(round=len(past) + 1, table=table.number, players=players)
    return drawn


def round_robin(entries: Sequence[Entry], past: Sequence[Round]) -> Draw:
    """Berger's rotation: one keeps the place and the others move round; with an odd number each sits out once. After
    somebody came or left, pairs that have not met."""
    if not _same_people(entries, past):
        return _unmet(entries, past)
    numbers = [entry.number for entry in entries]
    circle: list[int | None] = [*numbers, *([None] if len(numbers) % 2 else [])]
    turn = len(past) % (len(circle) - 1)
    row = [circle[-1], *(circle[(at + turn) % (len(circle) - 1)] for at in range(len(circle) - 1))]
    sides = [(row[at], row[-at - 1]) for at in range(len(row) // 2)]
    meetings = [(one, other) for one, other in sides if one is not None and other is not None]
    out = [one or other for one, other in sides if one is None or other is None]
    if turn % 2:  # who keeps the place changes sides
        meetings = [(other, one) for one, other in meetings]
    drawn = _draw(meetings, [player for player in out if player is not None])
    return _checked(turned_in_place(drawn, entries), past)


def mitchell(entries: Sequence[Entry], past: Sequence[Round]) -> Draw:
    """NS pairs stay, EW pairs move up one table; an odd pair is of EW, who then sit out in turn. Who is fixed stays, at the
    own table and side. After somebody came or left, pairs that have not met."""
    if not _same_people(entries, past):
        return _unmet(entries, past)
    tables = len(entries) // 2
    fixed = fixed_places(entries, tables)
    numbers = sorted((entry.number for entry in entries), key=lambda number: (number not in fixed, number))
    staying, moving = sorted(numbers[:tables]), sorted(numbers[tables:])
    turned = [moving[(at - len(past)) % len(moving)] for at in range(len(moving))]
    drawn = _draw(list(zip(staying, turned, strict=False)), turned[tables:])
    return _checked(turned_in_place(drawn, entries), past)


def swiss(entries: Sequence[Entry], past: Sequence[Round]) -> Draw:
    """Neighbours in the standings meet, as near as can be without a second meeting; the odd one out is of the lowest."""
    points = _points(past)
    ranked = sorted(entries, key=lambda entry: (-points[entry.number], entry.number))
    seats = {entry.number: (place, 0) for place, entry in enumerate(ranked, 1)}
    out = sitting_out(ranked, past, len(ranked) % 2, seats)
    playing = [entry.number for entry in ranked if entry.number not in out]
    return _in_order(playing, out, entries, past)


def _same_people(entries: Sequence[Entry], past: Sequence[Round]) -> bool:
    """Whether those who are present were there in every round, and nobody else."""
    present = {entry.number for entry in entries}
    return all(
        {*round_.draw.sitting_out, *(player for table in round_.draw.tables for player in table.seats.values())}
        == present
        for round_ in past
    )


def _unmet(entries: Sequence[Entry], past: Sequence[Round]) -> Draw:
    """Pairs that have not met, by number, where a rotation would bring some together again."""
    out = sitting_out(entries, past, len(entries) % 2, places(past))
    return _in_order([entry.number for entry in entries if entry.number not in out], out, entries, past)


def _in_order(playing: Sequence[int], out: Sequence[int], entries: Sequence[Entry], past: Sequence[Round]) -> Draw:
    """Neighbours of this order who have not met, by a matching of least weight; raises NoSuchMovement without one."""
    met = _met(past)
    graph = nx.Graph()
    graph.add_nodes_from(range(len(playing)))
    for high in range(len(playing)):
        for low in range(high + 1, len(playing)):
            if frozenset((playing[high], playing[low])) not in met:
                graph.add_edge(high, low, weight=(low - high) ** 2)
    matched = nx.min_weight_matching(graph)
    if 2 * len(matched) < len(playing):
        raise NoSuchMovement(round=len(past) + 1, players=len(entries))
    order = sorted(tuple(sorted(pair)) for pair in matched)
    return turned_in_place(_draw([_sides(playing[high], playing[low], past) for high, low in order], out), entries)


def _points(past: Sequence[Round]) -> Counter[int]:
    points: Counter[int] = Counter()
    for round_ in past:
        for table in round_.draw.tables:
            if (result := round_.results.get(table.number)) is not None:
                for seat in (Seat.N, Seat.E):
                    points[table.seats[seat]] += result.points[seat.team]
    return points


def _sides(one: int, other: int, past: Sequence[Round]) -> Meeting:
    """Who sat EW last sits NS now, where the two differ."""
    last = places(past)
    return (one, other) if last.get(one, (0, 0))[1] % 2 or not last.get(other, (0, 0))[1] % 2 else (other, one)
