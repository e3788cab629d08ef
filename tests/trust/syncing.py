"""What a traced server wrote, synced and answered: was each answer preceded by a sync of the commit that holds its act?"""

from __future__ import annotations

import signal
import subprocess
import threading
from pathlib import Path
from typing import NamedTuple

import requests

from tests.programs import COMPILER
from tests.trust.served import Served

SHIM = Path(__file__).parents[2] / "benchmarks" / "sync_shim.c"


class Synced(NamedTuple):
    """How many acts were answered, and by how many syncs they were preceded: group commit shares one."""

    acts: int
    syncs: int


def built(folder: Path) -> Path:
    """The shim as a library."""
    library = folder / "sync_shim.so"
    command = [COMPILER, "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", library, SHIM, "-ldl", "-lpthread"]
    subprocess.run([str(part) for part in command], check=True)
    return library


def traced(folder: Path, threads: int, acts: int) -> list[str]:
    """The trace of a server on which so many threads have each recorded so many acts, each with its mark."""
    trace = folder / "trace.txt"
    served = Served(folder, LD_PRELOAD=str(built(folder)), SYNC_TRACE=str(trace)).start().wait()
    opened = [served.opened({"rules": {"target": 1000}}) for _ in range(2)]

    def run(number: int) -> None:
        one, session = opened[number % 2], requests.Session()
        session.headers["Authorization"] = f"Bearer {one['tokens']['scorer']}"
        session.headers["Accept-Encoding"] = "identity"  # the marks are looked for in the answers as they are sent
        for act in range(acts):
            body = {"team": "NS", "points": -1, "reason": f"mark-{number:03d}{act:03d}"}
            reply = session.post(f"{served.url}/matches/{one['id']}/adjustments", json=body, timeout=60)
            assert reply.status_code == 201, reply.text

    started = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    assert served.end(signal.SIGTERM) == 0
    return trace.read_text(errors="replace").splitlines()  # a page may hold half of a mark that was overwritten


def checked(trace: list[str]) -> Synced:
    """Raises AssertionError at the first answer whose act was not durable: marks go written, committed, synced, answered."""
    written: dict[str, set[str]] = {}  # by thread, since its last commit's frame or sync
    committed: dict[str, set[str]] = {}
    durable: set[str] = set()
    answered: set[str] = set()
    syncs = 0
    for line in trace:
        thread, what, mark = [*line.split(), ""][:3]
        if what == "commit":  # the header goes first, its page right after: that page belongs to the commit too
            committed.setdefault(thread, set()).update(written.pop(thread, set()))
        elif what == "page":
            place = committed if thread in committed else written
            place.setdefault(thread, set()).add(mark)
        elif what == "sync":
            syncs += bool(committed.get(thread))
            durable |= committed.pop(thread, set())
        elif mark not in answered:
            assert mark in durable, f"{mark} was answered before it was synced"
            answered.add(mark)
    return Synced(len(answered), syncs)
