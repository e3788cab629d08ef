"""Cards as printed and the pack (R1.2, V3.1, V4.1, V6); which suit a card belongs to in play is decided in `trump`."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Suit(Enum):
    """A printed suit; the value is its code in the log and the API."""

    __hash__ = object.__hash__  # members are singletons; hashing their names costs ten times as much

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    same_colour: Suit


Suit.CLUBS.same_colour, Suit.SPADES.same_colour = Suit.SPADES, Suit.CLUBS
Suit.DIAMONDS.same_colour, Suit.HEARTS.same_colour = Suit.HEARTS, Suit.DIAMONDS

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
RANKS = ("9", "T", "J", "Q", "K", "A")
ACE, JACK = "A", "J"
FACE_RANKS = ("J", "Q", "K")


class Card(NamedTuple):
    """A card as printed. The joker has no suit. In a double deck the two copies are equal cards (V4.1)."""

    rank: str
    suit: Suit | None

    def __str__(self) -> str:
        return self.rank + (self.suit.value if self.suit else "")


JOKER = Card("JK", None)
SUIT_CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_BY_CODE = {str(card): card for card in (*SUIT_CARDS, JOKER)}


class UnknownCard(ValueError):
    """The text is not the code of a euchre card; `args[0]` is the text."""


def parse_card(text: str) -> Card:
    """The card of a code such as `9C`, `TH`, `10h` or `JK`; raises UnknownCard."""
    card = _BY_CODE.get(text)
    if card is None:
        card = _BY_CODE.get(text.upper().replace("10", "T", 1))
    if card is None:
        raise UnknownCard(text)
    return card


def pack(decks: int, joker: bool, lowest: str = "9") -> tuple[Card, ...]:
    """Every card of the game, copies repeated: 24, 25 with the joker (V3.1), 48 with two decks (V4.1), 32 with two decks
    from the jack up (V6)."""
    return tuple(card for card in SUIT_CARDS if in_pack(card, lowest)) * decks + ((JOKER,) if joker else ())


def in_pack(card: Card, lowest: str) -> bool:
    """Whether a card of a suit ranks high enough to be in a pack whose lowest card has the rank `lowest` (V6)."""
    return RANKS.index(card.rank) >= RANKS.index(lowest)
