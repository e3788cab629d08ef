"""The contract of moving a match: what it has in one store, it has in another."""

from __future__ import annotations

import pytest

from referee.events.log import Recorded
from referee.stores.contract import AlreadyDone, Belongings, CodeTaken, StaleVersion, Store, StoreError, UnknownMatch
from referee.stores.memory import MemoryStore
from tests.stores.logs import grant, log, open_m1, receipt, summary
from tests.stores.test_contract import everything


def with_everything(store: Store) -> None:
    """A match m1 that has been joined, renewed and played, with keys in several scopes."""
    events = open_m1(store)
    store.append("m1", 3, log(count=2, after=events[-1]), receipt=receipt("k", 4, 5))
    store.append("m1", 5, [], receipt=receipt("new", 6, 5), scope="joins", grants=[grant("E", "new", takes=True)])
    store.append("m1", 5, [], receipt=receipt("open", 6, 5), grants=[grant("viewer", "newer")])
    store.append("m1", 5, [], summary=summary(version=5, closed_at="2026-03-05"))


def test_what_a_match_has_can_be_told(store: Store) -> None:
    with_everything(store)
    has = store.belongings("m1")
    assert has.join_code_hash == "code"
    tokens = {"t-scorer": "scorer", "t-N": "N", "t-E": "E", "t-v": "viewer", "new": "E", "newer": "viewer"}
    assert has.tokens == tuple(sorted(tokens.items()))
    assert has.seats == {"E"}
    keys = [(scope, kept.key, kept.first) for scope, kept in has.receipts]
    assert keys == [(None, "k", 4), (None, "open", 6), ("joins", "new", 6), ("matches", "open", 1)]
    assert has.summary == summary(version=5, closed_at="2026-03-05")
    with pytest.raises(UnknownMatch):
        store.belongings("m9")


def test_a_match_with_nothing_has_nothing(store: Store) -> None:
    store.append("m1", 0, log())
    assert store.belongings("m1") == Belongings(None, (), frozenset(), (), None)


def test_an_adopted_match_is_the_same_match(store: Store) -> None:
    elsewhere = MemoryStore()
    with_everything(elsewhere)
    store.append("m0", 0, log("m0"), receipt=receipt("k"), grants=[grant("N", "t0")])
    store.adopt("m1", list(elsewhere.events("m1")), elsewhere.belongings("m1"))
    assert everything(store)[:6] == everything(elsewhere)[:6]
    assert store.belongings("m1") == elsewhere.belongings("m1")
    store.append("m1", 5, [], grants=[grant("E", "t5", frees=True)])
    assert store.taken_seats("m1") == frozenset()
    store.delete("m1")
    assert [store.role_of("t5"), store.receipt("joins", "new"), store.role_of("t0")] == [None, None, ("m0", "N")]


NOTHING = Belongings(None, (), frozenset(), (), None)


@pytest.mark.parametrize(
    ("match", "has", "error"),
    [
        ("m1", NOTHING, StaleVersion),
        ("m2", NOTHING._replace(join_code_hash="code"), CodeTaken),
        ("m2", NOTHING._replace(tokens=(("t-N", "N"),)), StoreError),
        ("m2", NOTHING._replace(receipts=(("matches", receipt("open")),), seats=frozenset("N")), AlreadyDone),
    ],
)
def test_a_match_that_clashes_is_not_adopted(
    store: Store, opened: list[Recorded], match: str, has: Belongings, error: type[StoreError]
) -> None:
    before = everything(store), everything(store, "m2")
    with pytest.raises(error):
        store.adopt(match, log(match, 2), has)
    with pytest.raises(UnknownMatch):
        store.adopt("m3", [], NOTHING)
    assert (everything(store), everything(store, "m2")) == before
