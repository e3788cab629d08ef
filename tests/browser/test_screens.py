"""Every screen, light and dark: no violation that axe can find, nothing wider than the phone, and a picture to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.phone import DEAL, FALSE_CARDS, RENEGE, Phone, Table

pytestmark = pytest.mark.browser
DEALS = (("W", "4", "H", 2, 4), ("N", "5", "S", 4, 2), ("E", "ask", "D", 0, 6), ("S", "3", "C", 5, 1))
FIVE = (*DEALS, ("N", "4", "H", 4, 2), ("W", "moon", "S", 1, 5), ("N", "moon", "H", 6, 0), ("S", "3", "D", 4, 2))


def at_start(phone: Phone, table: Table) -> None:
    phone.open(table.link())
    phone.page.locator(".tablescreen").wait_for()
    phone.menu("All tables")
    phone.page.locator(".tablerow").wait_for()


def in_setup(phone: Phone, table: Table) -> None:
    phone.open()
    phone.tap("=Names and rules")
    phone.page.locator(".options summary").wait_for()


def in_options(phone: Phone, table: Table) -> None:
    in_setup(phone, table)
    phone.tap(".options summary")


def joining(phone: Phone, table: Table) -> None:
    phone.open(f"/j/{table.code}")
    phone.page.locator(".joinseat").first.wait_for()


def in_auction(phone: Phone, table: Table) -> None:
    table.results(*DEALS).post("/bids", {"seat": table.get()["next"]["seat"], "bid": "pass"})
    table.post("/bids", {"seat": table.get()["next"]["seat"], "bid": "3"})
    phone.open(table.link("S"))
    phone.page.locator(".auction").wait_for()


def naming_trump(phone: Phone, table: Table) -> None:
    in_auction(phone, table)
    phone.call("pass", "4")
    phone.page.locator(".trumps").wait_for()


def playing(phone: Phone, table: Table) -> None:
    table.results(*DEALS).auction().play(RENEGE[0].split() + FALSE_CARDS[4:7])
    phone.open(table.link())
    phone.page.locator(".lies >> nth=2").wait_for()
    phone.page.locator(".chart").wait_for()


def with_hand(phone: Phone, table: Table) -> None:
    table.auction().play(["JH"])
    phone.open(table.link("N"))
    phone.menu("My hand")
    for card in ("9H", "TH", "KC", "QC", "9S", "TS"):
        phone.tap(f".sheet [data-card='{card}']")
    phone.tap("=Done")
    phone.page.locator(".traycard.may").first.wait_for()


def between_deals(phone: Phone, table: Table) -> None:
    table.results(*DEALS)
    phone.open(table.link())
    phone.page.locator(".felt .lines").wait_for()


def in_result(phone: Phone, table: Table) -> None:
    between_deals(phone, table)
    phone.depth("Result")
    phone.choose("maker", "W")
    phone.choose("bid", "4")


def in_tricks(phone: Phone, table: Table) -> None:
    table.auction()
    phone.open(table.link())
    phone.depth("Tricks")
    phone.page.locator(".takers").wait_for()


def claiming(phone: Phone, table: Table) -> None:
    table.results(*DEALS).auction().play(FALSE_CARDS[:12])
    phone.open(table.link())
    phone.tap(".renege")
    phone.choose("accused", "E")
    phone.choose("trick", "2")


def ruled(phone: Phone, table: Table) -> None:
    claiming(phone, table)
    phone.tap(".sheet .danger")
    phone.page.locator(".evidence").wait_for()
    phone.page.locator(".ruling .price .link").wait_for()


def left_open(phone: Phone, table: Table) -> None:
    table.auction().play(FALSE_CARDS[:8])
    table.post("/claims", {"kind": "renege", "by": "N", "accused": "E", "trick": 2})
    phone.open(table.link())
    phone.page.locator(".flag.open").wait_for()


def replaying(phone: Phone, table: Table) -> None:
    table.results(*DEALS).auction().play(FALSE_CARDS[:6])
    table.post("/undo", {})
    table.play(FALSE_CARDS[5:11])
    table.post("/claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    phone.open(table.link())
    phone.menu("Replay")
    phone.tap(".entry:has-text('9♣')")
    phone.page.locator(".lies >> nth=2").wait_for()


def on_score_sheet(phone: Phone, table: Table) -> None:
    table.results(*FIVE[:6])
    table.post("/adjustments", {"team": "NS", "points": -1, "reason": "talking across the table"})
    phone.open(table.link())
    phone.tap(".scores")
    phone.page.locator(".scores-table tbody tr >> nth=6").wait_for()


def in_menu(phone: Phone, table: Table) -> None:
    phone.open(table.link())
    phone.tap("=Menu")


def in_log(phone: Phone, table: Table) -> None:
    table.auction().play(DEAL[0].split())
    phone.open(table.link())
    phone.menu("Entries of this deal")
    phone.page.locator(".sheet .entry >> nth=8").wait_for()


def correcting(phone: Phone, table: Table) -> None:
    table.auction().play(DEAL[0].split()[:3])
    phone.open(table.link())
    phone.tap(".lies.at-right .cardbutton")
    phone.page.locator(".sheet .grid").wait_for()


def in_settings(phone: Phone, table: Table) -> None:
    phone.open(table.link())
    phone.menu("Settings")


def inviting(phone: Phone, table: Table) -> None:
    phone.open()
    phone.tap("=New match")
    phone.tap("=Invite the others")
    phone.page.locator(".qr").wait_for()


def decided(phone: Phone, table: Table) -> None:
    table.results(*FIVE)
    phone.open(table.link())
    phone.page.locator(".over").wait_for()


def on_board(phone: Phone, table: Table) -> None:
    table.results(*DEALS).auction().play(FALSE_CARDS[:12])
    table.post("/claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    phone.open(f"/m/{table.id}?view=board#{table.tokens['viewer']}")
    phone.page.locator(".bigruling").wait_for()
    phone.page.locator(".board .lies >> nth=3").wait_for()


def exchanging(phone: Phone, table: Table) -> None:
    table.post("/contracts", {"maker": "W", "bid": "ask", "trump": "H"})
    phone.open(table.link())
    phone.tap("=Enter the cards")
    phone.page.locator(".exchange .grid").wait_for()


def bid(table: Table, *calls: str) -> None:
    for call in calls:
        said, _, trump = call.partition(" ")
        body = {"seat": table.get()["next"]["seat"], "bid": said}
        table.post("/bids", {**body, "trump": trump} if trump else body)


def another(table: Table, **body: Any) -> Table:
    """A table like this one, opened otherwise."""
    return Table(table.address, {"players": table.get()["players"], **body})


def naming_a_suit_in_the_bid(phone: Phone, table: Table) -> None:
    table = another(table, rules={"preset": "double-deck-32", "auction": "until-three-pass"})
    bid(table, "3 H", "pass", "4 S", "pass", "5 NT", "pass")
    phone.open(table.link())
    phone.tap(".auction [data-bid='6']")
    phone.page.locator(".trumps.six").wait_for()


def passed_over(phone: Phone, table: Table) -> None:
    table = another(table, rules={"preset": "club-round", "auction": "pass-is-final"})
    table.results(*DEALS[:2])
    bid(table, "pass", "3", "4", "5")
    phone.open(table.link())
    phone.page.locator(".plate.over").wait_for()


def with_the_short_pack(phone: Phone, table: Table) -> None:
    table = another(table, rules={"preset": "double-deck-32"})
    bid(table, "3 H", "pass", "4 S", "pass")
    phone.open(table.link())
    phone.cards(["AS", "AS"])
    phone.page.locator(".lies >> nth=1").wait_for()


def with_backs(phone: Phone, table: Table) -> None:
    phone.open(another(table, rules={"look_back": "none"}).auction().play(DEAL[0].split()).link("E"))
    phone.page.locator(".card.back >> nth=3").wait_for()


def lost(phone: Phone, table: Table) -> None:
    table = another(table, rules={"preset": "tournament"}).auction().play(FALSE_CARDS[:12])
    table.post("/claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    phone.open(table.link())
    phone.page.locator(".felt .lines").wait_for()


def saying_who_dealt(phone: Phone, table: Table) -> None:
    between_deals(phone, table)
    phone.tap(".plate button.who")
    phone.page.locator("input[name=dealt]").first.wait_for(state="attached")


def ending_now(phone: Phone, table: Table) -> None:
    playing(phone, table)
    phone.menu("End now")
    phone.page.locator(".standing").wait_for()


def drawn(phone: Phone, table: Table) -> None:
    table = another(table, rules={"preset": "club-round", "deals": 1}).results(("W", "3", "H", 3, 3))
    table.post("/close", {})
    phone.open(table.link())
    phone.page.locator(".over").wait_for()


def reopening(phone: Phone, table: Table) -> None:
    drawn(phone, table)
    phone.tap("=Reopen the match")
    phone.page.locator("input[name=reason]").wait_for()


def putting_a_deal_right(phone: Phone, table: Table) -> None:
    on_score_sheet(phone, table)
    phone.tap(".scores-table .link")
    phone.page.locator(".sheet .result").wait_for()


def without_its_cards(phone: Phone, table: Table) -> None:
    table.results(*DEALS)
    table.post("/claims", {"kind": "renege", "by": "N", "accused": "E", "deal": 1, "trick": 2})
    phone.open(table.link())
    phone.tap(".flag.open")
    phone.page.locator(".ruling.open").wait_for()


def turning_up(phone: Phone, table: Table) -> None:
    without_its_cards(phone, table)
    phone.tap("=Enter turned-up cards")
    for card in ("JH", "9H", "QH"):
        phone.tap(f".turning [data-card='{card}']")
        phone.page.locator(f".turning [data-card='{card}']:disabled").wait_for()


SCREENS: tuple[Callable[[Phone, Table], None], ...] = (
    at_start, in_setup, in_options, joining, inviting, in_auction, naming_trump, playing, with_hand, in_tricks, in_result,
    between_deals, exchanging, claiming, ruled, left_open, replaying, on_score_sheet, in_menu, in_log, correcting, in_settings,
    decided, on_board, naming_a_suit_in_the_bid, passed_over, with_the_short_pack, with_backs, lost, saying_who_dealt, ending_now,
    drawn, reopening, putting_a_deal_right, without_its_cards, turning_up,
)  # fmt: skip

PICTURED = (
    at_start, joining, in_auction, naming_trump, playing, with_hand, in_result, between_deals, claiming, ruled, replaying,
    on_score_sheet, correcting, on_board, naming_a_suit_in_the_bid, with_the_short_pack, putting_a_deal_right, ending_now,
)  # fmt: skip


@pytest.fixture(scope="module")
def one_phone(lasting_phone: Callable[..., Phone]) -> Phone:
    """A phone for all screens. Axe puts itself into the page, past the page's policy, to which the other tests hold it."""
    return lasting_phone(bypass_csp=True)


@pytest.fixture(scope="module")
def axe() -> Any:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__.replace("_", "-"))
def test_screen(
    screen: Callable[[Phone, Table], None], one_phone: Phone, new_table: Callable[..., Table], axe: Any
) -> None:
    phone = one_phone
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.forget()
    screen(phone, new_table())
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if screen in PICTURED:
            phone.photo(f"{screen.__name__.replace('_', '-')}-{scheme}")
        found = axe.run(phone.page, options={"resultTypes": ["violations"], **CHECKED[scheme]}).response["violations"]
        assert [
            (one["id"], node["html"][:160], node["failureSummary"][:200]) for one in found for node in one["nodes"]
        ] == []
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = phone.page.evaluate(TOO_SMALL)
    assert small == []


CHECKED: dict[str, dict[str, Any]] = {"dark": {}, "light": {"runOnly": ["color-contrast"]}}  # only colours differ
TOO_SMALL = """() => [...document.querySelectorAll('button, summary, select, input:not([type=radio]), .tile')]
  .filter((one) => one.offsetParent && !one.closest('.unseen'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([one, box]) => `${one.className} ${one.textContent.slice(0, 20)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
