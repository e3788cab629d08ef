"""What a reader counts as letters: graphemes, as Unicode's UAX 29 divides a text for the scripts that names are written in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_JOINERS = "\u200c\u200d"
_VIRAMAS = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"  # of the scripts in which consonants join (GB9c)
_VARIATIONS = range(0xFE00, 0xFE10)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)


def letters(text: str) -> Iterator[str]:
    """The text letter by letter: a base with its marks, a conjunct, or an emoji made of several."""
    letter = ""
    for char in text:
        if letter and not _belongs(letter, char):
            yield letter
            letter = ""
        letter += char
    if letter:
        yield letter


def _belongs(letter: str, char: str) -> bool:
    code = ord(char)
    if (
        unicodedata.category(char) in ("Mn", "Mc", "Me")
        or char in _JOINERS
        or code in _VARIATIONS
        or code in _SKIN_TONES
    ):
        return True
    before = letter.rstrip(_JOINERS)
    if before and before[-1] in _VIRAMAS and unicodedata.category(char) == "Lo":
        return True
    if letter[-1] == "\u200d" and unicodedata.category(char) == "So":
        return True
    flags = [sign for sign in letter if ord(sign) in _FLAGS]
    return code in _FLAGS and len(flags) == len(letter) == 1
