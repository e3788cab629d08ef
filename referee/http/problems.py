"""Every refusal as problem+json (RFC 9457): one table from code to status, one way from an exception to a reply."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import orjson
from flask import Flask, Response, g, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from referee.events.log import BrokenLog
from referee.game.refused import Refused
from referee.http.context import context
from referee.http.headers import etag, language, localised
from referee.http.middleware import CODE, REQUEST_ID
from referee.http.replies import players_of
from referee.http.schemas.fields import Name
from referee.http.schemas.replies import Problem
from referee.i18n import problem_texts
from referee.projections.withheld import facts_of_refusal, withheld
from referee.service.access import SCORER
from referee.service.names import LONGEST
from referee.stores.contract import StoreUnavailable

STATUS: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(("malformed-json",), 400)
    | dict.fromkeys(("unauthorized",), 401)
    | dict.fromkeys(("forbidden", "cross-origin"), 403)
    | dict.fromkeys(
        (
            "not-found", "no-such-match", "no-such-deal", "no-such-trick", "no-such-claim", "no-such-version",
            "no-such-code", "no-such-rule", "no-such-night", "no-such-player", "no-such-round", "no-such-table",
        ),
        404,
    )
    | dict.fromkeys(("method-not-allowed",), 405)
    | dict.fromkeys(
        (
            "not-your-turn", "bid-too-low", "dealer-must-bid", "not-now", "card-already-played", "card-not-in-hand",
            "no-cards-left", "sits-out", "counts-do-not-add-up", "nothing-to-undo", "correction-does-not-fit",
            "too-late-to-take-back", "match-closed", "not-decided", "not-closed", "seat-taken", "claim-not-open",
            "card-in-no-trick", "match-full", "export-not-possible", "idempotency-key-expired",
            "round-open", "round-not-open", "too-few-players", "results-missing", "already-left", "not-confirmed",
            "night-closed", "night-full",
        ),
        409,
    )
    | dict.fromkeys(("unknown-cursor",), 410)
    | dict.fromkeys(("stale-version",), 412)
    | dict.fromkeys(("payload-too-large",), 413)
    | dict.fromkeys(("unsupported-media-type",), 415)
    | dict.fromkeys(("unknown-host",), 421)
    | dict.fromkeys(
        (
            "invalid-request", "unknown-card", "incompatible-options", "idempotency-key-reused", "broken-log",
            "broken-notation", "not-importable", "idempotency-key-weak", "unreadable-name",
            "no-such-movement",
        ),
        422,
    )
    | dict.fromkeys(("too-many-requests",), 429)
    | dict.fromkeys(("internal-error", "doctored-log"), 500)
    | dict.fromkeys(("store-unavailable", "too-many-streams", "busy"), 503)
)  # fmt: skip
RETRY_AFTER = 5
_OF_STATUS = {
    404: "not-found",
    405: "method-not-allowed",
    413: "payload-too-large",
    415: "unsupported-media-type",
}

log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Registers the handlers that turn every exception of the app's views into a problem."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(ValidationError, _invalid)
    app.register_error_handler(StoreUnavailable, _unavailable)
    app.register_error_handler(BrokenLog, _doctored)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def problem(
    code: str, facts: Mapping[str, Any], rule: str | None = None, errors: Mapping[str, list[str]] | None = None
) -> Response:
    """The reply for a code, counted."""
    context().metrics.refusals.labels(code).inc()
    request.environ[CODE] = code
    all_facts = {**facts, "errors": errors} if errors else facts
    seen = context().service.cache.seen(g.get("match", ""))
    title, detail = problem_texts(code, language(), all_facts, rule, players_of(seen) if seen else {})
    body: Problem = {
        "type": f"/problems/{code}",
        "title": title,
        "status": STATUS[code],
        "detail": detail,
        "code": code,
        "facts": dict(facts),
        "rule": rule,
    }
    if errors:
        body["errors"] = dict(errors)
    reply = Response(orjson.dumps(body), STATUS[code], content_type="application/problem+json")
    localised(reply)
    reply.headers["Cache-Control"] = "no-store"
    reply.vary.update(("Accept-Language", "Authorization"))
    return reply


def _refused(error: Refused) -> Response:
    facts = _facts_shown({name: fact for name, fact in error.facts.items() if name != "errors"})
    errors = error.facts.get("errors")
    if error.code == "invalid-request" and errors is None:
        errors = {str(facts.get("field", "")): ["not-in-the-rules"]}
    reply = problem(error.code, facts, error.rule, errors)
    if reply.status_code in (429, 503):
        reply.headers["Retry-After"] = str(facts.get("retry_after", RETRY_AFTER))
    if reply.status_code == 401:
        reply.headers["WWW-Authenticate"] = 'Bearer realm="referee"'
    match = g.get("match")
    if match and reply.status_code != 503:
        reply.headers["ETag"] = etag(context().service.store.anchor(match), language())
    return reply


def _facts_shown(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a refusal, without a card that is withheld from the caller (R4.6)."""
    if "card" not in facts or "match" not in g or g.role == SCORER:
        return facts
    return facts_of_refusal(facts, withheld(context().service.timeline(g.match)))


def _invalid(error: ValidationError) -> Response:
    """The problem for a malformed body: codes by dotted path. If only cards or only names are wrong, it says so."""
    errors = dict(_flat(error.messages, ()))
    if all(codes == ["unknown-card"] for codes in errors.values()):
        card = _named_by(g.get("body"), next(iter(errors)))
        return _refused(Refused("unknown-card", "R1.2", card=card, errors=errors))
    if all(codes == ["too-many-letters"] for codes in errors.values()):
        return _refused(Refused("unreadable-name", longest=LONGEST, errors=errors))
    if all(len(codes) == 1 and codes[0] in Name.default_error_messages for codes in errors.values()):
        return _refused(Refused("unreadable-name", errors=errors))
    return _refused(Refused("invalid-request", errors=errors))


def _flat(messages: Any, path: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from _flat(inner, path if name == "_schema" else (*path, _printable(str(name))))
    else:
        yield ".".join(path), [str(code) for code in messages]


def _printable(text: str) -> str:
    return text[:60].encode("utf-8", "replace").decode().replace("\x00", "?")


def _named_by(body: Any, path: str) -> str:
    for step in path.split(".") if path else ():
        body = body[int(step)] if isinstance(body, list) else body[step]
    return _printable(str(body))


def _unavailable(error: StoreUnavailable) -> Response:
    context().metrics.store_errors.inc()
    log.error("the store is unavailable", exc_info=error, extra=_of_request())
    return _refused(Refused("store-unavailable", retry_after=RETRY_AFTER))


def _doctored(error: BrokenLog) -> Response:
    """A log in our own store whose chain is broken: only the place of the break is shown."""
    context().metrics.store_errors.inc()
    log.error("a log was changed in the store", extra={"fields": {**_of_request()["fields"], "match": g.get("match")}})
    return _refused(Refused("doctored-log", version=error.version, reason=error.reason))


def _http(error: HTTPException) -> Response:
    """The problem for one of Werkzeug's own errors; its redirects pass unchanged."""
    if error.response is not None or (error.code or 500) < 400:
        return error.get_response()  # type: ignore[return-value]
    if error.code not in _OF_STATUS:
        return problem("internal-error", {}) if (error.code or 500) >= 500 else _refused(Refused("invalid-request"))
    reply = _refused(Refused(_OF_STATUS[error.code]))
    if error.code == 405:
        reply.headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    return reply


def _unexpected(error: Exception) -> Response:
    log.error("unexpected", exc_info=error, extra=_of_request())
    return problem("internal-error", {})


def _of_request() -> dict[str, Any]:
    return {"fields": {"request_id": request.environ[REQUEST_ID]}}
