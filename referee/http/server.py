"""The application under waitress: many threads for many streams, and an orderly shutdown. Knows no routes."""

from __future__ import annotations

import resource
import signal
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]

from referee.http.admission import room_of
from referee.http.connections import Channel, cut_for_room, cut_for_threads, cut_overdue
from referee.http.context import EXTENSION, Context

CONNECTIONS = 2_000
ARRIVALS = 256  # connections accepted in one pass, and kept free for the next
UNREAD_EACH = 256 * 1024  # bytes that may wait for one reader before its thread waits
ARRIVALS_SHARED = 4  # accepted in one pass where other processes accept too, so that each gets its part
OTHER_FILES = 200  # file descriptors of the process besides its connections
SECONDS_TO_FINISH = 8.0


class CannotListen(Exception):
    """The address is taken, forbidden or invalid; the message names it."""


class Server:
    """A listening server; `run` serves until `stop` is called from another thread or a signal handler."""

    def __init__(
        self,
        app: Flask,
        host: str = "",
        port: int = 0,
        threads: int | None = None,
        listening: Sequence[socket.socket] = (),
    ) -> None:
        """Listens at once, or takes the sockets that several processes share; raises CannotListen."""
        self.house: Context = app.extensions[EXTENSION]
        self._map: dict[int, Any] = {}
        self._stopping = threading.Event()
        self._threads = threads or self.house.settings.threads
        self._connections = min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHER_FILES)
        self._next_look = 0.0
        self._arrivals = ARRIVALS_SHARED if listening else ARRIVALS
        self.house.streams.room = min(self.house.streams.room, self._threads - self._threads // 5 - 1)
        self._waitress = _listening(
            app,
            {"sockets": listening} if listening else {"host": host, "port": port},
            map=self._map,
            threads=self._threads,
            connection_limit=self._connections,
            backlog=1024,
            asyncore_use_poll=True,
            channel_request_lookahead=1,
            max_request_body_size=2**31,
            outbuf_high_watermark=UNREAD_EACH,
            clear_untrusted_proxy_headers=not self.house.settings.proxies,
            ident=None,
        )
        for listener in self._listeners():
            # The kernel's buffer of one connection too, which would otherwise be megabytes.
            listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_EACH)
            listener.channel_class = partial(Channel, room_of(app), self.house.settings.patience)

    @property
    def port(self) -> int:
        """The port it listens on, also if any free one was asked for."""
        return int(self._listeners()[0].effective_port)

    def run(self) -> None:
        """Serves until it is stopped; then finishes what is in flight, ends the streams and closes the store."""
        while not self._stopping.is_set():
            self._pass(1.0)
        self._finish()

    def stop(self) -> None:
        """Makes `run` return within seconds."""
        self._stopping.set()
        for listener in self._listeners():
            listener.pull_trigger()

    def _listeners(self) -> list[Any]:
        return [one for one in list(self._map.values()) if isinstance(one, BaseWSGIServer)]

    def _pass(self, seconds: float) -> None:
        """Cuts connections that are due, while no thread uses their sockets; then waits for input and handles it."""
        starved = self._look_after()
        wasyncore.loop(timeout=min(seconds, 0.1) if starved else seconds, use_poll=True, map=self._map, count=1)
        for listener in self._listeners():
            _accept_more(listener, self._arrivals)

    def _look_after(self) -> bool:
        """Cuts connections that would keep others waiting. Returns whether requests are waiting for a thread."""
        now, channels = time.monotonic(), [one for one in self._map.values() if isinstance(one, Channel)]
        if now >= self._next_look:
            self._next_look = now + 1.0
            cut_overdue(channels, now)
        if (above := len(self._map) + ARRIVALS - self._connections) > 0:
            cut_for_room(channels, above)
        waiting = len(self._waitress.task_dispatcher.queue)
        if waiting:
            cut_for_threads(channels, waiting, now)
        return waiting > 0

    def _finish(self) -> None:
        self._pass(0)  # connections that wait to be accepted are served too
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


def _listening(app: Flask, where: Mapping[str, Any], **more: Any) -> Any:
    try:
        return create_server(app, **where, **more)
    except (OSError, ValueError) as error:  # a ValueError if the name is not a host
        raise CannotListen(f"cannot listen on {where.get('host')}:{where.get('port')}: {error}") from error


def _accept_more(listener: Any, arrivals: int) -> None:
    """Accepts the other waiting connections: waitress accepts only one in each pass, and passes may be slow."""
    for _ in range(arrivals - 1):
        before = len(listener.active_channels)
        if not listener.accepting or listener.handle_accept() or len(listener.active_channels) == before:
            return


def _busy(one: Any) -> bool:
    return isinstance(one, Channel) and bool(one.request or one.requests or one.total_outbufs_len)


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
