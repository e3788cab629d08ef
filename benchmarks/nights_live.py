"""The last result of a round until every phone and the board have it: `python -m benchmarks.nights_live [--short]`.

15 tables, 60 phones and a board listen to a real server's stream of the night. When a result is stored each reads its own
card, the board the standings. Limit: 99 of 100 have it a second after the organiser sent it. Clients share the cores."""

from __future__ import annotations

import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import requests

from benchmarks.measure import finish, report
from tests.trust.served import Served

LIMIT, PHONES, TABLES = 1.0, 60, 15


class Listener(threading.Thread):
    """A phone: hears of every result and reads what it shows; `had` is when it had each version on its screen."""

    def __init__(self, night: str, token: str, shows: str) -> None:
        super().__init__(daemon=True)
        self.had: dict[int, float] = {}
        self.ready = threading.Event()
        self._night, self._shows, self._session = night, shows, requests.Session()
        self._session.headers["Authorization"] = f"Bearer {token}"
        self._reader = requests.Session()
        self._reader.headers["Authorization"] = f"Bearer {token}"

    def run(self) -> None:
        with self._session.get(f"{self._night}/stream", stream=True, timeout=600) as stream:
            for line in stream.iter_lines(chunk_size=1):
                self.ready.set()
                if line.startswith(b"id: "):
                    version = int(line[4:].partition(b"-")[0])
                    reply = self._reader.get(f"{self._night}/{self._shows}", timeout=60)
                    assert reply.status_code == 200, reply.text
                    self.had[version] = time.monotonic()


def opened(served: Served) -> tuple[str, dict[str, str], list[Listener]]:
    """A night with a round of which one table lacks its result, and all who listen to it."""
    players = [f"P{number}" for number in range(1, PHONES + 1)]
    night = served.asked("POST", "nights", {"title": "Club", "players": players, "rounds": 8})
    path, organiser = f"nights/{night['id']}", night["tokens"]["organiser"]
    served.asked("POST", f"{path}/rounds", {}, organiser)
    for table in range(1, TABLES + 1):
        served.asked("PUT", f"{path}/rounds/1/tables/{table}/result", {"NS": 8, "EW": 4}, organiser)
    where = f"{served.url}/{path}"
    listeners = [Listener(where, night["tokens"]["board"], "standings")]
    for player in range(1, PHONES + 1):
        token = served.asked("POST", "joins", {"code": night["join_code"], "player": player})["token"]
        listeners.append(Listener(where, token, f"players/{player}/card"))
    return path, {"organiser": organiser}, listeners


def waits(served: Served, results: int) -> list[float]:
    """The seconds from sending each result until each of the listeners had it."""
    path, tokens, listeners = opened(served)
    for listener in listeners:
        listener.start()
    for listener in listeners:
        assert listener.ready.wait(60)
    time.sleep(2)  # until all have shown what was there before
    found = []
    for number in range(results):
        body: dict[str, Any] = {"NS": number, "EW": 4, "reason": "misread"}
        sent = time.monotonic()
        version = served.asked("PUT", f"{path}/rounds/1/tables/{TABLES}/result", body, tokens["organiser"])["version"]
        deadline = time.monotonic() + 30
        while any(version not in listener.had for listener in listeners) and time.monotonic() < deadline:
            time.sleep(0.01)
        found += [listener.had.get(version, deadline) - sent for listener in listeners]
        time.sleep(0.3)
    return sorted(found)


def main() -> None:
    """Print the 99th of a hundred beside its limit."""
    results = 5 if "--short" in sys.argv else 40
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), REFEREE_THREADS="100", REFEREE_STREAMS="100").start().wait()
        try:
            found = waits(served, results)
        finally:
            served.end(signal.SIGTERM)
    middle, most = found[len(found) // 2], found[int(len(found) * 0.99)]
    print(f"     half of them after {middle * 1e3:.0f} ms, the last after {found[-1] * 1e3:.0f} ms")
    finish(report(f"seconds until 99 of 100 of {PHONES} phones and a board have a result", most, LIMIT, at_most=True))


if __name__ == "__main__":
    main()
