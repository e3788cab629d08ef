"""Callers who hold what they do not use: half-sent requests, bodies without end, readers who do not read. The tables go on."""

from __future__ import annotations

import contextlib
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from referee.http.connections import UNREAD_BYTES
from referee.http.routes.exports import LARGEST_IMPORT
from referee.http.server import UNREAD_EACH
from tests.http.attacked import PATIENCE, WHOLE

API = "/api/v1"
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
UPLOAD = (
    b"POST /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{"
)


class Attacked:
    """A server in a process of its own, and its callers."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        self.process, self.port = process, int(process.stdout.readline())
        self.base = f"http://127.0.0.1:{self.port}"

    def caller(self, sent: bytes = b"", window: int | None = None) -> socket.socket:
        """A connection that has sent this and takes no more than a window."""
        one = socket.socket()
        if window:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        one.settimeout(15)
        one.connect(("127.0.0.1", self.port))
        one.sendall(sent)
        return one

    def answers(self) -> None:
        """Health checks and openings come back within a second, each on a connection of its own; a busy machine may miss one."""
        for method, path, status in (("GET", "/healthz", 200), ("POST", f"{API}/matches", 201)):
            took = []
            for _ in range(3):
                began = time.monotonic()
                assert requests.request(method, self.base + path, json={}, timeout=5).status_code == status
                took.append(time.monotonic() - began)
            assert sorted(took)[1] <= 1.0, took

    def memory(self) -> int:
        """The most memory that it ever had, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def spooled(self) -> int:
        """Bytes of files that it holds open without a name."""
        total = 0
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if "(deleted)" in str(file.readlink()):
                    total += file.stat().st_size
        return total


@contextlib.contextmanager
def attacked(*admin: str) -> Iterator[Attacked]:
    program = [sys.executable, "-m", "tests.http.attacked", *admin]
    process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield Attacked(process)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def server() -> Iterator[Attacked]:
    """A server that anybody may open matches on."""
    with attacked() as one:
        yield one


@pytest.fixture(scope="module", params=["1", "2"], ids=["one-process", "workers"])
def any_server(request: pytest.FixtureRequest) -> Iterator[Attacked]:
    """The same server, and one of two processes on the address, as `referee serve --workers 2` runs it."""
    if request.param == "1":
        yield request.getfixturevalue("server")
        return
    with attacked("", "", request.param) as one:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(requests.ConnectionError):
                requests.get(one.base + "/healthz", timeout=5)
                break
        yield one


@pytest.fixture
def callers() -> Iterator[contextlib.ExitStack]:
    """Connections that are closed at the end; there may be thousands."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with contextlib.ExitStack() as stack:
        yield stack
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def answer(one: socket.socket) -> tuple[int, bytes]:
    """Status and rest of what comes until the server has closed."""
    told = b""
    while piece := one.recv(65_536):
        told += piece
    return int(told.split(b" ", 2)[1]), told


def silent(one: socket.socket) -> bool:
    """Whether the server has closed a connection without an answer."""
    one.settimeout(0.01)
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("half", [HALF_HEAD, HALF_BODY, b""], ids=["heads", "bodies", "nothing"])
def test_2200_half_sent_requests_keep_nobody_waiting(
    any_server: Attacked, callers: contextlib.ExitStack, half: bytes
) -> None:
    for number in range(2200):
        callers.enter_context(any_server.caller(half))
        if number in (700, 1500):
            any_server.answers()
    any_server.answers()


def test_260_readers_who_do_not_read_keep_nobody_waiting(any_server: Attacked, callers: contextlib.ExitStack) -> None:
    for number in range(260):
        callers.enter_context(any_server.caller(b"GET /pieces HTTP/1.1\r\nHost: localhost\r\n\r\n", window=4096))
        if number == 130:
            any_server.answers()
    any_server.answers()


def test_threads_that_only_wait_for_a_reader_are_set_free(callers: contextlib.ExitStack) -> None:
    with attacked("", "16") as server:
        for _ in range(20):  # far from what all may leave unread
            callers.enter_context(server.caller(b"GET /pieces HTTP/1.1\r\nHost: localhost\r\n\r\n", window=4096))
        server.answers()


def test_what_is_left_unread_has_a_bound(server: Attacked, callers: contextlib.ExitStack) -> None:
    readers = [
        callers.enter_context(server.caller(b"GET /whole HTTP/1.1\r\nHost: localhost\r\n\r\n", window=4096))
        for _ in range(40)
    ]
    server.answers()
    assert len(readers) * WHOLE > 2 * UNREAD_BYTES
    bound = UNREAD_BYTES * WHOLE // (WHOLE - 2 * UNREAD_EACH)  # what the kernel has taken of a file is still in it
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and (left := server.spooled()) > bound:
        time.sleep(0.1)
    assert 0 < left <= bound


def test_who_does_not_send_or_read_is_cut(any_server: Attacked) -> None:
    """A head, a head byte by byte, a body, and a body byte by byte: none is waited for longer than the patience."""
    head, dripping, body, dripping_body = (
        any_server.caller(one) for one in (HALF_HEAD, HALF_HEAD, HALF_BODY, HALF_BODY)
    )
    with head, dripping, body, dripping_body:
        began = time.monotonic()
        waiting = {head, dripping, body, dripping_body}
        while waiting and time.monotonic() < began + PATIENCE + 3:
            for one in waiting & {dripping, dripping_body}:
                with contextlib.suppress(ConnectionError):
                    one.sendall(b" ")
            waiting -= {one for one in waiting if silent(one)}
            if time.monotonic() < began + PATIENCE - 0.5:
                assert len(waiting) == 4
            time.sleep(0.1)
        assert not waiting


def test_who_does_not_read_is_cut_and_who_reads_is_not(server: Attacked) -> None:
    asked = b"GET /pieces HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with server.caller(asked, window=4096) as idle, server.caller(asked) as reader:
        taken, began = 0, time.monotonic()
        while time.monotonic() < began + 3 * PATIENCE + 2:  # a megabyte a second or so
            taken += len(reader.recv(65_536))
            time.sleep(0.05)
        while piece := reader.recv(65_536):
            taken += len(piece)
        assert taken > 320 * 65_536, "the answer is whole"
        with pytest.raises((ConnectionError, AssertionError)):
            assert answer(idle)[1].endswith(b"\r\n0\r\n\r\n")


def refused_by_its_head(server: Attacked, head: bytes, status: int, code: str) -> None:
    """The refusal comes at once though no body was sent, and is whole though more of the body follows."""
    with server.caller(head) as one:
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                one.sendall(b"x" * 65_536)
        told = answer(one)
        assert time.monotonic() - began < 2
        assert told[0] == status and f'"code":"{code}"'.encode() in told[1]


def length(head: bytes, size: int) -> bytes:
    return re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % size, head)


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (length(HALF_BODY, 65_537), 413, "payload-too-large"),
        (length(HALF_BODY, 10**15), 413, "payload-too-large"),
        (length(UPLOAD.replace(b"%d", b"1"), LARGEST_IMPORT + 1), 413, "payload-too-large"),
        (length(HALF_BODY.replace(b"matches", b"nowhere"), 70_000), 404, "not-found"),
    ],
)
def test_a_body_that_is_too_large_is_refused_by_its_head(server: Attacked, head: bytes, status: int, code: str) -> None:
    refused_by_its_head(server, head, status, code)


@pytest.mark.parametrize("path", ["matches", "imports"])
def test_a_body_without_a_length_has_the_same_limit(server: Attacked, path: str) -> None:
    def body() -> Iterator[bytes]:
        for _ in range(LARGEST_IMPORT // 2**20 + 2 if path == "imports" else 2):
            yield b"x" * 2**20

    sent = requests.post(
        f"{server.base}{API}/{path}", data=body(), headers={"Content-Type": "application/json"}, timeout=9
    )
    assert (sent.status_code, sent.json()["code"]) == (413, "payload-too-large")


def test_an_import_without_the_admin_token_is_refused_before_its_body() -> None:
    with attacked("s3cret") as server:
        head = UPLOAD % LARGEST_IMPORT
        refused_by_its_head(server, head, 401, "unauthorized")
        wrong = head.replace(b"Host", b"Authorization: Bearer guess\r\nHost")
        refused_by_its_head(server, wrong, 401, "unauthorized")
        refused_by_its_head(
            server,
            head.replace(b"Content-Length: %d" % LARGEST_IMPORT, b"Transfer-Encoding: chunked"),
            401,
            "unauthorized",
        )
        assert server.spooled() == 0
        log = {"Authorization": "Bearer s3cret", "Content-Type": "text/plain"}
        right = requests.post(f"{server.base}{API}/imports", data='[Notation "Referee 1"]\n', headers=log, timeout=9)
        assert right.status_code == 201


def test_unfinished_uploads_are_few(server: Attacked, callers: contextlib.ExitStack) -> None:
    for _ in range(2):
        callers.enter_context(server.caller(UPLOAD % LARGEST_IMPORT))
    time.sleep(0.2)
    refused_by_its_head(server, UPLOAD % LARGEST_IMPORT, 503, "busy")
    small = requests.post(
        f"{server.base}{API}/imports",
        data='[Notation "Referee 1"]\n',
        headers={"Content-Type": "text/plain"},
        timeout=9,
    )
    assert small.status_code == 201
    server.answers()


def test_a_log_of_millions_of_empty_events_takes_little_memory() -> None:
    with attacked() as server:
        server.answers()
        before, body = server.memory(), b'{"events":[' + b"{}," * (20 * 2**20) + b"{}]}"
        sent = requests.post(
            f"{server.base}{API}/imports", data=body, headers={"Content-Type": "application/json"}, timeout=60
        )
        assert (sent.status_code, sent.json()["code"]) == (413, "payload-too-large")
        assert server.memory() - before < 3 * len(body)


@pytest.mark.parametrize(
    "head",
    [
        b"POST /api/v1/joins HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/v1/joins HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
        b"POST /api/v1/joins HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/v1/joins HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
    ],
)
def test_a_body_that_two_readers_could_end_differently_is_refused(server: Attacked, head: bytes) -> None:
    with server.caller(head) as one:
        assert answer(one)[0] == 400
