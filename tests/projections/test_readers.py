"""What other readers get: score sheet, rulings, the replay of a log, and a match in one row."""

from __future__ import annotations

import pytest

from referee.projections.replay import steps
from referee.projections.rulings import NO_FACTS, RULES_BY_GROUND, claims_view
from referee.projections.scoresheet import scoresheet_view
from referee.projections.summary import changes_row, match_row
from referee.rules.renege import Ground
from tests.deals import BEFORE, DISPUTED, HONEST, T1, T2, T3, T5, T6
from tests.matches import HONEST as SEEDS
from tests.matches import honest_match
from tests.tables import claim, played, then

W = {"first_dealer": "W"}


# --- the score sheet -------------------------------------------------------------------------------------------------


def test_a_row_a_deal_with_running_totals():  # docs/api.md, Reading
    sheet = scoresheet_view(played("result N 5 D 5 1", "result passed", "contract S 4 H", initial=(3, -2), **W))
    assert [(row["deal"], row["dealer"], row["maker"], row["contract"], row["trump"]) for row in sheet["rows"]] == [
        (1, "W", "N", "5", "D"),
        (2, "N", None, None, None),
        (3, "E", "S", "4", "H"),
    ]
    assert [row["totals"] for row in sheet["rows"]] == [{"NS": 8, "EW": -1}] * 3
    assert [row["thrown_in"] for row in sheet["rows"]] == [None, "all-passed", None]
    assert [row["made"] for row in sheet["rows"]] == [True, None, None]
    assert (sheet["score"], sheet["target"], sheet["winner"], sheet["status"]) == (
        {"NS": 8, "EW": -1},
        32,
        None,
        "playing",
    )


def test_a_penalty_stands_in_the_row_in_which_it_was_ruled():
    rows = scoresheet_view(played(*DISPUTED, T5, T6, "claim S E 2 deal 1", **W))["rows"]
    assert [line["code"] for line in rows[0]["lines"]] == ["tricks", "tricks"]
    assert rows[1]["lines"] == [{"team": "EW", "code": "renege", "points": -2, "of_deal": 1, "claim": 1}]
    assert (rows[0]["totals"], rows[1]["totals"]) == ({"NS": 5, "EW": 1}, {"NS": 5, "EW": -1})


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_totals_are_the_score(seed):
    sheet = scoresheet_view(honest_match(seed).timeline)
    assert sheet["rows"][-1]["totals"] == sheet["score"]


# --- rulings ---------------------------------------------------------------------------------------------------------


def test_a_claim_as_its_readers_see_it():  # docs/api.md, Claims
    assert claim(played(*DISPUTED, "claim S E 2", **W)) == {
        "number": 1,
        "kind": "renege",
        "by": "S",
        "accused": "E",
        "deal": 1,
        "trick": 2,
        "verdict": "upheld",
        "ground": "led-suit-played-later",
        "rule": "R7.1",
        "facts": {
            "trick": 2,
            "led": "AS",
            "led_suit": "S",
            "played": "QH",
            "played_version": 13,
            "proof": "TS",
            "proof_version": 22,
            "count": None,
            "would_prove": None,
        },
        "penalty": {"team": "EW", "points": -2},
        "made_at_version": 24,
        "ruled_at_version": 25,
        "superseded": False,
    }


PENALTIES = [
    ("offender", "offender", {"team": "EW", "points": -2}),
    ("both: the offender", "both", {"team": "EW", "points": -2}),
    ("opponents: the gainer", "opponents", {"team": "NS", "points": 2}),
]


@pytest.mark.parametrize("to, penalty", [row[1:] for row in PENALTIES], ids=[row[0] for row in PENALTIES])
def test_whose_penalty_is_named(to, penalty):  # docs/api.md, Claims
    assert claim(played(*DISPUTED, "claim S E 2", renege_to=to, **W))["penalty"] == penalty


def test_a_false_claims_price_stands_there_too():  # docs/api.md, Claims
    assert claim(played(*HONEST, "claim S E 2", false_claim_points=2, **W))["penalty"] == {"team": "NS", "points": -2}


def test_an_open_claim_shows_its_current_ground():  # docs/api.md, Claims
    timeline = played(*BEFORE, T1, T2, "claim S E 2", **W)
    before = claim(timeline)
    assert (before["verdict"], before["ruled_at_version"]) == ("open", None)
    assert before["facts"]["would_prove"] == ["TS", "QS", "KS"]
    assert claim(then(timeline, T3, "W:KS"))["facts"]["would_prove"] == ["TS", "QS"]
    assert claim(then(timeline, "withdraw 1 S"))["verdict"] == "withdrawn"


def test_every_ground_names_its_rule():
    assert set(RULES_BY_GROUND) == {ground.value for ground in Ground}
    ace = claims_view(played("ace S AH AC 9H TH 9C TC", ace_no_face="any-aces", **W).match)[0]
    assert (ace["facts"], ace["rule"], ace["accused"], ace["by"]) == (NO_FACTS, "V2.1", None, "S")


# --- the replay ------------------------------------------------------------------------------------------------------


def test_the_replay_shows_what_was_written_and_what_became_of_it():  # J3
    timeline = played(*BEFORE, "N:JD E:TD S:KD W:QD", "correct E1 9D", "N:AS", "undo", **W)
    told = steps(timeline)
    assert [step.version for step in told] == list(range(1, timeline.version + 1))
    assert [step.type for step in told if step.undone] == ["card-played"]
    (corrected,) = [step for step in told if step.corrected]
    assert (corrected.written["card"], corrected.reads["card"], corrected.version) == ("TD", "9D", 9)
    assert [step.version for step in told if step.trick] == [11]
    assert told[10].trick.winner.value == "N"


# --- a match in one row ----------------------------------------------------------------------------------------------


def test_the_replay_tells_a_redo_from_an_undo():  # J3
    rewinds = [step for step in steps(played("E:4", "S:5", "undo", "undo", "redo")) if step.type == "rewound"]
    assert [step.redo for step in rewinds] == [False, False, True]


def test_a_match_in_one_row():
    row = match_row(played("result N 5 D 5 1", "name E Eve", **W))
    assert (row.status, row.ns, row.ew, row.winner, row.deals, row.closed_at) == ("playing", 5, 1, None, 1, None)
    assert '"E":"Eve"' in row.players
    closed = match_row(played("result N 5 D 5 1", "close", target=5, **W))
    assert (closed.status, closed.winner, closed.deals) == ("closed", "NS", 1)
    assert closed.closed_at == closed.opened_at
    assert match_row(played("result N 5 D 5 1", "abandon", **W)).deals == 1


def test_when_a_row_changes():
    before = played(*BEFORE, T1, T2, **W)
    quiet, loud = ("N:9C", "show N JH"), ("adjust NS 1", "name E Eve", "count 4 2", "abandon", "redeal")
    assert not any(changes_row(before, then(before, line)) for line in quiet)
    assert all(changes_row(before, then(before, line)) for line in loud[:-1])
    assert changes_row(played(*BEFORE, **W), played(*BEFORE, "redeal", **W))
