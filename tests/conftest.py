"""What tests need of the machine besides Python. Where it is missing its tests are deselected, and the first lines of a run say so."""

from __future__ import annotations

import os

import pytest

from tests.programs import BIOME, CHROMIUM, COMPILER, NODE, POPPLER, TSC

# marker -> the program, and what installs it
NEEDS = {
    "browser": (CHROMIUM, "apt-get install chromium"),
    "poppler": (POPPLER, "apt-get install poppler-utils"),
    "compiler": (COMPILER, "apt-get install gcc libc6-dev"),
    "node": (NODE, "apt-get install nodejs"),
    "javascript": (BIOME and TSC, "apt-get install nodejs npm && npm install"),
}
MISSING = {marker: command for marker, (program, command) in NEEDS.items() if not program}


def pytest_configure() -> None:
    """An error where something is missing that REFEREE_REQUIRE names, as `.ci/run` does: nothing is left out unseen."""
    for marker in os.environ.get("REFEREE_REQUIRE", "").split():
        if marker not in NEEDS:
            raise pytest.UsageError(f"REFEREE_REQUIRE names {marker}, which is none of {', '.join(NEEDS)}")
        if marker in MISSING:
            raise pytest.UsageError(f"tests marked {marker} are required ({MISSING[marker]})")


def pytest_report_header() -> list[str]:
    return [f"tests marked {marker} are deselected ({command})" for marker, command in MISSING.items()]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what cannot run here."""
    left_out = [item for item in items if any(map(item.get_closest_marker, MISSING))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
