"""The shape of the project: imports run downwards only, files stay readable, nothing points at one machine."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = sorted((ROOT / "referee").rglob("*.py"))


def test_imports_run_downwards_only() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: str(file.relative_to(ROOT)))
def test_each_file_opens_with_its_law(file: Path) -> None:
    assert file.read_text().startswith(('"""', "'''"))


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: str(file.relative_to(ROOT)))
def test_files_are_short_enough_to_read(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 400
