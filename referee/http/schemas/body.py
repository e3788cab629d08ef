"""What a body is made of: shapes that load into commands, and the choice between several. Knows no route."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError

from referee.http.schemas.fields import Card, Several

BID = r"pass|ask|moon|[1-9][0-9]?"


class Shape(Schema):
    """An object with these members and no others; `makes` turns them into what they stand for, `more` is added to its JSON Schema."""

    makes: ClassVar[Callable[..., Any]] = dict
    more: ClassVar[dict[str, Any]] = {}
    error_messages = {"unknown": "unknown-field", "type": "not-an-object"}

    class Meta:
        unknown = RAISE

    def made(self, body: Any, **path: Any) -> Any:
        """What the body stands for, with what the address adds; raises marshmallow's ValidationError."""
        return type(self).makes(**path, **self.load(body))


class Either:
    """One of several shapes: `pick` names the one that a body is to be read as, by what it holds."""

    def __init__(self, pick: Callable[[Mapping[str, Any]], str], **shapes: Shape) -> None:
        self.pick, self.shapes = pick, shapes

    def made(self, body: Any, **path: Any) -> Any:
        """As Shape.made, by the shape that fits."""
        if type(body) is not dict:
            raise ValidationError({"_schema": ["not-an-object"]})
        return self.shapes[self.pick(body)].made(body, **path)


def cards_of(low: int, high: int, **more: Any) -> Several:
    return Several(Card(), low, high, **more)
