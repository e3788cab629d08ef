"""A phone that was there says so when the past was changed: after a restored backup, and at the same version."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.config import Settings
from referee.http.app import create_app
from referee.http.server import Server
from referee.service import Service
from referee.stores.sqlite import SqliteStore
from tests.browser.conftest import phones_of
from tests.browser.phone import Table

pytestmark = pytest.mark.browser
DOWN = ("net::ERR_", "Failed to load resource")


@contextmanager
def serving(file: Path, port: int = 0) -> Iterator[Server]:
    """A referee on a file, at a port that another one had before."""
    app = create_app(Service(SqliteStore(str(file))), Settings(rate_limit=False, heartbeat=0.5))
    server = Server(app, "127.0.0.1", port, 48)
    thread = threading.Thread(target=server.run, name="referee")
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)


@pytest.mark.parametrize("lang", ["en-GB", "hy"])
def test_a_phone_says_that_the_past_was_changed(browser: Any, tmp_path: Path, lang: str) -> None:
    lived, backup = tmp_path / "lived.db", tmp_path / "backup.db"
    with serving(lived) as server:
        address, port = f"http://127.0.0.1:{server.port}", server.port
        table = Table(address, {})
        phones = phones_of(browser, address)
        made = next(phones)
        phone, stranger = made(locale=lang), made(locale=lang)
        phone.expected = DOWN
        phone.open(table.link())
        seen = f"JSON.parse(localStorage['referee.seal.{table.id}'] || '{{}}').linked"
        phone.until(lambda: phone.page.evaluate(seen) == 2)
        store = server.house.service.store
        store.backup(str(backup))
        for seat, bid in (("E", "3"), ("S", "4")):
            table.post("/bids", {"seat": seat, "bid": bid})
        phone.until(lambda: phone.page.evaluate(seen) == 4)
        head = table.get()["head"]
        phone.until(lambda: phone.page.locator(".seal").inner_text() == f"4-{head[:8]}")
        assert not phone.page.locator(".past").count()
    with serving(backup, port):
        table.post("/bids", {"seat": "E", "bid": "4"})
        stranger.open(table.link("viewer"))
        alarm = phone.page.locator(".past")
        alarm.wait_for()
        assert "3" in alarm.inner_text() and alarm.get_attribute("role") == "alert"
        phone.until(lambda: phone.page.locator(".seal").inner_text() == f"3-{table.get()['head'][:8]}")
        phone.open(f"/m/{table.id}?view=board")
        phone.page.locator(".board .past").wait_for()
        assert table.get()["head"][:8] in phone.page.locator(".board .seal").inner_text()
        phone.tap(".past button")
        alarm.wait_for(state="detached")
        table.post("/bids", {"seat": "S", "bid": "pass"})
        phone.until(lambda: phone.page.evaluate(seen) == 4)
        phone.page.wait_for_timeout(2000)
        assert not phone.page.locator(".past").count() and not stranger.page.locator(".past").count()
    next(phones, None)
