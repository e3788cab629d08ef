"""Wrong entries put right (J3, R7.4): what a correction changes, and whether all that follows is still possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.events import types as fact
from referee.events.codec import UnreadableEvent, name_of
from referee.game.claim_judges import admit_claim
from referee.game.forms import check_form, known_card
from referee.game.judges import admit
from referee.game.refused import Refused
from referee.game.state import Match, Over, Playing
from referee.game.timeline import (
    Replacements,
    Standing,
    Timeline,
    replacements_of,
    replacements_of_card,
    rewritten,
)
from referee.rules.cards import Card
from referee.rules.moves import Played, after_taking_back
from referee.rules.whereabouts import fits

CORRECTABLE = (
    fact.DealerDiscarded, fact.BidMade, fact.ContractDeclared, fact.TrumpNamed, fact.CardsExchanged, fact.CardPlayed,
    fact.TrickTaken, fact.TricksCounted, fact.CardsShown, fact.CardsRecorded,
)  # fmt: skip
JUDGED = (*CORRECTABLE, fact.DealStarted, fact.DealThrownIn)


def taken_back(timeline: Timeline, version: int, card: Card) -> fact.CardCorrected:
    """A card of the current trick taken back in time and replaced (R7.4); raises Refused."""
    match = timeline.match
    known_card(match.rules, card)
    _card_entry(timeline, version)
    play = _still_on_the_table(match, version)
    if play is None:
        raise Refused("too-late-to-take-back", "R7.4")
    event = fact.CardCorrected(version, card, "taken-back")
    _admit_taken_back(match, event)
    return event


def _still_on_the_table(match: Match, version: int) -> Played | None:
    """The card of that version, unless the next lead or (option) the next play has been made (R7.4)."""
    stage = match.deal.stage
    if not isinstance(stage, Playing) or not stage.tricks:
        return None
    plays = stage.tricks[-1].plays
    if match.rules.correct_until == "next-play":
        plays = plays[-1:]
    return next((play for play in plays if play.version == version), None)


def _admit_taken_back(match: Match, event: fact.CardCorrected) -> None:
    play = _still_on_the_table(match, event.version)
    if play is None or play.card is None or play.card == event.card:
        raise Refused("correction-does-not-fit", "J3", first=event.version)
    moves = after_taking_back(match.deal.moves, play, event.card, event.version)
    if not fits(match.deal._replace(moves=moves).record(match.rules)):
        raise Refused("correction-does-not-fit", "J3", first=event.version)


def card_corrected(timeline: Timeline, version: int, card: Card) -> tuple[Match, set[int]]:
    """The table with another card played at a version (J3), and the deals it touches; raises Refused."""
    known_card(timeline.match.rules, card)
    entry = _card_entry(timeline, version)
    replacements = replacements_of_card(timeline.head, version, card)
    return _all_that_follows(timeline, replacements), {_deal_of(entry)}


def entries_corrected(timeline: Timeline, entries: Mapping[int, Mapping[str, Any]]) -> tuple[Match, set[int]]:
    """The table with the data of some entries replaced (J3), and the deals it touches; raises Refused."""
    if not entries:
        raise Refused("invalid-request", "J3", field="entries")
    deals = set()
    for version in entries:
        entry = _entry(timeline, version)
        if not isinstance(entry.event, CORRECTABLE):
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


def _all_that_follows(timeline: Timeline, replacements: Replacements) -> Match:
    """The table with every later entry judged again; refused with the first entry that no longer fits (J3)."""
    for version, event in replacements.items():
        if _entry(timeline, version).event == event:
            raise Refused("correction-does-not-fit", "J3", first=version)
    return rewritten(timeline.head, replacements, _still_fits).match


def _still_fits(match: Match, event: fact.Event, version: int) -> None:
    try:
        if isinstance(event, fact.ClaimMade):
            admit_claim(match, event)
        elif isinstance(event, fact.CardCorrected) and event.kind == "taken-back":
            _admit_taken_back(match, event)
        elif isinstance(event, fact.DealThrownIn) and event.reason in ("ace-no-face", "renege"):
            _admit_end_by_ruling(match)
        elif isinstance(event, JUDGED):
            admit(match, event)
    except Refused as refused:
        raise Refused("correction-does-not-fit", "J3", first=version, type=name_of(event)) from refused


def _admit_end_by_ruling(match: Match) -> None:
    """A deal that a ruling has ended stays ended, whatever becomes of the ruling (docs/api.md, Corrections)."""
    if isinstance(match.deal.stage, Over):
        raise Refused("not-now", phase=match.deal.stage.phase.value)
