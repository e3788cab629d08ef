"""The fold of a log, with all its pasts: which entries stand, what undo and redo lead to, and what a correction rewrites (J3).

A Timeline is immutable and holds on to the one before it, so the table at any version is a walk, never a new fold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from referee.events import types as fact
from referee.events.codec import data_of, decoded, event_of, name_of
from referee.events.log import Recorded
from referee.game.folds import opened
from referee.game.kinds import evolve
from referee.game.state import Match
from referee.rules.seats import Seat


class Standing(NamedTuple):
    """An entry that stands, the table after it, and the standing entry before it."""

    version: int
    act: int
    by: str
    event: fact.Event
    match: Match
    prior: Standing | None

    def __repr__(self) -> str:
        """Without `prior`, which would print every entry before it."""
        return f"<Standing {self.version} {self.event}>"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Timeline:
    """A match at one version. `redo` holds the versions that redo would lead back to, the next one last."""

    recorded: Recorded
    head: Standing
    players: Mapping[Seat, str | None]
    redo: tuple[int, ...]
    opened_at: str
    before: Timeline | None

    @property
    def version(self) -> int:
        return self.recorded.version

    @property
    def match(self) -> Match:
        return self.head.match

    @property
    def hash(self) -> str:
        return self.recorded.hash

    @property
    def anchor(self) -> tuple[int, str]:
        """Version and hash: what stands for the whole log up to here."""
        return self.version, self.hash

    def at(self, version: int) -> Timeline | None:
        """The table as it was at a version, or None if there is no such version."""
        timeline: Timeline | None = self
        while timeline is not None and timeline.version > version:
            timeline = timeline.before
        return timeline if timeline is not None and timeline.version == version else None

    def after_act(self, version: int) -> Timeline | None:
        """The table as it was after the act that ended with this version; None within an act (docs/api.md, Undo and redo)."""
        later = self
        timeline: Timeline | None = self
        while timeline is not None and timeline.version > version:
            later, timeline = timeline, timeline.before
        if timeline is None or timeline.version != version:
            return None
        within = later is not timeline and later.recorded.act == timeline.recorded.act
        return None if within else timeline

    @property
    def undo_to(self) -> int | None:
        """The version that undo leads to: before the last act that stands; None with nothing to undo."""
        return self.head.act - 1 if self.head.act > 1 and not self.match.closed else None

    @property
    def redo_to(self) -> int | None:
        """The version that redo leads to, None with nothing to redo."""
        return self.redo[-1] if self.redo and not self.match.closed else None

    def brings_back(self, to: int) -> bool:
        """Whether what stood at that version was undone and does not stand now: then redo may lead there (J3)."""
        target = self.at(to)
        if target is None or _stands(self.head, target.head):
            return False
        undone = (self.at(version) for version in self.redo)
        return _leads_on(self.head, target.head) or any(one and _stands(one.head, target.head) for one in undone)

    def standing_at(self, version: int) -> Standing | None:
        """The entry of that version if it stands, as corrected, else None."""
        for entry in entries_back(self.head):
            if entry.version <= version:
                return entry if entry.version == version else None
        return None


def entries_back(head: Standing) -> Iterator[Standing]:
    """The standing entries from the last to the first."""
    entry: Standing | None = head
    while entry is not None:
        yield entry
        entry = entry.prior


def last_act(head: Standing) -> list[Standing]:
    """The entries of the last act that stands, in order."""
    act = []
    for entry in entries_back(head):
        if entry.act != head.act:
            break
        act.append(entry)
    return act[::-1]


def begin(recorded: Recorded) -> Timeline:
    """The timeline of a log's first event, `match-opened`."""
    event = decoded(recorded)
    assert isinstance(event, fact.MatchOpened)
    head = Standing(1, recorded.act, recorded.by, event, opened(event), None)
    return Timeline(recorded, head, dict(event.players), (), recorded.at, None)


def advance(
    timeline: Timeline, recorded: Recorded, event: fact.Event | None = None, known: Match | Standing | None = None
) -> Timeline:
    """The timeline after the next event of the log. The event may be given where it is known, and what it leads to: the
    table after it, or for a correction the entries as it rewrites them."""
    event = decoded(recorded) if event is None else event
    if isinstance(event, fact.PlayersChanged):
        return replace(timeline, recorded=recorded, players={**timeline.players, **event.players}, before=timeline)
    if isinstance(event, fact.Rewound):
        return _rewound(timeline, recorded, event.to)
    if isinstance(event, fact.MatchReopened):
        return _reopened(timeline, recorded)
    if isinstance(known, Match):
        head, table = timeline.head, known
    else:
        head = known or corrected(timeline.head, event)
        table = evolve(head.match, event, recorded.version)
    standing = Standing(recorded.version, recorded.act, recorded.by, event, table, head)
    return Timeline(recorded, standing, timeline.players, (), timeline.opened_at, timeline)


def _rewound(timeline: Timeline, recorded: Recorded, to: int) -> Timeline:
    """The table as it stood at `to`, names apart. A rewind to what was undone takes an undo back, or a part of it: what
    does not stand again then can still be redone, in order."""
    target = timeline.at(to)
    assert target is not None
    undone = timeline.redo if timeline.brings_back(to) else (*timeline.redo, timeline.version)
    redo = tuple(version for version in undone if not _stood_at(timeline, version, target.head))
    return Timeline(recorded, target.head, timeline.players, redo, timeline.opened_at, timeline)


def _stood_at(timeline: Timeline, version: int, head: Standing) -> bool:
    """Whether all that stood at that version stands under this head."""
    moment = timeline.at(version)
    return moment is not None and _stands(head, moment.head)


def _reopened(timeline: Timeline, recorded: Recorded) -> Timeline:
    """The table as it stood before it was closed, with what undo and redo led to; nothing can have been recorded since (R9.6)."""
    before = timeline.before
    assert before is not None
    return Timeline(recorded, before.head, timeline.players, before.redo, timeline.opened_at, timeline)


def _stands(head: Standing, entry: Standing) -> bool:
    """Whether the entry is one of those under this head."""
    for one in entries_back(head):
        if one.version <= entry.version:
            return one is entry
    return False


def _leads_on(head: Standing, target: Standing) -> bool:
    """Whether the target's entries go on from those that stand: then something undone is brought back."""
    for entry in entries_back(target):
        if entry.version <= head.version:
            return entry is head
    return False


def fold(log: Iterable[Recorded], timeline: Timeline | None = None) -> Timeline | None:
    """The timeline after all events of a log, or of a log's tail after `timeline`; None for an empty log."""
    for recorded in log:
        timeline = begin(recorded) if timeline is None else advance(timeline, recorded)
    return timeline


def corrected(head: Standing, event: fact.Event) -> Standing:
    """The entries as a correction of the scorer's slips rewrites them (J3); as they are for any other event."""
    if isinstance(event, fact.CardCorrected) and event.kind == "entry":
        return rewritten(head, replacements_of_card(head, event.version, event.card), without=dropped(head, event))
    if isinstance(event, fact.EntriesCorrected):
        return rewritten(head, replacements_of(head, event.entries), without=dropped(head, event))
    return head


def dropped(head: Standing, event: fact.CardCorrected | fact.EntriesCorrected) -> frozenset[int]:
    """The versions of the entries that began the empty deal, and named its dealer, where it falls away (R9.3)."""
    if not event.undealt:
        return frozenset()
    begun = (fact.DealStarted, fact.DealerChanged)
    current = head.match.deal.number
    entries = (entry for entry in entries_back(head) if isinstance(entry.event, begun))
    return frozenset(entry.version for entry in entries if entry.event.deal == current)  # type: ignore[union-attr]


Replacements = Mapping[int, fact.Event]


def replacements_of_card(head: Standing, version: int, card: Any) -> Replacements:
    """The entry that a card correction changes: the card played, or the one that last replaced it (R7.4)."""
    for entry in entries_back(head):
        taken_back = isinstance(entry.event, fact.CardCorrected) and entry.event.kind == "taken-back"
        if entry.version == version or (taken_back and entry.event.version == version):  # type: ignore[union-attr]
            return {entry.version: event_of(name_of(entry.event), {**data_of(entry.event), "card": str(card)})}
    raise AssertionError(version)


def replacements_of(head: Standing, entries: Mapping[int, Mapping[str, Any]]) -> Replacements:
    """The entries with the named members of their data changed; raises UnreadableEvent for data of the wrong shape."""
    changed: dict[int, fact.Event] = {}
    for entry in entries_back(head):
        if entry.version in entries:
            data = {**data_of(entry.event), **entries[entry.version]}
            changed[entry.version] = event_of(name_of(entry.event), data)
    return changed


def rewritten(
    head: Standing,
    replacements: Replacements,
    admit: Callable[[Match, fact.Event, int], None] | None = None,
    without: frozenset[int] = frozenset(),
) -> Standing:
    """The standing entries with some replaced, those `without` left out, and every later table worked out anew.

    `admit`, where given, judges each entry before it is applied: it raises for the first that no longer fits."""
    kept: Standing = head
    later: list[Standing] = []
    while kept.version >= min((*replacements, *without)):
        later.append(kept)
        assert kept.prior is not None
        kept = kept.prior
    for entry in reversed(later):
        event = replacements.get(entry.version, entry.event)
        if entry.version in without:
            continue
        if admit:
            admit(kept.match, event, entry.version)
        match = evolve(kept.match, event, entry.version)
        kept = Standing(entry.version, entry.act, entry.by, event, match, kept)
    return kept


def standing(log: Iterable[Recorded]) -> list[Recorded]:
    """The events of a log that stand after all its rewinds, names apart; corrections change what they say, not which."""
    timeline = fold(log)
    if timeline is None:
        return []
    versions = {entry.version for entry in entries_back(timeline.head)}
    recorded: list[Recorded] = []
    step: Timeline | None = timeline
    while step is not None:
        if step.version in versions:
            recorded.append(step.recorded)
        step = step.before
    return recorded[::-1]
