"""The store in a SQLite file: its acts, one durable transaction each, and its reads; connections and schema are elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from referee.events.log import FIRST_PREV, Recorded
from referee.stores.contract import (
    Belongings,
    Closing,
    Grant,
    Receipt,
    StoreError,
    StoreUnavailable,
    Summary,
    UnknownCursor,
    UnknownMatch,
    parse_cursor,
    sorted_receipts,
)
from referee.stores.group_commit import Caller, GroupCommit
from referee.stores.host_lock import HostLock
from referee.stores.sqlite_changes import Changes
from referee.stores.sqlite_driver import sqlite3
from referee.stores.sqlite_file import BUSY_SECONDS, SqliteFile, undo
from referee.stores.sqlite_schema import APPLICATION
from referee.stores.sqlite_writes import SCOPE_RECEIPT, summarise, write_act, write_match
from referee.stores.waiters import Waiter, Waiters

T = TypeVar("T")
Callers = Sequence[Caller[sqlite3.Connection]]

PAGE = 1000  # rows read at a time; between two pages no read transaction is open
POLL_SECONDS = 2.0  # how late a waiter is at worst if another process's act goes unnoticed
_ENDLESS = 2**63 - 1  # greater than any version or key

_HEAD = """SELECT version, lower(hex(hash)) FROM event WHERE match_key = (SELECT key FROM match WHERE id = ?)
ORDER BY version DESC LIMIT 1"""
# hex() accepts whatever somebody may have put there: a damaged event can still be read, and be shown to be damaged.
_EVENTS = """SELECT born, version, act, type, data, by, at, lower(hex(hash)) FROM match JOIN event ON match_key = key
WHERE id = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT ?"""
_OWN_RECEIPT = """SELECT key, fingerprint, first, last, note FROM receipt
WHERE match_key = (SELECT key FROM match WHERE id = ?) AND scope = '' AND key = ?"""
_SUMMARIES = """SELECT id, version, status, opened_at, closed_at, ns, ew, winner, deals, players, tags, tally,
ended, summary.born, match_key FROM summary JOIN match ON key = match_key WHERE """
_CLOSINGS = """SELECT place, sign, id, summary.version, status, opened_at, closed_at, ns, ew, winner, deals, players, tags,
tally, ended, summary.born FROM closing JOIN summary USING (match_key, version) JOIN match ON key = match_key
WHERE place > ? AND closed_at IS NOT NULL ORDER BY place LIMIT ?"""


class _HalfWritten(Exception):
    """An act was refused after it had written something: rare, and cheaper than a savepoint for each act."""


class SqliteStore:
    """A Store (see the contract) in the file `path`, shared by threads and processes of one host."""

    def __init__(self, path: str) -> None:
        """Raises StoreUnavailable if the file cannot be opened for writing or is not Referee's."""
        self.file = SqliteFile(path)
        # No writer waits in SQLite's busy handler, which sleeps: threads are committed together, and
        # processes queue at a separate lock.
        self._lock = self._host_lock()
        self._writers = GroupCommit(self._commit, self._lock.held, BUSY_SECONDS)
        self._waiters = Waiters(self.head, POLL_SECONDS)
        self._changes = Changes(self.file.connection, self._waiters)

    def _host_lock(self) -> HostLock:
        try:
            return HostLock(self.file.path + ".lock")
        except OSError as error:
            self.file.close()
            raise StoreUnavailable(f"{self.file.path}.lock: {error.strerror}") from error

    def _commit(self, callers: Callers) -> None:
        """Do the callers' work and make it durable; an error goes to the caller whose work raised it."""
        try:
            connection = self.file.connection()
            connection.execute("BEGIN IMMEDIATE")
        except (sqlite3.Error, StoreUnavailable) as error:
            for caller in callers:
                caller.error = self._told(error)
            return
        try:
            self._do(connection, callers)
            connection.execute("COMMIT")
        except BaseException as error:
            undo(connection)
            if len(callers) > 1 and isinstance(error, (sqlite3.Error, _HalfWritten)):
                for caller in callers:  # the whole group failed: each is tried alone
                    caller.error = None
                    self._commit([caller])
            elif len(callers) == 1:
                callers[0].error = self._told(error)
            else:
                raise

    def _do(self, connection: sqlite3.Connection, callers: Callers) -> None:
        if len(callers) == 1:
            return callers[0].do(connection)
        for caller in callers:
            written = connection.total_changes
            try:
                caller.do(connection)
            except (StoreError, sqlite3.Error) as error:
                if not connection.in_transaction or connection.total_changes != written:
                    raise _HalfWritten from error
                caller.error = self._told(error)
        return None

    def _alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Returns what `work` returns, done in this thread and durable, in a commit of its own."""
        caller = Caller(work, None)
        self._writers.run_alone(lambda: self._commit([caller]))
        if caller.error is not None:
            raise caller.error
        answer: T = caller.answer
        return answer

    def _told(self, error: BaseException) -> BaseException:
        if not isinstance(error, sqlite3.Error):
            return error
        told = self.file.failure(error)
        told.__cause__ = error
        return told

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
        scope = "" if scope is None or scope == match else scope
        act = match, expected, events, receipt, grants, join_code_hash, summary, scope, token_hash, replaces
        self._writers.run(lambda connection: write_act(connection, *act))
        if events:
            self._waiters.ring({match: expected + len(events)})

    def _rows(self, sql: str, *values: str | int) -> list[Any]:
        # All rows at once: an open cursor would be an open read transaction, and the log could not be checkpointed.
        try:
            return self.file.connection().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self.file.failure(error) from error

    def head(self, match: str) -> int:
        return self.anchor(match)[0]

    def anchor(self, match: str) -> tuple[int, str]:
        rows = self._rows(_HEAD, match)
        return rows[0] if rows else (0, FIRST_PREV)

    def events(
        self, match: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> Iterator[Recorded]:
        first = max(after, 0) + 1
        last = _ENDLESS if until is None else until
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

    def receipt(self, scope: str, key: str) -> Receipt | None:
        rows = self._rows(_OWN_RECEIPT, scope, key) or self._rows(SCOPE_RECEIPT, scope, key)
        return Receipt._make(rows[0]) if rows else None

    def role_of(self, token_hash: str) -> tuple[str, str] | None:
        rows = self._rows("SELECT id, role FROM token JOIN match ON key = match_key WHERE token_hash = ?", token_hash)
        return tuple(rows[0]) if rows else None

    def match_of_code(self, join_code_hash: str) -> str | None:
        rows = self._rows("SELECT id FROM match WHERE join_code_hash = ?", join_code_hash)
        return str(rows[0][0]) if rows else None

    def taken_seats(self, match: str) -> frozenset[str]:
        rows = self._rows("SELECT seat FROM seat JOIN match ON key = match_key WHERE id = ?", match)
        return frozenset(seat for (seat,) in rows)

    def matches(self, after: str = "") -> Iterator[str]:
        while page := self._rows("SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", after, PAGE):
            yield from (match for (match,) in page)
            after = page[-1][0]

    def summaries(self, closed_after: str | None = None) -> Iterator[Summary]:
        if closed_after is None:
            match = ""
            while page := self._rows(_SUMMARIES + "id > ? ORDER BY id LIMIT ?", match, PAGE):
                yield from (Summary._make(row[:-1]) for row in page)
                match = page[-1][0]
            return
        later = "closed_at >= ?1 AND (closed_at, match_key) > (?1, ?2) ORDER BY closed_at, match_key LIMIT ?3"
        time, key = closed_after, _ENDLESS
        while page := self._rows(_SUMMARIES + later, time, key, PAGE):
            yield from (Summary._make(row[:-1]) for row in page)
            time, key = page[-1][4], page[-1][-1]

    def closings(self, after: str | None = None) -> Iterator[Closing]:
        place, sign = (0, "") if after is None else parse_cursor(after)
        if after is not None and self._rows("SELECT sign FROM closing WHERE place = ?", place) != [(sign,)]:
            raise UnknownCursor(after)
        return self._closings(place)

    def _closings(self, place: int) -> Iterator[Closing]:
        while page := self._rows(_CLOSINGS, place, PAGE):
            yield from (Closing(f"{row[0]}-{row[1]}", Summary._make(row[2:])) for row in page)
            place = page[-1][0]

    def replace_summaries(self, rows: Iterable[Summary]) -> int:
        def replace(connection: sqlite3.Connection) -> int:
            connection.execute("DELETE FROM summary")
            for row in rows:
                key = connection.execute("SELECT key FROM match WHERE id = ?", (row.match,)).fetchone()
                if key is None:
                    raise UnknownMatch(row.match)
                summarise(connection, key[0], row)
            return int(connection.execute("SELECT count(*) FROM summary").fetchone()[0])

        return self._alone(replace)

    def belongings(self, match: str) -> Belongings:
        found = self._rows("SELECT key, join_code_hash FROM match WHERE id = ?", match)
        if not found:
            raise UnknownMatch(match)
        key, code = found[0]
        tokens = self._rows("SELECT token_hash, role FROM token WHERE match_key = ? ORDER BY token_hash", key)
        seats = self._rows("SELECT seat FROM seat WHERE match_key = ?", key)
        receipts = self._rows("SELECT scope, key, fingerprint, first, last, note FROM receipt WHERE match_key = ?", key)
        summary = self._rows(_SUMMARIES + "id = ?", match)
        return Belongings(
            code,
            tuple(tokens),
            frozenset(seat for (seat,) in seats),
            sorted_receipts((scope or None, Receipt._make(receipt)) for scope, *receipt in receipts),
            Summary._make(summary[0][:-1]) if summary else None,
        )

    def adopt(self, match: str, events: Sequence[Recorded], belongings: Belongings) -> None:
        self._writers.run(lambda connection: write_match(connection, match, events, belongings))
        self._waiters.ring({match: len(events)})

    def delete(self, match: str) -> None:
        def forget(connection: sqlite3.Connection) -> None:
            # A trigger deletes all the rest, as it does for anyone who opens the file.
            if not connection.execute("DELETE FROM match WHERE id = ?", (match,)).rowcount:
                raise UnknownMatch(match)

        self._writers.run(forget)

    def backup(self, file: str) -> None:
        self.file.copy(file)

    def ping(self) -> None:
        def write(connection: sqlite3.Connection) -> None:
            # Writes the number that is there: the first page goes to the disk, and nothing has changed.
            connection.execute(f"PRAGMA application_id = {APPLICATION}")

        self._writers.run(write)

    def wal_bytes(self) -> int:
        return self.file.wal_bytes()

    @contextmanager
    def listening(self, match: str) -> Iterator[Waiter]:
        with self._waiters.listening(match) as waiter:
            self._changes.listen()
            yield waiter

    def close(self) -> None:
        self._changes.close()
        try:
            self._writers.run_alone(self._close)
        except StoreUnavailable:  # another process holds the file and is stuck; nobody here writes meanwhile
            self._close()

    def _close(self) -> None:
        self.file.close()
        self._lock.close()
