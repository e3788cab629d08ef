"""`referee serve --workers`: all serve one store, the dead are replaced, and a signal ends them all in good order."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from referee.http.context import STREAMS_EACH
from referee.stores import open_store

WORKERS = 2
SECONDS = 60.0  # within which everything here has happened on a loaded machine
API = "/api/v1/matches"


class Served:
    """The running command, where it serves, and its database."""

    def __init__(self, process: subprocess.Popen[bytes], base: str, database: str) -> None:
        self.process, self.base, self.database = process, base, database

    def workers(self) -> set[int]:
        """The process ids of the workers."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {int(pid) for pid in path.read_text().split()}

    def complete(self) -> bool:
        """Whether all workers run and one answers."""
        assert self.process.poll() is None, "it has ended"
        return answers(self.base) and len(self.workers()) == WORKERS

    def opened(self) -> tuple[str, dict[str, str]]:
        """A new match's address, and the headers of its scorer."""
        match, headers, _ = self.opened_to_join()
        return match, headers

    def opened_to_join(self) -> tuple[str, dict[str, str], str]:
        """The same with the match's join code."""
        made = requests.post(self.base + API, json={}, timeout=SECONDS).json()
        return f"{self.base}{API}/{made['id']}", bearer(made["tokens"]["scorer"]), made["join_code"]

    def watching(self, code: str) -> dict[str, str]:
        """The headers of a viewer who has joined."""
        body = {"code": code, "seat": "viewer"}
        return bearer(requests.post(f"{self.base}/api/v1/joins", json=body, timeout=SECONDS).json()["token"])


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of two workers for all tests that leave it running."""
    with serving(tmp_path_factory.mktemp("lasting")) as running:
        yield running


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server of two workers of the test's own."""
    with serving(tmp_path) as running:
        yield running


@contextlib.contextmanager
def serving(tmp_path: Path) -> Iterator[Served]:
    """A server of two workers, as soon as it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite:///{tmp_path}/r.db"
    command = [sys.executable, "-m", "referee", "serve", "--workers", str(WORKERS), "--port", str(port)]
    settings = {"REFEREE_RATE_LIMIT": "off", "REFEREE_DATABASE": database}
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **settings})
        running = Served(process, f"http://127.0.0.1:{port}", database)
        try:
            soon(running.complete)
            yield running
        finally:
            process.terminate()
            process.wait(SECONDS)


def soon(happened: Callable[[], bool]) -> None:
    """Return as soon as it has happened."""
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def answers(base: str) -> bool:
    """Whether a server answers there that can read its store."""
    with contextlib.suppress(requests.ConnectionError):
        return requests.get(base + "/readyz", timeout=SECONDS).status_code == 200
    return False


def gone(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True


def acts(match: str, headers: dict[str, str], statuses: list[Any]) -> None:
    """Acts until nobody takes the connection; an answer that began is whole."""
    while True:
        path, body = ("undo", {}) if len(statuses) % 2 else ("bids", {"seat": "E", "bid": "4"})
        try:
            reply = requests.post(f"{match}/{path}", json=body, headers=headers, timeout=SECONDS)
        except requests.ConnectionError as error:
            assert any(reason in str(error) for reason in ("refused", "reset", "without response")), error
            return
        statuses.append(reply.status_code)


def test_a_worker_that_is_killed_is_replaced(lasting: Served) -> None:
    before = lasting.workers()
    victim = before.pop()
    os.kill(victim, signal.SIGKILL)
    soon(lambda: gone(victim) and lasting.complete())
    assert before < lasting.workers()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_streams_and_acts_in_good_order(served: Served, number: signal.Signals) -> None:
    match, headers = served.opened()
    streams = [requests.get(f"{match}/stream", headers=headers, stream=True, timeout=SECONDS) for _ in range(8)]
    thread = threading.Thread(target=acts, args=(match, headers, statuses := []))
    thread.start()
    soon(lambda: len(statuses) >= 20)
    workers = served.workers()
    for pid in {served.process.pid} if number == signal.SIGTERM else {served.process.pid, *workers}:
        os.kill(pid, number)  # Ctrl-C reaches every process of the terminal
    assert served.process.wait(SECONDS) == 0
    thread.join(SECONDS)
    assert all(gone(pid) for pid in workers)
    assert set(statuses) == {201}
    store = open_store(served.database)
    stored = len({event.act for event in store.events(match.rpartition("/")[2])})
    store.close()
    assert stored == 1 + len(statuses), "an act that was not answered was stored"
    for stream in streams:
        assert b"match-opened" in b"".join(stream.iter_content(None))  # and ended as a whole answer ends


def test_without_their_parent_they_end_too(served: Served) -> None:
    match, headers = served.opened()
    lines = requests.get(f"{match}/stream", headers=headers, stream=True, timeout=SECONDS).iter_lines(1)
    assert any(line == b"event: match-opened" for line in lines)
    workers = served.workers()
    served.process.kill()
    served.process.wait(SECONDS)
    soon(lambda: all(gone(pid) for pid in workers))
    list(lines)  # raises if it was broken off


def test_each_worker_has_its_own_store_and_room_for_200_streams(lasting: Served) -> None:
    match, headers, code = lasting.opened_to_join()
    viewers = [lasting.watching(code) for _ in range(200 // STREAMS_EACH)]
    streams = [
        requests.get(f"{match}/stream", headers=viewer, stream=True, timeout=SECONDS)
        for viewer in viewers
        for _ in range(STREAMS_EACH)
    ]
    assert {stream.status_code for stream in streams} == {200}
    bid = requests.post(f"{match}/bids", json={"seat": "E", "bid": "4"}, headers=headers, timeout=SECONDS)
    assert bid.status_code == 201
    for stream in streams:
        lines = stream.iter_lines()
        assert any(line == b"event: bid-made" for line in lines)
        stream.close()
    for pid in lasting.workers():
        assert any(link.endswith("/r.db") for link in opened_by(pid))
    assert not any("r.db" in link for link in opened_by(lasting.process.pid))


def opened_by(pid: int) -> set[str]:
    """What a process has open; a connection may be closed while this looks."""
    links = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            links.add(os.readlink(link))
    return links


def test_a_body_that_is_too_long_is_refused(lasting: Served) -> None:
    match, headers = lasting.opened()
    long = b'{"seat": "' + b"E" * 70_000 + b'"}'
    headers |= {"Content-Type": "application/json"}
    assert requests.post(f"{match}/bids", data=long, headers=headers, timeout=SECONDS).status_code == 413
    pieces = (long[start : start + 1000] for start in range(0, len(long), 1000))  # chunked, its length not told
    assert requests.post(f"{match}/bids", data=pieces, headers=headers, timeout=SECONDS).status_code == 413


def test_an_address_that_is_taken_and_a_store_that_is_none_are_named(lasting: Served, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "serve", "--workers", "2", "--port", lasting.base.rpartition(":")[2]]
    wrong = ((lasting.database, "in use"), (f"sqlite:///{tmp_path}/none/r.db", "no such directory"))
    started = [
        (subprocess.Popen([*command, "--database", database], stderr=subprocess.PIPE, text=True), named)
        for database, named in wrong
    ]
    for process, named in started:
        told = process.communicate(timeout=SECONDS)[1]
        assert process.returncode == 1 and named in told and "Traceback" not in told
