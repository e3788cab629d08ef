"""Committing together: who leads, who is refused, who gives up; and the same through a SQLite file."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.stores.contract import SeatTaken, StaleVersion, StoreError, StoreUnavailable
from referee.stores.group_commit import Caller, GroupCommit
from referee.stores.sqlite import SqliteStore
from tests.stores.logs import grant, log, receipt
from tests.stores.tools import any_tool


def nobody_else(seconds: float) -> contextlib.AbstractContextManager[None]:
    """No other process."""
    return contextlib.nullcontext()


class Disk:
    """A slow disk that remembers what was committed together; it can be held up."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.free = threading.Event()
        self.free.set()
        self.busy = threading.Event()

    def commit(self, callers: Sequence[Caller[list[int]]]) -> None:
        self.busy.set()
        assert self.free.wait(30)
        self.groups.append(len(callers))
        for caller in callers:
            try:
                caller.do(self.groups)
            except StoreError as error:
                caller.error = error


def waiting(group: GroupCommit[list[int]], count: int) -> None:
    """Return when that many callers are in the queue."""
    deadline = time.monotonic() + 10
    while len(group._queue) < count:
        assert time.monotonic() < deadline
        time.sleep(0.001)


def in_background(work: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    """A thread that does this, and what it returned or raised."""
    came: list[Any] = []

    def run() -> None:
        try:
            came.append(work())
        except StoreError as error:
            came.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, came


def test_an_idle_caller_is_committed_at_once() -> None:
    disk = Disk()
    group = GroupCommit(disk.commit, nobody_else, 5)
    assert [group.run(lambda _, n=n: n * n) for n in range(3)] == [0, 1, 4]
    assert disk.groups == [1, 1, 1]


def test_who_comes_meanwhile_is_committed_together_and_a_refusal_is_its_own() -> None:
    disk = Disk()
    group = GroupCommit(disk.commit, nobody_else, 30)
    disk.free.clear()

    def work(number: int) -> int:
        if number % 3 == 1:
            raise StaleVersion(number)
        return number

    first = in_background(lambda: group.run(lambda _: "first"))
    disk.busy.wait(10)
    others = [in_background(lambda n=n: group.run(lambda _: work(n))) for n in range(9)]
    waiting(group, 9)
    alone = in_background(lambda: group.run_alone(lambda: disk.groups.append(0)))
    waiting(group, 10)
    last = in_background(lambda: group.run(lambda _: "last"))
    waiting(group, 11)
    disk.free.set()
    for thread, _ in (first, *others, alone, last):
        thread.join()
    answers = [came[0].head if isinstance(came[0], StaleVersion) else came[0] for _, came in others]
    assert (first[1], answers, last[1]) == (["first"], list(range(9)), ["last"])
    assert [isinstance(came[0], StaleVersion) for _, came in others] == [n % 3 == 1 for n in range(9)]
    assert disk.groups == [1, 9, 0, 1]  # the one alone in its turn, with nobody else


def test_who_waits_too_long_gives_up_and_writes_nothing() -> None:
    disk = Disk()
    group = GroupCommit(disk.commit, nobody_else, 0.05)
    disk.free.clear()
    first = in_background(lambda: group.run(lambda _: "first"))
    disk.busy.wait(10)
    with pytest.raises(StoreUnavailable):
        group.run(lambda _: pytest.fail("it gave up"))
    disk.free.set()
    first[0].join()
    assert (first[1], disk.groups, group.run(lambda _: "again")) == (["first"], [1, 1], "again")


def test_an_interrupted_leader_strands_nobody() -> None:
    disk = Disk()

    def commit(callers: Sequence[Caller[list[int]]]) -> None:
        disk.commit(callers)
        if len(callers) == 2:
            raise KeyboardInterrupt

    group = GroupCommit(commit, nobody_else, 30)
    disk.free.clear()
    first = in_background(lambda: group.run(lambda _: "first"))
    disk.busy.wait(10)
    leader = threading.Thread(target=lambda: pytest.raises(KeyboardInterrupt, group.run, lambda _: "lost"))
    leader.start()
    waiting(group, 1)
    follower = in_background(lambda: group.run(lambda _: "stranded"))
    waiting(group, 2)
    disk.free.set()
    for thread in (first[0], leader, follower[0]):
        thread.join()
    assert isinstance(follower[1][0], StoreUnavailable)
    assert group.run(lambda _: "again") == "again"


class Broken:
    """A lock between processes that cannot be had the first time."""

    def __init__(self) -> None:
        self.tries = 0

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[None]:
        self.tries += 1
        if self.tries == 1:
            raise OSError
        yield


def test_a_leader_that_cannot_have_the_lock_leaves_the_queue() -> None:
    group, done = GroupCommit(Disk().commit, Broken().held, 1.0), []
    with pytest.raises(OSError):
        group.run(lambda _: done.append("first"))
    group.run(lambda _: done.append("second"))
    assert done == ["second"]


@contextlib.contextmanager
def held_up(store: SqliteStore, callers: int) -> Iterator[None]:
    """Nobody commits until so many callers wait, then all of them do."""
    gate, busy = threading.Event(), threading.Event()
    held = threading.Thread(target=store._writers.run_alone, args=(lambda: busy.set() or gate.wait(30),))
    held.start()
    busy.wait(10)
    yield
    waiting(store._writers, callers)  # type: ignore[arg-type]
    gate.set()
    held.join()


def test_acts_of_one_group_do_not_touch_each_other(sqlite: SqliteStore, file: str) -> None:
    sqlite.append("m0", 0, log("m0"), receipt=receipt("open"), scope="matches")
    asked = {
        "good": lambda: sqlite.append("m1", 0, log(count=3), receipt=receipt()),
        "stale": lambda: sqlite.append("m0", 5, log("m0", 6)[5:]),
        "second half bad": lambda: sqlite.append("m0", 1, [log("m0", 2)[1], log("m0", 4)[3]], receipt=receipt("bad")),
        "a driver's refusal": lambda: sqlite.append("m2", 0, log("m2"), receipt=receipt("open"), scope="matches"),
        "good too": lambda: sqlite.append("m3", 0, log("m3"), receipt=receipt()),
    }
    with held_up(sqlite, len(asked)):
        came = {name: in_background(work) for name, work in asked.items()}
    for thread, _ in came.values():
        thread.join()
    refused = {name for name, (_, answer) in came.items() if isinstance(answer[0], StoreError)}
    assert refused == {"stale", "second half bad", "a driver's refusal"}
    assert [sqlite.head(match) for match in ("m0", "m1", "m2", "m3")] == [1, 3, 0, 1]
    with any_tool(file) as connection:
        assert connection.execute("SELECT count(*) FROM receipt").fetchone()[0] == 3


def test_what_an_act_had_written_before_it_was_refused_goes_without_the_others(sqlite: SqliteStore) -> None:
    sqlite.append("m0", 0, log("m0"))
    seats = [grant("E", "t1", takes=True), grant("E", "t2", takes=True)]
    with held_up(sqlite, 3):
        before = in_background(lambda: sqlite.append("m1", 0, log("m1")))
        waiting(sqlite._writers, 1)  # type: ignore[arg-type]
        refused = in_background(lambda: sqlite.append("m0", 1, log("m0", 2)[1:], grants=seats))
        waiting(sqlite._writers, 2)  # type: ignore[arg-type]
        after = in_background(lambda: sqlite.append("m2", 0, log("m2")))
    for thread, _ in (before, refused, after):
        thread.join()
    assert (before[1], after[1]) == ([None], [None]) and isinstance(refused[1][0], SeatTaken)
    assert [sqlite.head(match) for match in ("m0", "m1", "m2")] == [1, 1, 1]
    assert (sqlite.role_of("t1"), sqlite.taken_seats("m0")) == (None, frozenset())


def test_of_a_group_that_fails_as_a_whole_each_is_tried_alone(sqlite: SqliteStore) -> None:
    sqlite.append("m0", 0, log("m0"))
    pages = sqlite.file.connection().execute("PRAGMA page_count").fetchone()[0]
    limited = threading.Event()

    def tight() -> None:
        sqlite.file.connection().execute(f"PRAGMA max_page_count = {pages + 20}")
        limited.set()
        sqlite.append("m1", 0, log("m1"))

    with held_up(sqlite, 3):
        first = in_background(tight)  # it leads, with a connection that soon finds the disk full
        limited.wait(10)
        waiting(sqlite._writers, 1)  # type: ignore[arg-type]
        big = in_background(lambda: sqlite.append("m2", 0, log("m2", 2000)))
        waiting(sqlite._writers, 2)  # type: ignore[arg-type]
        small = in_background(lambda: sqlite.append("m3", 0, log("m3")))
    for thread, _ in (first, big, small):
        thread.join()
    assert (first[1], small[1]) == ([None], [None])
    assert isinstance(big[1][0], StoreUnavailable)
    assert [sqlite.head(match) for match in ("m1", "m2", "m3")] == [1, 0, 1]


def test_two_stores_of_one_file_take_turns(file: str, tmp_path: Path) -> None:
    with contextlib.closing(SqliteStore(file)) as one, contextlib.closing(SqliteStore(file)) as two:
        came = [
            in_background(
                lambda store=store, n=n: [store.append(f"m{n}", at, log(f"m{n}", at + 1)[at:]) for at in range(30)]
            )
            for n, store in enumerate([one, two] * 4)
        ]
        for thread, _ in came:
            thread.join()
        assert [one.head(f"m{n}") for n in range(8)] == [30] * 8
