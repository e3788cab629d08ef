"""What an act writes into a SQLite store, statement by statement, inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence

from referee.events.log import FIRST_PREV, Recorded
from referee.stores.contract import (
    AlreadyDone,
    Belongings,
    CodeTaken,
    DeadToken,
    Grant,
    Receipt,
    SeatTaken,
    StaleVersion,
    Summary,
    UnknownMatch,
    check_follows,
)
from referee.stores.sqlite_driver import sqlite3

# One statement, since each costs microseconds: the newest event, whether the token or code still leads to the match,
# and, if the act has a key, the receipt it has already.
_NEWEST = """SELECT match.key, born, version, lower(hex(hash)),
EXISTS (SELECT 1 FROM token WHERE token_hash = ?3 AND token.match_key = match.key) OR join_code_hash IS ?3,
receipt.key, fingerprint, first, last, note
FROM match JOIN event ON event.match_key = match.key
LEFT JOIN receipt ON receipt.match_key = match.key AND scope = '' AND receipt.key = ?2
WHERE id = ?1 ORDER BY version DESC LIMIT 1"""
_INSERT = "INSERT INTO event (match_key, version, act, type, data, by, at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_LEADS_TO = """SELECT 1 WHERE EXISTS (SELECT 1 FROM token WHERE token_hash = ?1 AND match_key = ?2)
OR EXISTS (SELECT 1 FROM match WHERE join_code_hash = ?1 AND key = ?2)"""
SCOPE_RECEIPT = """SELECT key, fingerprint, first, last, note FROM receipt
WHERE scope = ? AND scope <> '' AND key = ?"""


def write_act(
    connection: sqlite3.Connection,
    match: str,
    expected: int,
    events: Sequence[Recorded],
    receipt: Receipt | None,
    grants: Sequence[Grant],
    code: str | None,
    summary: Summary | None,
    scope: str,
    token_hash: str | None = None,
    replaces: Sequence[str] = (),
) -> None:
    """Write one act (see the contract) or raise what refuses it; `scope` is empty for the match's own."""
    key = _match_key(connection, match, expected, events, receipt, scope, code, token_hash, replaces)
    if expected and code is not None:
        connection.execute("UPDATE match SET join_code_hash = ? WHERE key = ?", (code, key))
    for secret in replaces:
        connection.execute("DELETE FROM token WHERE token_hash = ?", (secret,))
    for grant in grants:
        _give(connection, key, grant)
    for _, version, act, type_, data, by, at, _, hash_ in events:
        connection.execute(_INSERT, (key, version, act, type_, data, by, at, bytes.fromhex(hash_)))
    if receipt:
        put = "INSERT OR REPLACE" if replaces else "INSERT"
        connection.execute(f"{put} INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)", (key, scope, *receipt))
    if summary:
        summarise(connection, key, summary)


def write_match(connection: sqlite3.Connection, match: str, events: Sequence[Recorded], has: Belongings) -> None:
    """Write a whole match with all its belongings, or raise what refuses it."""
    for scope, receipt in has.receipts:
        if scope and (done := connection.execute(SCOPE_RECEIPT, (scope, receipt.key)).fetchone()):
            raise AlreadyDone(Receipt._make(done))
    grants = [Grant(role, token, False, False, False) for token, role in has.tokens]
    write_act(connection, match, 0, events, None, grants, has.join_code_hash, has.summary, "")
    key = connection.execute("SELECT key FROM match WHERE id = ?", (match,)).fetchone()[0]
    connection.executemany("INSERT INTO seat VALUES (?, ?)", [(key, seat) for seat in sorted(has.seats)])
    receipts = [(key, scope or "", *receipt) for scope, receipt in has.receipts]
    connection.executemany("INSERT INTO receipt VALUES (?, ?, ?, ?, ?, ?, ?)", receipts)


def _match_key(
    connection: sqlite3.Connection,
    match: str,
    expected: int,
    events: Sequence[Recorded],
    receipt: Receipt | None,
    scope: str,
    code: str | None,
    token_hash: str | None,
    replaces: Sequence[str],
) -> int:
    """The match's key, created if it is new; comes after every check but that of the seats."""
    own = receipt.key if receipt and not scope else None
    newest = connection.execute(_NEWEST, (match, own, token_hash)).fetchone()
    key, born, head, hash_, opens, *done = newest or (None, None, 0, FIRST_PREV, False, None)
    if token_hash is not None and not opens:
        raise DeadToken
    if not all(connection.execute(_LEADS_TO, (secret, key)).fetchone() for secret in replaces):
        raise DeadToken
    if receipt and scope:
        done = connection.execute(SCOPE_RECEIPT, (scope, receipt.key)).fetchone() or [None]
    if done[0] is not None and not replaces:
        raise AlreadyDone(Receipt._make(done))
    if head != expected:
        raise StaleVersion(head)
    check_follows(events, head, hash_, born)
    if key is None and not events:
        raise UnknownMatch(match)
    taken = "SELECT 1 FROM match WHERE join_code_hash = ? AND id <> ?"
    if code is not None and connection.execute(taken, (code, match)).fetchone():
        raise CodeTaken
    return _new_match(connection, match, events[0].match, code) if key is None else int(key)


def _new_match(connection: sqlite3.Connection, match: str, born: str, code: str | None) -> int:
    values = (match, born, code)
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


def summarise(connection: sqlite3.Connection, key: int, row: Summary) -> None:
    """Replace the match's summary by this row."""
    connection.execute(
        "INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (key, *row[1:])
    )
