"""Matches stored once and for ever: each replays to the same score sheet and rulings, passes the audit, and is written the
same, byte for byte."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from referee.events.codec import ROWS, data_of, decoded, name_of
from referee.events.log import Recorded, parse_line, seal
from referee.game.audit import audit
from referee.game.timeline import fold
from tests.golden.tales import TALES, as_stored, expected, told
from tests.tables import log_of

HERE = Path(__file__).parent
NAMES = sorted(file.stem for file in HERE.glob("*.ndjson"))
SCORES = {
    "classic": {"NS": 49, "EW": 14},
    "joker": {"NS": -6, "EW": 34},
    "double-deck": {"NS": 69, "EW": -5},
    "tournament": {"NS": 33, "EW": 10},
    "results": {"NS": 33, "EW": 27},
    "short-pack": {"NS": 18, "EW": 11},
    "lost": {"NS": 35, "EW": -3},
    "seats": {"NS": 4, "EW": 2},
}


def stored(name: str) -> list[Recorded]:
    """The events of a golden log."""
    return [
        parse_line(line, number) for number, line in enumerate((HERE / f"{name}.ndjson").read_bytes().splitlines(), 1)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_log_replays_to_the_same_score_sheet_and_rulings(name):
    wanted = orjson.loads((HERE / f"{name}.json").read_bytes())
    found = expected(fold(stored(name)))
    assert as_stored(found, wanted) == wanted
    assert found["sheet"]["score"] == SCORES[name]


@pytest.mark.parametrize("name", NAMES)
def test_it_passes_the_audit_which_rules_again(name):
    assert audit(stored(name)).match == fold(stored(name)).match


@pytest.mark.parametrize("name", NAMES)
def test_its_events_are_written_the_same_byte_for_byte(name):
    lines, prev = (HERE / f"{name}.ndjson").read_text().splitlines(), "0" * 64
    for line, event in zip(lines, stored(name), strict=True):
        fact = decoded(event)
        again = seal(event.match, event.version, event.act, name_of(fact), data_of(fact), event.by, event.at, prev)
        assert again.line == line
        prev = again.hash


@pytest.mark.parametrize("name", TALES)
def test_the_same_tale_makes_the_same_log(name):
    assert [event.line for event in log_of(told(name))] == (HERE / f"{name}.ndjson").read_text().splitlines()


def test_together_they_hold_every_kind_of_event():
    held = {event.type for name in NAMES for event in stored(name)}
    assert set(ROWS) == held
