"""Which suit a card belongs to in play and how high it ranks (R1.3-R1.5, V3.2, V5)."""

from __future__ import annotations

import pytest

from referee.rules.cards import JOKER, SUIT_CARDS, Suit, parse_card
from referee.rules.trump import TRUMP_SUITS, Trump, left_bower, right_bower, strength, suit_of
from tests.tables import cards

BOWERS = [
    ("R1.5 clubs", "C", "JC", "JS"),
    ("R1.5 diamonds", "D", "JD", "JH"),
    ("R1.5 hearts", "H", "JH", "JD"),
    ("R1.5 spades", "S", "JS", "JC"),
]


@pytest.mark.parametrize("trump, right, left", [row[1:] for row in BOWERS], ids=[row[0] for row in BOWERS])
def test_the_bowers(trump, right, left):
    trump = Trump(trump)
    assert str(right_bower(trump)) == right
    assert str(left_bower(trump)) == left
    assert suit_of(parse_card(left), trump) is suit_of(parse_card(right), trump) is trump.suit
    assert suit_of(JOKER, trump) is trump.suit  # V3.2


ORDERS = [
    ("R1.4 trump", "H", "H", "9H TH QH KH AH JD JH JK"),
    ("R1.4 trump of the other colour", "C", "C", "9C TC QC KC AC JS JC JK"),
    ("R1.3 a suit that is not trump", "H", "S", "9S TS JS QS KS AS"),
    ("R1.3 the left bower's printed suit", "H", "D", "9D TD QD KD AD"),
    ("R4.4 trumps over the led suit over the rest", "H", "S", "AC 9S AS 9H JH"),
    ("V5 high: jacks are plain cards", "NT", "S", "9S TS JS QS KS AS"),
    ("V5 low: nine high", "NL", "S", "AS KS QS JS TS 9S"),
    ("V5 low: the led suit over the rest", "NL", "S", "9C AS 9S"),
]


@pytest.mark.parametrize("trump, led, rising", [row[1:] for row in ORDERS], ids=[row[0] for row in ORDERS])
def test_the_order_of_cards(trump, led, rising):
    keys = [strength(card, Trump(trump), Suit(led)) for card in cards(rising)]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("trump", TRUMP_SUITS)
def test_seven_trumps_five_of_the_other_colour_mate_and_six_of_the_rest(trump):  # R1.5
    sizes = {suit: sum(suit_of(card, trump) is suit for card in SUIT_CARDS) for suit in Suit}
    assert sizes == {suit: 7 if suit is trump.suit else 5 if suit is trump.suit.same_colour else 6 for suit in Suit}


@pytest.mark.parametrize("trump", [Trump.HIGH, Trump.LOW])
def test_no_bowers_without_a_trump(trump):  # V5
    assert right_bower(trump) is left_bower(trump) is None
    assert all(suit_of(card, trump) is card.suit for card in SUIT_CARDS)
