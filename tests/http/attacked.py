"""A server to attack, in a process of its own: with an admin token and a number of threads, if told; serves until its input ends."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

from flask import Response

from referee.config import Settings
from referee.http.app import create_app
from referee.http.server import Server
from referee.service import Service
from referee.stores.memory import MemoryStore

PATIENCE = 1.5
PIECE = b"x" * 65_536
WHOLE = 4 * 2**20


def pieces() -> Iterator[bytes]:
    """Twenty megabytes, as an export gives them out."""
    for _ in range(320):
        yield PIECE


def main() -> None:
    admin, threads = [*sys.argv[1:], "", ""][:2]
    patience = 60.0 if threads else PATIENCE  # few threads must not be helped by readers who have had their time
    settings = Settings(rate_limit=False, patience=patience, admin_token=admin or None)
    app = create_app(Service(MemoryStore()), settings)
    app.add_url_rule("/pieces", "pieces", lambda: Response(pieces()))
    app.add_url_rule("/whole", "whole", lambda: Response(PIECE * (WHOLE // len(PIECE))))
    server = Server(app, "127.0.0.1", 0, int(threads or settings.threads))
    print(server.port, flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), server.stop()), daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
