"""The rulebook as a reader's document: rules, presets, options; their effect is defined elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypedDict

from referee.i18n.catalogue import DEFAULT, catalogue, known, text
from referee.rules.options import OPTIONS, PRESETS, Choice, Value, as_options, rules_of

OPTION_RULES: Mapping[str, str] = MappingProxyType(
    {
        "decks": "V4",
        "lowest_card": "V6",
        "joker": "V3",
        "auction": "V8",
        "bid_names_trump": "V7",
        "minimum_bid": "R3.2",
        "all_pass": "R3.6",
        "plain_all": "R3.4",
        "ask_cards": "R5.2",
        "ask_points": "R8.3",
        "ask_no_trump": "R5.2",
        "moon_points": "R8.3",
        "moon_over_ask": "R3.5",
        "no_trump": "V5",
        "first_lead": "R4.2",
        "identical_cards": "V4.2",
        "alone_set_loss": "R8.4",
        "set_loss": "V9",
        "stuck_loss": "V9",
        "set_to": "V9",
        "made_score": "V9",
        "defender_tricks": "R8.1",
        "target": "R9.1",
        "deals": "R9.4",
        "level": "R9.4",
        "win_on": "R9.1",
        "both_over": "R9.2",
        "ace_no_face": "V2",
        "misdeal": "R2.3",
        "renege_points": "R7.2",
        "renege_alone_points": "R7.2",
        "renege_to": "R7.2",
        "renege_count": "J2.6",
        "after_renege": "R7.3",
        "correct_until": "R7.4",
        "claim_window": "J2.7",
        "false_claim_points": "J2.8",
        "referee_claims": "R7.2",
        "look_back": "R4.6",
    }
)


@cache
def rule_numbers() -> tuple[str, ...]:
    """Every rule number in the book's order."""
    keys = (key for key in catalogue(DEFAULT) if key.startswith("rule.") and key.endswith(".text"))
    return tuple(key.removeprefix("rule.").removesuffix(".text") for key in keys)


class RuleReply(TypedDict):
    """A rule in the reader's language."""

    number: str
    title: str
    text: str


class PresetTold(TypedDict):
    """A preset with every option."""

    name: str
    title: str
    description: str
    options: dict[str, Any]


class OptionTold(TypedDict):
    """An option, what it allows and which rule it belongs to."""

    name: str
    title: str
    description: str
    default: Any
    allowed: Any
    values: dict[str, Any]
    rule: str


class RulesReply(TypedDict):
    """The rulebook."""

    rules: list[RuleReply]
    presets: list[PresetTold]
    options: list[OptionTold]


def rule_text(number: str, lang: str) -> RuleReply | None:
    """The number, title and text of a rule, None if there is no such rule."""
    return _rule(number, lang) if known(f"rule.{number}.text") else None


def _rule(number: str, lang: str) -> RuleReply:
    return {
        "number": number,
        "title": text(f"rule.{number}.title", lang),
        "text": text(f"rule.{number}.text", lang),
    }


def rules_document(lang: str) -> RulesReply:
    """All rules, presets and options in one document, for GET /rules."""
    return {
        "rules": [_rule(number, lang) for number in rule_numbers()],
        "presets": [_preset(name, lang) for name in PRESETS],
        "options": [_option(name, lang) for name in OPTIONS],
    }


def _preset(name: str, lang: str) -> PresetTold:
    return {
        "name": name,
        "title": text(f"preset.{name}.title", lang),
        "description": text(f"preset.{name}.description", lang),
        "options": as_options(rules_of(name, {})),
    }


def _option(name: str, lang: str) -> OptionTold:
    option = OPTIONS[name]
    values = option.values if isinstance(option, Choice) else ()
    return {
        "name": name,
        "default": option.default,
        "allowed": option.described(),
        "title": text(f"option.{name}.title", lang),
        "description": text(f"option.{name}.description", lang),
        "values": {spelled(value): text(f"option.{name}.value.{spelled(value)}", lang) for value in values},
        "rule": OPTION_RULES[name],
    }


def spelled(value: Value) -> str:
    """A value of an option as it is spelled in JSON, without quotes: `true`, `1`, `redeal`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
