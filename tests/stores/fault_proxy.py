"""A TCP proxy in front of a server's Unix socket that can be told to fail as networks and servers do; knows no PostgreSQL."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import parse_qs, urlsplit

_FLOW = 65536


class FaultProxy:
    """Listens on 127.0.0.1 and forwards to the socket that a PostgreSQL URL names, as `mode` says:

    `pass`; `stall`: accepts, and swallows what comes from either side; `deaf`: takes what the client sends to the server
    and swallows the answers; `refuse`: closes what connects. Lines that were stalled stay dead when the mode changes,
    as those of a partition do whose packets were never sent again. `cut()` ends every line at once. `tries` are the
    times at which somebody connected, `direct` is the URL that leads past the proxy."""

    def __init__(self, url: str) -> None:
        self.lead_to(url)
        self.mode = "pass"
        self.tries: list[float] = []
        self._lock = threading.Lock()  # nobody connects while the mode changes or lines are ended
        self._lines: set[_Line] = set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listener.getsockname()[1])
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where a client finds the server through this proxy."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def lead_to(self, url: str) -> None:
        """Forward what connects from now on to another server, as a failover behind one address does."""
        self.direct, query = url, parse_qs(urlsplit(url).query)
        self._target = f"{query['host'][0]}/.s.PGSQL.{query['port'][0]}"

    def become(self, mode: str) -> None:
        """Be in this mode from now on."""
        with self._lock:
            self.mode = mode

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed
                return
            self.tries.append(time.monotonic())
            with self._lock:
                if self.mode == "refuse":
                    client.close()
                    continue
                self._lines = {line for line in self._lines if line.thread.is_alive()}
                self._lines.add(_Line(client, self._target, lambda: self.mode))

    def strand(self) -> None:
        """Let every line that is open be dead from now on, without a word, while new ones work."""
        with self._lock:
            for line in self._lines:
                line.dead = True

    def cut(self) -> None:
        """End every line that is open."""
        with self._lock:
            for line in self._lines:
                line.end()

    def close(self) -> None:
        """Listen no more and end every line."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)
        self.cut()


class _Line:
    """A client's connection and, unless it came in a stall, the one to the server that belongs to it."""

    def __init__(self, client: socket.socket, target: str, mode: Callable[[], str]) -> None:
        self._client, self._target, self._mode = client, target, mode
        self._ended = threading.Event()
        self.dead = mode() == "stall"
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        with self._client, socket.socket(socket.AF_UNIX) as server, contextlib.suppress(OSError):
            if not self.dead:
                server.connect(self._target)
            with selectors.DefaultSelector() as ready:
                ready.register(self._client, selectors.EVENT_READ, server)
                if not self.dead:
                    ready.register(server, selectors.EVENT_READ, self._client)
                while not self._ended.is_set():
                    for key, _ in ready.select(0.05):
                        assert isinstance(key.fileobj, socket.socket)
                        data = key.fileobj.recv(_FLOW)
                        self.dead = self.dead or self._mode() == "stall"
                        if not data:
                            return
                        if not (self.dead or (self._mode() == "deaf" and key.fileobj is server)):
                            key.data.sendall(data)

    def end(self) -> None:
        """Close both ends."""
        self._ended.set()
        self.thread.join(5)


@contextlib.contextmanager
def proxied(url: str) -> Iterator[FaultProxy]:
    """A proxy in front of the server at this URL."""
    with contextlib.closing(FaultProxy(url)) as proxy:
        yield proxy
