"""Cards as printed and the pack (R1.2, V3.1, V4.1)."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.rules.cards import JOKER, RANKS, SUIT_CARDS, SUITS, Card, Suit, UnknownCard, pack, parse_card
from referee.rules.moves import hands_as_dealt
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat, Team, clockwise_from

PACKS = [
    ("R1.2 twenty-four cards", 1, False, 24, 1),
    ("V3.1 the joker", 1, True, 25, 1),
    ("V4.1 the double deck", 2, False, 48, 2),
]
SHORT = {Card(rank, suit) for rank in "JQKA" for suit in SUITS}


@pytest.mark.parametrize("decks, joker, number, copies", [row[1:] for row in PACKS], ids=[row[0] for row in PACKS])
def test_the_pack(decks, joker, number, copies):
    cards = Counter(pack(decks, joker))
    assert cards.total() == number
    assert set(cards) == {Card(rank, suit) for rank in RANKS for suit in SUITS} | ({JOKER} if joker else set())
    assert {count for card, count in cards.items() if card != JOKER} == {copies}


def test_the_short_double_pack():  # V6
    assert Counter(pack(2, False, "J")) == dict.fromkeys(SHORT, 2)
    rules = Rules(decks=2, lowest_card="J")
    assert rules.all_tricks == 8 and hands_as_dealt(rules, Seat.N) == (8, 8, 8, 8)


@pytest.mark.parametrize("card", [*SUIT_CARDS, JOKER], ids=str)
def test_a_card_reads_back_as_it_is_written(card):
    assert parse_card(str(card)) == card
    assert parse_card(str(card).lower()) == card


TEXTS = [("10C", "TC"), ("10h", "TH"), ("td", "TD"), ("jk", "JK"), ("9S", "9S")]


@pytest.mark.parametrize("text, code", TEXTS)
def test_other_ways_to_write_a_card(text, code):  # docs/api.md, Values
    assert str(parse_card(text)) == code


@pytest.mark.parametrize("text", ["", "2C", "9", "C9", "9X", "1C", "9CC", "JKC", "1010", " 9C", "T", "100C"])
def test_what_is_no_card(text):
    with pytest.raises(UnknownCard) as error:
        parse_card(text)
    assert error.value.args == (text,)


def test_suits_of_one_colour():
    assert {frozenset((suit, suit.same_colour)) for suit in SUITS} == {
        frozenset((Suit.CLUBS, Suit.SPADES)),
        frozenset((Suit.DIAMONDS, Suit.HEARTS)),
    }


# --- seats (R1.1) ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_partners_sit_opposite_and_the_turn_goes_clockwise(seat):
    assert seat.left.left is seat.partner and seat.partner.partner is seat
    assert seat.team is seat.partner.team is seat.left.team.other
    assert clockwise_from(seat) == (seat, seat.left, seat.partner, seat.left.partner)
    assert clockwise_from(seat, seat.partner) == (seat, seat.left, seat.left.partner)  # R6.2


def test_the_order_of_the_seats():
    assert [seat.left.value for seat in SEATS] == ["E", "S", "W", "N"]
    assert Seat.N.team is Team.NS and Seat.E.team is Team.EW


HANDS = [
    ("R2.1 six each", Rules(), (6, 6, 6, 6)),
    ("V3.1 seven to the dealer", Rules(joker=True), (6, 7, 6, 6)),
    ("V4.1 twelve each", Rules(decks=2), (12, 12, 12, 12)),
]


@pytest.mark.parametrize("rules, sizes", [row[1:] for row in HANDS], ids=[row[0] for row in HANDS])
def test_the_hands_as_dealt(rules, sizes):
    assert hands_as_dealt(rules, Seat.E) == sizes
