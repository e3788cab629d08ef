"""The dealer put right (R2.4), a bid that names its trump (V7), more than one round of bidding (V8), the short pack (V6)."""

from __future__ import annotations

import pytest

from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.phases import next_act
from referee.projections.table import match_view
from tests.tables import act, log_of, played, refusal, refused, then

ACES = "ace S AH AC 9H TH 9C TC"
FACES = "ace S AH AC 9H TH 9C JC"


@pytest.mark.parametrize(
    "told, line, options, code",
    [
        ([], "dealer N", {}, "not-now"),  # the same seat
        (["dealer E"], "dealer E", {}, "not-now"),
        (["E:pass"], "dealer E", {}, "not-now"),
        (["contract E 4 H"], "dealer E", {}, "not-now"),
        (["discard -"], "dealer E", {"joker": True}, "not-now"),
        (["discard -", "E:pass"], "dealer E", {"joker": True}, "not-now"),
        (["ace N AH AC 9H TH 9C JC TC"], "dealer E", {"joker": True, "ace_no_face": "any-aces"}, "card-not-in-hand"),
        (["E:pass S:4 W:pass N:pass"], "dealer E", {}, "not-now"),
        (["result S 4 H 6 0"], "dealer E", {"target": 6}, "not-now"),
    ],
)
def test_a_dealer_who_cannot_be(told, line, options, code):  # R2.4
    reason = refused(played(*told, **options), line)
    assert reason.code == code
    if code == "card-not-in-hand":
        assert (reason.facts, reason.rule) == ({"card": "AH"}, "R2.4")


@pytest.mark.parametrize("options", [{}, {"joker": True}])
def test_the_auction_starts_at_the_new_dealers_left_and_the_next_deal_passes_on_from_there(options):  # R2.4
    timeline = played("dealer W", "dealer E", **options)
    assert match_view("m", timeline)["deal"]["dealer"] == "E"
    timeline = then(timeline, *(["discard -"] if options else []))
    assert next_act(timeline.match).seat.value == "S"
    timeline = then(timeline, "S:pass W:pass N:pass E:pass")
    assert timeline.match.deal.dealer.value == "S"
    assert audit(log_of(timeline)).match == timeline.match


def test_it_is_an_entry_like_any_other():  # J3
    timeline = played("dealer W", "N:pass")
    assert then(timeline, "undo", "undo").match.deal.dealer.value == "N"
    assert then(timeline, "redeal").match.deal.dealer.value == "W"  # the same dealer deals again (R2.3)
    passed = played("dealer W", "result passed")
    assert passed.match.deal.dealer.value == "N"
    assert refusal(passed, "dealer N") == "not-now"
    wrong = act(played("dealer W"), ask.CorrectEntries({3: {"dealer": "E"}}))
    assert wrong.match.deal.dealer.value == "E"


def test_cards_shown_before_may_stand():  # R2.4
    timeline = played("show S AH", FACES, "dealer E", ace_no_face="any-aces")
    assert timeline.match.deal.dealer.value == "E"


# --- the suit in the bid (V7) ----------------------------------------------------------------------------------------

V7 = {"bid_names_trump": True}


@pytest.mark.parametrize(
    "told, options, phase, trump",
    [
        (["E:pass S:4+H W:pass N:pass"], {}, "play", "H"),
        (["E:4+D S:5+C W:pass N:pass"], {}, "play", "C"),
        (["E:4+D S:pass W:ask+S N:pass"], {}, "exchange", "S"),
        (["E:moon+D"], {}, "play", "D"),
        (["E:4+NT S:pass W:pass N:pass"], {"no_trump": "high"}, "play", "NT"),
        (
            ["E:4+H S:pass W:pass N:5+NL", "E:pass S:pass W:pass"],
            {"no_trump": "high-low", "auction": "until-three-pass"},
            "play",
            "NL",
        ),
    ],
)
def test_the_bid_names_the_trump_of_the_deal(told, options, phase, trump):  # V7
    timeline = played(*told, **V7, **options)
    assert (timeline.match.deal.stage.phase.value, timeline.match.deal.trump.value) == (phase, trump)
    assert refusal(timeline, "trump C") == "not-now"


@pytest.mark.parametrize(
    "line, options, code",
    [
        ("E:4", V7, "invalid-request"),
        ("E:ask", V7, "invalid-request"),
        ("E:pass+H", V7, "invalid-request"),
        ("E:4+NT", V7, "invalid-request"),
        ("E:4+NL", {**V7, "no_trump": "high"}, "invalid-request"),
        ("E:4+H", {}, "invalid-request"),
        ("S:4", V7, "invalid-request"),  # malformed before it is out of turn
    ],
)
def test_a_bid_with_its_trump_only_where_it_names_one(line, options, code):  # V7, docs/api.md
    assert refusal(played(**options), line) == code


def test_bids_are_compared_by_their_number_alone():  # R3.5, V7
    assert refusal(played("E:4+C", **V7), "S:4+S") == "bid-too-low"


def test_bids_are_shown_with_their_trump():  # docs/api.md
    deal = match_view("m", played("E:pass S:4+H", **V7))["deal"]
    assert deal["bids"] == [{"seat": "E", "bid": "pass", "trump": None}, {"seat": "S", "bid": "4", "trump": "H"}]
    assert match_view("m", played("E:pass"))["deal"]["bids"] == [{"seat": "E", "bid": "pass"}]


def test_a_bid_put_right_names_another_trump():  # J3
    timeline = played("E:pass S:4+H W:pass N:pass", "S:AH", **V7)
    after = act(timeline, ask.CorrectEntries({4: {"trump": "S"}}))
    assert after.match.deal.trump.value == "S"
    with pytest.raises(Exception, match="invalid-request"):
        act(timeline, ask.CorrectEntries({4: {"trump": None}}))


# --- more than one round (V8) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "told, auction, seat",
    [
        ("E:3 S:4 W:pass N:pass", "until-three-pass", "E"),
        ("E:pass S:3 W:pass N:4", "until-three-pass", "E"),
        ("E:pass S:3 W:pass N:4", "pass-is-final", "S"),
        ("E:pass S:3 W:4 N:pass", "pass-is-final", "S"),
    ],
)
def test_who_speaks_next(told, auction, seat):  # V8
    timeline = played(told, auction=auction)
    assert next_act(timeline.match).seat.value == seat
    other = "W" if seat != "W" else "N"
    assert refusal(timeline, f"{other}:pass") == "not-your-turn"


@pytest.mark.parametrize("auction", ["until-three-pass", "pass-is-final"])
def test_when_it_ends(auction):  # V8, R3.6
    timeline = played("E:3 S:4 W:pass N:pass E:pass", auction=auction)
    assert next_act(timeline.match).action == "name-trump"
    assert played("E:pass S:pass W:pass N:pass", auction=auction).match.deal.number == 2
    assert next_act(played("E:moon", auction=auction).match).action == "name-trump"  # R3.8


# --- the short pack (V6) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card, code", [("9C", "unknown-card"), ("TH", "unknown-card"), ("JC", None), ("AS", None)])
def test_low_cards_are_not_in_the_pack(card, code):  # V6
    timeline = played("contract E 4 H", decks=2, lowest_card="J")
    if code:
        assert (refusal(timeline, f"E:{card}"), refused(timeline, f"E:{card}").rule) == (code, "V6")
    else:
        assert then(timeline, f"E:{card}").match.deal.tricks


def test_eight_tricks():  # V6
    timeline = played("contract E 7 H", decks=2, lowest_card="J")
    assert match_view("m", timeline)["deal"]["cards_left"] == dict.fromkeys("NESW", 8)
    assert refusal(timeline, "count 6 6") == "counts-do-not-add-up"
    assert then(timeline, "count 0 8").match.score == (0, 8)
    assert refusal(played(decks=2, lowest_card="J"), "contract E 8 H") == "invalid-request"


@pytest.mark.parametrize("identical, winner", [("first", "E"), ("second", "S")])
def test_identical_cards_of_the_short_pack(identical, winner):  # V6, V4.2
    timeline = played("contract E 4 H", "E:AS S:AS W:KS N:KS", decks=2, lowest_card="J", identical_cards=identical)
    assert timeline.match.deal.tricks[0].winner.value == winner


# --- other fine points -----------------------------------------------------------------------------------------------


def test_ace_no_face_again_with_other_cards_is_refused():  # J2, docs/api.md, Claims
    timeline = played(FACES, ace_no_face="any-aces")
    assert len(then(timeline, "ace S JC 9C TH 9H AC AH").match.claims) == 1  # the same hand
    assert refused(timeline, ACES).facts == {"card": "TC"}
    assert refused(timeline, ACES).code == "card-not-in-hand"
    assert refusal(timeline, "ace S AH AC 9H TH 9C") == "invalid-request"
    assert refusal(timeline, "ace W AH QC QD QH 9S TS") == "card-not-in-hand"


def test_a_whole_deal_claim_against_who_sat_out():  # J2
    timeline = played("contract N moon D", "N:JD E:TD W:QD", "claim E S")
    claim = match_view("m", timeline)["claims"][0]
    assert (claim["verdict"], claim["ground"], claim["rule"], claim["trick"]) == ("rejected", "sat-out", "R6.2", None)
