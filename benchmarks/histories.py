"""Histories of 3 processes × 4 threads on one match are those of one table (linearizability), on SQLite and on PostgreSQL:
`python -m benchmarks.histories [HOW MANY]`. A history that is not is printed with its seed."""

from __future__ import annotations

import sys
import tempfile
import time

from tests.stores.histories.linear import in_one_order
from tests.stores.histories.one_table import identity, opened, step
from tests.stores.histories.racing import history_of
from tests.stores.postgres_server import new_schema, own_server


def holds(name: str, database: str, seed: int) -> bool:
    """One history and a line about it."""
    history, _ = history_of(database, seed, processes=3, threads=4, turns=25)
    began = time.monotonic()
    found = in_one_order(history, opened(), step, identity) is not None
    print(
        f"{'ok  ' if found else 'MISS'} {name}, seed {seed}: {len(history)} requests, {time.monotonic() - began:.1f} s",
        flush=True,
    )
    if not found:
        print(*sorted(history), sep="\n")
    return found


def main(many: int) -> bool:
    """So many histories on each store."""
    held = []
    with own_server() as server:
        for seed in range(many):
            with tempfile.TemporaryDirectory() as folder, new_schema(server.url) as url:
                held += [holds("SQLite", f"sqlite:///{folder}/referee.db", seed), holds("PostgreSQL", url, seed)]
    return all(held)


if __name__ == "__main__":
    sys.exit(not main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
