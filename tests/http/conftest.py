"""Applications over both stores that need no server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from tests.http.tables import Table


@pytest.fixture(params=["memory", "sqlite"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """A fresh application over a fresh store."""
    store = open_store("memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/referee.db")
    yield create_app(Service(store), Settings(rate_limit=False))
    store.close()


@pytest.fixture
def table(app: Flask) -> Table:
    """A fresh table, West dealing."""
    return Table(app)
