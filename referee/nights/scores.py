"""The standings and prizes of a night, and a player's card, as plain values (N5, N6). Worked out from the log at any version."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Annotated, TypedDict

from referee.nights.fold import Evening
from referee.nights.prizes import Prize, prizes
from referee.nights.results import provisional, rounds
from referee.nights.standings import Row, standings
from referee.projections.views import SeatCode
from referee.rules.seats import SEATS

_ONE_AT_A_TIME = Lock()
PrizeCode = Annotated[str, ("total", "most_loners", "high_round", "low_total", "pair_total")]


class RoundPointsView(TypedDict):
    """What one round brought."""

    round: int
    points: int
    sat_out: bool


class StandingsRow(TypedDict):
    """A player's line; `high_round` is null for who has played no round."""

    player: int
    name: str
    place: int
    points: int
    wins: int
    loners: int
    high_round: int | None
    rounds: list[RoundPointsView]


class PrizeView(TypedDict):
    """A prize: who has it, several where they are level, and for what; nobody where it is worth nothing."""

    prize: PrizeCode
    players: list[int]
    value: int | None


class NightStandingsReply(TypedDict):
    """Everybody's place and the prizes; `provisional` while a closed round lacks a result that it had."""

    rows: list[StandingsRow]
    prizes: list[PrizeView]
    provisional: bool


class OwnSeat(TypedDict):
    """Where a player sits in the running round."""

    round: int
    table: int
    match: str
    seat: SeatCode


class CardReply(StandingsRow):
    """A player's row and, in the running round, the own seat; null for who sits out or between two rounds."""

    seat: OwnSeat | None
    sits_out: bool


def rows(evening: Evening, until: int | None = None) -> tuple[Row, ...]:
    """The standings after round `until`, or after all. All phones ask at once after each result: one works it out."""
    with _ONE_AT_A_TIME:
        return _rows(evening, until)


@lru_cache(16)
def _rows(evening: Evening, until: int | None) -> tuple[Row, ...]:
    night, law = evening.night, evening.night.opening
    entries = tuple(entry for _, entry in sorted(night.players.items()))
    return standings(entries, rounds(evening, until), law.sit_out, law.tie_break)


def prizes_of(evening: Evening, placed: tuple[Row, ...], until: int | None = None) -> tuple[Prize, ...]:
    """The prizes of these standings."""
    law = evening.night.opening
    closed = sum(round_.closed for round_ in evening.night.rounds[:until])
    return prizes(placed, law.prizes, law.one_each, closed, evening.night.pairs)


@lru_cache(16)
def standings_view(evening: Evening, until: int | None = None) -> NightStandingsReply:
    """Standings and prizes."""
    placed = rows(evening, until)
    return {
        "rows": [row_view(row) for row in placed],
        "prizes": [
            {"prize": prize.prize, "players": list(prize.players), "value": prize.value}
            for prize in prizes_of(evening, placed, until)
        ],
        "provisional": provisional(evening),
    }


def row_view(row: Row) -> StandingsRow:
    """One line of the standings."""
    return {
        "player": row.player,
        "name": row.name,
        "place": row.place,
        "points": row.points,
        "wins": row.wins,
        "loners": row.loners,
        "high_round": row.high_round,
        "rounds": [{"round": one.round, "points": one.points, "sat_out": one.sat_out} for one in row.rounds],
    }


def card_view(evening: Evening, number: int) -> CardReply:
    """A player's card."""
    row = next(row for row in rows(evening) if row.player == number)
    night, running = evening.night, evening.night.running
    seat: OwnSeat | None = None
    for table in running.drawn.tables if running else ():
        here = [seat for seat in SEATS if night.merged.get(table.seats[seat], table.seats[seat]) == number]
        if running and here:
            seat = {"round": running.number, "table": table.number, "match": table.match, "seat": here[0].value}
    out = running is not None and number in {night.merged.get(one, one) for one in running.drawn.sitting_out}
    return {**row_view(row), "seat": seat, "sits_out": out}
