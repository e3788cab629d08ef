"""Whether the rules of this match know what a fact speaks of at all; if not, the request is malformed in every phase (docs/api.md).

One function for each kind of fact: it returns, or raises Refused (`unknown-card`, `invalid-request`)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.events import types as fact
from referee.game.refused import Refused
from referee.rules.auction import PASS, UnknownBid, height, ladder
from referee.rules.cards import JOKER, Card, in_pack
from referee.rules.options import Rules
from referee.rules.trump import TRUMP_SUITS, Trump


def trumps(rules: Rules) -> tuple[Trump, ...]:
    """What the maker may name, in the API's order (R4.1, V5)."""
    no_trumps = {"none": (), "high": (Trump.HIGH,), "high-low": (Trump.HIGH, Trump.LOW)}[rules.no_trump]
    return TRUMP_SUITS + no_trumps


def known_card(rules: Rules, card: Card) -> None:
    """Raises Refused `unknown-card` for a card that is not in the pack: the joker in a game without it (R1.2, V3.1), and
    a low card in the short pack (V6)."""
    if card == JOKER:
        if not rules.joker:
            raise Refused("unknown-card", "R1.2", card=str(card))
    elif not in_pack(card, rules.lowest_card):
        raise Refused("unknown-card", "V6", card=str(card))


def _known_cards(rules: Rules, cards: Sequence[Card] | None) -> None:
    for card in cards or ():
        known_card(rules, card)


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


def card_named(rules: Rules, event: fact.CardPlayed | fact.CardCorrected) -> None:
    """The card of a play or of a correction."""
    known_card(rules, event.card)


def dealer_discarded(rules: Rules, event: fact.DealerDiscarded) -> None:
    """The discard, if it does not lie face down (V3.1)."""
    _known_cards(rules, (event.card,) if event.card else ())


def cards_shown(rules: Rules, event: fact.CardsShown) -> None:
    """One card at least (J2.4)."""
    if not event.cards:
        raise Refused("invalid-request", "J2.4", field="cards")
    _known_cards(rules, event.cards)


def cards_recorded(rules: Rules, event: fact.CardsRecorded) -> None:
    """The cards of all turned-up tricks (J4.3)."""
    _known_cards(rules, [card for up in event.tricks for card in up.cards])


def claim_made(rules: Rules, event: fact.ClaimMade) -> None:
    """The hand shown with an ace-no-face claim (V2.1)."""
    _known_cards(rules, event.cards)


def bid_made(rules: Rules, event: fact.BidMade) -> None:
    """A bid of these rules, whatever has been bid, or a pass (R3.4); a bid with its trump where it names one, and only
    there (V7)."""
    _known_bid(rules, event.bid, passes=True)
    names_trump = rules.bid_names_trump and event.bid != PASS
    if names_trump != (event.trump is not None):
        allowed = [one.value for one in trumps(rules)] if names_trump else [None]
        raise Refused("invalid-request", "V7", field="trump", allowed=allowed)
    _known_trump(rules, "trump", event.trump)


def trump_named(rules: Rules, event: fact.TrumpNamed) -> None:
    """A trump of these rules (R4.1)."""
    _known_trump(rules, "suit", event.suit)


def contract_declared(rules: Rules, event: fact.ContractDeclared) -> None:
    """A bid and, if it is recorded, a trump of these rules (J4.1)."""
    _known_bid(rules, event.bid, passes=False)
    _known_trump(rules, "trump", event.trump)


def cards_exchanged(rules: Rules, event: fact.CardsExchanged) -> None:
    """As many cards as an ask passes, those that are named (R5.2)."""
    _known_cards(rules, event.discarded)
    _known_cards(rules, event.received)
    if event.discarded == event.received == () and rules.ask_no_trump == "no-exchange":
        return
    for field, cards in (("discarded", event.discarded), ("received", event.received)):
        if cards is not None and len(cards) != rules.ask_cards:
            raise Refused("invalid-request", "R5.2", field=field, expected=rules.ask_cards)
