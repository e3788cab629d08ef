"""How a fact is written into a sentence: numbers in the language's digits, and seats and names in the form that it needs there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

# Languages whose prose has digits of its own (CLDR: ne is `deva`). Text facts keep ASCII: codes, cards, scores, bids as called.
DIGITS: Mapping[str, str] = MappingProxyType({"ne": "०१२३४५६७८९"})

# The letters of a language's alphabet and its vowels, for languages that have forms at all.
_LETTERS = {"hy": (re.compile("[Ա-Ֆա-և]"), "աեէըիոօ")}
_LATIN_VOWELS = "aeiouy"
_NEXT_VOWEL = re.compile(r"\W*(?:[աէըիօԱԷԸԻՕ]|[ոՈ]ւ)")
ISOLATES = "\u2068\u2069"


def numeral(number: int, lang: str) -> str:
    """A number in prose: `१२` in Nepali."""
    digits = DIGITS.get(lang)
    return (
        str(number)
        if digits is None
        else "".join(digits[int(sign)] if sign.isdigit() else sign for sign in str(number))
    )


def form_key(form: str, word: str, after: str, lang: str) -> str:
    """The catalogue key of a word's form: whether it ends in a vowel or stands before one, and whether it is in the
    language's own letters. Languages without forms have the plain word under every key."""
    key = f"form.{form}"
    if lang not in _LETTERS:
        return key
    own, vowels = _LETTERS[lang]
    bare = unicodedata.normalize("NFD", word.strip(ISOLATES).lower())
    ending = "".join(sign for sign in bare if not unicodedata.combining(sign))[-2:]
    foreign = not own.match(ending[-1:])
    own_vowel = ending == "ու" or ending[-1:] in vowels or bool(_NEXT_VOWEL.match(after))
    vowel = ending[-1:] in _LATIN_VOWELS if foreign else own_vowel
    return key + (".foreign" if foreign else "") + (".vowel" if vowel else "")


def isolated(name: str) -> str:
    """A name between isolates (U+2068, U+2069) if it is written from right to left, so that it cannot turn what stands beside it."""
    rightwards = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if rightwards else name
