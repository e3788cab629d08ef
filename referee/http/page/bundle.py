"""What the phone page is made of: its files, put together and compressed once, its HTML document and its words. Knows no request."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple

from markupsafe import Markup

from referee.http.page.modules import needed, put_together
from referee.i18n import text
from referee.i18n.catalogue import Entry, catalogue

WORDS = ("page.", "form.", "seat.", "team.", "suit.", "trump.", "card.", "bid.", "event.", "line.", "list.")
NIGHT = "page.night."
NAMED, BEGUN = re.compile(r"'(page\.[a-z_.]+)'"), re.compile(r"`(page\.[a-z_.]+\.)\$\{")
# Comments, types within a line, and indentation: for people and the type checker, of no use to a phone.
COMMENT = re.compile(
    rb"(?<=[;,{(]) // [^\n]*| +// [^\n'\"`]*$|^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/)$|/\*\* @type [^*]*\*/ ?|^ +",
    re.MULTILINE | re.DOTALL,
)
LOOKS_COMMENT = re.compile(rb"/\*(?:(?!\*/).)*\*/|(?<=[{};,])\s+|\s+(?=[{}])", re.DOTALL)
# What a first load needs: what runs first, what every screen has, and each first screen.
BEGIN, EARLY, SCREENS = "begin.js", ("begin.js", "app.js"), ("table.js", "start.js", "join.js")
LOOKS = {
    "table.js": "style+table.css",
    "start.js": "style+more.css",
    "join.js": "style+more.css",
    "league.js": "style+more+league.css",
    "night/main.js": "style+more+night/night.css",
}


class Packed(NamedTuple):
    """A body, plain and compressed, and its ETag."""

    plain: bytes
    small: bytes
    tag: str


def packed(plain: bytes) -> Packed:
    """A body with its compressed form, made once."""
    return Packed(plain, gzip.compress(plain, 9, mtime=0), f'"{hashlib.sha256(plain).hexdigest()[:20]}"')


@cache
def sources() -> dict[str, bytes]:
    """Every file of the page by its path below `static`, without what only people need."""
    found: dict[str, bytes] = {}

    def walk(folder: resources.abc.Traversable, path: str) -> None:
        for entry in sorted(folder.iterdir(), key=lambda one: one.name):
            if entry.is_dir():
                walk(entry, f"{path}{entry.name}/")
            elif not entry.name.endswith(".d.ts"):
                found[path + entry.name] = lean(entry.name, entry.read_bytes())

    walk(resources.files(__package__) / "static", "")
    return found


@cache
def scripts() -> dict[str, str]:
    """The text of every module by its path."""
    return {name: plain.decode() for name, plain in sources().items() if name.endswith(".js")}


@cache
def files() -> dict[str, Packed]:
    """Every file as it is sent: the modules and the style sheets of a first load are put together."""
    modules = {name: text.encode() for name, text in put_together(scripts(), EARLY, SCREENS).items()}
    others = {name: plain for name, plain in sources().items() if name not in scripts()}
    looks = {name: b"\n".join(others[f"{one}.css"] for one in name[:-4].split("+")) for name in LOOKS.values()}
    return {name: packed(plain) for name, plain in sorted((modules | others | looks).items())}


def lean(name: str, plain: bytes) -> bytes:
    """A file as it is sent: lines of a module stay where they are, so that an error's place can be read in the source."""
    if name.endswith(".js"):
        return COMMENT.sub(b"", plain)
    return LOOKS_COMMENT.sub(b"", plain) if name.endswith(".css") else plain


@cache
def edition() -> str:
    """A short hash of all files together: it is part of their addresses, which lets browsers keep them for ever."""
    return hashlib.sha256("".join(name + file.tag for name, file in files().items()).encode()).hexdigest()[:12]


@cache
def document(lang: str, screens: tuple[str, ...]) -> Packed:
    """The HTML document in a language, the same at every address apart from the files of these screens."""
    base = f"/static/{edition()}"
    sent = {name: file.plain.decode() for name, file in files().items() if name.endswith(".js")}
    preloads = Markup("").join(
        Markup('<link rel="modulepreload" href="{}/{}">\n').format(base, name)
        for name in needed(sent, screens)
        if name != BEGIN
    )
    return packed(
        Markup(
            '<!doctype html>\n<html lang="{lang}" data-theme="auto" data-suits="two">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\n'
            "<title>{title}</title>\n"
            '<meta name="description" content="{tagline}">\n'
            '<meta name="theme-color" content="#0e1612" media="(prefers-color-scheme: dark)">\n'
            '<meta name="theme-color" content="#f3f0e8" media="(prefers-color-scheme: light)">\n'
            '<link rel="stylesheet" href="{base}/{looks}">\n{preloads}'
            '<link rel="manifest" href="/manifest.webmanifest">\n<link rel="icon" href="{base}/icon.svg">\n'
            '</head>\n<body><div id="app"></div><noscript><p>{noscript}</p></noscript>\n'
            '<script type="module" async src="{base}/{begin}"></script>\n</body>\n</html>\n'
        )
        .format(
            lang=lang,
            title=text("page.title", lang),
            tagline=text("page.tagline", lang),
            noscript=text("page.noscript", lang),
            base=base,
            begin=BEGIN,
            looks=LOOKS[screens[-1]],
            preloads=preloads,
        )
        .encode()
    )


@cache
def words(lang: str, part: str = "") -> Packed:
    """The page's words in a language, in English if that lacks them: those of the first screens, `more` those of the
    later ones, `night` what club nights say beyond the first screens."""
    spoken = {**catalogue("en"), **catalogue(lang)}
    wanted = PARTS[part]()
    shown = {key: plain(entry) for key, entry in spoken.items() if _on_page(key) and key in wanted}
    return packed(json.dumps(shown, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode())


def plain(entry: Entry) -> str | dict[str, str]:
    """An entry as a plain JSON value."""
    return entry if isinstance(entry, str) else dict(entry)


@cache
def first_words() -> frozenset[str]:
    """The keys that the modules of the first screens name, in full or by prefix, and those that no screen owns."""
    keys = _named(needed(scripts(), (*EARLY, *SCREENS)))
    return keys | {key for key in catalogue("en") if key.startswith(WORDS[1:])}


def later_words() -> frozenset[str]:
    """What the table and the league say later."""
    return frozenset(key for key in catalogue("en") if not key.startswith(NIGHT)) - first_words()


def night_words() -> frozenset[str]:
    """What the modules of club nights name, and the titles of the rules."""
    modules = [name for name in scripts() if name.startswith("night/")]
    presets = {key for key in catalogue("en") if key.startswith("preset.")}
    return (_named(needed(scripts(), modules)) | presets) - first_words()


PARTS: Mapping[str, Callable[[], frozenset[str]]] = {"": first_words, "more": later_words, "night": night_words}


def _named(modules: Iterable[str]) -> frozenset[str]:
    code = "".join(scripts()[name] for name in modules)
    named, begun = set(NAMED.findall(code)), tuple(BEGUN.findall(code))
    return frozenset(key for key in catalogue("en") if key in named or key.startswith(begun))


def _on_page(key: str) -> bool:
    return key.startswith(WORDS) or (key.startswith("preset.") and key.endswith(".title"))
