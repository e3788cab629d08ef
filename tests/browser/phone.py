"""A phone in a hand: taps that are counted, screens that are photographed, console errors that are remembered; and a table by the API."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import requests

from referee.i18n.catalogue import catalogue

SCREENS = Path(__file__).parents[2] / ".screens"  # git does not see it; docs/screens keeps a chosen few
NAMES = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
COUNT_TAPS = "window.taps = 0; addEventListener('click', (event) => { if (event.isTrusted) window.taps += 1; }, true);"
SUIT_LETTERS = frozenset("CDHS")

# West names hearts on a four and leads; the honest deal is 6 tricks for East and West.
CALLS = ("pass", "pass", "4", "pass")
DEAL = (
    "JH 9H QH TC",
    "AH TH KH JC",
    "JD 9S 9C TD",
    "AS TS QS JS",
    "KS QC AC QD",
    "9D KC AD KD",
)  # fmt: skip
# The same, but East throws a club on the second heart, and plays a heart on the third.
RENEGE = (DEAL[0], "AH TH 9C JC", "JD 9S KH TD", *DEAL[3:])
CARDS = " ".join(DEAL).split()
FALSE_CARDS = " ".join(RENEGE).split()


class Phone:
    """A page in a profile of its own."""

    def __init__(self, context: Any, address: str, lang: str = "en") -> None:
        self.context, self.address, self.lang = context, address, lang
        self.troubles: list[str] = []
        self.sent: list[str] = []
        self.expected: tuple[str, ...] = ()
        context.add_init_script(COUNT_TAPS)
        self.page = context.new_page()
        self.page.set_default_timeout(15000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda one: self.sent.append(f"{one.method} {one.url.removeprefix(address)}"))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(word in message.text for word in self.expected):
            self.troubles.append(f"{message.text} {message.location.get('url', '')}")

    def open(self, path: str = "/") -> Phone:
        """Goes to an address of the page."""
        self.page.goto(self.address + path)
        self.page.locator("h1").first.wait_for(state="attached")
        return self

    def said(self, words: str) -> str | re.Pattern[str]:
        """A label of the page, given in English, in this phone's language."""
        if self.lang == "en":
            return words
        key = next(key for key, entry in catalogue("en").items() if entry == words and key.startswith("page."))
        return re.compile("^\\s*" + re.escape(str(catalogue(self.lang)[key])))

    def tap(self, what: str) -> None:
        """Taps one thing: `=card` words of a button, or a selector."""
        where = self.page.locator("dialog[open]") if self.page.locator("dialog[open]").count() else self.page
        target = (
            where.get_by_role("button", name=self.said(what[1:])) if what.startswith("=") else self.page.locator(what)
        )
        target.first.tap()

    def menu(self, name: str) -> None:
        """A thing of the menu."""
        self.tap("=Menu")
        self.page.locator(".menuitem", has_text=self.said(name)).first.tap()

    def depth(self, name: str) -> None:
        """Another depth of record."""
        self.page.locator(".depth button").nth(("Cards", "Tricks", "Result").index(name)).tap()

    def taps(self) -> int:
        """How often this phone was really tapped since it opened the page."""
        return int(self.page.evaluate("window.taps"))

    def choose(self, name: str, value: str) -> None:
        """Taps a tile of a choice."""
        self.page.locator(f"input[name={name}][value='{value}']").tap()

    def call(self, *bids: str) -> None:
        """The calls, in turn."""
        for number, bid in enumerate(bids, 1):
            self.tap(f".auction [data-bid='{bid}']")
            self.until(partial(self._has_said, number))

    def _has_said(self, calls: int) -> bool:
        return not self.page.locator(".auction").count() or self.page.locator(".said").count() >= calls

    def cards(self, cards: Any) -> None:
        """Cards of the pack, one after the other."""
        for card in cards:
            cell = self.page.locator(f".action .grid [data-card='{card}']:enabled")
            cell.wait_for()
            cell.tap()

    def forget(self) -> None:
        """A phone that has never seen this page, but for the page itself."""
        if self.page.url.startswith(self.address):
            self.page.evaluate("localStorage.clear()")

    def until(self, true: Callable[[], object]) -> None:
        """Waits; the page's policy forbids playwright's own wait_for_function."""
        for _ in range(300):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not come true")

    def prompt(self) -> str:
        """What is to be done now, in words."""
        return str(self.page.locator(".prompt").inner_text())

    def waits_for(self, words: str) -> None:
        """Until these words are on the screen."""
        self.page.get_by_text(words).first.wait_for()

    def id(self) -> str:
        """The match that is open."""
        return str(self.page.url.split("/m/")[1].split("?")[0])

    def token(self) -> str:
        """The token that this phone keeps for it."""
        return str(self.page.evaluate("JSON.parse(localStorage['referee.tables'])[0].token"))

    def table(self) -> Table:
        """The open match, seen from the API."""
        return Table.of(self.address, self.id(), self.token())

    def photo(self, name: str) -> None:
        """A picture of the screen, to be looked at."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(120)
        picture = self.page.screenshot(path=None, animations="disabled")
        (SCREENS / f"{name}.png").write_bytes(_smaller(picture))


def _smaller(picture: bytes) -> bytes:
    """The picture in 256 colours, where Pillow is at hand: 96 for what is rare, the rest for the shades of the felt."""
    try:
        from PIL import Image
    except ImportError:
        return picture
    whole, palette, small = Image.open(BytesIO(picture)).convert("RGB"), Image.new("P", (1, 1)), BytesIO()
    shares = ((96, Image.Quantize.MAXCOVERAGE), (160, Image.Quantize.MEDIANCUT))
    palette.putpalette([value for n, way in shares for value in whole.quantize(n, way).getpalette()[: 3 * n]])
    whole.quantize(palette=palette, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


class Table:
    """A match by the API: what another phone, or another program, does."""

    def __init__(self, address: str, body: dict[str, Any]) -> None:
        reply = requests.post(f"{address}/api/v1/matches", json={"players": NAMES, **body}, timeout=10)
        assert reply.status_code == 201, reply.text
        self.address, self.opened = address, reply.json()
        self.id, self.tokens, self.code = self.opened["id"], self.opened["tokens"], self.opened["join_code"]
        self.bearer = self.tokens["scorer"]

    @classmethod
    def of(cls, address: str, match: str, token: str) -> Table:
        """A match that is there already."""
        table = cls.__new__(cls)
        table.address, table.id, table.bearer, table.tokens = address, match, token, {}
        return table

    def link(self, role: str = "scorer") -> str:
        """The address with a role's token."""
        return f"/m/{self.id}#{self.tokens[role]}"

    def _call(self, method: str, path: str, body: Any = None, lang: str = "en") -> Any:
        headers = {"Authorization": f"Bearer {self.bearer}", "Accept-Language": lang}
        return requests.request(
            method, f"{self.address}/api/v1/matches/{self.id}{path}", json=body, headers=headers, timeout=10
        )

    def post(self, path: str, body: Any) -> dict[str, Any]:
        """Records something."""
        reply = self._call("POST", path, body)
        assert reply.status_code == 201, reply.text
        match: dict[str, Any] = reply.json()["match"]
        return match

    def get(self, path: str = "") -> Any:
        """Reads something."""
        return self._call("GET", path).json()

    def told(self, path: str, lang: str) -> Any:
        """Reads something in a language."""
        return self._call("GET", path, lang=lang).json()

    def auction(self, trump: str = "H") -> Table:
        """The calls and the trump."""
        for bid in CALLS:
            self.post("/bids", {"seat": self.get()["next"]["seat"], "bid": bid})
        self.post("/trump", {"suit": trump})
        return self

    def play(self, cards: Any) -> Table:
        """Cards, each by whose turn it is."""
        seat = self.get()["next"]["seat"]
        for card in cards:
            seat = self.post("/plays", {"seat": seat, "card": card})["next"]["seat"]
        return self

    def results(self, *deals: tuple[str, str, str | None, int, int]) -> Table:
        """Whole deals: maker, bid, trump, tricks."""
        for maker, bid, trump, ns, ew in deals:
            self.post("/results", {"maker": maker, "bid": bid, "trump": trump, "tricks": {"NS": ns, "EW": ew}})
        return self

    def types(self) -> list[str]:
        """The log's types of entries."""
        return [event["type"] for event in self.get("/events")["events"]]
