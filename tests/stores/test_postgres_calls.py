"""Calls between processes on PostgreSQL: what is lost with a connection, and what is still to be sent at the end."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterator

import psycopg
import pytest

from referee.stores.postgres import PostgresStore
from referee.stores.postgres_calls import PostgresCalls
from tests.stores.logs import log


@pytest.fixture
def postgres(postgres_url: str) -> Iterator[PostgresStore]:
    with contextlib.closing(PostgresStore(postgres_url)) as store:
        yield store


def test_calls_that_were_lost_with_the_listener_s_connection_are_made_up_for(
    postgres: PostgresStore, postgres_url: str
) -> None:
    postgres._waiters._poll = 30
    postgres.append("m1", 0, log())
    with postgres.listening("m1") as listener, psycopg.connect(postgres_url, autocommit=True) as admin:
        assert not listener.wait(1, 0.1)
        deadline = time.monotonic() + 10
        while not admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query = 'LISTEN \"referee_'"
            " || current_schema() || '\"' AND pid <> pg_backend_pid()"
        ).fetchall():
            assert time.monotonic() < deadline
        with contextlib.closing(PostgresStore(postgres_url)) as other:  # nobody hears its call
            other.append("m1", 1, log(count=2)[1:])
        assert listener.wait(1, 10)


def test_all_calls_before_the_end_are_gathered_and_then_the_end() -> None:
    calls = PostgresCalls("", lambda news: None, lambda: None)
    for item in (("m1", 1), ("m2", 4), ("m1", 2), None):
        calls._news.put(item)
    gathered: queue.SimpleQueue[object] = queue.SimpleQueue()
    threading.Thread(target=lambda: [gathered.put(calls._gathered()) for _ in range(2)], daemon=True).start()
    assert [gathered.get(timeout=5), gathered.get(timeout=5)] == [{"m1": 2, "m2": 4}, None]
