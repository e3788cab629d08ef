"""The auction (R3, V1, V4.1, V6, V8): which bids there are, who may say what, and when it is over."""

from __future__ import annotations

from itertools import chain, product, repeat
from random import Random

import pytest

from referee.rules.auction import (
    PASS,
    Call,
    UnknownBid,
    height,
    highest_call,
    ladder,
    sayable,
    seat_to_call,
    tricks_owed,
    was_stuck,
)
from referee.rules.options import Rules
from referee.rules.seats import Seat

STICK = Rules(all_pass="stick-the-dealer")
EQUAL = Rules(moon_over_ask=False)
ROUNDS, FINAL = Rules(auction="until-three-pass"), Rules(auction="pass-is-final")
ROUNDS_STUCK = Rules(auction="until-three-pass", all_pass="stick-the-dealer")
FINAL_STUCK = Rules(auction="pass-is-final", all_pass="stick-the-dealer")
LADDERS = [
    ("R3.2 R3.4 R3.5 as printed", Rules(), "3 4 5 ask moon"),
    ("R3.5 plain_all", Rules(plain_all=True), "3 4 5 6 ask moon"),
    ("R3.2 minimum_bid 1", Rules(minimum_bid=1), "1 2 3 4 5 ask moon"),
    ("R3.2 minimum_bid 5", Rules(minimum_bid=5), "5 ask moon"),
    ("R5 ask_cards 0: no ask", Rules(ask_cards=0), "3 4 5 moon"),
    ("R3.5 no ask that a moon could equal", Rules(ask_cards=0, moon_over_ask=False), "3 4 5 moon"),
    ("V4.1 numbers to eleven", Rules(decks=2), "3 4 5 6 7 8 9 10 11 ask moon"),
    ("V6 numbers to seven", Rules(decks=2, lowest_card="J"), "3 4 5 6 7 ask moon"),
    ("V6 and eight with plain_all", Rules(decks=2, lowest_card="J", plain_all=True, minimum_bid=7), "7 8 ask moon"),
    ("V4.1 and twelve with plain_all", Rules(decks=2, plain_all=True, minimum_bid=10), "10 11 12 ask moon"),
]


@pytest.mark.parametrize("rules, rising", [row[1:] for row in LADDERS], ids=[row[0] for row in LADDERS])
def test_the_bids_in_rising_order(rules, rising):
    assert list(ladder(rules)) == rising.split()
    heights = [height(bid, rules) for bid in ladder(rules)]
    assert heights == sorted(set(heights))
    assert height(PASS, rules) < heights[0]


def calls(text: str, rules: Rules = Rules()) -> list[Call]:  # noqa: B008 (a frozen value)
    """The calls of an auction that North begins, each by the seat whose turn it is."""
    said: list[Call] = []
    for bid in text.split():
        said.append(Call(seat_to_call(said, Seat.N, rules), bid))
    return said


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
    ("V8 a second round", ROUNDS, "3 pass pass 4", "pass 5 ask moon"),
    ("V8 who passed may bid again", ROUNDS, "pass 3 pass pass", "pass 4 5 ask moon"),
    ("V8 three in a row after a bid", ROUNDS, "3 pass pass pass", ""),
    ("V8 three in a row, the first of them before the bid", ROUNDS, "pass pass 3 pass", "pass 4 5 ask moon"),
    ("V8 three in a row, later", ROUNDS, "pass pass 3 pass 4 pass pass pass", ""),
    ("V8 R3.6 four passes at the start", ROUNDS, "pass pass pass pass", ""),
    ("V8 V1 the dealer is stuck after the first three", ROUNDS_STUCK, "pass pass pass", "3 4 5 ask moon"),
    ("V8 V1 and the others may still bid", ROUNDS_STUCK, "pass pass pass 3", "pass 4 5 ask moon"),
    ("V8 R3.8 nothing higher", ROUNDS, "3 moon", ""),
    ("V8 passed is passed: two are left", FINAL, "3 pass 4 pass", "pass 5 ask moon"),
    ("V8 nobody but the highest bidder is left", FINAL, "3 pass 4 pass pass", ""),
    ("V8 who has not spoken yet is left", FINAL, "pass pass 3", "pass 4 5 ask moon"),
    ("V8 the last to speak against three passes", FINAL, "pass pass pass 3", ""),
    ("V8 R3.6 four passes at the start", FINAL, "pass pass pass pass", ""),
    ("V8 V1 the dealer is stuck", FINAL_STUCK, "pass pass pass", "3 4 5 ask moon"),
]


@pytest.mark.parametrize("rules, said, may", [row[1:] for row in MAY], ids=[row[0] for row in MAY])
def test_what_may_be_said_next(rules, said, may):
    assert list(sayable(calls(said, rules), rules)) == may.split()


TURNS = [
    ("R3.1 clockwise", Rules(), "pass 3", "S"),
    ("V8 round the table again", ROUNDS, "3 pass pass 4", "N"),
    ("V8 who passed is asked again", ROUNDS, "3 pass pass 4 pass", "E"),
    ("V8 who has passed is passed over", FINAL, "3 pass 4 pass 5", "S"),
    ("V8 two in a row passed over", FINAL, "3 pass pass 4 5", "W"),
]


@pytest.mark.parametrize("rules, said, seat", [row[1:] for row in TURNS], ids=[row[0] for row in TURNS])
def test_whose_turn_it_is_to_call(rules, said, seat):
    assert seat_to_call(calls(said, rules), Seat.N, rules) is Seat(seat)


STUCK = [
    ("V1 the dealer with the lowest bid", STICK, "3", Seat.W, True),
    ("V1 a higher bid was free", STICK, "4", Seat.W, False),
    ("V1 another maker", STICK, "3", Seat.N, False),
    ("R3.6 nobody is ever stuck", Rules(), "3", Seat.W, False),
    ("V1 R3.2 the lowest bid there is", Rules(all_pass="stick-the-dealer", minimum_bid=2), "2", Seat.W, True),
]


@pytest.mark.parametrize("rules, bid, maker, stuck", [row[1:] for row in STUCK], ids=[row[0] for row in STUCK])
def test_who_was_stuck(rules, bid, maker, stuck):
    assert was_stuck(bid, maker, Seat.W, rules) is stuck


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
    ("V6", "ask", Rules(decks=2, lowest_card="J"), 8),
]


@pytest.mark.parametrize("bid, rules, tricks", [row[1:] for row in OWED], ids=[f"{row[0]} {row[1]}" for row in OWED])
def test_what_a_bid_undertakes(bid, rules, tricks):
    assert tricks_owed(bid, rules) == tricks


@pytest.mark.parametrize("option", ["once", "until-three-pass", "pass-is-final"])
def test_every_auction_ends_and_the_highest_bidder_is_the_maker(option):  # R3.3, R3.7, V8
    rules = Rules(auction=option)
    for said in product((PASS, *ladder(rules)), repeat=4):
        auction: list[Call] = []
        for bid in chain(said, repeat(PASS)):
            may = sayable(auction, rules)
            if not may:
                break
            auction.append(Call(seat_to_call(auction, Seat.N, rules), bid if bid in may else PASS))
        bids = [call for call in auction if call.bid != PASS]
        assert highest_call(auction) == max(bids, key=lambda call: height(call.bid, rules), default=None)
        assert len(auction) <= (4 if option == "once" else 8)


# --- against the text read afresh --------------------------------------------------------------------------------------


def as_written(said: list[tuple[str, str]], rules: Rules) -> tuple[str | None, list[str]]:
    """Who speaks next in an auction that North begins, and what may be said: told from the rulebook's text alone, by walking
    the whole auction again (R3.1-R3.8, V1, V8). Shares nothing with what it judges but the options."""
    numbers = [str(n) for n in range(rules.minimum_bid, rules.all_tricks + rules.plain_all)]
    asks = ["ask"] if rules.ask_cards else []
    steps = [[n] for n in numbers] + ([asks, ["moon"]] if rules.moon_over_ask else [[*asks, "moon"]])
    steps = [step for step in steps if step]
    level, bidder, silent, in_a_row, turn = -1, None, set[str](), 0, 0
    for seat, bid in said:
        assert seat == "NESW"[turn % 4]
        turn += 1
        if bid == "pass":
            silent.add(seat)
            in_a_row += 1
        else:
            level, bidder, in_a_row = next(i for i, step in enumerate(steps) if bid in step), seat, 0
        while rules.auction == "pass-is-final" and len(silent) < 4 and "NESW"[turn % 4] in silent:
            turn += 1
    higher = [bid for step in steps[level + 1 :] for bid in step]
    nobody = bidder is None and len(said) == 4
    once = rules.auction == "once" and len(said) == 4
    three = rules.auction == "until-three-pass" and bidder is not None and in_a_row >= 3
    alone = rules.auction == "pass-is-final" and bidder is not None and silent == set("NESW") - {bidder}
    if nobody or once or three or alone or not higher:
        return None, []
    stuck = rules.all_pass == "stick-the-dealer" and len(said) == 3 and bidder is None
    return "NESW"[turn % 4], [*([] if stuck else ["pass"]), *higher]


def test_random_auctions_go_as_the_text_says():  # R3, V1, V4.1, V6, V8
    random, ended = Random(5), set()
    for _ in range(3_000):
        decks, lowest = random.choice(((1, "9"), (2, "9"), (2, "J")))
        rules = Rules(
            decks=decks, lowest_card=lowest, auction=random.choice(("once", "until-three-pass", "pass-is-final")),
            minimum_bid=random.randint(1, 5), ask_cards=random.choice((0, 1)), plain_all=random.random() < 0.3,
            moon_over_ask=random.random() < 0.7, all_pass=random.choice(("redeal", "stick-the-dealer")),
        )  # fmt: skip
        said: list[Call] = []
        while True:
            seat, may = as_written([(call.seat.value, call.bid) for call in said], rules)
            assert list(sayable(said, rules)) == may, (rules, said)
            if seat is None:
                break
            assert seat_to_call(said, Seat.N, rules) is Seat(seat), (rules, said)
            said.append(
                Call(Seat(seat), random.choice((may[0], may[0], may[min(1, len(may) - 1)], random.choice(may))))
            )
        ended.add((rules.auction, rules.all_pass, highest_call(said) is None, len(said) > 4))
    assert len({(auction, all_pass) for auction, all_pass, _, _ in ended}) == 6
    assert {auction for auction, _, _, longer in ended if longer} == {"until-three-pass", "pass-is-final"}
    assert {all_pass for _, all_pass, nobody, _ in ended if nobody} == {"redeal"}
