"""A server to attack, in a process of its own: `[ADMIN-TOKEN [THREADS [WORKERS]]]`; serves until its input ends or it is killed."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator

from flask import Flask, Response

from referee.config import Settings
from referee.http.app import create_app
from referee.http.server import Server
from referee.http.workers import serve
from referee.service import Service
from referee.stores.memory import MemoryStore

PATIENCE = 1.5
PIECE = b"x" * 65_536
WHOLE = 4 * 2**20


def pieces() -> Iterator[bytes]:
    """Twenty megabytes, as an export gives them out."""
    for _ in range(320):
        yield PIECE


def application(settings: Settings) -> Flask:
    """The application with two addresses more, of long answers."""
    app = create_app(Service(MemoryStore()), settings)
    app.add_url_rule("/pieces", "pieces", lambda: Response(pieces()))
    app.add_url_rule("/whole", "whole", lambda: Response(PIECE * (WHOLE // len(PIECE))))
    return app


def main() -> None:
    admin, threads, workers = [*sys.argv[1:], "", "", ""][:3]
    patience = 60.0 if threads else PATIENCE  # few threads must not be helped by readers who have had their time
    settings = Settings(rate_limit=False, patience=patience, admin_token=admin or None)
    if workers:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        print(port, flush=True)
        serve(lambda: application(settings), "127.0.0.1", port, int(workers))
        return
    server = Server(application(settings), "127.0.0.1", 0, int(threads or settings.threads))
    print(server.port, flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), server.stop()), daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
