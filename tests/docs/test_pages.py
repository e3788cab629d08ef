"""What docs/ holds of the code (rules, options, lists, drawings) is what the code has now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.i18n import rules_document
from referee.rules.options import OPTIONS, PRESETS
from tools import pages

LAW = (Path(__file__).parents[2] / "docs" / "rulebook.md").read_text()


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda page: page.name)
def test_the_made_parts_are_up_to_date(page: Path) -> None:
    text = page.read_text()
    assert pages.made(text) == text, "out of date: run `python -m tools.pages`"


def test_every_part_stands_in_one_page() -> None:
    assert sorted(name for page in pages.PAGES for name in pages.names(page.read_text())) == sorted(pages.BLOCKS)


def test_writing_the_pages_mends_what_was_changed(tmp_path: Path) -> None:
    page = tmp_path / "rulebook.md"
    page.write_text(LAW.replace("Scores may be negative.", "Scores are never negative."))
    assert pages.update(page) and page.read_text() == LAW
    assert not pages.update(page)


def test_the_law_is_whole() -> None:
    for rule in rules_document("en")["rules"]:
        assert f'<a id="{rule["number"]}"></a>' in LAW
        assert all(paragraph in LAW for paragraph in rule["text"].split("\n\n")), rule["number"]
    for name in (*OPTIONS, *PRESETS):
        assert re.search(rf"^\| `{name}` \|", LAW, re.M), name


def test_the_readings_name_rules_and_options_that_there_are() -> None:
    table = LAW[LAW.index("## Readings") : LAW.index("<!-- made: rules -->")]
    rows = re.findall(r"^\| ([RVJ][^|]*) \| ([^|]+) \| ([^|]*)\|$", table, re.M)
    assert len(rows) > 20
    for numbers, _, options in rows:
        assert all(f'<a id="{number}"></a>' in LAW for number in numbers.split(", ")), numbers
        assert set(re.findall(r"`(\w+)`", options)) <= OPTIONS.keys()
