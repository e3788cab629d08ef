"""The routes of the phone page: its document, files and words, QR codes, and what it alone reads."""

from __future__ import annotations

import io
import json
import mimetypes
import re

import segno
from flask import Blueprint, Response, request

from referee.exporters import FORMATS
from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.gate import LONG
from referee.http.headers import language, localised, unchanged
from referee.http.page.bundle import PARTS, Packed, document, edition, files, packed, words
from referee.http.promises import AFTER, BASE, DEAL, LIMIT, OPEN, READ, Operation
from referee.http.replies import json_reply, match_headers, number_asked, players_of, reading, unless_known
from referee.http.routing import operation
from referee.http.schemas.night_replies import NightJoinableReply, NightNames
from referee.http.schemas.replies import RoleReply, SeatsReply
from referee.i18n import LANGUAGES, text
from referee.projections.loglist import log_view
from referee.projections.views import LogReply
from referee.rules.seats import SEATS
from referee.service import joining
from referee.service.access import CODE_LENGTH, CODE_LETTERS
from referee.service.core import is_night
from referee.service.nights.rights import player_role

routes = Blueprint("page", __name__)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HTML, JSON = "text/html; charset=utf-8", "application/json"
FOR_EVER, ASK_AGAIN = "max-age=31536000, immutable", "no-cache"
NO_POLICY = "default-src 'none'"  # for files, which are not documents; short, since it is sent with each of them
CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": JSON}


def sent(body: Packed, content_type: str, caching: str) -> Response:
    """A packed body as the reader can take it, or 304 if it is known."""
    small = "gzip" in request.headers.get("Accept-Encoding", "")
    if unchanged(body.tag):
        reply = Response(status=304)
    else:
        reply = Response(body.small if small else body.plain, content_type=content_type)
        if small:
            reply.headers["Content-Encoding"] = "gzip"
    if caching != FOR_EVER:
        reply.headers["ETag"] = body.tag
    reply.headers["Cache-Control"] = caching
    reply.headers["Vary"] = "Accept-Encoding"
    return reply


PAGE = Operation("The phone page", OPEN, media=("text/html",))


def _page(**path: str) -> Response:
    screen = "table.js" if "match" in path else "join.js" if "code" in path else "start.js"
    return _document("app.js", screen)


def _document(*screens: str) -> Response:
    reply = sent(document(language(), screens), HTML, ASK_AGAIN)
    reply.headers["Content-Security-Policy"] = POLICY
    return localised(reply)


operation(routes, "GET", "/", PAGE, "start_page")(_page)
operation(routes, "GET", "/m/<match>", PAGE, "match_page")(_page)
operation(routes, "GET", "/j/<code>", PAGE, "join_page")(_page)


@operation(routes, "GET", "/league", Operation("The organiser's page: standings", OPEN, media=("text/html",)))
def league_page() -> Response:
    """The league page; a table loads nothing of it."""
    return _document("league.js")


NIGHT_PAGE = Operation("A club night, or those of this browser", OPEN, media=("text/html",))


def _night_page(**path: str) -> Response:
    return _document("night/main.js")


operation(routes, "GET", "/nights", NIGHT_PAGE, "nights_page")(_night_page)
operation(routes, "GET", "/n/<night>", NIGHT_PAGE, "night_page")(_night_page)


FILES = ("text/javascript", "text/css", "image/svg+xml", "application/json", "application/octet-stream")
FILE = Operation("A file of the phone page", OPEN, media=FILES, problems=("not-found",))


@operation(routes, "GET", "/static/<stamp>/<path:name>", FILE)
def page_file(stamp: str, name: str) -> Response:
    """A file under an address that changes with its content; an old address gets today's file, uncached."""
    file = files().get(name)
    if file is None:
        raise Refused("not-found")
    suffix = name[name.rfind(".") :]
    kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    reply = sent(file, kind, FOR_EVER if stamp == edition() else ASK_AGAIN)
    reply.headers["Content-Security-Policy"] = NO_POLICY
    return reply


@operation(routes, "GET", "/words/<lang>.json", Operation("The words of the phone page", OPEN, problems=("not-found",)))
def page_words(lang: str) -> Response:
    """The page's words in one language: `en` those of the first screens, `en.more` the others, `en.night` of club nights."""
    spoken, _, part = lang.partition(".")
    if spoken not in LANGUAGES or part not in PARTS:
        raise Refused("not-found")
    return sent(words(spoken, part), JSON, ASK_AGAIN)


@operation(
    routes, "GET", "/sw.js", Operation("Keeps the page for days without network", OPEN, media=("text/javascript",))
)
def service_worker() -> Response:
    """The service worker, at the root because it must control every address of the page."""
    reply = sent(files()["sw.js"], TYPES[".js"], ASK_AGAIN)
    reply.headers["Content-Security-Policy"] = POLICY  # a worker fetches under the policy sent with its own script
    return reply


@operation(
    routes,
    "GET",
    "/manifest.webmanifest",
    Operation("What a phone installs", OPEN, media=("application/manifest+json",)),
)
def manifest() -> Response:
    """The web app manifest, for the page on a home screen."""
    lang = language()
    icon = {"src": f"/static/{edition()}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    manifest = {
        "name": text("page.title", lang),
        "short_name": text("page.title", lang),
        "description": text("page.tagline", lang),
        "lang": lang,
        "start_url": "/",
        "display": "standalone",
        "orientation": "portrait",
        "background_color": "#0e1612",
        "theme_color": "#0e1612",
        "icons": [icon, {**icon, "purpose": "maskable"}],
    }
    body = packed(json.dumps(manifest, ensure_ascii=False).encode())
    return localised(sent(body, "application/manifest+json", ASK_AGAIN))


@operation(
    routes,
    "GET",
    "/qr/<code>.svg",
    Operation("A join code to point a camera at", OPEN, media=("image/svg+xml",), problems=("not-found",)),
)
def qr_code(code: str) -> Response:
    """A QR code of the address for joining with this code, which need not exist, on the host that was asked."""
    if not CODE.fullmatch(code):
        raise Refused("not-found")
    picture = io.BytesIO()
    segno.make(f"{request.host_url}j/{code}", error="m").save(
        picture, kind="svg", scale=4, border=2, light="#fff", dark="#111"
    )
    reply = sent(packed(picture.getvalue()), "image/svg+xml", "private, max-age=86400")
    reply.headers["Vary"] = "Accept-Encoding, Host"
    return reply


@operation(routes, "GET", f"{BASE}/matches/<match>/role", Operation("Whose token this is", READ, RoleReply))
def read_role(who: Visitor) -> Response:
    """The role that the caller's token gives, which the link itself does not show."""
    taken = sorted(context().service.store.taken_seats(who.match))
    reply: RoleReply = {"match": who.match, "role": who.role, "taken": taken, "exports": list(FORMATS)}
    return json_reply(reply, 200, match_headers(context().service.store.anchor(who.match)))


ENTRIES = Operation(
    "The log as the phone lists it", READ, LogReply, query=(AFTER, LIMIT, DEAL), problems=("too-many-requests",)
)


@operation(routes, "GET", f"{BASE}/matches/<match>/entries", ENTRIES)
def read_entries(who: Visitor) -> Response:
    """A part of the log, or a deal of it, with a letter for each entry of all."""
    of, after, limit = reading(who), number_asked("after", 0) or 0, number_asked("limit", 1, 1000) or 1000
    deal = number_asked("deal", 1)

    def view() -> LogReply:
        leave = context().heavy.enter(who.token_hash) if of.timeline.version > LONG else lambda: None
        try:
            return log_view(of.timeline, after, limit, deal, of.hidden)
        finally:
            leave()

    return unless_known(of, None, view)


JOINABLE = Operation(
    "The seats of the table, or the names of the night, that a join code leads to",
    OPEN,
    SeatsReply,
    problems=("no-such-code", "too-many-requests"),
    or_else=NightJoinableReply,
)


@operation(routes, "GET", f"{BASE}/joins/<code>", JOINABLE)
def read_seats(code: str) -> Response:
    """Names, and which seats are taken; wrong codes count against the same limit as wrong joins."""
    service, address = context().service, request.remote_addr or ""
    context().failed_joins.check(address)
    try:
        match = joining.match_of_code(service, code)
    except Refused:
        context().failed_joins.spend(address)
        raise
    taken = service.store.taken_seats(match)
    if is_night(match):
        return _names(match, taken)
    view: SeatsReply = {
        "players": players_of(service.timeline(match)),
        "taken": [seat.value for seat in SEATS if seat.value in taken],
    }
    reply = json_reply(view)
    reply.headers["Cache-Control"] = "no-store"
    return reply


def _names(address: str, taken: frozenset[str]) -> Response:
    """Who can tap the own name: everybody who is there."""
    night = context().service.evenings.newest(address).night
    players: list[NightNames] = [
        {"number": entry.number, "name": entry.name, "taken": player_role(entry.number) in taken}
        for entry in night.present()
    ]
    view: NightJoinableReply = {"night": address, "title": night.opening.title, "players": players}
    reply = json_reply(view)
    reply.headers["Cache-Control"] = "no-store"
    return reply
