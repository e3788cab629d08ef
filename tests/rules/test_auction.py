"""The auction (R3, V1, V4.1): which bids there are, who may say what, and when it is over."""

from __future__ import annotations

from itertools import product

import pytest

from referee.rules.auction import PASS, Call, UnknownBid, height, highest_call, ladder, sayable, tricks_owed
from referee.rules.options import Rules
from referee.rules.seats import SEATS

STICK = Rules(all_pass="stick-the-dealer")
EQUAL = Rules(moon_over_ask=False)
LADDERS = [
    ("R3.2 R3.4 R3.5 as printed", Rules(), "3 4 5 ask moon"),
    ("R3.5 plain_all", Rules(plain_all=True), "3 4 5 6 ask moon"),
    ("R3.2 minimum_bid 1", Rules(minimum_bid=1), "1 2 3 4 5 ask moon"),
    ("R3.2 minimum_bid 5", Rules(minimum_bid=5), "5 ask moon"),
    ("R5 ask_cards 0: no ask", Rules(ask_cards=0), "3 4 5 moon"),
    ("R3.5 no ask that a moon could equal", Rules(ask_cards=0, moon_over_ask=False), "3 4 5 moon"),
    ("V4.1 numbers to eleven", Rules(decks=2), "3 4 5 6 7 8 9 10 11 ask moon"),
    ("V4.1 and twelve with plain_all", Rules(decks=2, plain_all=True, minimum_bid=10), "10 11 12 ask moon"),
]


@pytest.mark.parametrize("rules, rising", [row[1:] for row in LADDERS], ids=[row[0] for row in LADDERS])
def test_the_bids_in_rising_order(rules, rising):
    assert list(ladder(rules)) == rising.split()
    heights = [height(bid, rules) for bid in ladder(rules)]
    assert heights == sorted(set(heights))
    assert height(PASS, rules) < heights[0]


def calls(text: str) -> list[Call]:
    return [Call(seat, bid) for seat, bid in zip(SEATS, text.split(), strict=False)]


MAY = [
    ("R3.1 the first to speak", Rules(), "", "pass 3 4 5 ask moon"),
    ("R3.2 the first may say one where one is a bid", Rules(minimum_bid=1), "", "pass 1 2 3 4 5 ask moon"),
    ("R3.3 only higher", Rules(), "4", "pass 5 ask moon"),
    ("R3.3 after passes", Rules(), "pass pass", "pass 3 4 5 ask moon"),
    ("R3.5 moon over ask", Rules(), "ask", "pass moon"),
    ("R3.8 nothing higher than a moon", Rules(), "moon", ""),
    ("R3.5 ask and moon equal: the first one stands", EQUAL, "ask", ""),
    ("R3.5 ask and moon equal: moon first", EQUAL, "moon", ""),
    ("R3.5 ask and moon equal: both over five", EQUAL, "5", "pass ask moon"),
    ("R3.1 everybody spoke once", Rules(), "3 pass pass pass", ""),
    ("R3.6 all pass", Rules(), "pass pass pass pass", ""),
    ("R3.6 the dealer may pass, too", Rules(), "pass pass pass", "pass 3 4 5 ask moon"),
    ("V1 the dealer must bid", STICK, "pass pass pass", "3 4 5 ask moon"),
    ("V1 and nobody before", STICK, "pass pass", "pass 3 4 5 ask moon"),
    ("V1 but may pass over a bid", STICK, "pass 3 pass", "pass 4 5 ask moon"),
]


@pytest.mark.parametrize("rules, said, may", [row[1:] for row in MAY], ids=[row[0] for row in MAY])
def test_what_may_be_said_next(rules, said, may):
    assert list(sayable(calls(said), rules)) == may.split()


@pytest.mark.parametrize("bid", ["6", "0", "-1", "03", "x", "", "PASS", "13"])
def test_what_is_no_bid(bid):  # R3.4
    with pytest.raises(UnknownBid):
        height(bid, Rules())


@pytest.mark.parametrize("bid", ["6", "7", "12"])
def test_a_high_minimum_makes_no_higher_bids(bid):  # R3.2, R3.4
    with pytest.raises(UnknownBid):
        height(bid, Rules(minimum_bid=5))


def test_a_number_below_the_minimum_is_a_bid_that_is_too_low():  # R3.2
    assert [height(str(number), Rules()) for number in (1, 2, 3)] == [1, 2, 3]
    assert [height(str(number), Rules(minimum_bid=1)) for number in (1, 2, 3)] == [1, 2, 3]


OWED = [
    ("R3.2", "4", Rules(), 4),
    ("R5", "ask", Rules(), 6),
    ("R6", "moon", Rules(), 6),
    ("V4.1", "moon", Rules(decks=2), 12),
]


@pytest.mark.parametrize("bid, rules, tricks", [row[1:] for row in OWED], ids=[f"{row[0]} {row[1]}" for row in OWED])
def test_what_a_bid_undertakes(bid, rules, tricks):
    assert tricks_owed(bid, rules) == tricks


def test_the_highest_bidder_is_the_maker_of_every_auction():  # R3.3, R3.7
    for said in product((PASS, *ladder(Rules())), repeat=4):
        auction: list[Call] = []
        for call in calls(" ".join(said)):
            if call.bid in sayable(auction, Rules()):
                auction.append(call)
        highest = highest_call(auction)
        bids = [call for call in auction if call.bid != PASS]
        assert highest == max(bids, key=lambda call: height(call.bid, Rules()), default=None)
