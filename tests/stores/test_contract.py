"""The contract that every store keeps (referee/stores/contract.py); the stores are in conftest.py."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from referee.events.log import FIRST_PREV, Recorded, check_chain, seal
from referee.stores import open_store
from referee.stores.contract import (
    AlreadyDone,
    CodeTaken,
    DeadToken,
    SeatTaken,
    StaleVersion,
    Store,
    StoreError,
    UnknownMatch,
)
from tests.stores.logs import AT, evening, grant, log, open_m1, receipt, summary


def everything(store: Store, match: str = "m1") -> list[Any]:
    """All that can be read about a match: what a refusal must leave as it was."""
    known = [store.receipt(scope, key) for scope in (match, "matches", "joins") for key in ("open", "k", "new")]
    roles = [store.role_of(token) for token in ("t-scorer", "t-N", "t-E", "t-v", "new", "newer")]
    codes = [store.match_of_code(code) for code in ("code", "new")]
    rows = list(store.summaries()), list(store.matches())
    return [store.head(match), list(store.events(match)), known, roles, codes, store.taken_seats(match), rows]


def test_an_empty_store_knows_nothing(store: Store) -> None:
    store.ping()
    empty = [0, [], [None] * 9, [None] * 6, [None] * 2, frozenset(), ([], [])]
    assert everything(store) == empty


def test_events_come_back_as_they_were_written(store: Store) -> None:
    events = list(evening("m1"))
    store.append("m1", 0, events[:1])
    store.append("m1", 1, events[1:5])
    store.append("m1", 5, events[5:])
    assert list(store.events("m1")) == events
    assert store.head("m1") == len(events)
    assert check_chain(store.events("m1")) == events[-1]


@pytest.mark.parametrize("data", [{"name": "ਸ\u0000'\"\\ \U0001f0cf"}, {"n": -(2**53)}, {"long": "x" * 20_000}, {}])
def test_any_data_comes_back(store: Store, data: dict[str, Any]) -> None:
    event = seal("m1", 1, 1, "match-opened", data, "scorer", AT, FIRST_PREV)
    store.append("m1", 0, [event])
    assert list(store.events("m1")) == [event]


@pytest.mark.parametrize(
    ("asked", "versions"),
    [
        ({}, range(1, 2501)),
        ({"after": 1}, range(2, 2501)),
        ({"after": 999}, range(1000, 2501)),
        ({"after": 1000, "until": 2001}, range(1001, 2002)),
        ({"limit": 1}, range(1, 2)),
        ({"after": 7, "limit": 1500}, range(8, 1508)),
        ({"after": 7, "limit": 9, "until": 10}, range(8, 11)),
        ({"after": 2499, "limit": 5}, range(2500, 2501)),
        ({"after": 2500}, ()),
        ({"after": 9000}, ()),
        ({"until": 0}, ()),
        ({"limit": 0}, ()),
        ({"after": 10, "until": 5}, ()),
        ({"after": -3, "limit": 2}, range(1, 3)),
    ],
    ids=str,
)
def test_any_stretch_of_a_long_log_can_be_read(store: Store, asked: dict[str, int], versions: range) -> None:
    events = log(count=2500)
    store.append("m1", 0, events)
    assert list(store.events("m1", **asked)) == [events[version - 1] for version in versions]


def test_matches_do_not_see_each_other(store: Store) -> None:
    one, two = list(evening("m1", 2)), list(evening("m2", 2))
    for a, b in zip(one, two, strict=True):
        store.append("m1", a.version - 1, [a])
        store.append("m2", b.version - 1, [b])
    assert list(store.events("m1")) == one
    assert list(store.events("m2")) == two
    assert store.head("m3") == 0


def test_an_imported_log_keeps_the_name_it_was_born_with(store: Store) -> None:
    events = log("born-elsewhere", 5)
    store.append("here", 0, events[:4])
    store.append("here", 4, events[4:])
    assert list(store.events("here")) == events
    assert list(store.matches()) == ["here"]
    with pytest.raises(StoreError, match="does not follow"):
        store.append("here", 5, [log("here", 6)[-1]])


# One row a refusal: what is asked, and how it is refused. None of them may leave a trace.
BAD_LOG = log(count=9)
REFUSALS: dict[str, tuple[tuple[Any, ...], dict[str, Any], type[StoreError]]] = {
    "a match that is there": (("m1", 0, log(count=1)), {}, StaleVersion),
    "an old version": (("m1", 2, BAD_LOG[2:3]), {}, StaleVersion),
    "a version to come": (("m1", 4, BAD_LOG[4:5]), {}, StaleVersion),
    "no such match": (("m2", 3, log("m2", 4)[3:]), {}, StaleVersion),
    "nothing for a match that is not there": (("m2", 0, []), {"receipt": receipt("new")}, UnknownMatch),
    "a join code of another match": (("m2", 0, log("m2")), {"join_code_hash": "code"}, CodeTaken),
    "a gap": (("m1", 3, BAD_LOG[4:5]), {}, StoreError),
    "a gap within": (("m1", 3, [BAD_LOG[3], BAD_LOG[5]]), {}, StoreError),
    "another past": (("m1", 3, log(count=4, by="N")[3:]), {}, StoreError),
    "another match's event": (("m1", 3, log("m2", 4)[3:]), {}, StoreError),
    "a token given out before": (("m1", 3, BAD_LOG[3:4]), {"grants": [grant("S", "t-N")]}, StoreError),
    "a token that nobody was given": (("m1", 3, BAD_LOG[3:4]), {"token_hash": "new"}, DeadToken),
    "a token of another match": (("m2", 0, log("m2")), {"token_hash": "t-N"}, DeadToken),
    "a dead token comes before a known key": (
        ("m1", 2, BAD_LOG[2:3]), {"token_hash": "new", "receipt": receipt("open")}, DeadToken,
    ),
    "a seat taken twice": (
        ("m1", 3, BAD_LOG[3:5]),
        {"grants": [grant("E", "new", takes=True, kills=True), grant("E", "newer", takes=True)],
         "receipt": receipt("new"), "summary": summary(version=5)},
        SeatTaken,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal_leaves_no_trace(store: Store, opened: list[Recorded], case: str) -> None:
    asked, options, error = REFUSALS[case]
    before = everything(store), everything(store, "m2")
    with pytest.raises(error) as refusal:
        store.append(*asked, **options)
    assert type(refusal.value) is error
    assert (everything(store), everything(store, "m2")) == before
    store.append("m1", 3, log(count=1, after=opened[-1]))  # and nothing is in the way of the next act
    assert store.head("m1") == 4


@pytest.mark.parametrize(("match", "expected", "head"), [("m1", 1, 3), ("m1", 9, 3), ("m1", 0, 3), ("m2", 9, 0)])
def test_a_stale_version_names_the_head(
    store: Store, opened: list[Recorded], match: str, expected: int, head: int
) -> None:
    with pytest.raises(StaleVersion) as refusal:
        store.append(match, expected, [])
    assert refusal.value.head == head


def test_an_act_may_hold_no_event(store: Store, opened: list[Recorded]) -> None:
    nothing = receipt("k", 4, 3)
    store.append("m1", 3, [], receipt=nothing, grants=[grant("viewer", "new")])
    assert store.head("m1") == 3
    assert store.receipt("m1", "k") == nothing
    assert store.role_of("new") == ("m1", "viewer")


def test_a_key_is_answered_at_any_version(store: Store, opened: list[Recorded]) -> None:
    first = receipt("k", 4, 5)
    store.append("m1", 3, log(count=2, after=opened[-1]), receipt=first)
    for expected in (3, 5, 0, 99):
        with pytest.raises(AlreadyDone) as done:
            store.append("m1", expected, [], receipt=receipt("k", 6, 6)._replace(fingerprint="b" * 64))
        assert done.value.receipt == first
    assert store.receipt("m1", "k") == first


def test_a_key_counts_in_its_scope_only(store: Store, opened: list[Recorded]) -> None:
    store.append("m2", 0, log("m2"), receipt=receipt("k"))
    store.append("m1", 3, [], receipt=receipt("k", 4, 3))
    store.append("m1", 3, [], receipt=receipt("k", 5, 3), scope="joins")
    store.append("m1", 3, [], receipt=receipt("other", 6, 3), scope="m1")
    assert [kept and kept.first for kept in (store.receipt("m2", "k"), store.receipt("m1", "k"))] == [1, 4]
    assert store.receipt("joins", "k") == receipt("k", 5, 3)
    assert store.receipt("matches", "k") is None
    assert store.receipt("m1", "other") == receipt("other", 6, 3)  # a match's own scope by its name


def test_a_key_of_a_wider_scope_is_known_to_every_match(store: Store, opened: list[Recorded]) -> None:
    with pytest.raises(AlreadyDone) as done:
        store.append("m2", 0, log("m2"), receipt=receipt("open"), scope="matches")
    assert done.value.receipt == receipt("open", 1, 3)
    assert store.head("m2") == 0


def test_a_join_code_leads_to_its_match(store: Store, opened: list[Recorded]) -> None:
    store.append("m2", 0, log("m2"), join_code_hash="new")
    store.append("m3", 0, log("m3"))
    store.append("m4", 0, log("m4"))  # none is no code: two of none do not clash
    assert [store.match_of_code(code) for code in ("code", "new", "none")] == ["m1", "m2", None]


def test_a_renewed_token_kills_those_of_its_role_in_its_match(store: Store, opened: list[Recorded]) -> None:
    store.append("m2", 0, log("m2"), grants=[grant("N", "t2-N")])
    store.append("m1", 3, [], grants=[grant("N", "new", kills=True)])
    tokens = ("t-N", "new", "t2-N", "t-E")
    assert [store.role_of(token) for token in tokens] == [None, ("m1", "N"), ("m2", "N"), ("m1", "E")]


def test_an_act_comes_with_a_token_that_is_alive(store: Store, opened: list[Recorded]) -> None:
    events = log(count=2, after=opened[-1])
    store.append("m1", 3, events[:1], token_hash="t-N", receipt=receipt("k"))
    store.append("m1", 4, [], grants=[grant("N", "new", kills=True)], token_hash="t-N")
    store.append("m2", 0, log("m2"), grants=[grant("N", "t2-N")])
    for dead in ("t-N", "t2-N"):  # renewed; of another match
        with pytest.raises(DeadToken):
            store.append("m1", 4, events[1:], token_hash=dead)
    with pytest.raises(AlreadyDone):
        store.append("m1", 4, events[1:], token_hash="new", receipt=receipt("k"))
    assert store.head("m1") == 4


def test_each_viewer_has_a_token_until_all_are_renewed(store: Store, opened: list[Recorded]) -> None:
    store.append("m1", 3, [], grants=[grant("viewer", "new")])
    assert store.role_of("t-v") == store.role_of("new") == ("m1", "viewer")
    store.append("m1", 3, [], grants=[grant("viewer", "newer", kills=True)])
    assert [store.role_of(token) for token in ("t-v", "new", "newer")] == [None, None, ("m1", "viewer")]


def test_a_seat_is_taken_once_and_can_be_freed(store: Store, opened: list[Recorded]) -> None:
    assert store.taken_seats("m1") == frozenset()
    store.append("m1", 3, [], grants=[grant("E", "new", kills=True, takes=True)])
    assert store.taken_seats("m1") == {"E"}
    with pytest.raises(SeatTaken) as refusal:
        store.append("m1", 3, log(count=1, after=opened[-1]), grants=[grant("E", "newer", kills=True, takes=True)])
    assert (refusal.value.seat, store.head("m1"), store.role_of("new")) == ("E", 3, ("m1", "E"))
    store.append("m1", 3, [], grants=[grant("E", "t5", kills=True, frees=True)])
    assert store.taken_seats("m1") == frozenset()
    store.append("m1", 3, [], grants=[grant("E", "newer", kills=True, takes=True)])
    assert (store.taken_seats("m1"), store.role_of("t5")) == (frozenset("E"), None)


def test_matches_are_listed_in_order(store: Store) -> None:
    ids = [f"m{number:04}" for number in range(1, 5)]
    for match in reversed(ids):
        store.append(match, 0, log(match))
    assert list(store.matches()) == ids
    assert list(store.matches("m0002")) == ids[2:]
    assert list(store.matches("m9")) == []


def test_the_newest_summary_counts(store: Store, opened: list[Recorded]) -> None:
    assert list(store.summaries()) == [summary(version=3)]
    store.append("m1", 3, [], summary=summary(version=4, closed_at="2026-03-02T00:00:00.000Z"))
    assert list(store.summaries()) == [summary(version=4, closed_at="2026-03-02T00:00:00.000Z")]


def test_closed_matches_come_by_time_of_closing(store: Store, opened: list[Recorded]) -> None:
    days = {"m2": "2026-03-05", "m3": "2026-03-04", "m4": "2026-03-04", "m5": "2026-03-03"}
    for match, day in days.items():
        store.append(match, 0, log(match), summary=summary(match, closed_at=day))
    assert [row.match for row in store.summaries()] == ["m1", "m2", "m3", "m4", "m5"]
    assert [row.match for row in store.summaries("")] == ["m5", "m3", "m4", "m2"]
    assert [row.match for row in store.summaries("2026-03-03")] == ["m3", "m4", "m2"]
    assert [row.match for row in store.summaries("2026-03-05")] == []


@pytest.mark.parametrize("page", [1, 2, 3])
def test_nothing_is_lost_or_doubled_from_page_to_page(store: Store, monkeypatch: pytest.MonkeyPatch, page: int) -> None:
    monkeypatch.setattr(sys.modules[type(store).__module__], "PAGE", page, raising=False)  # memory has no pages
    ids = [f"m{number}" for number in range(1, 8)]
    for match in ids:
        closed_at = "2026-03-04" if match < "m6" else "2026-03-03"
        store.append(match, 0, log(match, 7), summary=summary(match, 7, closed_at))
    assert list(store.events("m1")) == log("m1", 7)
    assert list(store.events("m1", after=2)) == log("m1", 7)[2:]
    assert list(store.matches()) == [row.match for row in store.summaries()] == ids
    assert [row.match for row in store.summaries("2026-03-02")] == ids[5:] + ids[:5]


def test_summaries_are_replaced_as_a_whole(store: Store, opened: list[Recorded]) -> None:
    store.append("m2", 0, log("m2"), summary=summary("m2"))
    rebuilt = (summary(match, store.head(match)) for match in store.matches() if match == "m2")
    assert store.replace_summaries(rebuilt) == 1
    assert list(store.summaries()) == [summary("m2", 1)]
    with pytest.raises(UnknownMatch):
        store.replace_summaries([summary("m1"), summary("m9")])
    assert list(store.summaries()) == [summary("m2", 1)]
    assert store.replace_summaries([]) == 0
    assert list(store.summaries()) == []


def test_a_deleted_match_leaves_nothing(store: Store) -> None:
    store.append("m2", 0, log("m2"), receipt=receipt(), grants=[grant("N", "t2-N", takes=True)], summary=summary("m2"))
    before = everything(store), everything(store, "m2")
    open_m1(store)
    store.append("m1", 3, [], receipt=receipt("k"), grants=[grant("E", "new", takes=True)])
    store.append("m1", 3, [], receipt=receipt("k"), scope="joins")
    store.delete("m1")
    assert (everything(store), everything(store, "m2")) == before
    assert store.role_of("t2-N") == ("m2", "N")
    with pytest.raises(UnknownMatch):
        store.delete("m1")


def test_after_a_deletion_all_its_names_are_free(store: Store, opened: list[Recorded]) -> None:
    store.delete("m1")
    again, seat = receipt("open"), grant("N", "t-N", takes=True)
    store.append("m1", 0, log(count=2), grants=[seat], join_code_hash="code", receipt=again, scope="matches")
    assert (store.head("m1"), store.match_of_code("code"), store.taken_seats("m1")) == (2, "m1", frozenset("N"))


NO_STORES = (
    "",
    "a.db",
    "/a.db",
    "mysql://h/d",
    "memory:x",
    "sqlite:",
    "sqlite:///",
    "sqlite://h/a",
    "sqlite:///:memory:",
)


@pytest.mark.parametrize("url", NO_STORES)
def test_a_url_that_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(StoreError):
        open_store(url)
