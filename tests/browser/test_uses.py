"""The rest of what a table needs: variants drawn from `next`, my hand, house rules, rematch, languages, settings, the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.phone import CALLS, Phone, Table
from tests.browser.test_screens import FIVE

pytestmark = pytest.mark.browser


def test_a_match_by_house_rules_that_this_phone_remembers(phone: Phone) -> None:
    phone.open()
    phone.tap("=Names and rules")
    phone.page.locator(".options summary").wait_for()
    for seat, name in (("N", "Ann"), ("E", "Bob")):
        phone.page.locator(f"input[name={seat}]").fill(name)
    phone.choose("dealer", "E")
    phone.choose("preset", "joker")
    phone.tap(".options summary")
    phone.page.locator(".option", has_text="The points that win the match").locator("input").fill("21")
    phone.page.locator("#house").fill("Sunday")
    phone.tap("=Save")
    phone.page.locator(".house", has_text="Sunday").wait_for()
    phone.tap("=Start the match")
    phone.waits_for("Bob discards a card")
    match = phone.table().get()
    assert (match["rules"]["joker"], match["rules"]["target"], match["players"]["N"]) == (True, 21, "Ann")
    phone.tap("=Discarded face down")
    phone.waits_for("South to call")
    phone.call("3", "pass", "pass", "pass")
    phone.tap("[data-trump=C]")
    phone.tap(".grid [data-card=JK]")
    phone.page.locator(".lies [aria-label=Joker]").wait_for()
    phone.menu("All tables")
    phone.tap("=Names and rules")
    phone.tap(".house .plain")
    assert phone.page.locator("input[name=preset][value=joker]").is_checked()


def test_two_decks_show_how_many_copies_are_left(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table(rules={"preset": "double-deck-52"})
    phone.open(table.link())
    phone.until(lambda: phone.page.locator(".call.number").count() == 9)
    phone.call(*CALLS)
    phone.until(lambda: phone.page.locator(".trump").count() == 6)  # no-trump high and low beside the suits
    phone.tap("[data-trump=NT]")
    phone.page.locator(".contract", has_text="High").wait_for()
    phone.cards(["JH", "JH"])
    phone.page.locator(".lies >> nth=1").wait_for()
    phone.until(lambda: phone.page.locator(".grid [data-card=JH]").is_disabled())
    assert phone.page.locator(".grid [data-card=JD]").get_attribute("aria-label") == "jack of diamonds, 2 copies left"


def test_an_ask_with_its_exchange_and_three_in_a_trick(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table()
    phone.open(table.link())
    phone.call("ask", "pass", "moon")
    phone.tap("[data-trump=S]")
    phone.waits_for("Dan leads")
    assert table.get()["deal"]["sitting_out"] == "E"
    table.post("/undo", {"to": 2})
    phone.waits_for("Bob to call")
    phone.call("ask", "pass", "pass", "pass")
    phone.tap("[data-trump=S]")
    phone.tap("=Enter the cards")
    phone.tap(".exchange [data-card='9C']")
    phone.tap("=Received 0/1")
    phone.tap(".exchange [data-card='JS']")
    phone.tap("=Save")
    phone.waits_for("Bob leads")
    assert table.get()["deal"]["exchange"] == {"discarded": ["9C"], "received": ["JS"]}
    phone.cards(["AS", "KS", "QS"])
    phone.waits_for("Bob leads")
    phone.depth("Tricks")
    phone.until(lambda: phone.page.locator(".takers button").count() == 3)


def test_my_hand_stays_on_the_phone_and_plays_a_card(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction().play(["JH"])
    phone.open(table.link("N"))
    phone.menu("My hand")
    for card in ("JD", "9D", "KC", "QC", "9S", "TS"):
        phone.tap(f".sheet [data-card='{card}']")
    phone.tap("=Done")
    phone.waits_for("You must follow hearts")  # the left bower is a heart
    assert phone.page.locator(".traycard.may").count() == 1
    phone.tap(".traycard.may")
    phone.waits_for("Bob to play")
    assert phone.page.locator(".traycard").count() == 5
    assert not any("hand" in str(event["data"]) for event in table.get("/events")["events"][2:])


def test_a_decided_match_is_closed_and_played_again(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().results(*FIVE)
    phone.open(table.link())
    phone.tap("=Close the match")
    phone.tap(".sheet .danger")
    phone.waits_for("Rematch")
    phone.page.locator(".over .primary", has_text="Rematch").wait_for()
    phone.page.locator(".depth button").first.wait_for(state="detached")  # nothing is left to record
    phone.tap("=Rematch")
    phone.tap("=Start the rematch")
    phone.page.locator(".auction").wait_for()
    again = phone.table().get()
    assert again["id"] != table.id and again["players"] == table.get()["players"]
    assert again["deal"]["dealer"] == {"N": "E", "E": "S", "S": "W", "W": "N"}[table.get()["deal"]["dealer"]]
    assert again["tags"]["rematch_of"] == table.id


def test_every_player_records_only_the_own_cards(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table(recording="own-seat")
    phone.open(table.link("E"))
    phone.call("3")
    phone.waits_for("Cat to call")
    assert phone.page.locator(".auction").count() == 0
    assert phone.page.get_by_text("You are watching.").count() == 0  # it is another's turn, no more


def test_settings_change_language_colours_and_suits(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.open(new_table().link())
    phone.menu("Settings")
    phone.choose("theme", "light")
    phone.choose("suits", "four")
    root = phone.page.locator("html")
    assert (root.get_attribute("data-theme"), root.get_attribute("data-suits")) == ("light", "four")
    phone.choose("lang", "ne")
    phone.page.locator("html[lang=ne]").wait_for()
    phone.page.reload()
    phone.page.locator("html[lang=ne][data-theme=light]").wait_for()


def test_the_keyboard_alone_opens_and_closes_a_sheet(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.open(new_table().link())
    flag = phone.page.locator(".renege")
    flag.focus()
    phone.page.keyboard.press("Enter")
    phone.page.locator("dialog[open]").wait_for()
    assert phone.page.evaluate("document.activeElement.closest('dialog') !== null")
    phone.page.keyboard.press("Escape")
    phone.page.locator("dialog").wait_for(state="detached")
    assert phone.page.evaluate("document.activeElement.className") == "renege"


def test_names_outlive_a_setup_that_was_closed(phone: Phone) -> None:
    phone.open()
    phone.tap("=Names and rules")
    phone.page.locator("input[name=W]").fill("Dora")
    phone.page.keyboard.press("Escape")
    phone.page.locator("dialog").wait_for(state="detached")
    phone.tap("=Names and rules")
    assert phone.page.locator("input[name=W]").input_value() == "Dora"


def test_back_closes_what_lies_over_the_table_before_it_leaves_it(
    phone: Phone, new_table: Callable[..., Table]
) -> None:
    phone.open(new_table().link())
    phone.menu("All tables")
    phone.tap(".tablerow")
    phone.menu("Replay")
    phone.page.locator(".replay").wait_for()
    here = phone.page.url
    phone.page.go_back()
    phone.page.locator(".replay").wait_for(state="detached")
    phone.until(lambda: phone.page.url == here)
    phone.tap(".renege")
    phone.page.go_back()
    phone.page.locator("dialog").wait_for(state="detached")
    phone.until(lambda: phone.page.url == here)
    phone.page.go_back()
    phone.page.locator(".tablerow").wait_for()


def test_a_link_with_a_dead_key_says_so(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.expected = ("401",)
    table = new_table()
    phone.open(f"/m/{table.id}#nothing")
    phone.waits_for("no key to this match")


def test_the_score_sheet_is_downloaded_and_shared(phone: Phone, new_table: Callable[..., Table]) -> None:
    phone.open(new_table().results(*FIVE[:3]).link())
    phone.tap(".scores")
    phone.page.locator(".formats").wait_for()
    with phone.page.expect_download() as download:
        phone.tap(".formats >> text=csv")
    assert download.value.suggested_filename.endswith(".csv")
    phone.tap("=Share the score")
    phone.waits_for("Copied")


def test_a_match_is_imported_from_a_file(phone: Phone, new_table: Callable[..., Table], tmp_path: Path) -> None:
    table = new_table().auction().play(["JH"])
    log = table._call("GET", "/exports/ndjson").content
    phone.open("/")
    phone.tap("=Names and rules")
    sheet, match = tmp_path / "evening.csv", tmp_path / "evening.ndjson"
    sheet.write_bytes(b"deal,N,E,S,W,dealer,maker\r\n")
    match.write_bytes(b"\xef\xbb\xbf" + log.replace(b"\n", b"\r\n"))
    phone.page.set_input_files("[name=file]", sheet)
    phone.waits_for("This is a file of the kind CSV")
    assert [trouble for trouble in phone.troubles if "422" not in trouble] == []
    phone.troubles.clear()  # the browser's console notes each refusal
    phone.page.set_input_files("[name=file]", match)
    phone.waits_for("to play")
