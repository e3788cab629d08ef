"""The store in PostgreSQL: its acts, each one call and one durable commit, and its reads; the schema is elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, LiteralString

import psycopg

from referee.events.log import FIRST_PREV, Recorded
from referee.stores.contract import (
    AlreadyDone,
    Belongings,
    Closing,
    CodeTaken,
    Grant,
    Receipt,
    SeatTaken,
    StaleVersion,
    StoreError,
    StoreUnavailable,
    Summary,
    UnknownCursor,
    UnknownMatch,
    parse_cursor,
    sorted_receipts,
)
from referee.stores.postgres_calls import PostgresCalls
from referee.stores.postgres_connections import Connection, Connections, connect
from referee.stores.postgres_schema import migrate
from referee.stores.postgres_writes import replace_all, write_act, write_match
from referee.stores.waiters import Waiter, Waiters

PAGE = 1000  # rows read at a time
POLL_SECONDS = 2.0  # how late a waiter is at worst if a call between processes is lost
_ENDLESS = 2**31 - 1  # greater than any version

_HEAD = "SELECT version, encode(hash, 'hex') FROM event WHERE match = %s ORDER BY version DESC LIMIT 1"
_EVENTS = """SELECT born, version, act, type, data, by, at, encode(hash, 'hex') FROM event JOIN match ON id = match
WHERE match = %s AND version BETWEEN %s AND %s ORDER BY version LIMIT %s"""
_RECEIPT = """SELECT key, fingerprint, first, last, note FROM receipt WHERE match = %s AND key = %s
UNION ALL SELECT key, fingerprint, first, last, note FROM wide_receipt WHERE scope = %s AND key = %s LIMIT 1"""
_RECEIPTS = """SELECT NULL, key, fingerprint, first, last, note FROM receipt WHERE match = %s
UNION ALL SELECT scope, key, fingerprint, first, last, note FROM wide_receipt WHERE match = %s"""
_SUMMARIES: LiteralString = """SELECT match, version, status, opened_at, closed_at, ns, ew, winner, deals, players, tags,
tally, ended, born FROM summary WHERE """
_CLOSINGS = """SELECT place, sign, match, version, status, opened_at, closed_at, ns, ew, winner, deals, players, tags, tally,
ended, born FROM closing JOIN summary USING (match, version) WHERE place > %s AND closed_at IS NOT NULL ORDER BY place LIMIT %s"""


class PostgresStore:
    """A Store (see the contract) in the schema that `url` leads to, shared by threads, processes and hosts."""

    def __init__(self, url: str) -> None:
        """Raises StoreUnavailable if the database cannot be reached or was made by a newer Referee."""
        try:
            with connect(url) as connection:
                connection.execute("")  # the server answers; a step of the schema may take as long as it needs
                connection.patience = None
                migrate(connection)
            self._connections = Connections(url)
        except psycopg.Error as error:
            raise _told(error) from error
        self._own = threading.local()
        self._waiters = Waiters(self.head, POLL_SECONDS)
        self._calls = PostgresCalls(url, self._waiters.ring, self._waiters.ring_all)

    @contextmanager
    def _connection(self, long: bool = False) -> Iterator[Connection]:
        """A shared connection, or this thread's own while it replaces the summaries; raises our errors for the
        driver's.

        Long work runs in a transaction, with a minute for each statement."""
        try:
            if held := getattr(self._own, "connection", None):
                yield held
            else:
                with self._connections.long() if long else self._connections.short() as connection:
                    yield connection
        except (psycopg.Error, UnicodeEncodeError) as error:
            raise _told(error) from error

    def append(
        self,
        match: str,
        expected: int,
        events: Sequence[Recorded],
        *,
        receipt: Receipt | None = None,
        grants: Sequence[Grant] = (),
        join_code_hash: str | None = None,
        summary: Summary | None = None,
        scope: str | None = None,
        token_hash: str | None = None,
        replaces: Sequence[str] = (),
    ) -> None:
        scope = None if scope == match else scope
        act = match, expected, events, receipt, grants, join_code_hash, summary, scope, token_hash, replaces
        with self._writing(match, receipt, scope, len(events) > PAGE) as connection:
            write_act(connection, *act)
        if events:
            self._tell(match, expected + len(events))

    def _tell(self, match: str, version: int) -> None:
        self._waiters.ring({match: version})
        self._calls.call(match, version)

    @contextmanager
    def _writing(self, match: str, receipt: Receipt | None, scope: str | None, long: bool) -> Iterator[Connection]:
        """A connection to write with; if a lock failed, a key is violated instead, and means the same."""
        try:
            with self._connection(long) as connection:
                yield connection
        except StoreError as error:
            cause = error.__cause__
            clash = cause.diag.constraint_name if isinstance(cause, psycopg.errors.UniqueViolation) else None
            if clash in ("event_pkey", "match_pkey"):
                raise StaleVersion(self.head(match)) from error
            if clash == "join_code_pkey":
                raise CodeTaken from error
            key_used = clash in ("receipt_pkey", "wide_receipt_pkey") and receipt
            if key_used and (done := self.receipt(scope or match, key_used.key)):
                raise AlreadyDone(done) from error
            raise

    def _rows(self, sql: LiteralString, *values: str | int) -> list[Any]:
        if not all(_can_be_there(value) for value in values):
            return []
        with self._connection() as connection:
            return connection.execute(sql, values).fetchall()

    def head(self, match: str) -> int:
        return self.anchor(match)[0]

    def anchor(self, match: str) -> tuple[int, str]:
        rows = self._rows(_HEAD, match)
        return rows[0] if rows else (0, FIRST_PREV)

    def events(
        self, match: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> Iterator[Recorded]:
        first = min(max(after, 0) + 1, _ENDLESS)
        last = _ENDLESS if until is None else min(until, _ENDLESS)
        if limit is not None:
            last = min(last, first + limit - 1)
        prev: str | None = FIRST_PREV if first == 1 else None
        while first <= last:
            # Without the hash before it, the page begins one event earlier.
            page = self._rows(_EVENTS, match, first - (prev is None), last, PAGE)
            for born, version, act, type_, data, by, at, hash_ in page:
                if version >= first:
                    yield Recorded(born, version, act, type_, data, by, at, prev or FIRST_PREV, hash_)
                    first = version + 1
                prev = hash_
            if len(page) < PAGE:
                return

    def listening(self, match: str) -> AbstractContextManager[Waiter]:
        self._calls.listen()
        return self._waiters.listening(match)

    def receipt(self, scope: str, key: str) -> Receipt | None:
        rows = self._rows(_RECEIPT, scope, key, scope, key)
        return Receipt._make(rows[0]) if rows else None

    def role_of(self, token_hash: str) -> tuple[str, str] | None:
        rows = self._rows("SELECT match, role FROM token WHERE token_hash = %s", token_hash)
        return rows[0] if rows else None

    def match_of_code(self, join_code_hash: str) -> str | None:
        rows = self._rows("SELECT match FROM join_code WHERE code_hash = %s", join_code_hash)
        return str(rows[0][0]) if rows else None

    def taken_seats(self, match: str) -> frozenset[str]:
        return frozenset(seat for (seat,) in self._rows("SELECT seat FROM seat WHERE match = %s", match))

    def matches(self, after: str = "") -> Iterator[str]:
        while page := self._rows("SELECT id FROM match WHERE id > %s ORDER BY id LIMIT %s", after, PAGE):
            yield from (match for (match,) in page)
            after = page[-1][0]

    def summaries(self, closed_after: str | None = None) -> Iterator[Summary]:
        if closed_after is None:
            match = ""
            while page := self._rows(_SUMMARIES + "match > %s ORDER BY match LIMIT %s", match, PAGE):
                yield from (Summary._make(row) for row in page)
                match = page[-1][0]
            return
        later: LiteralString = "closed_at > %s OR (closed_at = %s AND match > %s) ORDER BY closed_at, match LIMIT %s"
        sql, time, match = _SUMMARIES + later, closed_after, "\U0010ffff"  # greater than any match
        while page := self._rows(sql, time, time, match, PAGE):
            yield from (Summary._make(row) for row in page)
            time, match = page[-1][4], page[-1][0]

    def closings(self, after: str | None = None) -> Iterator[Closing]:
        place, sign = (0, "") if after is None else parse_cursor(after)
        if after is not None and self._rows("SELECT sign FROM closing WHERE place = %s", place) != [(sign,)]:
            raise UnknownCursor(after)
        return self._closings(place)

    def _closings(self, place: int) -> Iterator[Closing]:
        while page := self._rows(_CLOSINGS, place, PAGE):
            yield from (Closing(f"{row[0]}-{row[1]}", Summary._make(row[2:])) for row in page)
            place = page[-1][0]

    def replace_summaries(self, rows: Iterable[Summary]) -> int:
        with self._connection(long=True) as connection:
            # Acts wait until this is over, and they hold the pool's connections while they do: rows that are folded
            # from this store are therefore read through this thread's connection.
            connection.execute("LOCK TABLE event, summary IN SHARE ROW EXCLUSIVE MODE")
            self._own.connection = connection
            try:
                return replace_all(connection, iter(rows))
            finally:
                del self._own.connection

    def belongings(self, match: str) -> Belongings:
        if not self._rows("SELECT FROM match WHERE id = %s", match):
            raise UnknownMatch(match)
        code = self._rows("SELECT code_hash FROM join_code WHERE match = %s", match)
        tokens = self._rows("SELECT token_hash, role FROM token WHERE match = %s ORDER BY token_hash", match)
        receipts = self._rows(_RECEIPTS, match, match)
        summary = self._rows(_SUMMARIES + "match = %s", match)
        return Belongings(
            code[0][0] if code else None,
            tuple(tokens),
            self.taken_seats(match),
            sorted_receipts((scope, Receipt._make(receipt)) for scope, *receipt in receipts),
            Summary._make(summary[0]) if summary else None,
        )

    def adopt(self, match: str, events: Sequence[Recorded], belongings: Belongings) -> None:
        with self._writing(match, None, None, long=True) as connection:
            write_match(connection, match, events, belongings)
        self._tell(match, len(events))

    def delete(self, match: str) -> None:
        if not _can_be_there(match):
            raise UnknownMatch(match)
        with self._connection(long=True) as connection:
            row = connection.execute("SELECT delete_match(%s)", (match,)).fetchone()
        if not row or not row[0]:
            raise UnknownMatch(match)

    def backup(self, file: str) -> None:
        raise StoreError("PostgreSQL is backed up by its own means (pg_dump, base backups), or by `referee copy`")

    def ping(self) -> None:
        # Writes to the write-ahead log only, which a standby and a read-only session refuse.
        self._rows("SELECT pg_logical_emit_message(true, 'referee', '')")

    def wal_bytes(self) -> int:
        return 0  # PostgreSQL looks after its own log, and has its own metrics

    def close(self) -> None:
        self._calls.close()
        self._connections.close()


def _told(error: Exception) -> StoreError:
    """The store's error for the driver's."""
    if isinstance(error, psycopg.Error) and error.sqlstate == "RF001":
        return SeatTaken(str(error.diag.message_primary))
    refused = isinstance(error, psycopg.IntegrityError | psycopg.DataError | UnicodeEncodeError)
    return (StoreError if refused else StoreUnavailable)(f"PostgreSQL: {error}")


def _can_be_there(value: str | int) -> bool:
    """Whether PostgreSQL can store this text: no NUL and no lone surrogate."""
    try:
        return isinstance(value, int) or b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False
