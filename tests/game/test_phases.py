"""The table of phases and the table of kinds say what really happens at tables (R2-R6, J1)."""

from __future__ import annotations

import typing
from collections.abc import Iterator

import pytest

from referee.events import types as fact
from referee.events.codec import decoded
from referee.game.kinds import KINDS
from referee.game.phases import ANY_TIME, PHASES, diagram, next_act
from referee.game.state import Phase
from referee.game.timeline import Timeline
from tests.matches import DISTURBED, HONEST, disturbed_match, honest_match
from tests.tables import played

Step = tuple[Phase, type, Phase]


def _steps(timeline: Timeline) -> Iterator[Step]:
    """Each fact of a match with the phase before and after it, as it was recorded."""
    step = timeline
    while step.before is not None and step.before.before is not None:
        before, kind = step.before, type(decoded(step.recorded))
        if KINDS[kind].judge:
            yield before.match.deal.stage.phase, kind, step.match.deal.stage.phase
        step = before


def _all_steps() -> set[Step]:
    matches = [*(disturbed_match(seed) for seed in DISTURBED), *(honest_match(seed).timeline for seed in HONEST)]
    tales = [
        played("W:ask N:pass E:pass S:pass", "trump H", "count 0 6", first_dealer="S"),
        played("contract W ask H", "redeal"),
        played("contract W 4 H"),
        played("E:pass S:4 W:pass N:pass", "redeal"),
        played("discard -", "redeal", joker=True),
        played("redeal", joker=True),
        played("contract W 4 H", joker=True),
        played("contract W ask H", joker=True),
        played("dealer E", joker=True),
        played("dealer E"),
        played("E:moon+H", bid_names_trump=True),
        played("E:ask+H S:pass W:pass N:pass", bid_names_trump=True),
    ]
    return {step for timeline in (*matches, *tales) for step in _steps(timeline)}


def _arrows() -> set[Step]:
    leads = {(phase, kind, to) for phase, row in PHASES.items() for kind, tos in row.leads.items() for to in tos}
    return leads | {(phase, kind, phase) for phase in PHASES for kind in ANY_TIME}


def test_what_happens_at_tables_is_in_the_table_of_phases():
    assert _all_steps() - _arrows() == set()


def test_every_arrow_between_phases_is_gone_by_some_table():
    leads = {(phase, kind, to) for phase, row in PHASES.items() for kind, tos in row.leads.items() for to in tos}
    assert leads - _all_steps() == set()


def test_every_kind_of_fact_has_its_row():
    assert set(KINDS) == set(typing.get_args(fact.Event))


def test_what_can_happen_in_a_phase_is_judged_and_what_is_judged_can_happen():
    happens = {kind for row in PHASES.values() for kind in row.leads} | set(ANY_TIME)
    assert happens == {kind for kind, row in KINDS.items() if row.judge}


@pytest.mark.parametrize(
    "lines, options, action, seat, said",
    [
        ([], {"joker": True}, "discard", "N", None),
        ([], {}, "bid", "E", ["pass", "3", "4", "5", "ask", "moon"]),
        (["E:pass S:4"], {}, "bid", "W", ["pass", "5", "ask", "moon"]),
        (["E:pass S:moon"], {"no_trump": "high-low"}, "name-trump", "S", ["C", "D", "H", "S", "NT", "NL"]),
        (["E:ask S:pass W:pass N:pass", "trump H"], {}, "exchange", "E", None),
        (["E:pass S:4 W:pass N:pass", "trump H"], {}, "play", "S", None),
        (["E:pass S:4 W:pass N:pass", "trump H", "S:AH"], {}, "play", "W", None),
        (["result S 4 H 6 0"], {"target": 6}, "close", None, None),
    ],
)  # one row a phase: what comes next, whose turn it is, what may be said
def test_what_comes_next(lines, options, action, seat, said):
    what = next_act(played(*lines, **options).match)
    assert (what.action, what.seat and what.seat.value, what.options and list(what.options)) == (action, seat, said)


def test_nothing_comes_next_in_a_closed_match():  # R9.3
    assert next_act(played("result S 4 H 6 0", "close", target=6).match) is None


def test_the_diagram_draws_every_arrow_of_the_table():
    drawn = diagram()
    assert drawn.startswith("stateDiagram-v2\n    [*] --> discard: deal-started\n")
    assert "    auction --> over: bid-made, deal-thrown-in\n" in drawn
    arrows = {line.strip() for line in drawn.splitlines() if "-->" in line and "[*]" not in line}
    told = [(line.split(" --> ")[0], name, line.split(" --> ")[1].split(": ")[0])
            for line in arrows for name in line.split(": ")[1].split(", ")]  # fmt: skip
    leads = [(phase, kind, to) for phase, row in PHASES.items() for kind, tos in row.leads.items() for to in tos]
    assert sorted(told) == sorted((phase.value, kind.stored_as, to.value) for phase, kind, to in leads)
