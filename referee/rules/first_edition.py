"""The rules of the first edition by its presets' names, as a notation of that time means them; two have changed since."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.rules.options import (
    OPTIONS,
    SINCE_SECOND_EDITION,
    InvalidOption,
    Rules,
    Value,
    as_options,
    read_stored,
    rules_of,
)

FIRST_PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "classic": {},
        "stick-the-dealer": {"all_pass": "stick-the-dealer"},
        "ace-no-face": {"ace_no_face": "any-aces"},
        "joker": {"joker": True},
        "double-deck": {"decks": 2},
        "high-stakes": {"alone_set_loss": "points"},
        "tournament": {
            "renege_points": 4,
            "renege_to": "both",
            "after_renege": "deal-ends",
            "claim_window": "next-deal",
            "false_claim_points": 2,
        },
        "double-deck-52": {
            "decks": 2,
            "no_trump": "high-low",
            "ask_cards": 3,
            "ask_points": 18,
            "target": 52,
            "win_on": "own-bid-or-set",
            "both_over": "makers-first",
        },
        "pepper": {
            "minimum_bid": 1,
            "ask_cards": 0,
            "plain_all": True,
            "moon_points": 12,
            "no_trump": "high",
            "target": 30,
        },
    }
)


def first_edition_rules(preset: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a preset with single options changed, as the first edition had them.

    Raises InvalidOption for a preset or an option that came later, and whatever `rules_of` raises."""
    if preset not in FIRST_PRESETS:
        raise InvalidOption("preset", list(FIRST_PRESETS))
    for name in options.keys() & SINCE_SECOND_EDITION:
        raise InvalidOption(name, list(OPTIONS.keys() - SINCE_SECOND_EDITION))
    whole = as_options(rules_of("classic", {**FIRST_PRESETS[preset], **options}))
    return read_stored({name: value for name, value in whole.items() if name not in SINCE_SECOND_EDITION})
