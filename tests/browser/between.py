"""What stands between a phone and the referee: a line that can be good, a café's portal, a proxy without a server, or dead."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

PORTAL = b"<!doctype html><title>Welcome</title><h1>Free Wi-Fi for our guests</h1>"
HOP = {"connection", "transfer-encoding", "keep-alive", "content-length"}


class Line(ThreadingHTTPServer):
    """Listens on a port of its own; `how` is `good`, `portal` (200 and HTML for everything), `502` and `503` (a proxy's page), `cut`
    (no answer), `lost` (the request arrives, the answer does not), `hangs` (no answer, and no end) or `slow` (half a second each way)."""

    daemon_threads = True

    def __init__(self, address: str) -> None:
        super().__init__(("127.0.0.1", 0), _Between)
        self.behind = urlsplit(address).netloc
        self.how = "good"
        self.lost = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves is no error."""


class _Between(BaseHTTPRequestHandler):
    server: Line
    protocol_version = "HTTP/1.0"

    def log_message(self, *args: object) -> None:
        """Nothing is written."""

    def do_GET(self) -> None:
        how = self.server.how
        if how == "portal" or how.isdigit():
            self.send_response(200 if how == "portal" else int(how))
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PORTAL)
        elif how == "hangs":
            self._until_it_is_better()
        elif how != "cut":
            self._through(how)

    do_POST = do_PATCH = do_GET

    def _until_it_is_better(self) -> None:
        waiting = threading.Event()
        while self.server.how == "hangs" and not waiting.wait(0.1):
            pass

    def _through(self, how: str) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if how == "slow":
            threading.Event().wait(0.5)
        behind = http.client.HTTPConnection(self.server.behind, timeout=20)
        try:
            behind.request(self.command, self.path, body or None, dict(self.headers))
            reply = behind.getresponse()
            if how == "lost":
                self.server.lost += 1
                return
            self.send_response(reply.status)
            for name, value in reply.getheaders():
                if name.lower() not in HOP:
                    self.send_header(name, value)
            self.end_headers()
            while part := reply.read1(65536):
                if self.server.how not in ("good", "slow"):
                    return
                self.wfile.write(part)
                self.wfile.flush()
        finally:
            behind.close()


@contextmanager
def line_to(address: str) -> Iterator[Line]:
    """A line to the referee at this address."""
    line = Line(address)
    thread = threading.Thread(target=line.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield line
    finally:
        line.how = "cut"
        line.shutdown()
        thread.join(10)
        line.server_close()
