"""The course of a deal (R2-R6) and the alternate rules (V1-V5), as the table tells it."""

from __future__ import annotations

import pytest

from referee.projections.deals import deal_view
from referee.projections.table import next_view
from tests.deals import BEFORE, T1, T2, WHOLE
from tests.tables import claim, played, refusal, ruled, score, table, then

W = {"first_dealer": "W"}
JOKER, TWO = {"joker": True}, {"decks": 2}


def following(*told: str, **options) -> tuple[str | None, str]:
    """What comes next, and by whom."""
    view = next_view(played(*told, **{**W, **options}).match)
    return view["seat"], view["action"]


NEXT = [
    ("R3.1 the dealer's left speaks first", (), {}, ("N", "bid")),
    ("R3.1 the dealer speaks last", ("N:pass E:3 S:pass",), {}, ("W", "bid")),
    ("R3.7 the highest bidder names trump", ("N:3 E:4 S:pass W:pass",), {}, ("E", "name-trump")),
    ("R3.3 over the partner", ("N:3 E:pass S:4 W:pass",), {}, ("S", "name-trump")),
    ("R3.8 nothing higher can be bid", ("N:moon",), {}, ("N", "name-trump")),
    ("R3.8 not after an ask", ("N:ask",), {}, ("E", "bid")),
    ("R4.2 the maker leads", BEFORE, {}, ("N", "play")),
    ("R4.2 or the dealer's left", ("contract E 4 H",), {"first_lead": "dealers-left"}, ("N", "play")),
    ("R4.2 who sits out leads not", ("contract S moon H",), {"first_lead": "dealers-left"}, ("E", "play")),
    ("R4.3 clockwise", (*BEFORE, "N:JD"), {}, ("E", "play")),
    ("R6.2 who sits out is skipped", ("contract N moon H", "N:JD E:TD"), {}, ("W", "play")),
    ("R4.4 the winner leads", (*BEFORE, T1, T2), {}, ("N", "play")),
    ("R4.4 another winner", (*BEFORE, "N:TD E:JD S:KD W:QD"), {}, ("E", "play")),
    ("R5.2 an ask passes cards", ("contract N ask H",), {}, ("N", "exchange")),
    ("R5.2 then plays", ("contract N ask H", "exchange - -"), {}, ("N", "play")),
    ("J4.1 an ask without trump only counts", ("contract N ask -",), {}, ("N", "play")),
    ("V3.1 the dealer discards first", (), JOKER, ("W", "discard")),
    ("V3.1 then the auction", ("discard -",), JOKER, ("N", "bid")),
    ("V3.1 or a contract at once", ("contract E 4 H",), JOKER, ("E", "play")),
]


@pytest.mark.parametrize("told, options, expected", [row[1:] for row in NEXT], ids=[row[0] for row in NEXT])
def test_what_comes_next(told, options, expected):
    assert following(*told, **options) == expected


DEALERS = [
    ("R2.2 after a deal played", ("result N 5 D 5 1",), {}, "N"),
    ("R2.2 after every deal", ("result N 5 D 5 1", "result N 5 D 5 1"), {}, "E"),
    ("R3.6 all passed", ("N:pass E:pass S:pass W:pass",), {}, "N"),
    ("R3.6 all passed, as a result", ("result passed",), {}, "N"),
    ("R3.6 redeal-same-dealer", ("result passed",), {"all_pass": "redeal-same-dealer"}, "W"),
    ("R2.3 a misdeal", ("redeal",), {}, "W"),
    ("R2.3 a misdeal found after trump", (*BEFORE, "redeal"), {}, "W"),
    ("R2.3 pass-left", ("redeal",), {"misdeal": "pass-left"}, "N"),
    ("V2.3 an ace and no face", ("ace S AH AC 9H TH 9C TC",), {"ace_no_face": "any-aces"}, "N"),
    ("V2.3 also under V1", ("ace S AH AC 9H TH 9C TC",), {"ace_no_face": "any-aces", "all_pass": "stick-the-dealer"}, "N"),
]  # fmt: skip


@pytest.mark.parametrize("told, options, dealer", [row[1:] for row in DEALERS], ids=[row[0] for row in DEALERS])
def test_who_deals_next(told, options, dealer):
    timeline = played(*told, **{**W, **options})
    assert timeline.match.deal.dealer.value == dealer
    assert timeline.match.deal.number > 1


def test_a_deal_thrown_in_scores_nothing():  # R3.6
    assert score(played("result passed", "redeal", **W)) == (0, 0)


def test_the_trick_stands_as_played_renege_or_not():  # R7.3
    timeline = played(*WHOLE, **W)
    assert (score(timeline), len(timeline.match.claims)) == ((5, 1), 0)


# --- ask and moon (R5, R6) -------------------------------------------------------------------------------------------


def test_an_ask_is_passed_face_down_or_known_or_named_later():  # R5.2, R5.3
    ask = "contract N ask D"
    rows = {
        "exchange 9C JD": (["9C"], ["JD"]),
        "exchange - JD": (None, ["JD"]),
        "exchange 9C -": (["9C"], None),
        "exchange - -": (None, None),
    }
    for line, (discarded, received) in rows.items():
        view = deal_view(played(ask, line, **W).match.deal, table().match.rules)
        assert view["exchange"] == {"discarded": discarded, "received": received}
        assert view["cards_left"] == {"N": 6, "E": 6, "S": 6, "W": 6}
    timeline = played(ask, "exchange - -", "N:AD E:TD W:QD", "exchange 9C -", "exchange - JD", **W)
    assert deal_view(timeline.match.deal, timeline.match.rules)["exchange"] == {"discarded": ["9C"], "received": ["JD"]}
    assert refusal(timeline, "N:9C") == "card-not-in-hand"
    assert then(timeline, "N:JD").version


def test_cards_passed_are_named_after_the_deal_too():  # R5.3
    timeline = played("contract N ask D", "exchange - -", "count 6 0", "exchange 9C JD deal 1", **W)
    deal = timeline.match.deal_numbered(1)
    assert deal_view(deal, timeline.match.rules)["exchange"] == {"discarded": ["9C"], "received": ["JD"]}
    decided = played("contract N ask D", "exchange - -", "count 6 0", "exchange 9C JD", target=12, **W)
    assert decided.match.status == "decided"


def test_no_trump_with_the_partner_and_no_exchange():  # R5.2, ask_no_trump
    timeline = played("contract N ask D", "exchange none none", ask_no_trump="no-exchange", **W)
    assert deal_view(timeline.match.deal, timeline.match.rules)["exchange"] == {"discarded": [], "received": []}
    assert refusal(timeline, "exchange 9C -") == "not-now"


def test_who_sits_out_keeps_a_pile():  # R6.2
    timeline = played("contract N moon D", "N:JD E:TD W:QD", **W)
    view = deal_view(timeline.match.deal, timeline.match.rules)
    assert view["sitting_out"] == "S"
    assert view["cards_left"] == {"N": 5, "E": 5, "S": 6, "W": 5}
    assert [len(trick["plays"]) for trick in view["tricks"]] == [3]


# --- ace no face (V2) ------------------------------------------------------------------------------------------------

ACES = [
    ("V2.1 an ace and no face", "AH 9H TH 9C TC TD", {}, "qualifies"),
    ("V2.1 no ace", "9D 9H TH 9C TC TD", {}, "does-not-qualify"),
    ("V2.1 a jack is a face", "AH JH TH 9C TC TD", {}, "does-not-qualify"),
    ("V2.1 a king is a face", "AH KH TH 9C TC TD", {}, "does-not-qualify"),
    ("V2.1 two aces", "AH AC TH 9C TC TD", {}, "qualifies"),
    ("V2.1 one-ace: two", "AH AC TH 9C TC TD", {"ace_no_face": "one-ace"}, "does-not-qualify"),
    ("V2.1 the joker is a face", "AH JK TH 9C TC TD", JOKER, "does-not-qualify"),
]


@pytest.mark.parametrize("hand, options, ground", [row[1:] for row in ACES], ids=[row[0] for row in ACES])
def test_which_hands_may_be_thrown_in(hand, options, ground):
    timeline = played(f"ace S {hand}", **{"ace_no_face": "any-aces", **options, **W})
    upheld = ground == "qualifies"
    assert ruled(timeline) == ("upheld" if upheld else "rejected", ground, 0)
    assert timeline.match.deal.number == (2 if upheld else 1)
    assert score(timeline) == (0, 0)  # J2.8


HAND = "ace W AH 9H TH 9C TC TD"
TOO_LATE = [
    ("V2.2 before the own first call", ("N:pass E:pass S:pass",), {}, None),
    ("V2.2 not after it", ("N:pass E:pass S:pass W:3",), {}, "not-now"),
    ("V2.2 not after the auction", ("N:moon",), {}, "not-now"),
    ("V2 not where the table does not play it", (), {"ace_no_face": "off"}, "not-now"),
    ("V2.1 the dealer in V3 shows all seven", (), JOKER, "invalid-request"),
    ("J1 a hand that cannot be", ("show E AH",), {}, "card-not-in-hand"),
]


@pytest.mark.parametrize("told, options, code", [row[1:] for row in TOO_LATE], ids=[row[0] for row in TOO_LATE])
def test_when_a_hand_may_be_thrown_in(told, options, code):
    timeline = played(*told, **{"ace_no_face": "any-aces", **options, **W})
    if code is None:
        assert ruled(then(timeline, HAND))[1] == "qualifies"
    else:
        assert refusal(timeline, HAND) == code


def test_the_dealer_in_the_joker_game_claims_before_the_discard():  # V2.2
    seven = "ace W AH 9H TH 9C TC TD 9D"
    options = {"ace_no_face": "any-aces", **JOKER, **W}
    assert ruled(played(seven, **options))[1] == "qualifies"
    assert refusal(played("discard 9D", **options), seven) == "not-now"
    assert ruled(played("discard 9D", "ace N AH 9H TH 9C TC TD", **options))[1] == "qualifies"


def test_rejected_the_cards_are_known_and_the_auction_goes_on():  # V2.3
    timeline = played("ace S AH JH TH 9C TC TD", "N:3 E:pass", "S:pass W:pass", "trump D", ace_no_face="any-aces", **W)
    assert refusal(timeline, "N:AH") == "card-not-in-hand"
    assert then(timeline, "N:9D E:KD S:TD").version
    assert claim(timeline)["facts"]["trick"] is None


def test_the_same_hand_claimed_again_is_the_old_claim():  # J2.6
    timeline = played("ace S AH JH TH 9C TC TD", ace_no_face="any-aces", **W)
    assert then(timeline, "ace S AH JH TH 9C TC TD").version == timeline.version


# --- the joker and the double deck (V3, V4) --------------------------------------------------------------------------


def test_the_dealers_discard_lies_face_down_or_is_known_or_named_later():  # V3.1
    known = played("discard 9C", "contract N 4 D", **JOKER, **W)
    assert refusal(known, "N:9C") == "card-not-in-hand"
    hidden = played("discard -", "contract N 4 D", "N:9C E:TC S:QC W:KC", "count 4 2", **JOKER, **W)
    assert refusal(hidden, "discard 9C deal 1") == "card-already-played"
    named = then(hidden, "discard AC deal 1")
    assert deal_view(named.match.deal_numbered(1), named.match.rules)["discard"] == {"seat": "W", "card": "AC"}
    last = played("discard -", "contract N 4 D", "count 4 2", "discard AC", target=4, **JOKER, **W)
    assert deal_view(last.match.deal, last.match.rules)["discard"]["card"] == "AC"


def test_the_joker_is_a_trump_for_every_purpose():  # V3.2
    timeline = played("discard -", "contract N 4 D", "N:9D E:JK S:JD W:JH", **JOKER, **W)
    assert timeline.match.deal.tricks[0].winner.value == "E"
    timeline = played(
        "discard -", "contract N 4 D", "N:9D E:9C S:JD W:JH", "claim S E 1", "S:9S W:AS N:KS E:JK", **JOKER, **W
    )
    assert ruled(timeline) == ("upheld", "led-suit-played-later", -2)
    timeline = played(
        "discard -", "contract N 4 D", "N:JK E:9D S:TD W:9C", "claim S W 1", "N:AS E:KS S:9S W:JH", **JOKER, **W
    )
    assert ruled(timeline) == ("upheld", "led-suit-played-later", -2)


def test_the_second_copy_may_be_anywhere():  # V4.1
    timeline = played("contract N 4 D", "N:JD E:JD S:9D W:TD", **TWO, **W)
    assert timeline.match.deal.tricks[0].winner.value == "N"
    assert refusal(timeline, "N:JD") == "card-already-played"
    again = played("contract N 4 D", "N:JD E:9D S:9D W:TD", "N:JD", **TWO, **W)
    assert str(again.match.deal.tricks[1].plays[0].card) == "JD"


NO_TRUMPS = [
    ("V5 high: the ace", "NT", "N:9S E:AS S:JS W:TS", "E"),
    ("V5 low: the nine", "NL", "N:TS E:AS S:9S W:KS", "S"),
    ("V5 a jack is a plain card", "NT", "N:QS E:JS S:9S W:JC", "N"),
]


@pytest.mark.parametrize("trump, trick, winner", [row[1:] for row in NO_TRUMPS], ids=[row[0] for row in NO_TRUMPS])
def test_no_trump(trump, trick, winner):
    timeline = played(f"contract N 4 {trump}", trick, no_trump="high-low", **W)
    assert timeline.match.deal.tricks[0].winner.value == winner


def test_what_is_told_of_a_past_deal_leaves_the_others():  # J4.3
    told = ("result N 5 D 5 1", "result E 4 H 2 4", "result S 4 C 5 1")
    timeline = played(*told, "show E 9H deal 2")
    assert [(deal.number, len(deal.moves)) for deal in timeline.match.past] == [(1, 0), (2, 1), (3, 0)]
