"""What is special to SQLite: settings, triggers, views, size and backup."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from referee.events.log import BrokenLog, check_chain
from referee.stores.contract import StoreError, StoreUnavailable
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_driver import loses_commits, sqlite3
from tests.stores.logs import evening, grant, log, receipt, summary
from tests.stores.tools import any_tool


def test_every_thread_has_its_own_durable_connection(sqlite: SqliteStore) -> None:
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1,
                "wal_autocheckpoint": 1000}  # fmt: skip
    seen = []

    def look() -> None:
        connection = sqlite.file.connection()
        assert connection.execute("PRAGMA busy_timeout").fetchone()[0] >= 3000
        found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in settings}
        seen.append((id(connection), found))

    look()
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert [found for _, found in seen] == [settings, settings]
    assert seen[0][0] != seen[1][0]


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_threads_that_end_and_a_closed_store_hold_no_file_open(file: str) -> None:
    before = open_files()
    store = SqliteStore(file)
    store.append("m1", 0, log())
    alone = open_files()
    for _ in range(20):
        thread = threading.Thread(target=store.head, args=("m1",))
        thread.start()
        thread.join()
    assert open_files() < alone + 5  # SQLite keeps a few descriptors for later, not 3 for each of 20
    store.close()
    assert open_files() == before
    store.close()
    for call in (store.ping, lambda: store.append("m1", 1, []), lambda: list(store.events("m1"))):
        with pytest.raises(StoreUnavailable, match="closed"):
            call()


def test_a_reopened_file_has_everything(file: str) -> None:
    events = list(evening("m1", 2))
    with contextlib.closing(SqliteStore(file)) as store:
        store.append(
            "m1",
            0,
            events,
            receipt=receipt(),
            grants=[grant("N", "t", takes=True)],
            join_code_hash="code",
            summary=summary(),
        )
    with contextlib.closing(SqliteStore(file)) as store:
        assert list(store.events("m1")) == events
        assert (store.receipt("m1", "k"), store.role_of("t")) == (receipt(), ("m1", "N"))
        assert (store.match_of_code("code"), store.taken_seats("m1")) == ("m1", frozenset("N"))
        assert list(store.summaries()) == [summary()]


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE event SET data = '{}' WHERE version = 2", "never changed"),
        ("UPDATE event SET version = 9 WHERE version = 5", "never changed"),
        ("UPDATE OR REPLACE event SET version = 4 WHERE version = 5", "never changed"),
        ("DELETE FROM event WHERE version = 5", "whole match"),
        ("DELETE FROM event", "whole match"),
        ("INSERT INTO event SELECT match_key, 7, act, type, data, by, at, hash FROM event LIMIT 1", "follows"),
        ("INSERT INTO event SELECT match_key, 5, act, type, data, by, at, hash FROM event LIMIT 1", "follows"),
        ("REPLACE INTO event SELECT match_key, 5, act, type, '{}', by, at, hash FROM event LIMIT 1", "follows"),
        ("INSERT INTO event SELECT match_key + 1, 2, act, type, data, by, at, hash FROM event LIMIT 1", "follows"),
        ("UPDATE match SET id = 'm2'", "keeps its name"),
        ("UPDATE match SET key = 9", "keeps its name"),
        ("REPLACE INTO match (id, born) VALUES ('m1', 'm1')", "is there"),
        ("REPLACE INTO match (key, id, born) VALUES (1, 'm2', 'm2')", "is there"),
        ("REPLACE INTO match (id, born, join_code_hash) VALUES ('m2', 'm2', 'code')", "is there"),
    ],
)
def test_history_cannot_be_changed_with_any_tool(sqlite: SqliteStore, file: str, sql: str, says: str) -> None:
    events = log(count=5)
    sqlite.append("m1", 0, events, join_code_hash="code")
    with any_tool(file) as connection, pytest.raises(sqlite3.IntegrityError, match=says):
        connection.execute(sql)
    assert list(sqlite.events("m1")) == events


def test_a_whole_match_can_be_deleted_with_any_tool(sqlite: SqliteStore, file: str) -> None:
    for match in ("m1", "m2"):
        sqlite.append(
            match, 0, log(match, 3), receipt=receipt(), grants=[grant("N", match, takes=True)], summary=summary(match)
        )
    tables = ("match", "event", "receipt", "token", "seat", "summary")
    with any_tool(file) as connection:
        connection.execute("DELETE FROM match WHERE id = 'm2'")
        left = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]
        assert left == [1, 3, 1, 1, 1, 1]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    sqlite.append("m2", 0, log("m2"))
    assert sqlite.head("m2") == 1


@pytest.mark.parametrize(
    ("change", "version"),
    [
        ("UPDATE event SET by = 'E' WHERE version = 3", 3),
        ("UPDATE event SET data = x'00' WHERE version = 3", 3),
        ("UPDATE event SET hash = 'text' WHERE version = 3", 3),
        ("UPDATE event SET act = 'text' WHERE version = 3", 3),
        ("UPDATE event SET version = 9 WHERE version = 3", 3),
        ("DELETE FROM event WHERE version = 1", 1),
        ("UPDATE match SET born = 'm9'", 1),
    ],
)
def test_a_change_past_the_triggers_is_seen(sqlite: SqliteStore, file: str, change: str, version: int) -> None:
    sqlite.append("m1", 0, log(count=5))
    with any_tool(file) as connection:
        for trigger in ("event_for_ever", "event_not_alone", "match_for_ever"):
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(change)
    with pytest.raises(BrokenLog) as broken:
        check_chain(sqlite.events("m1"))
    assert broken.value.version == version


def test_views_are_for_people_with_any_tool(sqlite: SqliteStore, file: str) -> None:
    sqlite.append("m1", 0, list(evening("m1", 2)), summary=summary())
    with any_tool(file) as connection:
        plays = connection.execute("SELECT match, deal, version, seat, card FROM plays_by_deal").fetchall()
        score = connection.execute("SELECT match, status, ns, ew, winner, deals FROM match_score").fetchall()
        first = connection.execute("SELECT match, version, type, by, at, data FROM log").fetchone()
    assert plays[:2] == [("m1", 1, 8, "N", "9C"), ("m1", 1, 9, "E", "TC")]
    assert [sum(1 for play in plays if play[1] == deal) for deal in (1, 2)] == [24, 24]
    assert score == [("m1", "playing", 12, -3, None, 3)]
    assert first[:4] == ("m1", 1, "match-opened", "scorer")


def test_a_slow_reader_holds_no_checkpoint_up(sqlite: SqliteStore) -> None:
    sqlite.append("m1", 0, log(count=1500))
    reader = sqlite.events("m1")
    next(reader)
    busy, _, _ = sqlite.file.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0
    assert sum(1 for _ in reader) == 1499


def test_an_event_costs_no_more_than_320_bytes_on_disk(file: str) -> None:
    logs = [list(evening(f"01JNMATCH0000000000000{number:04}", 10)) for number in range(4)]
    SqliteStore(file).close()
    empty = os.path.getsize(file)
    with contextlib.closing(SqliteStore(file)) as store:
        for acts in zip(*logs, strict=True):  # four tables play at the same time, each act with its key
            for event in acts:
                key = f"7c9e6679-7425-40de-944b-{event.version:08}{event.match[-4:]}"
                done = receipt(key, event.version, event.version)
                store.append(event.match, event.version - 1, [event], receipt=done)
    assert (os.path.getsize(file) - empty) / sum(map(len, logs)) <= 320


def test_a_backup_of_a_store_in_use_is_a_whole_store(sqlite: SqliteStore, tmp_path: Path) -> None:
    events, copy = log(count=400), str(tmp_path / "copy.db")
    sqlite.append("m1", 0, events[:100])
    began = threading.Event()

    def write() -> None:
        for event in events[100:]:
            sqlite.append("m1", event.version - 1, [event])
            began.set()

    writer = threading.Thread(target=write)
    writer.start()
    began.wait()
    sqlite.backup(copy)
    writer.join()
    with contextlib.closing(SqliteStore(copy)) as restored:
        last = check_chain(restored.events("m1"))
        assert last and 101 <= last.version <= 400
    assert sqlite.head("m1") == 400
    assert sorted(os.listdir(tmp_path)) == [
        "copy.db", "copy.db.lock", "referee.db", "referee.db-shm", "referee.db-wal", "referee.db.lock"]  # fmt: skip


def test_a_backup_overwrites_nothing(sqlite: SqliteStore, file: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="exists"):
        sqlite.backup(file)
    with pytest.raises(StoreUnavailable):
        sqlite.backup(str(tmp_path / "missing" / "copy.db"))
    sqlite.ping()


@pytest.mark.parametrize(
    ("version", "answer"), [("3.40.1", True), ("3.51.2", True), ("3.51.3", False), ("3.53.0", False), ("4.0.0", False)]
)
def test_which_sqlite_loses_commits(version: str, answer: bool) -> None:
    assert loses_commits(version) is answer


def test_without_the_wheel_pythons_own_sqlite_serves_and_says_if_it_is_old(file: str) -> None:
    script = f"""
import logging, sys, sqlite3
sys.modules["pysqlite3"] = None
logging.basicConfig(format="%(message)s")
from referee.stores import open_store
for _ in range(2):
    store = open_store("sqlite:///{file}")
    store.close()
print(sqlite3.sqlite_version)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.count("can lose committed writes") == loses_commits(done.stdout.strip())
