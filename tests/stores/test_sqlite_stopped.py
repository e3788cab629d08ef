"""A process that is stopped in the middle of a commit: the others' callers give up, readers go on, and so do all once it goes on."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.events.log import check_chain
from referee.stores.contract import StoreUnavailable
from referee.stores.host_lock import HostLock
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_file import BUSY_SECONDS
from tests.stores.logs import log
from tests.stores.test_contract_threads import in_threads

SOON = BUSY_SECONDS + 2.5  # on a busy machine; who would wait twice would take longer
STOPS = """
import os, signal, sys
from referee.stores import open_store
from referee.stores.sqlite_writes import write_act
from tests.stores.logs import log
def act(connection):
    write_act(connection, "m1", 1, log(count=2)[1:], None, (), None, None, "")
    os.kill(os.getpid(), signal.SIGSTOP)
store = open_store(sys.argv[1])
store._writers.run(act)
store.close()
"""


@contextlib.contextmanager
def stopped_in_a_commit(file: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the lock and SQLite's own, with the second event of m1 written, and is stopped."""
    root = Path(__file__).parents[2]
    process = subprocess.Popen([sys.executable, "-c", STOPS, f"sqlite:///{file}"], cwd=root)
    try:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        yield process
    finally:
        process.kill()
        process.wait()


def seconds_until_refused(store: SqliteStore, after: float) -> float:
    """How long a caller waits, who comes so many seconds later, until it hears that the store is unavailable."""
    time.sleep(after)
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        store.append("m2", 0, log("m2"))
    return time.monotonic() - began


def test_a_process_that_is_stopped_in_a_commit_holds_nobody_for_long(sqlite: SqliteStore, file: str) -> None:
    sqlite.append("m1", 0, log())
    other = SqliteStore(file)
    with stopped_in_a_commit(file) as process:
        closing = threading.Thread(target=other.close)
        closing.start()
        waits = in_threads(6, lambda n: seconds_until_refused(sqlite, n * 0.5))
        assert max(waits) < SOON, waits
        began = time.monotonic()
        assert sqlite.head("m1") == 1 and time.monotonic() - began < 1.0
        closing.join(SOON)
        assert not closing.is_alive()
        process.send_signal(signal.SIGCONT)
        assert process.wait(30) == 0
    sqlite.append("m1", 2, log(count=3)[2:])
    sqlite.append("m2", 0, log("m2"))
    last = check_chain(sqlite.events("m1"))
    assert last and last.version == 3


def test_a_caller_that_waits_acts_as_soon_as_the_process_goes_on(sqlite: SqliteStore, file: str) -> None:
    sqlite.append("m1", 0, log())
    with stopped_in_a_commit(file) as process:
        callers = threading.Thread(target=in_threads, args=(8, lambda n: sqlite.append(f"w{n}", 0, log(f"w{n}"))))
        callers.start()
        time.sleep(0.5)
        process.send_signal(signal.SIGCONT)
        assert process.wait(30) == 0
        callers.join(30)
    assert [sqlite.head(f"w{n}") for n in range(8)] == [1] * 8


def test_a_lock_that_comes_too_late_is_let_go(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with contextlib.closing(HostLock(path)) as one, contextlib.closing(HostLock(path)) as two:
        with one.held(5):
            for _ in range(3):
                with pytest.raises(StoreUnavailable, match="does not go on"), two.held(0.05):
                    pytest.fail("two hold it")
        for _ in range(50):
            with one.held(5):
                pass
            with two.held(5):
                pass


def test_two_who_contend_never_hold_it_together(tmp_path: Path) -> None:
    path, holders, together = str(tmp_path / "lock"), [0], []

    def contend(_: int) -> None:
        with contextlib.closing(HostLock(path)) as lock:
            for _ in range(300):
                with contextlib.suppress(StoreUnavailable), lock.held(0.0005):
                    holders[0] += 1
                    together.append(holders[0])
                    time.sleep(0.0002)
                    holders[0] -= 1

    in_threads(4, contend)
    assert set(together) == {1} and len(together) > 20


def test_a_lock_that_is_closed_while_its_thread_waits_is_closed_when_that_has_it(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with contextlib.closing(HostLock(path)) as one:
        two = HostLock(path)
        with one.held(5):
            with pytest.raises(StoreUnavailable), two.held(0.05):
                pytest.fail("two hold it")
            two.close()
        thread = two._thread
        assert thread
        thread.join(10)
        assert not thread.is_alive() and two._file == -1
        with one.held(5):
            pass
