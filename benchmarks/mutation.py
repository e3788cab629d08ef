"""A mutation run: faults drawn at random are planted one at a time in a copy of the project, and the tests must catch them.

Run as `python -m benchmarks.mutation --seed 1 --sample 60 --package referee/rules`. The tests of a fault are those that ran its
line in one run under coverage, nearest first; what only runs at import has the tests of its file. Tests in browsers, of
processes killed and of the README are left out: they are slow, and few lines are theirs alone. Survivors are printed to be
judged by a reader: a test is missing there, or the fault changes nothing (it is equivalent)."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

from benchmarks.mutants import Fault, faults, planted

ROOT = Path(__file__).parent.parent
NEEDED = [
    "referee",
    "tests",
    "benchmarks",
    "docs",
    "tools",
    "checks.py",
    "pyproject.toml",
    "openapi.yaml",
    "README.md",
    "CHANGELOG.md",
]
LEFT_OUT = [
    "browser",
    "docs",
    "trust",
    "http/test_schemathesis.py",
    "test_readme.py",
    "test_workers.py",
    "test_structure.py",
    "test_checks.py",
]
SECONDS = 240  # for the tests of one fault; faults that take longer are counted separately
MOST = 200  # test functions for one fault, nearest first

NAMED = """# So that coverage notes which test runs a line.
import coverage

def pytest_runtest_logstart(nodeid):
    coverage.Coverage.current().switch_context(nodeid)
"""

Ran = Mapping[str, Mapping[int, set[str]]]  # file -> line -> the tests that ran it, as pytest names them


class Planted(NamedTuple):
    """A fault in its place."""

    file: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.file}:{self.fault.line}: {self.fault.words}"


def pytest(folder: Path, *arguments: str, seconds: float | None = None) -> int | None:
    """The exit status of the tests in this copy, None if they took too long."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COVERAGE_RCFILE": str(folder / "coverage.rc")}
    command = [sys.executable, *arguments, "-n0", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)  # it stops the servers that it has started
            process.wait()


def copied(folder: Path) -> None:
    """A copy of the parts of the project that its tests need."""
    for name in NEEDED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)  # some tests list the files with git
    (folder / "coverage.rc").write_text(f"[run]\nsource = referee\ndata_file = {folder}/ran\n")
    (folder / "named.py").write_text(NAMED)


def who_ran(folder: Path, data_file: Path) -> Ran:
    """Which tests ran which lines; runs them all once where the file of an earlier run is not there."""
    if not data_file.exists():
        left_out = [f"--ignore=tests/{name}" for name in LEFT_OUT]
        status = pytest(folder, "-m", "coverage", "run", "-m", "pytest", "-p", "named", "tests", *left_out)
        assert status == 0, "the tests fail without a fault"
        shutil.copy(folder / "ran", data_file)
    data = CoverageData(str(data_file))
    data.read()
    ran: dict[str, dict[int, set[str]]] = {}
    for path in data.measured_files():
        lines = data.contexts_by_lineno(path)
        ran[f"referee{path.rpartition('/referee')[2]}"] = {
            line: {name.partition("[")[0] for name in names if name} for line, names in lines.items()
        }
    return ran


def tests_of(one: Planted, ran: Ran) -> list[str]:
    """The tests that can notice this fault, nearest first: its file's own, its folder's, then the others."""
    lines, path = ran.get(one.file, {}), Path(one.file)
    folder = f"tests/{'/'.join(path.parts[1:-1])}"
    chosen = lines.get(one.fault.line) or set().union(*lines.values())
    if not chosen:  # a file that only defines what others use
        everywhere: set[str] = set().union(*(tests for file in ran.values() for tests in file.values()))
        while not chosen and "/" in folder:
            chosen = {test for test in everywhere if test.startswith(f"{folder}/")}
            folder = folder.rpartition("/")[0]

    near = sorted(
        (test for test in chosen if test.startswith(folder)),
        key=lambda test: (path.stem not in test.partition("::")[0], test),
    )
    return [*_spread(near), *_spread(sorted(chosen - set(near)))][:MOST]


def _spread(tests: Sequence[str]) -> list[str]:
    """The same tests, the first of each file first: then a limit leaves out no file."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        by_file[test.partition("::")[0]].append(test)
    rounds = max(map(len, by_file.values()), default=0)
    return [group[n] for n in range(rounds) for group in by_file.values() if n < len(group)]


def drawn(packages: Sequence[str], sample: int, seed: int) -> list[Planted]:
    """So many faults of these packages, drawn at random."""
    files = sorted(
        file
        for package in packages
        for file in ((ROOT / package).rglob("*.py") if (ROOT / package).is_dir() else [ROOT / package])
    )
    everywhere = [Planted(str(file.relative_to(ROOT)), fault) for file in files for fault in faults(file.read_text())]
    return random.Random(seed).sample(everywhere, min(sample, len(everywhere)))


def outcome(folder: Path, one: Planted, ran: Ran) -> str:
    """`noticed`, `too slow` or `survived` (or `no test` where none runs it)."""
    tests = tests_of(one, ran)
    if not tests:
        return "no test"
    source, file = (ROOT / one.file).read_text(), folder / one.file
    file.write_text(planted(source, one.fault))
    for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
        compiled.unlink()
    try:
        status = pytest(folder, "-m", "pytest", "-x", "--timeout=30", *tests, seconds=SECONDS)
    finally:
        file.write_text(source)
    return {None: "too slow", 0: "survived"}.get(status, "noticed")


def package_of(file: str) -> str:
    """`referee/rules/cards.py` -> `rules`; `referee/cli.py` -> `cli.py`."""
    return Path(file).parts[1]


def printed(outcomes: Iterable[tuple[Planted, str]]) -> None:
    """The score of each package and of all; what was noticed, of what was planted."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one, what in outcomes:
        for name in (package_of(one.file), "all"):
            counts[name][what] += 1
    for name in sorted(counts, key=lambda name: (name == "all", name)):
        count = counts[name]
        print(f"{name}: {count['noticed']} of {count.total()} noticed, {dict(count)}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--package", action="append", help="a folder or file, such as referee/rules; several times for several"
    )
    options.add_argument("--sample", type=int, default=60, help="how many faults")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--ran", type=Path, help="the file that keeps which tests ran which lines, for the next run")
    chosen = options.parse_args()
    outcomes: list[tuple[Planted, str]] = []
    with tempfile.TemporaryDirectory(prefix="referee-mutation-") as name:
        folder = Path(name)
        copied(folder)
        ran = who_ran(folder, chosen.ran or folder / "kept")
        try:
            for one in drawn(chosen.package or ["referee"], chosen.sample, chosen.seed):
                began = time.monotonic()
                outcomes.append((one, outcome(folder, one, ran)))
                print(f"{outcomes[-1][1]} ({time.monotonic() - began:.0f} s) {one}", flush=True)
        finally:
            printed(outcomes)  # of what was done, where it is interrupted


if __name__ == "__main__":
    main()
