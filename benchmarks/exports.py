"""Whether memory grows with the size of an export; run as `python -m benchmarks.exports [EVENTS]`, by default a million.

Fills a database with matches of 100,000 events, the most that a match may have, and writes the log of each. Exit status
1 when the process is more than LIMIT MiB larger after the last log than after the first 10,000 events."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.append import plays
from referee.exporters import FORMATS, Source
from referee.game.timeline import Timeline
from referee.service.core import EVENTS_PER_MATCH
from referee.stores import open_store
from referee.stores.contract import Store

LIMIT = 16
BATCH = 5_000


def fill(store: Store, match: str, events: int) -> None:
    """A match of so many events, stored in large acts."""
    log, stored = plays(events), 0
    while batch := [event._replace(match="born") for event in islice(log, BATCH)]:
        store.append(match, stored, batch)
        stored += len(batch)


def never() -> Timeline:
    """Fails if called: a log is written without being folded."""
    raise AssertionError("the log was folded")


def lines(store: Store, match: str) -> Iterator[bytes]:
    """The exported log."""
    return FORMATS["ndjson"].write(Source(lambda: store.events(match), never))


def size() -> float:
    """The peak size of this process, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(events: int) -> int:
    """Prints events a second and the growth in MiB."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder)}/exports.db")
        matches = [f"match{number}" for number in range(max(1, events // EVENTS_PER_MATCH))]
        for match in matches:
            fill(store, match, min(events, EVENTS_PER_MATCH))
        sum(map(len, islice(lines(store, matches[0]), 10_000)))
        before, started = size(), time.perf_counter()
        written = sum(len(line) for match in matches for line in lines(store, match))
        seconds, growth = time.perf_counter() - started, size() - before
        store.close()
    print(
        f"{events} events, {written / 2**20:.0f} MiB in {seconds:.1f} s ({events / seconds:.0f}/s); grew by {growth:.1f} MiB"
    )
    return int(growth > LIMIT)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
