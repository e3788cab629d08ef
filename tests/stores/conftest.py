"""The stores that all tests of the contract run on, and a SQLite file of its own for each test of SQLite."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.events.log import Recorded
from referee.stores import open_store
from referee.stores.contract import Store
from referee.stores.sqlite import SqliteStore
from tests.stores.logs import open_m1
from tests.stores.postgres_server import new_schema, own_server

# A new store joins by one line.
STORES: dict[str, Callable[[pytest.FixtureRequest], str]] = {
    "memory": lambda request: "memory:",
    "sqlite": lambda request: f"sqlite:///{request.getfixturevalue('tmp_path')}/referee.db",
    "postgres": lambda request: request.getfixturevalue("postgres_url"),
}


@pytest.fixture(scope="session")
def postgres_dsn() -> Iterator[str]:
    """A database to make schemas in: the one that TEST_PG_DSN names, or one of a server of our own."""
    if given := os.environ.get("TEST_PG_DSN"):
        yield given
        return
    with own_server(fsync="off", max_connections=200) as server:  # no test cuts the power
        yield server.url


@pytest.fixture
def postgres_url(postgres_dsn: str) -> Iterator[str]:
    """A place for one store: a schema of its own, which the URL leads to."""
    with new_schema(postgres_dsn) as url:
        yield url


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest) -> str:
    """Where a new, empty store can be opened."""
    return STORES[request.param](request)


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    store = open_store(store_url)
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
