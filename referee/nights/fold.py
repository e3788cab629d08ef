"""The fold of a night's log: what each fact changes, and what undo and redo lead to. What matches reported no rewind takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pyrsistent import PMap, pmap

from referee.events.log import Recorded
from referee.nights import facts as fact
from referee.nights.codec import decoded
from referee.nights.state import Drawn, Night, Report, RoundState, Slip, TableState
from referee.nights.values import Entry, Fixed
from referee.rules.seats import Seat, Team


class Step(NamedTuple):
    """An act that stands: its first version, the night after it, and the act before it that stands."""

    act: int
    night: Night
    before: Step | None
    by: str

    def __repr__(self) -> str:
        """Without `before`, which would print all of them."""
        return f"<Step {self.act}>"


class Undone(NamedTuple):
    """A version that redo would lead back to, the act that stood there, and the next that redo would lead to after it."""

    version: int
    head: Step
    rest: Undone | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evening:
    """A night at one version, with all its pasts. `highest` is the highest number that anybody ever had (N1), `matches`
    the round and table of every match that a draw ever opened, whether the draw still stands or not, `told_at` the version
    at which a match of a round last reported."""

    recorded: Recorded
    head: Step
    undone: Undone | None
    reports: PMap[str, tuple[Report, ...]]
    matches: PMap[str, tuple[int, int]]
    told_at: PMap[int, int]
    highest: int
    before: Evening | None
    opened_at: str

    @property
    def night(self) -> Night:
        return self.head.night

    @property
    def version(self) -> int:
        return self.recorded.version

    @property
    def anchor(self) -> tuple[int, str]:
        """The version and its hash."""
        return self.recorded.version, self.recorded.hash

    @property
    def undo_to(self) -> int | None:
        """The version that undo leads to: before the last act that stands; None with nothing to undo."""
        return self.head.act - 1 if self.head.act > 1 and not self.night.closed else None

    @property
    def redo_to(self) -> int | None:
        """The version that redo leads to, None with nothing to redo."""
        return self.undone.version if self.undone and not self.night.closed else None

    def at(self, version: int) -> Evening | None:
        """The night as it was at a version, None if it has no such version."""
        past: Evening | None = self
        while past and past.version > version:
            past = past.before
        return past if past and past.version == version else None

    def after_act(self, version: int) -> Evening | None:
        """The night after the act that ended with this version; None within an act."""
        if version == self.version:
            return self
        after = self.at(version + 1)
        past = after.before if after else None
        return past if past and after and after.recorded.act != past.recorded.act else None

    def brings_back(self, past: Evening) -> bool:
        """Whether what stood there was undone and does not stand now: then redo may lead there."""
        if stands(self.head, past.head):
            return False
        undone = self.undone
        while undone and not stands(undone.head, past.head):
            undone = undone.rest
        return undone is not None


def stands(head: Step, step: Step) -> bool:
    """Whether this act is among those that led to `head`, or is it."""
    last: Step | None = head
    while last and last.act > step.act:
        last = last.before
    return last is not None and last.act == step.act


def fold(log: Iterable[Recorded], evening: Evening | None = None) -> Evening | None:
    """The night after all these events, which follow those of `evening`; None for an empty log."""
    for recorded in log:
        evening = advance(evening, recorded, decoded(recorded))
    return evening


def advance(evening: Evening | None, recorded: Recorded, event: fact.Fact) -> Evening:
    """The night after one more event."""
    if evening is None:
        assert isinstance(event, fact.NightOpened)
        first = Step(recorded.act, Night(event), None, recorded.by)
        return Evening(recorded, first, None, pmap(), pmap(), pmap(), 0, None, recorded.at)
    here = replace(evening, recorded=recorded, before=evening)
    if isinstance(event, fact.MatchReported):
        told = (*evening.reports.get(event.match, ()), Report(recorded.version, event.played))
        told_at = evening.told_at.set(evening.matches[event.match][0], recorded.version)
        return replace(here, reports=evening.reports.set(event.match, told), told_at=told_at)
    if isinstance(event, fact.Rewound):
        return _rewound(evening, here, event.to)
    if isinstance(event, fact.NightReopened):
        assert evening.head.before is not None
        return replace(here, head=evening.head.before)
    night = evolve(evening.night, event, recorded.version)
    same = recorded.act == evening.head.act
    head = Step(recorded.act, night, evening.head.before if same else evening.head, recorded.by)
    highest = max(evening.highest, *event.players) if isinstance(event, fact.PlayersEntered) else evening.highest
    undone, matches = evening.undone if isinstance(event, fact.NightClosed) else None, evening.matches
    if isinstance(event, fact.RoundDrawn):
        matches = matches.update({table.match: (event.round, table.number) for table in event.tables})
    return replace(here, head=head, undone=undone, highest=highest, matches=matches)


def _rewound(evening: Evening, here: Evening, to: int) -> Evening:
    """The night as it stood at `to`. A rewind to what was undone takes an undo back, or a part of it."""
    past = evening.at(to)
    assert past is not None
    undone = evening.undone
    if not evening.brings_back(past):
        undone = Undone(evening.version, evening.head, undone)
    while undone and stands(past.head, undone.head):
        undone = undone.rest
    return replace(here, head=past.head, undone=undone)


def evolve(night: Night, event: fact.Fact, version: int) -> Night:
    """The night after a fact that changes it, recorded at this version."""
    return _EVOLVE[type(event)](night, event, version)


def _entered(night: Night, event: fact.PlayersEntered, version: int) -> Night:
    fixed = Fixed(event.fixed.table, event.fixed.side) if event.fixed else None
    come = {number: Entry(number, name, True, fixed) for number, name in event.players.items()}
    return replace(night, players={**night.players, **come})


def _changed(night: Night, number: int, **changes: Any) -> Night:
    return replace(night, players={**night.players, number: night.players[number]._replace(**changes)})


def _fixed(night: Night, event: fact.PlayerFixed, version: int) -> Night:
    fixed = Fixed(event.fixed.table, event.fixed.side) if event.fixed else None
    return _changed(night, event.player, fixed=fixed)


def _merged(night: Night, event: fact.PlayersMerged, version: int) -> Night:
    one, other = night.players[event.player], night.players[event.into]
    left = {number: entry for number, entry in night.players.items() if number != event.player}
    left[event.into] = other._replace(present=one.present or other.present)
    merged = {was: event.into if now == event.player else now for was, now in night.merged.items()}
    right = night.put_right | {event.player, event.into}
    return replace(night, players=left, merged={**merged, event.player: event.into}, put_right=right)


def _renamed(night: Night, event: fact.PlayerRenamed, version: int) -> Night:
    right = night.put_right | {event.player} if event.from_the_start else night.put_right
    return replace(_changed(night, event.player, name=event.name), put_right=right)


def _drawn(night: Night, event: fact.RoundDrawn, version: int) -> Night:
    tables = tuple(TableState(table.number, table.seats, table.match) for table in event.tables)
    seated = {player for table in tables for player in table.players}
    out = tuple(entry.number for entry in night.present() if entry.number not in seated)
    drawn = Drawn(event.seed, tables, out)
    if event.round > len(night.rounds):
        return replace(night, rounds=(*night.rounds, RoundState(event.round, drawn)))
    before = night.rounds[-1]
    again = replace(before, drawn=drawn, earlier=(*before.earlier, before.drawn))
    return replace(night, rounds=(*night.rounds[:-1], again))


def _in_round(night: Night, number: int, change: Callable[[RoundState], RoundState]) -> Night:
    rounds = (*night.rounds[: number - 1], change(night.rounds[number - 1]), *night.rounds[number:])
    return replace(night, rounds=rounds)


def _at_table(night: Night, round_: int, number: int, change: Callable[[TableState], TableState]) -> Night:
    def changed(state: RoundState) -> RoundState:
        tables = tuple(change(table) if table.number == number else table for table in state.drawn.tables)
        return replace(state, drawn=replace(state.drawn, tables=tables))

    return _in_round(night, round_, changed)


def swapped_drawn(drawn: Drawn, a: int, b: int) -> Drawn:
    """The draw with two players in each other's places."""
    other = {a: b, b: a}

    def seats(table: TableState) -> Mapping[Seat, int]:
        return {seat: other.get(player, player) for seat, player in table.seats.items()}

    tables = tuple(replace(table, seats=seats(table)) for table in drawn.tables)
    return replace(drawn, tables=tables, sitting_out=tuple(sorted(other.get(one, one) for one in drawn.sitting_out)))


def _swapped(night: Night, event: fact.SeatsSwapped, version: int) -> Night:
    return _in_round(
        night, event.round, lambda state: replace(state, drawn=swapped_drawn(state.drawn, event.a, event.b))
    )


def _typed(night: Night, event: fact.ResultTyped, version: int) -> Night:
    slip = Slip(version, event.points, event.loners, event.reneges, event.reason)
    return _at_table(night, event.round, event.table, lambda table: replace(table, slips=(*table.slips, slip)))


def _confirmed(night: Night, event: fact.ResultConfirmed, version: int) -> Night:
    teams = (event.team,) if event.team else tuple(Team)
    new = dict.fromkeys(teams, version)
    return _at_table(
        night, event.round, event.table, lambda table: replace(table, confirmed={**table.confirmed, **new})
    )


def _round_closed(night: Night, event: fact.RoundClosed, version: int) -> Night:
    left_out = frozenset(event.left_out)
    return _in_round(night, event.round, lambda state: replace(state, closed=True, left_out=left_out))


_EVOLVE: Mapping[type, Callable[[Night, Any, int], Night]] = {
    fact.PlayersEntered: _entered,
    fact.PlayerRenamed: _renamed,
    fact.PlayerFixed: _fixed,
    fact.PlayersMerged: _merged,
    fact.PlayerLeft: lambda night, event, version: _changed(night, event.player, present=False),
    fact.PlayerReturned: lambda night, event, version: _changed(night, event.player, present=True),
    fact.RoundDrawn: _drawn,
    fact.SeatsSwapped: _swapped,
    fact.ResultTyped: _typed,
    fact.ResultConfirmed: _confirmed,
    fact.RoundClosed: _round_closed,
    fact.NightClosed: lambda night, event, version: replace(night, closed=True),
}
