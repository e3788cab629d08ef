"""SQLite files that several processes share, and those that cannot be used: locked, full, read-only, corrupt."""

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
from referee.stores.contract import StoreUnavailable
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_file import WAL_BYTES
from tests.stores.logs import grant, log, receipt, summary
from tests.stores.tools import any_tool

APPENDER = str(Path(__file__).with_name("appender.py"))


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


@pytest.mark.parametrize("attempt", range(5))
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


def test_a_locked_file_is_unavailable(sqlite: SqliteStore, file: str) -> None:
    sqlite.append("m1", 0, log())
    sqlite.file.connection().execute("PRAGMA busy_timeout = 50")
    with any_tool(file) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            sqlite.append("m1", 1, log(count=2)[1:])
        assert sqlite.head("m1") == 1
        other.execute("ROLLBACK")
    sqlite.append("m1", 1, log(count=1, after=log()[0]))
    assert sqlite.head("m1") == 2


def test_a_long_reader_keeps_the_write_ahead_log_growing_and_that_is_seen(sqlite: SqliteStore, file: str) -> None:
    def write(match: str) -> int:
        sqlite.append(match, 0, log(match, 10_000))
        return sqlite.wal_bytes()

    with any_tool(file) as reader:
        write("m0")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        sizes = [write(f"m{number}") for number in range(1, 9)]
        assert sizes == sorted(set(sizes)) and sizes[-1] > WAL_BYTES + 2**20
        reader.execute("ROLLBACK")
    sqlite.append("s1", 0, log("s1"))  # checkpoints all of it
    sqlite.append("s2", 0, log("s2"))  # begins the log anew, and cuts it
    assert 0 < sqlite.wal_bytes() <= WAL_BYTES


def test_a_full_disk_takes_no_half_of_an_act(sqlite: SqliteStore) -> None:
    sqlite.append("m1", 0, log())
    connection = sqlite.file.connection()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    act = log(count=500, after=log()[0])
    with pytest.raises(StoreUnavailable, match="full"):
        sqlite.append("m1", 1, act, receipt=receipt(), grants=[grant("N", "new", takes=True)], summary=summary())
    assert [sqlite.head("m1"), sqlite.receipt("m1", "k"), sqlite.role_of("new"), sqlite.taken_seats("m1")] == [
        1, None, None, frozenset()]  # fmt: skip
    assert list(sqlite.summaries()) == []
    connection.execute(f"PRAGMA max_page_count = {pages + 100}")
    sqlite.append("m1", 1, act)
    assert list(sqlite.events("m1")) == log() + act


def test_a_write_that_the_file_refuses_leaves_no_trace(sqlite: SqliteStore) -> None:
    sqlite.append("m1", 0, log())
    sqlite.file.connection().execute("PRAGMA query_only = ON")
    with pytest.raises(StoreUnavailable, match="readonly"):
        sqlite.append("m1", 1, log(count=1, after=log()[0]))
    sqlite.file.connection().execute("PRAGMA query_only = OFF")
    assert sqlite.head("m1") == 1


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
