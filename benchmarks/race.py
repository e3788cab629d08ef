"""4 processes × 8 threads race on one match and on many, on SQLite and on PostgreSQL: `python -m benchmarks.race [ACTS]`."""

from __future__ import annotations

import sys
import tempfile
import time

from tests.stores.postgres_server import new_schema, own_server
from tests.trust.racing import raced


def race(name: str, database: str, matches: int, acts: int) -> None:
    """One race and a line about it."""
    began = time.monotonic()
    found = raced(database, matches, processes=4, acts=acts)
    print(
        f"ok   {name}, {matches} matches: {found.acts} acts once each, {found.replayed} retries with the first answer, "
        f"{time.monotonic() - began:.0f} s",
        flush=True,
    )


def main(acts: int) -> None:
    """All four races."""
    for matches in (1, 40):
        with tempfile.TemporaryDirectory() as folder:
            race("SQLite", f"sqlite:///{folder}/referee.db", matches, acts)
        with own_server() as server, new_schema(server.url) as url:
            race("PostgreSQL", url, matches, acts)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
