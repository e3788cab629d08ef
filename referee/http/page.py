"""The phone page: its one document, the files it is made of, its words, QR codes, and the two questions it asks beyond the API's own."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import mimetypes
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import NamedTuple

import segno
from flask import Blueprint, Response, request
from markupsafe import Markup
from marshmallow import Schema, fields

from referee.access import CODE_LENGTH, CODE_LETTERS
from referee.exporters import FORMATS
from referee.game.refused import Refused
from referee.http.auth import OPEN, READ, Visitor
from referee.http.context import house
from referee.http.headers import language, unchanged
from referee.http.operations import BASE, Operation, operation
from referee.http.replies import match_headers, players_of, written
from referee.i18n import LANGUAGES, text
from referee.i18n.catalogue import Entry, catalogue
from referee.rules.seats import SEATS

routes = Blueprint("page", __name__)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HTML, JSON = "text/html; charset=utf-8", "application/json"
FOR_EVER, ASK_AGAIN = "max-age=31536000, immutable", "no-cache"
NO_POLICY = "default-src 'none'"  # a file is no document; short, since it goes with every one of them
WORDS = ("page.", "seat.", "team.", "suit.", "trump.", "card.", "bid.", "event.", "line.", "list.")
IMPORTED = re.compile(r"^import [^;]*? from '\./([^']+)';$", re.MULTILINE | re.DOTALL)
NAMED, BEGUN = re.compile(r"'(page\.[a-z_.]+)'"), re.compile(r"`(page\.[a-z_.]+\.)\$\{")
FIRST = ("app.js", "table.js", "start.js", "join.js")
LOOKS = {
    "table.js": ("table.css",),
    "start.js": ("more.css",),
    "join.js": ("more.css",),
    "league.js": ("more.css", "league.css"),
}
CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": JSON}


class Packed(NamedTuple):
    """A body in both forms, and its ETag."""

    plain: bytes
    small: bytes
    tag: str


def packed(plain: bytes) -> Packed:
    """A body with its compressed form, made once."""
    return Packed(plain, gzip.compress(plain, 9, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


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


@cache
def files() -> dict[str, Packed]:
    """Every file of the page by its path below `static`."""
    found: dict[str, Packed] = {}

    def walk(folder: resources.abc.Traversable, path: str) -> None:
        for entry in sorted(folder.iterdir(), key=lambda one: one.name):
            if entry.is_dir():
                walk(entry, f"{path}{entry.name}/")
            else:
                found[path + entry.name] = packed(entry.read_bytes())

    walk(resources.files(__package__) / "static", "")
    return found


@cache
def edition() -> str:
    """A short hash of all files together: it stands in their addresses, so that each may be kept for ever."""
    return hashlib.sha256("".join(name + file.tag for name, file in files().items()).encode()).hexdigest()[:12]


def needed(modules: Iterable[str]) -> list[str]:
    """These modules and all that they import at once; what a page imports later is left out."""
    found: list[str] = []
    waiting = list(modules)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            waiting += IMPORTED.findall(files()[name].plain.decode())
    return found


@cache
def document(lang: str, screens: tuple[str, ...]) -> Packed:
    """The page in a language, begun by the first of its modules. But for the league it is the same at every address,
    apart from what it fetches beforehand."""
    base = f"/static/{edition()}"
    modules = needed(screens)
    preloads = Markup("").join(
        Markup('<link rel="modulepreload" href="{}/{}">\n').format(base, name) for name in modules
    )
    looks = Markup("").join(
        Markup('<link rel="stylesheet" href="{}/{}">\n').format(base, name)
        for name in ("style.css", *LOOKS[screens[-1]])
    )
    return packed(
        Markup(
            '<!doctype html>\n<html lang="{lang}" data-theme="auto" data-suits="two">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
            "<title>{title}</title>\n"
            '<meta name="description" content="{tagline}">\n'
            '<meta name="theme-color" content="#0e1612" media="(prefers-color-scheme: dark)">\n'
            '<meta name="theme-color" content="#f3f0e8" media="(prefers-color-scheme: light)">\n'
            "{looks}{preloads}"
            '<link rel="manifest" href="/manifest.webmanifest">\n<link rel="icon" href="{base}/icon.svg">\n'
            '<script type="module" src="{base}/{first}"></script>\n</head>\n'
            '<body><div id="app"></div><noscript><p>{noscript}</p></noscript></body>\n</html>\n'
        )
        .format(
            lang=lang,
            title=text("page.title", lang),
            tagline=text("page.tagline", lang),
            noscript=text("page.noscript", lang),
            base=base,
            first=screens[0],
            looks=looks,
            preloads=preloads,
        )
        .encode()
    )


@cache
def words(lang: str, more: bool = False) -> Packed:
    """The catalogue of the page in a language, English where it is silent: what the first screens say, or the rest."""
    spoken = {**catalogue("en"), **catalogue(lang)}
    first = first_words()
    shown = {key: plain(entry) for key, entry in spoken.items() if _on_page(key) and (key in first) is not more}
    return packed(json.dumps(shown, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode())


def plain(entry: Entry) -> str | dict[str, str]:
    """An entry as JSON can write it."""
    return entry if isinstance(entry, str) else dict(entry)


@cache
def first_words() -> frozenset[str]:
    """The keys that the modules of the first screens name, whole or by how they begin, and all that is no screen's own."""
    code = "".join(files()[name].plain.decode() for name in needed(FIRST))
    named, begun = set(NAMED.findall(code)), tuple(BEGUN.findall(code))
    return frozenset(
        key for key in catalogue("en") if key in named or key.startswith(begun) or key.startswith(WORDS[1:])
    )


def _on_page(key: str) -> bool:
    return key.startswith(WORDS) or (key.startswith("preset.") and key.endswith(".title"))


PAGE = Operation("The phone page", OPEN, media=("text/html",))


def _page(**path: str) -> Response:
    screen = "table.js" if "match" in path else "join.js" if "code" in path else "start.js"
    return _document("app.js", screen)


def _document(*screens: str) -> Response:
    reply = sent(document(language(), screens), HTML, ASK_AGAIN)
    reply.headers["Content-Security-Policy"] = POLICY
    reply.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return reply


operation(routes, "GET", "/", PAGE, "start_page")(_page)
operation(routes, "GET", "/m/<match>", PAGE, "match_page")(_page)
operation(routes, "GET", "/j/<code>", PAGE, "join_page")(_page)


@operation(routes, "GET", "/league", Operation("The organiser's page: standings", OPEN, media=("text/html",)))
def league_page() -> Response:
    """A page of its own: nothing of it is loaded at a table."""
    return _document("league.js")


FILES = ("text/javascript", "text/css", "image/svg+xml", "application/json", "application/octet-stream")
FILE = Operation("A file of the phone page", OPEN, media=FILES, problems=("not-found",))


@operation(routes, "GET", "/static/<stamp>/<path:name>", FILE)
def page_file(stamp: str, name: str) -> Response:
    """A file under an address that changes with its content; an old address has today's file, and is not kept."""
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
    """The page's words in one language: `en` those of the first screens, `en.more` the others."""
    spoken, _, part = lang.partition(".")
    if spoken not in LANGUAGES or part not in ("", "more"):
        raise Refused("not-found")
    return sent(words(spoken, part == "more"), JSON, ASK_AGAIN)


@operation(
    routes, "GET", "/sw.js", Operation("Keeps the page for days without network", OPEN, media=("text/javascript",))
)
def service_worker() -> Response:
    """The service worker, at the root so that it may serve every address of the page."""
    reply = sent(files()["sw.js"], TYPES[".js"], ASK_AGAIN)
    reply.headers["Content-Security-Policy"] = POLICY  # a worker fetches under its own script's policy
    return reply


@operation(
    routes,
    "GET",
    "/manifest.webmanifest",
    Operation("What a phone installs", OPEN, media=("application/manifest+json",)),
)
def manifest() -> Response:
    """The page as an application on a home screen."""
    lang = language()
    icon = {"src": f"/static/{edition()}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    told = {
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
    return sent(packed(json.dumps(told, ensure_ascii=False).encode()), "application/manifest+json", ASK_AGAIN)


@operation(
    routes,
    "GET",
    "/qr/<code>.svg",
    Operation("A join code to point a camera at", OPEN, media=("image/svg+xml",), problems=("not-found",)),
)
def qr_code(code: str) -> Response:
    """The address at which this code joins, as the asker reaches this server. Says nothing about whether the code exists."""
    if not CODE.fullmatch(code):
        raise Refused("not-found")
    picture = io.BytesIO()
    segno.make(f"{request.host_url}j/{code}", error="m").save(
        picture, kind="svg", scale=4, border=2, light="#fff", dark="#111"
    )
    reply = sent(packed(picture.getvalue()), "image/svg+xml", "private, max-age=86400")
    reply.headers["Vary"] = "Accept-Encoding, Host"
    return reply


class RoleReply(Schema):
    """What a token opens, and the formats in which the match can be had."""

    match = fields.String(required=True)
    role = fields.String(required=True)
    exports = fields.List(fields.String(), required=True)


@operation(routes, "GET", f"{BASE}/matches/<match>/role", Operation("Whose token this is", READ, RoleReply))
def read_role(who: Visitor) -> Response:
    """The role of the asker: a link with a token does not say it."""
    told = {"match": who.match, "role": who.role, "exports": list(FORMATS)}
    return written(told, 200, match_headers(house().service.store.head(who.match)))


class SeatsReply(Schema):
    """A table that can be joined."""

    players = fields.Dict(required=True)
    taken = fields.List(fields.String(), required=True)


JOINABLE = Operation(
    "The seats of the table that a join code leads to", OPEN, SeatsReply, problems=("no-such-code", "too-many-requests")
)


@operation(routes, "GET", f"{BASE}/joins/<code>", JOINABLE)
def read_seats(code: str) -> Response:
    """Names, and which seats are taken; wrong codes are slowed down together with wrong joins."""
    service, address = house().service, request.remote_addr or ""
    house().failed_joins.check(address)
    try:
        match = service.match_of_code(code)
    except Refused:
        house().failed_joins.spend(address)
        raise
    taken = service.store.taken_seats(match)
    told = {
        "players": players_of(service.timeline(match)),
        "taken": [seat.value for seat in SEATS if seat.value in taken],
    }
    reply = written(told)
    reply.headers["Cache-Control"] = "no-store"
    return reply
