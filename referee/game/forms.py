"""What the rules of this match do not know at all: such a request is malformed, whatever the phase (docs/api.md, The order of refusals)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.events import types as fact
from referee.game.refused import Refused
from referee.rules.auction import PASS, UnknownBid, height, ladder
from referee.rules.cards import JOKER, Card
from referee.rules.options import Rules
from referee.rules.trump import TRUMP_SUITS, Trump


def trumps(rules: Rules) -> tuple[Trump, ...]:
    """What the maker may name, in the API's order (R4.1, V5)."""
    no_trumps = {"none": (), "high": (Trump.HIGH,), "high-low": (Trump.HIGH, Trump.LOW)}[rules.no_trump]
    return TRUMP_SUITS + no_trumps


def known_card(rules: Rules, card: Card) -> None:
    """Raises Refused `unknown-card` for the joker in a game without it (R1.2, V3.1)."""
    if card == JOKER and not rules.joker:
        raise Refused("unknown-card", "R1.2", card=str(card))


def _known_cards(rules: Rules, cards: Sequence[Card] | None) -> None:
    for card in cards or ():
        known_card(rules, card)


def _some_known_cards(rules: Rules, cards: Sequence[Card]) -> None:
    if not cards:
        raise Refused("invalid-request", "J2.4", field="cards")
    _known_cards(rules, cards)


def _known_bid(rules: Rules, bid: str, passes: bool) -> None:
    try:
        height(bid, rules)
    except UnknownBid as error:
        raise Refused("invalid-request", "R3.4", field="bid", allowed=[PASS, *ladder(rules)]) from error
    if bid == PASS and not passes:
        raise Refused("invalid-request", "R3.7", field="bid", allowed=list(ladder(rules)))


def _known_trump(rules: Rules, field: str, trump: Trump | None) -> None:
    if trump is not None and trump not in trumps(rules):
        raise Refused("invalid-request", "R4.1", field=field, allowed=[one.value for one in trumps(rules)])


def _known_exchange(rules: Rules, event: fact.CardsExchanged) -> None:
    _known_cards(rules, event.discarded)
    _known_cards(rules, event.received)
    if event.discarded == event.received == () and rules.ask_no_trump == "no-exchange":
        return
    for field, cards in (("discarded", event.discarded), ("received", event.received)):
        if cards is not None and len(cards) != rules.ask_cards:
            raise Refused("invalid-request", "R5.2", field=field, expected=rules.ask_cards)


def _known_contract(rules: Rules, event: fact.ContractDeclared) -> None:
    _known_bid(rules, event.bid, passes=False)
    _known_trump(rules, "trump", event.trump)


_FORMS: dict[type, Callable[[Rules, Any], None]] = {
    fact.CardPlayed: lambda rules, event: known_card(rules, event.card),
    fact.CardCorrected: lambda rules, event: known_card(rules, event.card),
    fact.DealerDiscarded: lambda rules, event: _known_cards(rules, (event.card,) if event.card else ()),
    fact.CardsShown: lambda rules, event: _some_known_cards(rules, event.cards),
    fact.ClaimMade: lambda rules, event: _known_cards(rules, event.cards),
    fact.BidMade: lambda rules, event: _known_bid(rules, event.bid, passes=True),
    fact.TrumpNamed: lambda rules, event: _known_trump(rules, "suit", event.suit),
    fact.CardsExchanged: _known_exchange,
    fact.ContractDeclared: _known_contract,
    fact.CardsRecorded: lambda rules, event: _known_cards(rules, [card for up in event.tricks for card in up.cards]),
}


def check_form(rules: Rules, event: fact.Event) -> None:
    """Raises Refused (`unknown-card`, `invalid-request`) if the fact speaks of what these rules do not have."""
    form = _FORMS.get(type(event))
    if form:
        form(rules, event)
