"""Server-sent events: bounded in process, live over a socket of a real server."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.http.context import EXTENSION
from referee.service import Service
from referee.stores.memory import MemoryStore
from referee.stores.sqlite import SqliteStore
from tests.http.servers import running
from tests.http.tables import Table, code_of, plain

QUICK = Settings(rate_limit=False, heartbeat=0.2, streams=2)


def messages(text: str) -> list[dict[str, str]]:
    """The events of a stream by their fields."""
    blocks = [block for block in text.split("\n\n") if block.startswith("id: ")]
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def test_what_there_is_and_the_end(each_table: Table) -> None:
    table = each_table
    table.bid("N:4 E:pass")
    reply = table.get("stream?wait=0")
    assert reply.content_type == "text/event-stream" and reply.headers["Cache-Control"] == "no-store"
    told = messages(reply.text)
    assert [(plain(one["id"]), one["event"]) for one in told[1:]] == [
        ("2", "deal-started"),
        ("3", "bid-made"),
        ("4", "bid-made"),
    ]
    lines = table.get("events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert [one["data"] for one in told] == lines


@pytest.mark.parametrize(
    ("query", "headers", "versions"),
    [("", {}, ["1", "2"]), ("&after=1", {}, ["2"]), ("&after=9", {}, []), ("&after=0", {"Last-Event-ID": "1"}, ["2"]),
     ("&after=1", {"Last-Event-ID": ""}, ["2"])],
)  # fmt: skip
def test_a_stream_resumes(table: Table, query: str, headers: Any, versions: list[str]) -> None:
    told = messages(table.get(f"stream?wait=0{query}", headers=headers).text)
    assert [plain(one["id"]) for one in told] == versions


@pytest.mark.parametrize(("query", "headers"), [("after=x", {}), ("wait=2", {}), ("", {"Last-Event-ID": "x"})])
def test_streams_that_cannot_be(table: Table, query: str, headers: Any) -> None:
    assert code_of(table.get(f"stream?wait=0&{query}" if "wait" not in query else f"stream?{query}", headers=headers)) == (
        422, "invalid-request",
    )  # fmt: skip


@pytest.fixture
def live(tmp_path: Path) -> Iterator[tuple[Flask, str]]:
    """An application and the address at which it is served."""
    app = create_app(Service(SqliteStore(str(tmp_path / "live.db"))), QUICK)
    with running(app, threads=8) as base:
        yield app, base


def opened(base: str, table: Table, role: str = "viewer") -> requests.Response:
    """A stream of a table over a socket."""
    headers = {"Authorization": f"Bearer {table.tokens[role]}"}
    return requests.get(f"{base}{table.url('stream')}?after=2", headers=headers, stream=True, timeout=10)


def test_events_arrive_as_they_are_recorded(live: tuple[Flask, str]) -> None:
    app, base = live
    table = Table(app)
    with opened(base, table) as reply:
        lines = reply.iter_lines(decode_unicode=True)
        assert next(lines) == "retry: 2000"
        assert ": still here" in (next(lines), next(lines))
        table.bid("N:4")
        arrived = [line for line in (next(lines) for _ in range(8)) if line.startswith("data: ")]
        assert arrived == ["data: " + table.get("events?after=2").text.partition('"events":[')[2].partition("]")[0]]


def test_a_dead_token_ends_its_stream(live: tuple[Flask, str]) -> None:
    app, base = live
    table = Table(app)
    with opened(base, table) as reply:
        lines = reply.iter_lines(decode_unicode=True)
        assert next(lines) == "retry: 2000"
        table.done("tokens", {"role": "viewer"})
        started = time.monotonic()
        assert all(line in ("", ": still here") for line in lines)
        assert time.monotonic() - started < 3


def test_there_are_only_so_many_streams(live: tuple[Flask, str]) -> None:
    app, base = live
    table = Table(app)
    with opened(base, table) as first, opened(base, table) as second:
        assert (first.status_code, second.status_code) == (200, 200)
        third = opened(base, table)
        assert (third.status_code, third.json()["code"]) == (503, "too-many-streams")
        assert third.headers["Retry-After"] == "5"
    deadline = time.monotonic() + 10
    while (status := opened_status(base, table)) == 503 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert status == 200


def opened_status(base: str, table: Table) -> int:
    """Whether there is room for a stream."""
    with opened(base, table) as reply:
        return reply.status_code


def test_a_stopping_server_ends_its_streams() -> None:
    app = create_app(Service(MemoryStore()), QUICK)
    with running(app, threads=4) as base:
        reply = opened(base, Table(app))
        lines = reply.iter_lines(decode_unicode=True)
        assert next(lines) == "retry: 2000"
        started = time.monotonic()
    assert all(line in ("", ": still here") for line in lines)
    assert time.monotonic() - started < 5
    reply.close()


def test_no_streams_at_all() -> None:
    table = Table(create_app(Service(MemoryStore()), Settings(streams=0)))
    assert code_of(table.get("stream")) == (503, "too-many-streams")
    assert table.get("stream?wait=0").status_code == 200


def test_a_stream_that_nobody_reads_gives_its_place_back() -> None:
    app = create_app(Service(MemoryStore()), Settings(streams=1, rate_limit=False))
    table = Table(app)
    for _ in range(3):
        with table.client.get(
            table.url("stream"), headers={"Authorization": f"Bearer {table.tokens['N']}"}, buffered=False
        ) as reply:
            assert reply.status_code == 200
    assert app.extensions[EXTENSION].streams.take("anybody")


def test_one_token_holds_at_most_eight_streams() -> None:
    app = create_app(Service(MemoryStore()), Settings(rate_limit=False, heartbeat=0.2))
    table = Table(app)
    with running(app, threads=20) as base, contextlib.ExitStack() as open_streams:
        for _ in range(8):
            assert open_streams.enter_context(opened(base, table)).status_code == 200
        ninth = opened(base, table)
        assert (ninth.status_code, ninth.json()["code"]) == (503, "too-many-streams")
        table.tokens["viewer"] = table.done("tokens", {"role": "viewer"})["token"]  # another token has room
        assert open_streams.enter_context(opened(base, table)).status_code == 200
