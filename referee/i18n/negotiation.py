"""Which language a reader gets: the one chosen, else the best of Accept-Language, else English."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.i18n.catalogue import DEFAULT, LANGUAGES


def negotiate(accept_language: str | None, chosen: str | None) -> str:
    """One of LANGUAGES: `chosen` if it is one, else the best match of the header (q-values, prefixes)."""
    if chosen and (wanted := spoken(chosen)):
        return wanted
    best, quality = DEFAULT, 0.0
    for part in (accept_language or "").split(","):
        tag, _, parameters = part.partition(";")
        lang, q = spoken(tag), _quality(parameters)
        if lang and q > quality:
            best, quality = lang, q
    return best


def of_environment(environ: Mapping[str, str]) -> str:
    """The language of a terminal, as POSIX has it: LC_ALL, else LC_MESSAGES, else LANG; English for any that has no words."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return spoken(locale) or DEFAULT


def spoken(tag: str) -> str | None:
    """The language of a tag such as `gd-GB` or `ne_NP.UTF-8`, None if there are no words in it; `*` is the default."""
    primary = re.split("[-_.@]", tag.strip(), maxsplit=1)[0].lower()
    if primary == "*":
        return DEFAULT
    return primary if primary in LANGUAGES else None


def _quality(parameters: str) -> float:
    """The q of a header part, 1 if there is none, 0 for one that cannot be read."""
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                q = float(value)
            except ValueError:
                return 0.0
            return q if 0.0 <= q <= 1.0 else 0.0
    return 1.0
