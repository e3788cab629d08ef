"""Text on a PDF page: each run in a font that has its characters, shaped, and nothing cut. Knows no score sheet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple

from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import XPos, YPos

from referee.i18n.forms import ISOLATES
from referee.i18n.letters import letters

FONTS = resources.files(__package__) / "fonts"
LATIN, DEVANAGARI, ARABIC, SUIT = "NotoSans", "NotoSansDevanagari", "NotoSansArabic", "NotoSansSymbols2"
FAMILIES = (LATIN, "NotoSansArmenian", DEVANAGARI, "NotoSansTamil", ARABIC, SUIT, "DroidSansFallback")
ONE_WEIGHT = (SUIT, "DroidSansFallback")
LACKING = "\u25cc"
BLACK, RED, GREY = (0, 0, 0), (190, 0, 30), (110, 110, 110)
LINE = 1.36  # a line's height in sizes of its letters; in a cell with several lines a little less
TIGHT = 1.15
MM = 0.3528  # of a point
_JOINERS = "\u200c\u200d"
# Ra, virama and a joiner ask for the eyelash form, which fpdf2 loses; with a rra it is the same form, and is drawn.
_EYELASH = ("\u0930\u094d\u200d", "\u0931\u094d")
_NEUTRAL = " -.()"


class Run(NamedTuple):
    """A stretch of text in one font."""

    family: str
    text: str


@cache
def _covered(family: str) -> frozenset[int]:
    with resources.as_file(FONTS / f"{family}-Regular.ttf") as file, TTFont(file, lazy=True) as font:
        return frozenset(font.getBestCmap())


def _prepared(text: str) -> str:
    """The text composed, without what only isolates, and with eyelashes as the fonts draw them."""
    text = "".join(char for char in unicodedata.normalize("NFC", text) if char not in ISOLATES)
    return text.replace(*_EYELASH)


def runs(text: str) -> Iterator[Run]:
    """The text cut where its font changes. A character that no font has becomes a dotted circle, to show the gap."""
    text, family, run = _prepared(text), LATIN, ""
    for at, char in enumerate(text):
        wanted = family if _goes_on(text, at, family) else _family(char, family)
        if wanted is None:
            char, wanted = LACKING, LATIN
        if run and (wanted != family or SUIT in (wanted, family)):
            yield Run(family, run)
            run = ""
        family, run = wanted, run + char
    if run:
        yield Run(family, run)


def _goes_on(text: str, at: int, family: str) -> bool:
    """Whether a space between two Arabic words belongs to them: they are one run, which is turned round as a whole."""
    rest = text[at:].lstrip(_NEUTRAL)
    return (
        family == ARABIC
        and text[at] in _NEUTRAL
        and bool(rest)
        and ord(rest[0]) in _covered(ARABIC)
        and not rest[0].isascii()
    )


def _family(char: str, current: str) -> str | None:
    """The font for a character: the current one if it has it, and for joiners; otherwise the first that has it."""
    if char in _JOINERS and current == DEVANAGARI:
        return current
    if ord(char) in _covered(current) and (current == LATIN or not char.isascii()):
        return current
    return next((family for family in FAMILIES if ord(char) in _covered(family)), None)


def is_lacking(text: str) -> bool:
    """Whether some character of the text can only be shown as a gap."""
    return any(_family(char, DEVANAGARI) is None for char in _prepared(text))


class Ink:
    """Writes on the pages of one document. `lacking` becomes True when a character was written as a gap."""

    def __init__(self, pdf: FPDF) -> None:
        self.pdf, self._widths, self.lacking = pdf, dict[tuple[Run, bool], float](), False
        pdf.c_margin = 0
        pdf.set_text_shaping(True)

    def finished(self) -> bytes:
        """The bytes of the document; its fonts are released."""
        document = bytes(self.pdf.output())
        for font in self.pdf.fonts.values():
            font.ttfont.close()  # type: ignore[union-attr]
        return document

    def _set_font(self, family: str, bold: bool, size: float) -> None:
        """Chooses a font, which is read when it is first needed: a sheet pays for the scripts that it has."""
        weight = "Bold" if bold and family not in ONE_WEIGHT else "Regular"
        style: Literal["", "B"] = "B" if weight == "Bold" else ""
        if family.lower() + style not in self.pdf.fonts:
            with resources.as_file(FONTS / f"{family}-{weight}.ttf") as file:
                self.pdf.add_font(family, style, file)
        self.pdf.set_font(family, style, size)

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide the text is, in millimetres."""
        return sum(self._run_width(run, size, bold) for run in runs(text))

    def _run_width(self, run: Run, size: float, bold: bool) -> float:
        key = run, bold
        if key not in self._widths:
            self._set_font(run.family, bold, 100)
            self._widths[key] = self.pdf.get_string_width(run.text) / 100
        return self._widths[key] * size

    def write(
        self, x: float, y: float, text: str, size: float, bold: bool = False, colour: tuple[int, int, int] = BLACK
    ) -> float:
        """Writes the text with the top of its line at y, red suits red; returns where it ends."""
        height = size * MM * LINE
        for run in runs(text):
            self.lacking = self.lacking or LACKING in run.text
            width = self._run_width(run, size, bold)
            self._set_font(run.family, bold, size)
            self.pdf.set_text_color(*(RED if run.text in "♦♥" else colour))
            self.pdf.set_xy(x, y)
            self.pdf.cell(width, height, run.text, new_x=XPos.RIGHT, new_y=YPos.TOP)
            x += width
        return x

    def fitted(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        size: float,
        align: Literal["L", "C", "R"] = "L",
        bold: bool = False,
    ) -> None:
        """Writes the whole text in a cell one line of that size high: smaller, and in several lines, if it is too long."""
        lines, smaller = self.laid_out(text, width, size, bold)
        step = smaller * MM * TIGHT
        y += (size * MM * LINE - step * (len(lines) - 1) - smaller * MM * LINE) / 2
        for line in lines:
            free = width - self.width(line, smaller, bold)
            self.write(x + {"L": 0.0, "C": free / 2, "R": free}[align], y, line, smaller, bold)
            y += step

    def laid_out(self, text: str, width: float, size: float, bold: bool = False) -> tuple[list[str], float]:
        """The lines of a cell, and the largest size at which they fit in the height of one line of the size wanted."""
        smaller = size
        while True:
            lines = self.lines(text, width, smaller, bold)
            height = (len(lines) - 1) * smaller * TIGHT + smaller * LINE
            room = size * LINE * (1 if len(lines) == 1 else 1.25)  # two lines may use the space between rows
            if height <= room and all(self.width(line, smaller, bold) <= width for line in lines):
                return lines, smaller
            smaller -= 0.25 if smaller > 1 else smaller / 4

    def lines(self, text: str, width: float, size: float, bold: bool = False) -> list[str]:
        """The text broken between words into lines of at most that width; a longer word is broken between letters."""
        lines, line = [], ""
        for word in text.split():
            for part in self._parts(word, width, size, bold):
                longer = f"{line} {part}" if line else part
                if line and self.width(longer, size, bold) > width:
                    lines.append(line)
                    line = part
                else:
                    line = longer
        return [*lines, line]

    def _parts(self, word: str, width: float, size: float, bold: bool) -> Iterator[str]:
        """The word, or pieces of it if it is wider than a line."""
        if self.width(word, size, bold) <= width:
            yield word
            return
        part = ""
        for letter in letters(word):
            if part and self.width(part + letter, size, bold) > width:
                yield part
                part = ""
            part += letter
        yield part
