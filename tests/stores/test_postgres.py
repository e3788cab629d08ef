"""What is special to PostgreSQL: triggers, locks, lost servers, pools and settings."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, LiteralString

import psycopg
import pytest

from referee.events.log import check_chain
from referee.stores import open_store, postgres_schema
from referee.stores.contract import (
    AlreadyDone,
    CodeTaken,
    DeadToken,
    StaleVersion,
    StoreError,
    StoreUnavailable,
    Summary,
    UnknownMatch,
)
from referee.stores.postgres import PostgresStore
from referee.stores.postgres_connections import CONNECTIONS
from referee.stores.postgres_schema import _STEPS, migrate
from tests.stores.logs import evening, grant, log, open_m1, receipt, summary
from tests.stores.postgres_server import own_server
from tests.stores.test_contract_threads import in_threads
from tests.stores.test_contract_waiting import news

AS_EVENT_5 = "INSERT INTO event SELECT match, {}, act, type, data, by, at, hash FROM event WHERE version = 1"


@pytest.fixture
def postgres(postgres_url: str) -> Iterator[PostgresStore]:
    with contextlib.closing(PostgresStore(postgres_url)) as store:
        yield store


def blocked(connection: psycopg.Connection[Any]) -> None:
    """Return when somebody waits for this connection to commit."""
    deadline = time.monotonic() + 30
    while not connection.execute(
        "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    ).fetchall():
        assert time.monotonic() < deadline


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE event SET data = '{}' WHERE version = 2", "never changed"),
        ("UPDATE event SET version = 9 WHERE version = 5", "never changed"),
        ("DELETE FROM event WHERE version = 5", "whole match"),
        ("DELETE FROM event", "whole match"),
        ("TRUNCATE event", "whole match"),
        ("TRUNCATE match CASCADE", "by its name"),
        (AS_EVENT_5.format(7), "follows"),
        (AS_EVENT_5.format(5), "follows"),
        (AS_EVENT_5.format(0), "follows"),
        (AS_EVENT_5.format(5) + " ON CONFLICT (match, version) DO UPDATE SET data = '{}'", "follows"),
        ("UPDATE match SET id = 'm2'", "keeps its name"),
        ("INSERT INTO match VALUES ('m1', 'm2')", "match_pkey"),
        ("INSERT INTO join_code VALUES ('code', 'm2')", "join_code_pkey"),
    ],
)
def test_history_cannot_be_changed_with_any_tool(
    postgres: PostgresStore, postgres_url: str, sql: str, says: str
) -> None:
    events = log(count=5)
    postgres.append("m1", 0, events, join_code_hash="code")
    with psycopg.connect(postgres_url) as connection, pytest.raises(psycopg.IntegrityError, match=says):
        connection.execute(sql)  # type: ignore[call-overload]
    assert list(postgres.events("m1")) == events


@pytest.mark.parametrize("steps", range(len(_STEPS)))
def test_a_schema_of_an_older_referee_is_brought_up_to_date(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    with monkeypatch.context() as then, psycopg.connect(postgres_url, autocommit=True) as connection:
        then.setattr(postgres_schema, "_STEPS", dict(list(_STEPS.items())[:steps]))
        migrate(connection)
    with contextlib.closing(PostgresStore(postgres_url)) as store:
        events = open_m1(store)
        store.append("m1", 3, log(count=1, after=events[-1]), token_hash="t-N", summary=summary(version=4))
        assert [row.version for row in store.summaries()] == [4]


def test_a_whole_match_can_be_deleted_with_any_tool(postgres: PostgresStore, postgres_url: str) -> None:
    for match in ("m1", "m2"):
        postgres.append(
            match,
            0,
            log(match, 3),
            receipt=receipt(match),
            scope="matches",
            join_code_hash=match,
            grants=[grant("N", match, takes=True)],
            summary=summary(match),
        )
        postgres.append(match, 3, [], receipt=receipt())
    tables = ("match", "event", "receipt", "wide_receipt", "token", "seat", "summary", "join_code")
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DELETE FROM match WHERE id = 'm2'")
        left = [connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in tables]  # type: ignore[call-overload]
    assert left == [(1,), (3,), (1,), (1,), (1,), (1,), (1,), (1,)]


@pytest.mark.parametrize("schema_was_there", [False, True])
def test_servers_that_start_at_once_all_open_it(postgres_url: str, schema_was_there: bool) -> None:
    if schema_was_there:
        open_store(postgres_url).close()
    stores = in_threads(4, lambda number: open_store(postgres_url))
    stores[0].append("m1", 0, log())
    assert [store.head("m1") for store in stores] == [1] * 4
    for store in stores:
        store.close()


def test_a_database_of_a_newer_referee_is_left_alone(postgres_url: str) -> None:
    open_store(postgres_url).close()
    with psycopg.connect(postgres_url) as connection:
        connection.execute("INSERT INTO referee_step VALUES ('9999-later', now())")
    with pytest.raises(StoreUnavailable, match="newer Referee"):
        open_store(postgres_url)


def test_a_database_of_somebody_else_is_left_alone(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("CREATE TABLE match (wood text)")
    with pytest.raises(StoreUnavailable, match="already exists"):
        open_store(postgres_url)
    with psycopg.connect(postgres_url) as connection:
        tables = connection.execute("SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace")
        assert tables.fetchall() == [("match",)]


@pytest.mark.parametrize(
    ("url", "says"),
    [("postgresql://nobody@127.0.0.1:1/none", "refused"), ("postgresql:///x?nonsense=1", "nonsense")],
)
def test_a_server_that_is_not_there_is_unavailable(url: str, says: str) -> None:
    with pytest.raises(StoreUnavailable, match=says):
        open_store(url)


@pytest.mark.parametrize("strange", ["a\0b", "\ud800"])
def test_what_postgresql_cannot_hold_is_not_there(postgres: PostgresStore, strange: str) -> None:
    assert postgres.head(strange) == 0
    with pytest.raises(UnknownMatch):
        postgres.delete(strange)
    assert (list(postgres.events(strange)), postgres.role_of(strange), postgres.receipt("m1", strange)) == (
        [],
        None,
        None,
    )
    with pytest.raises(StoreError):
        postgres.append(strange, 0, log())


def test_acts_are_durable_whatever_the_server_thinks(postgres_url: str) -> None:
    with contextlib.closing(PostgresStore(postgres_url + "%20-csynchronous_commit%3Doff")) as store:
        assert store._rows("SHOW synchronous_commit") == [("on",)]
        assert store._rows("SHOW default_transaction_isolation") == [("read committed",)]


def test_of_eight_who_open_with_one_key_one_match_comes_to_be(postgres: PostgresStore) -> None:
    answers = in_threads(8, lambda n: postgres.append(f"m{n}", 0, log(f"m{n}"), receipt=receipt(), scope="matches"))
    assert answers.count(None) == 1
    assert {type(error) for error in answers if error} == {AlreadyDone}
    assert len(list(postgres.matches())) == 1


def test_of_eight_who_draw_one_join_code_one_has_it(postgres: PostgresStore) -> None:
    answers = in_threads(8, lambda n: postgres.append(f"m{n}", 0, log(f"m{n}"), join_code_hash="code"))
    assert answers.count(None) == 1
    assert {type(error) for error in answers if error} == {CodeTaken}


def test_no_renewal_falls_between_the_look_at_a_token_and_its_act(postgres: PostgresStore, postgres_url: str) -> None:
    events = open_m1(postgres)
    act = log(count=1, after=events[-1])
    with ThreadPoolExecutor() as pool, psycopg.connect(postgres_url) as renewal:
        renewal.execute("SELECT pg_advisory_xact_lock(hashtextextended('m1', 0))")
        waiting = pool.submit(postgres.append, "m1", 3, act, token_hash="t-N")
        blocked(renewal)
        renewal.execute("DELETE FROM token WHERE token_hash = 't-N'")
        renewal.commit()
        with pytest.raises(DeadToken):
            waiting.result(30)
    assert postgres.head("m1") == 3


def test_without_the_lock_the_keys_still_refuse(postgres: PostgresStore, postgres_url: str) -> None:
    """As on a distributed database, where two nodes do not see each other's locks."""
    with psycopg.connect(postgres_url) as connection:
        body = connection.execute("SELECT pg_get_functiondef('append_act'::regproc)").fetchone()
        assert body
        unlocked = body[0].replace("PERFORM pg_advisory_xact_lock(hashtextextended(a_match, 0));", "")
        assert unlocked != body[0]
        connection.execute(unlocked)
    for match in (f"m{number}" for number in range(1, 20)):
        answers = in_threads(8, lambda n, match=match: postgres.append(match, 0, log(match)))
        assert answers.count(None) == 1
        assert {type(error) for error in answers if error} == {StaleVersion}
    for version in range(1, 20):
        act = log(count=version + 1)[version:]
        answers = in_threads(8, lambda n, act=act: postgres.append("m1", act[0].version - 1, act))
        assert answers.count(None) == 1
        assert {type(error) for error in answers if error} <= {StaleVersion, StoreError}
    last = check_chain(postgres.events("m1"))
    assert last and last.version == 20


def test_summaries_are_rebuilt_while_more_writers_wait_than_there_are_connections(postgres: PostgresStore) -> None:
    postgres.append("m1", 0, list(evening("m1", 2)))
    writers = [
        threading.Thread(target=postgres.append, args=(f"w{n}", 0, log(f"w{n}"))) for n in range(CONNECTIONS + 4)
    ]

    def rows() -> Iterator[Summary]:
        for writer in writers:
            writer.start()
        time.sleep(0.3)
        for match in list(postgres.matches()):
            yield summary(match, sum(1 for _ in postgres.events(match)))

    assert postgres.replace_summaries(rows()) == 1
    for writer in writers:
        writer.join()
    assert len(list(postgres.matches())) == CONNECTIONS + 5


def test_a_server_that_comes_back_finds_us_again() -> None:
    with own_server(fsync="off") as server, contextlib.closing(PostgresStore(server.url)) as store:
        store._waiters._poll = 30
        store.append("m1", 0, log())
        assert not news(store, "m1", 1, 0.5)
        server.stop("immediate")
        with pytest.raises(StoreUnavailable):
            store.append("m1", 1, log(count=2)[1:])
        woken: list[bool] = []
        waiter = threading.Thread(target=lambda: woken.append(news(store, "m1", 1, 30)))
        server.start()
        deadline = time.monotonic() + 20
        while True:
            with contextlib.suppress(StoreUnavailable):
                if store.head("m1") == 1:
                    break
            assert time.monotonic() < deadline
        waiter.start()
        with contextlib.closing(PostgresStore(server.url)) as other:  # its call comes through the new connection, or
            other.append("m1", 1, log(count=2)[1:])  # before there is one, and then all are woken when there is
        waiter.join()
        assert woken == [True]
        assert list(store.events("m1")) == log(count=2)[:1] + log(count=2)[1:]


CLASHES = [
    ("INSERT INTO match VALUES ('m2', 'm2')", StaleVersion),
    (
        "INSERT INTO event SELECT 'm2', version, act, type, data, by, at, hash FROM event WHERE version = 1",
        StaleVersion,
    ),
    ("INSERT INTO join_code VALUES ('code', 'm1')", CodeTaken),
    ("INSERT INTO wide_receipt SELECT 'matches', 'k', 'm1', repeat('a', 64), 1, 1, '{}'", AlreadyDone),
]


@pytest.mark.parametrize("sql,refusal", CLASHES, ids=[sql.split()[2] for sql, _ in CLASHES])
def test_what_another_node_wrote_at_the_same_moment_refuses_as_if_it_had_been_there(
    postgres: PostgresStore, postgres_url: str, sql: LiteralString, refusal: type[StoreError]
) -> None:
    """Where its lock is not seen, as on a distributed database: its rows come to light at its commit."""
    postgres.append("m1", 0, log())
    act = partial(postgres.append, "m2", 0, log("m2"), receipt=receipt(), scope="matches", join_code_hash="code")
    with ThreadPoolExecutor() as pool, psycopg.connect(postgres_url) as other:
        other.execute(sql)
        late = pool.submit(act)
        blocked(other)
        other.commit()
        with pytest.raises(refusal):
            late.result(30)
