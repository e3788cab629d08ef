"""Rebuilding all projections against the least that any rebuild must do; run as `python -m benchmarks.rebuild [--short]`.

A store full of matches of honest play (a million events, 40,000 with --short) is folded by `referee rebuild`, with one
process and with one for each core; the floor reads the same rows through the store and parses each with `json.loads`,
in one process."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.matches import recorded_log
from benchmarks.measure import finish, report, seconds
from referee.events.log import FIRST_PREV, Recorded, seal
from referee.service.core import relax_collector
from referee.service.rebuilding import rebuild
from referee.stores.sqlite import SqliteStore

LIMIT = 0.35
LIMIT_ALL_CORES = 0.70
EVENTS_A_MATCH = 250


def renamed(log: list[Recorded], match: str) -> list[Recorded]:
    """The same facts as another match's log."""
    prev, events = FIRST_PREV, []
    for event in log:
        events.append(seal(match, event.version, event.act, event.type, json.loads(event.data), *event[5:7], prev))
        prev = events[-1].hash
    return events


def filled(store: SqliteStore, matches: int) -> int:
    """Put that many matches into the store; the number of events."""
    logs = [recorded_log(EVENTS_A_MATCH, seed) for seed in range(20)]
    for number in range(matches):
        store.append(f"m{number:08}", 0, renamed(logs[number % 20], f"m{number:08}"))
    return matches * EVENTS_A_MATCH


def read_and_parsed(store: SqliteStore) -> None:
    """The floor: every event once, in order, parsed."""
    for match in store.matches():
        for event in store.events(match):
            json.loads(event.line)


def main() -> None:
    """Print both ratios beside their limits."""
    relax_collector()
    short = "--short" in sys.argv
    with tempfile.TemporaryDirectory(dir=".") as folder:
        url = f"sqlite:///{Path(folder).resolve() / 'rebuild.db'}"
        with contextlib.closing(SqliteStore(url.removeprefix("sqlite:///"))) as store:
            events = filled(store, 160 if short else 4000)
            times = [
                (
                    seconds(lambda: read_and_parsed(store)),
                    seconds(lambda: rebuild(url, 1)),
                    seconds(lambda: rebuild(url)),
                )
                for _ in range(3)
            ]
    floor, alone, all_cores = (min(column) for column in zip(*times, strict=True))
    print(
        f"     {events} events: read and parsed in {floor:.2f} s, rebuilt in {alone:.2f} s, by all in {all_cores:.2f} s"
    )
    held = [report("reading and json.loads / rebuild in one process", floor / alone, LIMIT, at_most=False)]
    if not short:  # for a few matches a second process is not worth it
        figure = floor / all_cores
        held.append(report("the same with a process for each core", figure, LIMIT_ALL_CORES, at_most=False))
    finish(*held)


if __name__ == "__main__":
    main()
