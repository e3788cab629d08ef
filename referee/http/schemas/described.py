"""From the types of the views to the JSON Schemas of the document. Knows only types, no views and no routes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from referee.http.schemas.fields import HouseRules, json_schema
from referee.projections.views import Form
from referee.rules.options import Rules

Refer = Callable[[type[Any]], dict[str, Any]]
PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    Any: {},
    dict[str, Any]: {"type": "object"},
}


def component(view: type[Any], refer: Refer) -> dict[str, Any]:
    """The JSON Schema of a TypedDict; more members may be added to it later. `refer` gives the reference to another one."""
    hints = get_type_hints(view, include_extras=True)
    return {
        "type": "object",
        "properties": {name: _schema(_inner(hint), refer) for name, hint in hints.items()},
        "required": sorted(name for name, hint in hints.items() if get_origin(hint) is not NotRequired),
        "additionalProperties": True,
        "description": (view.__doc__ or "").strip(),
    }


def _inner(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def _schema(hint: Any, refer: Refer) -> dict[str, Any]:
    if hint in PLAIN:
        return dict(PLAIN[hint])
    if is_typeddict(hint):
        return refer(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _noted(inner[0], inner[1], refer)
    if origin in (Union, UnionType):
        return _nullable(_schema(_unless_null(inner), refer))
    if origin is list:
        return {"type": "array", "items": _schema(inner[0], refer)}
    assert origin is dict, f"no JSON Schema for {hint}"
    value = _schema(inner[1], refer)
    if get_origin(inner[0]) is not Annotated:
        return {"type": "object", "additionalProperties": value}
    names = _codes(get_args(inner[0])[1])
    return {"type": "object", "properties": {name: dict(value) for name in names}, "required": names}


def _noted(hint: Any, note: Any, refer: Refer) -> dict[str, Any]:
    """The schema of an annotated type, by its annotation (see `projections.views`)."""
    if is_typeddict(note):
        return refer(note)
    if note is Rules:
        return json_schema(HouseRules())
    if get_origin(hint) is dict:
        return {"type": "object", "properties": {name: _schema(get_args(hint)[1], refer) for name in _codes(note)}}
    if isinstance(note, Form):
        return {"type": "string", note.keyword: note.value}
    return {"type": "string", "enum": _codes(note)}


def _codes(note: type[Enum] | Iterable[str]) -> list[str]:
    return [one.value if isinstance(one, Enum) else one for one in note]


def _unless_null(inner: tuple[Any, ...]) -> Any:
    (hint,) = (one for one in inner if one is not NoneType)
    return hint


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    schema["type"] = [schema["type"], "null"]
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]
    return schema
