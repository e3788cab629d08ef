"""Canonical JSON, the hash chain and the lines of an exported log (docs/log-format.md)."""

from __future__ import annotations

import hashlib
import json

import orjson
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.events.log import BrokenLog, canonical, check_chain, parse_line, seal
from tests.deals import DISPUTED
from tests.matches import disturbed_match
from tests.tables import log_of, played

LOG = log_of(played(*DISPUTED, "claim S E 2", "name E Zoë Ⅱ", "adjust NS 1 “späť” \\ \u2028 🂡", first_dealer="W"))
KEYS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_canonical_json_is_that_of_rfc_8785(data):
    assert canonical(data).encode() == rfc8785.dumps(data)


@pytest.mark.parametrize("seed", range(6))
def test_the_data_of_every_event_is_canonical(seed):
    for event in log_of(disturbed_match(seed)):
        assert event.data.encode() == rfc8785.dumps(json.loads(event.data))


def test_anyone_can_check_an_export():
    """The ten lines of the docs, with nothing of ours."""
    prev = "0" * 64
    for number, line in enumerate((event.line for event in LOG), 1):
        event = json.loads(line)
        found = event.pop("hash")
        assert found == hashlib.sha256(rfc8785.dumps(event)).hexdigest()
        assert (event["prev"], event["version"]) == (prev, number)
        prev = found


@pytest.mark.parametrize("event", LOG, ids=lambda event: f"{event.version} {event.type}")
def test_a_line_reads_back_as_it_was_written(event):
    assert parse_line(event.line, event.version) == event
    assert parse_line(event.line.encode(), event.version) == event
    assert parse_line(json.dumps(json.loads(event.line), indent=1), event.version) == event


MEMBERS = orjson.loads(LOG[5].line)
ODD = {
    "no JSON": "{",
    "nothing": "",
    "a list": "[]",
    "a number": "1",
    "null": "null",
    "not UTF-8": b"\xff",
    "half a character": '"\\ud800"',
    "too deep": "[" * 3000,
    "not a number": LOG[5].line.replace('"version":6', '"version":NaN'),
    **{f"without {name}": json.dumps({k: v for k, v in MEMBERS.items() if k != name}) for name in MEMBERS},
    **{f"{name} null": json.dumps({**MEMBERS, name: None}) for name in MEMBERS},
    **{f"{name} true": json.dumps({**MEMBERS, name: True}) for name in MEMBERS},
    **{f"{name} a fraction": json.dumps({**MEMBERS, name: 6.5}) for name in MEMBERS},
    **{f"{name} empty": json.dumps({**MEMBERS, name: ""}) for name in MEMBERS},
    **{f"{name} with a quote": json.dumps({**MEMBERS, name: 'a"b'}) for name in MEMBERS},
    **{f"{name} with a newline": json.dumps({**MEMBERS, name: "a\n"}) for name in MEMBERS},
    "one member more": json.dumps({**MEMBERS, "more": 1}),
    "a version beyond all numbers": json.dumps({**MEMBERS, "version": 10**30}),
    "data a list": json.dumps({**MEMBERS, "data": []}),
}


@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
def test_what_is_no_event(line):
    with pytest.raises(BrokenLog) as error:
        parse_line(line, 7)
    assert (error.value.version, error.value.reason) == (7, "no-event")


def test_a_chain_is_checked_in_parts():
    last = check_chain(LOG[:5])
    assert last == LOG[4]
    assert check_chain(LOG[5:], last) == LOG[-1]
    assert check_chain([]) is None
    with pytest.raises(BrokenLog) as error:
        check_chain(LOG[6:], last)
    assert (error.value.version, error.value.reason) == (6, "gap")


@pytest.mark.parametrize(
    "second, third, broken", [(1, 1, None), (2, 2, None), (1, 3, None), (2, 1, 3), (2, 4, 3), (4, 3, 2), (0, 3, 2)]
)
def test_the_acts_of_a_log(second, third, broken):
    events, prev = [], "0" * 64
    for version, act in enumerate((1, second, third), 1):
        events.append(seal("m", version, act, "bid-made", {}, "N", "2026-03-01T19:30:00.000Z", prev))
        prev = events[-1].hash
    if broken is None:
        assert check_chain(events) == events[-1]
        return
    with pytest.raises(BrokenLog) as error:
        check_chain(events)
    assert (error.value.version, error.value.reason) == (broken, "act")


def test_the_first_event_begins_an_act():
    with pytest.raises(BrokenLog, match="event 1: act") as error:
        check_chain([seal("m", 1, 2, "bid-made", {}, "N", "2026-03-01T19:30:00.000Z", "0" * 64)])
    assert (error.value.version, error.value.reason) == (1, "act")


def test_a_log_is_of_one_match():
    at = "2026-03-01T19:30:00.000Z"
    first = seal("m", 1, 1, "bid-made", {}, "N", at, "0" * 64)
    with pytest.raises(BrokenLog) as error:
        check_chain([first, seal("n", 2, 2, "bid-made", {}, "N", at, first.hash)])
    assert (error.value.version, error.value.reason) == (2, "match")
