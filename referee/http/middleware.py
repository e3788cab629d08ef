"""Around the application: the headers that every reply carries, and a line in the log and the counters for each request."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from werkzeug.wsgi import ClosingIterator

from referee import __version__
from referee.http.json_log import log_request
from referee.http.metrics import Metrics

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLICY = (
    "Content-Security-Policy",
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
)
SECURITY = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
VERSION = (
    "Referee-Version",
    __version__,
)  # by this a reply is known as the referee's own, not that of a proxy or a portal
NO_FRAME = ("X-Frame-Options", "DENY")  # in old words; what may be kept for ever is no document and does without
# What a document may use of its device; other replies run nothing.
PERMISSIONS = (
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self), screen-wake-lock=(self)",
)
# On plain http, browsers must ignore the first, and ignore the second with an error in the page's console.
SECURE = (
    ("Strict-Transport-Security", "max-age=31536000"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
)
# What the views leave in a request's environment for its line in the log.
REQUEST_ID, MATCH, CODE = "referee.request_id", "referee.match", "referee.code"
NOTED = {"request_id": REQUEST_ID, "match": MATCH, "code": CODE}
_GIVEN = re.compile(r"[!-~]{1,128}")


class Finish:
    """A WSGI application around the one that answers."""

    def __init__(self, application: WSGIApplication, metrics: Metrics) -> None:
        self.application, self.metrics = application, metrics

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers as the application does; the line is written once the body has been sent."""
        given, began = environ.get("HTTP_X_REQUEST_ID"), time.perf_counter()
        environ[REQUEST_ID] = given if given and _GIVEN.fullmatch(given) else f"{random.getrandbits(64):016x}"
        answer: dict[str, Any] = {}

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            self.metrics.seconds.observe(time.perf_counter() - began)
            answer["path"], answer["status"] = _route(environ), int(status[:3])
            own = dict(headers)
            headers = [*headers, ("X-Request-ID", environ[REQUEST_ID]), VERSION, *SECURITY]
            headers += () if POLICY[0] in own else (POLICY,)
            headers += () if own.get("Cache-Control", "").endswith("immutable") else (NO_FRAME,)
            headers += (PERMISSIONS,) if own.get("Content-Type", "").startswith("text/html") else ()
            headers += SECURE if environ["wsgi.url_scheme"] == "https" else ()
            return start_response(status, headers, *failure)

        return ClosingIterator(self.application(environ, start), lambda: self._note(environ, answer, began))

    def _note(self, environ: WSGIEnvironment, answer: Mapping[str, Any], began: float) -> None:
        method, path = environ["REQUEST_METHOD"], answer["path"]
        self.metrics.requests.labels(path, method if path else "", answer["status"]).inc()
        known = {name: environ[key] for name, key in NOTED.items() if key in environ}
        log_request({"method": method, **answer, "ms": round((time.perf_counter() - began) * 1000, 1), **known})


def _route(environ: WSGIEnvironment) -> str:
    """The path of the route that is answering, empty if none matches. Flask forgets it before the body is sent."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    return template(rule.rule) if rule else ""


@lru_cache
def template(rule: str) -> str:
    """A route's path as the document writes it: `/matches/{match}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
