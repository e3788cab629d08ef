"""The contract over secrets that change in a match that is there: a new join code, and fresh ones for a repeated request."""

from __future__ import annotations

import pytest

from referee.events.log import Recorded
from referee.stores.contract import AlreadyDone, CodeTaken, DeadToken, Receipt, StaleVersion, Store, UnknownMatch
from tests.stores.logs import grant, log, receipt

AGAIN = Receipt("open", "b" * 64, 1, 3, "again")


def test_a_new_code_takes_the_place_of_the_old_one(store: Store, opened: list[Recorded]) -> None:
    for code, before in (("second", "code"), ("third", "second"), ("code", "third")):
        store.append("m1", 3, [], join_code_hash=code)
        assert (store.match_of_code(code), store.match_of_code(before)) == ("m1", None)
        assert store.belongings("m1").join_code_hash == code
    store.append("m1", 3, [], join_code_hash="code")
    assert store.match_of_code("code") == "m1"
    store.append("m2", 0, log("m2"), join_code_hash="third")  # one that was given back
    assert store.match_of_code("third") == "m2"


def test_a_match_without_a_code_can_get_one(store: Store) -> None:
    store.append("m2", 0, log("m2"))
    store.append("m2", 1, [], join_code_hash="late")
    assert store.match_of_code("late") == "m2"
    store.delete("m2")
    assert store.match_of_code("late") is None


def test_a_code_of_another_match_is_refused_and_nothing_changes(store: Store, opened: list[Recorded]) -> None:
    store.append("m2", 0, log("m2"), join_code_hash="other")
    before = store.belongings("m1")
    with pytest.raises(CodeTaken):
        store.append("m1", 3, [], join_code_hash="other", grants=[grant("E", "new", kills=True)], receipt=receipt())
    assert store.belongings("m1") == before and store.match_of_code("other") == "m2"
    with pytest.raises(StaleVersion):
        store.append("m1", 2, [], join_code_hash="fresh")
    with pytest.raises(UnknownMatch):
        store.append("m3", 0, [], join_code_hash="fresh")
    assert store.match_of_code("fresh") is None


@pytest.mark.parametrize("scope", ["matches", None])
def test_what_a_repeated_request_was_given_dies_alone(store: Store, opened: list[Recorded], scope: str | None) -> None:
    first = AGAIN._replace(note="first")
    if scope is None:
        store.append("m1", 3, [], receipt=first)
    store.append("m1", 3, [], grants=[grant("viewer", "t-other")])
    fresh = [grant("N", "fresh-N"), grant("viewer", "fresh-v")]
    store.append("m1", 3, [], receipt=AGAIN, scope=scope, grants=fresh, replaces=["t-N", "t-v"])
    living = {"t-scorer": "scorer", "t-E": "E", "t-other": "viewer", "fresh-N": "N", "fresh-v": "viewer"}
    assert dict(store.belongings("m1").tokens) == living
    assert [store.role_of(token) for token in ("t-N", "t-v")] == [None, None]
    assert store.receipt(scope or "m1", "open") == AGAIN
    assert store.receipt("matches", "open") == (AGAIN if scope else receipt("open", 1, 3))


def test_the_join_code_may_be_what_is_replaced(store: Store, opened: list[Recorded]) -> None:
    store.append("m1", 3, [], join_code_hash="second", receipt=AGAIN, replaces=["code"])
    assert (store.match_of_code("code"), store.match_of_code("second")) == (None, "m1")
    with pytest.raises(DeadToken):
        store.append("m1", 3, [], join_code_hash="third", receipt=AGAIN, replaces=["code"])


@pytest.mark.parametrize("dead", [["gone"], ["t-N", "gone"], ["t-other"], ["other"]])
def test_all_that_is_replaced_must_live_in_this_match(store: Store, opened: list[Recorded], dead: list[str]) -> None:
    store.append("m2", 0, log("m2"), grants=[grant("N", "t-other")], join_code_hash="other")
    before = store.belongings("m1")
    for version in (3, 2):  # before the version is looked at
        with pytest.raises(DeadToken):
            store.append("m1", version, [], receipt=AGAIN, scope="matches", grants=[grant("N", "new")], replaces=dead)
    with pytest.raises(StaleVersion):
        store.append("m1", 2, [], receipt=AGAIN, scope="matches", grants=[grant("N", "new")], replaces=["t-N"])
    assert store.belongings("m1") == before and store.role_of("t-other") == ("m2", "N")


def test_without_anything_replaced_a_key_is_used_once(store: Store, opened: list[Recorded]) -> None:
    with pytest.raises(AlreadyDone):
        store.append("m1", 3, [], receipt=AGAIN, scope="matches", grants=[grant("N", "new")])


def test_an_act_may_come_with_the_join_code(store: Store, opened: list[Recorded]) -> None:
    store.append("m2", 0, log("m2"), join_code_hash="other")
    store.append("m1", 3, log(after=opened[-1]), token_hash="code")
    store.append("m1", 4, [], join_code_hash="fresh")
    for secret in ("code", "other", "gone"):
        with pytest.raises(DeadToken):
            store.append("m1", 4, [], grants=[grant("viewer", "new")], token_hash=secret)
    store.append("m1", 4, [], grants=[grant("viewer", "new")], token_hash="fresh")
    assert store.role_of("new") == ("m1", "viewer")


def test_a_match_without_a_code_is_not_reached_by_none(store: Store) -> None:
    store.append("m2", 0, log("m2"))
    with pytest.raises(DeadToken):
        store.append("m2", 1, [], grants=[grant("viewer", "new")], token_hash="")
