"""The match as a phone shows it (openapi.yaml, Match): every member, and what comes next."""

from __future__ import annotations

import pytest

from referee.projections.table import match_view
from referee.rules.options import OPTIONS
from tests.deals import BEFORE, DISPUTED, T1
from tests.tables import MATCH, played, then

W = {"first_dealer": "W"}
MEMBERS = [
    "id", "version", "status", "created_at", "rules", "recording", "time_zone", "players", "score",
    "initial_score", "winner", "drawn", "ended", "deal", "next", "choices", "claims", "head", "tags", "undo", "redo",
    "scorer", "rematch",
]  # fmt: skip
OF_A_DEAL = [
    "number", "dealer", "phase", "bids", "maker", "contract", "trump",
    "sitting_out", "discard", "exchange", "tricks", "tricks_taken", "cards_left", "shown", "result",
]  # fmt: skip


def test_the_members_of_a_match_and_of_its_deal():
    view = match_view("here", played(**W))
    assert list(view) == MEMBERS
    assert list(view["deal"]) == OF_A_DEAL
    assert list(view["rules"]) == ["preset", *OPTIONS]
    assert (view["id"], view["version"], view["status"]) == ("here", 2, "playing")
    assert view["next"] == {"action": "bid", "seat": "N", "options": ["pass", "3", "4", "5", "ask", "moon"]}
    assert (view["undo"], view["redo"], view["winner"]) == (None, None, None)


@pytest.mark.parametrize(
    ("options", "bids", "trumps"),
    [
        ({}, "pass 3 4 5 ask moon", "C D H S"),  # R3.2, R4.1
        ({"plain_all": True, "no_trump": "high"}, "pass 3 4 5 6 ask moon", "C D H S NT"),  # V5
        ({"minimum_bid": 1, "ask_cards": 0, "no_trump": "high-low"}, "pass 1 2 3 4 5 moon", "C D H S NT NL"),
        ({"decks": 2, "minimum_bid": 6}, "pass 6 7 8 9 10 11 ask moon", "C D H S"),  # V4
    ],
)
def test_what_a_correction_may_choose_from(options, bids, trumps):
    for lines in ((), () if options else BEFORE):  # whatever the phase
        view = match_view(MATCH, played(*lines, **options, **W))
        assert view["choices"] == {"bids": bids.split(), "trumps": trumps.split()}


def test_the_deal_in_the_middle_of_play():
    timeline = played(*BEFORE, T1, "N:AS", **W)
    deal = match_view(MATCH, timeline)["deal"]
    assert deal["bids"][0] == {"seat": "N", "bid": "5"}
    assert (deal["maker"], deal["contract"], deal["trump"], deal["phase"]) == ("N", "5", "D", "play")
    assert deal["tricks"][0] == {
        "number": 1,
        "leader": "N",
        "led_suit": "D",
        "winner": "N",
        "complete": True,
        "plays": [
            {"seat": "N", "card": "JD", "version": 8},
            {"seat": "E", "card": "TD", "version": 9},
            {"seat": "S", "card": "KD", "version": 10},
            {"seat": "W", "card": "QD", "version": 11},
        ],
    }
    assert deal["tricks"][1]["complete"] is False
    assert deal["tricks"][1]["winner"] is None
    assert deal["tricks_taken"] == {"NS": 1, "EW": 0}
    assert deal["cards_left"] == {"N": 4, "E": 5, "S": 5, "W": 5}
    assert deal["result"] is None


def test_a_trick_without_cards():  # J4.1
    deal = match_view(MATCH, played(*BEFORE, "took E", **W))["deal"]
    assert deal["tricks"] == [
        {"number": 1, "leader": "N", "led_suit": None, "winner": "E", "complete": True, "plays": []}
    ]
    assert deal["cards_left"] == {"N": 5, "E": 5, "S": 5, "W": 5}


def test_the_led_suit_is_the_suit_in_play():  # R1.5
    deal = match_view(MATCH, played(*BEFORE, "N:JH", **W))["deal"]
    assert deal["tricks"][0]["led_suit"] == "D"


def test_cards_shown_until_they_are_played():  # J2.4
    timeline = played(*BEFORE, "show E TS QH", **W)
    assert match_view(MATCH, timeline)["deal"]["shown"] == {"N": [], "E": ["TS", "QH"], "S": [], "W": []}
    timeline = then(timeline, "N:AS E:QH")
    assert match_view(MATCH, timeline)["deal"]["shown"]["E"] == ["TS"]


def test_the_result_of_a_deal():  # docs/api.md, Reading
    decided = match_view(MATCH, played("result N 5 D 4 2", target=2, **W))
    assert decided["deal"]["result"] == {
        "lines": [{"team": "NS", "code": "set", "points": -5}, {"team": "EW", "code": "tricks", "points": 2}],
        "tricks_taken": {"NS": 4, "EW": 2},
        "made": False,
        "thrown_in": None,
        "lost_by": None,
    }
    assert (decided["status"], decided["winner"], decided["deal"]["phase"]) == ("decided", "EW", "over")
    assert decided["next"] == {"action": "close", "seat": None, "options": None}


def test_lines_name_the_deal_of_a_renege_the_claim_and_the_reason():
    timeline = played(*DISPUTED, "claim S E 2", "adjust NS 4 cake", "abandon", **W)
    assert match_view(MATCH, timeline)["deal"]["result"]["lines"] == [
        {"team": "EW", "code": "renege", "points": -2, "of_deal": 1, "claim": 1},
        {"team": "NS", "code": "adjustment", "points": 4, "reason": "cake"},
    ]


def test_a_closed_and_an_abandoned_match():  # docs/api.md, What can be recorded when
    closed = match_view(MATCH, played("result N 5 D 4 2", "close", target=2, **W))
    assert (closed["status"], closed["winner"], closed["next"]["action"], closed["undo"]) == (
        "closed",
        "EW",
        None,
        None,
    )
    abandoned = match_view(MATCH, played(*BEFORE, T1, "abandon", **W))
    assert (abandoned["status"], abandoned["winner"], abandoned["deal"]["phase"]) == ("closed", None, "over")
    assert (abandoned["deal"]["result"]["made"], abandoned["deal"]["result"]["thrown_in"]) == (None, None)
    assert [abandoned["deal"][name] for name in ("maker", "contract", "trump")] == ["N", "5", "D"]
    assert len(abandoned["deal"]["tricks"]) == 1


def test_the_table_as_it_was():  # docs/api.md, Undo and redo
    timeline = played(*DISPUTED, "claim S E 2", **W)
    for version in range(1, timeline.version + 1):
        assert match_view(MATCH, timeline.at(version))["version"] == version
    assert match_view(MATCH, timeline.at(9))["deal"]["tricks"][0]["plays"][-1]["card"] == "TD"
    assert timeline.at(0) is timeline.at(timeline.version + 1) is None
