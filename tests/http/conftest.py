"""Applications over stores that need no server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from referee.stores.memory import MemoryStore
from tests.http.tables import Table

SETTINGS = Settings(rate_limit=False)


@pytest.fixture(scope="module")
def app() -> Flask:
    """An application over a store in memory."""
    return create_app(Service(MemoryStore()), SETTINGS)


@pytest.fixture
def table(app: Flask) -> Table:
    """A fresh table, West dealing."""
    return Table(app)


@pytest.fixture(params=["memory", "sqlite"])
def each_table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """A fresh table over each store."""
    store = open_store("memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/referee.db")
    yield Table(create_app(Service(store), SETTINGS))
    store.close()
