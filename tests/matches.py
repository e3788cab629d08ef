"""Whole random matches for the properties, told once a run: played in earnest, and disturbed in every way there is."""

from __future__ import annotations

from functools import cache
from random import Random

from referee.game import commands as ask
from referee.game.refused import Refused
from referee.game.state import Over, Playing
from referee.game.timeline import Timeline
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat
from tests.strategies import Evening, any_command, any_rules

DISTURBED = range(40)
HONEST = range(16)


@cache
def honest_match(seed: int) -> Evening:
    """A match in which everybody obeys the rules, card by card, up to four deals."""
    random = Random(seed)
    evening = Evening(random, any_rules(random, ace_no_face="off", referee_claims=False))
    evening.play_deals(4)
    return evening


@cache
def disturbed_match(seed: int) -> Timeline:
    """A match with reneges, claims, wrong entries and nonsense; what is refused is refused."""
    random = Random(seed)
    evening = Evening(random, any_rules(random), cheats=0.3)
    for _ in range(random.randint(40, 120)):
        if evening.timeline.match.closed:
            break
        try:
            evening.do(_something(random, evening), random.choice(("scorer", "N", "E", "S", "W")))
        except Refused:
            continue
    return evening.timeline


def _something(random: Random, evening: Evening) -> ask.Command:
    deal, chance = evening.timeline.match.deal, random.random()
    if chance < 0.55 and not isinstance(deal.stage, Over):
        return evening.next_act()
    if chance < 0.6 and isinstance(deal.stage, Playing):
        return evening.take_trick()
    if chance < 0.68 and deal.tricks:
        trick = random.choice((None, random.randint(1, len(deal.tricks))))
        return ask.ClaimRenege(random.choice(SEATS), random.choice(SEATS), None, trick)
    if chance < 0.71:
        seat = random.choice(SEATS)
        hand = evening.hands()[seat]
        return ask.Show(seat, tuple(random.sample(hand, min(len(hand), 2))))
    if chance < 0.76 and deal.tricks and len(deal.tricks[-1].plays) > 1:
        return _swap(random, evening)
    return any_command(random, evening.timeline)


def _swap(random: Random, evening: Evening) -> ask.Command:
    """Two cards of one trick entered the wrong way round."""
    trick = random.choice([one for one in evening.timeline.match.deal.tricks if len(one.plays) > 1])
    one, other = random.sample(trick.plays, 2)
    return ask.CorrectEntries({one.version: {"card": str(other.card)}, other.version: {"card": str(one.card)}})


ENTRIES = 1_214  # of a long evening


@cache
def long_evening() -> Timeline:
    """An evening of 40 deals, card by card, with an undo and a claim here and there."""
    random = Random(1)
    evening = Evening(random, Rules(target=None, deals=100, ask_cards=0, ace_no_face="off"))
    while evening.timeline.version < ENTRIES:
        deal = evening.timeline.match.deal
        if random.random() < 0.01 and len(deal.tricks) > 1:
            evening.do(ask.ClaimRenege(Seat.N, Seat.E, None, 1))
        evening.do(evening.next_act())
        if random.random() < 0.02:
            evening.do(ask.Undo())
    return evening.timeline
