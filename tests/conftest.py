"""What tests need of the machine besides Python. Where it is missing its tests are deselected, and the first lines of a run say so."""

from __future__ import annotations

import os

import pytest

from tests.programs import MISSING


def pytest_configure() -> None:
    """An error where a program is missing and REFEREE_REQUIRE is `all`, as in CI: no test is left out unseen."""
    required = os.environ.get("REFEREE_REQUIRE", "")
    if required not in ("", "all"):
        raise pytest.UsageError(f"REFEREE_REQUIRE is {required}; it can be `all` or nothing")
    if required and MISSING:
        raise pytest.UsageError(f"tests marked {', '.join(MISSING)} are required: {'; '.join(MISSING.values())}")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as there are cores: a fifth of the tests wait for servers, databases and browsers."""
    cores = len(os.sched_getaffinity(0))
    return cores + (cores + 1) // 2


def pytest_report_header() -> list[str]:
    return [f"tests marked {marker} are deselected ({command})" for marker, command in MISSING.items()]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what cannot run here."""
    left_out = [item for item in items if any(map(item.get_closest_marker, MISSING))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
