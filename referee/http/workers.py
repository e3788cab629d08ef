"""gunicorn around the application: several processes on one address, each with a store of its own. Knows no routes."""

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
CONNECTIONS = 2000  # of one worker; those beyond its threads are kept alive between two requests


class _Log(Logger):  # type: ignore[misc]
    """gunicorn's own lines, among the others of the process."""

    def setup(self, cfg: Any) -> None:
        self.error_log.propagate = True
        self.access_log.disabled = True  # the application logs its requests


class _Worker(ThreadWorker):  # type: ignore[misc]
    """A process that ends its streams and closes its store when it is to end, or when its parent has died."""

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
        """Ctrl-C, which reaches every process of a terminal, ends a worker as orderly as SIGTERM does."""
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
    """Serve with so many processes of so many threads until SIGTERM or SIGINT, then raise SystemExit.

    `make` is called in each process, after the fork. A process that dies is replaced. An address that cannot be had is
    logged, and the status is 1."""
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
