"""The real server: stopped by a signal, it finishes what it has begun and leaves the store in order."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import requests

from referee.stores import open_store

BASE = "/api/v1"
PROGRAM = """
import sys
from referee.config import Settings
from referee.http.app import create_app
from referee.http.server import serve
from referee.service import Service
from referee.stores import open_store
settings = Settings(rate_limit=False, heartbeat=1.0, threads=8)
serve(create_app(Service(open_store(sys.argv[1])), settings), "127.0.0.1", int(sys.argv[2]))
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_within_seconds(tmp_path: Path, number: int) -> None:
    port, url = free_port(), f"sqlite:///{tmp_path}/s.db"
    process = subprocess.Popen([sys.executable, "-W", "error", "-c", PROGRAM, url, str(port)], env={**os.environ})
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_until_it_answers(base)
        opened = requests.post(f"{base}{BASE}/matches", json={}, timeout=10).json()
        headers = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
        match = f"{base}{BASE}/matches/{opened['id']}"
        stream = requests.get(f"{match}/stream", headers=headers, stream=True, timeout=10)
        acts = threading.Thread(target=_acts, args=(match, headers, statuses := []))
        acts.start()
        while len(statuses) < 20:
            assert acts.is_alive(), f"acts ended early, after the answers {statuses}"
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(15) == 0
        acts.join(10)
        assert set(statuses) == {201}
        assert _acts_in(url, opened["id"]) == 1 + len(statuses), "an act that was not answered was done"
        assert b"match-opened" in b"".join(stream.iter_content(None))
        stream.close()
    finally:
        process.kill()
        process.wait()


def _wait_until_it_answers(base: str) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            if requests.get(f"{base}/readyz", timeout=2).status_code == 200:
                return
        except requests.ConnectionError:
            time.sleep(0.05)
    raise AssertionError("no answer")


def _acts(match: str, headers: dict[str, str], statuses: list[Any]) -> None:
    """Acts until no answer comes; every answer that began must be whole."""
    while True:
        try:
            path, body = ("undo", {}) if len(statuses) % 2 else ("bids", {"seat": "E", "bid": "4"})
            statuses.append(requests.post(f"{match}/{path}", json=body, headers=headers, timeout=10).status_code)
        except requests.ConnectionError as error:
            assert any(reason in str(error) for reason in ("refused", "reset", "without response")), error
            return


def _acts_in(url: str, match: str) -> int:
    store = open_store(url)
    try:
        return len({event.act for event in store.events(match)})
    finally:
        store.close()
