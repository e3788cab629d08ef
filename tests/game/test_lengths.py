"""How a match ends: by so many deals, early, by a correction of its last deal; and how a closed one is opened again (R9.3-R9.6)."""

from __future__ import annotations

import pytest

from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.timeline import Timeline
from referee.projections.summary import match_row
from referee.projections.table import match_view
from referee.rules.seats import Seat
from tests.deals import BEFORE, T1, T2
from tests.tables import act, events_since, log_of, played, refusal, score, then, version_of

NS5, EW5 = "result N 5 D 5 1", "result E 5 D 1 5"


def ending(timeline: Timeline) -> tuple[str, str | None, bool, str | None]:
    """Status, winner, whether it is a draw, and by what it ended."""
    view = match_view("m", timeline)
    return view["status"], view["winner"], view["drawn"], view["ended"]


GOES_ON = ("playing", None, False, None)


@pytest.mark.parametrize(
    "told, options, wanted",
    [
        ([NS5], {"deals": 2}, GOES_ON),
        ([NS5, NS5], {"deals": 2}, ("decided", "NS", False, "deals")),
        ([NS5, EW5], {"deals": 2}, ("decided", None, True, "deals")),
        ([NS5, EW5], {"deals": 2, "level": "extra-deal"}, GOES_ON),
        ([NS5, EW5, EW5], {"deals": 2, "level": "extra-deal"}, ("decided", "EW", False, "deals")),
        ([NS5, EW5, "adjust NS 1"], {"deals": 2, "level": "extra-deal"}, GOES_ON),  # only between deals
        (
            [NS5, EW5, "adjust NS 1", "result passed"],
            {"deals": 2, "level": "extra-deal"},
            ("decided", "NS", False, "deals"),
        ),
        ([NS5, "result passed"], {"deals": 2}, GOES_ON),
        ([NS5, "redeal"], {"deals": 2}, GOES_ON),
        ([NS5, "redeal", EW5], {"deals": 2}, ("decided", None, True, "deals")),
        ([NS5], {"deals": 1, "target": 5}, ("decided", "NS", False, "target")),  # both in the last deal
        ([NS5, EW5], {"deals": 2, "target": 6}, ("decided", None, True, "deals")),  # level above the target
        ([NS5, NS5], {"target": 32}, GOES_ON),
        ([NS5] * 3, {}, GOES_ON),  # with neither the bell ends it
        ([NS5] * 7, {"deals": 8}, GOES_ON),
        ([NS5] * 8, {"deals": 8}, ("decided", "NS", False, "deals")),
        ([NS5, "end-early"], {}, ("closed", "NS", False, "early")),
        (["end-early"], {}, ("closed", None, True, "early")),
        ([NS5, "adjust EW 9 a bet", "end-early"], {}, ("closed", "EW", False, "early")),
        ([NS5, "abandon"], {}, ("closed", None, False, "abandoned")),
        ([NS5, "close"], {"deals": 1}, ("closed", "NS", False, "deals")),
        ([NS5, "abandon"], {"deals": 1}, ("closed", "NS", False, "deals")),  # a decided match is closed, not abandoned
    ],
)
def test_how_a_match_stands(told, options, wanted):  # R9.1-R9.5
    timeline = played(*told, **{"target": None, **options})
    assert ending(timeline) == wanted
    assert audit(log_of(timeline)).match == timeline.match


@pytest.mark.parametrize(
    "told, line, code",
    [
        ([NS5], "end-early", "not-now"),
        ([], "close", "not-decided"),
        ([NS5], "reopen", "not-closed"),
        ([], "reopen", "not-closed"),
        ([NS5, "close"], "close", "match-closed"),
        ([NS5, "close"], "end-early", "match-closed"),
    ],
)
def test_what_cannot_be(told, line, code):  # R9.3, R9.5, R9.6
    assert refusal(played(*told, deals=1), line) == code


def test_early_and_abandoned_is_no_end():  # R9.5
    with pytest.raises(Exception, match="invalid-request"):
        act(played(), ask.Close(abandoned=True, early=True))


@pytest.mark.parametrize("end", ["end-early", "abandon"])
@pytest.mark.parametrize(
    "told, shown",
    [
        ([], (None, None, None)),
        (["E:pass S:4 W:pass N:pass"], ("S", "4", None)),
        (["E:pass S:ask W:pass N:pass", "trump H"], ("S", "ask", "H")),
        (["E:pass S:4 W:pass N:pass", "trump H", "S:AH"], ("S", "4", "H")),
    ],
)
def test_the_running_deal_keeps_what_is_known_of_it(told, shown, end):  # R9.5, docs/api.md
    timeline = played(NS5, *told, end, first_dealer="W")
    deal = match_view("m", timeline)["deal"]
    assert (deal["maker"], deal["contract"], deal["trump"]) == shown
    assert (deal["phase"], deal["result"]["made"], deal["result"]["thrown_in"]) == ("over", None, None)
    assert match_row(timeline).deals == 1


@pytest.mark.parametrize(
    "told, trump", [(["E:pass S:4 W:pass N:pass"], None), (["E:pass S:4 W:pass N:pass", "trump H"], "H")]
)
def test_a_deal_thrown_in_after_the_auction_keeps_its_contract(told, trump):  # docs/api.md
    (deal,) = played(*told, "redeal").match.past
    assert (deal.maker.value, deal.bid, deal.trump and deal.trump.value) == ("S", "4", trump)


# --- reopened (R9.6) -------------------------------------------------------------------------------------------------


def test_a_reopened_match_stands_as_it_did_with_undo_and_redo():
    before = then(played(*BEFORE, T1, T2, first_dealer="W"), "undo", "undo")
    for end in ("abandon", "end-early"):
        closed = then(before, end)
        opened = then(closed, "reopen a slip")
        assert opened.match == before.match and (opened.undo_to, opened.redo_to) == (before.undo_to, before.redo_to)
        assert (match_row(closed).status, match_row(closed).tally is None) == ("closed", False)
        row = match_row(opened)
        assert (row.status, row.closed_at, row.tally) == ("playing", None, None)
        assert then(opened, "redo").match == then(before, "redo").match
        assert then(opened, "undo").match == then(before, "undo").match
        again = then(opened, "undo", "redo", end)
        assert again.match.closed and audit(log_of(again)).match == again.match


def test_reopening_keeps_names_and_is_not_undone():  # R9.6
    opened = then(played("name N Ann", NS5, target=5), "close", "reopen")
    assert opened.players[Seat.N] == "Ann"
    assert opened.match.status == "decided"
    undone = then(opened, "undo")
    assert not undone.match.closed and undone.match.score == (0, 0)
    closed_at = opened.version - 1
    assert opened.at(closed_at).match.closed
    for word in ("undo", "redo"):
        assert refusal(opened, f"{word} {closed_at}") == "nothing-to-undo"
    assert refusal(undone, f"undo {closed_at}") == "nothing-to-undo"
    assert then(opened, "close").match.closed


# --- the empty deal (R9.3) -------------------------------------------------------------------------------------------


def corrected(timeline: Timeline, **counts: int) -> Timeline:
    """The count of the first deal put right."""
    return act(timeline, ask.CorrectEntries({4: counts}))


@pytest.mark.parametrize(
    "told, lines",
    [
        ([], []),
        (["adjust EW -1 coffee"], [("EW", "adjustment", -1)]),
        (["dealer S"], []),
        (["name N Ann", "adjust EW -1 coffee", "dealer S", "adjust EW -2 tea"],
         [("EW", "adjustment", -1), ("EW", "adjustment", -2)]),
    ],
)  # fmt: skip
def test_a_correction_that_decides_drops_the_empty_deal_and_keeps_what_was_booked_in_it(told, lines):
    timeline = played("result N 5 D 4 2", *told, target=5, first_dealer="W")
    after = corrected(timeline, NS=5, EW=1)
    assert (after.match.status, after.match.deal.number) == ("decided", 1)
    booked = [(line.team.value, line.code, line.points) for line in after.match.deal.lines]
    assert [line for line in booked if line[1] == "adjustment"] == lines
    assert events_since(after, timeline.version) == ["entries-corrected"]
    assert then(after, "undo").match == timeline.match
    assert then(after, "undo", "redo").match == after.match
    assert audit(log_of(after)).match == after.match
    assert corrected(after, NS=3, EW=3).match.deal.number == 2  # and it goes on again


@pytest.mark.parametrize("told", [["E:pass"], ["show N 9S"], ["contract N 4 H"]])
def test_a_deal_in_which_something_is_recorded_stays(told):
    timeline = played("result N 5 D 4 2", *told, target=5, first_dealer="W")
    after = corrected(timeline, NS=5, EW=1)
    assert (after.match.status, after.match.deal.number) == ("playing", 2)


def test_a_second_correction_tests_the_last_deal_again():
    timeline = corrected(played("result N 5 D 3 3", target=5, first_dealer="W"), NS=4, EW=2)
    assert timeline.match.deal.number == 2
    assert corrected(timeline, NS=5, EW=1).match.status == "decided"


def test_a_penalty_that_a_correction_takes_back_may_decide():  # J2.10, R9.3
    told = (*BEFORE, T1, T2, "N:9C E:KC S:QC W:AC", "W:KS N:9D E:TS S:QS", "N:JH E:KH S:9H W:TC", "N:AD E:JC S:TH W:AH")
    decided = played("result E 5 D 1 5", *told, target=9, initial=(0, 3), first_dealer="S")
    assert (decided.match.status, score(decided)) == ("decided", (6, 9))
    claimed = then(decided, "claim N E 2")
    assert (claimed.match.status, claimed.match.deal.number, score(claimed)) == ("playing", 3, (6, 7))
    east = [version_of(claimed, "E", trick, 2) for trick in (2, 4)]
    after = act(claimed, ask.CorrectEntries({east[0]: {"card": "TS"}, east[1]: {"card": "QH"}}))
    assert (after.match.status, after.match.deal.number, score(after)) == ("decided", 2, (6, 9))


def test_a_correction_of_a_card_that_decides():
    timeline = played(*BEFORE, T1, T2, "N:9C E:KC S:QC W:AC", "W:KS N:9D E:TS S:QS", "N:JH E:KH S:9H W:TC",
                      "N:AH E:JC S:TH W:AD", "adjust EW -1 coffee", target=5, first_dealer="W")  # fmt: skip
    assert timeline.match.deal.number == 2
    east = version_of(timeline, "N", 6, 1), version_of(timeline, "W", 6, 1)
    after = act(timeline, ask.CorrectEntries({east[0]: {"card": "AD"}, east[1]: {"card": "AH"}}))
    assert (after.match.status, after.match.score) == ("decided", (5, 0))
