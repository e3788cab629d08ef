"""What is written of a night: its rounds with names instead of numbers, its standings and prizes. Read-only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from referee.i18n import text
from referee.nights.fold import Evening
from referee.nights.results import outcome
from referee.nights.scores import NightStandingsReply, standings_view
from referee.nights.state import RoundState, TableState
from referee.rules.seats import SEATS, TEAMS

Paper = Literal["a4", "letter"]


class NightSource(NamedTuple):
    """A night to be written. `address` is where its tables can be opened, without a slash at the end; it stands in QR codes only."""

    evening: Evening
    lang: str = "en"
    separator: str = "comma"
    paper: Paper = "a4"
    address: str = ""

    def word(self, key: str, **facts: object) -> str:
        """A text of the night's screens, which files share."""
        return text(f"page.night.{key}", self.lang, **facts)

    def name(self, number: int) -> str:
        """The name of an entry, also of one that counts for another now."""
        night = self.evening.night
        return night.players[night.merged.get(number, number)].name

    def standings(self) -> NightStandingsReply:
        return standings_view(self.evening)


class TableRow(NamedTuple):
    """A table of a round: names by seat, and the points by team where there is a result."""

    number: int
    match: str
    names: tuple[str, str, str, str]
    points: tuple[int, int] | None


def table_rows(source: NightSource, state: RoundState) -> Iterator[TableRow]:
    """The tables of a round by number."""
    for table in state.drawn.tables:
        names = tuple(source.name(table.seats[seat]) for seat in SEATS)
        yield TableRow(table.number, table.match, names, _points(source, table))  # type: ignore[arg-type]


def _points(source: NightSource, table: TableState) -> Any:
    found = outcome(source.evening, table)
    return tuple(found.result.points[team] for team in TEAMS) if found else None
