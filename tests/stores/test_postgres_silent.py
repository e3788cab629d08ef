"""A PostgreSQL that falls silent: nobody hangs over 5 seconds, all goes on within 10 of its answering, nothing lost or doubled."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from referee.events.log import Recorded
from referee.stores.contract import AlreadyDone, StaleVersion, StoreUnavailable, Summary
from referee.stores.postgres import PostgresStore
from tests.stores.fault_proxy import FaultProxy, proxied
from tests.stores.logs import log, receipt, summary
from tests.stores.postgres_server import Postgres, new_schema, own_server
from tests.stores.test_contract_threads import in_threads

HANGS, RECOVERS = 5.0, 10.0  # seconds: the law


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with own_server(fsync="off") as server:
        yield server


@pytest.fixture
def proxy(server: Postgres) -> Iterator[FaultProxy]:
    with proxied(server.url) as proxy:
        yield proxy


@pytest.fixture
def schema(server: Postgres) -> Iterator[str]:
    """What a URL of this server ends with to lead to a schema of the test's own."""
    with new_schema(server.url) as url:
        yield url.removeprefix(server.url + "&")


@pytest.fixture
def store(proxy: FaultProxy, schema: str) -> Iterator[PostgresStore]:
    """A store behind the proxy, with one event of m1."""
    with contextlib.closing(PostgresStore(f"{proxy.url}?{schema}")) as store:
        store.append("m1", 0, log())
        yield store


def tell(server: Postgres, number: signal.Signals) -> None:
    """Send a signal to all processes of the server."""
    first = int((server.data / "postmaster.pid").read_text().split()[0])
    for process in (first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())):
        os.kill(process, number)


FAULTS: dict[str, tuple[Callable[[FaultProxy, Postgres], None], Callable[[FaultProxy, Postgres], None]]] = {
    "partition": (lambda proxy, _: proxy.become("stall"), lambda proxy, _: proxy.become("pass")),
    "answers lost": (lambda proxy, _: proxy.become("deaf"), lambda proxy, _: proxy.become("pass")),
    "refused": (lambda proxy, _: proxy.become("refuse") or proxy.cut(), lambda proxy, _: proxy.become("pass")),
    "hung": (lambda _, server: tell(server, signal.SIGSTOP), lambda _, server: tell(server, signal.SIGCONT)),
}


def seconds_of(work: Callable[[], Any]) -> tuple[float, Any]:
    """How long it took, and what it returned or raised of the store's errors."""
    began = time.monotonic()
    try:
        answer = work()
    except (StoreUnavailable, AlreadyDone, StaleVersion) as error:
        answer = error
    return time.monotonic() - began, answer


def calls(store: PostgresStore) -> list[Callable[[], Any]]:
    """One of each kind that a request makes."""
    return [
        lambda: store.append("m1", 1, log(count=2)[1:], receipt=receipt("k", 2, 2)),
        lambda: store.append("m2", 0, log("m2"), receipt=receipt("k"), scope="matches"),
        lambda: store.head("m1"),
        lambda: list(store.events("m1")),
        lambda: store.role_of("t"),
        store.ping,
    ]


def works_again(store: PostgresStore, events: list[Recorded], key: str) -> float:
    """Repeat an act with its key until it is stored; how long that took."""
    began = time.monotonic()
    while time.monotonic() - began < 2 * RECOVERS:
        with contextlib.suppress(StoreUnavailable):
            try:
                store.append(
                    "m1", events[0].version - 1, events, receipt=receipt(key, events[0].version, events[-1].version)
                )
            except AlreadyDone as done:
                assert done.receipt.key == key
            return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError("it never works again")


@pytest.mark.parametrize("fault", FAULTS)
def test_nobody_hangs_and_all_goes_on(store: PostgresStore, proxy: FaultProxy, server: Postgres, fault: str) -> None:
    falls, stands_up = FAULTS[fault]
    in_threads(8, lambda _: store.head("m1"))
    falls(proxy, server)
    try:
        for _ in range(2):  # those who find out, and those who come after
            work = calls(store) * 4
            for took, answer in in_threads(len(work), lambda n, work=work: seconds_of(work[n])):
                assert isinstance(answer, StoreUnavailable), (fault, answer)
                assert took < HANGS, (fault, took)
    finally:
        stands_up(proxy, server)
    assert works_again(store, log(count=2)[1:], "k") < RECOVERS
    assert list(store.events("m1")) == log(count=2)[:1] + log(count=2)[1:]
    assert len(list(store.events("m2"))) <= 1
    assert [type(answer) for _, answer in in_threads(8, lambda _: seconds_of(lambda: store.head("m1")))] == [int] * 8


def test_an_act_whose_answer_was_lost_is_found_by_its_key(store: PostgresStore, proxy: FaultProxy) -> None:
    act = log(count=2)[1:]
    store.ping()
    proxy.become("deaf")
    took, answer = seconds_of(lambda: store.append("m1", 1, act, receipt=receipt("k", 2, 2)))
    assert isinstance(answer, StoreUnavailable) and took < HANGS
    proxy.become("pass")
    deadline = time.monotonic() + RECOVERS
    while not isinstance(answer, AlreadyDone) and time.monotonic() < deadline:
        answer = seconds_of(lambda: store.append("m1", 1, act, receipt=receipt("k", 2, 2)))[1]
    assert isinstance(answer, AlreadyDone) and answer.receipt == receipt("k", 2, 2)
    with pytest.raises(StaleVersion):
        store.append("m1", 1, act)
    assert [event.version for event in store.events("m1")] == [1, 2]


def test_while_it_is_away_somebody_asks_every_few_seconds(store: PostgresStore, proxy: FaultProxy) -> None:
    proxy.become("refuse")
    proxy.cut()
    ends = time.monotonic() + 9  # doubled pauses, 1, 2 and 4 seconds, would show in that time
    while time.monotonic() < ends:
        assert isinstance(seconds_of(store.ping)[1], StoreUnavailable)
        time.sleep(0.05)
    tries = [tried for tried in proxy.tries if tried > ends - 9]
    gaps = [later - earlier for earlier, later in zip(tries, [*tries[1:], ends], strict=True)]
    assert max(gaps) < 4, gaps  # the pauses do not grow


def test_while_it_is_silent_one_asks_and_the_others_are_refused_at_once(
    store: PostgresStore, proxy: FaultProxy
) -> None:
    proxy.become("stall")
    in_threads(4, lambda _: seconds_of(store.ping))
    took = sorted(seconds for seconds, _ in in_threads(40, lambda _: seconds_of(store.ping)))
    assert took[38] < 2.0 and took[39] < HANGS, took


def test_long_work_that_finds_the_server_again_keeps_nobody_from_asking(store: PostgresStore) -> None:
    store._connections._silent = True

    def rows() -> Iterator[Summary]:
        assert in_threads(2, lambda _: store.head("m1")) == [1, 1]
        yield summary()

    assert store.replace_summaries(rows()) == 1


def test_lines_that_all_died_unnoticed_cost_a_caller_a_moment_and_nobody_a_refusal(
    store: PostgresStore, proxy: FaultProxy
) -> None:
    in_threads(12, lambda _: store._rows("SELECT 1 FROM pg_sleep(0.5)"))
    time.sleep(1.2)  # no longer used lately
    proxy.strand()
    took, answer = seconds_of(lambda: store.head("m1"))
    assert answer == 1 and took < HANGS
    assert in_threads(12, lambda _: store.head("m1")) == [1] * 12


def test_another_server_takes_the_address(proxy: FaultProxy, schema: str, server: Postgres) -> None:
    with (
        own_server(fsync="off") as old,
        proxied(old.url) as address,
        contextlib.closing(PostgresStore(address.url)) as store,
    ):
        store.append("m1", 0, log())
        address.become("stall")  # the old one goes away without a word
        assert isinstance(seconds_of(lambda: store.append("m1", 1, log(count=2)[1:]))[1], StoreUnavailable)
        old.stop("immediate")
        subprocess.run(["cp", "-a", old.data, old.folder / "copy"], check=True)
        (old.folder / "copy" / "postmaster.pid").unlink(missing_ok=True)
        new = Postgres(old.folder, "copy")
        new.start(fsync="off")
        try:
            address.lead_to(new.url)
            address.become("pass")
            assert works_again(store, log(count=2)[1:], "k") < RECOVERS
            assert list(store.events("m1")) == log(count=1) + log(count=2)[1:]
        finally:
            new.stop("immediate")
            shutil.rmtree(new.data)


def test_who_waits_is_woken_after_a_partition_that_nobody_spoke_of(
    store: PostgresStore, proxy: FaultProxy, server: Postgres, schema: str
) -> None:
    store._waiters._poll = 60  # only a call wakes
    woken: list[float] = []

    def wait() -> None:
        with store.listening("m1") as listener:
            waits.set()
            for version in (1, 2, 3):
                while not listener.wait(version, 30):
                    pass
                woken.append(time.monotonic())

    waits = threading.Event()
    waiter = threading.Thread(target=wait, daemon=True)
    waiter.start()
    waits.wait(5)
    events = log(count=4)
    with contextlib.closing(PostgresStore(f"{server.url}&{schema}")) as other:
        other.append("m1", 1, events[1:2])
        deadline = time.monotonic() + RECOVERS
        while not woken and time.monotonic() < deadline:
            time.sleep(0.01)
        proxy.become("stall")
        other.append("m1", 2, events[2:3])
        time.sleep(1)  # its call is swallowed, and the line that it should have come by is dead for good
        proxy.become("pass")
        began = time.monotonic()
        other.append("m1", 3, events[3:])
    waiter.join(2 * RECOVERS)
    assert len(woken) == 3 and woken[-1] - began < RECOVERS


@pytest.mark.parametrize(
    "lock", ["LOCK TABLE event", "SELECT pg_advisory_xact_lock(hashtextextended('m1', 0))"], ids=["table", "match"]
)
def test_a_lock_of_somebody_else_is_not_waited_for_long(
    store: PostgresStore, server: Postgres, schema: str, lock: str
) -> None:
    with psycopg.connect(f"{server.url}&{schema}") as other:
        other.execute(lock)  # type: ignore[call-overload]
        answers = in_threads(6, lambda _: seconds_of(lambda: store.append("m1", 1, log(count=2)[1:])))
        assert max(took for took, _ in answers) < HANGS
        assert {type(answer) for _, answer in answers} == {StoreUnavailable}
        assert store._rows("SELECT 1") == [(1,)], "the server has answered, so nobody is kept from asking"
    store.append("m1", 1, log(count=2)[1:])


def test_without_its_standby_nothing_is_acknowledged(store: PostgresStore, server: Postgres) -> None:
    """No limit may end the wait for the standby: the server would say that it is done."""
    act = log(count=2)[1:]

    def standbys(names: str) -> None:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")  # type: ignore[call-overload]
            connection.execute("SELECT pg_reload_conf()")

    standbys("*")
    try:
        time.sleep(0.5)
        took, answer = seconds_of(lambda: store.append("m1", 1, act, receipt=receipt("k", 2, 2)))
        assert isinstance(answer, StoreUnavailable) and took < HANGS
    finally:
        standbys("")
    assert works_again(store, act, "k") < RECOVERS
    assert [event.version for event in store.events("m1")] == [1, 2]


@pytest.mark.parametrize(
    ("setting", "short", "long"),
    [
        ("statement_timeout", "2s", "1min"),
        ("lock_timeout", "1800ms", "1min"),
        ("idle_in_transaction_session_timeout", "1min", "1min"),
    ],
)
def test_the_server_has_limits_too(store: PostgresStore, setting: str, short: str, long: str) -> None:
    assert store._rows(f"SHOW {setting}") == [(short,)]  # type: ignore[arg-type]
    with store._connections.long() as connection:
        assert connection.execute(f"SHOW {setting}").fetchone() == (long,)  # type: ignore[call-overload]
    assert store._rows(f"SHOW {setting}") == [(short,)]  # type: ignore[arg-type]
