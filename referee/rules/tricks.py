"""The trick (R4.3-R4.4, V4.2): what was played in turn, who won it, which cards could follow. No rulings here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.rules.cards import Card, Suit
from referee.rules.trump import Trump, strength, suit_of


def winning_index(cards: Sequence[Card], trump: Trump, identical: str = "first") -> int:
    """The position of the winning card among the cards of a trick in the order played (R4.4).

    `identical` is the option of V4.2: which of two equal cards ranks higher, `first` or `second`."""
    led = suit_of(cards[0], trump)
    positions = range(len(cards)) if identical == "first" else range(len(cards) - 1, -1, -1)
    return max(positions, key=lambda index: strength(cards[index], trump, led))


def from_high_to_low(cards: Sequence[Card], trump: Trump, identical: str = "first") -> list[int]:
    """The positions of a trick's cards from the winner down to the lowest (R4.4)."""
    led = suit_of(cards[0], trump)
    positions = range(len(cards)) if identical == "first" else range(len(cards) - 1, -1, -1)
    return sorted(positions, key=lambda index: strength(cards[index], trump, led), reverse=True)


def playable(hand: Iterable[Card], led: Card | None, trump: Trump) -> tuple[list[Card], Suit | None]:
    """Which cards of a hand the rules allow after the led card, and the suit that must be followed (R4.3).

    The suit is None where any card may be played: when leading, or holding none of the led suit."""
    cards = list(hand)
    if led is None:
        return cards, None
    led_suit = suit_of(led, trump)
    following = [card for card in cards if suit_of(card, trump) is led_suit]
    return (following, led_suit) if following else (cards, None)
