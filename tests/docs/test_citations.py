"""Whatever code, tests and documents cite (rules, pages, sections, links, files, functions) is there, inside this repository."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.docs.pages import ROOT, anchors, documents, headings, texts

LAW = (ROOT / "docs" / "rulebook.md").read_text()
RULE = re.compile(r"(?<![\w.#$])(?:[RJ]\d\d?(?:\.\d+)?|V\d(?:\.\d+)?)(?![\w.]*\w)")
NONE = "R99"  # in tests, for a rule that there is not
PAGE = re.compile(r"(?<![\w/.*])((?:[\w.-]+/)*[\w-]+\.md)\b(?:, ([^).:;,\n\"]+))?")
PAPER = re.compile(r"\b(?:RULE[B]OOK|DESIG[N])\b")
LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"')
FILE = re.compile(r"`((?:referee|tests|docs|benchmarks|tools|\.ci)/[\w./-]*)`")
FILE_NAME = re.compile(r"`([\w-]+\.(?:js|py|css))`")
TESTS = re.compile(r"tests/(?!docs/|i18n/)(?:.+/)?(?:test_\w+\.py|cases/\w+\.json)$")  # not those that list all rules
FUNCTION = re.compile(r"\breferee(?:\.\w+){2,}")


def cited(pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
    for file, text in texts().items():
        yield from ((str(file.relative_to(ROOT)), match) for match in pattern.finditer(text))


def test_every_rule_that_is_cited_stands_in_the_rulebook() -> None:
    known = set(re.findall(r'<a id="([^"]+)">', LAW))
    found = [(file, match[0]) for file, match in cited(RULE) if match[0] != NONE]
    assert len(found) > 1000
    assert [one for one in found if one[1] not in known] == []


def test_every_rule_is_cited_by_a_test_that_can_fail() -> None:
    rules = set(re.findall(r'<a id="((?:[RJ]\d\d?|V\d)(?:\.\d+)?)">', LAW))
    single = {rule for rule in rules if not any(other.startswith(f"{rule}.") for other in rules)}
    tests = [text for file, text in texts().items() if TESTS.match(str(file.relative_to(ROOT)))]
    found = {match[0] for text in tests for match in RULE.finditer(text)}
    assert len(single) > 70 and single - found == set()


def test_every_page_and_section_that_is_cited_is_there() -> None:
    missing = []
    for file, match in cited(PAGE):
        places = [ROOT / match[1], ROOT / "docs" / match[1], (ROOT / file).parent / match[1]]
        page = next((place for place in places if place.is_file()), None)
        if page is None or (match[2] and _is_code(file) and not _has_section(page, match[2])):
            missing.append((file, match[0]))
    assert missing == []


def test_the_papers_are_cited_by_their_names_here() -> None:
    assert [(file, match[0]) for file, match in cited(PAPER)] == []


def test_every_schema_that_is_cited_is_in_the_document() -> None:
    schemas = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)["components"]["schemas"]
    found = {match[1] for _, match in cited(re.compile(r"openapi\.yaml, ([A-Z]\w+)"))}
    assert found and found <= schemas.keys()


def _is_code(file: str) -> bool:
    """Prose goes on after a comma; a comment names a section."""
    return not file.endswith(".md")


def _has_section(page: Path, section: str) -> bool:
    return section.strip("` ") in headings(page.read_text())


@pytest.mark.parametrize("file", documents(), ids=lambda file: str(file.relative_to(ROOT)))
def test_every_link_leads_somewhere(file: Path) -> None:
    text = documents()[file]
    for target in (first or second for first, second in LINK.findall(text)):
        path, _, anchor = target.partition("#")
        if "://" in target or target.startswith("data:"):
            continue
        page = (file.parent / path) if path else file
        assert page.exists(), target
        assert not anchor or anchor in anchors(page.read_text()), target


@pytest.mark.parametrize("file", documents(), ids=lambda file: str(file.relative_to(ROOT)))
def test_every_file_and_function_that_a_document_names_is_there(file: Path) -> None:
    text = documents()[file]
    assert [name for name in FILE.findall(text) if not (ROOT / name).exists()] == []
    assert set(FILE_NAME.findall(text)) <= {one.name for one in texts()}
    for name in set(FUNCTION.findall(text)) - {"referee.db.lock"}:
        assert resolved(name) is not None, name


def resolved(name: str) -> object:
    """What a dotted name stands for: the module as far as there is one, then its attributes."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute, None)
        return found
    return None
