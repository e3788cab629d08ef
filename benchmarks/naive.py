"""What benchmarks.http_workers compares with: Flask that stores nothing, and endpoints as one would write them first."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import closing
from functools import cache

from flask import Flask, g, jsonify, request
from marshmallow import Schema, fields

from referee.stores.sqlite_driver import sqlite3


class Fact(Schema):
    """One fact from a table, of any kind."""

    seat = fields.String()
    card = fields.String()
    bid = fields.String()
    suit = fields.String()


_local = threading.local()


@cache
def _file(setting: str) -> str:
    """The database that the setting names; its table is made once a process."""
    with closing(sqlite3.connect(os.environ[setting])) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS fact (id INTEGER PRIMARY KEY, kind TEXT, body TEXT)")
    return os.environ[setting]


def _insert(kind: str, body: dict[str, str]) -> None:
    """As Flask's documentation has it (Using SQLite 3 with Flask): a connection a request, INSERT, COMMIT."""
    g.database = sqlite3.connect(_file("NAIVE_DATABASE"))
    g.database.execute("INSERT INTO fact (kind, body) VALUES (?, ?)", (kind, repr(body)))
    g.database.commit()


def _insert_tuned(kind: str, body: dict[str, str]) -> None:
    """The same with a write-ahead log, a connection kept by each thread and patience; waiting is still SQLite's."""
    if not hasattr(_local, "connection"):
        _local.connection = sqlite3.connect(_file("TUNED_DATABASE"), timeout=30, isolation_level=None)
        _local.connection.execute("PRAGMA journal_mode = WAL")
        _local.connection.execute("PRAGMA synchronous = FULL")
    _local.connection.execute("INSERT INTO fact (kind, body) VALUES (?, ?)", (kind, repr(body)))


def _application(store: Callable[[str, dict[str, str]], None]) -> Flask:
    app, schema = Flask("naive"), Fact()

    @app.post("/m/<kind>")
    def record(kind: str) -> object:
        body = schema.load(request.get_json())
        store(kind, body)
        return jsonify(kind=kind, **body), 201

    @app.teardown_appcontext
    def close(error: BaseException | None) -> None:
        if database := g.pop("database", None):
            database.close()

    @app.get("/healthz")
    def healthz() -> str:
        return "ok"

    return app


bare = _application(lambda kind, body: None)
naive = _application(_insert)
tuned = _application(_insert_tuned)
