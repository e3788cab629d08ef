"""What the referee refuses (J1), in which order it looks for reasons (docs/api.md, The order of refusals), and that nothing is recorded."""

from __future__ import annotations

import pytest

from tests.deals import BEFORE, T1, TURNED_UP, WHOLE
from tests.tables import played, refusal, refused, then

W = {"first_dealer": "W"}
ASK = ("N:ask E:pass S:pass W:pass", "trump D")
LAST = (*WHOLE[:-1], "N:AD E:JC")
MOON = ("contract N moon D", "N:JD")
JOKER = {"joker": True}
TWO = {"decks": 2}
NONE = {"ask_no_trump": "no-exchange"}

PHASES = [
    ("discard", (), JOKER),
    ("auction", (), {}),
    ("trump", BEFORE[:1], {}),
    ("exchange", ASK, {}),
    ("play", BEFORE, {}),
    ("over", ("result N 5 D 5 1",), {"target": 5}),
]
ACTS = {
    "N:5": {"auction"},
    "trump D": {"trump"},
    "N:JD": {"play"},
    "trick JD TD KD QD": {"play"},
    "took N": {"play"},
    "contract N 5 D": {"discard", "auction"},
    "result N 5 D 5 1": {"discard", "auction"},
    "result passed": {"discard", "auction"},
    "count 4 2": {"exchange", "play"},
    "discard 9C": {"discard"},
    "exchange 9C TD": {"exchange"},
    "show E 9H": {"discard", "auction", "trump", "exchange", "play", "over"},
    "redeal": {"discard", "auction", "trump", "exchange", "play"},
    "close": {"over"},
    f"turned-up 1 {TURNED_UP}": {"over"},
    "adjust NS 1": {"discard", "auction", "trump", "exchange", "play", "over"},
    "claim S E": {"over"},
}


@pytest.mark.parametrize("phase, told, options", PHASES, ids=[row[0] for row in PHASES])
@pytest.mark.parametrize("line", ACTS)
def test_what_can_be_recorded_in_which_phase(phase, told, options, line):  # J1
    timeline = played(*told, **options, **W)
    assert timeline.match.deal.stage.phase.value == phase
    if phase in ACTS[line]:
        assert then(timeline, line).version > timeline.version
    else:
        assert refusal(timeline, line) == ("not-decided" if line == "close" else "not-now")


PLAYS = [
    ("J1 sits-out before the turn", MOON, "S:JD", {}, "sits-out"),
    ("J1 sits-out even for a lead out of turn", ("contract N moon D",), "!S:9S", {}, "sits-out"),
    ("R6.2 who sits out wins no trick", ("contract N moon D",), "took S", {}, "sits-out"),
    ("J1 no-cards-left before the turn", LAST, "N:JD", {}, "no-cards-left"),
    ("J1 not-your-turn before the card", (*BEFORE, "N:JD"), "W:JD", {}, "not-your-turn"),
    ("R4.3 not your turn", BEFORE, "E:TD", {}, "not-your-turn"),
    ("J1.1 only a lead may be out of turn", (*BEFORE, "N:JD"), "!W:QD", {}, "not-your-turn"),
    ("J1 a card already played", (*BEFORE, "N:JD"), "E:JD", {}, "card-already-played"),
    ("J1 both copies played", (*BEFORE, "N:JD E:JD"), "S:JD", TWO, "card-already-played"),
    ("J1 a card in another hand", (*BEFORE, "show S JD"), "N:JD", {}, "card-not-in-hand"),
    ("J1 no room for a card seen", (*BEFORE, "show N 9S TS JS QS KS AS"), "N:JD", {}, "card-not-in-hand"),
    ("J1 a card discarded", ("discard 9C", "contract N 4 D"), "N:9C", JOKER, "card-not-in-hand"),
    ("R5.2 a card given away", (*ASK, "exchange 9C TD"), "N:9C", {}, "card-not-in-hand"),
    ("R1.2 a card not in the pack", BEFORE, "N:JK", {}, "unknown-card"),
    ("J4.1 no card without trump", ("contract N 5 -",), "N:JD", {}, "not-now"),
    ("J4.1 no whole trick without trump", ("contract N 5 -",), "trick JD TD KD QD", {}, "not-now"),
    ("J4.1 a trick half played cannot be taken whole", (*BEFORE, "N:JD"), "took N", {}, "not-now"),
    ("J4.1 nor entered whole", (*BEFORE, "N:JD"), "trick TD KD QD 9D", {}, "not-now"),
    ("J4.1 a trick of no cards", (), "trick", {}, "not-now"),
    ("R4.3 four cards a trick", BEFORE, "trick JD TD KD", {}, "invalid-request"),
    ("R6.2 three alone", ("contract N moon D",), "trick JD TD KD QD", {}, "invalid-request"),
    ("J1 a trick with a card twice", BEFORE, "trick JD TD KD JD", {}, "card-already-played"),
    ("R3.1 bids in turn", (), "E:5", {}, "not-your-turn"),
    ("R3.3 not higher", ("N:5",), "E:5", {}, "bid-too-low"),
    ("R3.2 too low", (), "N:2", {}, "bid-too-low"),
    ("R3.2 too low a contract", (), "contract N 2 D", {}, "bid-too-low"),
    ("R3.2 too low a result", (), "result N 2 D 3 3", {}, "bid-too-low"),
    ("R3.4 no plain six", (), "N:6", {}, "invalid-request"),
    ("R3.4 before the turn is looked at", (), "E:6", {}, "invalid-request"),
    ("R3.4 and before the phase", BEFORE, "N:6", {}, "invalid-request"),
    ("R3.7 a pass is no contract", (), "contract N pass D", {}, "invalid-request"),
    ("R4.1 no such trump", BEFORE[:1], "trump NT", {}, "invalid-request"),
    ("R4.1 no such trump in a contract", (), "contract N 5 NL", {"no_trump": "high"}, "invalid-request"),
    ("J4.1 a contract after a bid", ("N:pass",), "contract E 5 D", {}, "not-now"),
    ("R3.6 all passed after a bid", ("N:pass",), "result passed", {}, "not-now"),
    ("V1 the dealer must bid", ("N:pass E:pass S:pass",), "W:pass", {"all_pass": "stick-the-dealer"}, "dealer-must-bid"),
    ("V1 in a result, too", (), "result passed", {"all_pass": "stick-the-dealer"}, "dealer-must-bid"),
    ("R2.3 no misdeal after the lead", (*BEFORE, "N:JD"), "redeal", {}, "not-now"),
    ("J4.2 counts that do not add up", BEFORE, "count 3 2", {}, "counts-do-not-add-up"),
    ("J4.2 fewer than were taken", (*BEFORE, T1), "count 0 6", {}, "counts-do-not-add-up"),
    ("J4.2 negative counts", BEFORE, "count -1 7", {}, "counts-do-not-add-up"),
    ("J1 shown after it was played", (*BEFORE, "N:JD"), "show E JD", {}, "card-already-played"),
    ("J1 shown with no cards left", LAST, "show N AH", {}, "no-cards-left"),
    ("J1 shown in two hands", (*BEFORE, "show E 9H"), "show S 9H", {}, "card-not-in-hand"),
    ("J1 shown twice the same", BEFORE, "show E 9H 9H", {}, "card-not-in-hand"),
    ("J1 seven cards shown", BEFORE, "show E 9H TH JH QH KH AH 9D", {}, "card-not-in-hand"),
    ("J1 shown in no deal", BEFORE, "show E 9H deal 4", {}, "no-such-deal"),
    ("R5.2 given and received the same", ASK, "exchange 9C 9C", {}, "card-not-in-hand"),
    ("R5.2 how many cards", ASK, "exchange 9C,TC TD", {}, "invalid-request"),
    ("R5.2 none only where the table says so", ASK, "exchange none none", {}, "invalid-request"),
    ("R5.3 what is known already", (*ASK, "exchange 9C -"), "exchange 9C TD", {}, "not-now"),
    ("R5.3 nothing to fill in", BEFORE, "exchange 9C TD deal 1", {}, "not-now"),
    ("R5.3 that cards were passed is known", (*ASK, "exchange - -"), "exchange none none", NONE, "card-not-in-hand"),
    ("V3.1 a second discard", ("discard -",), "discard 9C", JOKER, "not-now"),
    ("V3.1 named while the deal runs", ("discard -",), "discard 9C deal 1", JOKER, "not-now"),
    ("V3.1 named twice", ("discard 9C", "contract N 5 D", "count 5 1"), "discard TC deal 1", JOKER, "not-now"),
    ("V3.1 of a deal that is none", ("discard -",), "discard 9C deal 3", JOKER, "no-such-deal"),
    ("J4.3 of a deal that is none", ("result N 5 D 5 1",), f"turned-up 3 {TURNED_UP}", {}, "no-such-deal"),
    ("R9.3 not decided", BEFORE, "close", {}, "not-decided"),
]  # fmt: skip


@pytest.mark.parametrize("told, line, options, code", [row[1:] for row in PLAYS], ids=[row[0] for row in PLAYS])
def test_refusals(told, line, options, code):
    assert refusal(played(*told, **options, **W), line) == code


MALFORMED = [  # API, fine print: 422 is looked for before the table is, and so before the close
    ("R1.2 a card", "N:JK", "unknown-card"),
    ("R1.2 a card of a whole trick", "trick JD TD JK QD", "unknown-card"),
    ("R1.2 a card shown", "show E JK", "unknown-card"),
    ("J2.4 no card shown", "show E", "invalid-request"),
    ("R1.2 a card of an ace-no-face claim", "ace E JK 9H TH 9S TS AS", "unknown-card"),
    ("R1.2 a card taken back", "take-back 3 JK", "unknown-card"),
    ("R1.2 a card corrected", "correct 3 JK", "unknown-card"),
    ("R3.4 a bid", "N:6", "invalid-request"),
    ("R3.7 a contract", "contract N pass D", "invalid-request"),
    ("R4.1 a trump", "trump NT", "invalid-request"),
    ("R4.1 the trump of a result", "result N 5 NL 5 1", "invalid-request"),
    ("R5.2 an exchange", "exchange 9C,TC TD", "invalid-request"),
    ("V3.1 a discard", "discard JK", "unknown-card"),
    ("J4.3 turned-up cards", "turned-up 1 N:JK,TD,KD,QD", "unknown-card"),
]


@pytest.mark.parametrize("line, code", [row[1:] for row in MALFORMED], ids=[row[0] for row in MALFORMED])
@pytest.mark.parametrize("told", [(), ("abandon",)], ids=["open", "closed"])
def test_what_is_malformed_is_so_whatever_the_table(told, line, code):
    assert refusal(played(*told, **W), line) == code


def test_what_is_well_said_is_refused_by_a_closed_match():  # R9.3
    assert refusal(played("abandon", **W), "N:5") == "match-closed"


def test_a_refusal_tells_what_a_reader_needs():  # docs/api.md, Problems
    timeline = played("N:4", **W)
    assert (refused(timeline, "E:3").facts, refused(timeline, "E:3").rule) == ({"lowest": "5"}, "R3.3")
    assert refused(timeline, "S:5").facts == {"seat": "E"}
    assert refused(played(*BEFORE, T1, **W), "count 0 6").facts == {"all": 6, "NS": 1, "EW": 0}
    assert refused(played("contract N moon D", **W), "S:9D").rule == "R6.2"
    assert refused(played(*BEFORE, "show S JD", **W), "N:JD").rule == "J1"
    assert refused(played(*BEFORE, **W), "claim N E").rule == "J2.6"


def test_an_act_is_recorded_whole_or_not_at_all():  # docs/api.md, Acts
    timeline = played(*BEFORE, **W)
    assert refusal(timeline, "trick JD TD KD JD") == "card-already-played"
    assert timeline.match.deal.tricks == ()


def test_a_lead_out_of_turn_that_the_table_let_stand():  # J1.1
    timeline = played(*BEFORE, "!E:TD S:KD W:QD N:JD", **W)
    trick = timeline.match.deal.tricks[0]
    assert (trick.leader.value, trick.winner.value) == ("E", "N")
    assert '"out_of_turn":true' in timeline.at(8).recorded.data
    in_turn = played(*BEFORE, "!N:JD", **W)
    assert "out_of_turn" not in in_turn.recorded.data
