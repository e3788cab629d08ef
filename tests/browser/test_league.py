"""The organiser's page: the key, the standings with their filter, a player's figures, the download; light and dark, nothing too wide."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from referee.config import Settings
from referee.game import commands as ask
from referee.http.app import create_app
from referee.http.server import Server
from referee.rules.options import rules_of
from referee.rules.seats import Seat
from referee.service import Service, acting, joining
from referee.stores.memory import MemoryStore
from tests.browser.conftest import phones_of
from tests.browser.phone import Phone
from tests.browser.test_screens import CHECKED, TOO_SMALL

pytestmark = pytest.mark.browser
LONG = "Maximiliana Featherstonehaugh-Cholmondel"


@pytest.fixture
def address() -> Iterator[str]:
    """A referee with an admin token and two closed matches."""
    service = Service(MemoryStore())
    for league, names in (("Fife", ("Ann", "Bob", "Cat", "Dan")), ("Ayr", ("Ann", LONG, "Cat", "Eve"))):
        players = dict(zip(map(Seat, "NESW"), names, strict=True))
        match = joining.open_match(
            service, ask.OpenMatch(rules_of("classic", {"target": 5}), players=players, tags={"league": league})
        ).match
        result = ask.RecordResult(ask.DeclareContract(Seat.N, "5", None), ask.CountTricks(5, 1))
        for command in (result, ask.Close()):
            acting.act(service, match, command, "scorer")
    server = Server(create_app(service, Settings(rate_limit=False, admin_token="the-key")), "127.0.0.1", 0, 16)
    thread = threading.Thread(target=server.run, name="league")
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.stop()
    thread.join(20)


@pytest.fixture
def organiser(browser: Any, address: str) -> Iterator[Phone]:
    """A phone at this referee. Axe puts itself into the page, past the page's policy."""
    phones = phones_of(browser, address)
    new_phone: Callable[..., Phone] = next(phones)
    phone = new_phone("light", bypass_csp=True, accept_downloads=True)
    phone.expected = ("401", "403")
    yield phone
    next(phones, None)


def check(phone: Phone) -> None:
    """Light and dark: nothing that axe can find, nothing wider than the phone, nothing too small to tap."""
    from axe_playwright_python.sync_playwright import Axe

    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(phone.page, options={"resultTypes": ["violations"], **CHECKED[scheme]}).response["violations"]
        assert [
            (one["id"], node["html"][:160], node["failureSummary"][:200]) for one in found for node in one["nodes"]
        ] == []
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.page.evaluate(TOO_SMALL) == []


def enter(phone: Phone, key: str, keep: bool = False) -> None:
    phone.page.locator("input[name=token]").fill(key)
    if keep:
        phone.tap("input[name=keep]")
    phone.tap("=Show the standings")


def rows(phone: Phone, count: int) -> list[str]:
    """The names in the standings, once there are so many rows."""
    found = phone.page.locator(".standings tbody tr")
    phone.until(partial(lambda n: found.count() == n, count))
    return [str(name) for name in phone.page.locator(".standings tbody th").all_inner_texts()]


def test_an_organiser_reads_the_league(organiser: Phone) -> None:
    phone = organiser.open("/league")
    check(phone)
    enter(phone, "another-key")
    phone.page.locator(".note.bad").wait_for()
    enter(phone, "the-key")
    assert rows(phone, 6)[:2] == ["Ann", "Cat"]
    head = [title.lower() for title in phone.page.locator(".standings thead th").all_inner_texts()]
    first = phone.page.locator(".standings tbody tr").first.locator("td").all_inner_texts()
    assert head[2:] == ["matches", "won", "drawn", "points more"] and first == ["1", "2", "2", "0", "+8"]
    check(phone)
    phone.page.locator("input[name=tag]").fill("league:Fife")
    phone.page.locator("input[name=since]").fill("2020-01-01")
    assert rows(phone, 4) == ["Ann", "Cat", "Bob", "Dan"]
    phone.choose("table", "pairs")
    rows(phone, 2)
    phone.page.locator(".standings .link", has_text="Bob").tap()
    phone.page.locator(".stats").wait_for()
    assert "drawn" in phone.page.locator(".stats").inner_text().lower()
    check(phone)
    phone.tap("=Close")
    with phone.page.expect_download() as download:
        phone.tap("=Download (CSV)")
    assert download.value.path().read_text("utf-8-sig").startswith("table,rank,name,partner,matches")
    phone.page.locator("input[name=until]").fill("2020-01-02")
    phone.waits_for("No closed match fits.")
    assert phone.page.evaluate("localStorage['referee.admin'] ?? null") in (None, "null")


def test_the_key_is_kept_only_on_request(organiser: Phone) -> None:
    phone = organiser.open("/league")
    enter(phone, "the-key", keep=True)
    rows(phone, 6)
    phone.open("/league")
    rows(phone, 6)
    phone.tap("=Forget the key")
    phone.open("/league")
    phone.page.locator("input[name=token]").wait_for()
