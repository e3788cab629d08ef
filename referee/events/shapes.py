"""How a value of a declared type is written down as JSON and read again; the shape of a fact follows from its annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from referee.rules.cards import Card, parse_card
from referee.rules.options import Rules, read_stored, stored


class Shape(NamedTuple):
    """`write` gives JSON values; `read` takes them back and raises ValueError, KeyError or TypeError for anything else."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class Fields(NamedTuple):
    """The fields of a dataclass in order, each with its shape, and the values that are left out when written."""

    shapes: tuple[tuple[str, Shape], ...]
    defaults: Mapping[str, Any]


@cache
def fields_of(cls: type) -> Fields:
    """The fields of a dataclass as its annotations declare them."""
    hints = get_type_hints(cls)
    return Fields(
        tuple((field.name, shape_of(hints[field.name])) for field in fields(cls)),
        {field.name: field.default for field in fields(cls) if field.default is not MISSING},
    )


def written(value: Any, row: Fields) -> dict[str, Any]:
    """The data of a dataclass's instance."""
    data = {name: shape.write(getattr(value, name)) for name, shape in row.shapes}
    for name, default in row.defaults.items():
        if getattr(value, name) == default:
            del data[name]
    return data


def read(cls: type, row: Fields, data: Mapping[str, Any]) -> Any:
    """The instance with this data; ValueError or KeyError if a field is missing or unknown."""
    shapes = row.shapes
    if len(data) == len(shapes):
        return cls(*[shape.read(data[name]) for name, shape in shapes])
    values = {name: shape.read(data[name]) for name, shape in shapes if name in data or name not in row.defaults}
    if len(values) != len(data):
        raise ValueError(data)
    return cls(**values)


def shape_of(hint: Any) -> Shape:
    """The shape of an annotation; TypeError for a type that facts do not hold."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if NoneType in inner:
        return _optional(shape_of(inner[0]))
    if origin is tuple:
        return _listed(shape_of(inner[0]))
    if origin is Mapping:
        return _mapped(_KEYS.get(inner[0]) or shape_of(inner[0]), shape_of(inner[1]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _code(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        row = fields_of(hint)
        return Shape(lambda value: written(value, row), lambda data: read(hint, row, data))
    raise TypeError(hint)


def _exactly(allowed: type) -> Shape:
    def read(value: Any) -> Any:
        if type(value) is not allowed:
            raise ValueError(value)
        return value

    return Shape(lambda value: value, read)


def _optional(shape: Shape) -> Shape:
    return Shape(
        lambda value: None if value is None else shape.write(value),
        lambda value: None if value is None else shape.read(value),
    )


def _listed(shape: Shape) -> Shape:
    def read(values: Any) -> Any:
        if type(values) is not list:
            raise ValueError(values)
        return tuple(map(shape.read, values))

    return Shape(lambda values: [shape.write(one) for one in values], read)


def _mapped(key: Shape, value: Shape) -> Shape:
    return Shape(
        lambda items: {key.write(name): value.write(one) for name, one in items.items()},
        lambda items: {key.read(name): value.read(one) for name, one in items.items()},
    )


def _code(members: type[Enum]) -> Shape:
    # Enum's own call does the same in three times the time, and every event of a log has one.
    return Shape(lambda member: member.value, {member.value: member for member in members}.__getitem__)


_PLAIN: dict[Any, Shape] = {
    str: _exactly(str),
    int: _exactly(int),
    bool: _exactly(bool),
    Mapping[str, Any]: _exactly(dict),
    Card: Shape(str, parse_card),
    Rules: Shape(stored, read_stored),
}
_KEYS: dict[Any, Shape] = {int: Shape(str, int)}  # a key is text in JSON: a version is written in digits
