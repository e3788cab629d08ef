"""What a route promises, declared beside its view: access, body, replies, problems. Guards the view with it, and documents it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, g
from marshmallow import Schema, ValidationError

from referee.game.refused import Refused
from referee.http import auth
from referee.http.auth import Visitor
from referee.http.context import EXTENSION
from referee.http.door import parsed, raw_body
from referee.http.fields import LARGEST
from referee.http.shapes import Either, Shape
from referee.stores.contract import DeadToken, StaleVersion

BASE = "/api/v1"


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query, or a header, as the document shows it."""

    name: str
    schema: dict[str, Any]
    description: str
    place: str = "query"


@dataclass(frozen=True)
class Operation:
    """One call: who may make it, what it takes and what it answers."""

    summary: str
    access: str
    reply: type[Schema] | None = None
    status: int = 200
    body: Shape | Either | None = None
    problems: Sequence[str] = ()
    query: Sequence[Parameter] = ()
    acts: bool = False
    keyed: bool = False
    media: Sequence[str] = ("application/json",)
    ticket: bool = False
    takes: Sequence[str] = ()


def operation(
    blueprint: Blueprint, method: str, path: str, promise: Operation, named: str | None = None
) -> Callable[[Any], Any]:
    """Registers a view under a path: its guard runs first, and its promise is kept for the document.

    Views of a match get a Visitor, views with a body get what the body stands for, then what the path names."""

    def register(view: Callable[..., Any]) -> Callable[..., Any]:
        name = named or view.__name__
        blueprint.add_url_rule(path, name, _guarded(view, promise), methods=[method])
        blueprint.record(
            lambda state: state.app.extensions[EXTENSION].operations.__setitem__(f"{blueprint.name}.{name}", promise)
        )
        return view

    return register


def _guarded(view: Callable[..., Any], promise: Operation) -> Callable[..., Response]:
    """The order of refusals (API.md, fine print): size and type, token, match, role, then the body itself.

    An act is first tried on what this process remembers of the match and the token, which the append makes sure of.
    What is refused there left no trace and may have been remembered wrongly: it is judged again by the store."""

    def guarded(**path: Any) -> Response:
        raw = raw_body() if promise.body else b""
        path = {name: min(one, LARGEST) if isinstance(one, int) else one for name, one in path.items()}
        if promise.acts:
            try:
                return answered(raw, dict(path), remembered=True)
            except (Refused, ValidationError, StaleVersion, DeadToken):
                if "recorded" in g:  # what went wrong came after the act
                    raise
                auth.forget_visitor()
        return answered(raw, path, remembered=False)

    def answered(raw: bytes, path: dict[str, Any], remembered: bool) -> Response:
        given: list[Any] = []
        if promise.access in (auth.ADMIN, auth.OPENING):
            auth.check_admin(always=promise.access == auth.ADMIN)
        elif promise.access != auth.OPEN:
            given.append(auth.visitor(path.pop("match"), promise.access, promise.ticket, remembered))
        if promise.body:
            g.body = parsed(raw)
            given.append(promise.body.made(g.body, **(path if promise.acts else {})))
            path = {} if promise.acts else path
        reply: Response = view(*given, **path)
        return reply

    return guarded


__all__ = ["BASE", "Operation", "Parameter", "Visitor", "operation"]
