"""Durable connections to one SQLite file, one per thread, and the store's errors for the driver's; no SQL about matches."""

from __future__ import annotations

import contextlib
import os
import threading
import time
import weakref

from referee.stores.contract import StoreError, StoreUnavailable
from referee.stores.sqlite_driver import sqlite3, warn_of_old_sqlite
from referee.stores.sqlite_schema import migrate

BUSY_SECONDS = 5.0
WAL_BYTES = 8 * 2**20  # bytes that the write-ahead log keeps once it has been checkpointed; about 4 MB is usual


class _Own:
    """A thread's own connection, closed when the thread ends: threads may come and go."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._closing = threading.Lock()

    def close(self) -> None:
        """Close it under a lock: a thread may end while the store is closed, and two closings at once crash SQLite."""
        with self._closing:
            self.connection.close()

    def __del__(self) -> None:
        self.close()


class SqliteFile:
    """A SQLite file with the newest schema, created if missing (but not its directory), open for every thread."""

    def __init__(self, path: str) -> None:
        """Raises StoreUnavailable if the file cannot be opened for writing or is not Referee's."""
        warn_of_old_sqlite()
        self.path = os.path.abspath(path)
        self._thread = threading.local()
        self._opening = threading.Lock()
        self._all: weakref.WeakSet[_Own] = weakref.WeakSet()
        self._closed = False
        _check_path(self.path)
        try:
            self._prepare(self.connection())
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.Error):
                raise self.failure(error) from error
            raise

    def _prepare(self, connection: sqlite3.Connection) -> None:
        try:
            _enable_wal(connection)
            connection.execute("BEGIN IMMEDIATE")
            migrate(connection)
            connection.execute("COMMIT")
        except StoreUnavailable as error:  # the error does not name the file yet
            raise StoreUnavailable(f"{self.path}: {error}") from error
        finally:
            undo(connection)

    def connection(self) -> sqlite3.Connection:
        """This thread's connection. Raises StoreUnavailable once the file is closed, else sqlite3.Error."""
        try:
            own: _Own = self._thread.own
        except AttributeError:
            own = self._thread.own = self._connect()
        return own.connection

    def _connect(self) -> _Own:
        with self._opening:
            if self._closed:
                raise StoreUnavailable(f"{self.path}: the store is closed")
            # Only close() is called by another thread. We begin transactions ourselves: no isolation level of the
            # driver.
            connection = sqlite3.connect(self.path, BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            own = _Own(connection)
            self._all.add(own)
        connection.execute("PRAGMA synchronous = FULL")  # with WAL: a commit is on the disk when it returns
        connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA recursive_triggers = ON")  # without it REPLACE deletes rows unseen by triggers
        return own

    def failure(self, error: sqlite3.Error) -> StoreError:
        """The store's error for the driver's: a StoreError if a constraint was violated, else StoreUnavailable."""
        kind = StoreError if isinstance(error, sqlite3.IntegrityError) else StoreUnavailable
        return kind(f"{self.path}: {error}")

    def wal_bytes(self) -> int:
        """The bytes of the write-ahead log. It grows while somebody reads in a transaction that does not end."""
        try:
            return os.path.getsize(self.path + "-wal")
        except FileNotFoundError:
            return 0

    def copy(self, file: str) -> None:
        """Write a consistent copy while others write. StoreError if `file` exists, StoreUnavailable if it fails."""
        try:
            open(file, "x").close()
        except FileExistsError as error:
            raise StoreError(f"{file} exists: a backup overwrites nothing") from error
        except OSError as error:
            raise StoreUnavailable(f"{file}: {error.strerror}") from error
        try:
            with contextlib.closing(sqlite3.connect(file)) as copy:
                self.connection().backup(copy)
        except BaseException as error:
            os.unlink(file)
            if isinstance(error, sqlite3.Error):
                raise self.failure(error) from error
            raise

    def close(self) -> None:
        """Close every thread's connection."""
        with self._opening:
            self._closed = True
            for own in list(self._all):
                own.close()


def undo(connection: sqlite3.Connection) -> None:
    """Roll back an open transaction, if any: some errors have already done it, after others it cannot be done."""
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _check_path(path: str) -> None:
    if not os.path.isdir(os.path.dirname(path)):
        raise StoreUnavailable(f"{path}: there is no such directory")
    # SQLite would open it, and leave a -wal and a -shm behind that stay read-only when the file no longer is.
    effective = os.access in os.supports_effective_ids
    if os.path.exists(path) and not os.access(path, os.W_OK, effective_ids=effective):
        raise StoreUnavailable(f"{path}: the file is read-only")


def _enable_wal(connection: sqlite3.Connection) -> None:
    # Changing the mode does not wait for other connections as everything else does, so we wait here.
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    if mode != "wal":
        raise StoreUnavailable(f"no write-ahead log on this file system: SQLite keeps to {mode!r}")
