"""The rulebook's second edition on the page: packs, ways of bidding, lengths and ends of a match, backs, deals put right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import requests

from tests.browser.phone import CARDS, FALSE_CARDS, Phone, Table

pytestmark = pytest.mark.browser
NewTable = Callable[..., Table]


def bids(table: Table, *calls: str) -> None:
    """Calls by whose turn it is, a bid with its trump as `4 H`."""
    for call in calls:
        bid, _, trump = call.partition(" ")
        body = {"seat": table.get()["next"]["seat"], "bid": bid}
        table.post("/bids", {**body, "trump": trump} if trump else body)


def sheet_row(phone: Phone, deal: int) -> None:
    """The score sheet, and a deal of it."""
    phone.tap(".scores")
    phone.tap(f".scores-table .link >> text='{deal}'")
    phone.page.locator(".sheet .result").wait_for()


def test_a_number_and_its_suit_take_two_taps_and_the_short_pack_has_four_rows(
    phone: Phone, new_table: NewTable
) -> None:
    """V6, V7: cards, tricks and counts of one deal of eight tricks."""
    table = new_table(rules={"preset": "double-deck-32"})
    phone.open(table.link())
    phone.page.locator(".auction").wait_for()
    before = phone.taps()
    phone.tap(".auction [data-bid='7']")
    phone.tap("[data-trump=NT]")
    phone.page.locator(".said", has_text="7 No-trump high").wait_for()
    assert phone.taps() - before == 2
    bids(table, "pass", "pass", "pass")
    phone.page.locator(".grid.short").wait_for()
    assert phone.page.locator(".grid .cell").count() == 16
    assert phone.page.locator(".grid [data-card=JC]").get_attribute("aria-label") == "jack of clubs, 2 copies left"
    phone.cards(["AC", "AC", "KC", "KC"])
    phone.depth("Tricks")
    phone.tap(".takers [data-seat=E]")
    phone.page.locator(".taken-by", has_text="Trick 2").wait_for()
    phone.depth("Result")
    phone.until(lambda: phone.page.locator("input[name=tricks]").count() == 9)
    phone.choose("tricks", "8")
    phone.tap("=Save 8 – 0")
    phone.waits_for("Deal 2")
    assert table.get("/score")["rows"][0]["tricks"] == {"NS": 0, "EW": 8}
    phone.choose("maker", "S")
    assert phone.page.locator("input[name=bid]").evaluate_all("all => all.map((one) => one.value)") == [
        "3", "4", "5", "6", "7", "ask", "moon",
    ]  # fmt: skip


def test_who_has_passed_for_good_is_seen_and_every_call_is_drawn(phone: Phone, new_table: NewTable) -> None:
    """V8."""
    table = new_table(rules={"auction": "pass-is-final"})
    phone.open(table.link())
    phone.call("3", "pass", "4", "5")
    phone.waits_for("Bob to call")
    phone.call()
    phone.tap(".auction [data-bid=ask]")
    phone.waits_for("Dan to call")  # South has passed
    assert phone.page.locator(".plate.over .name").all_inner_texts() == ["Cat"]
    assert phone.page.locator(".plate.at-right .said").all_inner_texts() == ["3", "ask"]


def test_a_match_of_so_many_deals_ends_drawn_and_is_reopened(phone: Phone, new_table: NewTable) -> None:
    """R9.4, R9.6."""
    table = new_table(rules={"preset": "club-round", "deals": 2})
    phone.open(table.link())
    phone.waits_for("Deal 1 of 2")
    table.post("/results", {"maker": None})
    table.results(("W", "3", "H", 3, 3))
    phone.waits_for("Deal 2 of 2")
    table.results(("N", "3", "H", 3, 3))
    phone.waits_for("Drawn 6 : 6")
    phone.tap("=Close the match")
    phone.tap(".sheet .danger")
    phone.waits_for("All deals are played.")
    phone.tap(".scores")
    phone.page.locator(".sheet .goals", has_text="Drawn 6 : 6").wait_for()
    phone.page.keyboard.press("Escape")
    phone.tap("=Reopen the match")
    phone.page.locator("input[name=reason]").fill("a trick was forgotten")
    phone.tap("=Reopen the match")
    phone.page.locator(".over .primary", has_text="Close the match").wait_for()
    match = table.get()
    assert (match["status"], match["drawn"], table.types()[-1]) == ("decided", True, "match-reopened")


def test_ending_now_says_what_it_means_and_is_no_abandoning(phone: Phone, new_table: NewTable) -> None:
    """R9.5."""
    table = new_table().results(("W", "4", "H", 2, 4)).auction()
    phone.open(table.link())
    phone.menu("Abandon the match")
    phone.waits_for("counts for nothing")
    phone.tap("=Cancel")
    phone.menu("End now")
    assert phone.page.locator(".standing").inner_text() == "Bob & Dan win 4 : 2."
    phone.waits_for("Deal 2, which is running, is left out.")
    phone.tap(".sheet .danger")
    phone.waits_for("Ended early, as it stood.")
    assert phone.prompt() == "Bob & Dan win the match"
    match = table.get()
    assert (match["status"], match["ended"], match["winner"]) == ("closed", "early", "EW")


def test_the_seat_that_dealt_is_put_right_before_the_first_call(phone: Phone, new_table: NewTable) -> None:
    """R2.4: the scorer names any seat, a seat itself; after the first call nobody."""
    table = new_table()
    phone.open(table.link())
    phone.tap(".plate button.who")
    phone.choose("dealt", "W")
    phone.waits_for("Ann to call")
    assert table.get()["deal"]["dealer"] == "W"
    phone.call("3")
    phone.waits_for("Bob to call")
    assert phone.page.locator("button.who").count() == 0


def test_cards_that_may_not_be_looked_at_again_are_backs_until_the_deal_is_over(
    phone: Phone, new_table: NewTable
) -> None:
    """R4.6: on the felt, in the pack, the undo, the log, the claim, the replay; then everything is open."""
    table = new_table(rules={"look_back": "none"}).auction().play(CARDS[:5])
    table.post("/undo", {})
    phone.open(table.link("E"))
    phone.page.locator(".lies .card.back >> nth=3").wait_for()
    assert phone.page.locator(".grid .cell:enabled").count() == 24
    assert phone.page.locator(".undo").inner_text() == "Cat plays a card · the scorer can undo it"
    phone.menu("Entries of this deal")
    phone.page.locator(".sheet .entry", has_text="Cat plays a card").wait_for()
    phone.page.keyboard.press("Escape")
    phone.tap(".renege")
    phone.page.locator(".tile", has_text="not shown").wait_for()
    phone.page.keyboard.press("Escape")
    phone.menu("Replay")
    phone.tap(".entry:has-text('Dan plays a card')")
    phone.page.locator(".lies .card.back").first.wait_for()
    seen = phone.page.locator("body").inner_text()
    assert not any(sign in seen for sign in ("J♥", "9♥", "Q♥", "10♣", "A♥"))
    table.post("/counts", {"NS": 0, "EW": 6})
    phone.page.locator(".replaytop button").first.tap()
    phone.waits_for("Deal 2")
    phone.menu("Replay")
    phone.tap(".entry:has-text('Dan plays J♥')")
    phone.page.locator(".lies [aria-label='jack of hearts']").wait_for()


def test_my_hand_forgets_what_i_played_where_it_is_withheld_at_once(phone: Phone, new_table: NewTable) -> None:
    """R4.6: the last card of a trick is never shown again, not even to who played it."""
    table = new_table(rules={"look_back": "none"}).auction().play(CARDS[:3])
    phone.open(table.link("S"))
    phone.menu("My hand")
    for card in ("TC", "JC"):
        phone.tap(f".sheet [data-card='{card}']")
    phone.tap("=Done")
    phone.tap(".traycard")
    phone.page.locator(".lies .card.back >> nth=3").wait_for()
    phone.until(lambda: phone.page.locator(".traycard").count() == 1)


def test_a_deal_lost_by_a_renege_is_shown_as_lost(phone: Phone, new_table: NewTable) -> None:
    """R7.5, by a team that is not the maker's: the makers are given what they bid."""
    table = (
        new_table(rules={"preset": "house-lost"})
        .auction()
        .play(["JH", "9H", "QH", "TC", "AH", "9S", "KH", "JC", "JD", "TH"])
    )
    table.post("/claims", {"kind": "renege", "by": "E", "accused": "N", "trick": 2})
    phone.open(table.link())
    phone.page.locator(".lines", has_text="Renege: Ann & Cat lose the deal").wait_for()
    phone.tap(".scores")
    rows = phone.page.locator(".scores-table .extra")
    rows.nth(2).wait_for()
    assert rows.all_inner_texts() == [
        "\tRenege: Ann & Cat lose the deal",
        "\tRenege: −2 for Ann & Cat",
        "\tBob & Dan were given what they bid: +4",
    ]
    assert table.get()["score"] == {"NS": -2, "EW": 4}


def test_a_past_result_is_put_right_in_one_correction(phone: Phone, new_table: NewTable) -> None:
    """J3: the row of the score sheet, the same form filled in, Save."""
    table = new_table().results(("W", "4", "H", 2, 4), ("N", "3", "S", 4, 2))
    phone.open(table.link())
    sheet_row(phone, 1)
    assert phone.page.locator(".sheet input:checked").evaluate_all("all => all.map((one) => one.value)") == [
        "W",
        "4",
        "H",
        "4",
    ]
    phone.choose("maker", "S")
    assert phone.page.locator("input[name=tricks][value='2']").is_checked()  # the tricks were taken as they were
    phone.choose("bid", "3")
    phone.tap("=Save 2 – 4")
    phone.until(lambda: table.get()["score"] == {"NS": 1, "EW": 6})
    assert table.types().count("entries-corrected") == 1


def test_calls_and_winners_of_tricks_are_put_right_where_they_were_recorded(phone: Phone, new_table: NewTable) -> None:
    """J3 at depth tricks."""
    table = new_table().auction()
    for seat in "WWNEWS":
        table.post("/tricks", {"winner": seat})
    phone.open(table.link())
    sheet_row(phone, 1)
    phone.choose("winner-6", "W")
    phone.choose("bid", "5")
    phone.choose("trump", "S")
    phone.tap(".sheet .result [type=submit]")
    phone.until(lambda: table.get()["score"] == {"NS": 1, "EW": 5})
    deal = table.get("/deals/1")
    assert (deal["contract"], deal["trump"], deal["tricks"][5]["winner"]) == ("5", "S", "W")


def test_a_renege_in_a_deal_without_cards_is_conceded_or_proved_by_turning_the_tricks_up(
    phone: Phone, new_table: NewTable
) -> None:
    """J2.9, J4.3."""
    table = new_table().results(("W", "4", "H", 0, 6), ("W", "4", "H", 2, 4))
    phone.open(table.link())
    phone.tap(".renege")
    phone.choose("accused", "E")
    phone.choose("trick", "5")
    phone.tap(".sheet .danger")
    phone.tap("=Bob concedes")
    phone.page.get_by_role("heading", name="Upheld").wait_for()
    phone.tap("=Done")
    phone.tap(".renege")
    phone.page.locator("select[name=deal]").select_option("1")
    phone.choose("accused", "E")
    phone.choose("trick", "2")
    phone.tap(".sheet .danger")
    phone.tap("=Enter turned-up cards")
    for number, card in enumerate(FALSE_CARDS, 1):
        phone.tap(f".turning [data-card='{card}']")
        if number % 4:
            phone.page.locator(f".turnedcards span >> nth={number % 4 - 1}").wait_for()
        else:
            phone.page.locator(".turnedcards span").first.wait_for(state="detached")
    phone.tap(".turning .primary")
    phone.page.locator(".flag.ruled.upheld").wait_for()
    claim = table.get("/claims/2")
    assert (claim["ground"], claim["facts"]["proof"]) == ("led-suit-played-later", "KH")


def test_a_match_without_a_target_is_set_up(phone: Phone) -> None:
    """R9.4: what may be left out says what that means."""
    phone.open()
    phone.tap("=Names and rules")
    phone.tap(".options summary")
    target = phone.page.locator(".option", has_text="The points that win the match").locator("input")
    deals = phone.page.locator(".option", has_text="After how many deals").locator("input")
    target.fill("")
    assert [one.get_attribute("placeholder") for one in (target, deals)] == ["no target", "no limit"]
    deals.fill("12")
    phone.page.locator(".option", has_text="Which card is the lowest").locator("select").select_option("J")
    phone.page.locator(".option", has_text="How many decks").locator("select").select_option("2")
    phone.tap("=Start the match")
    phone.waits_for("Deal 1 of 12")
    rules = phone.table().get()["rules"]
    assert (rules["target"], rules["deals"], rules["lowest_card"]) == (None, 12, "J")


def test_without_network_the_next_to_call_is_known_in_every_way_of_bidding(phone: Phone, new_table: NewTable) -> None:
    """V8: the pending view passes over who has passed, and goes on when the auction is over."""
    phone.expected = ("ERR_FAILED",)
    table = new_table(rules={"auction": "pass-is-final"})
    phone.open(table.link())
    phone.call("3", "pass", "4")
    phone.waits_for("Ann to call")
    phone.page.route("**/bids", lambda route: route.abort())
    phone.tap(".auction [data-bid='5']")
    phone.waits_for("Bob to call")
    phone.tap(".auction [data-bid=pass]")
    phone.waits_for("Dan to call")
    phone.tap(".auction [data-bid=pass]")
    phone.waits_for("Ann names trump")
    assert phone.page.locator("text=entries wait").count()
    phone.page.unroute_all()
    phone.until(lambda: table.get()["deal"]["phase"] == "trump")
    assert table.get()["deal"]["maker"] == "N"


def test_the_code_is_renewed_or_joining_is_ended(phone: Phone, new_table: NewTable) -> None:
    """Only the scorer; the old code leads nowhere, and who has joined stays."""
    phone.open()
    phone.tap("=New match")
    phone.tap("=Invite the others")
    code = phone.page.locator(".inviting .code")
    old = code.inner_text()
    phone.tap("=New code")
    phone.until(lambda: code.inner_text() != old)
    fresh, table = code.inner_text(), phone.table()
    phone.page.locator(f"img[src='/qr/{fresh}.svg']").wait_for()
    assert [joins(table, one) for one in (old, fresh)] == [404, 200]
    phone.tap("=End joining")
    phone.waits_for("Nobody can join by a code.")
    assert joins(table, fresh) == 404
    phone.tap("=New code")
    code.wait_for()
    assert joins(table, code.inner_text()) == 200


def joins(table: Table, code: str) -> int:
    """What a code leads to."""
    return requests.get(f"{table.address}/api/v1/joins/{code}", timeout=10).status_code
