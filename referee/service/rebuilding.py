"""Rebuilding all projections on every core: processes fold the logs, one of them writes. Knows no SQL."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator
from itertools import islice
from multiprocessing.pool import Pool
from multiprocessing.synchronize import Barrier

from referee.service import keeping
from referee.service.core import Service, relax_collector
from referee.stores import open_store
from referee.stores.contract import Store, StoreUnavailable, Summary

MATCHES_WORTH_A_PROCESS = 500
_CHUNK = 50
_SECONDS_TO_START = 60.0

_store: Store  # of a folding process, set when it starts


def rebuild(url: str, processes: int | None = None) -> int:
    """Replace all projections in the store by rebuilt ones; returns the number of matches.

    `processes`: None for as many as there are cores and work for them. Writers wait meanwhile, so no act is missed. Raises
    BrokenMatch at a log that is not as it was sealed; then the projections stay as they were."""
    store = open_store(url)
    try:
        wanted = processes or min(
            os.cpu_count() or 1, 1 + sum(1 for _ in Service(store).matches()) // MATCHES_WORTH_A_PROCESS
        )
        return keeping.rebuild(Service(store)) if wanted == 1 or url == "memory:" else _together(store, url, wanted)
    finally:
        store.close()


def _together(store: Store, url: str, processes: int) -> int:
    spawn = multiprocessing.get_context("spawn")
    started = spawn.Barrier(processes + 1)
    with spawn.Pool(processes, _start, (url, started)) as pool:
        try:
            started.wait(_SECONDS_TO_START)  # all have opened the store: once we write, none could any more
        except threading.BrokenBarrierError as error:
            raise StoreUnavailable("the processes that fold did not start") from error
        return store.replace_summaries(_rows_of_all(store, pool))


def _rows_of_all(store: Store, pool: Pool) -> Iterator[Summary]:
    chunks = list(_chunks(store))  # here, where nobody else can write any more, and in the thread that writes
    for rows in pool.imap_unordered(_rows, chunks):
        yield from rows


def _chunks(store: Store) -> Iterator[list[str]]:
    matches = Service(store).matches()
    while chunk := list(islice(matches, _CHUNK)):
        yield chunk


def _start(url: str, started: Barrier) -> None:
    global _store
    relax_collector()
    _store = open_store(url)
    started.wait(_SECONDS_TO_START)


def _rows(matches: list[str]) -> list[Summary]:
    rows = [keeping.worked_out(_store, match) for match in matches]
    return [row for row in rows if row is not None]  # the others were deleted meanwhile
