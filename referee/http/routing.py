"""Registers views under their paths, each behind a check of what its route declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, g

from referee.http import auth, promises
from referee.http.body import parsed, raw_body
from referee.http.context import EXTENSION
from referee.http.promises import Operation
from referee.http.schemas.fields import LARGEST


def operation(
    blueprint: Blueprint, method: str, path: str, promise: Operation, named: str | None = None
) -> Callable[[Any], Any]:
    """Registers a view under a path; the checks run before it, and its Operation is kept for the document.

    Views of a match get a Visitor, views with a body what the body stands for, and all the parameters of the path."""

    def register(view: Callable[..., Any]) -> Callable[..., Any]:
        name = named or view.__name__
        blueprint.add_url_rule(path, name, _guarded(view, promise), methods=[method])
        blueprint.record(
            lambda state: state.app.extensions[EXTENSION].operations.__setitem__(f"{blueprint.name}.{name}", promise)
        )
        return view

    return register


def _guarded(view: Callable[..., Any], promise: Operation) -> Callable[..., Response]:
    """The order of refusals (docs/api.md, The order of refusals): size and type, token, match, role, then the body itself."""

    def guarded(**path: Any) -> Response:
        raw = raw_body() if promise.body else b""
        path = {name: min(one, LARGEST) if isinstance(one, int) else one for name, one in path.items()}
        given: list[Any] = []
        if promise.access in (promises.ADMIN, promises.OPENER):
            auth.check_admin(always=promise.access == promises.ADMIN)
        elif promise.access in promises.NIGHTS:
            given.append(auth.night_visitor(path.pop("night"), promise.access, promise.ticket))
        elif promise.access != promises.OPEN:
            given.append(auth.visitor(path.pop("match"), promise.access, promise.ticket))
        if promise.body:
            g.body = parsed(raw)
            given.append(promise.body.made(g.body, **(path if promise.acts else {})))
            path = {} if promise.acts else path
        reply: Response = view(*given, **path)
        return reply

    return guarded
