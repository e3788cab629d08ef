"""Several phones at one table: live, joining by code, without network, and in conflict (issue 6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phone import CALLS, CARDS, Phone, Table

pytestmark = pytest.mark.browser
OFFLINE = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_NETWORK_CHANGED", "net::ERR_FAILED")


def test_two_phones_are_live_on_one_table(new_phone: Callable[..., Phone], new_table: Callable[..., Table]) -> None:
    table = new_table()
    scorer, east = new_phone().open(table.link()), new_phone().open(table.link("E"))
    assert "#" not in east.page.url
    east.page.locator(".plate.at-bottom", has_text="Bob").wait_for()  # one's own seat is at the bottom
    east.call("pass")
    scorer.waits_for("Cat to call")
    scorer.call("pass", "4", "pass")
    east.waits_for("Dan names trump")
    east.tap("[data-trump=H]")
    scorer.cards(CARDS[:2])
    east.page.locator(".lies [aria-label='nine of hearts']").wait_for()
    east.cards(CARDS[2:3])
    scorer.waits_for("Cat to play")
    assert table.get()["version"] == 2 + 4 + 1 + 3
    assert sum("/stream" in one for one in east.sent) == 1


def test_tabs_of_one_browser_share_one_stream(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.open(table.link())
    streams: list[str] = []
    tab = phone.context.new_page()
    tab.on("request", lambda one: streams.append(one.url) if "/stream" in one.url else None)
    tab.goto(f"{phone.address}/m/{table.id}")
    tab.locator(".auction").wait_for()
    table.post("/bids", {"seat": "E", "bid": "3"})
    tab.get_by_text("Cat to call").first.wait_for()
    assert streams == []


def test_a_seat_is_joined_by_code(phone: Phone, new_phone: Callable[..., Phone]) -> None:
    phone.open()
    phone.tap("=New match")
    phone.tap("=Invite the others")
    code = phone.page.locator(".inviting .code").inner_text()
    phone.page.wait_for_function(
        "document.querySelector('.qr').complete && document.querySelector('.qr').naturalWidth > 0"
    )
    guest = new_phone().open()
    guest.page.locator("#code").fill(code.lower())
    guest.tap("=Join")
    guest.page.locator("input[name=name]").fill("Bob")
    guest.tap(".joinseat[data-seat=E]")
    guest.page.locator(".plate.at-bottom", has_text="Bob").wait_for()
    phone.tap("=Close")
    phone.page.locator(".plate.at-right", has_text="Bob").wait_for()
    third = new_phone().open(f"/j/{code}")
    seat = third.page.locator(".joinseat[data-seat=E]")
    seat.wait_for()
    assert seat.is_disabled() and "taken" in seat.inner_text()
    third.tap("=Only watch")
    third.waits_for("You are watching.")
    assert third.page.locator(".undobar").count() == 0


def test_a_wrong_code_is_said_in_words(phone: Phone) -> None:
    phone.expected = ("404",)
    phone.open("/j/ZZZZZZ")
    phone.page.locator(".note.bad").wait_for()


def test_what_is_entered_without_network_is_sent_once_and_in_order(
    phone: Phone, new_table: Callable[..., Table]
) -> None:
    phone.expected = OFFLINE
    table = new_table().auction()
    phone.open(table.link())
    phone.page.locator("html[data-kept=yes]").wait_for()
    phone.cards(CARDS[:1])
    phone.waits_for("Undo: Dan plays")
    phone.context.set_offline(True)
    phone.cards(CARDS[1:4])
    phone.waits_for("3 entries wait")
    assert phone.page.locator(".lies .card.pending").count() == 3
    phone.waits_for("Dan leads")  # the phone knows who took the trick
    phone.cards(CARDS[4:6])
    phone.tap(".undo")  # what has not been sent is simply taken back
    phone.waits_for("4 entries wait")
    phone.photo("offline")
    phone.page.reload()  # the page itself is kept on the phone, the entries with it
    phone.waits_for("4 entries wait")
    phone.context.set_offline(False)
    phone.page.locator(".linkbar").wait_for(state="detached")
    phone.until(lambda: not phone.page.locator(".card.pending").count())
    log = [event["data"]["card"] for event in table.get("/events")["events"] if event["type"] == "card-played"]
    assert log == CARDS[:5]


def test_an_entry_that_no_longer_fits_is_shown_beside_the_table(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.expected = (*OFFLINE, "409")
    table = new_table().auction()
    phone.open(table.link())
    phone.page.locator(".grid").wait_for()
    phone.context.set_offline(True)
    phone.cards(["JH", "9H"])
    table.play(["AS"])
    phone.context.set_offline(False)
    phone.waits_for("This no longer fits")
    phone.waits_for("Dan plays A♠")
    phone.waits_for("1 entry waits behind it")
    phone.photo("conflict")
    phone.tap("=Drop it")
    phone.waits_for("Bob to play")  # Ann's nine of hearts still fitted
    log = [event["data"]["card"] for event in table.get("/events")["events"] if event["type"] == "card-played"]
    assert log == ["AS", "9H"]


def test_the_same_card_from_two_phones_is_no_conflict(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.expected = (*OFFLINE, "409")
    table = new_table().auction()
    phone.open(table.link())
    phone.page.locator(".grid").wait_for()
    phone.context.set_offline(True)
    phone.cards(["JH"])
    table.play(["JH"])
    phone.context.set_offline(False)
    phone.waits_for("Already recorded on another phone.")
    assert phone.page.locator("dialog").count() == 0
    assert len(CALLS) == 4 and table.types().count("card-played") == 1
