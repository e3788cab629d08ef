"""What each table brought, as it stands: the typed slip over the closed match, confirmed or not, and the rounds made of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from referee.nights.fold import Evening
from referee.nights.state import MATCH, SLIP, Night, Report, RoundState, Slip, TableState
from referee.nights.values import Draw, Result, Round, Table
from referee.rules.seats import TEAMS, Team


class Outcome(NamedTuple):
    """The result of a table: where it comes from, since which version, who confirmed it, and whether it counts (N7)."""

    result: Result
    source: str
    version: int
    reason: str | None
    confirmed: tuple[Team, ...]
    counts: bool


def outcome(evening: Evening, table: TableState) -> Outcome | None:
    """The result of a table, None while it has none: a typed slip stands over what its match reported."""
    if table.slips:
        slip = table.slips[-1]
        return _outcome(evening.night, table, of_slip(slip), SLIP, slip.version, slip.reason)
    report = reported(evening, table)
    result = of_report(report, table)
    return _outcome(evening.night, table, result, MATCH, report.version, None) if report and result else None


def reported(evening: Evening, table: TableState) -> Report | None:
    """What the table's match said last; None if it never had a result."""
    told = evening.reports.get(table.match, ())
    return told[-1] if told else None


def of_slip(slip: Slip) -> Result:
    """A slip as a result; nobody knows which of the team made its asks and moons."""
    return Result(slip.points, slip.loners, slip.reneges, {})


def of_report(report: Report | None, table: TableState) -> Result | None:
    """What a match brought as a result, its makers by number; None if it is open."""
    if report is None or report.played is None:
        return None
    played, makers = report.played, dict[int, int]()
    for seat, made in played.makers.items():
        makers[table.seats[seat]] = makers.get(table.seats[seat], 0) + made
    return Result(played.points, played.loners, played.reneges, makers)


def _outcome(night: Night, table: TableState, result: Result, source: str, version: int, reason: str | None) -> Outcome:
    confirmed = tuple(team for team in TEAMS if table.confirmed.get(team, 0) > version)
    counts = night.opening.confirm == "none" or len(confirmed) == len(TEAMS)
    return Outcome(result, source, version, reason, confirmed, counts)


def missing(evening: Evening, round_: RoundState) -> tuple[int, ...]:
    """The tables of a round without a result that are not left out."""
    return tuple(
        table.number
        for table in round_.drawn.tables
        if outcome(evening, table) is None and table.number not in round_.left_out
    )


def unconfirmed(evening: Evening, round_: RoundState) -> tuple[int, ...]:
    """The tables whose result does not count yet because it is not confirmed (N7)."""
    found = ((table.number, outcome(evening, table)) for table in round_.drawn.tables)
    return tuple(number for number, here in found if here and not here.counts and number not in round_.left_out)


def provisional(evening: Evening) -> bool:
    """Whether a closed round lacks a result that it had when it was closed."""
    return any(
        missing(evening, round_) or unconfirmed(evening, round_) for round_ in evening.night.rounds if round_.closed
    )


def rounds(evening: Evening, until: int | None = None) -> tuple[Round, ...]:
    """The rounds up to this number with the results that count, as standings and movements take them."""
    merged = evening.night.merged
    return tuple(_round(evening, one, merged) for one in evening.night.rounds[:until])


_MADE: WeakKeyDictionary[RoundState, tuple[int, Mapping[int, int], Round]] = WeakKeyDictionary()


def _round(evening: Evening, state: RoundState, merged: Mapping[int, int]) -> Round:
    """A round, made anew only when something of it changed."""
    told_at = evening.told_at.get(state.number, 0)
    made = _MADE.get(state)
    if made is None or made[0] != told_at or made[1] is not merged:
        made = _MADE[state] = told_at, merged, _made(evening, state, merged)
    return made[2]


def _made(evening: Evening, state: RoundState, merged: Mapping[int, int]) -> Round:
    found = ((table.number, outcome(evening, table)) for table in state.drawn.tables)
    results = {number: here.result for number, here in found if here and here.counts}
    draw = state.drawn.as_draw()
    if merged:
        draw = _with_merged(draw, merged)
        results = {number: _makers_merged(result, merged) for number, result in results.items()}
    return Round(state.number, draw, results, state.left_out - results.keys(), state.closed, state.drawn.seed)


def _with_merged(draw: Draw, merged: Mapping[int, int]) -> Draw:
    tables = tuple(
        Table(table.number, {seat: merged.get(player, player) for seat, player in table.seats.items()})
        for table in draw.tables
    )
    return Draw(tables, tuple(merged.get(player, player) for player in draw.sitting_out))


def _makers_merged(result: Result, merged: Mapping[int, int]) -> Result:
    makers: dict[int, int] = {}
    for player, made in result.makers.items():
        makers[merged.get(player, player)] = makers.get(merged.get(player, player), 0) + made
    return result._replace(makers=makers)
