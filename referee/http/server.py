"""Waitress around the application: many threads for many streams, and an orderly end. Knows no routes."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]

from referee.http.context import EXTENSION, Context

LARGEST_BODY = 64 * 2**20
SECONDS_TO_FINISH = 8.0


class CannotListen(Exception):
    """The address is taken, forbidden or none; the message names it."""


class Server:
    """A listening server; `run` serves until `stop` is called from another thread or a signal handler."""

    def __init__(self, app: Flask, host: str, port: int, threads: int | None = None) -> None:
        """Listens at once; raises CannotListen."""
        self.house: Context = app.extensions[EXTENSION]
        self._map: dict[int, Any] = {}
        self._stopping = threading.Event()
        self._waitress = _listening(
            app,
            host,
            port,
            map=self._map,
            threads=threads or self.house.settings.threads,
            connection_limit=2000,
            backlog=1024,
            asyncore_use_poll=True,
            channel_request_lookahead=1,
            max_request_body_size=LARGEST_BODY,
            clear_untrusted_proxy_headers=not self.house.settings.proxies,
            ident=None,
        )

    @property
    def port(self) -> int:
        """The port it listens on, also where any free one was asked for."""
        return int(self._listeners()[0].effective_port)

    def run(self) -> None:
        """Serves until it is stopped; then finishes what is in flight, ends the streams and closes the store."""
        while not self._stopping.is_set():
            self._pass(1.0)
        self._finish()

    def stop(self) -> None:
        """Lets `run` return within seconds."""
        self._stopping.set()
        for listener in self._listeners():
            listener.pull_trigger()

    def _listeners(self) -> list[Any]:
        return [one for one in list(self._map.values()) if isinstance(one, BaseWSGIServer)]

    def _pass(self, seconds: float) -> None:
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def _finish(self) -> None:
        self._pass(0)  # who has connected and waits to be accepted is served too
        listeners = self._listeners()
        for listener in listeners:
            wasyncore.dispatcher.close(listener)  # no new connections; those that are open go on
        self.house.stopping.set()
        deadline = time.monotonic() + SECONDS_TO_FINISH
        self._pass(0.1)  # what was sent before the end is read
        while time.monotonic() < deadline and any(map(_busy, list(self._map.values()))):
            self._pass(0.1)
        self._waitress.task_dispatcher.shutdown(timeout=2)
        for listener in listeners:
            listener.trigger.close()
        wasyncore.close_all(self._map)
        self.house.service.store.close()


def _listening(app: Flask, host: str, port: int, **more: Any) -> Any:
    try:
        return create_server(app, host=host, port=port, **more)
    except (OSError, ValueError) as error:  # a ValueError for a name that is no host
        raise CannotListen(f"cannot listen on {host}:{port}: {error}") from error


def _busy(one: Any) -> bool:
    return isinstance(one, HTTPChannel) and bool(one.request or one.requests or one.total_outbufs_len)


def serve(app: Flask, host: str, port: int) -> None:
    """Serves until SIGTERM or SIGINT, then closes the store; raises CannotListen."""
    try:
        server = Server(app, host, port)
    except CannotListen:
        app.extensions[EXTENSION].service.store.close()
        raise
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    server.run()
