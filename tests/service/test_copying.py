"""Moving all matches between stores: whole, resumable, and never over somebody's play."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from referee.events.log import check_chain
from referee.game import commands as ask
from referee.rules.options import rules_of
from referee.service import Service, acting, joining
from referee.service.copying import Copied, Diverged, Fate, copied, copy
from referee.service.core import BrokenMatch
from referee.stores import open_store
from referee.stores.contract import Store
from referee.stores.memory import MemoryStore
from tests.stores.logs import log, open_m1, receipt
from tests.stores.tools import any_tool


@pytest.fixture
def source() -> Store:
    store = MemoryStore()
    open_m1(store)
    for number in range(2, 6):
        store.append(f"m{number}", 0, log(f"m{number}", 30 * number), receipt=receipt())
    return store


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Store]:
    with contextlib.closing(open_store(f"sqlite:///{tmp_path}/target.db")) as store:
        yield store


def fates(source: Store, target: Store) -> list[Fate]:
    return [one.fate for one in copied(source, target)]


def same(source: Store, target: Store) -> bool:
    """Whether both hold the same matches with the same events and belongings."""
    return list(source.matches()) == list(target.matches()) and all(
        list(source.events(match)) == list(target.events(match))
        and source.belongings(match) == target.belongings(match)
        for match in source.matches()
    )


def test_all_matches_move_with_all_that_they_have(source: Store, target: Store) -> None:
    told: list[Copied] = []
    assert copy(source, target, told.append) == 3 + 60 + 90 + 120 + 150
    assert told[0] == Copied("m1", Fate.COPIED, 3, 1, 5)
    assert [one.done for one in told] == [1, 2, 3, 4, 5]
    assert same(source, target)


def test_there_and_back_again(source: Store, target: Store) -> None:
    copy(source, target, lambda one: None)
    back = MemoryStore()
    copy(target, back, lambda one: None)
    assert same(source, back)


def test_a_stopped_copy_goes_on_where_it_was(source: Store, target: Store) -> None:
    assert len(list(islice(copied(source, target), 2))) == 2
    assert fates(source, target) == [Fate.THERE] * 2 + [Fate.COPIED] * 3
    assert same(source, target)
    assert fates(source, target) == [Fate.THERE] * 5


def test_what_was_played_meanwhile_comes_with_the_next_run(source: Store, target: Store) -> None:
    fates(source, target)
    source.append("m2", 60, log("m2", 61)[60:])
    source.append("m3", 90, [], receipt=receipt("later", 91, 90))
    assert fates(source, target) == [Fate.THERE, Fate.RENEWED, Fate.RENEWED, Fate.THERE, Fate.THERE]
    assert same(source, target)


def test_nobodys_play_is_overwritten(source: Store, target: Store) -> None:
    fates(source, target)
    target.append("m2", 60, log("m2", 61)[60:])
    with pytest.raises(Diverged, match="m2"):
        list(copied(source, target))
    source.append("m2", 60, [*log("m2", 1, after=log("m2", 60)[-1], by="N")])
    with pytest.raises(Diverged, match="m2"):
        list(copied(source, target))
    assert list(target.events("m2")) == log("m2", 60) + log("m2", 61)[60:]


def test_a_broken_log_is_not_copied(tmp_path: Path, target: Store) -> None:
    file = str(tmp_path / "source.db")
    with contextlib.closing(open_store(f"sqlite:///{file}")) as source:
        source.append("m1", 0, log(count=5))
        with any_tool(file) as connection:
            connection.execute("DROP TRIGGER event_for_ever")
            connection.execute("UPDATE event SET by = 'E' WHERE version = 3")
        with pytest.raises(BrokenMatch, match="m1, event 3") as broken:
            list(copied(source, target))
    assert (broken.value.version, list(target.matches())) == (3, [])


def test_a_real_match_goes_on_in_the_other_store(target: Store) -> None:
    before = Service(MemoryStore())
    opened = joining.open_match(before, ask.OpenMatch(rules_of("classic", {})))
    copy(before.store, target, lambda one: None)
    after = Service(target)
    assert after.role_of(opened.tokens["scorer"]) == (opened.match, "scorer")
    assert opened.join_code and joining.match_of_code(after, opened.join_code) == opened.match
    acting.act(after, opened.match, ask.Close(abandoned=True), "scorer")
    last = check_chain(target.events(opened.match))
    assert last and last.type == "match-closed"
