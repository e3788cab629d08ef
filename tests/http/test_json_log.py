"""One line a request in the log, with what helps and no secret; the counters of `/metrics`."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.config import Settings
from referee.http.app import create_app
from referee.http.json_log import JsonLines
from referee.service import Service
from referee.stores import open_store
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table, code_of


class Finished(FlaskClient):
    """Takes each reply to its end, as every server does."""

    def open(self, *args: Any, **more: Any) -> TestResponse:
        return super().open(*args, **{"buffered": True, **more})


def an_app(**settings: Any) -> Flask:
    app = create_app(Service(MemoryStore()), Settings(**settings))
    app.test_client_class = Finished
    return app


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """All that is logged at INFO, as a server writes it."""
    written, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(written), root.level
    handler.setFormatter(JsonLines())
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def requests_of(lines: io.StringIO) -> list[dict[str, Any]]:
    """The request lines written so far."""
    return [one for one in map(json.loads, lines.getvalue().splitlines()) if one["logger"] == "referee.requests"]


def test_a_line_says_who_asked_what_and_how_it_went(lines: io.StringIO) -> None:
    table = Table(an_app())
    table.post("bids", {"seat": "N", "bid": "5"}, headers={"X-Request-ID": "bid-1"})
    table.post("bids", {"seat": "N", "bid": "pass"})
    opened, bid, refused = requests_of(lines)
    assert (opened["path"], opened["status"]) == (f"{BASE}/matches", 201)
    assert {**bid, "at": "", "ms": 0} == {
        "at": "", "level": "info", "logger": "referee.requests", "message": "request", "method": "POST", "ms": 0,
        "path": f"{BASE}/matches/{{match}}/bids", "status": 201, "request_id": "bid-1", "match": table.id,
    }  # fmt: skip
    assert (refused["status"], refused["code"]) == (409, "not-your-turn")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", bid["at"]) and bid["ms"] >= 0
    assert re.fullmatch("[0-9a-f]{16}", refused["request_id"])


def test_no_secret_is_ever_logged(lines: io.StringIO) -> None:
    table = Table(an_app(), players={"N": "Zebulon"})
    client, code = table.client, table.join_code
    joined = client.post(f"{BASE}/joins", json={"code": code, "seat": "E", "name": "Yolanda"}).json["token"]
    ticket = table.done("tickets", role="viewer")["ticket"]
    fresh = table.done("tokens", {"role": "viewer"})["token"]
    for path in (f"/j/{code}", f"/qr/{code}.svg", f"{BASE}/joins/{code}", f"/m/{fresh}", f"/no/{fresh}", f"/{code}?{fresh}",
                 f"{BASE}/matches/{fresh}", f"{BASE}/matches/{table.id}/stream?wait=0&ticket={ticket}"):  # fmt: skip
        client.get(path)
        client.get(path, headers={"Authorization": f"Bearer {joined}"})
    for body in (b"{" + fresh.encode(), json.dumps({"code": code, fresh: 1}).encode()):
        client.post(f"{BASE}/joins", data=body, content_type="application/json")
    secrets = [*table.tokens.values(), code, joined, ticket, fresh, "Zebulon", "Yolanda", "Bearer"]
    assert len(requests_of(lines)) == 22
    assert [secret for secret in secrets if secret in lines.getvalue()] == []


def test_a_match_that_the_asker_may_not_see_is_not_named(lines: io.StringIO) -> None:
    app = an_app()
    table, other = Table(app), Table(app)
    table.client.get(other.url(), headers={"Authorization": f"Bearer {table.tokens['N']}"})
    assert "match" not in requests_of(lines)[-1]


def test_an_error_is_logged_with_its_request(lines: io.StringIO) -> None:
    app = an_app()

    @app.get("/broken")
    def broken() -> Response:
        raise ZeroDivisionError("no such number")

    assert code_of(app.test_client().get("/broken", headers={"X-Request-ID": "r1"})) == (500, "internal-error")
    error, request = map(json.loads, lines.getvalue().splitlines())
    assert error["level"] == "error" and error["request_id"] == request["request_id"] == "r1"
    assert "ZeroDivisionError: no such number" in error["trace"]


def metrics(app: Flask) -> dict[str, float]:
    """The figures of `/metrics` by name and labels."""
    reply = app.test_client().get("/metrics")
    assert reply.content_type.startswith("text/plain; version=")
    rows = (line.rpartition(" ") for line in reply.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in rows}


def test_what_is_counted(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/referee.db")
    app = create_app(Service(store), Settings())
    app.test_client_class = Finished
    table = Table(app)
    for _ in range(2):
        table.post("bids", {"seat": "N", "bid": "5"}, headers={"Idempotency-Key": "k"})
    table.post("bids", {"seat": "N", "bid": "pass"})
    with table.client.get(
        table.url("stream"), headers={"Authorization": f"Bearer {table.tokens['N']}"}, buffered=False
    ):
        assert metrics(app)["referee_open_streams"] == 1
    assert metrics(app)["referee_wal_bytes"] == store.wal_bytes() > 0
    store.close()
    assert table.get(role="N").status_code == 503
    found = metrics(app)
    bids = f'route="{BASE}/matches/{{match}}/bids"'
    assert found[f'referee_requests_total{{method="POST",{bids},status="201"}}'] == 2
    assert found[f'referee_requests_total{{method="POST",{bids},status="409"}}'] == 1
    assert found['referee_acts_total{type="bid-made"}'] == 1
    assert found['referee_refusals_total{code="not-your-turn"}'] == 1
    assert found['referee_refusals_total{code="store-unavailable"}'] == 1
    assert found["referee_store_errors_total"] == 1
    assert found["referee_open_streams"] == 0


def test_labels_come_from_the_routes_alone() -> None:
    app = an_app()
    for number in range(3):
        app.test_client().open(f"/made/up/{number}", method=f"GUESS{number}")
    assert metrics(app)['referee_requests_total{method="",route="",status="404"}'] == 3
    assert "referee_acts_total" not in metrics(an_app())
