"""Several processes that do the same work: started, started again when they die, stopped together. Knows no HTTP."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

SECONDS_TO_STOP = 15.0
SECONDS_BETWEEN_STARTS = 0.5  # so that workers which die at once do not fill the machine


def listening(host: str, port: int) -> socket.socket:
    """A listening socket for workers to share; raises OSError if the address cannot be had."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(1024)
        sock.setblocking(False)  # of two workers that are woken for one caller, one finds nobody
    except OSError:
        sock.close()
        raise
    return sock


class Workers:
    """Processes forked from this one, which must have no threads and no open store: each worker opens its own."""

    def __init__(self, count: int, work: Callable[[], None]) -> None:
        """`work` runs in each worker until it gets SIGTERM, which it has to handle."""
        self._count, self._work = count, work
        self._running: dict[int, float] = {}
        self._stopping = False

    def run(self) -> None:
        """Keep so many workers running until SIGTERM or SIGINT, then stop them all."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            while not self._stopping:
                while len(self._running) < self._count and not self._stopping:
                    self._start()
                self._reap()
            self._finish()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: object) -> None:
        self._stopping = True
        for pid in list(self._running):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def _start(self) -> None:
        # A signal between the fork and the worker's own handlers must not be lost: it waits.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            self._become_worker(parent)
        self._running[pid] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))

    def _become_worker(self, parent: int) -> None:
        status = 1
        try:
            signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # until the work has a handler of its own
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us all; our parent passes it on
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))
            threading.Thread(target=_outlive_no_parent, args=(parent,), daemon=True).start()
            self._work()
            status = 0
        except BaseException as error:
            sys.excepthook(type(error), error, error.__traceback__)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _reap(self) -> None:
        """Wait a moment for a worker to end."""
        pid, _ = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            time.sleep(0.1)  # a signal ends the nap early only in the next round, which is soon enough
        elif time.monotonic() - self._running.pop(pid, 0.0) < SECONDS_BETWEEN_STARTS:
            time.sleep(SECONDS_BETWEEN_STARTS)

    def _finish(self) -> None:
        deadline = time.monotonic() + SECONDS_TO_STOP
        self._stop(signal.SIGTERM, None)
        while self._running:
            if time.monotonic() > deadline:
                for pid in self._running:
                    os.kill(pid, signal.SIGKILL)
            pid, _ = os.waitpid(-1, os.WNOHANG)
            self._running.pop(pid, None)
            if pid == 0:
                time.sleep(0.02)


def _outlive_no_parent(parent: int) -> None:
    """End this worker in good order when its parent was killed: nobody else would."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
