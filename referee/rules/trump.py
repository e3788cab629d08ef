"""Which suit a card belongs to in play and how high it ranks: the only home of the bowers (R1.3-R1.5, V3.2, V5)."""

from __future__ import annotations

from enum import Enum
from functools import cache

from referee.rules.cards import ACE, JACK, JOKER, RANKS, Card, Suit


class Trump(Enum):
    """What the maker can name (R4.1, V5); the value is its code in the log and the API."""

    __hash__ = object.__hash__  # members are singletons; hashing their names costs ten times as much

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    HIGH = "NT"
    LOW = "NL"

    suit: Suit | None


for _trump in Trump:
    _trump.suit = Suit(_trump.value) if len(_trump.value) == 1 else None

TRUMP_SUITS = tuple(trump for trump in Trump if trump.suit)


def right_bower(trump: Trump) -> Card | None:
    """The jack of trumps (R1.5), or None in no-trump (V5)."""
    return Card(JACK, trump.suit) if trump.suit else None


def left_bower(trump: Trump) -> Card | None:
    """The other jack of the trump colour, itself a trump (R1.5), or None in no-trump (V5)."""
    return Card(JACK, trump.suit.same_colour) if trump.suit else None


@cache
def suit_of(card: Card, trump: Trump) -> Suit | None:
    """The suit of the card in play: the bowers and the joker are trumps (R1.5, V3.2).

    The joker has no suit (None) only where there is no trump, which V3.2 forbids."""
    if card == JOKER or card == left_bower(trump):
        return trump.suit
    return card.suit


@cache
def strength(card: Card, trump: Trump, led: Suit | None) -> tuple[int, int]:
    """A key that orders the cards of a trick from low to high: trumps, then the led suit, then the rest (R4.4)."""
    suit = suit_of(card, trump)
    if suit is not None and suit is trump.suit:
        return 2, _trump_rank(card, trump)
    rank = RANKS.index(card.rank) if card.rank in RANKS else -1
    if trump is Trump.LOW:
        rank = RANKS.index(ACE) - rank
    return (1 if suit is led else 0), rank


def _trump_rank(card: Card, trump: Trump) -> int:
    """9 10 Q K A, left bower, right bower, joker (R1.4, V3.2)."""
    specials = (left_bower(trump), right_bower(trump), JOKER)
    return len(RANKS) + specials.index(card) if card in specials else RANKS.index(card.rank)
