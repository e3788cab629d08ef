"""The parts of docs/ that are made from the code: `python -m tools.pages` rewrites them, and a test fails while they are out of date."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tools import contract, law, rooms
from tools.imports import ROOT

PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"(<!-- made: (\S+) -->\n).*?(<!-- end -->)", re.S)
BLOCKS: Mapping[str, Callable[[], str]] = {
    "rules": law.rules,
    "options": law.options,
    "presets": law.presets,
    "problems": contract.problems,
    "events": contract.events,
    "grounds": contract.grounds,
    "lines": contract.lines,
    "exports": contract.exports,
    "rooms": rooms.rooms,
    "rooms-drawn": rooms.rooms_drawn,
    "http-drawn": rooms.http_drawn,
    "phases-drawn": rooms.phases_drawn,
}


def made(page: str) -> str:
    """The page with each part between `<!-- made: NAME -->` and `<!-- end -->` made from the code as it is now."""
    return BLOCK.sub(lambda block: f"{block[1]}{BLOCKS[block[2]]()}\n{block[3]}", page)


def names(page: str) -> list[str]:
    """The parts that a page has, in order."""
    return [block[2] for block in BLOCK.finditer(page)]


def main() -> None:
    """Writes every page that has changed, and names it."""
    for page in PAGES:
        if update(page):
            print(f"written: {page.relative_to(ROOT)}")


def update(page: Path) -> bool:
    """Rewrites a page; returns whether that changed it."""
    before = page.read_text()
    after = made(before)
    if after != before:
        page.write_text(after)
    return after != before


if __name__ == "__main__":
    main()
