"""A whole deal at each depth of record, with every tap counted (issue 6; J4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phone import CALLS, CARDS, Phone, Table

pytestmark = pytest.mark.browser


def opened(phone: Phone) -> None:
    phone.open()
    phone.tap("=New match")
    phone.page.locator(".auction").wait_for()


def test_cards_take_at_most_29_taps_a_deal(phone: Phone) -> None:
    opened(phone)
    before = phone.taps()
    phone.call(*CALLS)
    phone.tap("[data-trump=H]")
    phone.cards(CARDS[:-1])
    phone.waits_for("Deal 1 is over")
    assert phone.taps() - before == 28  # the 24th card fills itself in
    assert phone.table().get()["score"] == {"NS": 0, "EW": 6}
    assert phone.table().types().count("card-played") == 24
    assert phone.page.locator(".undo").inner_text() == "Undo: South plays K♦\ufe0e"
    phone.tap(".undo")
    phone.waits_for("Undo: East plays A♦")
    assert phone.prompt() == "South to play"
    assert phone.page.locator(".grid .cell:enabled").count() == 1
    phone.tap("[aria-label^='Redo: South plays']")
    phone.waits_for("Deal 1 is over")


def test_tricks_take_one_tap_each(phone: Phone) -> None:
    opened(phone)
    phone.depth("Tricks")
    before = phone.taps()
    phone.call(*CALLS)
    phone.tap("[data-trump=S]")
    for number, seat in enumerate("WWNEWS", 1):
        phone.tap(f".takers [data-seat={seat}]")
        if number < 6:
            phone.page.locator(".taken-by", has_text=f"Trick {number}").wait_for()
    phone.waits_for("Deal 1 is over")
    assert phone.taps() - before == 4 + 1 + 6
    assert phone.table().get()["score"] == {"NS": 2, "EW": 4}


def test_a_result_takes_at_most_five_taps(phone: Phone) -> None:
    opened(phone)
    phone.depth("Result")
    before = phone.taps()
    phone.choose("maker", "W")
    phone.choose("bid", "4")
    phone.choose("trump", "H")
    assert phone.page.locator("input[name=tricks][value='4']").is_checked()
    phone.choose("tricks", "5")
    phone.tap("=Save 5 – 1")
    phone.waits_for("Deal 1 is over")
    assert phone.taps() - before == 5
    assert phone.table().get()["score"] == {"NS": 1, "EW": 5}
    phone.choose("maker", "N")
    phone.choose("bid", "moon")
    phone.tap("=Save 6 – 0")
    phone.waits_for("Deal 2 is over")
    phone.tap("=All passed")
    phone.waits_for("All four pass")
    assert phone.table().get()["score"] == {"NS": 25, "EW": 5}


def test_the_depth_changes_in_the_middle_of_a_deal(phone: Phone) -> None:
    opened(phone)
    phone.call(*CALLS)
    phone.tap("[data-trump=H]")
    phone.cards(CARDS[:4])
    phone.depth("Tricks")
    phone.tap(".takers [data-seat=N]")
    phone.page.locator(".taken-by").wait_for()
    phone.depth("Result")
    assert phone.page.locator("input[name=tricks][value='4']").is_checked()
    phone.tap("=Save 4 – 2")
    phone.waits_for("Deal 1 is over")
    assert phone.table().get()["score"] == {"NS": 2, "EW": 4}


def test_a_lead_out_of_turn_that_the_table_let_stand(phone: Phone) -> None:
    opened(phone)
    phone.call(*CALLS)
    phone.tap("[data-trump=H]")
    phone.tap(".plate.at-bottom button.who")
    phone.waits_for("South leads out of turn")
    phone.cards(["AC"])
    phone.waits_for("West to play")
    assert phone.table().get("/events")["events"][-1]["data"] == {"seat": "S", "card": "AC", "out_of_turn": True}


def test_a_trick_begun_with_cards_is_finished_with_cards(phone: Phone) -> None:
    opened(phone)
    phone.call(*CALLS)
    phone.tap("[data-trump=H]")
    phone.cards(CARDS[:2])
    phone.depth("Tricks")
    phone.waits_for("This trick has begun with cards")
    phone.cards(CARDS[2:4])
    phone.page.locator(".takers").wait_for()


def test_an_entry_is_corrected_where_it_lies(phone: Phone) -> None:
    opened(phone)
    phone.call(*CALLS)
    phone.tap("[data-trump=H]")
    phone.cards(CARDS[:2])
    phone.waits_for("Undo: North plays 9♥")
    phone.tap(".lies.at-top .cardbutton")
    phone.choose("kind", "entry")
    phone.tap(".sheet [data-card=TH]")
    phone.page.locator(".sheet").wait_for(state="detached")
    phone.page.locator(".lies [aria-label='ten of hearts']").wait_for()
    phone.menu("Entries of this deal")
    phone.tap("=West bids 4")
    phone.tap(".sheet .call >> text=5")
    phone.page.locator(".contract", has_text="5").wait_for()
    assert phone.table().get()["deal"]["contract"] == "5"


def test_a_correction_offers_what_the_rules_of_the_match_know(phone: Phone, new_table: Callable[..., Table]) -> None:
    """Six tricks without going alone, no-trumps, no ask (V4, V5): what the usual game has not, and nothing that only it has."""
    table = new_table(rules={"preset": "classic", "plain_all": True, "no_trump": "high-low", "ask_cards": 0}).auction()
    phone.open(table.link())
    phone.menu("Entries of this deal")
    phone.tap("=Dan bids 4")
    said = phone.page.locator(".sheet .calls .call").all_inner_texts()
    assert [one.lower() for one in said] == ["pass", "3", "4", "5", "6", "moon"]
    phone.tap(".sheet .call >> text=6")
    phone.page.locator(".contract", has_text="6").wait_for()
    phone.menu("Entries of this deal")
    phone.tap("=Dan names hearts")
    assert len(phone.page.locator(".sheet .calls .call").all()) == 6
    phone.tap(".sheet .call >> text=nines high")
    phone.until(lambda: (table.get()["deal"]["contract"], table.get()["deal"]["trump"]) == ("6", "NL"))
