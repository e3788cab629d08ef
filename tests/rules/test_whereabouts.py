"""J1, J2.4: which records can be, and which cards seen may still be in a hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.rules.cards import SUIT_CARDS
from referee.rules.moves import Record
from referee.rules.seats import SEATS, Seat
from referee.rules.whereabouts import fits, unplayed_seen
from tests.rules.brute_force import TooMany, courses
from tests.rules.records import cards, moves, record, written
from tests.rules.situations import disturbed, situation

SPADES, CLUBS = "9S,TS,JS,QS,KS,AS", "9C,TC,JC,QC,KC,AC"
CLASSIC = {"preset": "classic"}
JOKER = {"preset": "joker", "dealer": "E"}
DOUBLE = {"preset": "double-deck"}
ASK = {"out": "N"}
JOKER_ASK, DEALER_ASKS = {**JOKER, "out": "N"}, {**JOKER, "out": "W"}
DOUBLE_ASK = {"preset": "double-deck-52", "out": "N"}


@pytest.mark.parametrize(
    ("rule", "words", "table", "possible"),
    [
        ("J1: nothing is known", "", CLASSIC, True),
        ("J1: a card is played once", "N:AS E:AS", CLASSIC, False),
        ("V4.1: two copies can be played", "N:AS E:AS", DOUBLE, True),
        ("V4.1: but not three", "N:AS E:AS S:AS", DOUBLE, False),
        ("J1: no joker in the pack", "N:JK", CLASSIC, False),
        ("J1: nor seen in a hand", "N=JK", CLASSIC, False),
        ("V3.1: the joker is in the pack", "N:JK", JOKER, True),
        ("J1: seen in two hands", "N=AS E=AS", CLASSIC, False),
        ("V4.1: each saw a copy of its own", "N=AS E=AS", DOUBLE, True),
        ("V4.1: two copies here and one there", "N=AS,AS E=AS", DOUBLE, False),
        ("V4.1: two copies here, one of them played there", "N=AS,AS E:AS", DOUBLE, False),
        ("J1: six cards seen", f"N={SPADES}", CLASSIC, True),
        ("J1: a seventh is too many", f"N={SPADES} N=9C", CLASSIC, False),
        ("J1: six seen, then another one played", f"N={SPADES} N:9C", CLASSIC, False),
        ("J1: five seen, a sixth played, and a seventh", "N=9S,TS,JS,QS,KS N:AS / N:9C", CLASSIC, False),
        ("J2.4: seen and played by another", "N=AS E:AS", CLASSIC, False),
        ("J2.4: seen after a play the log does not name", "N:? N=AS", CLASSIC, True),
        ("J2.4: gone in the gap, or still held", "N=AS N:? / E:KS", CLASSIC, True),
        ("J2.4: a gap is the hand's own", "N=AS N:? / E:AS", CLASSIC, False),
        ("J2.4: of two cards seen one is left", "N=AS,KS N:? / E=KS", CLASSIC, False),
        ("J1: seven plays of six cards", "N:? N:? N:? N:? N:? N:? N:?", CLASSIC, False),
        ("R6.2: who sits out does not play", "N:AS", {"out": "N"}, False),
        ("R7.4: taken back is still held", "N:AS E:KS E<QH / E:QH", CLASSIC, True),
        ("R7.4: and nobody else's", "N:AS E:KS E<QH S:QH", CLASSIC, False),
        ("J2.4: the last cards must be somebody's", f"N={SPADES} E={CLUBS} S:9S", CLASSIC, False),
        ("V3.1: the dealer sees seven", f"E={SPADES},JK E-? E:9S", JOKER, True),
        ("V3.1: and keeps six of them", f"E={SPADES},JK E-9S E:9S", JOKER, False),
        ("V3.1: of seven one is gone", f"E={SPADES},JK E-? E=9C", JOKER, False),
        ("V3.1: another has six", f"S={SPADES},JK", JOKER, False),
        ("V3.1: the discard is nobody's", "E-9C S:9C", JOKER, False),
        ("J2.4: seen before the discard, it may lie there", "E=9C E-? E:9S E=TS,JS,QS,KS,AS", JOKER, True),
        ("J2.4: but not two of them", "E=9C,TC E-? E:9S E=TS,JS,QS,KS,AS", JOKER, False),
        ("J2.5: a card given cannot be played", "S>9D N>QH S:9D", ASK, False),
        ("J2.5: a card received can", "S>9D N>QH S:QH", ASK, True),
        ("J2.5: it was not dealt to another", "S>9D N>QH E:QH", ASK, False),
        ("R5.2: a card given does not come back", "S>9D N>9D", ASK, False),
        ("R5.2: nor face down", "S=9D S>9D N>? S:9D", ASK, False),
        ("R5.2: given face down, seen with the partner", "S=9D S>? N>? N=9D", ASK, True),
        ("R5.2: of two cards seen one can be given", "S=9D,TD S>? N>? N=9D,TD", ASK, False),
        ("R5.2: received face down, then played", "N=QH S>? N>? S:QH", ASK, True),
        ("R5.2: one card was received, not two", "N=QH,KH S>? N>? S:QH / S:KH", ASK, False),
        ("R5.2: one card was received, and it is known", "N=QH,KH S>? N>KH S:QH", ASK, False),
        ("R5.2: all six seen, so one was given", f"S={SPADES} S>? N>? S:9C", ASK, True),
        ("R5.2: all six seen, and one was received", f"S={SPADES} S>? N>? S:9C / S:TC", ASK, False),
        ("R5.2: all six seen, one given, one received", f"S={SPADES} S>? N>? S={SPADES}", ASK, False),
        ("R5.2: the partner keeps five of six", f"N={SPADES} S>? N>? N={SPADES}", ASK, False),
        ("R5.2: the partner keeps five, and gets one", f"N={SPADES} S>? N>? N=TS,JS,QS,KS,AS,9C", ASK, True),
        ("R5.2: given, and nothing back yet", "S>9D S:9S", ASK, True),
        ("V3.1: the discard is none of the maker's", f"E-? S={SPADES} S>? N>? S={SPADES}", JOKER_ASK, False),
        ("V3.1: of the dealer's seven two are gone", f"E={SPADES},JK E-? E>? W>? E={SPADES}", DEALER_ASKS, False),
        (
            "V3.1: what the dealer did not give lies face down",
            f"E={SPADES} E-? E>? W>? E=9S,TS,JS,QS,KS W={CLUBS}",
            DEALER_ASKS,
            True,
        ),
        ("R5.2: an uneven exchange", "S>9D,TD N>QH", ASK, True),
        ("V4.1: received was the other copy", "S=AS S>AS,9C,9C N>AS,9D,9D S:AS", DOUBLE_ASK, True),
        ("V4.1: both copies were the maker's", "S=AS,AS S>AS,9C,9C N>??? S:AS / S:AS", DOUBLE_ASK, False),
        ("V4.1: both were the partner's", "N=AS,AS S>??? N>AS,9D,9D S:AS / S:AS", DOUBLE_ASK, False),
        ("V4.1: given one, kept one", "S=AS,AS S>AS,9C,9C N>??? S:AS / N=AS", DOUBLE_ASK, True),
        ("R5.2: no exchange", "S> N> S:AS", ASK, True),
    ],
)
def test_what_cannot_have_happened(rule: str, words: str, table: dict[str, str], possible: bool) -> None:  # J1
    assert fits(record(words, **table)) is possible, rule


def test_a_record_that_does_not_add_up() -> None:  # J1
    empty = record("")
    assert not fits(empty._replace(dealt=(7, 6, 6, 6)))
    assert not fits(empty._replace(moves=moves("S>?? N>?? W>??")))
    assert not fits(empty._replace(moves=moves("S>? E>?")))
    assert not fits(empty._replace(moves=moves("S>??????? N>?")))
    assert not fits(empty._replace(moves=(moves("S>?")[0]._replace(cards=cards("9S,TS")),)))
    assert fits(Record(SUIT_CARDS, (1, 1, 1, 1), None, moves("N:9S E:TS S:JS W:QS")))
    given_both = moves("E=TD,JS N=JD,TD E>?? W>?? S:JS N:TD E:TD")  # the other ten lies with the partner
    assert not fits(Record(cards("TD AS JD TD JS JD JS AS"), (2, 2, 2, 2), Seat.W, given_both))


@pytest.mark.parametrize(
    ("rule", "words", "table", "shown"),
    [
        ("J2.4: seen, in the order first seen", "E=TS,9S N=AH E=9S,QH", CLASSIC, {"E": "TS 9S QH", "N": "AH"}),
        ("R7.4: taken back", "N:AS E:TS E<QH", CLASSIC, {"E": "QH"}),
        ("J2.4: played since", "E=TS,9S N:AS E:TS", CLASSIC, {"E": "9S"}),
        ("J2.4: perhaps gone in a gap", "E=TS N:? E:?", CLASSIC, {"E": "TS"}),
        ("V3.1: discarded", "E=TS,9S E-9S", JOKER, {"E": "TS"}),
        ("V3.1: perhaps discarded", "E=TS,9S E-?", JOKER, {"E": "TS 9S"}),
        ("R5.3: given away, and received", "S=9D,TD S>9D N>QH", ASK, {"S": "TD"}),
        ("R5.3: passed openly", "N=QH,KH S>? N>QH", ASK, {"N": "KH"}),
        ("R5.3: perhaps given away", "S=9D S>? N>?", ASK, {"S": "9D"}),
        ("J2.4: seen elsewhere since", "S=9D,TD S>? N>? N=9D", ASK, {"S": "TD", "N": "9D"}),
        ("J2.4: played by the partner", "N=QH,KH S>? N>? S:QH", ASK, {"N": "KH"}),
        ("V4.1: two copies seen, one played", "E=TS,TS E:TS", DOUBLE, {"E": "TS"}),
        ("V4.1: the copy seen is the one played", "E=TS E:TS", DOUBLE, {}),
        ("V4.1: the same copy seen twice", "E=TS E=TS", DOUBLE, {"E": "TS"}),
        ("V4.1: then both", "E=TS E=TS,TS", DOUBLE, {"E": "TS TS"}),
        ("V4.1: a copy each", "E=TS S=TS N:AS", DOUBLE, {"E": "TS", "S": "TS"}),
    ],
)
def test_cards_seen_and_not_yet_played(rule: str, words: str, table: dict[str, str], shown: dict[str, str]) -> None:
    expected = {seat: cards(shown.get(seat.value, "")) for seat in SEATS}
    assert unplayed_seen(record(words, **table)) == expected, rule


def test_fits_agrees_with_trying_everything() -> None:  # J1
    random, counted = Random(20), Counter[bool]()
    while counted.total() < 3000:
        deal = disturbed(random, situation(random).record)
        try:
            possible = bool(courses(deal, most=150))
        except TooMany:
            continue
        assert fits(deal) is possible, written(deal)
        counted[possible] += 1
    assert min(counted.values()) > 500
