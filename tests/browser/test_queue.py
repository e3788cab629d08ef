"""What is on its way to the referee: an entry that does not fit stays in reach, a double tap counts once, undo waits its turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.phone import Phone, Table

pytestmark = pytest.mark.browser
TWICE = 70  # milliseconds between the two halves of a double tap
REST = 600  # by then whatever a tap began has been done


AGAIN = """([x, y, after]) => addEventListener('click', () =>
    setTimeout(() => document.elementFromPoint(x, y).click(), after), {once: true, capture: true})"""


def twice(phone: Phone, what: str) -> None:
    """A double tap with one thumb, wherever the buttons move meanwhile: the page keeps the time, however slow the machine."""
    box = phone.page.locator(what).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.evaluate(AGAIN, [x + 3, y - 2, TWICE])
    phone.page.locator(what).first.tap()
    phone.page.wait_for_timeout(REST)


def test_a_double_tap_is_one_entry(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.open(table.link()).page.locator(".auction").wait_for()
    twice(phone, "[data-bid=pass]")
    twice(phone, "[data-bid='4']")
    assert table.types()[2:] == ["bid-made"] * 2
    twice(phone, ".undo")
    assert table.types()[4:] == ["rewound"]
    phone.call("pass", "4", "pass")
    twice(phone, "[data-trump=H]")
    assert table.types()[-1] == "trump-named"
    phone.depth("Tricks")
    twice(phone, ".takers [data-seat=W]")
    assert table.types()[-2:] == ["trump-named", "trick-taken"]
    phone.depth("Result")
    version = table.get()["version"]
    twice(phone, "form.result [type=submit]")
    assert table.types()[version:].count("tricks-counted") == 1
    twice(phone, "text=All passed")
    assert table.types().count("deal-thrown-in") == 1


def test_quick_taps_at_two_places_and_keys_both_count(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.open(table.link())
    phone.page.locator("[data-bid=pass]").focus()
    phone.page.keyboard.press("Enter")
    phone.page.keyboard.press("Enter")
    phone.until(lambda: table.types()[2:] == ["bid-made"] * 2)
    phone.call("4", "pass")
    phone.tap("[data-trump=H]")
    phone.page.locator(".grid").wait_for()
    phone.page.wait_for_timeout(REST)
    boxes: list[Any] = [phone.page.locator(f".grid [data-card='{card}']").bounding_box() for card in ("9C", "TC")]
    for box in boxes:
        phone.page.touchscreen.tap(box["x"] + 24, box["y"] + 24)
    phone.until(lambda: table.types().count("card-played") == 2)


def in_conflict(phone: Phone, table: Table, cards: list[str]) -> None:
    """Cards of North wait without network, while another phone records another card."""
    phone.expected = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_NETWORK_CHANGED", "net::ERR_FAILED", "409")
    phone.open(table.auction().link())
    phone.page.locator(".grid").wait_for()
    phone.context.set_offline(True)
    phone.cards(cards)
    table.play(["AS"])
    phone.context.set_offline(False)
    phone.page.locator("dialog.conflict").wait_for()


def test_the_sheet_of_an_entry_that_does_not_fit_comes_back(phone: Phone, new_table: Callable[..., Table]) -> None:
    table, sheet, bar = new_table(), phone.page.locator("dialog.conflict"), phone.page.locator("button.linkbar")
    in_conflict(phone, table, ["JH", "9H"])
    phone.tap("=Close")
    sheet.wait_for(state="detached")
    assert phone.page.locator(".card.pending").count() == 0 and "Ann to play" in phone.prompt()
    bar.tap()
    sheet.wait_for()
    phone.page.keyboard.press("Escape")
    sheet.wait_for(state="detached")
    phone.cards(["KS"])  # nothing piles up behind it: the sheet asks first
    sheet.wait_for()
    phone.page.reload()
    phone.waits_for("1 entry waits behind it")
    phone.tap("=Drop it")
    bar.wait_for(state="detached")
    phone.until(lambda: table.get()["version"] == 9)
    assert [play["card"] for play in table.get()["deal"]["tricks"][0]["plays"]] == ["AS", "9H"]


def test_undo_drops_an_entry_that_does_not_fit(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    in_conflict(phone, table, ["JH"])
    phone.tap("=Close")
    phone.tap(".undo")
    phone.page.locator("button.linkbar").wait_for(state="detached")
    phone.cards(["KS"])
    phone.until(lambda: table.types()[-2:] == ["card-played"] * 2)


def test_undo_of_an_entry_on_its_way_follows_it(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction()
    phone.open(table.link())
    held: list[Any] = []
    phone.page.route("**/plays", lambda route: held.append(route))
    phone.cards(["JH"])
    phone.until(lambda: held)
    phone.tap(".undo")
    held[0].continue_()
    phone.until(lambda: table.types()[-2:] == ["card-played", "rewound"])
    phone.waits_for("Undo: Dan names")
