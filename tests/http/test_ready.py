"""`/readyz` says whether the next act could be stored: it fails with the disk, and leaves nothing in a log."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from referee.http.app import create_app
from referee.http.limits import Recently
from referee.service import Service
from referee.stores.contract import StoreUnavailable
from referee.stores.sqlite import SqliteStore
from tests.http.conftest import SETTINGS
from tests.http.tables import Table, code_of

# A process that may not write to any file is one whose disk is full.
FULL = """
import resource, sys, time
from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
client = create_app(Service(open_store(sys.argv[1])), Settings(rate_limit=False)).test_client()
opened = client.post("/api/v1/matches", json={})
most = resource.getrlimit(resource.RLIMIT_FSIZE)
for limit in (most[0], 0, most[0]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most[1]))
    asked = [client.get(path).status_code for path in ("/healthz", "/readyz", "/readyz")]
    acted = client.post("/api/v1/matches", json={}).status_code
    print(*asked, acted, flush=True)
    time.sleep(1.1)
"""


def test_a_full_disk_is_not_ready_and_one_with_room_is(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, f"sqlite:///{tmp_path}/referee.db"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout.splitlines() == ["200 200 200 201", "200 503 503 503", "200 200 200 201"]


def test_a_database_that_may_not_be_written_is_not_ready(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "referee.db"))
    table = Table(create_app(Service(store), SETTINGS))
    before = (table.get("events").data, table.version())
    for _ in range(3):
        store.ping()
    assert (table.get("events").data, table.version()) == before
    store.file.connection().execute("PRAGMA query_only = ON")
    assert code_of(table.client.get("/readyz")) == (503, "store-unavailable")
    assert table.client.get("/healthz").status_code == 200
    store.file.connection().execute("PRAGMA query_only = OFF")
    assert table.client.get("/readyz").status_code == 200
    store.close()


def test_who_asks_again_and_again_does_not_write_again_and_again() -> None:
    now, asked = [100.0], list[float]()

    def check() -> None:
        asked.append(now[0])
        if now[0] == 101.0:
            raise StoreUnavailable("full")

    ready = Recently(seconds=1.0, clock=lambda: now[0])
    for now[0] in (100.0, 100.5, 101.0, 101.0, 101.5, 102.0):
        try:
            ready.ensure(check)
        except StoreUnavailable:
            assert now[0] == 101.0
    assert asked == [100.0, 101.0, 101.0, 101.5]
