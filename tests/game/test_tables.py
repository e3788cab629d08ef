"""Tables that are kept: once in 32 events along one chain, and every other one folded anew from them, however a match went."""

from __future__ import annotations

from random import Random

import pytest

from referee.game import commands as ask
from referee.game.claims import ruling
from referee.game.folds import opened
from referee.game.kinds import evolve
from referee.game.refused import Refused
from referee.game.state import Match
from referee.game.tables import SPACING, Kept
from referee.game.timeline import Timeline, advance, begin, fold, moments
from tests.deals import BEFORE
from tests.matches import DISTURBED, _something
from tests.strategies import Evening, any_rules
from tests.tables import log_of, played, then

W = {"first_dealer": "W"}


def eventful(seed: int) -> Timeline:
    """A match with much undone, redone, corrected, closed and opened again."""
    random = Random(seed)
    evening = Evening(random, any_rules(random, claim_window="match"), cheats=0.3)
    for _ in range(random.randint(60, 160)):
        try:
            evening.do(_next(random, evening), "scorer")
        except Refused:
            continue
    return evening.timeline


def _next(random: Random, evening: Evening) -> ask.Command:
    timeline = evening.timeline
    if timeline.match.closed:
        return ask.Reopen("once more")
    chance = random.random()
    if chance < 0.12:
        return ask.Undo(random.choice((None, None, random.randint(1, timeline.version))))
    if chance < 0.22:
        return ask.Redo(random.choice((None, None, random.randint(1, timeline.version))))
    if chance < 0.25:
        return ask.Close(abandoned=True)
    return _something(random, evening)


def plainly(timeline: Timeline) -> Match:
    """The table as the entries that stand give it, one after the other, none kept."""
    first, *later = timeline.entries()
    match = opened(first.event)
    for entry in later:
        match = evolve(match, entry.event, entry.version)
    return match


def kept(timeline: Timeline) -> list[Kept]:
    """The tables that a match keeps, the last one first."""
    found, one = [], timeline.kept
    while one is not None:
        found.append(one)
        one = one.rest
    return found


@pytest.mark.parametrize("seed", DISTURBED)
def test_the_table_at_every_version_is_that_of_a_fresh_fold(seed):
    timeline = eventful(seed)
    log = log_of(timeline)
    grown = begin(log[0])
    for recorded, moment in zip(log, moments(timeline), strict=True):
        grown = grown if recorded.version == 1 else advance(grown, recorded)
        fresh = fold(log[: recorded.version])
        then = timeline.at(recorded.version)
        assert then.match == fresh.match == plainly(fresh) == grown.match == moment.match
        assert (then.undo_to, then.redo_to) == (fresh.undo_to, fresh.redo_to) == (grown.undo_to, grown.redo_to)
        assert then.players == fresh.players


@pytest.mark.parametrize("seed", DISTURBED)
def test_what_is_kept_are_tables_of_the_chain_that_stands(seed):
    timeline = eventful(seed)
    here = {entry.version: match for entry, match in timeline.tables()}
    tables = kept(timeline)
    assert all(here[one.version] == one.match for one in tables)
    assert all(one.version - other.version >= SPACING for one, other in zip(tables, tables[1:], strict=False))
    assert here[timeline.head.version] == timeline.match


@pytest.mark.parametrize("seed", DISTURBED)
def test_an_act_leaves_no_claim_open_that_the_record_decides(seed):  # J2.3: also not about deals that it did not touch
    match = eventful(seed).match
    for claim in match.claims:
        if claim.is_open and claim.accused:
            assert ruling(match, claim).verdict == "open"


def test_a_correction_far_back_leaves_tables_of_the_corrected_chain_only():
    timeline = played(*BEFORE, "N:9S", *["adjust NS 1"] * 100, **W)
    assert len(kept(timeline)) == 4
    after = then(timeline, "correct N1 TS", "adjust NS 1")
    assert all(one.match.deal.tricks[0].plays[0].card.rank == "T" for one in kept(after)[:-1])
    undone = then(after, "undo", "undo")
    assert undone.match == timeline.match and len(kept(undone)) == 4
