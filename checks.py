"""Every check that a change must pass, in one list; run as `.venv/bin/python -m checks`, or with `--quick` without the tests.

Needs only the virtual environment, no root rights. All checks run, even if some fail; the last line names them,
and the exit status is 1 then. CI (`.ci/run`), the pre-commit hook and CONTRIBUTING.md take the list from here."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent
BIN = Path(sys.executable).parent

# name -> the command; the first word is a program of the virtual environment
QUICK: Mapping[str, Sequence[str]] = {
    "style": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy",),
    "imports": ("lint-imports",),
    "openapi.yaml": ("python", "-m", "pytest", "-n0", "-q", "tests/http/test_openapi.py", "-k", "file_is_fresh"),
    "docs": ("python", "-m", "pytest", "-n0", "-q", "tests/docs/test_pages.py"),
}
TESTS: Mapping[str, Sequence[str]] = {"tests": ("python", "-m", "pytest")}


def passes(name: str, command: Sequence[str]) -> bool:
    """Whether this check passes; its output goes to ours."""
    print(f"--- {name}: {' '.join(command)}", flush=True)
    began = time.monotonic()
    done = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT)
    print(
        f"--- {name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - began:.0f} s", flush=True
    )
    return done.returncode == 0


def main(arguments: Sequence[str]) -> int:
    """Run the checks; the exit status. Any other argument than `--quick` is refused with status 2."""
    if list(arguments) not in ([], ["--quick"]):
        print(__doc__, file=sys.stderr)
        return 2
    chosen = QUICK if arguments else {**QUICK, **TESTS}
    failed = [name for name, command in chosen.items() if not passes(name, command)]
    print(f"FAILED: {', '.join(failed)}" if failed else f"all {len(chosen)} checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
