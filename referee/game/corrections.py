"""Wrong entries put right (J3, R7.4): what a correction changes, and whether all that follows is still possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.events import types as fact
from referee.events.codec import UnreadableEvent, name_of
from referee.game.kinds import KINDS, admit_again, check_form
from referee.game.refused import Refused
from referee.game.state import Bidding, Discarding, Match
from referee.game.taken_back import in_time
from referee.game.timeline import (
    Replacements,
    Standing,
    Timeline,
    replacements_of,
    replacements_of_card,
    rewritten,
)
from referee.rules.cards import Card


def taken_back(timeline: Timeline, version: int, card: Card) -> fact.CardCorrected:
    """A card of the current trick taken back in time and replaced (R7.4); raises Refused."""
    _card_entry(timeline, version)
    if in_time(timeline.match, version) is None:
        raise Refused("too-late-to-take-back", "R7.4")
    event = fact.CardCorrected(version, card, "taken-back")
    admit_again(timeline.match, event)
    return event


def card_corrected(timeline: Timeline, version: int, card: Card) -> tuple[Standing, set[int]]:
    """The entries with another card played at a version (J3), and the deals it touches; raises Refused."""
    entry = _card_entry(timeline, version)
    replacements = replacements_of_card(timeline.head, version, card)
    return _all_that_follows(timeline, replacements), {_deal_of(entry)}


def entries_corrected(timeline: Timeline, entries: Mapping[int, Mapping[str, Any]]) -> tuple[Standing, set[int]]:
    """The entries with the data of some entries replaced (J3), and the deals it touches; raises Refused."""
    if not entries:
        raise Refused("invalid-request", "J3", field="entries")
    deals = set()
    for version in entries:
        entry = _entry(timeline, version)
        if not KINDS[type(entry.event)].correctable:
            raise Refused("card-in-no-trick", "J3", version=version, type=name_of(entry.event))
        deals.add(_deal_of(entry))
    try:
        replacements = replacements_of(timeline.head, entries)
    except UnreadableEvent as error:
        raise Refused("invalid-request", "J3", field="data") from error
    for version, event in replacements.items():
        if getattr(event, "deal", None) != getattr(_entry(timeline, version).event, "deal", None):
            raise Refused("invalid-request", "J3", field="deal")
        check_form(timeline.match.rules, event)
    return _all_that_follows(timeline, replacements), deals


def deal_is_empty(match: Match) -> bool:
    """Whether nothing is recorded in the current deal, which began by itself after another (R9.3): what was booked in it,
    and a change of its dealer, are no part of it."""
    deal = match.deal
    return bool(match.past) and not deal.calls and not deal.moves and isinstance(deal.stage, (Discarding, Bidding))


def _deal_of(entry: Standing) -> int:
    """The deal an entry belongs to: the one it names, or the one that ran before it (it may have ended it)."""
    number: int | None = getattr(entry.event, "deal", None)
    return number if number is not None else entry.match.deal.number


def _entry(timeline: Timeline, version: int) -> Standing:
    entry = timeline.standing_at(version)
    if entry is None:
        raise Refused("no-such-version", "J3", version=version)
    return entry


def _card_entry(timeline: Timeline, version: int) -> Standing:
    entry = _entry(timeline, version)
    if not isinstance(entry.event, fact.CardPlayed):
        raise Refused("card-in-no-trick", "J3", version=version, type=name_of(entry.event))
    return entry


def _all_that_follows(timeline: Timeline, replacements: Replacements) -> Standing:
    """The entries as replaced, every later one judged again; refused with the first that no longer fits (J3)."""
    for version, event in replacements.items():
        if _entry(timeline, version).event == event:
            raise Refused("correction-does-not-fit", "J3", first=version)
    return rewritten(timeline.head, replacements, _still_fits)


def _still_fits(match: Match, event: fact.Event, version: int) -> None:
    try:
        admit_again(match, event)
    except Refused as refused:
        raise Refused("correction-does-not-fit", "J3", first=version, type=name_of(event)) from refused
