"""A match in each language by its own labels, from the start to a ruling and its score: no word cut, nothing that axe finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.i18n import text
from tests.browser.phone import CALLS, FALSE_CARDS, SCREENS, Phone, Table

pytestmark = pytest.mark.browser
NAMES = {"gd": "Gàidhlig", "hy": "Հայերեն", "ms": "Bahasa Melayu", "ne": "नेपाली"}
CUT = """() => {
  const root = document.documentElement, sheet = document.querySelector('dialog') || document;
  const words = 'button, summary, legend, label, h1, h2, h3, p, th, td, small, .tile-words, .name, .team-name, .said, .flag';
  const seen = [...sheet.querySelectorAll(words)].filter((one) => one.offsetParent && one.clientWidth && !one.closest('.unseen, .scroll'));
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 || (one.tagName === 'BUTTON' && one.scrollHeight > one.clientHeight + 1);
  const out = (box) => box.left < -1 || box.right > innerWidth + 1;
  const wrong = seen.filter((one) => cut(one) || out(one.getBoundingClientRect()));
  return [...(root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} wide`] : []),
    ...wrong.map((one) => `${one.className || one.tagName}: ${one.textContent.trim().slice(0, 50)}`)];
}"""  # a table of scores may scroll within itself
LARGE = "size => { document.documentElement.style.fontSize = size; }"


class Reader:
    """Somebody who reads one language, with a phone."""

    def __init__(self, phone: Phone, lang: str, axe: Any) -> None:
        self.phone, self.page, self.lang, self.axe = phone, phone.page, lang, axe
        self.troubles: list[str] = []

    def says(self, key: str, **facts: str) -> str:
        """What the catalogue says in this language."""
        counted = {name: int(fact) if fact.isdecimal() else fact for name, fact in facts.items()}
        return text(key, self.lang, **counted)

    def card(self, card: str) -> str:
        return self.says("page.card.of", rank=self.says(f"page.rank.{card[0]}"), suit=self.says(f"suit.{card[1]}"))

    def tap(self, words: str) -> None:
        """A button by its name, which may go on."""
        where = self.page.locator("dialog[open]") if self.page.locator("dialog[open]").count() else self.page
        where.get_by_role("button", name=re.compile("^" + re.escape(words), re.IGNORECASE)).first.tap()

    def picks(self, legend: str, words: str) -> None:
        """A tile of a choice, both by their words."""
        group = self.page.get_by_role("group", name=legend, exact=True)
        group.get_by_role("radio", name=re.compile("^" + re.escape(words))).first.tap()

    def calls(self, bids: tuple[str, ...]) -> None:
        """The calls, in turn."""
        auction, said = self.page.locator(".auction"), self.page.locator(".said")
        for number, bid in enumerate(bids, 1):
            name = bid if bid.isdigit() else self.says(f"bid.{bid}")
            auction.get_by_role("button", name=re.compile(f"^{name}$", re.IGNORECASE)).tap()
            self.phone.until(lambda number=number: not auction.count() or said.count() >= number)

    def plays(self, cards: list[str]) -> None:
        """Cards by the names that a screen reader says; a bower's goes on with what it counts as."""
        pack = self.page.locator(".action .grid")
        for card in cards:
            pack.get_by_role("button", name=re.compile("^" + re.escape(self.card(card)) + "(,|$)")).tap()
            self.phone.until(pack.locator(f"[data-card='{card}']:disabled").count)

    def looks(self, screen: str, main: bool = True) -> None:
        """At a screen: its words whole at both sizes of text, nothing that axe finds, a picture."""
        assert self.page.locator("html").get_attribute("lang") == self.lang
        found = self.axe.run(self.page, options={"resultTypes": ["violations"]}).response["violations"] if main else []
        self.troubles += [f"{screen}: {one['id']} {node['html'][:120]}" for one in found for node in one["nodes"]]
        for size in ("200%", ""):
            self.page.evaluate(LARGE, size)
            self.troubles += [f"{screen} {size}: {cut}" for cut in self.page.evaluate(CUT)]
            self.page.screenshot(path=SCREENS / f"{self.lang}-{screen}{'-large' if size else ''}.png")


@pytest.fixture(scope="module")
def axe() -> Any:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


@pytest.mark.parametrize("lang", NAMES)
def test_a_match_by_its_own_labels(lang: str, new_phone: Callable[..., Phone], axe: Any) -> None:
    phone = new_phone(bypass_csp=True)
    reader, page = Reader(phone.open(), lang, axe), phone.page
    page.get_by_role("button", name=NAMES[lang], exact=True).tap()  # one tap
    page.locator(f"html[lang={lang}]").wait_for()
    reader.looks("start")
    reader.tap(reader.says("page.settings"))
    page.get_by_role("heading", name=reader.says("page.settings")).wait_for()
    reader.looks("settings")
    reader.tap(reader.says("page.close"))
    reader.tap(reader.says("page.new"))
    page.locator(".auction").wait_for()
    reader.looks("auction")
    reader.calls(CALLS)
    page.locator(".trumps").wait_for()
    reader.looks("trump", main=False)
    reader.tap(reader.says("trump.H"))
    page.locator(".grid").wait_for()
    reader.plays(FALSE_CARDS[:3])
    last = reader.says("event.card-played", seat=reader.says("seat.E"), card="Q♥\ufe0e")
    page.get_by_role("button", name=reader.says("page.undo", entry=last)).tap()
    page.get_by_role("button", name=reader.says("page.redo", entry=last)).wait_for()
    phone.waits_for(reader.says("page.next.play", seat=reader.says("seat.E")))
    reader.plays(FALSE_CARDS[2:11])
    reader.looks("table")
    reader.plays(FALSE_CARDS[11:12])
    accused = reader.says("seat.E")
    reader.tap(reader.says("page.renege"))
    reader.picks(reader.says("page.claim.who"), accused)
    reader.picks(reader.says("page.claim.trick"), reader.says("page.trick.number", trick="2"))
    reader.looks("claim", main=False)
    reader.tap(reader.says("page.claim.send", accused=accused))
    page.get_by_role("heading", name=reader.says("page.verdict.upheld"), exact=True).wait_for()
    page.locator(".evidence").wait_for()
    reader.looks("ruling")
    ruled_here(phone.table(), lang, page.locator(".sentences").inner_text())
    reader.tap(reader.says("page.done"))
    reader.looks("ruled", main=False)
    reader.tap(reader.says("page.score.open"))
    page.locator(".scores-table tbody tr").first.wait_for()
    reader.looks("score")
    print(*reader.troubles, sep="\n")
    assert reader.troubles == []


def ruled_here(table: Table, lang: str, shown: str) -> None:
    """The ruling on the page is what the API says in this language, and not in English."""
    told = table.told("/claims/1", lang)["case"]["sentences"]
    assert [line for line in told if line not in shown] == []
    assert not set(told) & set(table.told("/claims/1", "en")["case"]["sentences"])
