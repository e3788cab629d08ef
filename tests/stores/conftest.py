"""The stores that all tests of the contract run on, and a SQLite file of its own for each test of SQLite."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.events.log import Recorded
from referee.stores import open_store
from referee.stores.contract import Store
from referee.stores.sqlite import SqliteStore
from tests.stores.logs import open_m1

# A new store joins by one line.
STORES: dict[str, Callable[[Path], str]] = {
    "memory": lambda folder: "memory:",
    "sqlite": lambda folder: f"sqlite:///{folder}/referee.db",
}


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    store = open_store(STORES[request.param](tmp_path))
    yield store
    store.close()


@pytest.fixture
def opened(store: Store) -> list[Recorded]:
    """The log of m1, a match of three events that is in the store with all that a match can have."""
    return open_m1(store)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "referee.db")


@pytest.fixture
def sqlite(file: str) -> Iterator[SqliteStore]:
    with contextlib.closing(SqliteStore(file)) as store:
        yield store
