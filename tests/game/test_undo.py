"""Undo and redo (J3): back and forth over rulings, deals and the end of a match; names stay, and nothing is deleted."""

from __future__ import annotations

from random import Random

import pytest

from referee.game.audit import audit
from referee.game.phases import next_act
from referee.game.refused import Refused
from referee.game.timeline import Timeline, standing
from referee.projections.table import match_view
from tests.deals import BEFORE, DISPUTED, T1, T2, T3, TURNED_UP, WHOLE
from tests.tables import act, commands, events_since, log_of, played, refusal, ruled, score, table, then

W = {"first_dealer": "W"}

ACTS = [
    ("a bid", (), "N:5"),
    ("the end of an auction", ("N:5 E:pass S:pass",), "W:pass"),
    ("trump", BEFORE[:1], "trump D"),
    ("a card", BEFORE, "N:JD"),
    ("a whole trick", BEFORE, "trick JD TD KD QD"),
    ("a trick's winner", BEFORE, "took N"),
    ("a contract", (), "contract N 5 D"),
    ("a result and the next deal", (), "result N 5 D 5 1"),
    ("the last card of a deal", (*WHOLE[:-1], "N:AD E:JC S:TH"), "W:AH"),
    ("counts", BEFORE, "count 4 2"),
    ("cards shown", BEFORE, "show E 9H"),
    ("a misdeal", BEFORE, "redeal"),
    ("four passes", ("N:pass E:pass S:pass",), "W:pass"),
    ("a claim left open", (*BEFORE, T1, T2), "claim S E 2"),
    ("a ruling", DISPUTED, "claim S E 2"),
    ("a card that proves a claim", (*BEFORE, T1, T2, "claim S E 2", T3, "W:KS N:9D"), "E:TS"),
    ("a concession", (*BEFORE, T1, T2, "claim S E 2"), "concede 1 E"),
    ("a withdrawal", (*BEFORE, T1, T2, "claim S E 2"), "withdraw 1 S"),
    ("a correction", DISPUTED, "correct E4 TC"),
    ("a card taken back", (*BEFORE, T1, T2), "take-back E2 TS"),
    ("an adjustment", (), "adjust NS 3"),
    ("cards of a past deal", ("result N 5 D 5 1",), f"turned-up 1 {TURNED_UP}"),
]  # fmt: skip


@pytest.mark.parametrize("told, line", [row[1:] for row in ACTS], ids=[row[0] for row in ACTS])
def test_undo_takes_back_one_act_whatever_it_was_and_redo_brings_it_back(told, line):
    before = played(*told, **W)
    after = then(before, line)
    undone = then(after, "undo")
    assert undone.match == before.match
    assert events_since(undone, after.version) == ["rewound"]
    assert log_of(undone)[: after.version] == log_of(after)  # nothing is deleted
    redone = then(undone, "redo")
    assert redone.match == after.match
    assert redone.redo_to is None
    assert audit(log_of(redone)).match == after.match


def test_undo_goes_back_act_by_act_to_the_opening_and_redo_all_the_way():
    timeline = played(*WHOLE, "E:4 S:pass", "claim S E 2 deal 1", "adjust NS 1", **W)
    states, at = [timeline.match], timeline
    while at.undo_to is not None:
        at = then(at, "undo")
        states.append(at.match)
    assert at.match == table(**W).match
    assert refusal(at, "undo") == "nothing-to-undo"
    for state in states[-2::-1]:
        at = then(at, "redo")
        assert at.match == state
    assert refusal(at, "redo") == "nothing-to-undo"


def test_what_is_done_after_an_undo_ends_the_redo():
    timeline = then(played(*BEFORE, T1, **W), "undo", "W:AD")
    assert timeline.redo_to is None
    assert refusal(timeline, "redo") == "nothing-to-undo"


def test_undo_to_a_version_and_back():
    timeline = played(*BEFORE, T1, T2, "claim S E 2", **W)
    undone = then(timeline, "undo 7")
    assert undone.match == played(*BEFORE, **W).match
    assert undone.undo_to == 6
    assert undone.redo_to == timeline.version
    assert then(undone, "redo").match == timeline.match
    assert then(undone, "redo 11").match == played(*BEFORE, T1, **W).match
    assert then(undone, "redo 11", "redo").match == timeline.match


NO_VERSION = [
    ("within an act", "undo 1", "no-such-version"),
    ("before the first", "undo 0", "no-such-version"),
    ("not yet", "undo 99", "no-such-version"),
    ("within a trick entered whole", "undo 9", "no-such-version"),
    ("where the table stands", "undo 11", "nothing-to-undo"),
    ("nothing was undone", "redo", "nothing-to-undo"),
    ("nothing was undone", "redo 5", "nothing-to-undo"),
]


@pytest.mark.parametrize("line, code", [row[1:] for row in NO_VERSION], ids=[row[0] for row in NO_VERSION])
def test_versions_that_undo_cannot_lead_to(line, code):
    assert refusal(played(*BEFORE, "trick JD TD KD QD", **W), line) == code


def test_there_is_no_table_before_the_first_version():
    timeline = played(*BEFORE, **W)
    assert [timeline.at(version) is None for version in (0, 1, 7, 8)] == [True, False, False, True]


def test_undo_passes_over_a_change_of_names_and_a_rewind_keeps_it():  # docs/api.md, Undo and redo
    timeline = played("N:5", "name E Eve", **W)
    undone = then(timeline, "undo")
    assert undone.match == table(**W).match
    assert names(undone)["E"] == "Eve"
    assert names(then(undone, "redo"))["E"] == "Eve"
    renamed = then(undone, "name S Sue")
    assert renamed.redo_to == timeline.version  # nor does it end the redo
    assert names(then(renamed, "redo"))["S"] == "Sue"


def names(timeline: Timeline) -> dict[str, str | None]:
    """The names as a phone shows them."""
    return match_view("m", timeline)["players"]


def test_undo_of_the_decision_and_of_the_ruling_that_reversed_it():  # R9.3
    timeline = played(*WHOLE, target=5, **W)
    assert timeline.match.status == "decided"
    assert then(timeline, "undo").match.status == "playing"
    adjusted = then(timeline, "adjust NS -1")
    assert (adjusted.match.status, adjusted.match.deal.number) == ("playing", 2)
    again = then(adjusted, "undo")
    assert again.match == timeline.match
    assert again.match.winner.value == "NS"


def test_a_closed_match_knows_neither():  # R9.3
    closed = played(*WHOLE, "close", target=5, **W)
    assert (closed.undo_to, closed.redo_to) == (None, None)
    assert {refusal(closed, line) for line in ("undo", "redo", "undo 3", "close", "N:5")} == {"match-closed"}


def test_the_view_says_what_undo_and_redo_would_do():  # docs/api.md, Undo and redo
    timeline = played(*BEFORE, T1, "name E Eve", **W)
    view = match_view("m", timeline)
    assert view["undo"] == {"to": 10, "type": "card-played", "data": {"seat": "W", "card": "QD"}, "may": ["scorer"]}
    assert view["redo"] is None
    view = match_view("m", then(timeline, "undo"))
    assert view["redo"] == {"to": 12, "type": "card-played", "data": {"seat": "W", "card": "QD"}, "may": ["scorer"]}
    assert view["undo"]["to"] == 9


def test_the_standing_events_of_a_log():
    timeline = played(*BEFORE, T1, "undo", "undo", "S:AD", "name E Eve", "undo 7", "redo", **W)
    versions = [recorded.version for recorded in standing(log_of(timeline))]
    assert versions == [1, 2, 3, 4, 5, 6, 7, 8, 9, 14]
    assert standing([]) == []


def test_undo_and_corrections_go_together():
    timeline = played(*DISPUTED, "claim S E 2", **W)
    corrected = then(timeline, "correct S1 AH")
    assert ruled(corrected) == ruled(timeline)
    further = then(corrected, "N:JH")
    assert then(further, "undo").match == corrected.match
    assert then(further, "undo", "undo").match == timeline.match
    assert then(further, "undo", "undo", "redo", "redo").match == further.match
    assert score(then(further, "undo", "undo", "undo")) == (0, 0)


def test_a_rewind_into_another_branch_can_be_undone():
    timeline = played("N:5", "undo", "N:4", **W)
    first, second = timeline.at(3), timeline
    there = then(second, "undo 3")
    assert there.match == first.match
    back = act(there, next(commands(there, "redo")))
    assert back.match == second.match


# --- what was undone, step by step (J3, second edition) ----------------------------------------------------------------


def test_a_redo_that_stops_on_the_way_goes_the_rest_of_it_later():  # J3
    played_on = played("E:pass", "S:3", "W:pass", "N:4")  # versions 3 to 6
    far = then(played_on, "undo 3")
    assert (far.redo_to, far.match.deal.calls) == (6, played_on.at(3).match.deal.calls)
    part = then(far, "redo 5")
    assert part.match == played_on.at(5).match
    assert then(part, "redo").match == played_on.match
    assert then(part, "redo").redo_to is None


def test_two_undos_and_a_redo_to_the_version_between():  # J3
    timeline = then(played("E:pass", "S:3", "W:pass"), "undo", "undo")
    between = then(timeline, "redo 4")
    assert between.match == timeline.at(4).match
    whole = then(between, "redo")
    assert whole.match == timeline.at(5).match and whole.redo_to is None
    assert refusal(whole, "redo") == "nothing-to-undo"


def test_an_undo_of_a_part_is_redone_before_the_rest():  # J3
    timeline = then(played("E:pass", "S:3", "W:pass", "N:4"), "undo 3", "redo 5", "undo")
    assert timeline.match == timeline.at(4).match
    steps = [then(timeline, *["redo"] * count).match for count in (1, 2)]
    assert steps == [timeline.at(5).match, timeline.at(6).match]


def test_a_jump_to_another_past_can_be_taken_back_in_parts():  # J3
    other = then(played("E:pass", "S:3", "W:pass"), "undo 3", "S:4", "W:5")  # 7 and 8 follow 3
    jumped = then(other, "undo 5")
    assert jumped.match == other.at(5).match and jumped.redo_to == 8
    part = then(jumped, "redo 7")
    assert part.match == other.at(7).match
    assert then(part, "redo").match == other.match


def test_a_redo_that_is_shown_is_never_refused():  # J3
    for seed in range(60):
        random, timeline = Random(seed), played("E:pass", "S:3", "W:pass", "N:4", "undo 4")
        for _ in range(12):
            line = random.choice(
                ("undo", "redo", "pass", f"undo {random.randint(2, 9)}", f"redo {random.randint(2, 9)}")
            )
            seat = next_act(timeline.match)
            if line == "pass" and seat.action != "bid":
                continue
            try:
                timeline = then(timeline, f"{seat.seat.value}:pass" if line == "pass" else line)
            except Refused:
                continue
            if timeline.redo_to is not None:
                assert then(timeline, "redo").match == timeline.at(timeline.redo_to).match
