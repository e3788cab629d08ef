"""Processes that share a listening socket: all serve, the dead are replaced, and SIGTERM ends them all."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

PROGRAM = """
import os, select, signal, sys
from referee.workers import Workers, listening

shared = listening("127.0.0.1", 0)
print(shared.getsockname()[1], flush=True)

def work():
    stopping = []
    signal.signal(signal.SIGTERM, lambda *_: stopping.append(1))
    while not stopping:
        if select.select([shared], [], [], 0.05)[0]:
            try:
                caller, _ = shared.accept()
            except BlockingIOError:
                continue
            with caller:
                caller.sendall(str(os.getpid()).encode())

Workers(int(sys.argv[1]), work).run()
print("ended", flush=True)
"""


@pytest.fixture
def served() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The parent of three workers, and their port."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, "3"], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    yield process, int(process.stdout.readline())
    process.terminate()
    process.communicate(timeout=30)


def answering(port: int) -> int:
    """The process id of the worker that takes this call."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        return int(sock.recv(100))


def all_of(port: int, count: int) -> set[int]:
    """So many workers, once each has answered."""
    seen: set[int] = set()
    deadline = time.monotonic() + 20
    while len(seen) < count:
        assert time.monotonic() < deadline
        seen.add(answering(port))
    return seen


def gone(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True


def test_all_serve_and_the_dead_are_replaced(served: tuple[subprocess.Popen[str], int]) -> None:
    _, port = served
    before = all_of(port, 3)
    victim = before.pop()
    os.kill(victim, signal.SIGKILL)
    deadline = time.monotonic() + 20
    while not gone(victim):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert victim not in all_of(port, 3)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_them_all(served: tuple[subprocess.Popen[str], int], number: signal.Signals) -> None:
    process, port = served
    workers = all_of(port, 3)
    process.send_signal(number)
    rest, _ = process.communicate(timeout=30)
    assert (process.returncode, rest) == (0, "ended\n")
    assert all(gone(pid) for pid in workers)


def test_without_their_parent_they_end_too(served: tuple[subprocess.Popen[str], int]) -> None:
    process, port = served
    all_of(port, 3)
    process.kill()
    assert process.stdout and process.stdout.read() == ""  # its output ends when nobody holds it any more


def test_an_address_that_is_taken_is_refused(served: tuple[subprocess.Popen[str], int]) -> None:
    with pytest.raises(OSError, match="in use"):
        from referee.workers import listening

        listening("127.0.0.1", served[1])
