"""Waitress connections that no caller can hold for ever: half-sent requests, unwanted bodies, readers who do not read."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.parser import HTTPRequestParser, ParsingError  # type: ignore[import-untyped]

BYTES_A_SECOND = 16_384  # of a body, in addition to the time that a whole request has
SECONDS_IDLE = 120.0  # between two requests; a proxy that keeps connections must give up sooner
BYTES_TO_READ = 32_768  # what a reader must take within three times `patience`, unless less is waiting for it
SECONDS_BEFORE_YIELDING = 0.5  # for so long a reader keeps its thread although others wait for one
SECONDS_LINGERING = 5.0  # for what is still arriving of a request that was refused by its head
UPLOADS = 2  # bodies over SMALL_BODY arriving at once; a slow sender keeps out other uploads but nothing else
SMALL_BODY = 1 * 2**20
UNREAD_BYTES = 64 * 2**20  # of all readers together

Room = Callable[[Mapping[str, str]], int]


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that is judged by its head: a body that the application will not take is not read."""

    def __init__(self, adj: Any, channel: Channel) -> None:
        super().__init__(adj)
        self._channel = channel
        self._room = 0
        self.large = False

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the head; raises ParsingError for one that two readers could end at different places (RFC 9112, 6.3)."""
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Transfer-Encoding with Content-Length, or in HTTP/1.0")
        if self.body_rcv is not None:
            self._room = self._channel.room(self._environ())
            self.large = self.content_length > SMALL_BODY or self.chunked and self._room > SMALL_BODY
            crowded = self.large and self._channel.uploads() >= UPLOADS
            if crowded or self.content_length > self._room or self.chunked and not self._room:
                self._leave_body(self.content_length)

    def received(self, data: bytes) -> int:
        """As in waitress, except that a body of unstated length is no longer read once it is too long."""
        consumed: int = super().received(data)
        if self.chunked and self.headers_finished and self.body_bytes_received > self._room:
            self._leave_body(self.body_bytes_received)
        return consumed

    def _leave_body(self, length: int) -> None:
        """Treats the request as complete without its body; the connection ends with the answer."""
        self.close()
        self.large = False
        self.body_rcv, self.error, self.completed, self.expect_continue = None, None, True, False
        self.content_length = 0
        self.headers["CONTENT_LENGTH"] = str(length or self._room + 1)
        self.headers["CONNECTION"] = "close"
        self._channel.leaves_body = True

    def _environ(self) -> dict[str, str]:
        """The head as an application sees it."""
        names = {name: name if name.startswith("CONTENT_") else f"HTTP_{name}" for name in self.headers}
        return {
            "REQUEST_METHOD": self.command, "PATH_INFO": self.path, "REMOTE_ADDR": str(self._channel.addr[0]),
            **{names[name]: value for name, value in self.headers.items()},
        }  # fmt: skip


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, with the times by which `overdue` judges it."""

    def __init__(self, room: Room, patience: float, *args: Any, **more: Any) -> None:
        """`room` gives the largest body wanted for a head; a request may take `patience` seconds to arrive."""
        self.room, self.patience = room, patience
        self.parser_class = lambda adj: Request(adj, self)
        self.leaves_body = False
        self.lingers_since: float | None = None
        self.waits_since = time.monotonic()  # for the first byte of a request
        self.began: float | None = None  # the first byte of a request that is not whole yet
        self.blocked = False  # set while a thread waits for the reader to take something
        self.blocked_since: float | None = None  # in this task, for the first time
        self._window: tuple[float, int] | None = None  # when its bytes were last looked at, and how many had been sent
        self._sent = 0
        super().__init__(*args, **more)

    def received(self, data: bytes) -> bool:
        """As in waitress; also notes when a request began."""
        more: bool = super().received(data)
        if self.request is None:
            self.began = None
        elif self.began is None:
            self.began = time.monotonic()
        return more

    def service(self) -> None:
        """Runs one request in a thread."""
        super().service()
        self.blocked_since, self.waits_since = None, time.monotonic()

    def uploads(self) -> int:
        """How many other connections are sending a large body just now."""
        others = [one.request for one in list(self.server.active_channels.values()) if one is not self]
        return sum(1 for request in others if request is not None and request.large)

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends what the socket takes."""
        sent: int = super().send(data, do_close=do_close)
        self._sent += sent
        return sent

    def overdue(self, now: float) -> bool:
        """Whether this connection has used up its time."""
        if self.lingers_since is not None:
            return now > self.lingers_since + SECONDS_LINGERING
        if self.total_outbufs_len:
            return self._reads_too_slowly(now)
        self._window = None
        if self.requests:
            return False
        if self.began is not None:
            body = self.request.body_bytes_received if self.request else 0
            return now > self.began + self.patience + body / BYTES_A_SECOND
        return now > self.waits_since + SECONDS_IDLE

    def _reads_too_slowly(self, now: float) -> bool:
        if self._window is None:
            self._window = now, self._sent
        since, sent = self._window
        if now < since + 3 * self.patience:
            return False
        self._window = now, self._sent
        return self._sent - sent < BYTES_TO_READ

    def _flush_outbufs_below_high_watermark(self) -> None:
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.blocked, self.blocked_since = True, self.blocked_since or time.monotonic()
        super()._flush_outbufs_below_high_watermark()
        self.blocked = False

    def readable(self) -> bool:
        """Whether to read more from this connection."""
        return self.lingers_since is not None or bool(super().readable())

    def handle_read(self) -> None:
        """Reads what has arrived; the rest of a refused body is thrown away."""
        if self.lingers_since is None:
            super().handle_read()
            return
        try:
            self.recv(self.adj.recv_bytes)  # end of file closes the connection
        except OSError:
            self.handle_close()

    def handle_close(self) -> None:
        """Ends the connection; while a body may still be arriving only our half, or the answer would be lost."""
        if self.leaves_body and self.lingers_since is None and self.connected:
            self.lingers_since, self.will_close, self.close_when_flushed = time.monotonic(), False, False
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                super().handle_close()
            return
        super().handle_close()

    def cut(self) -> None:
        """Ends the connection at once, and frees a thread that waits for its reader."""
        self.leaves_body = False
        self.handle_close()


def cut_overdue(channels: Iterable[Channel], now: float) -> None:
    """Ends the connections that have used up their time, and the fullest of those that leave too much unread."""
    waiting = []
    for channel in channels:
        if channel.overdue(now):
            channel.cut()
        elif channel.total_outbufs_len:
            waiting.append(channel)
    unread = sum(channel.total_outbufs_len for channel in waiting)
    for channel in sorted(waiting, key=lambda one: one.total_outbufs_len, reverse=True):
        if unread <= UNREAD_BYTES:
            break
        unread -= channel.total_outbufs_len
        channel.cut()


def cut_for_room(channels: Iterable[Channel], count: int) -> None:
    """Ends up to that many connections without a request in progress: half-sent, then idle ones, oldest first."""
    unserved = [one for one in channels if not one.requests and not one.total_outbufs_len]
    unserved.sort(key=lambda one: (one.began is None, one.began or one.waits_since))
    for channel in unserved[:count]:
        channel.cut()


def cut_for_threads(channels: Iterable[Channel], count: int, now: float) -> None:
    """Ends up to that many connections whose threads only wait for a reader, the longest wait first."""
    blocked = [
        (since, one)
        for one in channels
        if one.blocked and (since := one.blocked_since) is not None and now > since + SECONDS_BEFORE_YIELDING
    ]
    for _, channel in sorted(blocked, key=lambda pair: pair[0])[:count]:
        channel.cut()
