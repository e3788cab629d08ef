"""A real `referee serve` in a process of its own, that can be killed and started again on the same file and port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import requests

BASE = "/api/v1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """One server after the other on one database. Its log is kept in the folder."""

    def __init__(self, folder: Path, database: str | None = None, **environment: str) -> None:
        self.database = database or f"sqlite:///{folder}/referee.db"
        self.log = folder / f"log-{os.urandom(4).hex()}.txt"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}{BASE}"
        self._environment = {**os.environ, "REFEREE_RATE_LIMIT": "off", "REFEREE_THREADS": "16", **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Served:
        """Starts a server; it may not answer yet."""
        command = [sys.executable, "-m", "referee", "serve", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=self._environment)
        return self

    def wait(self, seconds: float = 60.0) -> Served:
        """Returns when it answers."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self._process is not None and self._process.poll() is None, self.log.read_text()[-2000:]
            try:
                if requests.get(self.url.removesuffix(BASE) + "/readyz", timeout=5).status_code == 200:
                    return self
            except requests.RequestException:
                time.sleep(0.02)
        raise AssertionError("no answer")

    def end(self, number: signal.Signals) -> int:
        """Sends a signal and waits; the exit status."""
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(30)

    def asked(self, method: str, path: str, body: Mapping[str, Any], token: str = "") -> dict[str, Any]:
        """The reply to a request that must be accepted."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        reply = requests.request(method, f"{self.url}/{path}", json=body, headers=headers, timeout=30)
        assert reply.ok, reply.text
        told: dict[str, Any] = reply.json()
        return told

    def opened(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A new match."""
        return self.asked("POST", "matches", body)
