"""Noticing what others write to a SQLite file: at once while somebody listens, at little cost, and after any trouble."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

import pytest

from referee.stores import sqlite_changes
from referee.stores.sqlite import SqliteStore
from tests.stores.logs import log
from tests.stores.tools import any_tool

NEVER = 30.0


@pytest.fixture
def other(file: str) -> Iterator[SqliteStore]:
    """Another store of the same file, as another process has it."""
    with contextlib.closing(SqliteStore(file)) as store:
        yield store


@pytest.fixture
def deaf(sqlite: SqliteStore) -> SqliteStore:
    """A store whose waiters do not look by themselves."""
    sqlite._waiters._poll = NEVER
    return sqlite


def woken(store: SqliteStore, other: SqliteStore, match: str) -> bool:
    """Whether one who listens to a new match is woken by what another store writes."""
    with store.listening(match) as listener:
        assert not listener.wait(0, 0.1)
        other.append(match, 0, log(match))
        began = time.monotonic()
        return listener.wait(0, NEVER) and time.monotonic() - began < NEVER / 2


def test_who_begins_to_listen_after_a_time_when_nobody_did_is_woken(deaf: SqliteStore, other: SqliteStore) -> None:
    for match in ("m1", "m2"):
        assert woken(deaf, other, match)
        time.sleep(0.1)  # now nobody looks any more


def test_nobody_looks_when_nobody_listens_and_seldom_when_nothing_happens(
    deaf: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    connect = deaf._changes._connection

    def traced() -> sqlite_changes.sqlite3.Connection:
        connection = connect()
        looks.append("began")  # again and again, if it did not wait for somebody to listen
        connection.set_trace_callback(looks.append)
        return connection

    deaf._changes._connection = traced
    monkeypatch.setattr(sqlite_changes, "_QUIET_AFTER", 0.0)
    with deaf.listening("m1") as listener:
        assert not listener.wait(0, 1.0)
        assert 1 < len(looks) <= 1.0 / 0.02 + 2
    time.sleep(0.1)  # the last look
    looks.clear()
    time.sleep(0.2)
    assert looks == []


def test_after_an_error_it_looks_again(
    deaf: SqliteStore, other: SqliteStore, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_changes, "_RETRY_SECONDS", 0.01)
    failed = threading.Event()
    right = deaf._changes._connection

    def wrong() -> sqlite_changes.sqlite3.Connection:
        with any_tool(file) as connection:
            failed.set()
        return connection  # closed by now

    deaf._changes._connection = wrong
    with deaf.listening("m0"):
        assert failed.wait(NEVER)
        deaf._changes._connection = right
        assert woken(deaf, other, "m1")


def test_only_matches_that_have_moved_on_are_called(
    deaf: SqliteStore, other: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[object] = []
    ring = deaf._waiters.ring
    monkeypatch.setattr(deaf._waiters, "ring", lambda news: (called.append(dict(news)), ring(news)))
    with deaf.listening("m1") as first, deaf.listening("m2") as second:
        for match, listener in (("m1", first), ("m2", second)):
            assert not listener.wait(0, 0.1)
            other.append(match, 0, log(match))
            assert listener.wait(0, NEVER)
    assert [news for news in called if news] == [{"m1": 1}, {"m2": 1}]
