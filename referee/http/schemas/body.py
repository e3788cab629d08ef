"""What a body is made of: shapes that load into commands, and the choice between several. Knows no route."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError

from referee.http.schemas.fields import Card, Several

BID = r"pass|ask|moon|[1-9][0-9]?"


class Shape(Schema):
    """An object with exactly these members; `makes` turns them into a command or value, `more` extends the schema."""

    makes: ClassVar[Callable[..., Any]] = dict
    more: ClassVar[dict[str, Any]] = {}
    error_messages = {"unknown": "unknown-field", "type": "not-an-object"}

    class Meta:
        unknown = RAISE

    def made(self, body: Any, **path: Any) -> Any:
        """The command or value of a body, with the parameters of the path; raises marshmallow's ValidationError."""
        return type(self).makes(**path, **self.load(body))


class Either:
    """One of several shapes: `pick` chooses by the members of the body."""

    def __init__(self, pick: Callable[[Mapping[str, Any]], str], **shapes: Shape) -> None:
        self.pick, self.shapes = pick, shapes

    def made(self, body: Any, **path: Any) -> Any:
        """As Shape.made, with the shape that was picked."""
        if type(body) is not dict:
            raise ValidationError({"_schema": ["not-an-object"]})
        return self.shapes[self.pick(body)].made(body, **path)


def cards_of(low: int, high: int, **more: Any) -> Several:
    return Several(Card(), low, high, **more)
