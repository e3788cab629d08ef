"""Notices what other processes write to a SQLite file, by polling its commit counter every few milliseconds; hints only."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

from referee.stores.contract import StoreUnavailable
from referee.stores.sqlite_driver import sqlite3
from referee.stores.waiters import Waiters

# A poll costs 3 µs and waking up for it 50: 20 ms is 0.5 % of a core. Acts come in bursts, and then 5 ms is short
# enough for the streams to stay within twice the delay of a bare one (benchmarks.streams).
_SECONDS_BETWEEN_LOOKS, _WHEN_QUIET = 0.005, 0.02
_QUIET_AFTER = 1.0
_RETRY_SECONDS = 1.0

_HEADS = """SELECT id, (SELECT version FROM event WHERE match_key = key ORDER BY version DESC LIMIT 1)
FROM match WHERE id IN (SELECT value FROM json_each(?))"""


class Changes:
    """A thread that polls while somebody listens. What it misses is not lost: waiters also look for themselves."""

    def __init__(self, connection: Callable[[], sqlite3.Connection], waiters: Waiters) -> None:
        """`connection` gives the calling thread's connection; `waiters` are called with the matches that changed."""
        self._connection, self._waiters = connection, waiters
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._heads: dict[str, int] = {}

    def listen(self) -> None:
        """Start polling; to be called after somebody has begun to listen."""
        self._wanted.set()
        if self._thread is None:
            with self._lock:
                if self._thread is None and not self._closed.is_set():
                    self._thread = threading.Thread(target=self._run, daemon=True, name="referee-changes")
                    self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            self._wanted.wait()
            try:
                self._follow()
            except (sqlite3.Error, StoreUnavailable):  # the listeners read too, and can report it
                self._closed.wait(_RETRY_SECONDS)

    def _follow(self) -> None:
        """Poll until nobody listens or this is closed."""
        connection, commits, changed = self._connection(), -1, 0.0
        pause = 0.0
        while not self._closed.wait(pause):
            self._wanted.clear()  # before checking who listens: a listener that begins now sets it again
            matches = self._waiters.matches()
            if not matches:
                return
            self._wanted.set()
            now, before = time.monotonic(), commits
            commits = connection.execute("PRAGMA data_version").fetchone()[0]
            if commits != before:
                changed = now
                self._call(connection, matches)
            pause = _SECONDS_BETWEEN_LOOKS if now - changed < _QUIET_AFTER else _WHEN_QUIET

    def _call(self, connection: sqlite3.Connection, matches: list[str]) -> None:
        before, self._heads = self._heads, dict(connection.execute(_HEADS, (json.dumps(matches),)).fetchall())
        self._waiters.ring(dict(self._heads.items() - before.items()))

    def close(self) -> None:
        """Stop polling, and wait until the thread has ended."""
        with self._lock:
            self._closed.set()
        self._wanted.set()
        if self._thread:
            self._thread.join()
