"""The application under gunicorn: several processes on one address, each with its own store. Knows no routes."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from referee.http.context import EXTENSION, Context

SECONDS_TO_FINISH = 10
CONNECTIONS = 2000  # connections of one worker; those beyond its threads are idle keep-alive ones


class _Log(Logger):  # type: ignore[misc]
    """Sends gunicorn's log lines to the log of the process."""

    def setup(self, cfg: Any) -> None:
        self.error_log.propagate = True
        self.access_log.disabled = True  # the application logs its own requests


class _Worker(ThreadWorker):  # type: ignore[misc]
    """A worker that ends its streams and closes its store when it is stopped or its parent has died."""

    alive: bool

    def run(self) -> None:
        try:
            super().run()
        finally:
            self._context().service.store.close()

    def _context(self) -> Context:
        context: Context = self.wsgi.extensions[EXTENSION]
        return context

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        if not self.alive:
            self._context().stopping.set()
        super().wait_for_and_dispatch_events(timeout)

    def is_parent_alive(self) -> bool:
        if not super().is_parent_alive():
            self.handle_exit(signal.SIGTERM, None)
        return self.alive

    def handle_quit(self, sig: int, frame: object) -> None:
        """Ctrl-C, which reaches every process of a terminal, ends a worker in the same orderly way as SIGTERM."""
        self.handle_exit(sig, frame)


class _Workers(BaseApplication):  # type: ignore[misc]
    def __init__(self, make: Callable[[], Flask], **options: Any) -> None:
        self._make, self._options = make, options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self._make()


def serve(make: Callable[[], Flask], host: str, port: int, workers: int, threads: int) -> None:
    """Serves with that many processes and threads until SIGTERM or SIGINT, then raises SystemExit.

    `make` is called in each process, after the fork. A process that dies is replaced. If the address cannot be
    used that is logged, and the exit status is 1."""
    _Workers(
        make,
        bind=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        workers=workers,
        threads=threads,
        worker_class=_Worker,
        worker_connections=CONNECTIONS,
        keepalive=15,
        graceful_timeout=SECONDS_TO_FINISH,
        logger_class=_Log,
        forwarded_allow_ips="",  # the application itself knows how many proxies it trusts
        control_socket_disable=True,
    ).run()
