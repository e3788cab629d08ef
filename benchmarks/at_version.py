"""The table at any version of a match of 5,000 events against a full refold; run as `python -m benchmarks.at_version`.

Both start from a service that serves the match: one walks back through the tables that it holds, as `?at=` does; the
other reads the log up to that version and folds it, as a server without them would have to."""

from __future__ import annotations

import contextlib
import random
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.matches import recorded_log
from benchmarks.measure import finish, report, seconds
from referee.game.timeline import fold
from referee.service.core import Service, relax_collector
from referee.stores import open_store

LIMIT = 15.0
EVENTS = 5_000


def main() -> None:
    """Print the ratio beside its limit."""
    relax_collector()
    rounds = 20 if "--short" in sys.argv else 200
    log, chance = recorded_log(EVENTS), random.Random(1)
    match = log[0].match
    with (
        tempfile.TemporaryDirectory(dir=".") as folder,
        contextlib.closing(open_store(f"sqlite:///{Path(folder)}/at.db")) as store,
    ):
        store.append(match, 0, log)
        service = Service(store)
        cold = seconds(lambda: service.timeline(match))
        pairs = []
        for _ in range(rounds):
            version = chance.randint(1, EVENTS)
            held = service.timeline(match).at(version)
            folded = fold(store.events(match, until=version))
            assert held and folded and held.match == folded.match
            pairs.append((
                seconds(lambda version=version: service.timeline(match).at(version)),
                seconds(lambda version=version: fold(store.events(match, until=version))),
            ))  # fmt: skip
    held_time, folded_time = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"     at any version {held_time * 1e6:.0f} us, refolded {folded_time * 1e3:.1f} ms, cold {cold * 1e3:.0f} ms"
    )
    finish(report("refold / the table at a version", folded_time / held_time, LIMIT, at_most=False))


if __name__ == "__main__":
    main()
