"""A real referee and a real browser for the phone page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.config import Settings
from referee.http.app import create_app
from referee.http.server import Server
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.browser.phone import Phone, Table
from tests.programs import CHROMIUM

ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where a referee with an empty store listens."""
    app = create_app(Service(MemoryStore()), Settings(rate_limit=False, heartbeat=1.0, hosts=("referee.home",)))
    server = Server(app, "127.0.0.1", 0, 48)
    thread = threading.Thread(target=server.run, name="referee")
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()
    thread.join(20)


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """What drives every browser of this process, which can have only one such driver."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    """One chromium for all tests."""
    chromium = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=ARGS)
    yield chromium
    chromium.close()


def phones_of(browser: Any, address: str) -> Iterator[Callable[..., Phone]]:
    """Makes phones: each a browser profile of its own, held to no error in its console."""
    phones: list[Phone] = []

    def made(scheme: str = "dark", **more: Any) -> Phone:
        options = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
        options |= {"color_scheme": scheme, "reduced_motion": "reduce", "locale": "en-GB", **more}
        context = browser.new_context(**options)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        phones.append(Phone(context, address, str(options["locale"])[:2]))
        return phones[-1]

    yield made
    for phone in phones:
        phone.context.close()
    assert [trouble for phone in phones for trouble in phone.troubles] == []


new_phone = pytest.fixture(phones_of)
lasting_phone = pytest.fixture(phones_of, scope="module")


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    """One phone, dark."""
    return new_phone()


@pytest.fixture
def new_table(address: str) -> Callable[..., Table]:
    """Opens tables by the API, as far played as a test wants."""
    return lambda **body: Table(address, body)
