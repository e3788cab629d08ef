"""Who wins a trick, in which order its cards rank, and which cards could be played (R4.3, R4.4, V3.2, V4.2, V5)."""

from __future__ import annotations

from random import Random

import pytest

from referee.rules.cards import SUIT_CARDS, parse_card
from referee.rules.tricks import from_high_to_low, playable, winning_index
from referee.rules.trump import Trump, strength, suit_of
from tests.tables import cards

TRICKS = [
    ("R4.4 the highest of the led suit", "H", "9S KS AC TS", "KS"),
    ("R4.4 any trump beats it", "H", "AS 9H KS QS", "9H"),
    ("R4.4 the highest trump", "H", "9H AH KS JC", "AH"),
    ("R1.4 the left bower beats the ace", "H", "AH JD KH 9C", "JD"),
    ("R1.4 the right bower beats the left", "H", "JD JH AH QH", "JH"),
    ("R1.5 the left bower led calls for trump", "H", "JD AD KD 9H", "JD"),
    ("R4.4 another suit wins nothing", "H", "9S AC AD KC", "9S"),
    ("R6.2 three cards", "H", "9S KS TS", "KS"),
    ("V3.2 the joker beats the right bower", "H", "JH JK AH 9C", "JK"),
    ("V3.2 the joker led", "H", "JK JH JD AH", "JK"),
    ("V5 high: jacks are plain", "NT", "QS JS KS JC", "KS"),
    ("V5 high: nothing beats the led suit", "NT", "9S AC AD AH", "9S"),
    ("V5 low: the nine is high", "NL", "AS KS 9S TS", "9S"),
]


@pytest.mark.parametrize("trump, played, winner", [row[1:] for row in TRICKS], ids=[row[0] for row in TRICKS])
def test_who_wins_a_trick(trump, played, winner):
    trick = cards(played)
    assert str(trick[winning_index(trick, Trump(trump))]) == winner
    order = from_high_to_low(trick, Trump(trump))
    assert str(trick[order[0]]) == winner
    assert sorted(order) == list(range(len(trick)))


TWINS = [
    ("V4.2 the first of identical cards", "first", "AS KS AS KS", 0, [0, 2, 1, 3]),
    ("V4.2 the second where the table says so", "second", "AS KS AS KS", 2, [2, 0, 3, 1]),
    ("V4.2 right bowers", "first", "9H JH QH JH", 1, [1, 3, 2, 0]),
    ("V4.2 right bowers, the second", "second", "9H JH QH JH", 3, [3, 1, 2, 0]),
    ("V4.2 a higher card between them", "second", "KS AS KS 9C", 1, [1, 2, 0, 3]),
]


@pytest.mark.parametrize("rule, played, winner, order", [row[1:] for row in TWINS], ids=[row[0] for row in TWINS])
def test_identical_cards(rule, played, winner, order):
    assert winning_index(cards(played), Trump.HEARTS, rule) == winner
    assert from_high_to_low(cards(played), Trump.HEARTS, rule) == order


def test_the_first_of_identical_cards_wins_if_nothing_is_said():  # V4.2
    assert winning_index(cards("AS KS AS KS"), Trump.HEARTS) == 0
    assert from_high_to_low(cards("AS KS AS KS"), Trump.HEARTS) == [0, 2, 1, 3]


HANDS = [
    ("R4.3 the led suit must be followed", "H", "AS", "9S KS AH 9C", "9S KS", "S"),
    ("R4.3 who holds none may play any", "H", "AD", "9S KS AH", "9S KS AH", None),
    ("R4.3 leading: any card", "H", None, "9S AH", "9S AH", None),
    ("R1.5 the left bower does not follow its printed suit", "H", "AD", "JD 9S", "JD 9S", None),
    ("R1.5 but it follows trump", "H", "9H", "JD 9D", "JD", "H"),
    ("R1.5 the left bower led calls for trump", "H", "JD", "AD 9H", "9H", "H"),
    ("V3.2 the joker follows trump", "H", "9H", "JK AS", "JK", "H"),
    ("V3.2 and nothing else", "H", "9S", "JK AD", "JK AD", None),
    ("V5 without trump jacks follow as printed", "NT", "9D", "JD JH", "JD", "D"),
]


@pytest.mark.parametrize("trump, led, hand, may, follow", [row[1:] for row in HANDS], ids=[row[0] for row in HANDS])
def test_which_cards_may_be_played(trump, led, hand, may, follow):
    found, suit = playable(cards(hand), parse_card(led) if led else None, Trump(trump))
    assert found == list(cards(may))
    assert (suit.value if suit else None) == follow


def test_the_winner_is_never_beaten_by_a_card_of_its_trick():
    random = Random(4)
    for _ in range(500):
        trick, trump = random.sample(SUIT_CARDS, 4), random.choice(tuple(Trump))
        best = trick[winning_index(trick, trump)]
        led = suit_of(trick[0], trump)
        assert all(strength(card, trump, led) <= strength(best, trump, led) for card in trick)
        assert suit_of(best, trump) in (led, trump.suit)
