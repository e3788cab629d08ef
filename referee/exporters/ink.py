"""Text and suits on a PDF page: each run in a font that has its characters, shaped; the suits as shapes. Knows no score sheet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple

from fontTools.ttLib import TTFont
from fpdf import FPDF
from fpdf.enums import XPos, YPos

FONTS = resources.files(__package__) / "fonts"
FAMILIES = ("NotoSans", "NotoSansArmenian", "NotoSansDevanagari")
SUITS = "♣♦♥♠"
LACKING = "\u25cc"
SUIT_WIDTH = 0.82
BLACK, RED, GREY = (0, 0, 0), (190, 0, 30), (110, 110, 110)
_JOINERS = "\u200c\u200d"

# Each suit in a box one unit wide and high, y downwards: where to start, then curves (two control points, end) or lines.
_SHAPES: dict[str, tuple[tuple[float, ...], ...]] = {
    "♦": ((0.5, 0.02), (0.9, 0.5), (0.5, 0.98), (0.1, 0.5)),
    "♥": ((0.5, 0.98), (0.5, 0.98, 0.02, 0.62, 0.02, 0.3), (0.02, 0.02, 0.4, -0.02, 0.5, 0.26),
          (0.6, -0.02, 0.98, 0.02, 0.98, 0.3), (0.98, 0.62, 0.5, 0.98, 0.5, 0.98)),
    "♠": ((0.5, 0.0), (0.5, 0.0, 0.98, 0.32, 0.98, 0.6), (0.98, 0.88, 0.62, 0.86, 0.54, 0.68),
          (0.55, 0.85, 0.6, 0.94, 0.7, 0.98), (0.3, 0.98), (0.4, 0.94, 0.45, 0.85, 0.46, 0.68),
          (0.38, 0.86, 0.02, 0.88, 0.02, 0.6), (0.02, 0.32, 0.5, 0.0, 0.5, 0.0)),
    "♣": ((0.5, 0.0), (0.74, 0.0, 0.78, 0.26, 0.64, 0.38), (0.82, 0.28, 1.0, 0.42, 0.98, 0.6),
          (0.96, 0.86, 0.62, 0.84, 0.54, 0.64), (0.55, 0.85, 0.6, 0.94, 0.7, 0.98), (0.3, 0.98),
          (0.4, 0.94, 0.45, 0.85, 0.46, 0.64), (0.38, 0.84, 0.04, 0.86, 0.02, 0.6),
          (0.0, 0.42, 0.18, 0.28, 0.36, 0.38), (0.22, 0.26, 0.26, 0.0, 0.5, 0.0)),
}  # fmt: skip


class Run(NamedTuple):
    """A stretch of text in one font, or a single suit (`family` empty)."""

    family: str
    text: str


@cache
def _covered(family: str) -> frozenset[int]:
    with resources.as_file(FONTS / f"{family}-Regular.ttf") as file, TTFont(file, lazy=True) as font:
        return frozenset(font.getBestCmap())


def runs(text: str) -> Iterator[Run]:
    """The text cut where its font changes. A character that no font has becomes a dotted circle, to show the gap."""
    family, run = FAMILIES[0], ""
    for char in unicodedata.normalize("NFC", text):
        if char in SUITS:
            if run:
                yield Run(family, run)
            yield Run("", char)
            run = ""
            continue
        wanted = _family(char, family)
        if wanted is None:
            char, wanted = LACKING, FAMILIES[0]
        if run and wanted != family:
            yield Run(family, run)
            run = ""
        family, run = wanted, run + char
    if run:
        yield Run(family, run)


def _family(char: str, current: str) -> str | None:
    """The font for a character: the current one if it has it, and for joiners; otherwise the first that has it."""
    if char in _JOINERS and current == "NotoSansDevanagari":
        return current
    if ord(char) in _covered(current) and (current == FAMILIES[0] or not char.isascii()):
        return current
    return next((family for family in FAMILIES if ord(char) in _covered(family)), None)


def is_lacking(text: str) -> bool:
    """Whether some character of the text can only be shown as a gap."""
    return any(_family(char, FAMILIES[0]) is None for char in unicodedata.normalize("NFC", text) if char not in SUITS)


class Ink:
    """Writes on the pages of one document."""

    def __init__(self, pdf: FPDF) -> None:
        self.pdf, self._widths = pdf, dict[tuple[Run, bool], float]()
        pdf.c_margin = 0
        for family in FAMILIES:
            for style, weight in (("", "Regular"), ("B", "Bold")):
                with resources.as_file(FONTS / f"{family}-{weight}.ttf") as file:
                    pdf.add_font(family, style, file)
        pdf.set_text_shaping(True)

    def finished(self) -> bytes:
        """The bytes of the document; its fonts are released."""
        document = bytes(self.pdf.output())
        for font in self.pdf.fonts.values():
            font.ttfont.close()  # type: ignore[union-attr]
        return document

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide the text is, in millimetres."""
        return sum(self._run_width(run, size, bold) for run in runs(text))

    def _run_width(self, run: Run, size: float, bold: bool) -> float:
        if not run.family:
            return SUIT_WIDTH * size * 0.3528
        key = run, bold
        if key not in self._widths:
            self.pdf.set_font(run.family, "B" if bold else "", 100)
            self._widths[key] = self.pdf.get_string_width(run.text) / 100
        self.pdf.set_font(run.family, "B" if bold else "", size)
        return self._widths[key] * size

    def write(
        self, x: float, y: float, text: str, size: float, bold: bool = False, colour: tuple[int, int, int] = BLACK
    ) -> float:
        """Writes the text with the top of its line at y; returns where it ends."""
        height = size * 0.3528 * 1.36
        for run in runs(text):
            width = self._run_width(run, size, bold)
            if run.family:
                self.pdf.set_text_color(*colour)
                self.pdf.set_xy(x, y)
                self.pdf.cell(width, height, run.text, new_x=XPos.RIGHT, new_y=YPos.TOP)
            else:
                self.suit(run.text, x, y + height * 0.2, size * 0.3528 * 0.74)
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
        """Writes the text in a cell: smaller if it is too long, and cut with an ellipsis if it is still too long."""
        smallest, set_size = 5.0, size
        while set_size > smallest and self.width(text, set_size, bold) > width:
            set_size -= 0.25
        while len(text) > 1 and self.width(text, set_size, bold) > width:
            text = text.removesuffix("…")[:-1] + "…"
        free = width - self.width(text, set_size, bold)
        self.write(x + {"L": 0.0, "C": free / 2, "R": free}[align], y + (size - set_size) * 0.2, text, set_size, bold)

    def lines(self, text: str, width: float, size: float) -> list[str]:
        """The text broken between words into lines of at most that width; a longer word gets a line to itself."""
        lines, line = [], ""
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if line and self.width(longer, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line]

    def suit(self, suit: str, x: float, y: float, side: float) -> None:
        """A suit as a shape, red or black, in a square with this upper left corner."""
        start, *steps = _SHAPES[suit]
        with self.pdf.new_path() as path:
            path.style.fill_color = "#be001e" if suit in "♦♥" else "#000000"
            path.style.stroke_color = None
            path.move_to(x + start[0] * side, y + start[1] * side)
            for step in steps:
                points = [(x if index % 2 == 0 else y) + value * side for index, value in enumerate(step)]
                if len(points) == 2:
                    path.line_to(points[0], points[1])
                else:
                    path.curve_to(points[0], points[1], points[2], points[3], points[4], points[5])
            path.close()
