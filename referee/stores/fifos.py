"""Calls between the processes that share a SQLite file: a named pipe for each that listens; hints only, no events."""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import threading
import time
from collections.abc import Callable, Mapping

from referee.stores.waiters import newest_of

_SETTLED = 1_000_000_000  # a folder changed less than these nanoseconds ago may change again unseen


class Fifos:
    """The pipes in a folder beside the database file; one is ours as soon as we listen.

    Where no pipe can be made or a pipe is full, nobody is called and nothing is lost: waiters look by themselves too."""

    def __init__(self, folder: str, heard: Callable[[Mapping[str, int]], None]) -> None:
        """`heard` is called, in a thread of ours, with the matches that other processes wrote to and their versions."""
        self._folder, self._heard = folder, heard
        self._lock = threading.Lock()
        self._own = ""
        self._bell = -1
        self._closed = False
        self._others: dict[str, int] = {}
        self._seen = (0, 0)  # the folder's time of change at the last look, and the time of that look

    def listen(self) -> None:
        """Make our pipe, once."""
        if self._own:
            return
        with self._lock, contextlib.suppress(OSError):
            if self._own:
                return
            os.makedirs(self._folder, exist_ok=True)
            name = f"{os.getpid()}-{secrets.token_hex(4)}"
            path, unready = os.path.join(self._folder, name), os.path.join(self._folder, f".{name}")
            os.mkfifo(unready)
            end = os.open(unready, os.O_RDONLY | os.O_NONBLOCK)
            self._bell = os.open(
                unready, os.O_WRONLY | os.O_NONBLOCK
            )  # keeps the pipe from ending, and ends the thread
            os.rename(unready, path)  # it is seen only now that it can be opened
            self._own = name
            threading.Thread(target=self._hear, args=(end, self._bell), daemon=True, name="referee-fifo").start()

    def _hear(self, *ends: int) -> None:
        rest = b""
        while not self._closed:
            with selectors.DefaultSelector() as selector:  # select() itself knows no descriptor above 1,023
                selector.register(ends[0], selectors.EVENT_READ)
                selector.select()
            *lines, rest = (rest + os.read(ends[0], 65_536)).split(b"\n")
            self._heard(newest_of(map(_parsed, lines)))
        for end in ends:
            os.close(end)

    def call(self, match: str, version: int) -> None:
        """Tell the other processes that the match has come to this version. Costs microseconds and never waits."""
        try:
            changed = os.stat(self._folder).st_mtime_ns
        except OSError:
            return  # nobody has ever listened
        with self._lock:
            if self._seen[0] != changed or self._seen[1] - changed < _SETTLED:
                self._seen = changed, time.time_ns()
                self._look()
            self._write(f"{match} {version}\n".encode(errors="replace"))

    def _look(self) -> None:
        with contextlib.suppress(OSError):
            names = {name for name in os.listdir(self._folder) if name[0] != "."} - {self._own}
            for gone in self._others.keys() - names:
                os.close(self._others.pop(gone))
            for name in names - self._others.keys():
                path = os.path.join(self._folder, name)
                try:
                    self._others[name] = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                except OSError:  # nobody reads it: its process died
                    os.unlink(path)

    def _write(self, hint: bytes) -> None:  # shorter than PIPE_BUF (4,096 bytes), so never mixed with another
        for name, end in list(self._others.items()):
            try:
                os.write(end, hint)
            except BlockingIOError:
                pass  # 64 KiB of hints unread: that process will look by itself
            except OSError:
                os.close(self._others.pop(name))
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self._folder, name))

    def close(self) -> None:
        """Take our pipe away and stop listening."""
        with self._lock:
            for end in self._others.values():
                os.close(end)
            self._others.clear()
            if self._own and not self._closed:
                self._closed = True
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self._folder, self._own))
                with contextlib.suppress(BlockingIOError):  # then there is enough to wake up for
                    os.write(self._bell, b"\n")


def _parsed(hint: bytes) -> tuple[str, int]:
    match, _, version = hint.decode(errors="replace").rpartition(" ")
    return match, int(version) if version.isdecimal() else 0
