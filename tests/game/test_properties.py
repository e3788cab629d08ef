"""What holds of every match, however it went: random options, random play, random nonsense, always the same seeds."""

from __future__ import annotations

from random import Random

import pytest

from referee.events.codec import data_of, decoded, event_of, name_of
from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.refused import Refused
from referee.game.state import Over, tricks_taken
from referee.game.timeline import Timeline, advance, fold, standing
from referee.projections.scoresheet import scoresheet_view
from referee.projections.table import match_view
from referee.rules.seats import TEAMS
from referee.service import Service, acting, joining, keeping
from referee.stores.memory import MemoryStore
from tests.matches import DISTURBED, HONEST, disturbed_match, honest_match
from tests.strategies import any_command
from tests.tables import act, log_of, then

disturbed = pytest.mark.parametrize("seed", DISTURBED)


def same(one: Timeline, other: Timeline) -> bool:
    """Whether two tables are the same in all that anyone can see, and rest on the same entries."""
    views = [match_view("m", timeline) for timeline in (one, other)]
    entries = [[(entry.version, entry.event) for entry in timeline.entries()] for timeline in (one, other)]
    return one.match == other.match and views[0] == views[1] and entries[0] == entries[1]


@disturbed
def test_the_score_is_what_all_lines_add_up_to(seed):  # docs/api.md, Reading
    match = disturbed_match(seed).match
    for team in TEAMS:
        points = sum(line.points for deal in (*match.past, match.deal) for line in deal.lines if line.team is team)
        assert match.score.of(team) == match.opening.initial_score[team] + points


@disturbed
def test_the_tricks_of_a_scored_deal_are_all_tricks(seed):  # R8, J4
    match = disturbed_match(seed).match
    for deal in (*match.past, match.deal):
        if isinstance(deal.stage, Over) and deal.stage.taken is not None:
            assert sum(deal.stage.taken) == match.rules.all_tricks
            counted = tricks_taken(deal.tricks)
            assert counted.ns <= deal.stage.taken.ns and counted.ew <= deal.stage.taken.ew


@disturbed
def test_the_fold_may_be_cut_anywhere(seed):
    timeline = disturbed_match(seed)
    log = log_of(timeline)
    cut = Random(seed).randint(1, len(log))
    assert same(fold(log[cut:], fold(log[:cut])), timeline)
    assert same(fold(log[:cut]), timeline.at(cut))


@disturbed
def test_every_log_passes_the_audit_which_derives_every_ruling_again(seed):
    timeline = disturbed_match(seed)
    assert same(audit(log_of(timeline)), timeline)


@disturbed
def test_every_event_reads_back_as_it_was_written(seed):
    for recorded in log_of(disturbed_match(seed)):
        event = decoded(recorded)
        assert name_of(event) == recorded.type
        assert event_of(recorded.type, data_of(event)) == event


@disturbed
def test_whatever_is_asked_is_done_or_refused_and_what_is_refused_leaves_no_trace(seed):  # J1
    random = Random(-seed)
    timeline = disturbed_match(seed)
    while timeline.recorded.type == "match-closed":
        timeline = timeline.before
    before = timeline.match, timeline.version, timeline.undo_to, timeline.redo_to
    for _ in range(60):
        command = any_command(random, timeline)
        try:
            act(timeline, command)
        except Refused as refused:
            assert refused.code
        assert (timeline.match, timeline.version, timeline.undo_to, timeline.redo_to) == before


@disturbed
def test_a_rewind_is_the_log_cut_there(seed):  # J3
    log = log_of(disturbed_match(seed))
    for rewound in (recorded for recorded in log if recorded.type == "rewound"):
        after, cut = fold(log[: rewound.version]), fold(log[: decoded(rewound).to])
        assert after.match == cut.match
        assert after.undo_to == cut.undo_to
        assert standing(log[: rewound.version]) == standing(log[: cut.version])


@disturbed
def test_undo_and_redo_lead_back_and_forth(seed):  # J3
    timeline = disturbed_match(seed)
    while timeline.recorded.type == "match-closed":
        timeline = timeline.before
    if timeline.undo_to is None:
        return
    undone = then(timeline, "undo")
    assert undone.match == timeline.at(timeline.undo_to).match
    assert undone.redo_to == timeline.version
    assert then(undone, "redo").match == timeline.match
    assert then(undone, "redo").redo_to == timeline.redo_to


@pytest.mark.parametrize("seed", range(8))
def test_the_service_keeps_the_table_that_a_fresh_fold_finds(seed):
    evening = honest_match(seed)
    service = Service(MemoryStore())
    opened = joining.open_match(service, _opening_of(evening.timeline))
    random = Random(seed)
    for _ in range(150):
        timeline = service.timeline(opened.match)
        if timeline.match.closed:
            break
        try:
            acting.act(service, opened.match, any_command(random, timeline), "scorer")
        except Refused:
            continue
    kept = service.timeline(opened.match)
    assert same(kept, fold(service.events(opened.match)))
    assert keeping.verification(service, opened.match)["ok"]


def _opening_of(timeline: Timeline) -> ask.OpenMatch:
    opening = timeline.match.opening
    return ask.OpenMatch(opening.rules, "classic", {}, opening.first_dealer)


@pytest.mark.parametrize("seed", HONEST)
def test_every_table_can_be_shown(seed):
    timeline = honest_match(seed).timeline
    step: Timeline | None = timeline
    while step is not None:
        if step.before is not None:
            again = advance(step.before, step.recorded)
            assert again.match == step.match
        step = step.before
    sheet = scoresheet_view(timeline)
    assert sheet["rows"][-1]["totals"] == sheet["score"]
