"""What holds of claims in every deal that is really played (R7, J2): honest play is never punished, a renege is found."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from referee.events.codec import decoded
from referee.events.log import Recorded
from referee.game import commands as ask
from referee.game.state import Deal, Playing, seat_to_play
from referee.game.timeline import Timeline, fold
from referee.rules.cards import Card
from referee.rules.moves import Played
from referee.rules.renege import Verdict, finding
from referee.rules.seats import SEATS, Seat
from referee.rules.tricks import playable
from referee.rules.trump import suit_of
from tests.matches import HONEST, honest_match
from tests.rules.brute_force import TooMany, courses, judged
from tests.strategies import Evening, any_rules
from tests.tables import act, claim, log_of, ruled, then


def moments(timeline: Timeline) -> list[Timeline]:
    """The table after each card played."""
    found, step = [], timeline
    while step.before is not None:
        if step.recorded.type == "card-played":
            found.append(step)
        step = step.before
    return found


@pytest.mark.parametrize("seed", HONEST)
def test_an_honest_deal_upholds_no_claim(seed):  # J2.1
    for moment in moments(honest_match(seed).timeline)[::5]:
        deal = moment.match.deal
        for accused in {move.seat for move in deal.moves if isinstance(move, Played)}:
            verdict, _, _ = ruled(act(moment, ask.ClaimRenege(accused.left, accused, deal.number)))
            assert verdict in ("rejected", "open")


@pytest.mark.parametrize("seed", HONEST)
def test_once_all_cards_are_known_an_honest_deal_rejects_every_claim(seed):  # J2.2
    timeline = honest_match(seed).timeline
    for deal in (deal for deal in timeline.match.past if deal.tricks and deal.sitting_out is None):
        if timeline.match.closed or timeline.match.rules.joker:
            continue
        for accused in SEATS:
            asked = act(timeline, ask.ClaimRenege(accused.left, accused, deal.number))
            assert asked.match.claims[-1].ruling.ground == "no-renege"


def reneging_evening(seed: int) -> tuple[Evening, int, int, Seat] | None:
    """A deal played honestly but for one renege: the table at its end with the trick and the seat, None if none could be."""
    random = Random(seed)
    evening = Evening(random, any_rules(random, ace_no_face="off", claim_window="match", after_renege="play-on"))
    found = None
    while evening.timeline.match.deal.number == 1 and evening.timeline.match.status == "playing":
        stage = evening.timeline.match.deal.stage
        if found is None and isinstance(stage, Playing) and (card := _unlawful(evening, stage)):
            seat = seat_to_play(evening.timeline.match.deal, stage, evening.rules)
            found = len(stage.tricks), seat
            evening.do(ask.Play(seat, card))
        else:
            evening.do(evening.next_act())
    return (evening, 1, *found) if found else None


def _unlawful(evening: Evening, stage: Playing) -> Card | None:
    """A card that the seat in turn must not play, if it holds one."""
    if not stage.tricks or stage.tricks[-1].winner is not None:
        return None
    seat = seat_to_play(evening.timeline.match.deal, stage, evening.rules)
    hand = evening.hands()[seat]
    legal, _ = playable(hand, stage.tricks[-1].plays[0].card, stage.contract.trump)
    return next((card for card in hand if card not in legal), None)


RENEGING = [(seed, evening) for seed in range(40) if (evening := reneging_evening(seed))]


@pytest.mark.parametrize("seed, found", RENEGING, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_a_renege_is_upheld_by_the_end_of_its_deal(seed, found):  # R7.1, J2.1
    evening, deal, trick, seat = found
    timeline = act(evening.timeline, ask.ClaimRenege(seat.left, seat, deal, trick))
    assert ruled(timeline, len(timeline.match.claims))[0] == "upheld"


@pytest.mark.parametrize("seed, found", RENEGING, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_a_claim_made_at_once_comes_to_the_same_as_one_made_at_the_end(seed, found):  # J2.3
    evening, deal, trick, seat = found
    if evening.rules.referee_claims:
        return
    log = log_of(evening.timeline)
    match = evening.timeline.match.deal_numbered(deal)
    version = next(m.version for m in match.moves if isinstance(m, Played) and m.trick == trick and m.seat is seat)
    early = act(fold(log[:version]), ask.ClaimRenege(seat.left, seat, deal, trick))
    for recorded in log[version:]:
        if recorded.act == recorded.version and recorded.type in _TOLD:
            early = act(early, _TOLD[recorded.type](recorded))
    late = act(evening.timeline, ask.ClaimRenege(seat.left, seat, deal, trick))
    for name in ("verdict", "penalty"):
        assert claim(early)[name] == claim(late)[name]
    assert early.match.score == late.match.score


def _told(recorded: Recorded) -> ask.RecordFacts:
    return ask.RecordFacts((decoded(recorded),))


_TOLD = dict.fromkeys(("card-played", "dealer-discarded", "cards-exchanged"), _told)


@pytest.mark.parametrize("seed, found", RENEGING[::3], ids=lambda value: str(value) if isinstance(value, int) else "")
def test_undo_after_a_ruling_is_never_having_claimed(seed, found):  # J3
    evening, deal, trick, seat = found
    claimed = act(evening.timeline, ask.ClaimRenege(seat.left, seat, deal, trick))
    if claimed.version > evening.timeline.version:
        assert then(claimed, "undo").match == evening.timeline.match


@pytest.mark.parametrize("seed", HONEST)
def test_a_finding_never_turns_from_proof_to_refutation_by_later_facts(seed):  # J2.1-J2.3
    random = Random(seed)
    evening = Evening(random, any_rules(random, share=0.2, ace_no_face="off", referee_claims=False), cheats=0.4)
    known: dict = {}
    while evening.timeline.match.deal.number == 1 and evening.timeline.match.status == "playing":
        evening.do(evening.next_act())
        deal = evening.timeline.match.deal_numbered(1)
        for play in (move for move in deal.moves if isinstance(move, Played)):
            verdict = finding(deal.record(evening.rules), deal.trump, play.seat, play.trick).verdict
            before = known.setdefault((play.seat, play.trick), verdict)
            assert before in (verdict, Verdict.OPEN)
            known[play.seat, play.trick] = verdict


def test_real_deals_are_ruled_as_a_judge_does_who_tries_every_distribution():  # J2.1-J2.3
    assert sum(map(judged_alike, range(12))) > 100


def judged_alike(seed: int) -> int:
    """How many cards that did not follow suit were judged twice in a deal, late enough to try every distribution."""
    random, number = Random(seed), 0
    evening = Evening(
        random, any_rules(random, share=0.2, ace_no_face="off", decks=1, referee_claims=False), cheats=0.4
    )
    while evening.timeline.match.deal.number == 1 and evening.timeline.match.status == "playing":
        evening.do(evening.next_act())
        deal = evening.timeline.match.deal_numbered(1)
        if len(deal.tricks) < 4:
            continue
        record = deal.record(evening.rules)
        with suppress(TooMany):
            fitting = courses(record, most=400)
            for move in (move for move in deal.moves if isinstance(move, Played) and _discarded(deal, move)):
                judge = judged(record, fitting, deal.trump, move.seat, move.trick)
                found = finding(record, deal.trump, move.seat, move.trick)
                assert (found.verdict.value, found.ground.value) == (judge.verdict, judge.ground)
                number += 1
    return number


def _discarded(deal: Deal, play: Played) -> bool:
    led = next(move.card for move in deal.moves if isinstance(move, Played) and move.trick == play.trick)
    return play.card is not led and suit_of(play.card, deal.trump) is not suit_of(led, deal.trump)
