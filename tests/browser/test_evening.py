"""One evening: the host sits down too, a phone is lost and comes back, the scorer's role is taken over, a link is handed on, and
the rematch takes every phone along (15.4, 15.5, 15.8, 15.10)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phone import Phone, Table

pytestmark = pytest.mark.browser
REFUSED = ("status of 401", "status of 403")


def keeps(phone: Phone) -> dict:
    """What this phone remembers of the table it saw last."""
    return dict(phone.page.evaluate("JSON.parse(localStorage['referee.tables'])[0]"))


def seats(phone: Phone) -> None:
    phone.menu("Seats and keys")
    phone.page.locator(".seatrow").first.wait_for()


def act(phone: Phone, seat: str, words: str) -> None:
    """A button beside a seat."""
    phone.page.locator(f".seatrow[data-seat={seat}] button", has_text=words).tap()


def test_an_evening_with_lost_phones(new_phone: Callable[..., Phone], new_table: Callable[..., Table]) -> None:
    table = new_table(initial_score={"NS": 31, "EW": 0})
    host = new_phone().open(table.link())
    host.expected = REFUSED
    host.page.evaluate(f"""() => {{ const tables = JSON.parse(localStorage['referee.tables']); tables[0].code = '{table.code}';
      localStorage['referee.tables'] = JSON.stringify(tables); }}""")
    host.open(f"/m/{table.id}")
    seats(host)  # the host sits too: scorer and South
    act(host, "S", "Sit here")
    host.page.locator(".seatrow[data-seat=S]", has_text="this phone").wait_for()
    host.tap("=Close")
    host.page.locator(".plate.at-bottom", has_text="Cat").wait_for()
    assert (keeps(host)["role"], keeps(host)["seat"], table.get()["scorer"]["seat"]) == ("scorer", "S", "S")

    phones = {}
    for seat in "NEW":
        phones[seat] = new_phone().open(f"/j/{table.code}")
        phones[seat].expected = REFUSED
        phones[seat].tap(f"[data-seat={seat}]")
        phones[seat].page.locator(".auction").wait_for()
    north = phones["N"].open(f"/j/{table.code}")  # who still sits is told so
    north.tap("=You sit at this table")
    north.page.locator(".auction").wait_for()

    east = phones["E"]  # a phone that lost its storage: two taps of the scorer, and one scan
    east.forget()
    seats(host)
    act(host, "E", "Show a new key")
    host.page.locator(".qr svg").wait_for()
    link = host.page.locator(".inviting input").input_value()
    host.tap("=Close")
    east.open("/").open(link.removeprefix(east.address))
    east.page.locator(".plate.at-bottom", has_text="Bob").wait_for()

    north.menu("Score sheet")  # every phone has a viewer's key to hand on; plain http has a field to copy from
    north.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined }); navigator.share = undefined;"
    )
    north.tap("=Share the link")
    shared = north.page.locator("dialog .toast input").input_value()
    north.tap("=Close")
    guest = new_phone().open(shared.removeprefix(north.address))
    guest.page.locator(".watching").wait_for()
    assert keeps(guest)["role"] == "viewer"

    for seat in "NEW":  # the host's phone is gone: the others make North the scorer, together
        seats(phones[seat])
        act(phones[seat], "N", "Wanted as scorer")
        if seat == "N":
            north.page.locator(".note", has_text="North wants North to be the scorer").wait_for()
        phones[seat].tap("=Close")
    north.until(lambda: keeps(north)["role"] == "scorer")
    host.until(lambda: keeps(host)["role"] == "S")  # the old scorer plays on at the own seat
    assert table.bearer and keeps(host)["token"] != table.bearer

    played = Table.of(table.address, table.id, keeps(north)["token"])
    played.post("/results", {"maker": "N", "bid": "5", "trump": "D", "tricks": {"NS": 5, "EW": 1}})
    north.page.locator(".over").wait_for()
    north.tap("=Rematch")
    north.page.locator("select[name=sits-E]").select_option("S")  # partners change
    north.choose("dealer", "S")
    north.tap("=Start the rematch")
    everybody = [north, host, phones["E"], phones["W"], guest]
    for phone in everybody:
        phone.until(lambda phone=phone: phone.id() != table.id)
        phone.page.locator(".auction, .watching").first.wait_for()
    new = north.id()
    assert {phone.id() for phone in everybody} == {new} and played.get()["status"] == "closed"
    found = [keeps(phone)["role"] for phone in everybody]
    assert found == ["scorer", "E", "S", "W", "viewer"], found
    match = Table.of(table.address, new, keeps(north)["token"]).get()
    assert match["players"] == {"N": "Ann", "E": "Cat", "S": "Bob", "W": "Dan"} and match["deal"]["dealer"] == "E"
