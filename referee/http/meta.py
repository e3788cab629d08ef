"""The server about itself: whether it lives and is ready, its document, and a page for every problem."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response
from markupsafe import Markup, escape

from referee.game.refused import Refused
from referee.http import docs, openapi
from referee.http.context import house
from referee.http.headers import PAGE_POLICY, language
from referee.http.problems import STATUS
from referee.http.replies import written
from referee.i18n import problem_page

routes = Blueprint("meta", __name__)


@routes.get("/healthz")
def healthz() -> Response:
    """The process answers."""
    return _fresh(written({"status": "ok"}))


@routes.get("/readyz")
def readyz() -> Response:
    """The store answers too; 503 otherwise."""
    house().service.store.ping()
    return _fresh(written({"status": "ok"}))


def _fresh(reply: Response) -> Response:
    reply.headers["Cache-Control"] = "no-store"
    return reply


@cache
def _document() -> bytes:
    return openapi.as_json(openapi.document())


@routes.get("/api/openapi.json")
def openapi_json() -> Response:
    """The document of this API."""
    return Response(_document(), content_type="application/json")


@routes.get("/api/docs")
def docs_page() -> Response:
    """The document as a page."""
    return _page(_docs_page())


@cache
def _docs_page() -> str:
    return docs.page(openapi.document())


@routes.get("/api/docs.css")
def docs_css() -> Response:
    """The page's looks."""
    return Response(docs.CSS, content_type="text/css; charset=utf-8", headers={"Cache-Control": "max-age=3600"})


@routes.get("/problems/<code>")
def problem_page_of(code: str) -> Response:
    """What a problem's code means and what to do."""
    if code not in STATUS:
        raise Refused("not-found")
    told = problem_page(code, language())
    body = Markup("<h1>{title}</h1><p><code>{code}</code> · {status}</p><p>{explanation}</p>").format(
        code=code, status=STATUS[code], **told
    )
    reply = _page(docs.html(str(escape(told["title"])), body, language()))
    reply.vary.add("Accept-Language")
    return reply


def _page(text: str) -> Response:
    reply = Response(text, content_type="text/html; charset=utf-8")
    reply.headers["Content-Security-Policy"] = PAGE_POLICY
    return reply


