"""The end of a match (R9): decided, open to claims and corrections, final only when the table closes it; adjustments (J5)."""

from __future__ import annotations

import pytest

from referee.game import commands as ask
from referee.game.decide import open_match
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.rules.options import rules_of
from referee.rules.seats import SEATS
from tests.deals import DISPUTED, T5, T6
from tests.tables import act, events_since, lines, played, refusal, ruled, score, then

W = {"first_dealer": "W"}
WON = "result N 5 D 5 1"
EW_WON = "result E 5 D 1 5"
DECIDED = (*DISPUTED, T5, T6)
FIVE, ENDS = {"target": 5}, {"after_renege": "deal-ends"}
ON = ("playing", None, 2)


def standing(timeline: Timeline) -> tuple[str, str | None, int]:
    match = timeline.match
    return match.status, match.winner.value if match.winner else None, match.deal.number


AFTER = [
    ("R9.3 decided", DECIDED, (), {"target": 5}, ("decided", "NS", 1)),
    ("R9.3 closed", DECIDED, ("close",), {"target": 5}, ("closed", "NS", 1)),
    ("R9.3 a penalty that changes nothing", DECIDED, ("claim S E 2",), {"target": 5}, ("decided", "NS", 1)),
    ("R9.3 a penalty that changes the winner", DECIDED, ("claim S E 2",), {"target": 5, "initial": (0, 5)}, ("decided", "NS", 1)),
    ("R9.3 a penalty after which the match goes on", DECIDED, ("claim S E 2",), {"target": 6, "initial": (0, 5)}, ON),
    ("R9.3 a penalty after which the scores are equal", DECIDED, ("claim S E 2",), {"target": 5, "initial": (0, 6)}, ON),
    ("R9.3 an adjustment after which the match goes on", DECIDED, ("adjust NS -1",), FIVE, ON),
    ("R9.3 a false claim after which the match goes on", DECIDED, ("claim S W 2",), {"target": 5, "false_claim_points": 2}, ON),
    ("R9.3 a concession after which the match goes on", (EW_WON, "claim S E 2 deal 1"), ("concede 1 E",), FIVE, ON),
    ("R9.1 penalties count before the test", DECIDED[:-1], ("claim S E 2", "adjust EW 36", T6), {"target": 35}, ("decided", "EW", 1)),
    ("R9.1 not within a deal", (), ("adjust NS 40",), {}, ("playing", None, 1)),
    ("R9.1 but at its end", (), ("adjust NS 40", "result passed"), {}, ("decided", "NS", 1)),
    ("R9.1 a misdeal ends no deal that was played, but a deal", (), ("adjust NS 40", "redeal"), {}, ("decided", "NS", 1)),
    ("R9.2 equal scores: another deal", ("result N 3 D 3 3",), (), {"target": 3}, ON),
    ("R9.3 abandoned", DECIDED[:3], ("abandon",), {}, ("closed", None, 1)),
    ("R9.3 abandoned when decided is closed", DECIDED, ("abandon",), {"target": 5}, ("closed", "NS", 1)),
    ("R9.1 win_on own-bid: not by an adjustment", DECIDED, ("adjust EW 40",), {"target": 6, "win_on": "own-bid"}, ON),
    ("R7.3 a deal ended by a renege is a deal's end", DISPUTED, ("adjust NS 40", "claim S E 2"), ENDS, ("decided", "NS", 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    "told, then_told, options, expected", [row[1:] for row in AFTER], ids=[row[0] for row in AFTER]
)
def test_where_the_match_stands(told, then_told, options, expected):
    assert standing(played(*told, *then_told, **W, **options)) == expected


def test_the_order_within_an_act():  # docs/api.md, Acts
    timeline = played(*DECIDED[:-1], "N:AD E:JC S:TH", target=5, **W)
    before = timeline.version
    ended = then(timeline, "W:AH")
    assert events_since(ended, before) == ["card-played"]
    going_on = then(ended, "claim S W 6", "adjust NS -1")
    assert events_since(going_on, ended.version) == ["claim-made", "claim-ruled", "score-adjusted", "deal-started"]


def test_a_penalty_stands_in_the_deal_that_was_current_when_it_was_ruled():  # docs/api.md, Reading
    decided = played(*DECIDED, "claim S E 2", target=5, **W)
    assert ("EW", "renege", -2) in lines(decided, 1)
    going_on = played(*DECIDED, "claim S E 2 deal 1", **W)
    assert lines(going_on, 2) == [("EW", "renege", -2)]
    assert going_on.match.deal.lines[0].of_deal == 1


def test_while_decided_nothing_more_is_played():  # R9.3
    decided = played(WON, target=5, **W)
    assert {refusal(decided, line) for line in ("N:5", "trump D", "N:JD", WON, "redeal", "count 3 3")} == {"not-now"}


def test_a_closed_match_refuses_everything():  # J1, R9.3
    closed = played(*DECIDED, "close", target=5, **W)
    acts = (
        "N:5",
        "claim S E 2",
        "adjust NS 1",
        "show E 9H",
        "correct E1 9D",
        "take-back E1 9D",
        "name E Eve",
        "abandon",
    )
    assert {refusal(closed, line) for line in acts} == {"match-closed"}


def test_an_adjustment_has_a_reason_and_stands_apart():  # J5
    timeline = played("adjust NS -3 slow play", **W)
    assert [(line.code, line.points, line.reason) for line in timeline.match.deal.lines] == [
        ("adjustment", -3, "slow play")
    ]
    assert score(timeline) == (-3, 0)


def test_the_deal_of_a_past_match_is_still_ruled_on_in_the_next():  # J2.7
    timeline = played(*DECIDED, "result E 4 H 3 3", "claim S E 2 deal 1", **W)
    assert ruled(timeline)[0] == "upheld"
    assert timeline.match.deal.number == 3
    assert lines(timeline) == [("EW", "renege", -2)]


def test_a_match_has_the_time_zone_it_was_opened_with():
    assert (
        open_match(ask.OpenMatch(rules_of("classic", {}), time_zone="Asia/Kathmandu"))[0].time_zone == "Asia/Kathmandu"
    )


def test_a_rematch_seats_everybody_once():  # R9.3
    closed = played("abandon", **W)
    for seats in ({}, dict.fromkeys(SEATS, SEATS[0]), dict(zip(SEATS[:3], SEATS, strict=False))):
        with pytest.raises(Refused) as refused:
            act(closed, ask.LinkRematch("m2", seats))
        found = refused.value
        assert (found.code, found.rule, found.facts) == ("invalid-request", "R9.3", {"field": "seats"})
    with pytest.raises(Refused) as early:
        act(played(**W), ask.LinkRematch("m2", {seat: seat for seat in SEATS}))
    assert (early.value.code, early.value.rule) == ("not-closed", "R9.3")
