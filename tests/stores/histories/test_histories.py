"""What clients of two processes see of one match could have happened one after the other (linearizability), on both stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.stores.conftest import STORES
from tests.stores.histories.linear import NEVER, Operation, in_one_order
from tests.stores.histories.one_table import Asked, identity, opened, step
from tests.stores.histories.racing import history_of


def one_order(history: Sequence[Operation]) -> list[Operation] | None:
    return in_one_order(history, opened(), step, identity)


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_two_processes_are_as_one_table(request: pytest.FixtureRequest, store: str) -> None:
    history, log = history_of(STORES[store](request), seed=1)
    order = one_order(history)
    assert order is not None, history
    acts = [event for one in order if one.reply[0] == "done" for event in one.reply[1]]
    assert sorted({tuple(event) for event in acts}) == [(event.version, event.type) for event in log[2:]]
    assert {one.reply[0] for one in history} == {"done", "refused", "read", "streamed"}
    keyed = [one for one in history if one.reply[0] == "done" and one.ask.key]
    assert len(keyed) > len({one.ask.key for one in keyed})  # some were sent twice
    assert sum(one.asked < other.answered and other.asked < one.answered for one in history for other in history) > 96


# --- the check itself -------------------------------------------------------------------------------------------------

CALL, SOUTH = Asked("bids", {"seat": "E", "bid": "4"}, None, "k1"), Asked("bids", {"seat": "S", "bid": "pass"})
BEHIND, READ, STREAM, UNDO = CALL._replace(key=None, seen=2), Asked("", {}), Asked("stream", {}, 2), Asked("undo", {})
STALE = ["refused", "stale-version"]


def done(*versions: int, name: str = "bid-made") -> list[Any]:
    return ["done", [[version, name] for version in versions]]


def read(version: int) -> list[Any]:
    return ["read", version, [0, 0]]


def streamed(*versions: int) -> list[Any]:
    return ["streamed", [[version, "bid-made"] for version in versions]]


@pytest.mark.parametrize(
    "rows",
    [
        [(0, 1, CALL, done(3)), (2, 3, SOUTH, done(4))],
        [(0, 9, SOUTH, done(4)), (1, 9, CALL, done(3))],  # both at once: the replies tell the order
        [(0, 9, CALL, done(3)), (1, 2, READ, read(2)), (3, 4, READ, read(3))],
        [(0, NEVER, CALL, None), (1, 2, READ, read(2))],  # not answered, and not done so far
        [(0, NEVER, CALL, None), (1, 2, READ, read(3))],  # not answered, yet done
        [(0, NEVER, CALL, None), (1, 2, CALL, done(3)), (3, 4, READ, read(3))],  # and sent again
        [(0, 1, CALL, done(3)), (2, 3, CALL, done(3)), (4, 5, STREAM, streamed(3))],
        [(0, 9, CALL, done(3)), (1, 8, BEHIND, STALE)],
        [(0, 1, CALL, done(3)), (2, 3, UNDO, done(4, name="rewound")), (4, 5, READ, read(4))],
    ],
)
def test_what_can_have_happened(rows: list[Any]) -> None:
    history = [Operation(*row) for row in rows]
    order = one_order(history)
    assert order is not None
    assert [one for one in history if one.answered != NEVER and one not in order] == []


@pytest.mark.parametrize(
    ("fault", "rows"),
    [
        ("a lost act", [(0, 1, CALL, done(3)), (2, 3, READ, read(2))]),
        ("a stale reading", [(0, 1, CALL, done(3)), (2, 3, READ, read(3)), (4, 5, STREAM, streamed())]),
        ("done twice", [(0, 1, CALL, done(3)), (2, 3, CALL, done(4))]),
        ("done twice unseen", [(0, NEVER, CALL, None), (1, 2, READ, read(3)), (3, 4, CALL, done(4))]),
        ("two acts in one place", [(0, 9, CALL, done(3)), (0, 9, SOUTH, done(3))]),
        ("an act of nobody", [(0, 1, READ, read(3))]),
        ("a refusal that was done", [(0, 1, SOUTH, ["refused", "not-your-turn"]), (2, 3, READ, read(3))]),
        ("an old version accepted", [(0, 1, CALL, done(3)), (2, 3, BEHIND, done(4))]),
        ("refused without a cause", [(0, 1, BEHIND, STALE)]),
        ("a stream with a gap", [(0, 1, CALL, done(3)), (2, 3, SOUTH, done(4)), (4, 5, STREAM, streamed(4))]),
        ("a stream that runs back", [(0, 1, CALL, done(3)), (2, 3, STREAM, streamed(3)), (4, 5, STREAM, streamed())]),
        ("read before it was asked", [(0, 1, READ, read(3)), (2, 3, CALL, done(3))]),
    ],
)
def test_what_cannot(fault: str, rows: list[Any]) -> None:
    assert one_order([Operation(*row) for row in rows]) is None, fault
