"""What benchmarks.http_workers compares with: Flask that stores nothing, and an endpoint as one would first write it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from flask import Flask, jsonify, request
from marshmallow import Schema, fields

from referee.stores.sqlite_driver import sqlite3


class Fact(Schema):
    """Whatever a table says."""

    seat = fields.String()
    card = fields.String()
    bid = fields.String()
    suit = fields.String()


_local = threading.local()


def _insert(kind: str, body: dict[str, str]) -> None:
    """As in the tutorials: a connection a thread, INSERT, COMMIT, and SQLite's busy handler for whoever must wait."""
    if not hasattr(_local, "connection"):
        _local.connection = sqlite3.connect(os.environ["NAIVE_DATABASE"], timeout=30, isolation_level=None)
        _local.connection.execute("PRAGMA journal_mode = WAL")
        _local.connection.execute("PRAGMA synchronous = FULL")
        _local.connection.execute("CREATE TABLE IF NOT EXISTS fact (id INTEGER PRIMARY KEY, kind TEXT, body TEXT)")
    _local.connection.execute("INSERT INTO fact (kind, body) VALUES (?, ?)", (kind, repr(body)))


def _application(store: Callable[[str, dict[str, str]], None]) -> Flask:
    app, schema = Flask("naive"), Fact()

    @app.post("/m/<kind>")
    def record(kind: str) -> object:
        body = schema.load(request.get_json())
        store(kind, body)
        return jsonify(kind=kind, **body), 201

    @app.get("/healthz")
    def healthz() -> str:
        return "ok"

    return app


bare = _application(lambda kind, body: None)
durable = _application(_insert)
