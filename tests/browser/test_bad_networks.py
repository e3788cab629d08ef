"""An evening behind a line that lies, drops and hangs: the table goes on, nothing is lost or sent twice, and everything comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.between import Line, line_to
from tests.browser.phone import CALLS, CARDS, Phone, Table

pytestmark = pytest.mark.browser
TROUBLES = ("Failed to load", "net::ERR", "blocked by CORS", "ServiceWorker", "404", "409", "412")
BAD = ("portal", "502", "cut", "lost", "hangs")


@pytest.fixture
def line(address: str) -> Iterator[Line]:
    with line_to(address) as between:
        yield between


@pytest.fixture
def far_phone(new_phone: Callable[..., Phone], line: Line) -> Phone:
    """A phone at the other end of the line."""
    phone = new_phone()
    phone.address, phone.expected = line.address, TROUBLES
    return phone


def quickly(phone: Phone, what: str, times: int) -> None:
    """Taps at one place, 200 ms apart."""
    box = phone.page.locator(what).first.bounding_box()
    assert box
    for _ in range(times):
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.wait_for_timeout(200)


def never_waits(phone: Phone) -> None:
    """Nothing says "One moment" while the line is down."""
    assert "One moment" not in phone.page.inner_text("body")


def three_deals(phone: Phone) -> None:
    """A deal by its result, one by its tricks, one by its cards; the words of the prompt are looked at all the time."""
    phone.depth("Result")
    phone.choose("maker", "W")
    phone.choose("bid", "4")
    phone.choose("trump", "H")
    phone.page.locator("form.result [type=submit]").tap()
    phone.waits_for("Deal 2")
    never_waits(phone)
    phone.depth("Tricks")
    quickly(phone, "[data-bid=pass]", 3)
    phone.tap(".auction [data-bid='4']")
    phone.tap("[data-trump=S]")
    never_waits(phone)
    phone.page.locator(".takers").wait_for()
    quickly(phone, ".takers [data-seat=E]", 6)
    phone.waits_for("Deal 3")
    never_waits(phone)
    phone.depth("Cards")
    for bid in (*CALLS[2:], "pass", "pass"):
        phone.tap(f".auction [data-bid='{bid}']")
    phone.tap("[data-trump=H]")
    phone.cards(CARDS[:8])
    never_waits(phone)


def recorded(table: Table) -> list[Any]:
    """What stands in the log after the opening, without what began by itself."""
    events = table.get("/events")["events"][2:]
    return [(one["type"], one["data"]) for one in events if one["type"] != "deal-started"]


def test_three_deals_wait_and_arrive_in_order_once(
    far_phone: Phone, line: Line, new_table: Callable[..., Table]
) -> None:
    phone, table = far_phone, new_table(rules={"target": None})
    phone.open(table.link()).page.locator("html[data-kept=yes]").wait_for(state="attached")
    line.how = "portal"
    three_deals(phone)
    waiting = int(phone.page.locator(".linkbar").inner_text().split("network. ")[1].split(" ")[0])
    assert waiting == 1 + (4 + 1 + 6) + (4 + 1 + 8) and recorded(table) == []
    phone.tap("=Score sheet" if phone.page.locator("button:has-text('Score sheet')").count() else ".scores")
    never_waits(phone)
    phone.page.keyboard.press("Escape")
    for how in BAD[1:]:  # what was meant for the referee goes nowhere else, however the line fails
        line.how = how
        phone.page.wait_for_timeout(1500)
        if how == "lost":
            phone.until(lambda: line.lost)
    line.how = "good"
    phone.until(lambda: not phone.page.locator(".linkbar").count() or None)
    phone.until(lambda: len(recorded(table)) == waiting + 1)  # a result is a contract and its tricks
    log = recorded(table)
    assert [name for name, _ in log[:2]] == ["contract-declared", "tricks-counted"]
    assert [data["winner"] for name, data in log if name == "trick-taken"] == ["E"] * 6
    assert [data["card"] for name, data in log if name == "card-played"] == CARDS[:8]
    assert [data["bid"] for name, data in log if name == "bid-made"] == ["pass"] * 3 + ["4", *CALLS[2:], "pass", "pass"]
    never_waits(phone)


def test_a_match_opened_while_the_line_is_bad_comes_by_itself(
    far_phone: Phone, line: Line, new_table: Callable[..., Table]
) -> None:
    phone, table = far_phone, new_table()
    phone.open(table.link()).page.locator(".auction").wait_for()
    for how in ("503", "portal"):
        line.how = how
        phone.page.wait_for_timeout(1200)
        table.post("/bids", {"seat": table.get()["next"]["seat"], "bid": "pass"})
        phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        phone.page.wait_for_timeout(800)
        assert "no key" not in phone.page.inner_text("body") and phone.page.locator(".linkbar").count()
        line.how = "good"
        phone.page.locator(".linkbar").wait_for(state="detached")
    phone.until(lambda: phone.page.locator(".said").count() == 2)
