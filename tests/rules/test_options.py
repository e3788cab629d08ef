"""The table of options as data (docs/rulebook.md, Options): presets are rows, contradictions are refused by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee
from referee.rules.options import (
    OPTIONS,
    PRESETS,
    Choice,
    IncompatibleOptions,
    InvalidOption,
    Rules,
    as_options,
    rules_of,
)
from tests.tables import table

RULEBOOK_PRESETS = {
    "classic": "",
    "stick-the-dealer": "all_pass stick-the-dealer",
    "ace-no-face": "ace_no_face any-aces",
    "joker": "joker True",
    "double-deck": "decks 2",
    "high-stakes": "alone_set_loss points",
    "tournament": "renege_points 4, renege_to both, after_renege deal-lost, "
    "claim_window next-deal, false_claim_points 2, look_back last-trick",
    "club-round": "target None, deals 8",
    "double-deck-32": "decks 2, lowest_card J, bid_names_trump True, no_trump high, target None, deals 8",
    "house-lost": "after_renege deal-lost",
    "double-deck-52": "decks 2, no_trump high-low, ask_cards 3, ask_points 18, target 52, win_on own-bid-or-set, both_over makers-first",
    "pepper": "minimum_bid 1, ask_cards 0, plain_all True, moon_points 12, no_trump high, target 30, "
    "auction until-three-pass, set_loss 6, alone_set_loss points",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_a_row_of_differences(preset):
    rules = as_options(rules_of(preset, {}))
    differences = [f"{name} {value}" for name, value in rules.items() if value != OPTIONS[name].default]
    assert ", ".join(differences) == ", ".join(sorted_as_options(RULEBOOK_PRESETS[preset]))
    assert dict(PRESETS[preset]).keys() == {difference.split()[0] for difference in differences}
    assert table(preset=preset).match.opening.preset == preset


def sorted_as_options(text: str) -> list[str]:
    """A row of the rulebook in the order of the table of options."""
    return sorted(filter(None, text.split(", ")), key=lambda part: list(OPTIONS).index(part.split()[0]))


def test_every_preset_of_the_rulebook_is_there():
    assert list(PRESETS) == list(RULEBOOK_PRESETS)


def test_adding_a_preset_is_one_row():
    """No code compares with the name of a preset: variants are values."""
    code = "\n".join(file.read_text() for file in Path(referee.__file__).parent.rglob("*.py"))
    assert not re.search(r"preset\s*(==|!=|in)\s*[\"'(\[{]", code)


def test_single_options_change_a_preset():
    assert rules_of("joker", {"target": 10}) == Rules(joker=True, target=10)
    assert rules_of("joker", {"joker": False}) == Rules()


INCOMPATIBLE = [
    ("V3.2 the joker with two decks", {"joker": True, "decks": 2}, ("joker", "decks")),
    ("V3.2 the joker with no-trump high", {"joker": True, "no_trump": "high"}, ("joker", "no_trump")),
    ("V6 a short pack of one deck", {"lowest_card": "J"}, ("lowest_card", "decks")),
    ("V6 and the minimum bid is no matter", {"lowest_card": "J", "minimum_bid": 9}, ("lowest_card", "decks")),
    ("V3.2 the joker with no-trump low", {"joker": True, "no_trump": "high-low"}, ("joker", "no_trump")),
]


@pytest.mark.parametrize("options, pair", [row[1:] for row in INCOMPATIBLE], ids=[row[0] for row in INCOMPATIBLE])
def test_incompatible_options_are_refused_by_the_names_of_the_pair(options, pair):
    with pytest.raises(IncompatibleOptions) as error:
        rules_of("classic", options)
    assert error.value.pair == pair


def test_a_preset_and_an_option_can_be_incompatible():
    with pytest.raises(IncompatibleOptions):
        rules_of("double-deck", {"joker": True})


@pytest.mark.parametrize("option", OPTIONS)
def test_what_an_option_allows(option):
    kind = OPTIONS[option]
    assert kind.allows(kind.default)
    if isinstance(kind, Choice):
        assert all(kind.allows(value) for value in kind.values)
        wrong = ["no such value", 7, None, [], 1.0]
    else:
        assert kind.allows(kind.low) and kind.allows(kind.high)
        wrong = [kind.low - 1, kind.high + 1, "3", True, 3.0] + ([] if kind.allows_null else [None])
    for value in wrong:
        assert not kind.allows(value)
        with pytest.raises(InvalidOption) as error:
            rules_of("classic", {option: value})
        assert error.value.option == option


MORE_WRONG = [
    ("no-such-option", 1),
    ("joker", 1),
    ("decks", True),
    ("minimum_bid", 6),
    ("minimum_bid", 11),
    ("lowest_card", 9),
    ("target", 0),
]


@pytest.mark.parametrize("option, value", MORE_WRONG, ids=str)
def test_what_no_option_allows(option, value):
    with pytest.raises(InvalidOption) as error:
        rules_of("classic", {option: value})
    assert error.value.option == option
    assert rules_of("double-deck", {"minimum_bid": 11}).minimum_bid == 11


def test_the_highest_minimum_follows_the_pack():  # R3.2, V6
    assert rules_of("double-deck-32", {"minimum_bid": 7}).minimum_bid == 7
    with pytest.raises(InvalidOption) as error:
        rules_of("double-deck-32", {"minimum_bid": 8})
    assert (error.value.option, error.value.allowed["maximum"]) == ("minimum_bid", 7)


def test_a_preset_that_is_none():
    with pytest.raises(InvalidOption):
        rules_of("euchre", {})
