"""The rulebook's texts: every rule, option, value and preset has its words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.i18n import LANGUAGES, rule_text, rules_document
from referee.i18n.rulebook import OPTION_RULES, spelled
from referee.rules.options import OPTIONS, PRESETS, Choice

NUMBERS = [
    "R1", "R1.1", "R1.2", "R1.3", "R1.4", "R1.5", "R2", "R2.1", "R2.2", "R2.3", "R2.4", "R3", "R3.1", "R3.2", "R3.3",
    "R3.4", "R3.5", "R3.6", "R3.7", "R3.8", "R4", "R4.1", "R4.2", "R4.3", "R4.4", "R4.5", "R4.6", "R5", "R5.1", "R5.2",
    "R5.3", "R6", "R6.1", "R6.2", "R7", "R7.1", "R7.2", "R7.3", "R7.4", "R7.5", "R8", "R8.1", "R8.2", "R8.3", "R8.4",
    "R8.5", "R9", "R9.1", "R9.2", "R9.3", "R9.4", "R9.5", "R9.6", "V", "V1", "V2", "V2.1", "V2.2", "V2.3", "V3", "V3.1", "V3.2", "V4",
    "V4.1", "V4.2", "V4.3", "V5", "V6", "V7", "V8", "V9", "J", "J1", "J1.1", "J2", "J2.1", "J2.2", "J2.3", "J2.4", "J2.5", "J2.6", "J2.7",
    "J2.8", "J2.9", "J2.10", "J3", "J4", "J4.1", "J4.2", "J4.3", "J5",
]  # fmt: skip
TESTS = Path(__file__).parent.parent
NUMBER = r"\b(?:R[1-9](?:\.\d+)?|V[1-9](?:\.\d+)?|J[1-5](?:\.\d+)?)\b"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_there_in_the_books_order(lang: str) -> None:
    rules = rules_document(lang)["rules"]
    assert [rule["number"] for rule in rules] == NUMBERS
    for rule in rules:
        assert rule == rule_text(rule["number"], lang) and rule["title"] and rule["text"]
        assert set(re.findall(NUMBER, rule["text"])) <= set(NUMBERS), rule


def test_a_rule_says_what_the_law_says() -> None:
    assert rule_text("R8.5", "en") == {"number": "R8.5", "title": "Below zero", "text": "Scores may be negative."}
    assert rule_text("R99", "en") is None and rule_text("", "en") is None


def test_every_rule_that_code_and_scenarios_cite_has_a_text() -> None:
    cited = set()
    for path in (*(TESTS / "cases").glob("*.json"), *(TESTS.parent / "referee").rglob("*.py")):
        cited |= set(re.findall(rf'"({NUMBER})"', path.read_text(encoding="utf-8")))
    assert len(cited) > 50 and cited <= set(NUMBERS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_and_value_has_its_words(lang: str) -> None:
    options = rules_document(lang)["options"]
    assert [option["name"] for option in options] == list(OPTIONS) == list(OPTION_RULES)
    for option in options:
        kind = OPTIONS[option["name"]]
        assert option["allowed"] == kind.described() and option["default"] == kind.default
        assert option["title"] and option["description"].endswith((".", "։", "।")) and "\n" not in option["description"]
        assert option["rule"] in NUMBERS
        values = kind.values if isinstance(kind, Choice) else ()
        assert list(option["values"]) == [spelled(value) for value in values] and all(option["values"].values())


def test_every_preset_has_its_words_and_every_option() -> None:
    presets = rules_document("en")["presets"]
    assert [preset["name"] for preset in presets] == list(PRESETS)
    for preset in presets:
        assert preset["title"] and preset["description"].endswith(".")
        assert preset["options"].keys() == OPTIONS.keys()
        assert PRESETS[preset["name"]].items() <= preset["options"].items()
    assert [spelled(value) for value in (True, False, 2, "none")] == ["true", "false", "2", "none"]


def test_the_document_is_plain_json() -> None:
    document = rules_document("en")
    assert json.loads(json.dumps(document)) == document
