"""What group commit gains over separate commits; run as `python -m benchmarks.group_commit [--short]`.

Threads that each play their own match append as fast as they are answered, every append durable when it returns. Three
ways, in turns, on files side by side: each caller commits for itself behind a lock; each for itself and SQLite's busy
handler is the queue; and the store as it is. The last lines measure the worst append when two processes share a file."""

from __future__ import annotations

import contextlib
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.matches import recorded_log
from benchmarks.measure import finish, report
from referee.events.log import Recorded
from referee.stores.contract import StoreUnavailable
from referee.stores.group_commit import Caller, GroupCommit
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_driver import sqlite3

GAINS = {1: 0.93, 8: 2.3, 64: 4.0}
WORST = 0.10
Log = Sequence[Recorded]


class EachForItself(GroupCommit[sqlite3.Connection]):
    """The baseline: the same work behind a lock, a commit for every caller."""

    def __init__(self, commit: Callable[[Sequence[Caller[sqlite3.Connection]]], None], queue: bool) -> None:
        super().__init__(commit, contextlib.nullcontext(), 5.0)
        self._turn: contextlib.AbstractContextManager[object] = threading.Lock() if queue else contextlib.nullcontext()

    def run(self, work: Callable[[sqlite3.Connection], object]) -> object:
        """Do the work and commit it, alone."""
        caller = Caller(work, None)
        with self._turn:
            self._commit([caller])
        if caller.error is not None:
            raise caller.error
        return caller.answer


def opened(file: Path, way: str) -> SqliteStore:
    """A store that commits together (`group`), each behind a lock (`each`) or each behind SQLite's handler (`busy`)."""
    store = SqliteStore(str(file))
    if way != "group":
        store._writers = EachForItself(store._commit, queue=way == "each")
    return store


def played(store: SqliteStore, log: Log, match: str, first: int, last: int) -> list[float]:
    """The seconds that each append of these events took."""
    taken = []
    for event in log[first:last]:
        began, stored = time.perf_counter(), False
        while not stored:  # the busy handler gives up after five seconds, and the caller tries again
            with contextlib.suppress(StoreUnavailable):
                store.append(match, event.version - 1, [event])
                stored = True
        taken.append(time.perf_counter() - began)
    return taken


def at_once(store: SqliteStore, log: Log, callers: int, names: str, first: int, last: int) -> tuple[float, float]:
    """Acts a second and the worst append, in seconds, of that many matches played at the same time."""
    times: list[float] = []
    gate = threading.Barrier(callers + 1)

    def play(match: str) -> None:
        gate.wait()
        times.extend(played(store, log, match, first, last))

    threads = [threading.Thread(target=play, args=(f"{names}{number}",)) for number in range(callers)]
    for thread in threads:
        thread.start()
    gate.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return len(times) / (time.perf_counter() - began), max(times)


@contextlib.contextmanager
def side_by_side(ways: Sequence[str]) -> Iterator[dict[str, SqliteStore]]:
    """A store for each way, in a new directory on the current disk."""
    with tempfile.TemporaryDirectory(dir=".") as folder, contextlib.ExitStack() as stack:
        yield {way: stack.enter_context(contextlib.closing(opened(Path(folder) / way, way))) for way in ways}


def alone(acts: int) -> float:
    """A single caller: the ratio of the median append with separate commits to that of the store, taken in turn."""
    log = recorded_log(acts)
    times: dict[str, list[float]] = {"each": [], "group": []}
    with side_by_side(["each", "group"]) as stores:
        for first in range(acts):
            for way in ("each", "group") if first % 2 else ("group", "each"):
                times[way] += played(stores[way], log, "m", first, first + 1)
    each, group = (statistics.median(taken[20:]) for taken in times.values())
    return each / group


def gain(callers: int, acts: int, rounds: int) -> float:
    """How many times as fast as a commit each, the median over rounds of both in turn."""
    log = recorded_log(acts)
    ratios = []
    for _ in range(rounds):
        with side_by_side(["each", "group"]) as stores:
            speed = {"each": 0.0, "group": 0.0}
            step = max(acts // 10, 1)
            for first in range(0, acts, step):  # in short turns: both meet the same state of the disk
                for way, store in stores.items():
                    speed[way] += 1 / at_once(store, log, callers, "m", first, first + step)[0]
            ratios.append(speed["each"] / speed["group"])
    return statistics.median(ratios)


def _process(file: Path, way: str, name: str, callers: int, acts: int, gate: object, worst: object) -> None:
    with contextlib.closing(opened(file, way)) as store:
        log = recorded_log(acts)
        gate.wait()  # type: ignore[attr-defined]
        worst.put(at_once(store, log, callers, name, 0, acts)[1])  # type: ignore[attr-defined]


def worst_of_two(file: Path, way: str, callers: int, acts: int) -> float:
    """The worst append in seconds while two processes with that many callers each write to one file."""
    spawn = multiprocessing.get_context("spawn")
    opened(file, way).close()
    gate, worst = spawn.Barrier(2), spawn.Queue()
    processes = [
        spawn.Process(target=_process, args=(file, way, name, callers, acts, gate, worst)) for name in ("a", "b")
    ]
    for process in processes:
        process.start()
    figures = [worst.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    return float(max(figures))


def main() -> None:
    """Print the gains and the worst appends, each beside its limit."""
    short = "--short" in sys.argv
    held = []
    for callers, limit in GAINS.items():
        acts = {1: 1_000, 8: 200, 64: 60}[callers] // (5 if short else 1)
        figure = alone(acts) if callers == 1 else gain(callers, acts, 1 if short else 5)
        held.append(report(f"{callers} at once, together to a commit each", figure, limit, at_most=False))
    ways: dict[str, list[float]] = {"busy": [], "group": []}
    with tempfile.TemporaryDirectory(dir=".") as folder:
        for turn in range(1 if short else 5):
            for way, worst in ways.items():
                worst.append(worst_of_two(Path(folder) / f"{way}{turn}", way, 8, 30 if short else 100))
    busy, group = (statistics.median(worst) for worst in ways.values())
    print(f"     worst append, two processes of 8: busy handler {busy * 1e3:.0f} ms, store {group * 1e3:.1f} ms")
    held.append(report("worst append to the busy handler's", group / busy, WORST, at_most=True))
    finish(*held)


if __name__ == "__main__":
    main()
