"""Acts at one table beside heavy reads of a long match; run as `python -m benchmarks.beside [EVENTS [SECONDS [READ]]]`.

Two readers, as many as the server lets in at once, export, verify and read a match of 100,000 events without end, while one
client plays at another table of the same process, an act each 50 ms: what the reads add to the slowest hundredth of the
acts is at most 50 ms, for each kind of read. Before and after each kind it plays alone. The file is in memory where there
is /dev/shm: the disk's flushes are no part of this."""

from __future__ import annotations

import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import requests

from benchmarks.matches import recorded_log
from benchmarks.measure import finish, report
from referee.service.access import hashed
from referee.stores.contract import Belongings
from referee.stores.sqlite import SqliteStore

LIMIT = 50.0
READERS = 2
READS = (
    "events",
    "verification",
    *(f"exports/{name}" for name in ("json", "ndjson", "txt", "csv", "xlsx", "egn", "pdf")),
)
LONG, TOKEN = "0192f0c1d2e3a4b5c6d7e8f9a0b1", "t" * 32


@contextlib.contextmanager
def served(folder: str, events: int) -> Iterator[str]:
    """A server with the long match in its SQLite file: where its API is."""
    file = Path(folder, "referee.db")
    with contextlib.closing(SqliteStore(str(file))) as store:
        store.adopt(LONG, recorded_log(events), Belongings(None, ((hashed(TOKEN), "scorer"),), frozenset(), (), None))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "referee", "serve", "--port", str(port), "--database", f"sqlite:///{file}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env={**os.environ, "REFEREE_RATE_LIMIT": "off"}, **quiet)  # type: ignore[call-overload]
    base = f"http://127.0.0.1:{port}"
    try:
        while True:
            with contextlib.suppress(requests.ConnectionError):
                requests.get(base + "/healthz", timeout=5)
                break
            time.sleep(0.1)
        yield base + "/api/v1"
    finally:
        process.terminate()
        process.wait()


def acts(base: str, seconds: float) -> list[float]:
    """The milliseconds of acts at a table of their own."""
    session = requests.Session()
    made = session.post(f"{base}/matches", json={}).json()
    session.headers["Authorization"] = f"Bearer {made['tokens']['scorer']}"
    took, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        path, body = ("undo", {}) if len(took) % 2 else ("bids", {"seat": "E", "bid": "4"})
        began = time.perf_counter()
        assert session.post(f"{base}/matches/{made['id']}/{path}", json=body).status_code == 201
        took.append(1000 * (time.perf_counter() - began))
        time.sleep(0.05)
    return took


def read(url: str, done: threading.Event, count: list[int]) -> None:
    """Reads to the end, again and again."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/x-ndjson, */*;q=0.5"}
    while not done.is_set():
        with requests.get(url, headers=headers, stream=True, timeout=300) as reply:
            count[reply.status_code] = count[reply.status_code] + 1
            for _ in reply.iter_content(65_536):
                if done.is_set():
                    break


def slowest(took: list[float]) -> float:
    """The time that all but a hundredth stay under."""
    return statistics.quantiles(took, n=100)[-1]


def told(took: list[float]) -> str:
    """A series in short."""
    return f"median {statistics.median(took):.1f}, slowest hundredth {slowest(took):.1f} ms"


def main(events: int, seconds: float, reads: tuple[str, ...]) -> None:
    """Prints the slowest hundredth of the acts beside each kind of read, less that of acts alone."""
    passed = []
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, served(folder, events) as base:
        acts(base, 2)
        alone = acts(base, seconds / 2)
        for name in reads:
            done, count = threading.Event(), [0] * 600
            where = f"{base}/matches/{LONG}/{name}"
            readers = [threading.Thread(target=read, args=(where, done, count)) for _ in range(READERS)]
            for one in readers:
                one.start()
            time.sleep(0.5)
            beside = acts(base, seconds)
            done.set()
            for one in readers:
                one.join()
            statuses = {status: number for status, number in enumerate(count) if number}
            after = acts(base, seconds / 2)
            print(f"     {name}: alone {told(alone + after)}; beside {told(beside)}; {statuses}")
            more = slowest(beside) - slowest(alone + after)
            passed.append(report(f"{name}: ms that the slowest hundredth waits longer", more, LIMIT, at_most=True))
            alone = after
    finish(*passed)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int((given or ["100000"])[0]), float((given[1:] or ["10"])[0]), tuple(given[2:]) or READS)
