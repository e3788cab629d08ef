"""The store in a SQLite file: its acts, one durable transaction each, and its reads; no connecting and no schema."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from referee.events.log import FIRST_PREV, Recorded
from referee.stores.contract import (
    AlreadyDone,
    CodeTaken,
    Grant,
    Receipt,
    SeatTaken,
    StaleVersion,
    Summary,
    UnknownMatch,
    check_follows,
)
from referee.stores.sqlite_driver import sqlite3
from referee.stores.sqlite_file import SqliteFile, undo

T = TypeVar("T")

PAGE = 1000  # rows read at a time; between two pages no read transaction is open
_ENDLESS = 2**63 - 1  # greater than any version or key

# One statement, as each costs microseconds: the newest event and, if the act has a key, the receipt it has already.
_NEWEST = """SELECT match.key, born, version, lower(hex(hash)), receipt.key, fingerprint, first, last, note
FROM match JOIN event ON event.match_key = match.key
LEFT JOIN receipt ON receipt.match_key = match.key AND scope = '' AND receipt.key = ?2
WHERE id = ?1 ORDER BY version DESC LIMIT 1"""
_HEAD = """SELECT version FROM event WHERE match_key = (SELECT key FROM match WHERE id = ?)
ORDER BY version DESC LIMIT 1"""
_INSERT = "INSERT INTO event (match_key, version, act, type, data, by, at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
# hex() takes whatever somebody may have put there, so that a spoilt event can still be read and shown to be one.
_EVENTS = """SELECT born, version, act, type, data, by, at, lower(hex(hash)) FROM match JOIN event ON match_key = key
WHERE id = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT ?"""
_OWN_RECEIPT = """SELECT key, fingerprint, first, last, note FROM receipt
WHERE match_key = (SELECT key FROM match WHERE id = ?) AND scope = '' AND key = ?"""
_SCOPE_RECEIPT = """SELECT key, fingerprint, first, last, note FROM receipt
WHERE scope = ? AND scope <> '' AND key = ?"""
_SUMMARIES = """SELECT id, version, status, opened_at, closed_at, ns, ew, winner, deals, players, tags, match_key
FROM summary JOIN match ON key = match_key WHERE """


class SqliteStore:
    """A Store (see the contract) in the file `path`, shared by threads and processes of one host."""

    def __init__(self, path: str) -> None:
        """Raises StoreUnavailable if the file cannot be opened for writing or is none of ours."""
        self.file = SqliteFile(path)
        # Callers of one process queue here and never meet in SQLite's busy handler, which sleeps.
        self._turn = threading.Lock()

    def _transaction(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` returns, once all that it wrote is durable; nothing is written if it raises."""
        with self._turn:
            try:
                connection = self.file.connection()
                connection.execute("BEGIN IMMEDIATE")
                try:
                    answer = work(connection)
                    connection.execute("COMMIT")
                except BaseException:
                    undo(connection)
                    raise
            except sqlite3.Error as error:
                raise self.file.failure(error) from error
            return answer

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
    ) -> None:
        scope = "" if scope is None or scope == match else scope

        def write(connection: sqlite3.Connection) -> None:
            key = _match_key(connection, match, expected, events, receipt, scope, join_code_hash)
            for grant in grants:
                _give(connection, key, grant)
            for _, version, act, type_, data, by, at, _, hash_ in events:
                connection.execute(_INSERT, (key, version, act, type_, data, by, at, bytes.fromhex(hash_)))
            if receipt:
                connection.execute("INSERT INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)", (key, scope, *receipt))
            if summary:
                _summarise(connection, key, summary)

        self._transaction(write)

    def _rows(self, sql: str, *values: str | int) -> list[Any]:
        # All rows at once: an open cursor would be an open read transaction, and the log could not be checkpointed.
        try:
            return self.file.connection().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self.file.failure(error) from error

    def head(self, match: str) -> int:
        rows = self._rows(_HEAD, match)
        return int(rows[0][0]) if rows else 0

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
        rows = self._rows(_OWN_RECEIPT, scope, key) or self._rows(_SCOPE_RECEIPT, scope, key)
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

    def replace_summaries(self, rows: Iterable[Summary]) -> int:
        def replace(connection: sqlite3.Connection) -> int:
            connection.execute("DELETE FROM summary")
            for row in rows:
                key = connection.execute("SELECT key FROM match WHERE id = ?", (row.match,)).fetchone()
                if key is None:
                    raise UnknownMatch(row.match)
                _summarise(connection, key[0], row)
            return int(connection.execute("SELECT count(*) FROM summary").fetchone()[0])

        return self._transaction(replace)

    def delete(self, match: str) -> None:
        def forget(connection: sqlite3.Connection) -> None:
            # A trigger takes all the rest along, as it does for anyone who opens the file.
            if not connection.execute("DELETE FROM match WHERE id = ?", (match,)).rowcount:
                raise UnknownMatch(match)

        self._transaction(forget)

    def backup(self, file: str) -> None:
        self.file.copy(file)

    def ping(self) -> None:
        self._rows("SELECT key FROM match LIMIT 1")

    def close(self) -> None:
        with self._turn:
            self.file.close()


def _match_key(
    connection: sqlite3.Connection,
    match: str,
    expected: int,
    events: Sequence[Recorded],
    receipt: Receipt | None,
    scope: str,
    code: str | None,
) -> int:
    """The key of the match, made if it is a new one, after all that can be refused but the seats."""
    own = receipt.key if receipt and not scope else None
    newest = connection.execute(_NEWEST, (match, own)).fetchone()
    key, born, head, hash_, *done = newest or (None, None, 0, FIRST_PREV, None)
    if receipt and scope:
        done = connection.execute(_SCOPE_RECEIPT, (scope, receipt.key)).fetchone() or [None]
    if done[0] is not None:
        raise AlreadyDone(Receipt._make(done))
    if head != expected:
        raise StaleVersion(head)
    check_follows(events, head, hash_, born)
    return _new_match(connection, match, events, code) if key is None else int(key)


def _new_match(connection: sqlite3.Connection, match: str, events: Sequence[Recorded], code: str | None) -> int:
    if not events:
        raise UnknownMatch(match)
    if connection.execute("SELECT 1 FROM match WHERE join_code_hash = ?", (code,)).fetchone():
        raise CodeTaken
    values = (match, events[0].match, code)
    made = connection.execute("INSERT INTO match (id, born, join_code_hash) VALUES (?, ?, ?)", values)
    return int(made.lastrowid or 0)


def _give(connection: sqlite3.Connection, key: int, grant: Grant) -> None:
    place = (key, grant.role)
    if grant.frees_seat:
        connection.execute("DELETE FROM seat WHERE match_key = ? AND seat = ?", place)
    if grant.takes_seat:
        if connection.execute("SELECT 1 FROM seat WHERE match_key = ? AND seat = ?", place).fetchone():
            raise SeatTaken(grant.role)
        connection.execute("INSERT INTO seat VALUES (?, ?)", place)
    if grant.kills_others:
        connection.execute("DELETE FROM token WHERE match_key = ? AND role = ?", place)
    connection.execute("INSERT INTO token VALUES (?, ?, ?)", (grant.token_hash, *place))


def _summarise(connection: sqlite3.Connection, key: int, row: Summary) -> None:
    connection.execute("INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (key, *row[1:]))
