"""Processes killed at random under load; run as `python -m benchmarks.kills [--short]`: 200 kills, 12 with --short.

Four processes play on one store, each its own match, each act with its key; every acknowledged act is written to a pipe.
They are killed (SIGKILL) at random moments and started again, and begin by repeating the act that they had not seen
acknowledged. A follower reads each match as a stream does. Then every acknowledged act must be there, none twice, every
chain whole, and the followers must have seen all, in order. SQLite, then PostgreSQL."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.append import plays, receipt
from benchmarks.measure import finish, report
from benchmarks.postgres import server
from referee.events.log import Recorded, check_chain
from referee.stores import open_store
from referee.stores.contract import AlreadyDone, Store
from referee.stores.postgres import POLL_SECONDS
from tests.stores.postgres_server import new_schema

PLAYERS = 4
EVENTS = 100_000


def played(url: str, match: str, first: int) -> None:
    """One process: plays the match from that version on and reports each acknowledged act."""
    with contextlib.closing(open_store(url)) as store:
        for event in plays(EVENTS):
            if event.version >= first:
                with contextlib.suppress(AlreadyDone):  # done by the process before, which was killed before it said so
                    store.append(match, event.version - 1, [event], receipt=receipt(event))
                print(event.version, flush=True)


class Player:
    """A match and the process that plays it; the process dies and is started again."""

    def __init__(self, url: str, match: str) -> None:
        self.url, self.match, self.acknowledged = url, match, 0
        self.start()

    def start(self) -> None:
        """Go on after the last act that was acknowledged."""
        command = [sys.executable, "-m", "benchmarks.kills", "--play", self.url, self.match, str(self.acknowledged + 1)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.acknowledged = int(line)

    def kill(self) -> None:
        """Kill it (SIGKILL)."""
        self.process.kill()
        self.process.wait()
        self._reader.join()


def followed(store: Store, match: str, seen: list[Recorded], stopping: threading.Event) -> None:
    """Read the match as a stream does until stopped."""
    with store.listening(match) as listener:
        while not stopping.is_set():
            if listener.wait(len(seen), 0.2):
                seen.extend(store.events(match, after=len(seen)))


def survived(url: str, kills: int) -> tuple[int, int]:
    """How many of the matches are whole after so many kills, and how many acts were acknowledged."""
    chance, stopping = random.Random(1), threading.Event()
    with contextlib.closing(open_store(url)) as store:
        players = [Player(url, f"m{number}") for number in range(PLAYERS)]
        streams: list[list[Recorded]] = [[] for _ in players]
        followers = [
            threading.Thread(target=followed, args=(store, player.match, seen, stopping))
            for player, seen in zip(players, streams, strict=True)
        ]
        for follower in followers:
            follower.start()
        for _ in range(kills):
            player, before = chance.choice(players), [player.acknowledged for player in players]
            deadline = time.monotonic() + 20
            while player.acknowledged == before[players.index(player)] and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(chance.random() / 10)
            player.kill()
            player.start()
        for player in players:
            player.kill()
        time.sleep(POLL_SECONDS + 1)  # a killed process may have notified nobody: followers also poll
        stopping.set()
        for follower in followers:
            follower.join()
        whole = sum(_whole(store, player, seen) for player, seen in zip(players, streams, strict=True))
    return whole, sum(player.acknowledged for player in players)


def _whole(store: Store, player: Player, seen: list[Recorded]) -> bool:
    log = list(store.events(player.match))
    check_chain(log)
    # One act may be stored whose acknowledgement was lost.
    return (
        log == seen
        and len(log) - player.acknowledged in (0, 1)
        and all(store.receipt(player.match, receipt(event).key) for event in log)
    )


@contextlib.contextmanager
def places() -> Iterator[dict[str, str]]:
    """A new SQLite file and a new PostgreSQL schema, by the names of their kinds."""
    with tempfile.TemporaryDirectory(dir=".") as folder, server() as dsn, new_schema(dsn) as url:
        yield {"SQLite": f"sqlite:///{Path(folder).resolve()}/kills.db", "PostgreSQL": url}


def main() -> None:
    """Kill, count and report."""
    kills = 12 if "--short" in sys.argv else 200
    held = []
    with places() as urls:
        for name, url in urls.items():
            whole, acts = survived(url, kills)
            print(f"     {name}: {kills} kills, {acts} acts acknowledged")
            held.append(report(f"{name}: matches whole, streams without a gap", whole, PLAYERS, at_most=False))
    finish(*held)


if __name__ == "__main__":
    if "--play" in sys.argv:
        played(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main()
