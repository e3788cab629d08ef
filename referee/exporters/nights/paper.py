"""The night on paper, black on white: score slips, four to a page, and the standings with the prizes. A4 or Letter."""

from __future__ import annotations

import datetime

import segno
from fpdf import FPDF

from referee.exporters.ink import Ink
from referee.exporters.nights.source import NightSource, TableRow, table_rows
from referee.i18n import seat_text, text

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN, GAP, ROW = 10.0, 8.0, 6.0
QR = 22.0  # millimetres: a phone reads it from a hand's breadth
FIRST = 0.18  # of the width of a slip for the numbers of the deals
LINES = 8  # deals for which a slip has room, where the night does not say how many


class _Page:
    """A document of this night's paper size, and the pen for it."""

    def __init__(self, source: NightSource, title: str) -> None:
        self.source, self.lang = source, source.lang
        self.width, self.height = SIZES[source.paper]
        self.pdf = FPDF(format=(self.width, self.height))
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creation_date(datetime.datetime.fromisoformat(source.evening.opened_at))
        self.pdf.set_title(title)
        self.pdf.set_lang(source.lang)
        self.ink = Ink(self.pdf)

    def line(self, x: float, y: float, width: float, height: float = 0, thick: float = 0.2) -> None:
        self.pdf.set_draw_color(0)
        self.pdf.set_line_width(thick)
        self.pdf.line(x, y, x + width, y + height)


def slips_pdf(source: NightSource, number: int) -> bytes:
    """A slip for each table of the round: names by seat, room for the bid and the points of each deal, two signatures, and a
    QR code that opens the table."""
    page = _Page(source, source.word("slips"))
    state = source.evening.night.rounds[number - 1]
    width, height = (page.width - 2 * MARGIN - GAP) / 2, (page.height - 2 * MARGIN - GAP) / 2
    for index, row in enumerate(table_rows(source, state)):
        if index % 4 == 0:
            page.pdf.add_page()
        x, y = MARGIN + index % 2 * (width + GAP), MARGIN + index % 4 // 2 * (height + GAP)
        _slip(page, number, row, x, y, width, height)
    if not page.pdf.pages_count:
        page.pdf.add_page()
    return page.ink.finished()


def _slip(page: _Page, number: int, row: TableRow, x: float, y: float, width: float, height: float) -> None:
    source, ink = page.source, page.ink
    page.pdf.set_draw_color(0)
    page.pdf.set_line_width(0.3)
    page.pdf.rect(x, y, width, height)
    x, width, top = x + 3, width - 6, y + 3
    room = width - QR - 2
    ink.fitted(x, top, room, source.evening.night.opening.title, 9)
    heads = f"{source.word('round', round=number)}  ·  {source.word('table', table=row.number)}"
    ink.fitted(x, top + 5, room, heads, 14, bold=True)
    _qr(page, f"{source.address}/m/{row.match}", x + width - QR, top)
    for index, (seat, name) in enumerate(zip("NSEW", _by_team(row), strict=True)):
        place = top + 13 + index * 5
        ink.fitted(x, place, 22, seat_text(seat, page.lang), 8.5)
        ink.fitted(x + 23, place, room - 23, name, 10, bold=True)
    _grid(page, x, top + 35, width, y + height - 19 - (top + 35))
    foot, half = y + height - 9, width / 2 - 2
    for index, team in enumerate(("NS", "EW")):
        place = x + index * (half + 4)
        page.line(place, foot, half)
        ink.fitted(
            place, foot + 0.8, half, text("sheet.signature", page.lang, team=text(f"sheet.{team}", page.lang)), 7
        )


def _by_team(row: TableRow) -> tuple[str, str, str, str]:
    north, east, south, west = row.names
    return north, south, east, west


def _grid(page: _Page, x: float, y: float, width: float, height: float) -> None:
    """Rows for the deals and one for the total."""
    deals = page.source.evening.night.opening.rules.deals or LINES
    step = min(ROW, height / (deals + 2))
    columns = (("sheet.deal", FIRST), ("sheet.bid", 0.5 - FIRST), ("sheet.NS", 0.25), ("sheet.EW", 0.25))
    at = x
    for key, share in columns:
        page.ink.fitted(at + 1, y + 0.6, width * share - 2, text(key, page.lang), 8, "C", bold=True)
        page.line(at, y, 0, step * (deals + 2))
        at += width * share
    page.line(at, y, 0, step * (deals + 2))
    for number in range(deals + 3):
        page.line(x, y + number * step, width, thick=0.4 if number in (1, deals + 1) else 0.15)
    for number in range(1, deals + 1):
        page.ink.fitted(x + 1, y + number * step + step / 2 - 1.8, width * FIRST - 2, str(number), 8, "C")
    total = y + (deals + 1) * step + step / 2 - 1.8
    page.ink.fitted(x + 1, total, width * FIRST - 2, text("sheet.total", page.lang), 8, bold=True)


def _qr(page: _Page, address: str, x: float, y: float) -> None:
    modules = [list(row) for row in segno.make(address, error="m").matrix]
    size = QR / len(modules)
    page.pdf.set_fill_color(0)
    for line, row in enumerate(modules):
        for column, dark in enumerate(row):
            if dark:
                page.pdf.rect(x + column * size, y + line * size, size, size, style="F")


def standings_pdf(source: NightSource) -> bytes:
    """Everybody's place and points, then the prizes; so many pages as it takes."""
    page, view = _Page(source, source.word("standings")), source.standings()
    ink, width, y = page.ink, page.width - 2 * MARGIN, 0.0
    shares = (("#", 0.08), (source.word("player"), 0.44), (text("sheet.points", page.lang), 0.16),
              (source.word("loners"), 0.16), (source.word("prize.high_round"), 0.16))  # fmt: skip

    def begin() -> float:
        page.pdf.add_page()
        ink.fitted(MARGIN, MARGIN, width, source.evening.night.opening.title, 16, bold=True)
        ink.fitted(MARGIN, MARGIN + 8, width, source.word("standings"), 11)
        put([head for head, _ in shares], MARGIN + 16, True)
        page.line(MARGIN, MARGIN + 22, width, thick=0.4)
        return MARGIN + 23.5

    def put(cells: list[str], top: float, bold: bool = False) -> None:
        at = MARGIN
        for index, (cell, (_, share)) in enumerate(zip(cells, shares, strict=True)):
            ink.fitted(at, top, width * share - 2, cell, 10, "L" if index == 1 else "R", bold)
            at += width * share + (2 if index == 0 else 0) - (2 if index == 1 else 0)

    y = begin()
    for row in view["rows"]:
        if y > page.height - MARGIN - ROW:
            y = begin()
        best = "" if row["high_round"] is None else str(row["high_round"])
        put([str(row["place"]), row["name"], str(row["points"]), str(row["loners"]), best], y)
        y += ROW
    prizes = [prize for prize in view["prizes"] if prize["players"]]
    if y > page.height - MARGIN - 8 * (len(prizes) + 2):
        y = begin()
    if prizes:
        ink.write(MARGIN, y + 4, source.word("prizes"), 12, bold=True)
    for number, prize in enumerate(prizes):
        names = text("list.comma", page.lang).join(source.name(one) for one in prize["players"])
        label = text(
            "sheet.tag", page.lang, name=source.word(f"prize.{prize['prize']}"), value=f"{names} ({prize['value']})"
        )
        ink.fitted(MARGIN, y + 11 + number * 7, width, label, 10)
    return ink.finished()
