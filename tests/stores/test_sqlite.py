"""What is special to SQLite: settings, triggers, several processes on one file, and files that cannot be used."""

from __future__ import annotations

import contextlib
import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.events.log import check_chain
from referee.stores.contract import StoreError, StoreUnavailable
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_driver import loses_commits, sqlite3
from tests.stores.logs import evening, grant, log, receipt, summary

APPENDER = str(Path(__file__).with_name("appender.py"))


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "referee.db")


@pytest.fixture
def store(file: str) -> Iterator[SqliteStore]:
    with contextlib.closing(SqliteStore(file)) as store:
        yield store


@contextlib.contextmanager
def any_tool(file: str) -> Iterator[sqlite3.Connection]:
    """The file as somebody opens it who knows nothing of Referee and has foreign keys off."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        yield connection


def test_every_thread_has_its_own_durable_connection(store: SqliteStore) -> None:
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1,
                "wal_autocheckpoint": 1000}  # fmt: skip
    seen = []

    def look() -> None:
        connection = store.file.connection()
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
        store.append("m1", 0, events, receipt=receipt(), grants=[grant("N", "t", takes=True)], join_code_hash="code",
                     summary=summary())
    with contextlib.closing(SqliteStore(file)) as store:
        assert list(store.events("m1")) == events
        assert (store.receipt("m1", "k"), store.role_of("t")) == (receipt(), ("m1", "N"))
        assert (store.match_of_code("code"), store.taken_seats("m1")) == ("m1", {"N"})
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
def test_history_cannot_be_changed_with_any_tool(store: SqliteStore, file: str, sql: str, says: str) -> None:
    events = log(count=5)
    store.append("m1", 0, events, join_code_hash="code")
    with any_tool(file) as connection, pytest.raises(sqlite3.IntegrityError, match=says):
        connection.execute(sql)
    assert list(store.events("m1")) == events


def test_a_whole_match_can_be_deleted_with_any_tool(store: SqliteStore, file: str) -> None:
    for match in ("m1", "m2"):
        store.append(match, 0, log(match, 3), receipt=receipt(), grants=[grant("N", match, takes=True)],
                     summary=summary(match))
    tables = ("match", "event", "receipt", "token", "seat", "summary")
    with any_tool(file) as connection:
        connection.execute("DELETE FROM match WHERE id = 'm2'")
        left = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]
        assert left == [1, 3, 1, 1, 1, 1]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    store.append("m2", 0, log("m2"))
    assert store.head("m2") == 1


def test_a_changed_event_is_seen(store: SqliteStore, file: str) -> None:
    store.append("m1", 0, log(count=5))
    with any_tool(file) as connection:
        connection.execute("DROP TRIGGER event_for_ever")
        connection.execute("UPDATE event SET by = 'E' WHERE version = 3")
    with pytest.raises(ValueError, match="event 3: hash"):
        check_chain(store.events("m1"))


def test_views_are_for_people_with_any_tool(store: SqliteStore, file: str) -> None:
    store.append("m1", 0, list(evening("m1", 2)), summary=summary())
    with any_tool(file) as connection:
        plays = connection.execute("SELECT match, deal, version, seat, card FROM plays_by_deal").fetchall()
        score = connection.execute("SELECT match, status, ns, ew, winner, deals FROM match_score").fetchall()
        first = connection.execute("SELECT match, version, type, by, at, data FROM log").fetchone()
    assert plays[:2] == [("m1", 1, 8, "N", "9C"), ("m1", 1, 9, "E", "TC")]
    assert [sum(1 for play in plays if play[1] == deal) for deal in (1, 2)] == [24, 24]
    assert score == [("m1", "playing", 12, -3, None, 3)]
    assert first[:4] == ("m1", 1, "match-opened", "scorer")


def processes(count: int, file: str, match: str, plays: int) -> list[int]:
    """The exit codes of that many servers which open the file and append at the same time."""
    started = [
        subprocess.Popen([sys.executable, APPENDER, f"sqlite:///{file}", match, str(plays)],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(count)
    ]  # fmt: skip
    for process in started:
        assert process.stdout and process.stdout.readline() == b"ready\n"
    for process in started:
        assert process.stdin
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in started:
        process.communicate(timeout=60)
    return [process.returncode for process in started]


def test_four_processes_write_one_log_in_a_file_that_was_not_there(file: str) -> None:
    assert processes(4, file, "m1", 50) == [0] * 4
    with contextlib.closing(SqliteStore(file)) as store:
        last = check_chain(store.events("m1"))
        assert last and last.version == 200


@pytest.mark.parametrize("attempt", range(10))
def test_two_servers_open_a_new_file_at_once(file: str, attempt: int) -> None:
    opened: list[SqliteStore] = []
    gate = threading.Barrier(2)

    def start() -> None:
        gate.wait()
        opened.append(SqliteStore(file))

    threads = [threading.Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    opened[0].append("m1", 0, log())
    assert opened[1].head("m1") == 1
    for store in opened:
        store.close()


def test_a_slow_reader_holds_no_checkpoint_up(store: SqliteStore) -> None:
    store.append("m1", 0, log(count=1500))
    reader = store.events("m1")
    next(reader)
    busy, _, _ = store.file.connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0
    assert sum(1 for _ in reader) == 1499


def test_a_locked_file_is_unavailable(store: SqliteStore, file: str) -> None:
    store.append("m1", 0, log())
    store.file.connection().execute("PRAGMA busy_timeout = 50")
    with any_tool(file) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            store.append("m1", 1, log(count=2)[1:])
        assert store.head("m1") == 1
        other.execute("ROLLBACK")
    store.append("m1", 1, log(count=1, after=log()[0]))
    assert store.head("m1") == 2


def test_a_full_disk_takes_no_half_of_an_act(store: SqliteStore) -> None:
    store.append("m1", 0, log())
    connection = store.file.connection()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    act = log(count=500, after=log()[0])
    with pytest.raises(StoreUnavailable, match="full"):
        store.append("m1", 1, act, receipt=receipt(), grants=[grant("N", "new", takes=True)], summary=summary())
    assert [store.head("m1"), store.receipt("m1", "k"), store.role_of("new"), store.taken_seats("m1")] == [
        1, None, None, frozenset()]  # fmt: skip
    assert list(store.summaries()) == []
    connection.execute(f"PRAGMA max_page_count = {pages + 100}")
    store.append("m1", 1, act)
    assert list(store.events("m1")) == log() + act


def test_a_write_that_the_file_refuses_leaves_no_trace(store: SqliteStore) -> None:
    store.append("m1", 0, log())
    store.file.connection().execute("PRAGMA query_only = ON")
    with pytest.raises(StoreUnavailable, match="readonly"):
        store.append("m1", 1, log(count=1, after=log()[0]))
    store.file.connection().execute("PRAGMA query_only = OFF")
    assert store.head("m1") == 1


@contextlib.contextmanager
def as_nobody(folder: str) -> Iterator[None]:
    """Root writes where it may not: be somebody to whom the folder belongs instead."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *(os.path.join(folder, name) for name in os.listdir(folder))):
        os.chown(path, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_file_is_unavailable() -> None:
    with tempfile.TemporaryDirectory() as folder, as_nobody(folder):
        file = os.path.join(folder, "referee.db")
        with contextlib.closing(SqliteStore(file)) as store:
            store.append("m1", 0, log())
        os.chmod(file, stat.S_IRUSR)
        with pytest.raises(StoreUnavailable, match=r"referee\.db.*read-only"):
            SqliteStore(file)
        os.chmod(file, stat.S_IRUSR | stat.S_IWUSR)
        with contextlib.closing(SqliteStore(file)) as store:
            assert store.head("m1") == 1


def test_a_new_file_in_a_folder_that_takes_none_is_unavailable() -> None:
    with tempfile.TemporaryDirectory() as folder, as_nobody(folder):
        os.chmod(folder, stat.S_IRUSR | stat.S_IXUSR)
        with pytest.raises(StoreUnavailable, match="unable to open"):
            SqliteStore(os.path.join(folder, "referee.db"))
        os.chmod(folder, stat.S_IRWXU)


def test_no_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="no such directory"):
        SqliteStore(str(tmp_path / "missing" / "referee.db"))
    assert os.listdir(tmp_path) == []


def test_what_is_no_database_is_unavailable_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "referee.db"
    file.write_text("a shopping list: " * 500)
    with pytest.raises(StoreUnavailable, match="not a database"):
        SqliteStore(str(file))
    assert file.read_text() == "a shopping list: " * 500
    with pytest.raises(StoreUnavailable):
        SqliteStore(str(tmp_path))


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("CREATE TABLE recipes (name)", "another program"),
        ("PRAGMA application_id = 7", "another program"),
        ("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('referee', '9999-later')", "newer Referee"),
    ],
)
def test_a_database_of_somebody_else_is_left_alone(file: str, sql: str, says: str) -> None:
    if "later" in sql:
        SqliteStore(file).close()
    with any_tool(file) as connection:
        connection.execute(sql)
        before = connection.execute("SELECT name FROM sqlite_master").fetchall()
    with pytest.raises(StoreUnavailable, match=says):
        SqliteStore(file)
    with any_tool(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == before


def test_a_corrupt_file_is_unavailable_and_takes_nothing(file: str) -> None:
    with contextlib.closing(SqliteStore(file)) as store:
        store.append("m1", 0, log(count=500))
    size = os.path.getsize(file)
    with open(file, "r+b") as raw:  # the first page holds the schema; all that follows is noise now
        raw.seek(4096)
        raw.write(b"\xa5" * (size - 4096))
    with pytest.raises(StoreUnavailable, match="malformed"), contextlib.closing(SqliteStore(file)) as store:
        store.append("m1", 500, log(count=501)[500:])


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


def test_a_backup_of_a_store_in_use_is_a_whole_store(store: SqliteStore, tmp_path: Path) -> None:
    events, copy = log(count=400), str(tmp_path / "copy.db")
    store.append("m1", 0, events[:100])
    began = threading.Event()

    def write() -> None:
        for event in events[100:]:
            store.append("m1", event.version - 1, [event])
            began.set()

    writer = threading.Thread(target=write)
    writer.start()
    began.wait()
    store.backup(copy)
    writer.join()
    with contextlib.closing(SqliteStore(copy)) as restored:
        last = check_chain(restored.events("m1"))
        assert last and 101 <= last.version <= 400
    assert store.head("m1") == 400
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "referee.db", "referee.db-shm", "referee.db-wal"]


def test_a_backup_overwrites_nothing(store: SqliteStore, file: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="exists"):
        store.backup(file)
    with pytest.raises(StoreUnavailable):
        store.backup(str(tmp_path / "missing" / "copy.db"))
    store.ping()


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
