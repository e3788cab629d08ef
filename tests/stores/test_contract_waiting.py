"""The contract of waiting for news of a match, in one process and between processes."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.events.log import Recorded, check_chain
from referee.stores import open_store
from referee.stores.contract import StaleVersion, Store
from referee.stores.waiters import Waiter, newest_of
from tests.stores.logs import log

APPENDER = str(Path(__file__).with_name("appender.py"))
NEVER = 30.0
KILLS = 3


@pytest.fixture
def deaf(store: Store) -> Store:
    """A store whose waiters do not look by themselves: only a call wakes them."""
    store._waiters._poll = NEVER  # type: ignore[attr-defined]
    return store


@pytest.fixture(params=["sqlite", "postgres"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, str]]:
    """A store that other processes can open too, deaf as above, and its URL."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else f"sqlite:///{tmp_path}/r.db"
    store = open_store(url)
    store._waiters._poll = NEVER  # type: ignore[attr-defined]
    yield store, url
    store.close()


def news(store: Store, match: str, version: int, seconds: float) -> bool:
    """Whether one who starts to listen has news after this version within so many seconds."""
    with store.listening(match) as listener:
        return listener.wait(version, seconds)


def appender(url: str, match: str, plays: int) -> subprocess.Popen[bytes]:
    """Another process that appends to this store once a line is written to it."""
    process = subprocess.Popen([sys.executable, APPENDER, url, match, str(plays)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip
    assert process.stdout and process.stdout.readline() == b"ready\n"
    return process


def test_news_that_are_there_are_not_waited_for(deaf: Store, opened: list[Recorded]) -> None:
    assert news(deaf, "m1", 2, NEVER)
    assert news(deaf, "m1", 0, 0)


def test_without_news_the_wait_ends(deaf: Store, opened: list[Recorded]) -> None:
    began = time.monotonic()
    assert not news(deaf, "m1", 3, 0.2)
    assert not news(deaf, "m9", 0, 0.01)
    assert 0.2 <= time.monotonic() - began < 5


def test_all_who_wait_for_a_match_are_woken_and_nobody_else(deaf: Store, opened: list[Recorded]) -> None:
    deaf.append("m2", 0, log("m2"))
    woken: list[tuple[str, bool]] = []

    def wait(match: str, version: int, seconds: float) -> None:
        woken.append((match, news(deaf, match, version, seconds)))

    threads = [threading.Thread(target=wait, args=("m1", 3, NEVER)) for _ in range(8)]
    threads.append(threading.Thread(target=wait, args=("m2", 1, 1.0)))
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    assert woken == []
    began = time.monotonic()
    deaf.append("m1", 3, log(count=1, after=opened[-1]))
    for thread in threads:
        thread.join()
    assert time.monotonic() - began < 5
    assert woken == [("m1", True)] * 8 + [("m2", False)]


def test_a_follower_misses_nothing(deaf: Store) -> None:
    events = log(count=200)
    seen: list[Recorded] = []

    def follow() -> None:
        with deaf.listening("m1") as listener:
            while len(seen) < len(events):
                assert listener.wait(len(seen), NEVER)
                seen.extend(deaf.events("m1", after=len(seen)))

    thread = threading.Thread(target=follow)
    thread.start()
    for event in events:
        deaf.append("m1", event.version - 1, [event])
    thread.join()
    assert seen == events


def test_a_false_call_is_believed_once(deaf: Store, opened: list[Recorded]) -> None:
    with deaf.listening("m1") as listener:
        deaf._waiters.ring({"m1": 9})  # type: ignore[attr-defined]
        assert [listener.wait(3, 0), listener.wait(3, 0), listener.wait(3, 0.1)] == [True, False, False]
        deaf.append("m1", 3, log(count=1, after=opened[-1]))
        assert listener.wait(3, NEVER) and not listener.wait(4, 0)


def test_who_listens_looks_at_the_store_now_and_then_though_nobody_calls(store: Store, opened: list[Recorded]) -> None:
    store._waiters._poll = 0.2  # type: ignore[attr-defined]
    with store.listening("m1") as listener:
        assert not listener.wait(3, 0)
        store._waiters.ring = lambda news: None  # type: ignore[attr-defined]
        store.append("m1", 3, log(count=1, after=opened[-1]))
        assert listener.wait(3, NEVER)


@pytest.mark.parametrize("call", [lambda waiter: waiter.look(), lambda waiter: waiter.call(1)])
def test_what_comes_in_the_middle_of_a_look_is_not_lost(call: Callable[[Waiter], None]) -> None:
    heads = iter([0, 1])

    def head() -> int:
        found = next(heads)
        if not found:
            call(waiter)  # after the store was read, before the waiter knows what it said
        return found

    waiter = Waiter(head, NEVER)
    assert waiter.wait(0, 5)


def test_of_calls_that_come_together_the_newest_counts() -> None:
    assert newest_of([("m", 6), ("n", 1), ("m", 5)]) == {"m": 6, "n": 1}


def test_an_act_of_another_process_wakes_who_waits(shared: tuple[Store, str]) -> None:
    store, url = shared
    process = appender(url, "m1", 100)
    seen: list[Recorded] = []
    with store.listening("m1") as listener:
        assert not listener.wait(0, 0.5)  # and from now on we hear
        process.stdin.write(b"\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
        while len(seen) < 100:
            began = time.monotonic()
            assert listener.wait(len(seen), NEVER)
            assert time.monotonic() - began < NEVER / 2
            seen.extend(store.events("m1", after=len(seen)))
    process.communicate(timeout=30)
    last = check_chain(seen)
    assert process.returncode == 0 and last and last.version == 100


def test_four_processes_write_one_log(shared: tuple[Store, str]) -> None:
    store, url = shared
    processes = [appender(url, "m1", 25) for _ in range(4)]
    for process in processes:
        process.stdin.write(b"\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
    for process in processes:
        process.communicate(timeout=60)
    last = check_chain(store.events("m1"))
    assert [process.returncode for process in processes] == [0] * 4
    assert last and last.version == 100


def test_a_killed_process_leaves_whole_acts_and_no_one_waiting(shared: tuple[Store, str]) -> None:
    store, url = shared
    for _ in range(KILLS):
        head = store.head("m1")
        process = appender(url, "m1", 100_000)
        process.stdin.write(b"\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
        assert news(store, "m1", head, NEVER)
        assert news(store, "m1", store.head("m1") + 3, NEVER)  # it is in the middle of its work
        process.kill()
        process.communicate()
    version = appended_by_the_survivor(store, "m1")
    last = check_chain(store.events("m1"))
    assert last and last.version == version == store.head("m1")


def appended_by_the_survivor(store: Store, match: str) -> int:
    """The version of one more event. A database server may still commit the one act that each killed process had sent."""
    for _ in range(KILLS + 1):
        last = check_chain(store.events(match))
        assert last
        with contextlib.suppress(StaleVersion):
            store.append(match, last.version, log(count=1, after=last))
            return last.version + 1
    raise AssertionError("somebody still writes")
