"""Requests while PostgreSQL is silent: each is answered within 5 seconds, and afterwards acts, retries and streams go on."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores.postgres import PostgresStore
from tests.http.servers import running
from tests.stores.fault_proxy import FaultProxy, proxied
from tests.stores.postgres_server import own_server

ANSWERED, RECOVERS = 5.0, 10.0  # seconds: the law
BASE = "/api/v1/matches"


@pytest.fixture
def served() -> Iterator[tuple[str, FaultProxy]]:
    """The address of a server over a PostgreSQL, and what is between the two."""
    with (
        own_server(fsync="off") as server,
        proxied(server.url) as proxy,
        contextlib.closing(PostgresStore(proxy.url)) as store,
        running(create_app(Service(store), Settings(rate_limit=False, heartbeat=30.0)), threads=48) as base,
    ):
        yield base, proxy


class Phone:
    """A stream that is read until the server ends it, and what came."""

    def __init__(self, match: str, headers: dict[str, str]) -> None:
        self.ids: list[int] = []
        self.ended = False
        self._reply = requests.get(f"{match}/stream", headers=headers, stream=True, timeout=30)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        for line in self._reply.iter_lines(chunk_size=1):
            if line.startswith(b"id: "):
                self.ids.append(int(line[4:].partition(b"-")[0]))
        self.ended = True

    def saw(self, versions: list[int], seconds: float) -> bool:
        """Whether it has exactly these within so many seconds."""
        deadline = time.monotonic() + seconds
        while self.ids != versions and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.ids == versions


def timed(*request: Any, **more: Any) -> tuple[float, requests.Response]:
    """How long a request took, and its reply."""
    began = time.monotonic()
    reply = requests.request(*request, timeout=30, **more)
    return time.monotonic() - began, reply


def at_once(work: list[Any]) -> list[tuple[float, requests.Response]]:
    """The timed replies to requests that are sent together."""
    came: list[Any] = [None] * len(work)
    threads = [
        threading.Thread(target=lambda n=n, one=one: came.__setitem__(n, timed(*one[0], **one[1])))
        for n, one in enumerate(work)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


def test_requests_while_the_store_is_silent_and_after(served: tuple[str, FaultProxy]) -> None:
    base, proxy = served
    opened = requests.post(base + BASE, json={"first_dealer": "W"}, timeout=10).json()
    match, token = f"{base}{BASE}/{opened['id']}", {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
    phone = Phone(match, token)
    assert phone.saw([1, 2], RECOVERS)
    proxy.become("stall")
    acts = [(("POST", f"{match}/bids"), {"json": {"seat": "N", "bid": "4"}, "headers": {**token, "Idempotency-Key": f"k{n}"}})
            for n in range(4)]  # fmt: skip
    reads = [(("GET", f"{match}{path}"), {"headers": token}) for path in ("", "/events", "/stream", "/score")]
    opens = [(("POST", base + BASE), {"json": {}}), (("GET", f"{base}/readyz"), {})]
    healthy = threading.Thread(target=lambda: lives.extend(timed("GET", f"{base}/healthz") for _ in range(10)))
    lives: list[tuple[float, requests.Response]] = []
    healthy.start()
    for _ in range(2):
        for took, reply in at_once(acts + reads + opens):
            assert (reply.status_code, reply.json()["code"]) == (503, "store-unavailable")
            assert int(reply.headers["Retry-After"]) > 0
            assert took < ANSWERED
    healthy.join()
    assert {reply.status_code for _, reply in lives} == {200} and max(took for took, _ in lives) < 1.0
    proxy.become("pass")
    began = time.monotonic()
    request, more = acts[0]
    while (reply := timed(*request, **more)[1]).status_code == 503:
        assert time.monotonic() - began < RECOVERS
    assert reply.status_code == 201 and reply.json()["version"] == 3
    assert timed(*request, **more)[1].json() == reply.json()
    assert requests.get(f"{base}/readyz", timeout=10).status_code == 200
    assert phone.saw([1, 2, 3], RECOVERS) and not phone.ended


def test_a_token_that_was_renewed_in_the_silence_opens_no_stream(served: tuple[str, FaultProxy]) -> None:
    base, proxy = served
    opened = requests.post(base + BASE, json={"first_dealer": "W"}, timeout=10).json()
    match, tokens = f"{base}{BASE}/{opened['id']}", opened["tokens"]
    phone = Phone(match, {"Authorization": f"Bearer {tokens['viewer']}"})
    assert phone.saw([1, 2], RECOVERS)
    proxy.become("stall")
    time.sleep(5)  # every line of the stream's own process is found dead
    with contextlib.closing(PostgresStore(proxy.direct)) as other:
        service = Service(other)
        client = create_app(service, Settings(rate_limit=False)).test_client()
        scorer = {"Authorization": f"Bearer {tokens['scorer']}"}
        path = f"{BASE}/{opened['id']}"
        assert client.post(f"{path}/tokens", json={"role": "viewer"}, headers=scorer).status_code == 201
        assert client.post(f"{path}/bids", json={"seat": "N", "bid": "4"}, headers=scorer).status_code == 201
    proxy.become("pass")
    phone.thread.join(RECOVERS)
    assert phone.ended and phone.ids == [1, 2]
