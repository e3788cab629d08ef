"""Who sat where in each deal, from the whole log, since no rewind takes a change of names back (docs/api.md)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import NamedTuple

from referee.events import types as fact
from referee.events.codec import decoded
from referee.game.timeline import Timeline
from referee.rules.seats import SEATS, Seat

Names = Mapping[Seat, str | None]
Players = Mapping[str, str | None]


class Seating(NamedTuple):
    """`starts`: the version at which each deal began, deal 1 first; `deals`: who sat in each; `last`: who sits now;
    `named`: the versions at which the name of each seat changed."""

    starts: tuple[int, ...]
    deals: tuple[Names, ...]
    last: Names
    named: Mapping[Seat, list[tuple[int, str | None]]]

    def during(self, deal: int) -> Names:
        """The names during that deal."""
        return self.deals[deal - 1]

    def at(self, version: int) -> Names:
        """The names when the entry of that version was made."""
        return _names_at(self.named, version)

    @property
    def changes(self) -> list[int]:
        """The versions at which a name changed, 1 for those of the opening first."""
        return sorted({version for changes in self.named.values() for version, _ in changes})

    def deal_at(self, version: int) -> int:
        """The number of the deal that was current at a version."""
        return bisect_right(self.starts, version)


def seating(timeline: Timeline) -> Seating:
    """Who sat in each standing deal, at its end. A seat without a name then has the first one it gets later."""
    starts = tuple(entry.version for entry in timeline.entries() if isinstance(entry.event, fact.DealStarted))
    named = _names_by_version(timeline)
    ends = [start - 1 for start in starts[1:]] + [timeline.version]
    deals = tuple(_names_at(named, end) for end in ends)
    return Seating(starts, deals, dict(timeline.players), named)


def players_during(timeline: Timeline) -> Callable[[int], Players]:
    """Who sat at each seat in a deal, by its number: rulings and sentences name these, not who sits there now.

    Where no name was ever changed the log is not read."""
    first = next(moment for moment in timeline.moments_back() if moment.before is None)
    if first.players is timeline.players:
        now = by_seat(timeline.players)
        return lambda deal: now
    seats = seating(timeline)
    return lambda deal: by_seat(seats.during(deal))


def by_seat(names: Names) -> dict[str, str | None]:
    """Names under the seats' codes."""
    return {seat.value: names[seat] for seat in SEATS}


def name_changes(timeline: Timeline) -> list[tuple[int, fact.PlayersChanged]]:
    """Every change of names with its version, in order."""
    changes = []
    for recorded in timeline.log():
        if recorded.type.startswith("players-changed"):
            event = decoded(recorded)
            assert isinstance(event, fact.PlayersChanged)
            changes.append((recorded.version, event))
    return changes


def _names_by_version(timeline: Timeline) -> dict[Seat, list[tuple[int, str | None]]]:
    """For each seat the versions at which its name changed, the opening first. A name that was put right from the start
    stands wherever the slip stood, at whatever seat."""
    opening = timeline.match.opening.players
    named = {seat: [(1, opening[seat])] for seat in SEATS}
    for version, change in name_changes(timeline):
        if change.from_the_start:
            right = {named[seat][-1][1]: name for seat, name in change.players.items() if named[seat][-1][1]}
            named = {seat: [(at, right.get(name, name)) for at, name in past] for seat, past in named.items()}
        for seat, name in change.players.items():
            named[seat].append((version, name))
    return named


def _names_at(named: Mapping[Seat, list[tuple[int, str | None]]], version: int) -> dict[Seat, str | None]:
    return {seat: _name_at(changes, version) for seat, changes in named.items()}


def _name_at(changes: list[tuple[int, str | None]], version: int) -> str | None:
    name = [name for changed, name in changes if changed <= version][-1]
    return name or next((later for changed, later in changes if changed > version and later), None)
