"""How large a body a request may send, judged by its head alone: a body that will be refused anyway is not read."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.game.refused import Refused
from referee.http.auth import bearer_of
from referee.http.context import EXTENSION, Context


def room_of(app: Flask) -> Callable[[Mapping[str, str]], int]:
    """The largest body, in bytes, that is worth reading for a request, given its head as a WSGI environment."""
    here: Context = app.extensions[EXTENSION]
    large = {
        (method, rule.rule): promise.largest
        for rule in app.url_map.iter_rules()
        if (promise := here.operations.get(rule.endpoint)) and promise.largest
        for method in rule.methods or ()
    }

    def room(environ: Mapping[str, str]) -> int:
        largest = large.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        if largest is None:
            return here.settings.max_body
        return largest if _may_open(here, environ) else 0

    return room


def _may_open(here: Context, environ: Mapping[str, str]) -> bool:
    """Whether the caller may import a match, as far as that can be seen without asking the store."""
    wanted = here.settings.admin_token
    if wanted is not None and not hmac.compare_digest((bearer_of(environ) or "").encode(), wanted.encode()):
        return False
    try:
        here.openings.check(_address(environ, here.settings.proxies))
    except Refused:
        return False
    return True


def _address(environ: Mapping[str, str], proxies: int) -> str:
    """The caller's address, as the application behind its proxies sees it."""
    seen: dict[str, Any] = {**environ, "wsgi.url_scheme": "http"}
    if proxies:
        ProxyFix(lambda *_: [], x_for=proxies, x_proto=0)(seen, lambda *_: lambda _: None)
    return str(seen.get("REMOTE_ADDR") or "")
