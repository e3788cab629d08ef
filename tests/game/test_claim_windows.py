"""When a claim is in time (J2.7), and what a false one costs (J2.8)."""

from __future__ import annotations

import pytest

from tests.deals import BEFORE, HONEST, T1, T2, T3, T3_CLUBS, T4, WHOLE
from tests.tables import claim, lines, played, refusal, ruled, score

W = {"first_dealer": "W"}


# --- when a claim is made --------------------------------------------------------------------------------------------

BID = "E:4"
COUNTED = (*BEFORE, T1, T2, "count 3 3")
WINDOWS = [
    ("J2.7 match: any time until the close", "match", (*WHOLE, BID), "claim S E 2 deal 1", True),
    ("J2.7 next-lead: the trick on the table", "next-lead", (*BEFORE, T1, T2), "claim S E 2", True),
    ("J2.7 next-lead: after the next lead", "next-lead", (*BEFORE, T1, T2, "N:9C"), "claim S E 2", False),
    ("J2.7 next-lead: the last trick, next deal not led", "next-lead", (*WHOLE, BID), "claim S E 6 deal 1", True),
    (
        "J2.7 next-lead: the last trick, all passed since",
        "next-lead",
        (*WHOLE, "result passed"),
        "claim S E 6 deal 1",
        True,
    ),
    (
        "J2.7 next-lead: the last trick, four passes since",
        "next-lead",
        (*WHOLE, "E:pass S:pass W:pass N:pass"),
        "claim S E 6 deal 1",
        True,
    ),
    (
        "J2.7 next-lead: the last trick, all passed and then a lead",
        "next-lead",
        (*WHOLE, "result passed", "contract S 4 H", "S:9C"),
        "claim S E 6 deal 1",
        False,
    ),
    (
        "J2.7 next-lead: the last trick, a result since",
        "next-lead",
        (*WHOLE, "result E 4 H 2 4"),
        "claim S E 6 deal 1",
        False,
    ),
    ("J2.7 next-lead: the last trick, agreed by counts", "next-lead", COUNTED, "claim S E 6 deal 1", True),
    ("J2.7 next-lead: the last recorded, agreed by counts", "next-lead", COUNTED, "claim S E 2 deal 1", False),
    ("J2.7 next-deal: before the next bid", "next-deal", WHOLE, "claim S E 2 deal 1", True),
    ("J2.7 next-deal: after it", "next-deal", (*WHOLE, BID), "claim S E 2 deal 1", False),
    ("J2.7 next-deal: after a pass", "next-deal", (*WHOLE, "E:pass"), "claim S E 2 deal 1", False),
    ("J2.7 next-deal: after a contract", "next-deal", (*WHOLE, "contract E 4 H"), "claim S E 2 deal 1", False),
    ("J2.7 next-deal: after all passed", "next-deal", (*WHOLE, "result passed"), "claim S E 2 deal 1", False),
    ("J2.7 next-deal: a misdeal is no bid", "next-deal", (*WHOLE, "redeal"), "claim S E 2 deal 1", True),
]


@pytest.mark.parametrize("window, told, asked, in_time", [row[1:] for row in WINDOWS], ids=[row[0] for row in WINDOWS])
def test_the_claim_window(window, told, asked, in_time):
    timeline = played(*told, asked, claim_window=window, false_claim_points=3, **W)
    assert claim(timeline).get("out_of_time", False) is not in_time
    if not in_time:
        assert claim(timeline)["penalty"] is None
        assert "renege" not in [code for _, code, _ in lines(timeline)]


def test_the_window_is_looked_at_when_the_claim_is_made():  # J2.7
    timeline = played(*BEFORE, T1, T2, "claim S E 2", T3, T4, claim_window="next-lead", **W)
    assert ruled(timeline) == ("upheld", "led-suit-played-later", -2)


def test_the_window_is_looked_at_trick_by_trick():  # J2.7
    timeline = played(*BEFORE, T1, T2, T3_CLUBS, "claim S E", T4, claim_window="next-lead", **W)
    assert ruled(timeline) == ("upheld", "led-suit-played-later", 0)  # of trick 2, which was out of time
    assert claim(timeline)["out_of_time"]


def test_nothing_may_be_claimed_after_the_close():  # J2.7, R9.3
    assert refusal(played(*WHOLE, "abandon", **W), "claim S E 2 deal 1") == "match-closed"


# --- false claims ----------------------------------------------------------------------------------------------------

FALSE = [
    ("J2.8 a rejected claim costs nothing", HONEST, "claim N W 1", {}, 0),
    ("J2.8 or what the table says", HONEST, "claim N W 1", {"false_claim_points": 3}, -3),
    ("J2.8 an open one never does", (*BEFORE, T1, T2), "claim N E 2", {"false_claim_points": 3}, 0),
    ("J2.8 nor one against the own team", HONEST, "claim E W 1", {"false_claim_points": 3}, 0),
    ("J2.7 a trick in time is enough", HONEST, "claim N W", {"false_claim_points": 3, "claim_window": "next-lead"}, -3),
    ("J2.7 nor one out of time", HONEST, "claim N W 1", {"false_claim_points": 3, "claim_window": "next-lead"}, 0),
]


@pytest.mark.parametrize("told, asked, options, points", [row[1:] for row in FALSE], ids=[row[0] for row in FALSE])
def test_the_price_of_a_false_claim(told, asked, options, points):
    timeline = played(*told, asked, **W, **options)
    assert score(timeline) == (points, 0)
    assert (claim(timeline)["penalty"] or {"points": 0})["points"] == points
