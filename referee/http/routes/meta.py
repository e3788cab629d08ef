"""What the server says of itself: whether it is alive and ready, its OpenAPI document, and a page for every problem."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response
from markupsafe import Markup
from prometheus_client import CONTENT_TYPE_LATEST

from referee.game.refused import Refused
from referee.http.context import context
from referee.http.headers import PAGE_POLICY, language, localised
from referee.http.openapi import html
from referee.http.openapi.document import as_json
from referee.http.problems import STATUS
from referee.http.promises import OPEN, Operation
from referee.http.replies import json_reply
from referee.http.routing import operation
from referee.http.schemas import replies as reply_schemas
from referee.i18n import problem_page

routes = Blueprint("meta", __name__)
HTML = "text/html; charset=utf-8"
_NOT_STORED = (("Cache-Control", "no-store"),)

_WELL: reply_schemas.StatusReply = {"status": "ok"}
LIVE = Operation("Whether the process lives", OPEN, reply_schemas.StatusReply)
READY = Operation(
    "Whether the store answers and takes writes", OPEN, reply_schemas.StatusReply, problems=("store-unavailable",)
)
METRICS = Operation("What this process has counted, for Prometheus", OPEN, media=("text/plain",))
DOCUMENT = Operation("This document", OPEN, media=("application/json",))
PAGE = Operation("This document as a page", OPEN, media=("text/html",))
LOOKS = Operation("The looks of that page", OPEN, media=("text/css",))
PROBLEM = Operation("What a problem means and what to do about it", OPEN, media=("text/html",), problems=("not-found",))


@operation(routes, "GET", "/healthz", LIVE)
def healthz() -> Response:
    """The process answers."""
    return json_reply(_WELL, 200, _NOT_STORED)


@operation(routes, "GET", "/readyz", READY)
def readyz() -> Response:
    """The store answers and takes a write, tried at most once a second; 503 otherwise."""
    here = context()
    here.ready.ensure(here.service.store.ping)
    return json_reply(_WELL, 200, _NOT_STORED)


@operation(routes, "GET", "/metrics", METRICS)
def metrics() -> Response:
    """Prometheus' text format; no label comes from a request."""
    return Response(context().metrics.text(), headers=[("Content-Type", CONTENT_TYPE_LATEST), *_NOT_STORED])


@operation(routes, "GET", "/api/openapi.json", DOCUMENT)
def openapi_json() -> Response:
    """The document of this API."""
    return Response(_document(), content_type="application/json")


@cache
def _document() -> bytes:
    return as_json(context().document())


@operation(routes, "GET", "/api/docs", PAGE)
def docs_page() -> Response:
    """The document as a page."""
    return _page(_docs_page())


@cache
def _docs_page() -> str:
    return html.page(context().document())


@operation(routes, "GET", "/api/docs.css", LOOKS)
def docs_css() -> Response:
    """The style sheet of that page."""
    return Response(html.CSS, content_type="text/css; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


@operation(routes, "GET", "/problems/<code>", PROBLEM)
def problem_page_of(code: str) -> Response:
    """The page at a problem's `type`."""
    if code not in STATUS:
        raise Refused("not-found")
    texts = problem_page(code, language())
    body = Markup("<h1>{title}</h1><p><code>{code}</code> · {status}</p><p>{explanation}</p>").format(
        code=code, status=STATUS[code], **texts
    )
    return localised(_page(html.html(texts["title"], body, language())))


def _page(text: str) -> Response:
    return Response(text, headers=[("Content-Type", HTML), ("Content-Security-Policy", PAGE_POLICY)])
