"""What is written into a PostgreSQL store, inside the caller's transaction: acts, matches, summaries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NoReturn

import orjson
import psycopg

from referee.events.log import Recorded
from referee.stores.contract import (
    AlreadyDone,
    Belongings,
    CodeTaken,
    DeadToken,
    Grant,
    Receipt,
    StaleVersion,
    StoreError,
    Summary,
    UnknownMatch,
    check_follows,
)

Connection = psycopg.Connection[Any]

PAGE = 1000  # rows written at a time
_APPEND = "SELECT append_act_with(%s, %s, %s::int, %s::jsonb)"
_INSERT_SUMMARY = "INSERT INTO summary VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
WIDE_RECEIPT = "SELECT key, fingerprint, first, last, note FROM wide_receipt WHERE scope = %s AND key = %s"


def write_act(
    connection: Connection,
    match: str,
    expected: int,
    events: Sequence[Recorded],
    receipt: Receipt | None,
    grants: Sequence[Grant],
    code: str | None,
    summary: Summary | None,
    scope: str | None,
    token_hash: str | None = None,
    replaces: Sequence[str] = (),
) -> None:
    """Write one act (see the contract) or raise what refuses it; `scope` is None for the match's own."""
    act = _events(expected, events)
    if receipt:
        act.update(receipt=receipt, **({} if scope is None else {"scope": scope}))
    if code is not None:
        act["code"] = code
    if replaces:
        act["replaces"] = replaces
    if grants:
        act["grants"] = [grant._asdict() for grant in grants]
    if summary:
        act["summary"] = {**summary._asdict(), "match": match}
    try:
        text = orjson.dumps(act, default=tuple).decode()
    except orjson.JSONEncodeError as error:
        raise StoreError(f"an act that cannot be stored: {error}") from error
    answer = connection.execute(_APPEND, (token_hash, match, expected, text)).fetchone()
    if answer and answer[0] is not None:
        _refuse(*answer[0])


def write_match(connection: Connection, match: str, events: Sequence[Recorded], has: Belongings) -> None:
    """Write a whole match with all its belongings, or raise what refuses it."""
    for scope, receipt in has.receipts:
        if scope is not None and (done := connection.execute(WIDE_RECEIPT, (scope, receipt.key)).fetchone()):
            raise AlreadyDone(Receipt._make(done))
    grants = [Grant(role, token, False, False, False) for token, role in has.tokens]
    write_act(connection, match, 0, events, None, grants, has.join_code_hash, has.summary, None)
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO seat VALUES (%s, %s)", [(match, seat) for seat in sorted(has.seats)])
        own = [(match, *receipt) for scope, receipt in has.receipts if scope is None]
        cursor.executemany("INSERT INTO receipt VALUES (%s, %s, %s, %s, %s, %s)", own)
        wide = [(scope, receipt.key, match, *receipt[1:]) for scope, receipt in has.receipts if scope is not None]
        cursor.executemany("INSERT INTO wide_receipt VALUES (%s, %s, %s, %s, %s, %s, %s)", wide)


def _events(expected: int, events: Sequence[Recorded]) -> dict[str, Any]:
    """The events as append_act takes them, and whether each follows the one before."""
    if not events:
        return {}
    first, follows = events[0], True
    try:
        check_follows(events, expected, first.prev, first.match)
    except StoreError:
        follows = False
    rows = [(*event[2:7], event.hash) for event in events]
    return {"born": first.match, "prev": first.prev, "follows": follows, "events": rows}


def replace_all(connection: Connection, rows: Iterator[Summary]) -> int:
    """Put these rows in place of all summaries; raises UnknownMatch for a row whose match does not exist."""
    connection.execute("DELETE FROM summary")
    while page := {row.match: row for row in islice(rows, PAGE)}:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM summary WHERE match = ANY(%s)", (list(page),))
            cursor.executemany(_INSERT_SUMMARY, list(page.values()))
    stranger = connection.execute(
        "SELECT min(match) FROM summary WHERE NOT EXISTS (SELECT FROM match WHERE id = summary.match)"
    ).fetchone()
    if stranger and stranger[0] is not None:
        raise UnknownMatch(stranger[0])
    count = connection.execute("SELECT count(*) FROM summary").fetchone()
    return int(count[0]) if count else 0


def _refuse(code: str, *facts: Any) -> NoReturn:
    """Raise the refusal that append_act answered."""
    refusals: dict[str, Callable[..., StoreError]] = {
        "token": DeadToken,
        "done": lambda *receipt: AlreadyDone(Receipt(*receipt)),
        "stale": StaleVersion,
        "unknown": UnknownMatch,
        "code": CodeTaken,
        "does-not-follow": lambda head: StoreError(f"event does not follow version {head}"),
    }
    raise refusals[code](*facts)
