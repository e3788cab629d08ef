"""The way of one card as docs/architecture.md draws it is the way that a card goes."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT
from tools.measure import way_of_a_play

PAGE = (ROOT / "docs" / "architecture.md").read_text()


def test_a_card_goes_the_way_that_is_drawn() -> None:
    drawn = re.findall(r"->>(\w+): (referee\.\S+)", PAGE)
    called = [f"{file.removesuffix('.py').replace('/', '.')}.{name}" for file, name in way_of_a_play()]
    places = [called.index(name) for _, name in drawn]
    assert len(places) > 10 and places == sorted(places)
    assert all(name.split(".")[1] == room for room, name in drawn)
    assert set(re.findall(r"^  participant (\w+)$", PAGE, re.M)) == {room for room, _ in drawn}
