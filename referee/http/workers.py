"""Several processes on one address, each with its own application and store; those that die are replaced. Knows no routes."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from flask import Flask

from referee.http.server import SECONDS_TO_FINISH, CannotListen, Server

_ENDING = (signal.SIGTERM, signal.SIGINT)
_AWAITED = {*_ENDING, signal.SIGCHLD}
_SECONDS_BEFORE_ANOTHER = 1.0  # so that processes that cannot start do not follow each other at once
_log = logging.getLogger(__name__)


def serve(make: Callable[[], Flask], host: str, port: int, workers: int) -> None:
    """Serves with that many processes until SIGTERM or SIGINT; raises CannotListen.

    `make` is called in each process, after the fork. A process that dies is replaced; if this one dies, they all end."""
    listening = _listening(host, port)
    ours, theirs = os.pipe()  # nothing is written into it: its end tells the workers that this process is gone
    signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    running: set[int] = set()
    ending = False
    while not ending:
        while len(running) < workers:
            running.add(_forked(make, listening, ours, theirs))
        ending = signal.sigwait(_AWAITED) in _ENDING
        died = set(_ended(running))
        running -= died
        if died and not ending:
            _log.error("workers %s ended and are replaced", sorted(died))
            next_ = signal.sigtimedwait(_ENDING, _SECONDS_BEFORE_ANOTHER)
            ending = next_ is not None
    for one in listening:
        one.close()
    _end(running)


def _listening(host: str, port: int) -> list[socket.socket]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return [socket.create_server(address[:2], family=family) for family, *_, address in dict.fromkeys(found)]
    except OSError as error:
        raise CannotListen(f"cannot listen on {host}:{port}: {error}") from error


def _forked(make: Callable[[], Flask], listening: list[socket.socket], ours: int, theirs: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    os.close(theirs)
    _work(make, listening, ours)


def _work(make: Callable[[], Flask], listening: list[socket.socket], parent: int) -> NoReturn:
    """What a worker does; its signals are blocked until it can end in good order."""
    status = 1
    try:
        server = Server(make(), listening=listening)
        for number in _ENDING:
            signal.signal(number, lambda *_: server.stop())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _AWAITED)
        threading.Thread(target=_until_orphaned, args=(parent, server), daemon=True).start()
        server.run()
        status = 0
    except BaseException:
        _log.exception("a worker cannot go on")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # what the parent had begun is for the parent to end


def _until_orphaned(parent: int, server: Server) -> None:
    """Stops the server once the parent is gone, whose end of the pipe is then closed."""
    os.read(parent, 1)
    server.stop()


def _ended(running: set[int]) -> Iterator[int]:
    """Those that run no more."""
    for pid in running:
        if os.waitpid(pid, os.WNOHANG) != (0, 0):
            yield pid


def _end(running: set[int]) -> None:
    """Ends the workers in good order, those that take too long at once."""
    for pid in running:
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + SECONDS_TO_FINISH + 4
    while (left := running - set(_ended(running))) and time.monotonic() < deadline:
        running = left
        signal.sigtimedwait({signal.SIGCHLD}, 0.2)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
