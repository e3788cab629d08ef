"""Cards played over HTTP by many tables at once; run as `python -m benchmarks.http_workers [--short] [--postgres]`.

gunicorn (gthread) with one and with two workers. Beside ours, in turns: bare Flask, which checks the shape of the card
and stores nothing; the naive endpoint, which also inserts it durably into SQLite as Flask's documentation shows; and,
stated only, the same with a write-ahead log and kept connections. Both leave waiting to SQLite's busy handler. Sixteen
clients play as fast as they are answered. Acts a second as ratios, and the slowest hundredth."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.matches import Recorder, honest_commands
from benchmarks.measure import finish, report
from benchmarks.postgres import server as postgres_server
from benchmarks.streams import API, gunicorn, quantile
from referee.game import commands as ask
from tests.stores.postgres_server import new_schema

CLIENTS = 16
FLASK = {1: 0.55, 2: 0.40}
NAIVE, NAIVE_P99 = 1.4, 0.2
PEERS = {"flask": "bare", "naive": "naive", "tuned": "tuned"}
Request = tuple[str, bytes]


def requests_of(deals: int, seed: int) -> list[Request]:
    """The calls of so many honest deals, as a phone sends them: path below the match, and body."""
    recorder, chance = Recorder(), random.Random(seed)
    calls: list[Request] = []
    for _ in range(deals):
        commands = honest_commands(recorder.timeline, chance)
        command = next(commands)
        with contextlib.suppress(StopIteration):
            while True:
                calls.append(_call(command))
                command = commands.send(recorder.act(command))
    return calls


def _call(command: ask.Command) -> Request:
    if isinstance(command, ask.Play):
        return "plays", json.dumps({"seat": command.seat.value, "card": str(command.card)}).encode()
    if isinstance(command, ask.Bid):
        return "bids", json.dumps({"seat": command.seat.value, "bid": command.bid}).encode()
    assert isinstance(command, ask.NameTrump)
    return "trump", json.dumps({"suit": str(getattr(command.suit, "value", command.suit))}).encode()


class Client(threading.Thread):
    """A table on one connection; it sends its calls one after the other."""

    def __init__(self, base: str, prefix: str, headers: Mapping[str, str], calls: Sequence[Request]) -> None:
        super().__init__()
        self.base, self.prefix, self.headers, self.calls = base, prefix, headers, calls
        self.times: list[float] = []
        self.failed = 0

    def run(self) -> None:
        """Send all; a refusal that the server gives up with (500, 503) is counted and repeated."""
        connection = http.client.HTTPConnection(self.base.removeprefix("http://"), timeout=60)
        for path, body in self.calls:
            began = time.perf_counter()
            while self._sent(connection, path, body) >= 500:
                self.failed += 1
            self.times.append(time.perf_counter() - began)
        connection.close()

    def _sent(self, connection: http.client.HTTPConnection, path: str, body: bytes) -> int:
        connection.request("POST", f"{self.prefix}/{path}", body, {"Content-Type": "application/json", **self.headers})
        reply = connection.getresponse()
        text = reply.read()
        assert reply.status >= 500 or reply.status == 201, text
        return reply.status


def our_client(base: str, calls: Sequence[Request]) -> Client:
    """A new match to play those calls in."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=60)
    rules = {"preset": "classic", "target": 1000, "win_on": "own-bid", "ask_cards": 0}
    body = json.dumps({"rules": rules}).encode()
    connection.request("POST", API, body, {"Content-Type": "application/json"})
    made = json.loads(connection.getresponse().read())
    connection.close()
    return Client(base, f"{API}/{made['id']}", {"Authorization": f"Bearer {made['tokens']['scorer']}"}, calls)


def run(clients: Sequence[Client]) -> tuple[float, list[float]]:
    """Calls a second, and the seconds that each took."""
    began = time.perf_counter()
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    times = [taken for client in clients for taken in client.times]
    return len(times) / (time.perf_counter() - began), times


@contextlib.contextmanager
def served(url: str, folder: Path, workers: int) -> Iterator[Mapping[str, Callable[[Sequence[Request]], Client]]]:
    """The servers; what makes a client of each."""
    settings = {"REFEREE_DATABASE": url, "REFEREE_RATE_LIMIT": "off", "REFEREE_SECRET": "shared",
                "NAIVE_DATABASE": str(folder / f"naive{workers}.db"), "TUNED_DATABASE": str(folder / f"tuned{workers}.db")}  # fmt: skip
    apps = {"ours": "referee.wsgi:app", **{name: f"benchmarks.naive:{app}" for name, app in PEERS.items()}}
    with contextlib.ExitStack() as stack:
        bases = {name: stack.enter_context(gunicorn(app, workers, 32, settings))[1] for name, app in apps.items()}
        peers = {name: lambda calls, base=bases[name]: Client(base, "/m", {}, calls) for name in PEERS}
        yield {"ours": lambda calls: our_client(bases["ours"], calls), **peers}


def compared(url: str, folder: Path, workers: int, deals: int, rounds: int) -> list[bool]:
    """Run all in turns and report."""
    speeds: dict[str, list[float]] = {name: [] for name in ("ours", *PEERS)}
    times: dict[str, list[float]] = {name: [] for name in ("ours", *PEERS)}
    failed = 0
    with served(url, folder, workers) as makers:
        for turn in range(rounds + 1):  # the first warms up
            for name, maker in makers.items():
                clients = [maker(requests_of(deals, turn * CLIENTS + n)) for n in range(CLIENTS)]
                speed, taken = run(clients)
                if turn:
                    speeds[name].append(speed)
                    times[name] += taken
                failed += sum(client.failed for client in clients)
    speed = {name: statistics.median(found) for name, found in speeds.items()}
    p99 = {name: quantile(found, 0.99) * 1e3 for name, found in times.items()}
    said = ", ".join(f"{name} {speed[name]:.0f}/s p99 {p99[name]:.0f} ms" for name in speed)
    print(f"     {workers} worker(s): {said}; {failed} refused as busy")
    held = [report(f"{workers} worker(s), ours to bare Flask", speed["ours"] / speed["flask"], FLASK[workers], False)]
    if workers == 2:
        held.append(report("ours to the naive durable insert", speed["ours"] / speed["naive"], NAIVE, False))
        held.append(report("p99, ours to the naive insert's", p99["ours"] / p99["naive"], NAIVE_P99, True))
    return held


def main() -> None:
    """Measure with one worker and with two."""
    short = "--short" in sys.argv
    held = []
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="."))).resolve()
        dsn = stack.enter_context(postgres_server()) if "--postgres" in sys.argv else ""
        for workers in FLASK:
            url = stack.enter_context(new_schema(dsn)) if dsn else f"sqlite:///{folder}/ours{workers}.db"
            held += compared(url, folder, workers, 1 if short else 3, 1 if short else 5)
    finish(*held)


if __name__ == "__main__":
    main()
