"""The log of a night as a file. The other formats are drawn for people."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.events.log import check_chain
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.gate import while_read
from referee.http.headers import etag, unchanged
from referee.http.promises import NIGHT, Operation
from referee.http.replies import match_headers, reader_is_gone
from referee.http.routing import operation
from referee.nights.logs import LOGS
from referee.service.nights.results import settled

routes = Blueprint("night_logs", __name__)
NDJSON, JSON = "application/x-ndjson", "application/json"


@operation(
    routes, "GET", "/nights/<night>/exports/ndjson",
    Operation("The log of the night as a file", NIGHT, media=(NDJSON,), problems=("too-many-requests",)),
)  # fmt: skip
def export_log(who: Visitor) -> Response:
    """What `POST /imports` reads back."""
    return _sent(who, "ndjson", NDJSON)


@operation(
    routes, "GET", "/nights/<night>/exports/json",
    Operation("The night, its standings and its log as a file", NIGHT, media=(JSON,), problems=("too-many-requests",)),
)  # fmt: skip
def export_document(who: Visitor) -> Response:
    """What `POST /imports` reads back, too."""
    return _sent(who, "json", JSON)


def _sent(who: Visitor, name: str, media: str) -> Response:
    """The file at the newest version, its chain checked before the first byte is sent."""
    service = context().service
    evening = settled(service, who.match)
    if unchanged(etag(evening.anchor)):
        return Response(status=304, headers=match_headers(evening.anchor))
    leave = context().heavy.enter(who.token_hash)
    try:
        check_chain(service.store.events(who.match, until=evening.version))
        log = service.store.events(who.match, until=evening.version)
        body = while_read(LOGS[name](evening, log), reader_is_gone(), leave)
    except BaseException:
        leave()
        raise
    called = f"bid-euchre-night-{evening.opened_at[:10]}-{who.match[-8:]}.{name}"
    headers = [*match_headers(evening.anchor), ("Content-Type", media)]
    reply = Response(body, headers=[*headers, ("Content-Disposition", f'attachment; filename="{called}"')])
    reply.call_on_close(leave)
    return reply
