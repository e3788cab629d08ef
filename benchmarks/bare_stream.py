"""A minimal live stream to compare with in benchmarks.streams: a durable insert and a wake-up within its process."""

from __future__ import annotations

import json
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.stores.sqlite_driver import sqlite3

_moved: dict[str, threading.Condition] = defaultdict(threading.Condition)
_versions: dict[str, int] = defaultdict(int)
_turn = threading.Lock()
_connections: list[sqlite3.Connection] = []


def _insert(table: str, body: bytes) -> int:
    with _turn:
        if not _connections:
            connection = sqlite3.connect(os.environ["BARE_STREAM"], isolation_level=None, check_same_thread=False)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("CREATE TABLE IF NOT EXISTS event (match TEXT, version INTEGER, body TEXT)")
            _connections.append(connection)
        version = _versions[table] + 1
        _connections[0].execute("INSERT INTO event VALUES (?, ?, ?)", (table, version, body.decode()))
        _versions[table] = version
    with _moved[table]:
        _moved[table].notify_all()
    return version


def _stream(table: str) -> Iterator[bytes]:
    yield b": hello\n\n"
    seen = 0
    while True:
        with _moved[table]:
            if _versions[table] == seen and not _moved[table].wait(5):
                yield b": still here\n\n"
        while seen < _versions[table]:
            seen += 1
            yield f"id: {seen}\nevent: bare\ndata: {{}}\n\n".encode()


def app(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """POST /TABLE records, GET /TABLE streams."""
    table = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] == "POST":
        version = _insert(table, environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        start_response("201 Created", [("Content-Type", "application/json")])
        return [json.dumps({"version": version}).encode()]
    if table == "/healthz":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"ok"]
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    return _stream(table)
