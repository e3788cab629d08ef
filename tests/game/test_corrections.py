"""Wrong entries put right (J3, R7.4) and what becomes of the rulings (J2.10)."""

from __future__ import annotations

import pytest

from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.refused import Refused
from referee.game.timeline import Timeline, entries_back, fold
from tests.deals import BEFORE, DISPUTED, HONEST, SAME_SUIT, T1, T2, T3, T4, T5, T6, TURNED_UP, TWO_SUITS, WHOLE
from tests.tables import (
    act,
    claim,
    events_since,
    lines,
    log_of,
    played,
    refusal,
    refused,
    ruled,
    score,
    then,
    version_of,
)

W = {"first_dealer": "W"}


def entries(timeline: Timeline, **changed: dict) -> Timeline:
    """The table after several entries are corrected in one act: `E2={"card": "TS"}` is the card of E in trick 2."""
    return act(timeline, correction(timeline, **changed))


def correction(timeline: Timeline, **changed: dict) -> ask.CorrectEntries:
    deal = 1 if timeline.match.deal.number > 1 else None
    return ask.CorrectEntries(
        {version_of(timeline, name[0], int(name[1]), deal): dict(data) for name, data in changed.items()}
    )


# --- the scorer's slip (J3) ------------------------------------------------------------------------------------------


def test_a_corrected_card_keeps_its_version_and_its_place():  # J3
    timeline = played(*BEFORE, T1, **W)
    version = version_of(timeline, "E", 1)
    timeline = then(timeline, "correct E1 9D")
    play = timeline.match.deal.tricks[0].plays[1]
    assert (str(play.card), play.version) == ("9D", version)
    assert events_since(timeline, timeline.version - 1) == ["card-corrected"]


def test_a_correction_may_change_who_wins_the_trick_on_the_table():  # J3
    timeline = played(*BEFORE, "N:AD E:TD S:KD W:QD", **W)
    assert then(timeline, "correct E1 JD").match.deal.tricks[0].winner.value == "E"


def test_a_card_is_corrected_twice():  # J3
    timeline = played(*BEFORE, T1, "correct E1 9D", "correct E1 AD", **W)
    assert str(timeline.match.deal.tricks[0].plays[1].card) == "AD"


SLIPS = [
    ("J3 the same card", "correct E1 TD", "correction-does-not-fit"),
    ("J3 a card already played", "correct E1 QD", "correction-does-not-fit"),
    ("J3 a card played later", "correct E1 KC", "correction-does-not-fit"),
    ("J3 the wrong seat would have led", "correct E1 AD", None),
    ("J3 no card of a trick", "correct 3 TD", "card-in-no-trick"),
    ("J3 no such version", "correct 99 TD", "no-such-version"),
    ("R1.2 not in the pack", "correct E1 JK", "unknown-card"),
]


@pytest.mark.parametrize("line, code", [row[1:] for row in SLIPS], ids=[row[0] for row in SLIPS])
def test_slips_that_cannot_be(line, code):
    timeline = played(*BEFORE, T1, T2, T3, **W)
    if code:
        assert refusal(timeline, line) == code
    else:
        assert score(then(timeline, line)) == score(timeline)


def test_a_refused_correction_names_the_first_entry_that_breaks():  # J3
    timeline = played(*BEFORE, "N:AD E:TD S:KD W:QD", T2, T3, **W)
    error = refused(timeline, "correct E1 JD")  # East would have led to trick 2
    assert error.code == "correction-does-not-fit"
    assert error.facts["first"] == version_of(timeline, "N", 2)
    error = refused(timeline, "correct E1 AS")  # the ace of spades is played in trick 2
    assert error.facts["first"] == version_of(timeline, "N", 2)


def test_two_cards_are_swapped_in_one_act():  # J3
    timeline = played(*DISPUTED, **W)
    swapped = entries(timeline, E2={"card": "TS"}, E4={"card": "QH"})
    assert [str(trick.plays[1].card) for trick in swapped.match.deal.tricks if trick.number == 2] == ["TS"]
    assert refusal(timeline, "correct E2 TS") == "correction-does-not-fit"
    assert ruled(then(swapped, "claim S E 2")) == ("rejected", "followed-suit", 0)


DATA = [
    ("J3 a bid", ("N:4", "E:pass"), 3, {"bid": "5"}, lambda at: at.match.deal.calls[0].bid == "5"),
    ("J3 a contract", ("contract N 4 H", "took N"), 3, {"bid": "5", "maker": "S"}, lambda at: at.match.deal.bid == "5"),
    ("J3 trump", (*BEFORE, "N:9C"), 7, {"suit": "H"}, lambda at: at.match.deal.trump.value == "H"),
    ("J3 a trick's winner", (*BEFORE, "took N"), 8, {"winner": "E"}, lambda at: at.match.deal.tricks[0].winner.value == "E"),
    ("J3 counts of a past deal", ("result N 4 H 4 2",), 4, {"NS": 3, "EW": 3}, lambda at: score(at) == (-4, 3)),
    ("J3 what was shown", (*BEFORE, "show E 9H"), 8, {"cards": ["AH"]}, lambda at: str(at.match.deal.moves[0].cards[0]) == "AH"),
]  # fmt: skip


@pytest.mark.parametrize("told, version, data, holds", [row[1:] for row in DATA], ids=[row[0] for row in DATA])
def test_other_entries_are_corrected_by_their_data(told, version, data, holds):
    timeline = act(played(*told, **W), ask.CorrectEntries({version: data}))
    assert holds(timeline)
    assert then(timeline, "undo").match == timeline.before.match


def test_an_exchange_and_a_discard_are_corrected():  # J3, R5.2, V3.1
    timeline = played("N:ask E:pass S:pass W:pass", "trump D", "exchange 9C TD", "N:JD", **W)
    corrected = act(timeline, ask.CorrectEntries({8: {"received": ["KD"]}}))
    assert [str(card) for card in corrected.match.deal.moves[1].cards] == ["KD"]
    joker = played("discard 9C", "N:pass", joker=True, **W)
    corrected = act(joker, ask.CorrectEntries({3: {"card": "TC"}}))
    assert str(corrected.match.deal.moves[0].card) == "TC"


NOT_CORRECTED = [
    ("J3 a claim is no entry to correct", {12: {"by": "N"}}, "card-in-no-trick"),
    ("J3 nor is a deal's start", {2: {"dealer": "N"}}, "card-in-no-trick"),
    ("J5 nor an adjustment: book another", {14: {"points": 5}}, "card-in-no-trick"),
    ("J3 nothing at all", {}, "invalid-request"),
    ("J3 no such member", {8: {"nonsense": 1}}, "invalid-request"),
    ("J3 of the wrong shape", {8: {"card": 7}}, "invalid-request"),
    ("R3.4 no such bid", {3: {"bid": "6"}}, "invalid-request"),
    ("J3 no such version", {99: {"card": "9C"}}, "no-such-version"),
    ("J3 nothing changes", {3: {"bid": "5"}}, "correction-does-not-fit"),
    ("R3.3 a bid that would be too low", {4: {"bid": "4"}}, "correction-does-not-fit"),
    ("V5 no such trump", {7: {"suit": "NT"}}, "invalid-request"),
]


@pytest.mark.parametrize("changes, code", [row[1:] for row in NOT_CORRECTED], ids=[row[0] for row in NOT_CORRECTED])
def test_corrections_that_cannot_be(changes, code):
    timeline = played(*BEFORE, T1, "claim S E 1", "adjust NS 3", **W)
    with pytest.raises(Exception) as error:
        act(timeline, ask.CorrectEntries(changes))
    assert error.value.code == code


def test_what_is_wrong_with_a_correction_is_named():  # docs/api.md, Problems
    with pytest.raises(Refused) as error:
        act(played(*BEFORE, T1, **W), ask.CorrectEntries({8: {"card": 7}}))
    assert error.value.facts == {"field": "data"}


# --- rulings after a correction (J2.10) ------------------------------------------------------------------------------


def test_a_correction_supersedes_a_ruling_visibly():  # J2.10
    timeline = played(*DISPUTED, "claim S E 2", **W)
    after = entries(timeline, E2={"card": "TS"}, E4={"card": "QH"})
    assert ruled(after) == ("rejected", "followed-suit", 0)
    assert claim(after)["superseded"]
    assert lines(after) == [("EW", "renege", -2), ("EW", "renege", 2)]
    assert [ruling.event.verdict for ruling in after.match.claims[0].rulings] == ["upheld", "rejected"]
    assert then(after, "undo").match == timeline.match


def test_the_opposite_line_is_booked_in_the_current_deal():  # J2.10
    timeline = played(*DISPUTED, "claim S E 2", T5, T6, **W)
    after = entries(timeline, E2={"card": "TS"}, E4={"card": "QH"})
    assert lines(after, 1) == lines(timeline, 1)
    assert [(line.code, line.points, line.of_deal) for line in after.match.deal.lines] == [("renege", 2, 1)]
    assert score(after) == (5, 1)


def test_a_rejected_claim_is_opened_again_and_its_price_given_back():  # J2.10, J2.8
    timeline = played(*BEFORE, T1, "N:AS E:TS S:9S W:JS", "claim N E 2", false_claim_points=3, **W)
    assert ruled(timeline) == ("rejected", "followed-suit", -3)
    after = then(timeline, "correct E2 QH")
    assert ruled(after)[:2] == ("open", "cards-unseen")
    assert claim(after)["penalty"] is None
    assert score(after) == (0, 0)
    assert claim(after)["superseded"]
    proven = then(after, T3, "W:KS N:9D E:TS")
    assert ruled(proven) == ("upheld", "led-suit-played-later", -2)
    assert then(after, "concede 1 E").match.score == proven.match.score


def test_a_changed_proof_alone_replaces_the_facts():  # docs/api.md, Claims
    timeline = played(*BEFORE, T1, T2, T3, "W:KS N:9D E:TS S:TH", "claim S E 2", **W)
    after = then(timeline, "correct E4 QS")
    assert ruled(after) == ("upheld", "led-suit-played-later", -2)
    assert claim(after)["facts"]["proof"] == "QS"
    assert not claim(after)["superseded"]
    assert lines(after) == [("EW", "renege", -2)]


def test_withdrawn_claims_never_change():  # J2.10
    after = played(*BEFORE, T1, T2, "claim S E 2", "withdraw 1 S", "correct E2 TS", **W)
    assert claim(after)["verdict"] == "withdrawn"
    assert not claim(after)["superseded"]


def test_a_concession_falls_when_a_correction_refutes_it():  # J2.10
    conceded = played(*BEFORE, T1, T2, "claim S E 2", "concede 1 E", false_claim_points=3, **W)
    assert (ruled(conceded), score(conceded)) == (("upheld", "conceded", -2), (0, -2))
    after = then(conceded, "correct E2 TS")
    assert (ruled(after), score(after)) == (("rejected", "followed-suit", -3), (-3, 0))
    assert claim(after)["superseded"]
    assert events_since(after, conceded.version) == ["card-corrected", "claim-ruled"]
    assert audit(log_of(after)).match == after.match
    proven = then(conceded, T3, T4)  # that the log comes to prove it changes nothing
    assert (ruled(proven), claim(proven)["superseded"]) == (("upheld", "conceded", -2), False)


def test_a_concession_falls_when_a_later_fact_refutes_it():  # J2.10
    refuted = ("N:9C E:KC S:QC W:AC", "W:KS N:9D E:9H S:QS", "N:JH E:KH S:TS W:TC", "N:AD E:JC S:TH W:AH")
    after = played(*BEFORE, T1, T2, "claim S E 2", "concede 1 E", *refuted, **W)
    assert (ruled(after)[0], claim(after)["superseded"], score(after)) == ("rejected", True, (5, 1))
    turned_up = played(
        "contract N 5 D",
        "took N",
        "took N",
        "claim S E 2",
        "concede 1 W",
        "took W",
        *["took N"] * 3,
        f"turned-up 1 {TURNED_UP}",
        **W,
    )
    assert (ruled(turned_up)[:2], score(turned_up)) == (("rejected", "followed-suit"), (5, 1))


def test_a_whole_deals_concession_is_ruled_anew_and_may_be_open_again():  # J2.10
    told = (*BEFORE, T1, T2, "N:9C E:KH S:QC W:AC", "claim S E", "concede 1 E")
    conceded = played(*told, **W)
    assert (ruled(conceded), claim(conceded)["facts"]["trick"]) == (("upheld", "conceded", -2), 2)
    after = then(conceded, "correct E2 TS")
    assert (ruled(after), score(after), claim(after)["superseded"]) == (("open", "cards-unseen", 0), (0, 0), True)
    proven = then(after, "W:KS N:9D E:KC S:QS")  # the club that East held back in trick 3
    assert (ruled(proven), score(proven)) == (("upheld", "led-suit-played-later", -2), (0, -2))
    assert ruled(then(after, "concede 1 E")) == ("upheld", "conceded", -2)
    assert audit(log_of(proven)).match == proven.match


def test_what_follows_a_concession_falls_with_it_and_frees_its_place():  # J2.6, R7.2
    told = (*BEFORE, T1, T2, "N:9C E:KH S:QC W:AC", "claim S E 2", "concede 1 E", "claim N E 3", "concede 2 E")
    timeline = played(*told, renege_count="once-per-deal", **W)
    assert [ruled(timeline, number)[2] for number in (1, 2)] == [-2, 0]
    later = then(timeline, "claim N E")  # a claim on the whole deal is ruled the same
    assert ruled(later, 3)[:2] == ("upheld", "conceded")
    after = then(later, "correct E2 TS")
    assert [ruled(after, number)[::2] for number in (1, 2)] == [("rejected", 0), ("upheld", -2)]
    assert (ruled(after, 3)[:2], score(after)) == (("upheld", "conceded"), (0, -2))
    both = act(after, ask.CorrectEntries({version_of(after, "E", 3): {"card": "KC"}}))
    assert [ruled(both, number)[0] for number in (1, 2, 3)] == ["rejected"] * 3
    assert score(both) == (0, 0)


FREED = [
    ("R7.2 once-per-suit", SAME_SUIT, "once-per-suit", (2, 4), {"E4": {"card": "TS"}, "E5": {"card": "KH"}}),
    ("R7.2 once-per-deal", TWO_SUITS, "once-per-deal", (3, 2), {"E3": {"card": "KC"}, "E5": {"card": "KH"}}),
]


@pytest.mark.parametrize("told, count, asked, changed", [row[1:] for row in FREED], ids=[row[0] for row in FREED])
def test_a_superseded_penalty_frees_its_place(told, count, asked, changed):
    for order in (asked, asked[::-1]):
        timeline = played(*told, *(f"claim S E {trick}" for trick in order), renege_count=count, **W)
        assert sorted(ruled(timeline, number)[2] for number in (1, 2)) == [-2, 0]
        after = entries(timeline, **changed)
        assert score(after) == (0, -2)
        assert sorted(ruled(after, number)[0] for number in (1, 2)) == ["rejected", "upheld"]


def test_a_freed_place_goes_to_a_claim_made_before_it():  # R7.2, API
    told = (*BEFORE, T1, T2, "N:9C E:KH S:QC W:AC", "claim S E 2", "claim S E 3", "W:KS N:9D E:KC S:QS", "N:JH E:TS")
    timeline = played(*told, renege_count="once-per-deal", **W)
    assert [ruled(timeline, number)[2] for number in (1, 2)] == [0, -2]
    after = entries(timeline, E3={"card": "KC"}, E4={"card": "KH"})
    assert [ruled(after, number) for number in (1, 2)] == [
        ("upheld", "led-suit-played-later", -2),
        ("rejected", "followed-suit", 0),
    ]


def test_the_referee_claims_what_a_correction_proves_in_a_past_deal():  # R7.2
    timeline = played(*HONEST, T5, T6, referee_claims=True, **W)
    assert not timeline.match.claims
    after = entries(timeline, E2={"card": "QH"}, E4={"card": "TS"})
    assert claim(after)["by"] == "referee"
    assert [line.code for line in after.match.deal.lines] == ["renege"]


# --- the match after a correction (R9.3) -----------------------------------------------------------------------------


def test_a_correction_may_let_the_match_go_on():  # R9.3
    timeline = played(*DISPUTED, T5, T6, target=5, **W)
    assert timeline.match.status == "decided"
    version = version_of(timeline, "E", 6)
    corrected = act(timeline, ask.CorrectEntries({version: {"card": "AH"}, version + 2: {"card": "JC"}}))
    assert corrected.match.status == "decided"
    counted = played("result N 5 D 5 1", target=5, **W)
    after = act(counted, ask.CorrectEntries({4: {"NS": 4, "EW": 2}}))
    assert (after.match.status, after.match.deal.number, score(after)) == ("playing", 2, (-5, 2))
    assert events_since(after, after.version - 2) == ["entries-corrected", "deal-started"]


def test_a_correction_may_change_the_winner():  # R9.3
    timeline = played("result N 5 D 5 1", initial=(0, 5), target=6, **W)
    assert (score(timeline), timeline.match.winner.value) == ((5, 6), "EW")
    after = act(timeline, ask.CorrectEntries({4: {"NS": 6, "EW": 0}}))
    assert (score(after), after.match.winner.value) == ((6, 5), "NS")
    assert then(after, "undo").match.winner.value == "EW"


def test_a_correction_of_a_past_deal_is_tested_on_the_last_one():  # R9.3
    timeline = played("result N 5 D 5 1", "result E 4 H 2 4", target=7, **W)
    assert (score(timeline), timeline.match.winner.value) == ((7, 5), "NS")
    after = act(timeline, ask.CorrectEntries({4: {"NS": 4, "EW": 2}}))
    assert (score(after), after.match.status) == ((-3, 6), "playing")
    going_on = played("result N 5 D 5 1", "result E 4 H 2 4", target=8, **W)
    after = act(going_on, ask.CorrectEntries({4: {"NS": 6, "EW": 0}}))
    assert (score(after), after.match.status) == ((8, 4), "decided")  # it was so at the end of the second deal
    bidding = then(going_on, "S:3")
    after = act(bidding, ask.CorrectEntries({4: {"NS": 6, "EW": 0}}))
    assert (score(after), after.match.status) == ((8, 4), "playing")  # a deal runs: at its end it is tested (R9.1)


def test_a_correction_may_decide_the_match_after_the_next_deal_has_begun_by_itself():  # R9.1, R9.3, J3
    timeline = played("result N 5 D 4 2", target=5, **W)
    assert (score(timeline), timeline.match.deal.number) == ((-5, 2), 2)
    after = act(timeline, ask.CorrectEntries({4: {"NS": 5, "EW": 1}}))
    assert (score(after), after.match.status, after.match.deal.number) == ((5, 1), "decided", 1)
    assert events_since(after, timeline.version) == ["entries-corrected"]
    undone = then(after, "undo")
    assert (score(undone), undone.match.status, undone.match.deal.number) == ((-5, 2), "playing", 2)
    assert score(then(undone, "redo")) == (5, 1) and then(after, "close").match.closed
    swapped = played(*DISPUTED, T5, "N:AH E:JC S:TH W:AD", target=5, **W)
    assert (score(swapped), swapped.match.deal.number) == ((-5, 2), 2)
    after = entries(swapped, N6={"card": "AD"}, W6={"card": "AH"})
    assert (score(after), after.match.status) == ((5, 1), "decided")
    assert audit(log_of(after)) is not None


# --- taken back (R7.4) -----------------------------------------------------------------------------------------------

TAKEN_BACK = [
    ("R7.4 before the next lead", (*BEFORE, T1, T2), "next-lead", "take-back E2 TS", None),
    ("R7.4 after the next lead", (*BEFORE, T1, T2, "N:9C"), "next-lead", "take-back E2 TS", "too-late-to-take-back"),
    ("R7.4 next-play: at once", (*BEFORE, T1, "N:AS E:QH"), "next-play", "take-back E2 TS", None),
    ("R7.4 next-play: after the next play", (*BEFORE, T1, "N:AS E:QH S:9S"), "next-play", "take-back E2 TS", "too-late-to-take-back"),
    ("R7.4 a card that the hand cannot hold", (*BEFORE, T1, T2), "next-lead", "take-back E2 JS", "correction-does-not-fit"),
    ("R7.4 the same card", (*BEFORE, T1, T2), "next-lead", "take-back E2 QH", "correction-does-not-fit"),
    ("R7.4 no card", (*BEFORE, T1, T2), "next-lead", "take-back 3 TS", "card-in-no-trick"),
    ("R7.4 no such version", (*BEFORE, T1, T2), "next-lead", "take-back 99 TS", "no-such-version"),
    ("R7.4 in a past deal", WHOLE, "next-lead", "take-back E6/1 TS", "too-late-to-take-back"),
]  # fmt: skip


@pytest.mark.parametrize("told, until, line, code", [row[1:] for row in TAKEN_BACK], ids=[row[0] for row in TAKEN_BACK])
def test_taking_back(told, until, line, code):
    timeline = played(*told, correct_until=until, **W)
    if code:
        assert refusal(timeline, line) == code
        return
    after = then(timeline, line, "claim S E 2")
    assert ruled(after) == ("rejected", "taken-back-in-time", 0)


def test_a_card_taken_back_was_seen_and_must_still_be_there():  # R7.4, J2.4
    timeline = played(*BEFORE, T1, "N:AS E:QH S:9S W:JS", "take-back E2 TS", **W)
    assert refusal(then(timeline, T3), "W:QH") == "card-not-in-hand"
    assert then(timeline, T3, "W:KS N:9D E:QH").version


def test_a_taken_back_card_is_corrected_like_any_other():  # R7.4, J3
    timeline = played(*BEFORE, T1, T2, "take-back E2 TS", **W)
    after = then(timeline, "correct E2 QS")
    assert str(after.match.deal.tricks[1].plays[1].card) == "QS"
    assert refusal(then(after, T3, "W:KS N:9D E:QH"), "S:QS") == "card-already-played"
    assert then(after, "undo").match == timeline.match


def test_taking_back_leaves_the_other_cards_to_be_corrected():  # R7.4, J3
    timeline = played(*BEFORE, T1, T2, "take-back E2 TS", "correct S2 KS", **W)
    assert [str(play.card) for play in timeline.match.deal.tricks[1].plays] == ["AS", "TS", "KS", "JS"]


def test_a_ruling_changes_when_a_card_is_taken_back():  # R7.4, J2.10
    timeline = played(*BEFORE, T1, "N:AS E:TS", "claim S E 2", "take-back E2 QH", **W)
    assert ruled(timeline) == ("upheld", "led-suit-shown", -2)


def test_not_even_its_second_copy_replaces_a_card_taken_back():  # R7.4, V4.1
    assert refusal(played(*BEFORE, "N:JD", decks=2, **W), "take-back N1 JD") == "correction-does-not-fit"


def test_a_lead_taken_back_changes_the_suit_to_follow():  # R7.4
    timeline = played(*BEFORE, T1, "N:AS E:QH S:9S W:JS", "claim S E 2", "take-back N2 AH", **W)
    assert ruled(timeline) == ("rejected", "followed-suit", 0)
    assert timeline.match.deal.tricks[1].winner.value == "N"


AUCTION = ("E:3 S:pass W:pass N:pass", "trump S")
SHOWN_MEANWHILE = (*AUCTION, "E:AH S:9D", "show S KH", "take-back S1 KH", "W:9H N:TH")
TWICE = (*AUCTION, "E:AC S:AH", "take-back S1 9C", "take-back S1 AH")


@pytest.mark.parametrize("told", [(*SHOWN_MEANWHILE, "E:QH"), (*TWICE, "W:QC N:KC", "E:9H")], ids=["shown", "twice"])
@pytest.mark.parametrize("decks", [1, 2])
def test_what_was_seen_while_a_card_lay_there_was_in_the_hand_before_the_play(told, decks):  # R7.4, J2.4
    timeline = played(*told, decks=decks)
    seen = timeline.match.deal.tricks[0].plays[1].card
    assert str(seen) in ("KH", "AH")  # the heart that was seen is the one that was played
    assert ruled(then(timeline, "S:TC", "claim E S 2")) == ("open", "cards-unseen", 0)


def test_a_card_seen_in_one_hand_is_in_no_other():  # R7.4, J1
    assert refusal(played(*TWICE), "W:9C") == "card-not-in-hand"
    assert then(played(*TWICE, decks=2), "W:9C").version


def test_an_entry_stays_in_its_deal():  # J3
    timeline = played(*BEFORE, "show E 9H", **W)
    with pytest.raises(Refused) as refused_:
        act(timeline, ask.CorrectEntries({timeline.version: {"deal": 2}}))
    assert (refused_.value.code, refused_.value.facts) == ("invalid-request", {"field": "deal"})


def test_a_deal_that_a_correction_ends_cannot_be_thrown_in_later():  # J3, R2.3
    timeline = played("N:pass E:pass S:pass W:5", "redeal", **W)
    with pytest.raises(Refused) as refused_:
        act(timeline, ask.CorrectEntries({6: {"bid": "pass"}}))
    assert refused_.value.code == "correction-does-not-fit"
    assert refused_.value.facts == {"first": 7, "type": "deal-thrown-in"}


def test_what_one_correction_proves_is_claimed_deal_by_deal():  # R7.2, API (A claim)
    second = ("E:pass S:pass W:pass N:5", *HONEST[1:], T5, T6)
    timeline = played(*HONEST, T5, T6, *second, referee_claims=True, first_dealer="W")
    wrong = {
        version_of(timeline, "E", trick, deal): {"card": card}
        for deal in (1, 2)
        for trick, card in ((2, "QH"), (4, "TS"))
    }
    timeline = act(timeline, ask.CorrectEntries(wrong))
    assert [(made.deal, made.trick) for made in timeline.match.claims] == [(1, 2), (2, 2)]


def test_a_copy_shown_while_the_other_lay_on_the_table_is_the_second_one():  # R7.4, J2.4
    timeline = played(*BEFORE, "N:JD E:TD S:9S", "show S 9S", "take-back S1 KD", decks=2, **W)
    assert refusal(timeline, "W:9S") == "card-not-in-hand"
    assert then(timeline, "W:TS").version > timeline.version


def test_why_a_deal_was_thrown_in_is_not_corrected():  # J3
    with pytest.raises(Refused) as no:
        act(played("redeal", **W), ask.CorrectEntries({3: {"reason": "all-passed"}}))
    assert (no.value.code, no.value.facts) == ("card-in-no-trick", {"version": 3, "type": "deal-thrown-in"})


def test_a_claim_made_later_must_still_fit():  # J3, V2
    timeline = played("show E 9C", "ace S AH 9H TH 9D TD 9S", ace_no_face="any-aces", **W)
    with pytest.raises(Refused) as no:
        act(timeline, ask.CorrectEntries({3: {"cards": ["9H"]}}))
    assert (no.value.code, no.value.facts) == ("correction-does-not-fit", {"first": 4, "type": "claim-made"})


CARRIED = [
    ("J3 a card", (*BEFORE, T1), "correct E1 9D"),
    ("J3 two cards", HONEST, "swap E2/1 E4/1"),
    ("R7.4 a card taken back", (*BEFORE, T1), "take-back E1 9D"),
    ("J3 two cards of a past deal", (*HONEST, T5, T6), "swap E2/1 E4/1"),
]


@pytest.mark.parametrize("told, line", [row[1:] for row in CARRIED], ids=[row[0] for row in CARRIED])
def test_the_entries_after_a_correction_are_those_that_the_log_gives(told, line):
    after = played(*told, line, **W)
    kept, folded = (
        [(entry.version, entry.event, entry.match) for entry in entries_back(timeline.head)]
        for timeline in (after, fold(log_of(after)))
    )
    assert kept == folded
