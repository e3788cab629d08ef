"""Standings (N5): everybody's points over the rounds, and the places that they make, worked out from the rounds alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.nights.values import Entry, Result, Round, Table
from referee.rules.seats import Seat, Team


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
    for level in _levels(rows, [_points, *(_KEYS[name] for name in tie_break if name in _KEYS)], tie_break, rounds):
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
    for team in Team:
        for player in dict.fromkeys(player for seat, player in table.seats.items() if seat.team is team):
            won = result.points[team] > result.points[team.other]
            loners = result.makers.get(player, 0) if result.makers else result.loners[team]
            yield player, RoundPoints(number, result.points[team], False, won, loners)


def _mean(results: Mapping[int, Result]) -> int:
    """The mean of all team scores, rounded half up; 0 where nothing counts."""
    scores = [result.points[team] for result in results.values() for team in Team]
    return (2 * sum(scores) + len(scores)) // (2 * len(scores)) if scores else 0


Key = Callable[[Row], int]


def _points(row: Row) -> int:
    return row.points


_LOWEST = -(10**9)
_KEYS: Mapping[str, Key] = {
    "wins": lambda row: row.wins,
    "loners": lambda row: row.loners,
    "high_round": lambda row: _LOWEST if row.high_round is None else row.high_round,
}


def _levels(
    rows: Sequence[Row], keys: Sequence[Key], tie_break: Sequence[str], rounds: Sequence[Round]
) -> Iterator[list[Row]]:
    """The rows in groups that nothing tells apart, best first."""
    groups = [list(rows)]
    for name in ("points", *tie_break):
        parted = []
        for group in groups:
            key = _against(group, rounds) if name == "head_to_head" else _KEYS.get(name, _points)
            parted += [list(level) for _, level in groupby(sorted(group, key=key, reverse=True), key=key)]
        groups = parted
    yield from groups


def _against(group: Sequence[Row], rounds: Sequence[Round]) -> Key:
    """Rounds won against each other minus rounds lost, among those who are still level."""
    level, balance = {row.player for row in group}, {row.player: 0 for row in group}
    if len(level) > 1:
        for round_ in rounds:
            for table in round_.draw.tables:
                if (result := round_.results.get(table.number)) is not None:
                    _weigh(table, result, level, balance)
    return lambda row: balance[row.player]


def _weigh(table: Table, result: Result, level: set[int], balance: dict[int, int]) -> None:
    ours, theirs = result.points[Team.NS], result.points[Team.EW]
    if ours == theirs:
        return
    winner = Team.NS if ours > theirs else Team.EW
    sides = {team: {table.seats[seat] for seat in Seat if seat.team is team} & level for team in Team}
    for player in sides[winner]:
        balance[player] += len(sides[winner.other])
    for player in sides[winner.other]:
        balance[player] -= len(sides[winner])
