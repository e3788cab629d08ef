"""What only the scorer is shown during a deal, if the match is played with R4.6: the cards of tricks already taken.

The referee still rules from the whole log: only what readers get is changed here, by how the table stands now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

import orjson

from referee.events import types as fact
from referee.events.log import Recorded
from referee.game.entries import Standing, entries_back
from referee.game.state import Deal, Over, Playing, Trick
from referee.game.timeline import Moment, Timeline, rewritten
from referee.projections.views import ClaimView, Facts
from referee.rules.moves import Played


class Withheld(NamedTuple):
    """The running deal's number, those of its tricks that readers may see, the versions of the entries whose cards may
    not, those of the rulings on that deal, and the cards of its other tricks. Of a later deal, which belongs to a past
    that was undone, readers may see no trick."""

    deal: int
    open_tricks: frozenset[int]
    entries: frozenset[int]
    rulings: frozenset[int]
    cards: frozenset[str]


def withheld(timeline: Timeline) -> Withheld | None:
    """What is withheld as the table stands now; None if the deal is over or the rules let everybody look back."""
    match, deal = timeline.match, timeline.match.deal
    if match.rules.look_back == "all" or isinstance(deal.stage, Over):
        return None
    taken = [trick for trick in deal.tricks if trick.winner]
    hidden = taken if match.rules.look_back == "none" else taken[:-1]
    shown = [trick for trick in deal.tricks if trick not in hidden]
    seen = {play.version for trick in shown for play in trick.plays}
    named, rulings = _since(timeline, deal.number)
    cards = frozenset(str(play.card) for trick in hidden for play in trick.plays)
    return Withheld(deal.number, frozenset(trick.number for trick in shown), frozenset(named - seen), rulings, cards)


def _since(timeline: Timeline, number: int) -> tuple[set[int], frozenset[int]]:
    """The versions, in every past, of the entries that name cards of tricks of this deal or a later one, and of the rulings
    on such a deal. Nothing of them was recorded before that deal first began."""
    named, rulings = set(), set()
    for moment in takewhile(lambda moment: moment.deals >= number, timeline.moments_back()):
        version, event = moment.recorded.version, moment.head.event
        if moment.head.version != version or moment.before is None:
            continue
        if isinstance(event, (fact.CardPlayed, fact.CardsRecorded)):
            if getattr(event, "deal", moment.before.deal) >= number:
                named.add(version)
        elif isinstance(event, fact.ClaimRuled) and _deal_of_claim(moment, event.claim, number) >= number:
            rulings.add(version)
    return named, frozenset(rulings)


def _deal_of_claim(moment: Moment, claim: int, number: int) -> int:
    """The deal of a claim that stood then, 0 for one made before the deal of that number began."""
    for entry in entries_back(moment.head):
        if isinstance(entry.event, fact.ClaimMade) and entry.event.claim == claim:
            return entry.event.deal
        if isinstance(entry.event, fact.DealStarted) and entry.event.deal == number:
            break
    return 0


# --- the table ---------------------------------------------------------------------------------------------------------


def deal_as_shown(deal: Deal, hidden: Withheld | None) -> Deal:
    """The deal with the withheld cards unnamed, both in the tricks and in what is known of the hands."""
    if hidden is None or deal.number < hidden.deal:
        return deal

    def unnamed(play: Any) -> Any:
        return play._replace(card=None) if isinstance(play, Played) and play.version in hidden.entries else play

    tricks = tuple(trick._replace(plays=tuple(map(unnamed, trick.plays))) for trick in deal.tricks)
    moves = tuple(map(unnamed, deal.moves))
    stage = replace(deal.stage, tricks=tricks) if isinstance(deal.stage, (Playing, Over)) else deal.stage
    return deal._replace(stage=stage, moves=moves)


def claim_as_shown(view: ClaimView, hidden: Withheld | None) -> ClaimView:
    """The claim with its verdict and ground, but without the cards of withheld tricks and those not yet played."""
    if hidden is None or view["deal"] < hidden.deal:
        return view
    return {**view, "facts": facts_as_shown(view["facts"], hidden)}


def facts_as_shown(facts: Any, hidden: Withheld) -> Facts:
    """The evidence of a ruling on the running deal as far as it may be seen."""
    shown = {**facts, "would_prove": None, "count": None}
    if facts["played_version"] in hidden.entries or facts["trick"] not in hidden.open_tricks:
        shown |= {"led": None, "led_suit": None, "played": None}
    if facts["proof_version"] in hidden.entries:
        shown["proof"] = None
    return shown  # type: ignore[return-value]


def facts_of_refusal(facts: Mapping[str, Any], hidden: Withheld | None) -> dict[str, Any]:
    """The facts of a refusal without a withheld card: it says that the act is impossible, not where the card is."""
    named = hidden is not None and facts.get("card") in hidden.cards
    return {name: value for name, value in facts.items() if not (named and name == "card")}


# --- the log -----------------------------------------------------------------------------------------------------------


def line_as_shown(recorded: Recorded, hidden: Withheld | None) -> str:
    """The event as a line: byte for byte as it was written, or with its withheld cards null and marked `withheld`."""
    if hidden is None:
        return recorded.line
    event = orjson.loads(recorded.line)
    data = data_as_shown(recorded.version, recorded.type, event["data"], hidden)
    return recorded.line if data is event["data"] else orjson.dumps({**event, "data": data}).decode()


def data_as_shown(version: int, type_: str, data: dict[str, Any], hidden: Withheld | None) -> dict[str, Any]:
    """The data of an event; the same object where nothing is withheld."""
    if hidden is None:
        return data
    if version in hidden.entries:
        return _without_cards(data)
    if type_ == "card-corrected" and data["version"] in hidden.entries:
        return _without_cards(data)
    if type_ == "entries-corrected":
        return _correction(data, hidden)
    if version in hidden.rulings:
        return {**data, "facts": facts_as_shown({**_NO_FACTS, **data["facts"]}, hidden) if data["facts"] else {}}
    return data


_NO_FACTS = {"trick": None, "played_version": None, "proof_version": None}


def _correction(data: dict[str, Any], hidden: Withheld) -> dict[str, Any]:
    touched = {version for version in data["entries"] if int(version) in hidden.entries}
    if not touched:
        return data
    entries = {version: _without_cards(one) if version in touched else one for version, one in data["entries"].items()}
    return {**data, "entries": entries, "withheld": True}


def _without_cards(data: dict[str, Any]) -> dict[str, Any]:
    shown = {**data, "withheld": True}
    if "card" in data:
        shown["card"] = None
    if "tricks" in data:
        shown["tricks"] = [{**trick, "cards": [None for _ in trick["cards"]]} for trick in data["tricks"]]
    return shown


# --- the match for exports that walk its entries -----------------------------------------------------------------------


def as_known(timeline: Timeline, hidden: Withheld | None) -> Timeline:
    """The match as if only the winner of each withheld trick had been recorded (J4.1)."""
    if hidden is None:
        return timeline
    winners = {trick.plays[-1].version: trick for trick in timeline.match.deal.tricks if _is_hidden(trick, hidden)}
    replaced: dict[int, fact.Event] = {}
    left_out: set[int] = set()
    for entry in timeline.entries():
        event = _known(entry, hidden, winners)
        if event is None:
            left_out.add(entry.version)
        elif event is not entry.event:
            replaced[entry.version] = event
    if not replaced:
        return timeline
    return rewritten(timeline, replaced, left_out)


def _is_hidden(trick: Trick, hidden: Withheld) -> bool:
    return bool(trick.plays) and trick.plays[0].version in hidden.entries


def _known(entry: Standing, hidden: Withheld, winners: Mapping[int, Trick]) -> fact.Event | None:
    """The entry as it may be read, None if nothing of it may."""
    event = entry.event
    if entry.version in winners:
        winner = winners[entry.version].winner
        assert winner is not None
        return fact.TrickTaken(winner)
    taken_back = isinstance(event, fact.CardCorrected) and event.version in hidden.entries
    if taken_back or entry.version in hidden.entries:
        return None
    if isinstance(event, fact.ClaimRuled) and entry.version in hidden.rulings and event.facts:
        return replace(event, facts=facts_as_shown({**_NO_FACTS, **event.facts}, hidden))
    return event
