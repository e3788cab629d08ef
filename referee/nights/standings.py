"""Standings (N5): everybody's points over the rounds, and the places that they make, worked out from the rounds alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import NamedTuple

from referee.nights.values import Entry, Result, Round, Table
from referee.rules.seats import TEAMS, Seat, Team


class RoundPoints(NamedTuple):
    """What one round brought: the points, and whether they are those of a sit-out (or of a table that was left out)."""

    round: int
    points: int
    sat_out: bool
    won: bool
    loners: int


class Row(NamedTuple):
    """A player's (or pair's) line. `high_round` is None for who never played."""

    player: int
    name: str
    place: int
    points: int
    wins: int
    loners: int
    high_round: int | None
    rounds: tuple[RoundPoints, ...]


def standings(
    entries: Sequence[Entry], rounds: Sequence[Round], sit_out: int | None, tie_break: Sequence[str]
) -> tuple[Row, ...]:
    """Everybody in their order: points, then `tie_break`; what is still level shares the place (1, 2, 2, 4).

    `sit_out` is what a sit-out scores, None for the mean of the round (N2), which counts once the round is closed."""
    scored: dict[int, list[RoundPoints]] = {entry.number: [] for entry in entries}
    for round_ in rounds:
        for player, points in _of_round(round_, sit_out):
            if player in scored:
                scored[player].append(points)
    rows = [_row(entry, scored[entry.number]) for entry in entries]
    placed, place = [], 1
    for level in _levels(rows, tie_break, rounds):
        placed += [row._replace(place=place) for row in sorted(level, key=lambda row: row.player)]
        place += len(level)
    return tuple(placed)


def _row(entry: Entry, rounds: Sequence[RoundPoints]) -> Row:
    played = [one.points for one in rounds if not one.sat_out]
    return Row(
        entry.number, entry.name, 0, sum(one.points for one in rounds), sum(one.won for one in rounds),
        sum(one.loners for one in rounds), max(played, default=None), tuple(rounds),
    )  # fmt: skip


def _of_round(round_: Round, sit_out: int | None) -> Iterator[tuple[int, RoundPoints]]:
    """Each player's points of a round; those of a sit-out once it is closed."""
    bye = _mean(round_.results) if sit_out is None else sit_out
    out = set(round_.draw.sitting_out)
    for table in round_.draw.tables:
        result = round_.results.get(table.number)
        if result is not None:
            yield from _of_table(round_.number, table, result)
        elif table.number in round_.left_out:
            out |= set(table.seats.values())
    if round_.closed:
        for player in sorted(out):
            yield player, RoundPoints(round_.number, bye, True, False, 0)


def _of_table(number: int, table: Table, result: Result) -> Iterator[tuple[int, RoundPoints]]:
    for team in TEAMS:
        won = result.points[team] > result.points[team.other]
        for player in _side(table, team):
            loners = result.makers.get(player, 0) if result.makers else result.loners[team]
            yield player, RoundPoints(number, result.points[team], False, won, loners)


def _mean(results: Mapping[int, Result]) -> int:
    """The mean of all team scores, rounded half up; 0 where nothing counts."""
    scores = [result.points[team] for result in results.values() for team in TEAMS]
    return (2 * sum(scores) + len(scores)) // (2 * len(scores)) if scores else 0


Key = Callable[[Row], int]


_LOWEST = -(10**9)
_SEATS = {Team.NS: (Seat.N, Seat.S), Team.EW: (Seat.E, Seat.W)}
_KEYS: Mapping[str, Key] = {
    "points": lambda row: row.points,
    "wins": lambda row: row.wins,
    "loners": lambda row: row.loners,
    "high_round": lambda row: _LOWEST if row.high_round is None else row.high_round,
}


def _levels(rows: Sequence[Row], tie_break: Sequence[str], rounds: Sequence[Round]) -> Iterator[list[Row]]:
    """The rows in groups that nothing tells apart, best first."""
    groups = [list(rows)]
    for name in ("points", *tie_break):
        key = _against(groups, rounds) if name == "head_to_head" else _KEYS[name]
        groups = [
            list(level) for group in groups for _, level in groupby(sorted(group, key=key, reverse=True), key=key)
        ]
    yield from groups


def _against(groups: Sequence[Sequence[Row]], rounds: Sequence[Round]) -> Key:
    """Rounds won against each other minus rounds lost, among those who are still level."""
    level = {row.player: number for number, group in enumerate(groups) if len(group) > 1 for row in group}
    balance = Counter[int]()
    for round_ in rounds:
        for table in round_.draw.tables:
            result = round_.results.get(table.number)
            if result and result.points[Team.NS] != result.points[Team.EW]:
                ours, theirs = _side(table, Team.NS), _side(table, Team.EW)
                won = result.points[Team.NS] > result.points[Team.EW]
                for winner, loser in product(*((ours, theirs) if won else (theirs, ours))):
                    if winner in level and level[winner] == level.get(loser):
                        balance[winner] += 1
                        balance[loser] -= 1
    return lambda row: balance[row.player]


def _side(table: Table, team: Team) -> tuple[int, ...]:
    """Who sits at a side: two players, or one pair."""
    one, other = (table.seats[seat] for seat in _SEATS[team])
    return (one,) if one == other else (one, other)
