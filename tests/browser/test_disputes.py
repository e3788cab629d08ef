"""A dispute from the claim to the replay: open, ruled by itself, shown with the cards that matter (R7, J2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phone import FALSE_CARDS, Phone, Table

pytestmark = pytest.mark.browser


def test_a_renege_is_claimed_in_three_taps_ruled_and_shown(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction().play(FALSE_CARDS[:8])
    phone.open(table.link())
    phone.tap(".renege")
    assert phone.page.locator("input[name=accused][value=S]").is_checked()  # the last who did not follow
    before = phone.taps()
    phone.choose("accused", "E")
    phone.choose("trick", "2")
    phone.tap("=Claim: Bob reneged")
    phone.waits_for("Not settled yet")
    assert phone.taps() - before == 3
    phone.waits_for("from Bob would prove")
    phone.tap("=Done")
    phone.page.locator(".flag.open").wait_for()
    phone.cards(FALSE_CARDS[8:11])
    phone.page.locator(".flag.ruled.upheld").wait_for()  # it speaks up by itself
    assert phone.page.locator(".flag.open").count() == 0
    phone.tap(".flag.ruled")
    phone.waits_for("Upheld")
    assert "−2" in phone.page.locator(".price").inner_text()
    phone.page.locator(".evidence [aria-label='king of hearts']").wait_for()
    phone.tap("=Rule R7.1")
    phone.page.locator(".ruletext").wait_for()
    phone.tap("=Close")
    phone.menu("Replay")
    phone.page.locator(".entries .claimtick").first.wait_for()
    phone.tap("=Back to the table")
    assert table.get()["score"] == {"NS": 0, "EW": -2}


def test_the_ruling_leads_into_the_replay_with_both_cards_lit(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction().play(FALSE_CARDS[:12])
    table.post("/claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    phone.open(table.link())
    phone.tap(".renege")
    phone.choose("accused", "E")
    phone.tap("=Claim: Bob reneged")
    phone.waits_for("Upheld")
    phone.tap("=Show the trick")
    phone.page.locator(".replay .lies .card.lit[aria-label='nine of clubs']").wait_for()
    phone.tap("=Close") if phone.page.locator(".sheet").count() else None
    assert phone.page.locator(".entry.lit").count() == 2
    phone.tap(".entry.lit >> nth=1")
    phone.page.locator(".replay .lies .card.lit[aria-label='king of hearts']").wait_for()


def test_an_open_claim_is_conceded_or_withdrawn(phone: Phone, new_table: Callable[..., Table]) -> None:
    table = new_table().auction().play(FALSE_CARDS[:8])
    for accused, answer, verdict in (("E", "=Bob concedes", "upheld"), ("S", "=Withdraw the claim", "withdrawn")):
        table.post("/claims", {"kind": "renege", "by": "N", "accused": accused, "trick": 2})
        phone.open(table.link())
        phone.tap(".flag.open")
        phone.tap(answer)
        phone.page.locator(f".ruling.{verdict}").wait_for()
        phone.tap("=Done")
    assert [claim["verdict"] for claim in table.get()["claims"]] == ["upheld", "withdrawn"]


def test_the_replay_shows_what_was_undone_and_links_to_a_moment(
    phone: Phone, new_phone: Callable[..., Phone], new_table: Callable[..., Table]
) -> None:
    table = new_table().auction().play(FALSE_CARDS[:3])
    table.post("/undo", {})
    table.play(["KH"])
    phone.open(table.link())
    phone.menu("Replay")
    phone.page.locator(".entry.undone").first.wait_for()
    assert phone.page.locator(".entry.undone").count() == 1
    assert (phone.page.locator(".strip .undone").get_attribute("d") or "").count("M") == 1
    phone.tap(".entry.undone")
    phone.page.locator(".prompt.undone").wait_for()
    at = phone.page.locator(".entry.now .no").inner_text()
    phone.tap("=Link to this moment")
    phone.waits_for("Copied")
    link = phone.page.evaluate("navigator.clipboard.readText()")
    path, _, key = link.removeprefix(phone.address).partition("#")
    assert path == f"/m/{table.id}?at={at}" and key not in table.tokens.values()
    other = new_phone().open(f"{path}#{key}")
    other.page.locator(".entry.now", has_text="Q♥").wait_for()
    assert "#" not in other.page.url
