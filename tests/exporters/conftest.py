"""Tests marked `poppler` read PDF pages with poppler-utils; where it is not installed they are deselected, with a line that says so."""

import os
import shutil

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "poppler: needs pdftotext and pdftoppm (apt-get install poppler-utils)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanting = [item for item in items if item.get_closest_marker("poppler")]
    if not wanting or (shutil.which("pdftotext") and shutil.which("pdftoppm")):
        return
    if os.environ.get("REFEREE_REQUIRE_BROWSER"):
        raise pytest.UsageError("poppler-utils is not installed: the tests of printed pages cannot run")
    items[:] = [item for item in items if item not in wanting]
    config.hook.pytest_deselected(items=wanting)
    print(f"\n{len(wanting)} tests of printed pages deselected: poppler-utils is not installed")
