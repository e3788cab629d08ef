"""Exports, each under a permanent link, and imports. What the files contain is decided in `exporters`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator

import orjson
from flask import Blueprint, Response, request

from referee.events import types as fact
from referee.events.codec import decoded
from referee.events.log import Recorded, check_chain
from referee.exporters import FORMATS, NotExportable, Source, file_name
from referee.exporters.source import table_time
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.http import auth
from referee.http.auth import Visitor
from referee.http.body import whole_body
from referee.http.context import context
from referee.http.gate import while_read
from referee.http.headers import Anchor, etag, idempotency_key, language, unchanged
from referee.http.promises import OPEN, READ, SEPARATOR, Operation
from referee.http.replies import looks_back_freely, match_headers, opened, reader_is_gone, separator_asked
from referee.http.routes.nights.replying import opened_night
from referee.http.routing import operation
from referee.http.schemas import replies as reply_schemas
from referee.http.schemas.night_replies import OpenedNightReply
from referee.importing.logs import BOM, imported
from referee.importing.nights import holds_night, imported_night
from referee.projections.withheld import withheld
from referee.rules.seats import SEATS
from referee.service.access import SCORER

routes = Blueprint("exports", __name__)
CHUNK = 65_536
LARGEST_IMPORT = 64 * 1024 * 1024  # a match of 100,000 events is 31 MB as NDJSON, 42 to 56 MB as JSON
# Objects with lists, and commas, in a JSON file: such a match has at most 900,000 and 2,800,000.
MOST_GROUPS, MOST_VALUES = 1_200_000, 4_000_000
MEDIA = tuple(dict.fromkeys(one.media_type.partition(";")[0] for one in FORMATS.values()))
TAKEN = {
    "application/json": "json",
    "application/x-ndjson": "ndjson",
    "text/plain": "txt",
    "application/vnd.euchre-game-notation+json": "egn",
    "text/csv": None,
    "application/octet-stream": None,
}
EXPORT = Operation(
    f"The match as a file: {', '.join(FORMATS)}", READ, media=MEDIA, query=(SEPARATOR,),
    problems=("not-found", "export-not-possible", "too-many-requests", "invalid-request"),
)  # fmt: skip
NEGOTIATED = Operation(
    "The match as a file of the type that the reader accepts", READ, media=MEDIA, problems=("too-many-requests",)
)
IMPORT = Operation(
    "A match from an exported log, result or notation, or a night from its exported log", OPEN, reply_schemas.OpenedReply, 201,
    takes=tuple(TAKEN),
    problems=(
        "unauthorized", "forbidden", "malformed-json", "payload-too-large", "unsupported-media-type", "too-many-requests",
        "broken-log", "broken-notation", "not-importable", "invalid-request", "busy",
    ), keyed=True, secret_key=True, or_else=OpenedNightReply, largest=LARGEST_IMPORT,
)  # fmt: skip


@operation(routes, "GET", "/matches/<match>/exports/<format_>", EXPORT)
def export_match(who: Visitor, format_: str) -> Response:
    """The file, streamed."""
    if format_ not in FORMATS:
        raise Refused("not-found")
    return _sent(who, format_)


@operation(routes, "GET", "/matches/<match>/exports", NEGOTIATED)
def export_accepted(who: Visitor) -> Response:
    """The file in the first format of the media type that `Accept` likes best; JSON if it has no preference."""
    wanted = request.accept_mimetypes.best_match(MEDIA, "application/json")
    reply = _sent(who, next(name for name, one in FORMATS.items() if one.media_type.partition(";")[0] == wanted))
    reply.vary.add("Accept")
    return reply


def _sent(who: Visitor, name: str) -> Response:
    """One format at the newest version; what is recorded meanwhile does not change its bytes.

    The whole log is checked before the first byte is sent: no file may carry the anchor of a broken log."""
    anchor, lang = context().service.store.anchor(who.match), language() if FORMATS[name].worded else None
    if unchanged(etag(anchor, lang)):
        return Response(status=304, headers=match_headers(anchor, lang))

    leave = context().heavy.enter(who.token_hash)
    try:
        reply = _written(who, name, anchor, lang, leave)
    except BaseException:
        leave()
        raise
    reply.call_on_close(leave)
    return reply


def _written(who: Visitor, name: str, anchor: Anchor, lang: str | None, leave: Callable[[], None]) -> Response:
    (version, _), format_, service = anchor, FORMATS[name], context().service

    def events() -> Iterator[Recorded]:
        return service.store.events(who.match, until=version)

    free = who.role == SCORER or looks_back_freely(who.match)

    def timeline() -> Timeline:
        then = service.timeline(who.match).at(version)
        assert then is not None
        return then

    check_chain(events())
    hidden = None if free else withheld(timeline())
    source = Source(events, timeline, lang or "en", hidden, separator_asked())
    try:
        body = while_read(_gathered(format_.write(source)), reader_is_gone(), leave)
    except NotExportable as error:
        raise Refused("export-not-possible", format=error.format, reason=error.reason, **error.facts) from error
    headers = [*match_headers(anchor, lang), ("Content-Type", format_.media_type)]
    return Response(body, headers=[*headers, ("Content-Disposition", _disposition(who.match, name))])


def _disposition(match: str, name: str) -> str:
    """Names the file; only the one-line result is shown in the browser."""
    first = next(context().service.store.events(match, limit=1))
    opened = decoded(first)
    assert isinstance(opened, fact.MatchOpened)
    names = tuple(opened.players[seat] for seat in SEATS)
    day = table_time(first.at, opened.time_zone)[0].strftime("%Y-%m-%d")
    called = file_name(match, FORMATS[name].extension, names, day)
    return f'{"inline" if name == "line" else "attachment"}; filename="{called}"'


def _gathered(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in larger pieces."""
    gathered = bytearray()
    for piece in pieces:
        gathered += piece
        if len(gathered) >= CHUNK:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)


@operation(routes, "POST", "/imports", IMPORT)
def import_match() -> Response:
    """The imported match or night under a new address, with new tokens."""
    auth.check_admin(always=False)
    here, address = context(), request.remote_addr or ""
    here.openings.check(address)
    here.openings.spend(address)
    if not here.imports.take(""):
        raise Refused("busy")
    try:
        body, format_ = _body()
        key = idempotency_key([request.mimetype, hashlib.sha256(body).hexdigest()], secret=True)
        if holds_night(body):
            return opened_night(imported_night(here.service, body, key))
        return opened(imported(here.service, body, format_, key))
    finally:
        here.imports.leave("")


def _body() -> tuple[bytes, str | None]:
    """The bytes of the body, and the format that their media type stands for; raises Refused."""
    request.max_content_length = LARGEST_IMPORT
    raw = whole_body()
    if request.mimetype not in TAKEN or request.headers.get("Content-Encoding", "identity") != "identity":
        raise Refused("unsupported-media-type", expected=list(TAKEN))
    if TAKEN[request.mimetype] in ("json", "egn"):
        _must_be_json(raw.removeprefix(BOM))
    return raw, TAKEN[request.mimetype]


def _must_be_json(raw: bytes) -> None:
    """Raises Refused for malformed JSON, and for more values than a log can hold, which would take much memory."""
    if raw.count(b"{") + raw.count(b"[") > MOST_GROUPS or raw.count(b",") > MOST_VALUES:
        raise Refused("payload-too-large", limit=LARGEST_IMPORT)
    try:
        orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Refused("malformed-json") from error
