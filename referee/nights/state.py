"""A night as its facts leave it, immutable: who plays, the rounds drawn so far, and what the tables brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.nights.facts import NightOpened, Played
from referee.nights.values import Draw, Entry, Movement, Table
from referee.rules.seats import Seat, Team

SLIP, MATCH = "slip", "match"


class Slip(NamedTuple):
    """A result as it was typed, at this version of the night's log."""

    version: int
    points: Mapping[Team, int]
    loners: Mapping[Team, int]
    reneges: Mapping[Team, int]
    reason: str | None


class Report(NamedTuple):
    """What a match of the night last brought, None while it is open, at this version of the night's log."""

    version: int
    played: Played | None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class TableState:
    """One table of a round. Of the slips the last one stands; `confirmed` says at which version of its result (N7)."""

    number: int
    seats: Mapping[Seat, int]
    match: str
    slips: tuple[Slip, ...] = ()
    confirmed: Mapping[Team, int] = field(default_factory=dict)

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits here, each number once."""
        return tuple(dict.fromkeys(self.seats.values()))


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """One draw of a round: its seed, its tables in their order, and who sits out."""

    seed: int
    tables: tuple[TableState, ...]
    sitting_out: tuple[int, ...]

    def as_draw(self) -> Draw:
        """The same as the movements know it."""
        return Draw(tuple(Table(table.number, table.seats) for table in self.tables), self.sitting_out)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class RoundState:
    """A round: the draw that stands, and those before it that were drawn again."""

    number: int
    drawn: Drawn
    earlier: tuple[Drawn, ...] = ()
    closed: bool = False
    left_out: frozenset[int] = frozenset()

    def table(self, number: int) -> TableState | None:
        """The table of that number."""
        return next((table for table in self.drawn.tables if table.number == number), None)


@dataclass(frozen=True, slots=True, eq=False)
class Night:
    """What undo and redo move between: the law of the night, its players and its rounds. `merged` leads from a number to
    the one for which it counts; `put_right` are those whose name was put right from the start, or merged."""

    opening: NightOpened
    players: Mapping[int, Entry] = field(default_factory=dict)
    rounds: tuple[RoundState, ...] = ()
    merged: Mapping[int, int] = field(default_factory=dict)
    put_right: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def running(self) -> RoundState | None:
        """The round that is drawn and not closed."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def pairs(self) -> bool:
        """Whether an entry is a pair (N1)."""
        return self.opening.scoring == "pairs"

    @property
    def movement(self) -> Movement:
        """The movement with its options (N3)."""
        law = self.opening
        steps = tuple((seat, law.steps[seat]) for seat in (Seat.S, Seat.E, Seat.W))
        return Movement(law.movement, law.movers, law.partners, steps)

    @property
    def seed(self) -> int:
        """The seed of the last draw that stands, else that of the night: a redraw takes the next (N3)."""
        return self.rounds[-1].drawn.seed if self.rounds else self.opening.seed

    def present(self) -> tuple[Entry, ...]:
        """Who can be seated, by number."""
        return tuple(entry for _, entry in sorted(self.players.items()) if entry.present)

    def tables(self) -> Iterator[tuple[RoundState, TableState]]:
        """Every table of a draw that stands."""
        for round_ in self.rounds:
            for table in round_.drawn.tables:
                yield round_, table
