"""Wrong entries put right (J3, R7.4): what a correction changes, and whether all that follows is still possible."""

from __future__ import annotations

from referee.events import types as fact
from referee.events.codec import UnreadableEvent, name_of
from referee.game.entries import Standing, changes, entries, following
from referee.game.kinds import KINDS, admit_again, check_form
from referee.game.refused import Refused
from referee.game.state import Bidding, Discarding, Match
from referee.game.tables import Folded, folded, up_to
from referee.game.taken_back import in_time
from referee.game.timeline import Timeline
from referee.rules.cards import Card

Correction = fact.CardCorrected | fact.EntriesCorrected


def taken_back(timeline: Timeline, version: int, card: Card) -> fact.CardCorrected:
    """A card of the current trick taken back in time and replaced (R7.4); raises Refused."""
    _card_entry(timeline, version)
    if in_time(timeline.match, version) is None:
        raise Refused("too-late-to-take-back", "R7.4")
    event = fact.CardCorrected(version, card, "taken-back")
    admit_again(timeline.match, event)
    return event


def card_corrected(timeline: Timeline, event: fact.CardCorrected) -> tuple[Folded, set[int]]:
    """The table with another card played at a version (J3), and the deals that this touches; raises Refused."""
    entry = _card_entry(timeline, event.version)
    return _all_that_follows(timeline, event), {_deal_of(entry)}


def entries_corrected(timeline: Timeline, event: fact.EntriesCorrected) -> tuple[Folded, set[int]]:
    """The table with the data of some entries replaced (J3), and the deals that this touches; raises Refused."""
    if not event.entries:
        raise Refused("invalid-request", "J3", field="entries")
    before = {entry.version: entry for entry in timeline.entries(after=min(event.entries) - 1)}
    for version in event.entries:
        if version not in before:
            raise Refused("no-such-version", "J3", version=version)
        if not KINDS[type(before[version].event)].correctable:
            raise Refused("card-in-no-trick", "J3", version=version, type=name_of(before[version].event))
    try:
        after = {entry.version: entry.event for entry in _entries_with(timeline, event)}
    except UnreadableEvent as error:
        raise Refused("invalid-request", "J3", field="data") from error
    for version in sorted(event.entries, reverse=True):
        if getattr(after[version], "deal", None) != getattr(before[version].event, "deal", None):
            raise Refused("invalid-request", "J3", field="deal")
        check_form(timeline.match.rules, after[version])
    return _all_that_follows(timeline, event), {_deal_of(before[version]) for version in event.entries}


def corrected(timeline: Timeline, event: Correction) -> Folded:
    """The table after a correction, with nothing judged."""
    head = _head_after(timeline, event)
    return folded(head, up_to(timeline.kept, head.rewrites - 1))


def without_last(timeline: Timeline, event: Correction) -> Folded:
    """The same where the last entry, which the correction does not change, is taken back first."""
    last = timeline.head
    assert last.prior is not None
    head = following(last.prior, timeline.version + 2, timeline.version + 1, last.by, event)
    return folded(head, up_to(timeline.kept, head.rewrites - 1))


def deal_is_empty(match: Match) -> bool:
    """Whether nothing is recorded in the current deal, which began by itself after another (R9.3): what was booked in it,
    and a change of its dealer, are no part of it."""
    deal = match.deal
    return bool(match.past) and not deal.calls and not deal.moves and isinstance(deal.stage, (Discarding, Bidding))


def _head_after(timeline: Timeline, event: Correction) -> Standing:
    version = timeline.version + 1
    return following(timeline.head, version, version, timeline.head.by, event)


def _entries_with(timeline: Timeline, event: Correction) -> list[Standing]:
    """The entries from the first that a correction changes, as they read after it."""
    head = _head_after(timeline, event)
    return entries(head, after=head.rewrites - 1)


def _deal_of(entry: Standing) -> int:
    """The deal an entry belongs to: the one it names, or the one that ran before it (it may have ended it)."""
    number: int | None = getattr(entry.event, "deal", None)
    while number is None:
        assert entry.prior is not None
        entry = entry.prior
        number = entry.event.deal if isinstance(entry.event, fact.DealStarted) else None
    return number


def _card_entry(timeline: Timeline, version: int) -> Standing:
    entry = timeline.standing_at(version)
    if entry is None:
        raise Refused("no-such-version", "J3", version=version)
    if not isinstance(entry.event, fact.CardPlayed):
        raise Refused("card-in-no-trick", "J3", version=version, type=name_of(entry.event))
    return entry


def _all_that_follows(timeline: Timeline, event: Correction) -> Folded:
    """The table after a correction, every later entry judged again; refused with the first that no longer fits (J3)."""
    head = _head_after(timeline, event)
    now, then = (
        {entry.version: entry.event for entry in entries(last, after=head.rewrites - 1)}
        for last in (timeline.head, head)
    )
    for version in sorted(changes(event, head.taken_back), reverse=True):
        if now[version] == then[version]:
            raise Refused("correction-does-not-fit", "J3", first=version)

    def admit(match: Match, entry: Standing) -> None:
        if entry.version >= head.rewrites:
            _still_fits(match, entry)

    return folded(head, up_to(timeline.kept, head.rewrites - 1), admit=admit)


def _still_fits(match: Match, entry: Standing) -> None:
    try:
        admit_again(match, entry.event)
    except Refused as refused:
        raise Refused("correction-does-not-fit", "J3", first=entry.version, type=name_of(entry.event)) from refused
