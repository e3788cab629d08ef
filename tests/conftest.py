"""What tests need of the machine besides Python. Where it is missing its tests are deselected, and the first lines of a run say so."""

from __future__ import annotations

import os
import shutil

import pytest

# marker -> the programs that it needs, any of each row, and where Debian has them
NEEDS = {
    "browser": ([("chromium", "chromium-browser")], "chromium"),
    "poppler": ([("pdftotext",), ("pdftoppm",)], "poppler-utils"),
    "compiler": ([("gcc", "cc")], "gcc libc6-dev"),
}


MISSING = {
    marker: package
    for marker, (programs, package) in NEEDS.items()
    if not all(any(map(shutil.which, row)) for row in programs)
}


def pytest_configure() -> None:
    """An error where something is missing that REFEREE_REQUIRE names, as `.ci/run` does: nothing is left out unseen."""
    for marker in os.environ.get("REFEREE_REQUIRE", "").split():
        if marker not in NEEDS:
            raise pytest.UsageError(f"REFEREE_REQUIRE names {marker}, which is none of {', '.join(NEEDS)}")
        if marker in MISSING:
            raise pytest.UsageError(f"tests marked {marker} are required (apt-get install {MISSING[marker]})")


def pytest_report_header() -> list[str]:
    return [f"tests marked {marker} are deselected (apt-get install {package})" for marker, package in MISSING.items()]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what cannot run here."""
    left_out = [item for item in items if any(map(item.get_closest_marker, MISSING))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
