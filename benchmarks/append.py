"""What share of the speed of a raw durable SQLite insert an act through the store reaches; run as `python -m benchmarks.append`.

All write the same events to files in one directory with the same settings, in turns: a slow moment of the disk
slows all. Exit status 1 when the store is below the limit of what a raw insert of the same rows does."""

from __future__ import annotations

import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.events.log import FIRST_PREV, Recorded, seal
from referee.stores.contract import Receipt
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_driver import sqlite3

LIMIT = 0.80
ROUNDS = 3000
WARM_UP = 200
Way = Callable[[Recorded], None]


def plays(count: int) -> Iterator[Recorded]:
    """A log of many plays, an act each."""
    match, at, prev = "01JNMATCH00000000000000001", "2026-03-01T19:30:00.000Z", FIRST_PREV
    for version in range(1, count + 1):
        data = {"seat": "NESW"[version % 4], "card": f"{'9TJQKA'[version % 6]}H"}
        event = seal(match, version, version, "card-played", data, "scorer", at, prev)
        prev = event.hash
        yield event


def receipt(event: Recorded) -> Receipt:
    """The receipt of an act that a phone sent with an idempotency key."""
    return Receipt(f"7c9e6679-7425-40de-944b-{event.version:012}", event.hash, event.version, event.version, "{}")


@contextlib.contextmanager
def raw(file: Path, keyed: bool) -> Iterator[Way]:
    """The floor: BEGIN IMMEDIATE, INSERT, COMMIT of the same values, with nothing looked up or checked."""
    with contextlib.closing(sqlite3.connect(str(file), isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE event (m, v, act, type, data, by, at, hash, PRIMARY KEY (m, v)) WITHOUT ROWID")
        connection.execute("CREATE TABLE receipt (m, s, k, f, first, last, n, PRIMARY KEY (m, s, k)) WITHOUT ROWID")

        def insert(event: Recorded) -> None:
            values = (1, *event[1:7], bytes.fromhex(event.hash))
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            if keyed:
                connection.execute("INSERT INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)", (1, "", *receipt(event)))
            connection.execute("COMMIT")

        yield insert


@contextlib.contextmanager
def stored(file: Path, keyed: bool) -> Iterator[Way]:
    """The same through the store: key and version looked up, chain and order checked."""
    with contextlib.closing(SqliteStore(str(file))) as store:

        def append(event: Recorded) -> None:
            store.append(event.match, event.version - 1, [event], receipt=receipt(event) if keyed else None)

        yield append


def medians(folder: Path) -> list[float]:
    """Median seconds an act: raw and stored without key, raw and stored with it."""
    with (
        raw(folder / "raw.db", False) as one,
        stored(folder / "stored.db", False) as two,
        raw(folder / "raw-key.db", True) as three,
        stored(folder / "stored-key.db", True) as four,
    ):
        ways = [one, two, three, four]
        times: list[list[float]] = [[] for _ in ways]
        for event in plays(ROUNDS + WARM_UP):
            for turn in range(len(ways)):
                place = (turn + event.version) % len(ways)  # each comes first as often as the others
                began = time.perf_counter()
                ways[place](event)
                times[place].append(time.perf_counter() - began)
    return [statistics.median(taken[WARM_UP:]) for taken in times]


def main() -> int:
    """Print medians and ratios; 1 if one is below the limit."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        floor, plain, floor_key, key = medians(Path(folder))
    ratios = floor / plain, floor_key / key
    print(f"an event:           raw {floor * 1e6:6.1f} µs   store {plain * 1e6:6.1f} µs   ratio {ratios[0]:.2f}")
    print(f"an event and a key: raw {floor_key * 1e6:6.1f} µs   store {key * 1e6:6.1f} µs   ratio {ratios[1]:.2f}")
    print(f"the whole append, key included, to a raw insert of the event alone: {floor / key:.2f}")
    kept = min(ratios) >= LIMIT
    print(f"limit {LIMIT:.2f}: {'kept' if kept else 'MISSED'} ({ROUNDS} rounds, SQLite {sqlite3.sqlite_version})")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
