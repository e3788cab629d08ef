"""Connections to a PostgreSQL that may fall silent: every wait ends, and meanwhile only one caller at a time tries."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool

from referee.stores.contract import StoreUnavailable

T = TypeVar("T")

CONNECTIONS = 16  # of one process at most
# A call to the store ends within 1.5 + 0.7 + 2.3 seconds, and a request is then answered within 5.
_POOL_SECONDS = 1.5  # to get a connection
_CHECK_SECONDS = 0.7  # for a connection that was not used lately to show that it still works
_ANSWER_SECONDS = 2.3  # for the answer to a statement
LONG_SECONDS = 60.0  # the same, in long work
_TRUSTED_SECONDS = 1.0  # a connection used as recently as this is not checked
_RECONNECT_SECONDS = 1.0  # the pool's pauses between two tries are no longer than this

# The kernel notices a dead connection within 5 s. psycopg waits 2 s for each host of the URL at least.
_TCP = {
    "connect_timeout": 2,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
}
# The server gives up a little before we do, which saves the connection. Neither limit ends a commit: PostgreSQL
# stops the clock before it, and so never acknowledges what a standby has not received.
# append_act relies on the isolation.
_SESSION = """SET statement_timeout = '2s';
SET lock_timeout = '1800ms';
SET idle_in_transaction_session_timeout = '60s';
SET default_transaction_isolation = 'read committed'"""
_LONG: LiteralString = """SET LOCAL statement_timeout = '60s';
SET LOCAL lock_timeout = '60s'"""
# An act is durable before it is acknowledged, on a synchronous standby too, whatever the server's own default is.
_DURABLE = """SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')"""
_COMPILED = "SELECT append_act_with(NULL, '', 0, '{}')"  # refused, but now the longest function is compiled


class Silent(psycopg.OperationalError):
    """The server has not answered in time."""


class Connection(psycopg.Connection[Any]):
    """A connection that is closed once a statement has waited `patience` seconds for its answer (None: for ever)."""

    patience: float | None = _ANSWER_SECONDS
    used = 0.0  # when it last answered

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        """As in psycopg, but raises Silent."""
        if self.patience is None:
            return super().wait(gen, *args, **kwargs)
        try:
            return super().wait(_within(self.patience, gen), *args, **kwargs)
        except Silent:
            self.pgconn.finish()  # an answer that came now would be taken for that of the next statement
            raise


def _within(seconds: float, waiting: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
    """The same wait, which raises Silent after that many seconds. psycopg checks it ten times a second."""
    deadline = time.monotonic() + seconds
    try:
        wants = next(waiting)
        while True:
            wants = waiting.send((yield wants))
            if time.monotonic() > deadline:
                raise Silent(f"no answer in {seconds:.1f} seconds")
    except StopIteration as done:
        answer: T = done.value
        return answer


def connect(url: str) -> Connection:
    """A connection outside the pool. Raises psycopg.Error, after at most 2 seconds per host."""
    return Connection.connect(_conninfo(url), autocommit=True)


def _conninfo(url: str) -> str:
    return make_conninfo("", **{**conninfo_to_dict(url), **_TCP})


class Connections:
    """At most 16 connections, shared by threads."""

    def __init__(self, url: str) -> None:
        """Raises psycopg.Error for a malformed URL; does not connect yet."""
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            _conninfo(url), connection_class=Connection, kwargs={"autocommit": True}, open=True, name="referee",
            min_size=4, max_size=CONNECTIONS, timeout=_POOL_SECONDS, reconnect_timeout=_RECONNECT_SECONDS,
            configure=_configure, check=self._check,
        )  # fmt: skip
        self._silent = False  # whether the last call went unanswered
        self._asking = threading.Lock()

    @contextmanager
    def short(self) -> Iterator[Connection]:
        """A connection for one statement. StoreUnavailable at once while another thread tests the server."""
        with self._taken(_ANSWER_SECONDS) as connection:
            yield connection

    @contextmanager
    def long(self) -> Iterator[Connection]:
        """A connection in a transaction, for work whose statements may take a minute each."""
        with self._taken(LONG_SECONDS) as connection, connection.transaction():
            connection.execute(_LONG)
            yield connection

    @contextmanager
    def _taken(self, patience: float) -> Iterator[Connection]:
        asks = self._silent
        if asks and not self._asking.acquire(blocking=False):
            raise StoreUnavailable("PostgreSQL: it does not answer")
        try:
            with self._pool.connection() as connection:
                if asks:  # the pool now gives a connection that is new or was checked
                    self._silent, asks = False, False
                    self._asking.release()
                connection.patience = patience
                yield connection
                connection.used = time.monotonic()  # the pool's own `reset` would use another thread
            self._silent = False
        except BaseException as error:
            # An error with a code from the server is an answer.
            self._silent = isinstance(error, psycopg.OperationalError) and error.sqlstate is None
            raise
        finally:
            if asks:
                self._asking.release()

    def _check(self, connection: Connection) -> None:
        if time.monotonic() - connection.used > _TRUSTED_SECONDS:
            connection.patience = _CHECK_SECONDS
            try:
                ConnectionPool.check_connection(connection)
            except psycopg.Error:
                self._pool.drain()  # the others lead to the same server, and each would make somebody wait
                raise

    def close(self) -> None:
        """Close them all."""
        self._pool.close()


def _configure(connection: Connection) -> None:
    connection.execute(_SESSION)
    connection.execute(_DURABLE)
    connection.execute(_COMPILED)
    connection.used = time.monotonic()
