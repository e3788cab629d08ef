"""Servers and senders for tests: the same requests in process and over a socket."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests
from flask import Flask

from referee.http.server import Server
from tests.scenarios import Send


def in_process(app: Flask) -> Send:
    """Sends through the application's test client."""
    client = app.test_client()

    def send(method: str, path: str, body: Any, token: str | None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        reply = client.open(path, method=method, json=body, headers=headers)
        return reply.status_code, reply.get_json()

    return send


def over_http(base: str, session: requests.Session) -> Send:
    """Sends to a base URL."""

    def send(method: str, path: str, body: Any, token: str | None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        reply = session.request(method, base + path, json=body, headers=headers, timeout=30)
        return reply.status_code, reply.json()

    return send


@contextmanager
def running(app: Flask, threads: int = 16) -> Iterator[str]:
    """A real server on a free port; its base URL."""
    server = Server(app, "127.0.0.1", 0, threads)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()
