"""The words of each language by key, in English if the language lacks them; no sentence is composed here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

import orjson

from referee.i18n.forms import form_key, numeral

LANGUAGES = ("en", "gd", "hy", "ms", "ne")
DEFAULT = LANGUAGES[0]

Entry = str | Mapping[str, str]

# `{seat}`, or `{seat.subject}` where the language has a form for a word in that place (`form.subject`).
_PLACEHOLDER = re.compile(r"\{([A-Za-z_]+)(?:\.([a-z]+))?\}")


def _one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _gaelic(n: int) -> str:
    """CLDR for gd: 1 and 11, 2 and 12, 3-10 and 13-19, the rest."""
    if n in (1, 11):
        return "one"
    if n in (2, 12):
        return "two"
    return "few" if 3 <= n <= 19 else "other"


PLURALS: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "en": _one_or_other,
        "gd": _gaelic,
        "hy": lambda n: "one" if n in (0, 1) else "other",
        "ms": lambda n: "other",
        "ne": _one_or_other,
    }
)
PLURAL_FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": ("one", "other"),
        "gd": ("one", "two", "few", "other"),
        "hy": ("one", "other"),
        "ms": ("other",),
        "ne": ("one", "other"),
    }
)


@cache
def catalogue(lang: str) -> Mapping[str, Entry]:
    """All entries of a language's own file; empty if there is no such file."""
    file = resources.files(__package__) / f"{lang}.json"
    if lang not in LANGUAGES or not file.is_file():
        return MappingProxyType({})
    entries = orjson.loads(file.read_bytes())
    return MappingProxyType(
        {key: MappingProxyType(entry) if isinstance(entry, dict) else entry for key, entry in entries.items()}
    )


def known(key: str) -> bool:
    """Whether there are words for this key (English has them all)."""
    return key in catalogue(DEFAULT)


def placeholders(entry: Entry) -> frozenset[str]:
    """The facts that an entry names; a plural entry also needs its count `n`."""
    if isinstance(entry, str):
        return frozenset(name for name, _ in _PLACEHOLDER.findall(entry))
    return frozenset({"n"}).union(*(placeholders(form) for form in entry.values()))


def text(key: str, lang: str, /, **facts: Any) -> str:
    """The entry in that language with its facts filled in; a plural entry picks its form by the fact `n`.

    Raises KeyError for a key that English lacks and for a missing fact: both are bugs."""
    spoken = lang if key in catalogue(lang) else DEFAULT
    entry = catalogue(spoken)[key]
    if not isinstance(entry, str):
        entry = entry[PLURALS[spoken](abs(facts["n"]))]
    sentence = entry
    return _PLACEHOLDER.sub(lambda found: _written(facts[found[1]], found, sentence, spoken), sentence)


def _written(fact: Any, found: re.Match[str], sentence: str, lang: str) -> str:
    """A fact as it stands in that place of a sentence. Numbers are prose; codes, cards and scores come as text."""
    word = numeral(fact, lang) if isinstance(fact, int) else str(fact)
    if not found[2]:
        return word
    return text(form_key(found[2], word, sentence[found.end() :], lang), lang, word=word)


@cache
def _variants(key: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The keys `key` and `key~anything` with the facts they need, the most demanding first."""
    english = catalogue(DEFAULT)
    found = [(one, placeholders(entry)) for one, entry in english.items() if one.split("~")[0] == key]
    return tuple(sorted(found, key=lambda variant: -len(variant[1])))


def fullest(key: str, lang: str, /, **facts: Any) -> str:
    """The variant of an entry (`key`, `key~anything`) that names the most of these facts; None is not a fact."""
    given = {name: fact for name, fact in facts.items() if fact is not None}
    for variant, needed in _variants(key):
        if needed <= given.keys():
            return text(variant, lang, **given)
    raise KeyError(key)


def listed(words: list[str], lang: str, joint: str = "and") -> str:
    """`A, B and C` (or `A, B or C`) as the language writes a list."""
    if len(words) < 2:
        return "".join(words)
    *rest, last = words
    return text(f"list.{joint}", lang, rest=text("list.comma", lang).join(rest), last=last)


def opening(sentence: str) -> str:
    """The sentence with a capital letter, since it may begin with a fact."""
    return sentence[:1].upper() + sentence[1:]


def signed(points: int) -> str:
    """Points with their sign: `+4`, `−2`."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
