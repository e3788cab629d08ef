"""A deal lost by a renege: who loses it, what it scores, and that nobody gains by reneging on purpose (R7.5)."""

from __future__ import annotations

import pytest

from referee.game import commands as ask
from referee.game.audit import audit
from referee.projections.deals import result_view
from tests.deals import BEFORE, DISPUTED, T1, T2, T3
from tests.tables import act, claim, lines, log_of, played, refusal, ruled, score, then, version_of

W = {"first_dealer": "W"}
LOST = {"after_renege": "deal-lost", **W}
PROOF = "W:KS N:9D E:TS"


def test_defenders_who_renege_score_no_tricks_and_the_makers_what_they_bid():
    timeline = played(*BEFORE, T1, T2, T3, "claim S E 2", PROOF, **LOST)
    assert lines(timeline, 1) == [("EW", "renege", -2), ("NS", "awarded", 5)]
    assert timeline.match.deal.number == 2
    lost = result_view(timeline.match.past[0])
    assert (lost["made"], lost["thrown_in"], lost["lost_by"]) == (None, None, "EW")
    assert result_view(played("result passed").match.past[0])["lost_by"] is None


@pytest.mark.parametrize(
    "options, bid, trump, booked",
    [
        ({}, "4", "H", [("NS", "set", -4), ("EW", "tricks", 1)]),
        ({"defender_tricks": "never"}, "4", "H", [("NS", "set", -4)]),
        ({"defender_tricks": "only-when-set"}, "4", "H", [("NS", "set", -4), ("EW", "tricks", 1)]),
        ({"set_loss": 6}, "4", "H", [("NS", "set", -6), ("EW", "tricks", 1)]),
        ({"set_to": "opponents"}, "4", "H", [("EW", "set", 4), ("EW", "tricks", 1)]),
        ({"all_pass": "stick-the-dealer", "stuck_loss": "half"}, "3", "H", [("NS", "set", -2), ("EW", "tricks", 1)]),
    ],
)
def test_makers_who_renege_are_set_and_the_defenders_score_their_tricks_so_far(options, bid, trump, booked):  # R8.4, V9
    timeline = played(f"contract S {bid} {trump}", "S:JH W:9H N:TH E:QH", "S:9C W:KC N:9S E:AC", "claim E N 2",
                      **{"first_dealer": "S", "after_renege": "deal-lost", **options})  # fmt: skip
    after = then(timeline, "E:JC S:TC W:9D N:QC")
    assert ruled(after) == ("upheld", "led-suit-played-later", -2)
    assert [line for line in lines(after, 1) if line[1] != "renege"] == booked


@pytest.mark.parametrize("bid, points", [("ask", 12), ("moon", 24)])
def test_an_ask_or_a_moon_is_awarded_its_points(bid, points):  # R7.5
    timeline = played(f"contract N {bid} D", *(["exchange - -"] if bid == "ask" else []), "N:JD E:TD W:QD",
                      "N:AS E:QH W:JS", "claim N E 2", "N:9C E:KS", **LOST)  # fmt: skip
    assert [line for line in lines(timeline, 1) if line[1] != "renege"] == [("NS", "awarded", points)]


@pytest.mark.parametrize("after_renege, ends", [("play-on", False), ("deal-ends", True), ("deal-lost", True)])
def test_when_the_deal_ends(after_renege, ends):
    timeline = played(*BEFORE, T1, T2, T3, "claim S E 2", PROOF, after_renege=after_renege, **W)
    assert (timeline.match.deal.number == 2) is ends


@pytest.mark.parametrize("after_renege", ["deal-ends", "deal-lost"])
def test_a_claim_by_the_offenders_own_team_never_ends_the_deal_and_the_other_teams_does(after_renege):
    options = {"after_renege": after_renege, **W}
    own = played(*BEFORE, T1, T2, T3, "claim W E 2", PROOF, **options)
    assert (own.match.deal.number, ruled(own), score(own)) == (1, ("upheld", "led-suit-played-later", -2), (0, -2))
    other = then(own, "claim S E 2")
    assert (other.match.deal.number, ruled(other, 2)) == (2, ("upheld", "led-suit-played-later", 0))
    assert score(other) == ((5, -2) if after_renege == "deal-lost" else (0, -2))
    both = played(
        *BEFORE, T1, T2, T3, "claim W E 2", "claim S E 2", PROOF, **options
    )  # an own claim does not stand in the way
    assert (both.match.deal.number, len(both.match.claims)) == (2, 2)
    again = played(*BEFORE, T1, T2, T3, "claim S E 2", "claim W E 2", **options)
    assert len(again.match.claims) == 1  # what the other team asks is the same question for the offenders
    for timeline in (own, other, both):
        assert audit(log_of(timeline)).match == timeline.match


@pytest.mark.parametrize("after_renege, points", [("deal-ends", (0, -2)), ("deal-lost", (5, -2))])
def test_a_team_that_concedes_its_own_claim_gains_nothing_by_it(after_renege, points):  # R7.5, J2.6, J2.9
    own = played(*BEFORE, T1, T2, "claim W E 2", "concede 1 E", after_renege=after_renege, **W)
    assert (own.match.deal.number, ruled(own), score(own)) == (1, ("upheld", "conceded", -2), (0, -2))
    other = then(own, "claim S E 2")
    assert (other.match.deal.number, ruled(other, 2), score(other)) == (2, ("upheld", "conceded", 0), points)
    assert audit(log_of(other)).match == other.match


def test_the_other_teams_claim_is_the_same_where_nothing_ends():  # J2.6
    assert len(played(*DISPUTED, "claim W E 2", "claim S E 2", **W).match.claims) == 1


def test_the_referee_claims_for_the_other_side():  # R7.2, R7.5
    own = played(*BEFORE, T1, T2, T3, "claim W E 2", PROOF, referee_claims=True, **LOST)
    assert (own.match.deal.number, claim(own, 2)["by"], lines(own, 1)) == (
        2, "referee", [("EW", "renege", -2), ("NS", "awarded", 5)],
    )  # fmt: skip
    assert len(played(*BEFORE, T1, T2, T3, "claim W E 2", PROOF, referee_claims=True, **W).match.claims) == 1


def test_out_of_time_a_renege_ends_nothing():  # J2.7
    timeline = played(*BEFORE, T1, T2, T3, "claim S E 2", PROOF, claim_window="next-lead", **LOST)
    assert (timeline.match.deal.number, ruled(timeline)[2]) == (1, 0)


def test_proof_by_the_card_that_completes_the_deal_scores_it_as_played():
    timeline = played("contract N moon D", "N:JD E:TD W:QD", "N:AS E:9S W:JC", "claim N W 2", "N:AC E:KC W:QC", "N:KD E:KH W:9H",
                      "N:AD E:QH W:TH", "N:JH E:AH W:TS", **LOST)  # fmt: skip
    assert ruled(timeline) == ("upheld", "led-suit-played-later", -2)
    assert sorted(lines(timeline, 1)) == [("EW", "renege", -2), ("NS", "moon-made", 24)]
    assert timeline.match.past[0].stage.lost_by is None


@pytest.mark.parametrize(
    "claims, loser", [(("claim N E 2", "claim W S 2"), "EW"), (("claim W S 2", "claim N E 2"), "NS")]
)
def test_of_two_reneges_proved_in_one_act_the_first_ruled_loses_the_deal(claims, loser):
    timeline = played("N:5", *BEFORE[0].split()[1:], "trump D", "N:JD E:TD S:KD W:QD", "N:AS E:QH S:9H W:JS", *claims,
                      "trick 9C TS QS AC", **LOST)  # fmt: skip
    assert [ruled(timeline, number)[0] for number in (1, 2)] == ["upheld", "upheld"]
    assert timeline.match.past[0].stage.lost_by.value == loser


@pytest.mark.parametrize("win_on, won", [("any", True), ("own-bid-or-set", True), ("own-bid", False)])
def test_a_deal_lost_by_the_makers_counts_as_a_set(win_on, won):  # R9.1
    timeline = played("contract S 4 H", "S:JH W:9H N:TH E:QH", "S:9C W:KC N:9S E:AC", "claim E N 2",
                      "E:JC S:TC W:9D N:QC", target=5, initial=(0, 6), win_on=win_on, **LOST)  # fmt: skip
    assert (timeline.match.status == "decided") is won


@pytest.mark.parametrize("win_on, won", [("any", True), ("own-bid-or-set", True), ("own-bid", True)])
def test_a_deal_lost_by_the_defenders_counts_as_made(win_on, won):  # R9.1
    timeline = played(*BEFORE, T1, T2, T3, "claim S E 2", PROOF, target=5, win_on=win_on, **LOST)
    assert (timeline.match.status == "decided", timeline.match.winner.value) == (won, "NS")


def test_it_counts_as_made_where_both_are_over():  # R9.2
    over = {"both_over": "makers-first", "target": 5, "initial": (0, 20)}
    timeline = played(*BEFORE, T1, T2, T3, "claim S E 2", PROOF, **over, **LOST)
    assert timeline.match.winner.value == "NS"


def test_a_correction_does_not_revive_a_lost_deal_and_its_lines_follow_the_record():  # R7.5, J2.10
    timeline = played(*BEFORE, T1, T2, T3, "claim S E 2", PROOF, **LOST)
    after = act(timeline, ask.CorrectEntries({version_of(timeline, "E", 2, 1): {"card": "TS"},
                                              version_of(timeline, "E", 4, 1): {"card": "QH"}}))  # fmt: skip
    assert (ruled(after)[0], after.match.past[0].stage.lost_by.value) == ("rejected", "EW")
    assert (after.match.deal.number, lines(after, 1), lines(after, 2)) == (
        2, [("EW", "renege", -2), ("NS", "awarded", 5)], [("EW", "renege", 2)],
    )  # fmt: skip
    dearer = act(timeline, ask.CorrectEntries({3: {"bid": "4"}}))
    assert ("NS", "awarded", 4) in lines(dearer, 1)
    assert then(timeline, "undo").match.deal.number == 1


def test_no_table_loses_a_deal_by_itself():  # J1
    assert refusal(played(*BEFORE, T1, **LOST), "redeal") == "not-now"


def test_a_deal_ended_by_a_renege_counts_and_a_thrown_in_one_does_not():  # R9.4
    for after_renege in ("deal-ends", "deal-lost"):
        timeline = played("result passed", *BEFORE, T1, T2, T3, "claim S E 2", PROOF, deals=1, target=None,
                          first_dealer="S", after_renege=after_renege)  # fmt: skip
        assert (timeline.match.status, timeline.match.deal.number) == ("decided", 2)
