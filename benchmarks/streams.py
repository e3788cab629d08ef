"""Phones that follow their tables live; run as `python -m benchmarks.streams [--short | --phones N] [--postgres]`.

gunicorn (gthread) with two workers serves phones, four a table; acts are recorded one after the other, each at another
table, and timed from the request to the event's arrival at every phone of that table. Beside it, in turn, a bare event
stream under the same server with one worker: no rules, no tokens, no log to read, a durable insert and a wake-up in its
own process. Halfway one of our workers is killed; its phones come back with `Last-Event-ID`. At the end every phone must
have had every event, once and in order. Limits: p50 and p99 at most twice the bare stream's at 200 phones."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import requests

from benchmarks.measure import finish, report
from benchmarks.postgres import server as postgres_server
from tests.stores.postgres_server import new_schema

LIMIT = 2.0
PHONES_A_TABLE = 4
API = "/api/v1/matches"


@dataclass
class Phone:
    """One open stream: what it has seen, when, and how often it reconnected."""

    path: str
    headers: Mapping[str, str]
    seen: list[int] = field(default_factory=list)
    times: dict[int, float] = field(default_factory=dict)
    opened: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self, port: int) -> None:
        """Read for ever; whenever the stream ends, reconnect where it ended."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                async for version in self._events(port):
                    self.times[version] = time.perf_counter()
                    self.seen.append(version)
                    self.news.set()
            await asyncio.sleep(0.2)

    async def _events(self, port: int) -> AsyncIterator[int]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        last = {"Last-Event-ID": str(self.seen[-1])} if self.seen else {}
        lines = [f"{name}: {value}" for name, value in {**self.headers, **last}.items()]
        writer.write("\r\n".join([f"GET {self.path} HTTP/1.1", "Host: localhost", *lines, "", ""]).encode())
        try:
            if b" 200 " not in await reader.readline():
                raise ConnectionError
            self.opened += 1
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    yield int(line[4:].partition(b"-")[0])
        finally:
            writer.close()

    async def saw(self, version: int) -> float:
        """When this event came."""
        while version not in self.times:
            self.news.clear()
            await self.news.wait()
        return self.times[version]


@dataclass
class Table:
    """A match, its phones, and how an act is recorded there."""

    act: str
    headers: Mapping[str, str]
    phones: list[Phone]
    version: int

    def record(self, http: requests.Session, base: str) -> int:
        """Record an act; the version of its event."""
        body = {"team": "NS", "points": 1, "reason": "a benchmark"}
        reply = http.post(base + self.act, json=body, headers=self.headers, timeout=30)
        reply.raise_for_status()
        self.version = reply.json()["version"]
        return self.version


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextlib.contextmanager
def gunicorn(app: str, workers: int, threads: int, environment: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """The process id of gunicorn's master, and where it serves."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-k", "gthread", "-w", str(workers), "--threads", str(threads)]
    command += ["--worker-connections", "4000", "--log-level", "error", "-b", f"127.0.0.1:{port}", app]
    process = subprocess.Popen(command, env={**os.environ, **environment})
    base = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 90
        while True:
            with contextlib.suppress(requests.RequestException):
                requests.get(base + "/healthz", timeout=5)
                break
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield process.pid, base
    finally:
        process.terminate()
        process.wait(30)


def workers_of(master: int) -> list[int]:
    """The process ids of gunicorn's workers."""
    return [int(pid) for pid in Path(f"/proc/{master}/task/{master}/children").read_text().split()]


def memory(master: int) -> int:
    """The resident bytes of all workers."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in workers_of(master))
    return pages * os.sysconf("SC_PAGE_SIZE")


def our_tables(base: str, count: int) -> list[Table]:
    """Matches opened through the API, with four phones each."""
    tables = []
    for _ in range(count):
        made = requests.post(base + API, json={}, timeout=30).json()
        match, tokens = made["id"], made["tokens"]
        bearer = {role: {"Authorization": f"Bearer {token}"} for role, token in tokens.items()}
        phones = [Phone(f"{API}/{match}/stream", bearer[seat]) for seat in "NESW"]
        tables.append(Table(f"{API}/{match}/adjustments", bearer["scorer"], phones, made["version"]))
    return tables


def bare_tables(count: int) -> list[Table]:
    """Tables of the bare stream."""
    return [Table(f"/{n}", {}, [Phone(f"/{n}", {}) for _ in range(PHONES_A_TABLE)], 0) for n in range(count)]


async def delays(base: str, tables: list[Table], acts: int, gap: float) -> list[float]:
    """The seconds from the request to the event's arrival, for each act and each phone of its table."""
    loop, taken = asyncio.get_running_loop(), []
    with requests.Session() as http:
        for number in range(acts):
            table = tables[number % len(tables)]
            began = time.perf_counter()
            version = await loop.run_in_executor(None, table.record, http, base)
            taken += [await asyncio.wait_for(phone.saw(version), 30) - began for phone in table.phones]
            await asyncio.sleep(gap)
    return taken


async def opened(base: str, tables: list[Table]) -> list[asyncio.Task[None]]:
    """Open every phone's stream, and return when all are."""
    phones = [phone for table in tables for phone in table.phones]
    tasks = [asyncio.create_task(phone.watch(int(base.rsplit(":", 1)[1]))) for phone in phones]
    deadline = time.monotonic() + 60
    while not all(phone.opened for phone in phones):
        assert time.monotonic() < deadline, f"{sum(1 for phone in phones if phone.opened)} of {len(phones)} opened"
        await asyncio.sleep(0.05)
    return tasks


def complete(tables: list[Table]) -> int:
    """How many phones had every event, once and in order."""
    return sum(phone.seen == list(range(1, table.version + 1)) for table in tables for phone in table.phones)


def quantile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


async def measured(bare: str, base: str, master: int, count: int, acts: int) -> list[bool]:
    """Run both in turn and report."""
    ours, theirs = our_tables(base, count), bare_tables(count)
    before = memory(master)
    phones = count * PHONES_A_TABLE
    tasks = await opened(base, ours)
    print(f"     {phones} phones open, {(memory(master) - before) / phones / 1024:.0f} KiB each")
    tasks += await opened(bare, theirs)
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for part in range(4):
        times["bare"] += await delays(bare, theirs, acts // 4, 0.01)
        times["ours"] += await delays(base, ours, acts // 4, 0.01)
        if part == 1:
            os.kill(workers_of(master)[0], signal.SIGKILL)
            await asyncio.sleep(3)
    healthy = []
    for _ in range(20):
        began = time.perf_counter()
        await asyncio.to_thread(requests.get, base + "/healthz", timeout=10)
        healthy.append(time.perf_counter() - began)
    await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    held = [report("phones with every event, once, in order", complete(ours), phones, at_most=False)]
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        our, their = quantile(times["ours"], share), quantile(times["bare"], share)
        print(
            f"     {name}: ours {our * 1e3:.1f} ms, bare {their * 1e3:.1f} ms; /healthz {max(healthy) * 1e3:.0f} ms at most"
        )
        held.append(report(f"{phones} phones, {name} to the bare stream's", our / their, LIMIT, at_most=True))
    return held


def main() -> None:
    """Start both servers, measure, report."""
    short, postgres = "--short" in sys.argv, "--postgres" in sys.argv
    phones = int(sys.argv[sys.argv.index("--phones") + 1]) if "--phones" in sys.argv else 80 if short else 200
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="."))).resolve()
        url = f"sqlite:///{folder}/streams.db"
        if postgres:
            url = stack.enter_context(new_schema(stack.enter_context(postgres_server())))
        settings = {"REFEREE_DATABASE": url, "REFEREE_STREAMS": str(phones), "REFEREE_RATE_LIMIT": "off",
                    "REFEREE_SECRET": "shared by the workers", "BARE_STREAM": str(folder / "bare.db")}  # fmt: skip
        threads = phones + 50
        master, base = stack.enter_context(gunicorn("referee.wsgi:app", 2, threads, settings))
        _, bare = stack.enter_context(gunicorn("benchmarks.bare_stream:app", 1, threads, settings))
        held = asyncio.run(measured(bare, base, master, phones // PHONES_A_TABLE, 80 if short else 400))
    finish(*held)


if __name__ == "__main__":
    main()
