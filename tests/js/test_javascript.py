"""The page's modules: their unit tests in node, their types, and what a linter says of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.programs import BIOME, NODE, TSC

ROOT = Path(__file__).parents[2]
TESTS = sorted(str(path) for path in Path(__file__).parent.glob("*.test.js"))


def _passes(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.node
def test_units_of_the_page() -> None:
    assert len(TESTS) > 5
    report = _passes(str(NODE), "--test", "--test-reporter=tap", *TESTS)
    assert "# fail 0" in report and "# skipped 0" in report


@pytest.mark.javascript
def test_types_of_the_page() -> None:
    _passes(str(TSC))


@pytest.mark.javascript
def test_the_linter_has_nothing_to_say() -> None:
    _passes(str(BIOME), "lint", "--error-on-warnings")
