"""Every scenario of tests/cases, in process and over a socket of a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores.memory import MemoryStore
from referee.stores.sqlite import SqliteStore
from tests import scenarios
from tests.http.servers import in_process, over_http, running

FOUND = [pytest.param(scenario, id=f"{file}: {scenario['name']}") for file, scenario in scenarios.scenarios()]
SETTINGS = Settings(rate_limit=False)


@pytest.fixture(scope="module")
def inside() -> scenarios.Send:
    """The application itself."""
    return in_process(create_app(Service(MemoryStore()), SETTINGS))


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[scenarios.Send]:
    """A server with a SQLite database."""
    file: Path = tmp_path_factory.mktemp("cases") / "cases.db"
    with running(create_app(Service(SqliteStore(str(file))), SETTINGS)) as base, requests.Session() as session:
        yield over_http(base, session)


def test_there_are_scenarios() -> None:
    assert len(FOUND) >= 112


@pytest.mark.parametrize("scenario", FOUND)
def test_in_process(scenario: dict[str, Any], inside: scenarios.Send) -> None:
    scenarios.run(scenario, inside)


@pytest.mark.parametrize("scenario", FOUND)
def test_over_http(scenario: dict[str, Any], outside: scenarios.Send) -> None:
    scenarios.run(scenario, outside)
