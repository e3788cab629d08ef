"""What the shapes of replies are made of. They describe; nothing is loaded or dumped by them."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields

from referee.http.schemas.fields import Coded, Field, Flag, json_schema

TIME = {"type": "string", "format": "date-time"}
HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
FREE: dict[str, Any] = {"type": "object"}


class Shown(Field):
    """A value described by a JSON Schema of its own."""

    def __init__(self, schema: dict[str, Any], **more: Any) -> None:
        super().__init__(**more)
        self.schema = schema

    def described(self) -> dict[str, Any]:
        """The schema given."""
        return self.schema


def text(**more: Any) -> Shown:
    return Shown({"type": "string"}, required=True, **more)


def number(**more: Any) -> Shown:
    return Shown({"type": "integer"}, required=True, **more)


def card(**more: Any) -> Shown:
    return Shown({"type": "string", "pattern": "^([9TJQKA][CDHS]|JK)$"}, required=True, **more)


def cards(**more: Any) -> Shown:
    return Shown({"type": "array", "items": json_schema(card())}, required=True, **more)


def coded(choices: Any, **more: Any) -> Coded:
    return Coded(choices, required=True, **more)


def flag(**more: Any) -> Flag:
    return Flag(required=True, **more)


def by_key(keys: type[Any], inner: Field, **more: Any) -> Shown:
    names = [one.value for one in keys]
    shape = {"type": "object", "properties": dict.fromkeys(names, json_schema(inner)), "required": names}
    return Shown(shape, required=True, **more)


def part(schema: type[Schema], **more: Any) -> fields.Nested:
    return fields.Nested(schema, required=True, **more)


def list_of(schema: type[Schema], **more: Any) -> fields.List[Any]:
    return fields.List(fields.Nested(schema), required=True, **more)


class Reply(Schema):
    """A reply; more members may be added."""

    class Meta:
        unknown = INCLUDE
