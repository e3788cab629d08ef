"""The fields of bodies: each parses one kind of JSON value into one of the core's, or gives a code that says why not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from marshmallow import ValidationError, fields, validate

from referee.game.refused import Refused
from referee.rules import cards
from referee.rules.options import (
    OPTIONS,
    PRESETS,
    Choice,
    IncompatibleOptions,
    InvalidOption,
    Rules,
    rules_of,
)
from referee.service import names

LARGEST = 2**31 - 1
CODES: dict[str, str | list[Any] | dict[Any, Any]] = {
    "required": "missing",
    "null": "null",
    "validator_failed": "invalid",
}
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# The same for the document, since not every regular expression engine knows surrogates.
PLAIN = r"[^\u0000-\u001f\u007f-\u009f\u2028\u2029]"
NOT_BLANK = rf"{PLAIN}*[^\u0000-\u001f\u007f-\u009f\u2028\u2029\s]{PLAIN}*"
CARD_PATTERN = r"^((9|10|[TtJjQqKkAa])[CcDdHhSs]|[Jj][Kk])$"


class Field(fields.Field[Any]):
    """A field that refuses a value with a code, and describes itself in JSON Schema."""

    default_error_messages = CODES

    def described(self) -> dict[str, Any]:
        """The JSON Schema of what is accepted, null apart."""
        return {}


class Text(Field):
    """Text of a length, without control characters and lone surrogates; `pattern` must match the whole of it."""

    default_error_messages = {
        "text": "not-text",
        "length": "bad-length",
        "control": "control-character",
        "form": "bad-form",
    }

    def __init__(self, low: int = 1, high: int = 200, pattern: str | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.low, self.high = low, high
        self.pattern = re.compile(pattern) if pattern else None

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        if type(value) is not str:
            raise self.make_error("text")
        if not self.low <= len(value) <= self.high:
            raise self.make_error("length")
        if CONTROL.search(value):
            raise self.make_error("control")
        if self.pattern and not self.pattern.fullmatch(value):
            raise self.make_error("form")
        return value

    def described(self) -> dict[str, Any]:
        """Length and pattern; if no pattern was given, one that excludes what no text may contain."""
        pattern = self.pattern.pattern if self.pattern else f"{PLAIN}*"
        return {"type": "string", "minLength": self.low, "maxLength": self.high, "pattern": f"^({pattern})$"}


class Name(Text):
    """The name of a player, composed (NFC): 1-40 letters as a reader counts them, at least one visible, none that turns text."""

    default_error_messages = {code: code for code in ("turns-direction", "nothing-visible", "too-many-letters")}
    STEADY = rf"[^\u0000-\u001f\u007f-\u009f\u2028\u2029{names.TURNS}]"
    SHOWS = rf"[^\u0000-\u001f\u007f-\u009f\u2028\u2029{names.TURNS}{names.BLANK}]"

    def __init__(self, **more: Any) -> None:
        super().__init__(1, names.LARGEST, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        name = names.composed(super()._deserialize(value, attr, data, **more))
        if why := names.unreadable(name):
            raise self.make_error(why)
        return name

    def described(self) -> dict[str, Any]:
        """Length and pattern; invisible characters beyond U+FFFF and more than 40 letters are refused too, though not by these."""
        return {**super().described(), "pattern": f"^{self.STEADY}*{self.SHOWS}{self.STEADY}*$"}


class Coded(Field):
    """One of a few codes: those of an enum, or plain words."""

    default_error_messages = {"choice": "not-one-of"}

    def __init__(self, choices: type[Enum] | Iterable[str], **more: Any) -> None:
        super().__init__(**more)
        self.choices: Mapping[str, Any] = {one.value if isinstance(one, Enum) else one: one for one in choices}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not str or value not in self.choices:
            raise self.make_error("choice")
        return self.choices[value]

    def described(self) -> dict[str, Any]:
        """The codes."""
        return {"type": "string", "enum": list(self.choices)}


class Card(Field):
    """A card's code; `10C` and lower case are accepted too."""

    default_error_messages = {"text": "not-text", "card": "unknown-card"}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> cards.Card:
        if type(value) is not str:
            raise self.make_error("text")
        try:
            return cards.parse_card(value)
        except cards.UnknownCard as error:
            raise self.make_error("card") from error

    def described(self) -> dict[str, Any]:
        """The codes as a pattern."""
        return {"type": "string", "pattern": CARD_PATTERN, "description": "a card such as 9C, TH, JK"}


class Flag(Field):
    """True or false, and nothing merely similar."""

    default_error_messages = {"flag": "not-true-or-false"}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("flag")
        return value

    def described(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


class Whole(Field):
    """A whole number in a range: 3 or 3.0, as in JSON Schema, but neither "3" nor true."""

    default_error_messages = {"whole": "not-an-integer", "range": "out-of-range", "zero": "zero"}

    def __init__(self, low: int, high: int = LARGEST, zero: bool = True, **more: Any) -> None:
        super().__init__(**more)
        self.low, self.high, self.zero = low, high, zero

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise self.make_error("whole")
        if not self.low <= value <= self.high:
            raise self.make_error("range")
        if not self.zero and value == 0:
            raise self.make_error("zero")
        return value

    def described(self) -> dict[str, Any]:
        """An integer and its bounds."""
        schema = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return schema if self.zero else schema | {"not": {"const": 0}}


class Several(fields.List[Any]):
    """A list of a length, as a tuple."""

    default_error_messages = CODES | {"invalid": "not-a-list"}

    def __init__(self, inner: Any, low: int, high: int, **more: Any) -> None:
        super().__init__(inner, validate=validate.Length(low, high, error="bad-length"), **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> tuple[Any, ...]:  # type: ignore[override]
        return tuple(super()._deserialize(value, attr, data, **more))


class Part(fields.Nested):
    """An object inside the body."""

    default_error_messages = CODES | {"type": "not-an-object"}


class Keyed(Field):
    """An object with some of a few known keys, each with the same kind of value."""

    default_error_messages = {"object": "not-an-object", "empty": "bad-length"}

    def __init__(self, keys: type[Enum], value: Field, least: int = 0, **more: Any) -> None:
        super().__init__(**more)
        self.keys, self.value, self.least = {one.value: one for one in keys}, value, least

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise self.make_error("object")
        if len(value) < self.least:
            raise self.make_error("empty")
        return {self.keys[key]: one for key, one in _each(value, self.keys.__contains__, self.value)}

    def described(self) -> dict[str, Any]:
        """The keys, all optional."""
        inner = json_schema(self.value)
        shape = {"type": "object", "properties": dict.fromkeys(self.keys, inner), "additionalProperties": False}
        return shape | ({"minProperties": self.least} if self.least else {})


class Tags(Field):
    """Free labels: names of ASCII letters, digits, - and _ with short texts."""

    default_error_messages = {"object": "not-an-object", "length": "bad-length"}
    NAME, MOST = re.compile(r"[A-Za-z0-9_-]{1,40}"), 20
    VALUE = Text(1, 100)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> dict[str, str]:
        if type(value) is not dict:
            raise self.make_error("object")
        if len(value) > self.MOST:
            raise self.make_error("length")
        return dict(_each(value, self.NAME.fullmatch, self.VALUE))

    def described(self) -> dict[str, Any]:
        """Names by a pattern, values as text."""
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^{self.NAME.pattern}$"},
            "additionalProperties": json_schema(self.VALUE),
            "maxProperties": self.MOST,
        }


class HouseRules(Field):
    """A preset and single options, as the pair (preset, Rules)."""

    default_error_messages = {"object": "not-an-object"}

    def __init__(self, preset: str = "classic", **more: Any) -> None:
        super().__init__(**more)
        self.preset = preset

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> tuple[str, Rules]:
        if type(value) is not dict:
            raise self.make_error("object")
        options = {name: _as_json_schema_counts(one) for name, one in value.items()}
        preset = options.pop("preset", self.preset)
        if type(preset) is not str:
            raise ValidationError({"preset": ["not-one-of"]})
        try:
            return preset, rules_of(preset, options)
        except InvalidOption as error:
            known = error.option in OPTIONS or error.option == "preset"
            raise ValidationError({error.option: ["not-one-of" if known else "unknown-field"]}) from error
        except IncompatibleOptions as error:
            rule = "V6" if "lowest_card" in error.pair else "V3.2"
            raise Refused("incompatible-options", rule, pair=list(error.pair)) from error

    def described(self) -> dict[str, Any]:
        """Every option with what it allows; what is not given is the preset's."""
        options = {name: _option_schema(kind) for name, kind in OPTIONS.items()}
        preset = {"type": "string", "enum": list(PRESETS), "default": self.preset}
        return {"type": "object", "properties": {"preset": preset, **options}, "additionalProperties": False}


def json_schema(field: Field) -> dict[str, Any]:
    """The JSON Schema of a field of this module, null included if allowed."""
    schema = dict(field.described())
    if field.allow_none and "type" in schema:
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    return schema


def _each(value: dict[str, Any], knows: Any, inner: Field) -> list[tuple[str, Any]]:
    """The members, parsed; raises one ValidationError with the errors of all of them."""
    parsed, errors = [], {}
    for key, one in value.items():
        try:
            if not knows(key):
                raise ValidationError("unknown-field")
            parsed.append((key, inner.deserialize(one)))
        except ValidationError as error:
            errors[key] = error.messages
    if errors:
        raise ValidationError(errors)
    return parsed


def _as_json_schema_counts(value: Any) -> Any:
    return int(value) if type(value) is float and value.is_integer() else value


def _option_schema(kind: Choice | Any) -> dict[str, Any]:
    if isinstance(kind, Choice):
        return {"enum": list(kind.values), "default": kind.default}
    types: Any = ["integer", "null"] if kind.allows_null else "integer"
    return {"type": types, "minimum": kind.low, "maximum": kind.high, "default": kind.default}
