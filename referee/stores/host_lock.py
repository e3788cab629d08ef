"""A lock between the processes of one host with a timeout; it does not lock between threads."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator

from referee.stores.contract import StoreUnavailable

if sys.platform != "win32":
    import fcntl


class HostLock:
    """An advisory lock on the file `path`, created if missing, never removed. The kernel frees it if its holder dies.

    For one thread at a time. The kernel offers no wait with a timeout, and polling would be overtaken by
    those who wait: if the lock is not free, a thread waits in the kernel and hands the lock over. If nobody wants
    it by then, because its holder was stopped for long, it is released at once."""

    def __init__(self, path: str) -> None:
        """Raises OSError if the file can neither be opened nor created."""
        self._path, self._file = path, os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._state = threading.Lock()
        self._ask, self._got = threading.Semaphore(0), threading.Semaphore(0)
        self._wanted = False  # the caller still waits for what the thread will get
        self._asked = False  # the thread waits in the kernel
        self._closed = False
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def held(self, seconds: float) -> Iterator[None]:
        """Hold the lock. StoreUnavailable if it is not free within that many seconds; a closed lock locks nothing."""
        locks = sys.platform != "win32" and not self._closed
        if locks and not self._is_free():
            self._wait(seconds)
        try:
            yield
        finally:
            if locks and self._file >= 0:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _is_free(self) -> bool:
        """Whether the lock could be taken without waiting."""
        if not self._asked:  # else the thread may be getting it for us at this moment
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
        return False

    def _wait(self, seconds: float) -> None:
        with self._state:
            self._wanted = True
            if not self._asked:
                self._asked = True
                self._ask.release()
            if self._thread is None:
                self._thread = threading.Thread(target=self._get, daemon=True, name="referee-host-lock")
                self._thread.start()
        if self._got.acquire(timeout=max(seconds, 0.0)):
            return
        with self._state:
            if self._wanted:
                self._wanted = False
                raise StoreUnavailable(f"{self._path} is held by a process that does not go on")
        self._got.acquire()  # it became free at the last moment

    def _get(self) -> None:
        while True:
            self._ask.acquire()
            if not self._closed:
                fcntl.flock(self._file, fcntl.LOCK_EX)
            with self._state:
                self._asked = False
                if self._closed:
                    return self._end()
                if self._wanted:
                    self._wanted = False
                    self._got.release()
                else:
                    fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Close the file, or leave that to the thread that waits in the kernel; a closed lock locks nothing."""
        with self._state:
            self._closed = True
            if not self._asked:
                self._end()
            self._ask.release()

    def _end(self) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
