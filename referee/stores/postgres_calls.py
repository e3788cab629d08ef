"""Calls between the processes that share a PostgreSQL: NOTIFY after an act, LISTEN for others; hints only, no events."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping

import orjson
import psycopg
from psycopg import sql

from referee.stores.postgres_connections import Connection, connect
from referee.stores.waiters import newest_of

_RETRY_SECONDS = 0.5
_QUIET_SECONDS = 2.0  # after which the listener checks whether its connection still works
_TICK_SECONDS = 0.25  # how long close() waits for the listener at most
_CHANNEL = "SELECT 'referee_' || current_schema()"


class PostgresCalls:
    """A thread that notifies and a thread that listens, each with its own connection, started on first use.

    NOTIFY is not part of the act's transaction: PostgreSQL takes one lock for the whole cluster when a transaction
    that notifies commits, so acts would wait for each other's disk. A call that is lost with its process
    does no harm: waiters also poll."""

    def __init__(self, url: str, heard: Callable[[Mapping[str, int]], None], missed: Callable[[], None]) -> None:
        """`heard` is called with matches and their new versions; `missed` is called when calls may be lost."""
        self._url, self._heard, self._missed = url, heard, missed
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._news: queue.SimpleQueue[tuple[str, int] | None] = queue.SimpleQueue()
        self._threads: dict[str, threading.Thread] = {}

    def listen(self) -> None:
        """Receive the calls of other processes from now on."""
        self._start("listen", self._listening)

    def call(self, match: str, version: int) -> None:
        """Notify all processes that the match has this version; returns at once."""
        self._news.put((match, version))
        self._start("notify", self._notifying)

    def _start(self, name: str, work: Callable[[], None]) -> None:
        if name not in self._threads:
            with self._lock:
                if name not in self._threads and not self._closed.is_set():
                    thread = threading.Thread(target=self._lasting, args=(work,), daemon=True, name=f"referee-{name}")
                    self._threads[name] = thread
                    thread.start()

    def _lasting(self, work: Callable[[], None]) -> None:
        while True:
            try:
                return work()  # only `close` ends it
            except psycopg.Error:
                if self._closed.wait(_RETRY_SECONDS):
                    return None

    def _connect(self) -> tuple[Connection, str]:
        connection = connect(self._url)
        row = connection.execute(_CHANNEL).fetchone()
        assert row
        return connection, row[0]

    def _listening(self) -> None:
        connection, channel = self._connect()
        with connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._missed()
            look_at = time.monotonic() + _QUIET_SECONDS
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=_TICK_SECONDS):
                    self._heard(dict([orjson.loads(notice.payload)]))
                    look_at = time.monotonic() + _QUIET_SECONDS
                    if self._closed.is_set():
                        return
                if time.monotonic() > look_at:
                    connection.execute("")  # a dead connection yields nothing, not even an error
                    look_at = time.monotonic() + _QUIET_SECONDS

    def _notifying(self) -> None:
        connection, channel = self._connect()
        with connection:
            connection.execute("SET synchronous_commit = off")  # calls need not survive
            while (news := self._gathered()) is not None:
                payloads = [orjson.dumps([match, version]).decode() for match, version in news.items()]
                connection.execute("SELECT pg_notify(%s, news) FROM unnest(%s::text[]) AS news", (channel, payloads))

    def _gathered(self) -> dict[str, int] | None:
        """The newest version of each match that has moved on, waiting for the first; None when closed."""
        calls: list[tuple[str, int]] = []
        item = self._news.get()
        while item is not None:
            calls.append(item)
            try:
                item = self._news.get_nowait()
            except queue.Empty:
                return newest_of(calls)
        if calls:
            self._news.put(None)  # calls made before the end are sent before the end
        return newest_of(calls) or None

    def close(self) -> None:
        """Send the calls that are still waiting, stop both threads and wait for them."""
        with self._lock:
            self._closed.set()
        self._news.put(None)
        deadline = time.monotonic() + 8 * _TICK_SECONDS
        for thread in self._threads.values():
            thread.join(max(deadline - time.monotonic(), 0))
