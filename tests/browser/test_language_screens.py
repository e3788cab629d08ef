"""Every screen in each language, at both sizes of text: no word cut, broken inside or under another; axe on the main ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from referee.i18n.catalogue import catalogue, text
from tests.browser import test_screens as screens
from tests.browser.phone import DEAL, SCREENS, Phone, Table
from tests.browser.test_languages import CUT, LARGE

pytestmark = [pytest.mark.browser, pytest.mark.fonts]
PLAYERS = {
    "gd": {"N": "Màiri", "E": "Ruairidh", "S": "Seònaid", "W": "Dòmhnall"},
    "hy": {"N": "Աննա", "E": "Տիգրան", "S": "Գայանե", "W": "Հովհաննես"},
    "ms": {"N": "Aisyah", "E": "Muhammad", "S": "Nurul", "W": "Zulkifli"},
    "ne": {"N": "सीता", "E": "रामकृष्ण", "S": "लक्ष्मी", "W": "हरिप्रसाद"},
}
MAIN = (screens.joining, screens.in_result, screens.replaying)  # those that test_languages does not come to
BROKEN = r"""() => {
  const sheet = document.querySelector('dialog[open]') || document.body, found = [], lie = [];
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode());) {
    const one = node.parentElement, at = document.createRange();
    if (!one.offsetParent || one.closest('.unseen, .option option, .inviting')) continue;
    for (const word of node.data.matchAll(/[^\s–—-]+/g)) {
      at.setStart(node, word.index);
      at.setEnd(node, word.index + word[0].length);
      const boxes = [...at.getClientRects()].filter((box) => box.width > 0.5);
      if (boxes.some((box) => box.top - boxes[0].top > box.height * 0.6)) found.push(`broken: ${word[0]}`);
      if (one.closest('.felt, .scoreboard')) lie.push([word[0], one, at.getBoundingClientRect()]);
      for (let box = one; box !== sheet; box = box.parentElement)
        if (getComputedStyle(box).overflow === 'hidden' && boxes.some((part) => part.bottom > box.getBoundingClientRect().bottom + 4))
          found.push(`hidden: ${word[0]}`);
    }
  }
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const over = (a, b) => shared(a, b, 'left', 'right') > 2 && shared(a, b, 'top', 'bottom') > 8;
  const apart = (one, other) => one !== other && ![one, other].some((each) => each.closest('.points, .card, .flag'));
  lie.forEach(([word, one, box], n) => lie.slice(n + 1).forEach(([other, two, there]) =>
    apart(one, two) && over(box, there) && found.push(`one over the other: ${word}, ${other}`)));
  return found;
}"""  # the picture of a figure, of a card and of a claim is its own; an address may break anywhere


def a_call_wrong(phone: Phone, table: Table) -> None:
    """The calls of which the wrong one was put right are chosen from."""
    table.auction()
    phone.open(table.link())
    phone.menu("Entries of this deal")
    phone.tap(".sheet .entry >> nth=3")
    phone.page.locator(".sheet .calls").wait_for()


def without_network(phone: Phone, table: Table) -> None:
    """Two cards wait."""
    table.auction()
    phone.open(table.link())
    phone.page.locator(".grid").wait_for()
    phone.page.route("**/plays", lambda route: route.abort())
    phone.cards(DEAL[0].split()[:2])
    phone.page.locator(".linkbar").wait_for()


def in_one_sheet(name: str) -> Callable[[Phone, Table], None]:
    """A sheet of the menu by its English name."""

    def opened(phone: Phone, table: Table) -> None:
        table.auction()
        phone.open(table.link())
        phone.menu(name)
        phone.page.locator(".sheet-head").wait_for()

    opened.__name__ = name.lower().replace(" ", "_")
    return opened


SHEETS = tuple(map(in_one_sheet, ("Names", "Adjust the score", "Cards laid open", "Abandon the match")))
PARTS = (screens.in_setup, screens.in_log)  # of what is seen with the options, and before a wrong call
ALL = (*(one for one in screens.SCREENS if one not in PARTS), a_call_wrong, without_network, *SHEETS)


@pytest.fixture(scope="module")
def axe() -> Any:
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


@pytest.mark.parametrize("lang", PLAYERS)
def test_every_screen(
    lang: str, lasting_phone: Callable[..., Phone], new_table: Callable[..., Table], axe: Any
) -> None:
    """Each by turns with names of the language and with its words for the seats, which are longer."""
    phone = lasting_phone(locale=lang, bypass_csp=True)
    phone.expected = ("ERR_FAILED",)
    troubles: list[str] = []
    for number, screen in enumerate(ALL):
        phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.forget()
        screen(phone, new_table(players={} if number % 2 else PLAYERS[lang]))
        assert phone.page.locator("html").get_attribute("lang") == lang
        found: list[str] = []
        if screen in MAIN:
            told = axe.run(phone.page, options={"resultTypes": ["violations"]}).response["violations"]
            found += [f"{one['id']} {node['html'][:120]}" for one in told for node in one["nodes"]]
        for size in ("", "200%"):
            phone.page.evaluate(LARGE, size)
            found += [f"{size} {cut}" for cut in (*phone.page.evaluate(CUT), *phone.page.evaluate(BROKEN))]
            if os.environ.get("REFEREE_PICTURES"):
                phone.page.screenshot(path=SCREENS / f"{lang}-{screen.__name__}{size.strip('%')}.png")
        troubles += [f"{screen.__name__}: {one}" for one in dict.fromkeys(found)]
        phone.page.unroute_all()
    print(*troubles, sep="\n")
    assert troubles == []


@pytest.mark.parametrize("lang", PLAYERS)
def test_seats_are_told_apart_by_their_marks(
    lang: str, new_phone: Callable[..., Phone], new_table: Callable[..., Table]
) -> None:
    phone = new_phone(locale=lang)
    phone.open(new_table().link())
    marks = phone.page.locator(".felt .compass")
    marks.last.wait_for()
    shown = dict(zip("SWNE", marks.all_inner_texts(), strict=True))
    assert len(set(shown.values())) == 4
    assert all(str(catalogue(lang)[f"seat.{seat}"]).startswith(mark) for seat, mark in shown.items())


@pytest.mark.parametrize("lang", PLAYERS)
def test_the_page_counts_as_the_catalogue_does(lang: str, new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(locale=lang, bypass_csp=True).open()
    said = phone.page.evaluate("""async () => {
      const { $words: words } = await import(document.querySelector('script[type=module]').src.replace('begin.js', 'app.js'));
      await words.loadMoreWords();
      return [...Array(41).keys()].map((n) => words.t('page.conflict.behind', { n }));
    }""")
    assert said == [text("page.conflict.behind", lang, n=n) for n in range(41)]
