"""Does an append cost the same late in a match and in a full store? Run as `python -m benchmarks.growth [--short|--long]`.

An append at event 5,000 against one at event 60, and one in a store of 10,000 matches (2,000 with --short, 100,000 with
--long) against one of 10, taken in turn on files side by side. SQLite, and PostgreSQL with `--postgres`."""

from __future__ import annotations

import contextlib
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.append import receipt
from benchmarks.matches import recorded_log
from benchmarks.measure import finish, report, seconds
from benchmarks.postgres import server
from referee.events.log import Recorded
from referee.stores import open_store
from referee.stores.contract import Belongings, Receipt, Store
from tests.stores.postgres_server import new_schema

LIMIT = 1.1
EVENTS_A_MATCH = 60
Log = Sequence[Recorded]


def play(store: Store, event: Recorded, match: str) -> float:
    """The seconds that an act with its key takes."""
    return seconds(lambda: store.append(match, event.version - 1, [event], receipt=receipt(event)))


def settle(store: Store) -> None:
    """Write more than a write-ahead log holds: one that has not been full yet still grows, which costs time."""
    log = recorded_log(5_000)
    for _ in range(4):
        store.adopt("scratch", log, Belongings(None, (), frozenset(), (), None))
        store.delete("scratch")


def late_and_early(store: Store, acts: int) -> float:
    """The median append after event 5,000 to the one after event 60, in one store."""
    settle(store)
    long, short = recorded_log(5_000 + acts), recorded_log(60 + acts, seed=2)
    store.append("late", 0, long[:5_000])
    store.append("early", 0, short[:60])
    times: dict[str, list[float]] = {"late": [], "early": []}
    for number, pair in enumerate(zip(long[5_000:], short[60:], strict=True)):
        for event, match in list(zip(pair, times, strict=True))[:: 1 if number % 2 else -1]:
            times[match].append(play(store, event, match))
    return statistics.median(times["late"][20:]) / statistics.median(times["early"][20:])


def fill(store: Store, matches: int) -> None:
    """Put so many matches of 60 events into the store, with a key each event, as they are after an evening."""
    log = recorded_log(EVENTS_A_MATCH)
    for number in range(matches):
        name = f"m{number:08}"
        keys = [Receipt(f"{name}-{event.version:027}", event.hash, event.version, event.version, "") for event in log]
        has = Belongings(None, ((f"t{name}", "scorer"),), frozenset(), tuple((None, key) for key in keys), None)
        store.adopt(name, log, has)


def full_and_empty(full: Store, empty: Store, matches: int, acts: int) -> float:
    """The median append in a store of many matches to the one in a store of ten; each act in another match."""
    fill(full, matches)
    fill(empty, 10)
    for store in (full, empty):
        settle(store)
    log = recorded_log(EVENTS_A_MATCH + acts)
    times: dict[Store, list[float]] = {full: [], empty: []}
    for number in range(acts):
        for store, size in [(full, matches), (empty, 10)][:: 1 if number % 2 else -1]:  # each comes first as often
            name = f"m{(number * 7919) % size:08}"
            times[store].append(play(store, log[store.head(name)], name))
    return statistics.median(times[full][20:]) / statistics.median(times[empty][20:])


@contextlib.contextmanager
def stores(postgres: bool) -> Iterator[tuple[Store, Store]]:
    """Two new stores side by side."""
    with contextlib.ExitStack() as stack:
        if postgres:
            dsn = stack.enter_context(server())
            urls = [stack.enter_context(new_schema(dsn)) for _ in range(2)]
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir="."))
            urls = [f"sqlite:///{Path(folder)}/{name}.db" for name in ("one", "two")]
        one, two = (stack.enter_context(contextlib.closing(open_store(url))) for url in urls)
        yield one, two


def main() -> None:
    """Print both ratios beside their limit."""
    short, postgres = "--short" in sys.argv, "--postgres" in sys.argv
    matches = 2_000 if short else 100_000 if "--long" in sys.argv else 10_000
    acts = 120 if short else 1_000
    name = "PostgreSQL" if postgres else "SQLite"
    held = []
    with stores(postgres) as (one, _):
        figure = late_and_early(one, acts)
        held.append(report(f"{name}: append at event 5,000 / at event 60", figure, LIMIT, at_most=True))
    with stores(postgres) as (full, empty):
        figure = full_and_empty(full, empty, matches, acts)
        held.append(report(f"{name}: append among {matches:,} matches / among 10", figure, LIMIT, at_most=True))
    finish(*held)


if __name__ == "__main__":
    main()
