"""Keys that a phone keeps: the stronger one stays whatever link is opened; and old rulings and deals that stay in reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.phone import FALSE_CARDS, NAMES, RENEGE, Phone, Table

pytestmark = pytest.mark.browser


def kept(phone: Phone) -> dict[str, Any]:
    """The newest of my tables."""
    entry: dict[str, Any] = phone.page.evaluate("JSON.parse(localStorage['referee.tables'] || '[{}]')[0]")
    return entry


@pytest.mark.parametrize("other", ["viewer", "N", "wrong"])
def test_another_link_takes_no_scorers_key_away(other: str, phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.expected = ("401",)
    phone.open(table.link())
    phone.page.locator(".auction").wait_for()
    token = table.tokens.get(other, "nobody-knows-this-token-at-all-x")
    for _ in range(2):  # within the open page, then as a page that is opened anew
        phone.page.goto(f"{phone.address}/m/{table.id}#{token}")
        phone.until(lambda: "#" not in phone.page.url)
        phone.page.locator(".auction").wait_for()
        assert (kept(phone)["token"], kept(phone)["role"]) == (table.tokens["scorer"], "scorer")
        phone.page.goto("about:blank")
    phone.open(f"/m/{table.id}").call("pass")
    assert table.types()[-1] == "bid-made"


def test_a_stronger_link_is_taken_and_a_wrong_one_is_not_kept(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.expected = ("401",)
    phone.open(f"/m/{table.id}#nobody-knows-this-token-at-all-x")
    phone.waits_for("This phone has no key to this match")
    assert kept(phone) == {}
    for role in ("viewer", "E", "scorer"):
        phone.open(table.link(role))
        phone.until(lambda role=role: kept(phone).get("role") == role and phone.page.locator(".prompt").count())  # type: ignore[misc]
        assert kept(phone)["token"] == table.tokens[role]


def test_a_link_opened_without_network_is_tried_later(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.expected = ("Failed to load resource",)
    phone.open(table.link("viewer"))
    phone.page.locator(".watching").wait_for()
    phone.page.route("**/role", lambda route: route.abort())
    phone.page.goto(phone.address + table.link())
    phone.until(lambda: kept(phone).get("spare") == table.tokens["scorer"])
    assert kept(phone)["role"] == "viewer"
    phone.page.unroute("**/role")
    phone.open(f"/m/{table.id}")
    phone.page.locator(".auction").wait_for()
    assert (kept(phone)["token"], kept(phone)["spare"]) == (table.tokens["scorer"], None)


def test_joining_keeps_the_scorers_key(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.open(table.link())
    phone.page.locator(".auction").wait_for()
    phone.open(f"/j/{table.code}")
    phone.tap(".joinseat[data-seat=E]")
    phone.page.locator(".auction").wait_for()
    assert (kept(phone)["token"], kept(phone)["role"], kept(phone)["code"]) == (table.bearer, "scorer", table.code)
    seat = Table.of(phone.address, table.id, kept(phone)["tokens"]["E"])
    assert seat.get("/role")["role"] == "E"


def test_forgetting_an_unfinished_match_is_asked_twice(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.open(new_table().link())
    phone.menu("All tables")
    phone.tap(".mytables [aria-label='Forget this table']")
    phone.tap("=Cancel")
    phone.page.locator(".tablerow").wait_for()
    phone.tap(".mytables [aria-label='Forget this table']")
    phone.tap(".mytables .danger")
    phone.until(lambda: not phone.page.locator(".mytables").count())
    assert kept(phone) in ({}, None)


def test_a_ruling_is_opened_again_from_the_log(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction().play(FALSE_CARDS[:12])
    table.post("/claims", {"kind": "renege", "by": "N", "accused": "W", "trick": 2})
    table.post("/claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    phone.open(table.link())
    for what, verdict in (("claim-made", "upheld"), ("claim-ruled", "upheld"), ("first", "rejected")):
        phone.menu("Entries of this deal")
        phone.page.locator(".entries .entry").nth(-1).wait_for()
        said = [one for one in table.get("/events")["events"] if one["type"].startswith("claim-")]
        entry = said[0] if what == "first" else [one for one in said if one["type"] == what][-1]
        phone.tap(f".entries .entry >> text=/^{entry['version']}$/")
        words = verdict.capitalize()
        phone.tap(f"={words}")
        phone.page.locator(f".ruling.{verdict}").wait_for()
        phone.tap("=Done")


def test_a_claim_reaches_any_deal_with_tricks(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction().play([card for trick in RENEGE for card in trick.split()])
    for _ in range(3):  # three deals by their results, then one that has begun
        table.results(("W", "4", "H", 2, 4))
    phone.open(table.link())
    phone.tap(".renege")
    phone.page.locator("select[name=deal]").wait_for()
    assert phone.page.locator("select[name=deal] option").all_inner_texts() == [f"Deal {n}" for n in (4, 3, 2, 1)]
    phone.tap("=Close")
    table.auction().play([next(card for card in FALSE_CARDS)])
    phone.page.locator(".lies .card").first.wait_for()
    phone.tap(".renege")
    picked = phone.page.locator("select[name=deal]")
    picked.wait_for()
    assert picked.locator("option").all_inner_texts() == [f"Deal {n}" for n in (5, 4, 3, 2, 1)]
    picked.select_option("1")
    phone.choose("accused", "E")
    phone.choose("trick", "2")
    phone.tap(f"=Claim: {NAMES['E']} reneged")
    phone.page.locator(".ruling.upheld").wait_for()
    assert table.get()["claims"][-1]["deal"] == 1
    phone.tap("=Done")
    phone.menu("Entries of this deal")
    picked.wait_for()
    picked.select_option("1")
    phone.page.locator(".entries .entry", has_text="9♣").first.wait_for()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
