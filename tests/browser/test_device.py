"""What a phone lends the page: a screen that stays awake, and on plain http in a home network the lack of it, told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.i18n.catalogue import catalogue
from tests.browser.conftest import ARGS
from tests.browser.phone import CALLS, DEAL, Phone, Table
from tests.programs import CHROMIUM

pytestmark = pytest.mark.browser
AWAKE = """
window.locks = [];
Object.defineProperty(navigator, 'wakeLock', {value: {request: async (kind) => {
  const lock = new EventTarget();
  lock.release = async () => { window.locks.push('released'); lock.dispatchEvent(new Event('release')); };
  window.locks.push(kind);
  return lock;
}}});
"""  # a browser without a screen has no lock to give
LOOK = "() => { document.dispatchEvent(new Event('visibilitychange')); return window.locks; }"


def test_the_screen_stays_awake_while_a_match_runs(
    new_phone: Callable[..., Phone], new_table: Callable[..., Table]
) -> None:
    phone, table = new_phone(), new_table()
    phone.context.add_init_script(AWAKE)
    phone.open()
    phone.page.locator("text=New match").wait_for()
    assert phone.page.evaluate(LOOK) == []
    phone.open(table.link())
    phone.page.locator(".auction").wait_for()
    phone.until(lambda: phone.page.evaluate(LOOK) == ["screen"])
    phone.menu("Settings")
    phone.page.locator("input[name=awake]").nth(1).tap()
    phone.until(lambda: phone.page.evaluate(LOOK) == ["screen", "released"])


@pytest.fixture
def phone_on_plain_http(browser: Any, address: str) -> Iterator[Phone]:
    """A phone that reaches the referee under a name of the home network: no secure context."""
    args = [*ARGS, "--host-resolver-rules=MAP referee.home 127.0.0.1"]
    at_home = browser.browser_type.launch(executable_path=CHROMIUM, headless=True, args=args)
    phone = Phone(
        at_home.new_context(locale="en-GB", has_touch=True, viewport={"width": 390, "height": 844}),
        address.replace("127.0.0.1", "referee.home"),
    )
    yield phone
    at_home.close()
    assert phone.troubles == []


def test_on_plain_http_a_deal_is_recorded_and_the_page_says_what_it_lacks(
    phone_on_plain_http: Phone, address: str
) -> None:
    phone = phone_on_plain_http
    phone.open()
    phone.tap("=New match")
    phone.page.locator(".auction").wait_for()
    assert phone.page.evaluate("isSecureContext") is False
    phone.call(*CALLS)
    phone.tap(".trumps [data-trump='H']")
    phone.cards(" ".join(DEAL).split()[:-1])
    phone.waits_for("Deal 1 is over")
    assert Table.of(address, phone.id(), phone.token()).types().count("card-played") == 24
    phone.menu("Settings")
    phone.waits_for(str(catalogue("en")["page.insecure"]))
    assert not phone.page.locator("input[name=awake]").count()


def test_a_phone_on_its_side_shows_the_pack_beside_the_table(
    new_phone: Callable[..., Phone], new_table: Callable[..., Table]
) -> None:
    phone = new_phone(viewport={"width": 844, "height": 390})
    phone.open(new_table().auction().link())
    phone.page.locator(".grid").wait_for()
    felt, pack = (phone.page.locator(part).bounding_box() for part in (".felt", ".action .grid"))
    assert felt and pack and felt["x"] + felt["width"] <= pack["x"]
    assert max(box["y"] + box["height"] for box in (felt, pack)) <= 390
