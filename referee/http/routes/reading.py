"""What can be read of a match besides its table: deals, the score sheet, the log, and whether the log is intact."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request

from referee.events.log import Recorded, parse_anchor
from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.gate import LONG, while_read
from referee.http.headers import etag, unchanged
from referee.http.promises import AFTER, ANCHOR, AT, LIMIT, READ, Operation
from referee.http.replies import (
    deal_numbered,
    hidden_from,
    json_reply,
    match_headers,
    number_asked,
    reader_is_gone,
    reading,
    stored_events,
    unless_known,
)
from referee.http.routing import operation
from referee.http.schemas import replies as reply_schemas
from referee.projections.deals import deal_view
from referee.projections.scoresheet import scoresheet_view
from referee.projections.views import Deal, ScoreReply
from referee.projections.withheld import Withheld, line_as_shown
from referee.service import keeping
from referee.service.keeping import VerificationReply

routes = Blueprint("reading", __name__)
NDJSON = "application/x-ndjson"
_GONE = ("no-such-version",)


DEALS = Operation("Every deal", READ, reply_schemas.DealsReply, query=(AT,), problems=_GONE)


@operation(routes, "GET", "/matches/<match>/deals", DEALS)
def read_deals(who: Visitor) -> Response:
    """All deals, the current one last."""
    of = reading(who)
    match = of.timeline.match

    def view() -> reply_schemas.DealsReply:
        return {"deals": [deal_view(deal, match.rules, of.hidden) for deal in (*match.past, match.deal)]}

    return unless_known(of, None, view)


DEAL = Operation("One deal", READ, Deal, query=(AT,), problems=("no-such-deal", *_GONE))


@operation(routes, "GET", "/matches/<match>/deals/<int:number>", DEAL)
def read_deal(who: Visitor, number: int) -> Response:
    """A deal by its number."""
    of = reading(who)
    view = deal_numbered(of.timeline, number, of.hidden)
    return unless_known(of, None, lambda: view)


SCORE = Operation("The score sheet", READ, ScoreReply, query=(AT,), problems=_GONE)


@operation(routes, "GET", "/matches/<match>/score", SCORE)
def read_score(who: Visitor) -> Response:
    """One row per deal, the current one included."""
    of = reading(who)
    return unless_known(of, None, lambda: scoresheet_view(of.timeline))


EVENTS = Operation(
    "The log",
    READ,
    reply_schemas.EventsReply,
    query=(AFTER, LIMIT),
    problems=("too-many-requests",),
    media=("application/json", NDJSON),
)


@operation(routes, "GET", "/matches/<match>/events", EVENTS)
def read_events(who: Visitor) -> Response:
    """A page of the log, or all of it with one event per line."""
    return log_page(who, hidden_from(who))


def log_page(who: Visitor, hidden: Withheld | None) -> Response:
    """The same for a match or a night, without what is withheld."""
    after, limit = number_asked("after", 0) or 0, number_asked("limit", 1, 1000)
    anchor = version, _ = context().service.store.anchor(who.match)
    headers = [*match_headers(anchor), ("Vary", "Accept")]
    if unchanged(etag(anchor)):
        return Response(status=304, headers=headers)
    if request.accept_mimetypes.best_match(("application/json", NDJSON)) == NDJSON:
        left = max(version - after, 0)
        wanted = left if limit is None else min(left, limit)
        leave = context().heavy.enter(who.token_hash) if wanted > LONG else lambda: None
        lines = _lines(context().service.events(who.match, after, wanted), hidden)
        lines = while_read(lines, reader_is_gone(), leave)
        reply = Response(lines, headers=[*headers, ("Content-Type", NDJSON)])
        reply.call_on_close(leave)
        return reply
    events = stored_events(context().service.events(who.match, after, 1000 if limit is None else limit), hidden)
    page: reply_schemas.EventsReply = {"events": events, "last": version}
    return json_reply(page, 200, headers)


def _lines(events: Iterator[Recorded], hidden: Withheld | None) -> Iterator[bytes]:
    """The log in chunks of many lines."""
    chunk: list[str] = []
    for event in events:
        chunk.append(line_as_shown(event, hidden))
        if len(chunk) == 256:
            yield ("\n".join(chunk) + "\n").encode()
            chunk = []
    if chunk:
        yield ("\n".join(chunk) + "\n").encode()


VERIFICATION = Operation(
    "Whether the log is whole", READ, VerificationReply, query=(ANCHOR,), problems=("too-many-requests",)
)


@operation(routes, "GET", "/matches/<match>/verification", VERIFICATION)
def verify(who: Visitor) -> Response:
    """Checks the chain from the first event; an anchor also shows a cut or rewritten log. Never from a cache."""
    return verified(who)


def verified(who: Visitor) -> Response:
    """The same for a match or a night."""
    anchor = _anchor()
    leave = context().heavy.enter(who.token_hash)
    try:
        verification = keeping.verification(context().service, who.match, anchor)
    finally:
        leave()
    return json_reply(verification, 200, match_headers(context().service.store.anchor(who.match)))


def _anchor() -> tuple[int, str] | None:
    text = request.args.get("anchor")
    if text is None:
        return None
    anchor = parse_anchor(text)
    if anchor is None:
        raise Refused("invalid-request", errors={"anchor": ["bad-form"]})
    return anchor
