"""Claims and what they cost (R7.2, R7.3, J2.6-J2.10): rows of what was played and asked, and what was ruled and booked."""

from __future__ import annotations

import pytest

from tests.deals import (
    BEFORE,
    DISPUTED,
    HONEST,
    MOON,
    SAME_SUIT,
    T1,
    T2,
    T3,
    T3_CLUBS,
    T4,
    T5,
    T6,
    TWO_SUITS,
    WHOLE,
)
from tests.tables import claim, events_since, lines, played, refusal, ruled, score, then

W = {"first_dealer": "W"}

PRICES = [
    ("R7.2 two points from the offender", DISPUTED, {}, [("EW", "renege", -2)]),
    ("R7.2 renege_points", DISPUTED, {"renege_points": 5}, [("EW", "renege", -5)]),
    ("R7.2 renege_points 0", DISPUTED, {"renege_points": 0}, []),
    ("R7.2 renege_points 100", DISPUTED, {"renege_points": 100}, [("EW", "renege", -100)]),
    ("R7.2 renege_to opponents", DISPUTED, {"renege_to": "opponents"}, [("NS", "renege", 2)]),
    ("R7.2 renege_to both", DISPUTED, {"renege_to": "both"}, [("EW", "renege", -2), ("NS", "renege", 2)]),
    ("R7.2 no price of its own for a lone hand", MOON, {}, [("EW", "renege", -2)]),
    ("R7.2 renege_alone_points", MOON, {"renege_alone_points": 7}, [("EW", "renege", -7)]),
    ("R7.2 renege_alone_points 0", MOON, {"renege_alone_points": 0}, []),
    ("R7.2 renege_alone_points is for lone hands only", DISPUTED, {"renege_alone_points": 7}, [("EW", "renege", -2)]),
]


@pytest.mark.parametrize("deal, options, booked", [row[1:] for row in PRICES], ids=[row[0] for row in PRICES])
def test_the_price_of_a_renege(deal, options, booked):
    timeline = played(*deal, "claim S E 2", **W, **options)
    assert ruled(timeline)[:2] == ("upheld", "led-suit-played-later")
    assert lines(timeline) == booked


COUNTS = [
    ("J2.6 each, two suits", TWO_SUITS, "each", -4, (2, 3)),
    ("J2.6 each, one suit", SAME_SUIT, "each", -4, (2, 4)),
    ("R7.2 once-per-suit, two suits", TWO_SUITS, "once-per-suit", -4, (2, 3)),
    ("R7.2 once-per-suit, one suit", SAME_SUIT, "once-per-suit", -2, (2, 4)),
    ("R7.2 once-per-deal, two suits", TWO_SUITS, "once-per-deal", -2, (2, 3)),
]


@pytest.mark.parametrize("deal, count, points, tricks", [row[1:] for row in COUNTS], ids=[row[0] for row in COUNTS])
def test_how_often_reneges_count(deal, count, points, tricks):
    whole = played(*deal, "claim S E", renege_count=count, **W)
    assert score(whole) == (0, points)
    assert whole.match.claims[0].ruling.tricks == tricks
    one_by_one = played(*deal, *(f"claim S E {trick}" for trick in tricks), renege_count=count, **W)
    assert score(one_by_one) == (0, points)
    assert all(ruled(one_by_one, number)[0] == "upheld" for number in (1, 2))


def test_counted_once_for_each_seat():  # R7.2, renege_count
    """West reneges on hearts in trick 5 and plays them last."""
    timeline = played(*DISPUTED, T5, T6, "claim S E deal 1", "claim S N deal 1", renege_count="once-per-deal", **W)
    assert ruled(timeline, 1)[0] == "upheld"
    assert ruled(timeline, 2)[0] == "rejected"


# --- what a claim covers ---------------------------------------------------------------------------------------------


def test_a_repeated_claim_is_the_old_one_whoever_asks():  # J2.6
    timeline = played(*DISPUTED, "claim S E 2", **W)
    assert then(timeline, "claim W E 2").version == timeline.version
    assert then(timeline, "claim S E 2").match == timeline.match


def test_a_claim_on_the_whole_deal_is_new_after_more_tricks_and_penalises_what_it_proves():  # J2.6
    timeline = played(*BEFORE, T1, T2, T3_CLUBS, "claim S E", **W)
    assert ruled(timeline) == ("open", "cards-unseen", 0)
    assert then(timeline, "claim N E").version == timeline.version
    timeline = then(timeline, T4)
    assert ruled(timeline) == ("upheld", "led-suit-played-later", -2)
    assert claim(timeline)["facts"]["trick"] == 2
    timeline = then(timeline, "N:JH E:KC")
    assert score(timeline) == (0, -2)  # trick 3 is proven by now, but needs a claim of its own
    timeline = then(timeline, "S:9H W:TC", "claim S E")
    assert ruled(timeline, 2) == ("upheld", "led-suit-played-later", -2)
    assert timeline.match.claims[1].ruling.tricks == (2, 3)
    assert score(timeline) == (0, -4)


def test_a_later_claim_on_a_penalised_trick_is_ruled_the_same_without_a_penalty():  # J2.6
    timeline = played(*DISPUTED, "claim S E", "claim S E 2", **W)
    assert ruled(timeline, 1) == ("upheld", "led-suit-played-later", -2)
    assert ruled(timeline, 2) == ("upheld", "led-suit-played-later", 0)
    assert score(timeline) == (0, -2)


def test_a_later_claim_on_a_conceded_trick_is_ruled_the_same_and_costs_nobody_anything():  # J2.6
    whole = played(*BEFORE, T1, T2, "claim S E", "concede 1 E", "claim N E 2", false_claim_points=3, **W)
    single = played(*BEFORE, T1, T2, "claim S E 2", "concede 1 E", "claim N E", false_claim_points=3, **W)
    for timeline in (whole, single):
        assert [ruled(timeline, number) for number in (1, 2)] == [("upheld", "conceded", -2), ("upheld", "conceded", 0)]
        assert claim(timeline, 2)["facts"]["trick"] == 2
    proven = played(*BEFORE, T1, T2, "claim S E 2", "concede 1 E", T3, T4, "claim N E", **W)
    assert ruled(proven, 2) == ("upheld", "led-suit-played-later", 0)


def test_a_concession_admits_nothing_for_a_claim_made_before():  # J2.6
    timeline = played(*BEFORE, T1, T2, "claim S E", "claim N E 2", "concede 2 E", "N:9C", **W)
    assert [ruled(timeline, number)[:2] for number in (1, 2)] == [("open", "cards-unseen"), ("upheld", "conceded")]


def test_who_sits_out_may_be_claimed_against_in_a_running_trick():  # R6.2, J2.7
    assert ruled(played(*MOON[:2], "N:JD", "claim E S 1", **W)) == ("rejected", "sat-out", 0)


def test_the_claims_of_a_whole_deal_speak_of_the_first_trick_that_decides():  # docs/api.md, Claims
    timeline = played(*BEFORE, T1, T2, "claim S E", **W)
    assert claim(timeline)["trick"] is None
    assert claim(timeline)["facts"]["trick"] == 2
    assert claim(timeline)["facts"]["would_prove"] == ["TS", "QS", "KS"]
    assert ruled(played(*HONEST, T5, T6, "claim S E deal 1", **W)) == ("rejected", "no-renege", 0)


NOT_ADMITTED = [
    ("no such deal", "claim S E 1 deal 3", "no-such-deal"),
    ("no such claim", "concede 1 E", "no-such-claim"),
    ("no such claim", "withdraw 1 E", "no-such-claim"),
    ("a trick not started", "claim S E 3", "no-such-trick"),
    ("no trick nought", "claim S E 0", "no-such-trick"),
    ("J2.7 the accused has not played to it", "claim S E 2", "not-now"),
    ("J2.6 nothing to look at yet", "claim N E", None),
]


@pytest.mark.parametrize("line, code", [row[1:] for row in NOT_ADMITTED], ids=[row[0] for row in NOT_ADMITTED])
def test_claims_that_cannot_be_made(line, code):
    timeline = played(*BEFORE, T1, "N:AS", **W)
    if code:
        assert refusal(timeline, line) == code
    else:
        assert ruled(then(timeline, line))[0] == "rejected"
        assert refusal(played(*BEFORE, "N:AS", **W), line) == "not-now"
        assert refusal(played(**W), line) == "not-now"


# --- conceding and withdrawing ---------------------------------------------------------------------------------------

OPEN = (*BEFORE, T1, T2, "claim S E 2")


def test_the_accused_team_may_concede_an_open_claim():  # J2.9
    timeline = then(played(*OPEN, **W), "concede 1 W")
    assert ruled(timeline) == ("upheld", "conceded", -2)
    assert claim(timeline)["rule"] == "J2.9"
    assert events_since(timeline, timeline.version - 2) == ["claim-conceded", "claim-ruled"]


def test_conceding_a_whole_deal_admits_the_first_open_trick():  # docs/api.md, Claims
    timeline = played(*BEFORE, T1, T2, T3_CLUBS, "claim S E", "concede 1 E", **W)
    assert timeline.match.claims[0].ruling.tricks == (2,)
    assert claim(timeline)["facts"]["trick"] == 2
    timeline = then(timeline, "claim S E 3", T4, "N:JH E:KC")
    assert ruled(timeline, 2) == ("upheld", "led-suit-played-later", -2)
    assert score(timeline) == (0, -4)


def test_a_withdrawn_claim_is_never_ruled_and_does_not_block_another():  # J2.9
    timeline = then(played(*OPEN, **W), "withdraw 1 S", T3, T4)
    assert claim(timeline)["verdict"] == "withdrawn"
    assert score(timeline) == (0, 0)
    timeline = then(timeline, "claim S E 2")
    assert ruled(timeline, 2) == ("upheld", "led-suit-played-later", -2)


WRONG_HAND = [
    ("J2.9 the claimant's team may not concede", "concede 1 N", "forbidden"),
    ("J2.9 only the claimant may withdraw", "withdraw 1 N", "forbidden"),
    ("J2.9 not even the accused may withdraw", "withdraw 1 E", "forbidden"),
    ("J2.9 what is settled is not conceded", "concede 2 E", "claim-not-open"),
    ("J2.9 what is settled is not withdrawn", "withdraw 2 S", "claim-not-open"),
]


@pytest.mark.parametrize("line, code", [row[1:] for row in WRONG_HAND], ids=[row[0] for row in WRONG_HAND])
def test_who_may_not_concede_or_withdraw(line, code):
    assert refusal(played(*OPEN, "claim S E 1", **W), line) == code


# --- the referee itself, and deals that end --------------------------------------------------------------------------


def test_the_referee_claims_what_the_log_proves_in_order():  # R7.2, referee_claims
    timeline = played(*SAME_SUIT[:-1], "N:JH E:TS", referee_claims=True, **W)
    assert [(claim(timeline, number)["by"], claim(timeline, number)["trick"]) for number in (1, 2)] == [
        ("referee", 2),
        ("referee", 4),
    ]
    assert {claim(timeline, number)["kind"] for number in (1, 2)} == {"renege"}
    assert score(timeline) == (0, -4)
    assert [recorded.by for recorded in (timeline.recorded, timeline.before.recorded)] == ["referee", "referee"]


def test_the_referee_leaves_what_a_player_has_claimed():  # R7.2
    timeline = played(*BEFORE, T1, T2, "claim S E 2", T3, T4, referee_claims=True, **W)
    assert len(timeline.match.claims) == 1
    assert score(timeline) == (0, -2)


def test_the_referee_obeys_the_window():  # docs/api.md, Claims
    assert not played(*DISPUTED, referee_claims=True, claim_window="next-lead", **W).match.claims
    assert not played(*DISPUTED, **W).match.claims


ENDS = [
    ("R7.3 play-on", DISPUTED, "claim S E 2", {"after_renege": "play-on"}, None),
    ("R7.3 deal-ends", DISPUTED, "claim S E 2", {}, "renege"),
    ("R7.3 deal-ends by concession", (*BEFORE, T1, T2, "claim S E 2"), "concede 1 E", {}, "renege"),
    ("R7.3 not by a rejected claim", DISPUTED, "claim S E 1", {}, None),
    ("R7.3 not out of time", DISPUTED, "claim S E 2", {"claim_window": "next-lead"}, None),
    ("R7.3 even where nothing is taken for it", DISPUTED, "claim S E 2", {"renege_points": 0}, "renege"),
    ("R7.3 by the referee's claim", (*BEFORE, T1, T2, T3, "W:KS N:9D"), "E:TS", {"referee_claims": True}, "renege"),
    ("R7.3 by a claim that comes true", (*BEFORE, T1, T2, "claim S E 2", T3, "W:KS N:9D"), "E:TS", {}, "renege"),
]


@pytest.mark.parametrize("told, asked, options, reason", [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_whether_a_renege_ends_the_deal(told, asked, options, reason):
    timeline = played(*told, asked, **{"after_renege": "deal-ends", **options}, **W)
    first = timeline.match.deal_numbered(1)
    assert getattr(first.stage, "thrown_in", None) == reason
    assert timeline.match.deal.number == (2 if reason else 1)
    if reason:
        assert [code for _, code, _ in lines(timeline, 1)] in (["renege"], [])
        assert timeline.match.deal.dealer.value == "N"


def test_proof_by_the_card_that_completes_the_deal_still_scores_it():  # docs/rulebook.md, How a renege is proved
    told = ("N:moon", "trump D", "N:JD E:TD W:QD", "N:AS E:TS W:AC", "claim N W 2", "N:9C E:KC W:TC", "E:QH W:AH N:9D")
    timeline = played(*told, "N:JH E:KH W:9H", "N:AD E:JC", after_renege="deal-ends", **W)
    assert ruled(timeline) == ("open", "cards-unseen", 0)
    timeline = then(timeline, "W:JS")
    assert ruled(timeline) == ("upheld", "led-suit-played-later", -2)
    assert timeline.match.deal_numbered(1).stage.thrown_in is None
    assert sorted(lines(timeline, 1)) == [("EW", "renege", -2), ("EW", "tricks", 1), ("NS", "set", -6)]


def test_a_claim_in_a_past_deal_does_not_end_the_running_one():  # R7.3
    timeline = played(*WHOLE, "E:4", "claim S E 2 deal 1", after_renege="deal-ends", **W)
    assert ruled(timeline)[0] == "upheld"
    assert timeline.match.deal.number == 2
