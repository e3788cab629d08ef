"""The fold of a log, with all its pasts: which entries stand, what undo and redo lead to, and the table at any version (J3).

A version costs a Moment, which holds no table; the table of an earlier version is folded anew from the last one kept before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from referee.events import types as fact
from referee.events.codec import decoded
from referee.events.log import Recorded
from referee.game.entries import Standing, entries, following, same_up_to, stands
from referee.game.folds import opened
from referee.game.state import Match
from referee.game.tables import Folded, Kept, folded, kept_after, tables, up_to
from referee.rules.seats import Seat

EVENT_BYTES, DATA_BYTES = 1_500, 8  # for an event, and for a character of its data


class Undone(NamedTuple):
    """A version that redo would lead back to, its last entry, and the next one that redo would lead to after it."""

    version: int
    head: Standing
    rest: Undone | None

    def __repr__(self) -> str:
        """Without `rest`, which would print all of them."""
        return f"<Undone {self.version}>"


class Scorer(NamedTuple):
    """At which seat the scorer sits, if at any, and whom each seat wants in the scorer's place."""

    seat: Seat | None
    proposed: Mapping[Seat, Seat]


class Moment(NamedTuple):
    """What one event of the log left: the entries that stand, the names, the scorer, and what redo leads to.

    `deal` is the number of the current deal and `deals` the highest in any past; `size` is the length of all data so far."""

    recorded: Recorded
    head: Standing
    players: Mapping[Seat, str | None]
    undone: Undone | None
    before: Moment | None
    deal: int
    deals: int
    size: int
    scorer: Scorer
    rematch: fact.RematchOpened | None

    def __repr__(self) -> str:
        """Without `before`, which would print the whole log."""
        return f"<Moment {self.recorded.version}>"

    @property
    def closed(self) -> bool:
        """Whether the match was closed (R9.3)."""
        return isinstance(self.head.event, fact.MatchClosed)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Timeline:
    """A match at one version: what has led to it, the table, and the tables kept on the way."""

    moment: Moment
    match: Match
    kept: Kept
    opened_at: str

    @property
    def recorded(self) -> Recorded:
        return self.moment.recorded

    @property
    def head(self) -> Standing:
        return self.moment.head

    @property
    def players(self) -> Mapping[Seat, str | None]:
        return self.moment.players

    @property
    def version(self) -> int:
        return self.moment.recorded.version

    @property
    def hash(self) -> str:
        return self.moment.recorded.hash

    @property
    def weight(self) -> int:
        """About how many bytes it holds on to, rather more than less (benchmarks.budgets)."""
        return EVENT_BYTES * self.version + DATA_BYTES * self.moment.size

    @property
    def before(self) -> Timeline | None:
        """The match as it was before its last event, None at the first."""
        return self.at(self.version - 1)

    def moments_back(self) -> Iterator[Moment]:
        """What each event left, from the last to the first."""
        moment: Moment | None = self.moment
        while moment is not None:
            yield moment
            moment = moment.before

    def log(self, after: int = 0) -> list[Recorded]:
        """The events after a version."""
        log = []
        for moment in self.moments_back():
            if moment.recorded.version <= after:
                break
            log.append(moment.recorded)
        return log[::-1]

    def moment_at(self, version: int) -> Moment | None:
        """What the event of that version left, or None if there is no such version."""
        for moment in self.moments_back():
            if moment.recorded.version <= version:
                return moment if moment.recorded.version == version else None
        return None

    @property
    def anchor(self) -> tuple[int, str]:
        """Version and hash: what stands for the whole log up to here."""
        return self.version, self.hash

    def at(self, version: int) -> Timeline | None:
        """The match as it was at a version, or None if there is no such version."""
        moment = self.moment_at(version)
        return _reached(self, moment) if moment else None

    def after_act(self, version: int) -> Moment | None:
        """What the act left that ended with this version; None within an act (docs/api.md, Undo and redo)."""
        moment, next_ = self.moment_at(version), self.moment_at(version + 1)
        within = moment is not None and next_ is not None and next_.recorded.act == moment.recorded.act
        return None if within else moment

    @property
    def undo_to(self) -> int | None:
        """The version that undo leads to: before the last act that stands; None with nothing to undo."""
        return self.head.act - 1 if self.head.act > 1 and not self.match.closed else None

    @property
    def redo_to(self) -> int | None:
        """The version that redo leads to, None with nothing to redo."""
        return self.moment.undone.version if self.moment.undone and not self.match.closed else None

    def brings_back(self, to: int) -> bool:
        """Whether what stood at that version was undone and does not stand now: then redo may lead there (J3)."""
        target = self.moment_at(to)
        return target is not None and _brings_back(self.moment, target)

    def entries(self, after: int = 0) -> list[Standing]:
        """The entries that stand after a version, in order, as corrected."""
        return entries(self.head, after)

    def tables(self) -> Iterator[tuple[Standing, Match]]:
        """The same from the first on, each with the table after it."""
        return tables(self.head, up_to(self.kept, 1).match)

    def standing_at(self, version: int) -> Standing | None:
        """The entry of that version if it stands, as corrected, else None."""
        first = next(iter(self.entries(version - 1)), None)
        return first if first and first.version == version else None


def begin(recorded: Recorded) -> Timeline:
    """The timeline of a log's first event, `match-opened`."""
    event = decoded(recorded)
    assert isinstance(event, fact.MatchOpened)
    table, head = opened(event), Standing(1, recorded.act, recorded.by, event, None)
    scorer = Scorer(None, {})
    moment = Moment(recorded, head, dict(event.players), None, None, 0, 0, len(recorded.data), scorer, None)
    return Timeline(moment, table, Kept(1, table, None), recorded.at)


def advance(
    timeline: Timeline, recorded: Recorded, event: fact.Event | None = None, known: Match | Folded | None = None
) -> Timeline:
    """The timeline after the next event of the log. The event may be given where it is known, and the table after it; for
    a correction with the tables that it has led to."""
    moment = _next(timeline.moment, recorded, decoded(recorded) if event is None else event)
    if known is None or moment.head.version != recorded.version:
        return _reached(timeline, moment)
    if isinstance(known, Folded):
        return Timeline(moment, known.match, known.kept, timeline.opened_at)
    assert not moment.head.rewrites
    return Timeline(moment, known, kept_after(timeline.kept, recorded.version, known), timeline.opened_at)


def fold(log: Iterable[Recorded], timeline: Timeline | None = None) -> Timeline | None:
    """The timeline after all events of a log, or of a log's tail after `timeline`; None for an empty log.

    Tables are folded once, for what stands in the end."""
    events = iter(log)
    if timeline is None:
        first = next(events, None)
        if first is None:
            return None
        timeline = begin(first)
    moment = timeline.moment
    for recorded in events:
        moment = _next(moment, recorded, decoded(recorded))
    return _reached(timeline, moment)


def moments(timeline: Timeline) -> Iterator[Timeline]:
    """The match after each of its events, from the first on."""
    past = list(timeline.moments_back())
    here = begin(past[-1].recorded)
    for moment in reversed(past):
        here = replace(here, moment=moment) if moment.before is None else _reached(here, moment)
        yield here


def _reached(timeline: Timeline, moment: Moment) -> Timeline:
    """The match at another moment of the same log; its table is folded from the tables kept that hold there, too."""
    if moment.head is timeline.head:
        return replace(timeline, moment=moment)
    same = same_up_to(timeline.head, moment.head)
    kept = up_to(timeline.kept, same)
    known = Kept(same, timeline.match, kept) if same == timeline.head.version else kept
    match, kept = folded(moment.head, kept, known)
    return Timeline(moment, match, kept, timeline.opened_at)


def _next(moment: Moment, recorded: Recorded, event: fact.Event) -> Moment:
    size = moment.size + len(recorded.data)
    if isinstance(event, _ASIDE):
        return _aside(moment, moment._replace(recorded=recorded, before=moment, size=size), event)
    head, deal = following(moment.head, recorded.version, recorded.act, recorded.by, event), moment.deal
    if isinstance(event, fact.DealStarted):
        deal = event.deal
    elif head.without:
        deal -= 1
    deals = moment.deals if deal <= moment.deals else deal
    return Moment(recorded, head, moment.players, None, moment, deal, deals, size, moment.scorer, moment.rematch)


_NOTES = (fact.PlayersChanged, fact.ScorerProposed, fact.ScorerChanged, fact.RematchOpened)
_ASIDE = (*_NOTES, fact.Rewound, fact.MatchReopened)


def _aside(moment: Moment, here: Moment, event: Any) -> Moment:
    """What undo, redo, reopening and notes leave: none of them is an entry of the game."""
    if isinstance(event, _NOTES):
        return _noted(here, event)
    return _rewound(moment, here, event.to) if isinstance(event, fact.Rewound) else _reopened(moment, here)


def _noted(
    here: Moment, event: fact.PlayersChanged | fact.ScorerProposed | fact.ScorerChanged | fact.RematchOpened
) -> Moment:
    """What is no entry of the game, and what no rewind takes back: names, the scorer, where the table plays on."""
    match event:
        case fact.PlayersChanged():
            return here._replace(players={**here.players, **event.players})
        case fact.ScorerProposed():
            return here._replace(scorer=here.scorer._replace(proposed={**here.scorer.proposed, event.by: event.seat}))
        case fact.ScorerChanged():
            return here._replace(scorer=Scorer(event.seat, {}))
    return here._replace(rematch=event)


def _rewound(moment: Moment, here: Moment, to: int) -> Moment:
    """The table as it stood at `to`, names apart. A rewind to what was undone takes an undo back, or a part of it: what
    does not stand again then can still be redone, in order."""
    target = moment
    while target.recorded.version > to:
        assert target.before is not None
        target = target.before
    undone = moment.undone
    if not _brings_back(moment, target):
        undone = Undone(moment.recorded.version, moment.head, undone)
    if not stands(moment.head, target.head) or target.head is moment.head:  # else nothing undone can stand again
        undone = _still_undone(undone, target.head)
    return here._replace(head=target.head, deal=target.deal, undone=undone)


def _still_undone(undone: Undone | None, head: Standing) -> Undone | None:
    """Those of which not all that stood then stands under this head."""
    cells = []
    while undone:
        cells.append(undone)
        undone = undone.rest
    left: Undone | None = None
    for cell in reversed(cells):
        if not stands(head, cell.head):
            left = cell if cell.rest is left else Undone(cell.version, cell.head, left)
    return left


def _brings_back(moment: Moment, target: Moment) -> bool:
    if stands(moment.head, target.head):
        return False
    if stands(target.head, moment.head):
        return True
    undone = moment.undone
    while undone:
        if stands(undone.head, target.head):
            return True
        undone = undone.rest
    return False


def _reopened(moment: Moment, here: Moment) -> Moment:
    """The table as it stood before it was closed, with what undo and redo led to; nothing can have been recorded since but
    who keeps the score and where the table plays on (R9.6)."""
    before: Moment | None = moment
    while before is not None and before.closed:
        before = before.before
    assert before is not None
    return here._replace(head=before.head, undone=before.undone)


def rewritten(timeline: Timeline, replaced: Mapping[int, fact.Event], without: Collection[int]) -> Timeline:
    """The match with some entries replaced and some left out, for readers who may not see all; nothing is judged."""
    head: Standing | None = None
    for entry in timeline.entries():
        if entry.version not in without:
            event = replaced.get(entry.version, entry.event)
            head = Standing(entry.version, entry.act, entry.by, event, head)
    assert head is not None
    match, kept = folded(head, up_to(timeline.kept, 1))
    return Timeline(timeline.moment._replace(head=head), match, kept, timeline.opened_at)


def standing(log: Iterable[Recorded]) -> list[Recorded]:
    """The events of a log that stand after all its rewinds, names apart; corrections change what they say, not which."""
    timeline = fold(log)
    if timeline is None:
        return []
    versions = {entry.version for entry in timeline.entries()}
    return [recorded for recorded in timeline.log() if recorded.version in versions]
