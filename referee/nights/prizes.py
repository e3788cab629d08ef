"""Prizes (N6): who gets which, in the order given; level players share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.nights.standings import Row


class Prize(NamedTuple):
    """A prize, who shares it, and for what value; nobody where it is worth nothing."""

    prize: str
    players: tuple[int, ...]
    value: int | None


def prizes(rows: Sequence[Row], wanted: Sequence[str], one_each: bool, rounds: int, pairs: bool) -> tuple[Prize, ...]:
    """The prizes of these standings over so many rounds. `one_each`: who has one gets no second, the next in order does."""
    had: set[int] = set()
    given = []
    for name in wanted:
        left = [row for row in rows if not (one_each and row.player in had)]
        prize = _GIVE[name](left, rounds, pairs)
        had |= set(prize.players)
        given.append(prize)
    return tuple(given)


def _nobody(name: str) -> Prize:
    return Prize(name, (), None)


def _total(rows: Sequence[Row], rounds: int, pairs: bool) -> Prize:
    if not rows or not rounds:
        return _nobody("total")
    best = min(row.place for row in rows)
    winners = [row for row in rows if row.place == best]
    return Prize("total", tuple(row.player for row in winners), winners[0].points)


def _most(name: str, value: Callable[[Row], int | None], least: int) -> Callable[[Sequence[Row], int, bool], Prize]:
    def give(rows: Sequence[Row], rounds: int, pairs: bool) -> Prize:
        values = {row.player: value(row) for row in rows}
        best = max((one for one in values.values() if one is not None), default=None)
        if best is None or best < least:
            return _nobody(name)
        return Prize(name, tuple(row.player for row in rows if values[row.player] == best), best)

    return give


def _low_total(rows: Sequence[Row], rounds: int, pairs: bool) -> Prize:
    there = [row for row in rows if rounds and len(row.rounds) == rounds]
    if not there:
        return _nobody("low_total")
    lowest = min(row.points for row in there)
    return Prize("low_total", tuple(row.player for row in there if row.points == lowest), lowest)


def _pair_total(rows: Sequence[Row], rounds: int, pairs: bool) -> Prize:
    return _total(rows, rounds, pairs)._replace(prize="pair_total") if pairs else _nobody("pair_total")


_GIVE: Mapping[str, Callable[[Sequence[Row], int, bool], Prize]] = {
    "total": _total,
    "most_loners": _most("most_loners", lambda row: row.loners, 1),
    "high_round": _most("high_round", lambda row: row.high_round, -(10**9)),
    "low_total": _low_total,
    "pair_total": _pair_total,
}
