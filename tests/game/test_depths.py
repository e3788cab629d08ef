"""Three depths of record (J4): result, tricks and cards come to the same score, mixed as the table likes."""

from __future__ import annotations

import pytest

from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.state import Deal, Over
from referee.game.timeline import Timeline
from referee.projections.scoresheet import scoresheet_view
from tests.deals import BEFORE, HONEST, T1, T2, T5, T6, TURNED_UP
from tests.matches import HONEST as SEEDS
from tests.matches import honest_match
from tests.tables import act, claim, log_of, opened, played, refusal, ruled, score, then

W = {"first_dealer": "W"}


def told_again(timeline: Timeline, by_tricks: bool) -> Timeline:
    """The deals of a match that are over, told by their contracts and the winners of tricks, or by counts."""
    opening = timeline.match.opening
    again = opened(opening.rules, first_dealer=opening.first_dealer.value)
    for deal in (*timeline.match.past, timeline.match.deal):
        if isinstance(deal.stage, Over):
            again = _told(again, deal, by_tricks)
    return again


def _told(again: Timeline, deal: Deal, by_tricks: bool) -> Timeline:
    if deal.stage.thrown_in:
        return act(again, ask.RecordAllPassed())
    contract = ask.DeclareContract(*deal.contract)
    if not by_tricks:
        return act(again, ask.RecordResult(contract, ask.CountTricks(*deal.stage.taken)))
    again = act(again, contract)
    if again.match.deal.stage.phase.value == "exchange":
        again = act(again, ask.Exchange(None, None))
    for trick in deal.tricks:
        again = act(again, ask.TakeTrick(trick.winner))
    return again


@pytest.mark.parametrize("seed", SEEDS)
def test_the_score_sheet_is_the_same_at_every_depth(seed):  # J4.1
    cards = honest_match(seed).timeline
    sheets = [scoresheet_view(timeline) for timeline in (cards, told_again(cards, True), told_again(cards, False))]
    over = [row for row in sheets[0]["rows"] if row["made"] is not None or row["thrown_in"]]
    assert sheets[1]["rows"][: len(over)] == sheets[2]["rows"][: len(over)] == over
    assert sheets[0]["score"] == sheets[1]["score"] == sheets[2]["score"]
    assert sheets[0]["winner"] == sheets[1]["winner"] == sheets[2]["winner"]


MIXED = [
    ("J4.1 cards", (*HONEST, T5, T6)),
    ("J4.1 whole tricks", (*BEFORE, *(f"trick {up[2:].replace(',', ' ')}" for up in TURNED_UP.split()))),
    ("J4.1 winners of tricks", (*BEFORE, *("took N",) * 2, "took W", *("took N",) * 3)),
    ("J4.1 a contract and counts", ("contract N 5 D", "count 5 1")),
    ("J4.1 a contract without trump", ("contract N 5 -", "took N", "count 5 1")),
    ("J4.1 a result", ("result N 5 D 5 1",)),
    ("J4.1 cards, then a winner, then counts", (*BEFORE, T1, "took N", "took W", "count 5 1")),
    ("J4.2 agreed in the middle of a trick", (*BEFORE, T1, T2, "N:9C E:KC", "count 5 1")),
]  # fmt: skip


@pytest.mark.parametrize("told", [row[1] for row in MIXED], ids=[row[0] for row in MIXED])
def test_depths_mix_freely_within_a_deal(told):
    timeline = played(*told, **W)
    assert score(timeline) == (5, 1)
    assert timeline.match.deal.number == 2


def test_what_the_log_does_not_hold_is_open():  # J4.1, J2.3
    timeline = played(*BEFORE, "took N", "claim S E 1", "claim S N 1", **W)
    assert ruled(timeline, 1) == ("open", "not-recorded", 0)
    assert ruled(timeline, 2) == ("rejected", "led-the-trick", 0)
    counted = played("result N 5 D 5 1", "claim S E 2 deal 1", **W)
    assert ruled(counted) == ("open", "not-recorded", 0)
    assert claim(counted)["facts"]["would_prove"] is None
    assert claim(timeline)["facts"]["played"] is None


# --- turned-up tricks (J4.3) -----------------------------------------------------------------------------------------

RESULT = ("result N 5 D 5 1",)
UP = TURNED_UP.split()
WRONG = [
    ("J4.3 too few tricks", RESULT, UP[:5], "counts-do-not-add-up"),
    ("J4.3 not what was scored", ("result N 5 D 6 0",), UP, "counts-do-not-add-up"),
    ("J4.3 a wrong leader", RESULT, [UP[0].replace("N:", "E:"), *UP[1:]], "not-your-turn"),
    ("J4.3 a wrong leader later", RESULT, [*UP[:3], UP[3].replace("W:", "N:"), *UP[4:]], "not-your-turn"),
    ("J4.3 a card twice", RESULT, [*UP[:5], UP[5].replace("AH", "JD")], "card-already-played"),
    ("J4.3 an incomplete trick", RESULT, [*UP[:5], "N:AD,JC,TH"], "invalid-request"),
    ("R1.2 a card not in the pack", RESULT, [*UP[:5], "N:AD,JC,TH,JK"], "unknown-card"),
    ("J4.3 a recorded card that differs", (*BEFORE, "N:JD E:9D", "count 5 1"), UP, "counts-do-not-add-up"),
    ("J4.3 a recorded winner that differs", (*BEFORE, "took E", "count 5 1"), UP, "counts-do-not-add-up"),
    ("J4.3 a card seen in another hand", (*BEFORE, "show E AS", "count 5 1"), UP, "card-not-in-hand"),
    ("J4.3 known already", (*HONEST, T5, T6), UP, "not-now"),
    ("J4.1 trump not recorded", ("result N 5 - 5 1",), UP, "not-now"),
    ("J4.3 thrown in", ("result passed",), UP, "not-now"),
    ("R6.2 led by who sits out", ("result N moon D 5 1",), ["S:JD,TD,KD", *UP[1:]], "sits-out"),
]


@pytest.mark.parametrize("told, tricks, code", [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_turned_up_tricks_that_do_not_agree(told, tricks, code):
    assert refusal(played(*told, **W), f"turned-up 1 {' '.join(tricks)}") == code


def test_turned_up_tricks_settle_claims_and_leave_the_score():  # J4.3
    told = played(*RESULT, "claim S E 2 deal 1", "claim N W 2 deal 1", **W)
    tricks = TURNED_UP.replace("AS,TS", "AS,QH").replace("9D,QH", "9D,KH").replace("9D,KH,QS", "9D,TS,QS")
    timeline = then(told, f"turned-up 1 {tricks}")
    assert ruled(timeline, 1) == ("upheld", "led-suit-played-later", -2)
    assert ruled(timeline, 2) == ("rejected", "followed-suit", 0)
    assert [line.code for line in timeline.match.deal_numbered(1).lines] == ["tricks", "tricks"]
    assert score(timeline) == (5, -1)


def test_the_referee_claims_what_turned_up_tricks_prove():  # J4.3, R7.2
    tricks = TURNED_UP.replace("AS,TS", "AS,QH").replace("9D,QH,QS", "9D,TS,QS")
    timeline = played(*RESULT, f"turned-up 1 {tricks}", referee_claims=True, **W)
    assert (claim(timeline)["by"], claim(timeline)["deal"]) == ("referee", 1)


def test_turned_up_tricks_complete_what_was_recorded():  # J4.3
    timeline = played(*BEFORE, T1, "took N", "N:9C E:KC", "count 5 1", f"turned-up 1 {TURNED_UP}", **W)
    deal = timeline.match.deal_numbered(1)
    assert all(len(trick.plays) == 4 for trick in deal.tricks)
    assert len(deal.moves) == 24
    assert deal.tricks[0].plays[0].version == 8  # a recorded card keeps its version
    assert refusal(timeline, f"turned-up 1 {TURNED_UP}") == "not-now"


def test_a_trick_led_out_of_turn_may_be_turned_up_so():  # J1.1, J4.3
    line = TURNED_UP.replace("W:KS,9D,QH,QS", "!N:9D,QH,QS,KS")
    assert then(played(*RESULT, **W), f"turned-up 1 {line}").version


def test_an_unfinished_trick_stays_as_it_was():  # J4.2
    deal = played(*BEFORE, T1, T2, "N:9C E:KC", "count 5 1", **W).match.deal_numbered(1)
    assert [len(trick.plays) for trick in deal.tricks] == [4, 4, 2]
    assert deal.tricks[-1].winner is None


LED_BY_NOBODY_KNOWN = (
    "E:3 S:pass W:pass N:pass", "trump S", "E:AS S:9S W:TS N:QS", "took E", "claim N E 2",
    "E:KC S:TC W:9D N:9H", "E:AC S:QC W:TD N:TH", "E:AD S:KD W:JD N:JH", "E:AH S:QH W:QD N:KH",
)  # fmt: skip
LED_BY_SOUTH = "E:AS,9S,TS,QS !S:9C,JC,KS,JS E:KC,TC,9D,9H E:AC,QC,TD,TH E:AD,KD,JD,JH E:AH,QH,QD,KH"


def test_a_ruling_by_who_led_falls_when_somebody_else_is_turned_up_to_have_led():  # J1.1, J2.2, J4.3
    timeline = played(*LED_BY_NOBODY_KNOWN, false_claim_points=1)
    assert ruled(timeline) == ("rejected", "led-the-trick", -1)
    after = then(timeline, f"turned-up 1 {LED_BY_SOUTH}")
    assert ruled(after) == ("upheld", "led-suit-played-later", -2)
    assert claim(after)["superseded"] and score(after) == (0, score(timeline)[1] - 2)
    audit(log_of(after))


def test_what_turned_up_tricks_prove_is_claimed_trick_by_trick():  # R7.2, API (A claim)
    """South holds back spades in trick 2, East clubs in trick 3."""
    tricks = "N:JD,TD,KD,QD N:AS,TS,QC,JS N:9C,QH,9S,AC W:KS,9D,KC,QS N:JH,KH,9H,TC N:AD,JC,TH,AH"
    timeline = played(*RESULT, f"turned-up 1 {tricks}", referee_claims=True, **W)
    assert [(made.trick, made.accused.value) for made in timeline.match.claims] == [(2, "S"), (3, "E")]
