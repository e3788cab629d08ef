"""The score sheet to be printed and signed: names, deals, rulings, totals, result, the log's fingerprint. One page, or more if needed."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Literal

from fpdf import FPDF

from referee.events.log import seal_of
from referee.exporters.ink import Ink, is_lacking
from referee.exporters.sheet import SheetRow, sheet_rows
from referee.exporters.source import NotExportable, Source
from referee.exporters.words import (
    anchor_of,
    minus,
    opened_when,
    outcome_text,
    players_of,
    result_text,
    rules_text,
    rulings_with_texts,
)
from referee.i18n import bid_text, line_text, seat_text, team_text, text, trump_text, who
from referee.i18n.cards import SYMBOLS

LEFT, TOP, WIDTH, BOTTOM = 12.0, 12.0, 186.0, 282.0
ROW, CHUNK = 5.4, 65_536
MOST_ROWS = 2_000  # deals, lines and rulings: some 40 pages, drawn in about a second
Align = Literal["L", "C", "R"]
# name, width, alignment; a column by team is two columns
COLUMNS: tuple[tuple[str, float, Align], ...] = (
    ("deal", 13, "C"), ("dealer", 21, "L"), ("maker", 21, "L"), ("bid", 19, "C"), ("trump", 23, "L"), ("outcome", 19, "L"),
)  # fmt: skip
BY_TEAM: tuple[tuple[str, float], ...] = (("tricks", 8), ("points", 8.5), ("penalties", 8.5), ("total", 10))


def pdf(source: Source) -> Iterator[bytes]:
    """The document, in pieces; raises NotExportable before the first byte for more than anybody would print and sign."""
    match = source.timeline().match
    rows = sum(1 + len(deal.lines) for deal in (*match.past, match.deal)) + len(match.claims)
    if rows > MOST_ROWS:
        raise NotExportable("pdf", "too-long", rows=rows, most=MOST_ROWS)
    return _pieces(source)


def _pieces(source: Source) -> Iterator[bytes]:
    document = _Sheet(source).drawn()
    for start in range(0, len(document), CHUNK):
        yield document[start : start + CHUNK]


def _shown(points: int, column: str) -> str:
    """A number in its column: empty for no points, with a sign for a penalty or an adjustment."""
    if column in ("tricks", "total"):
        return minus(points)
    sign = "+" if points > 0 and column == "penalties" else ""
    return sign + minus(points) if points else ""


class _Sheet:
    """One score sheet while it is drawn; `y` is where the next thing goes."""

    def __init__(self, source: Source) -> None:
        timeline, lang = source.timeline(), source.lang
        self.timeline, self.lang, self.hidden, self.y = timeline, lang, source.hidden, TOP
        self.replaced = False  # whether a seat stands for a name that the fonts cannot write
        self.players = self._printable(players_of(timeline))
        self.pdf = FPDF(format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creation_date(datetime.datetime.fromisoformat(timeline.opened_at))
        self.pdf.set_title(self.word("title"))
        self.pdf.set_lang(lang)
        self.ink = Ink(self.pdf)
        self.pdf.add_page()

    def _printable(self, names: Mapping[str, str | None]) -> dict[str, str | None]:
        """The names that the fonts can write; where they cannot, the seat stands for its player."""
        lacking = {name for name in names.values() if name and is_lacking(name)}
        self.replaced = self.replaced or bool(lacking)
        return {seat: None if name in lacking else name for seat, name in names.items()}

    def _rows(self) -> Iterator[SheetRow]:
        """The rows with printable names."""
        return (row._replace(names=self._printable(row.names)) for row in sheet_rows(self.timeline))

    def word(self, key: str, **facts: object) -> str:
        return text(f"sheet.{key}", self.lang, **facts)

    def drawn(self) -> bytes:
        """The whole document."""
        self._head()
        self._table_head()
        for row in self._rows():
            self._room(ROW, table=True)
            self._row(row)
        self._remarks()
        self._signatures()
        self._feet()
        return self.ink.finished()

    # --- the page ------------------------------------------------------------------------------------------------

    def _room(self, height: float, table: bool = False) -> None:
        """Starts a new page if the rest of this one is too short."""
        if self.y + height > BOTTOM:
            self.pdf.add_page()
            self.y = TOP
            if table:
                self._table_head()

    def _rule(self, y: float, width: float = WIDTH, x: float = LEFT, grey: int = 150) -> None:
        self.pdf.set_draw_color(grey)
        self.pdf.set_line_width(0.2)
        self.pdf.line(x, y, x + width, y)

    def _head(self) -> None:
        opening = self.timeline.match.opening
        self.ink.write(LEFT, self.y, self.word("title"), 16, bold=True)
        self.ink.fitted(LEFT + 96, self.y + 2, WIDTH - 96, " ".join(opened_when(self.timeline)), 10, "R")
        self.y += 9
        rules = rules_text(self.timeline, self.lang)
        tags = "  ·  ".join(
            [rules, *(self.word("tag", name=name, value=value) for name, value in opening.tags.items())]
        )
        self.ink.fitted(LEFT, self.y, WIDTH, tags, 9)
        self.y += 6
        for team in ("NS", "EW"):
            label = self.word("side", side=self.word(team))
            x = self.ink.write(LEFT, self.y, label, 11, bold=True) + 2
            self.ink.fitted(x, self.y, LEFT + WIDTH - x, team_text(team, self.players, self.lang), 11)
            self.y += 5.6
        self.y += 1
        self.ink.fitted(LEFT, self.y, WIDTH, result_text(self.timeline, self.lang, self.players), 12, bold=True)
        self.y += 8

    # --- the table ---------------------------------------------------------------------------------------------------

    def _table_head(self) -> None:
        x = LEFT
        self._rule(self.y, grey=0)
        for name, width, align in COLUMNS:
            self.ink.fitted(x + 0.6, self.y + 3.4, width - 1.2, self.word(name), 8, align, bold=True)
            x += width
        for name, width in BY_TEAM:
            self.ink.fitted(x + 0.3, self.y + 0.3, width * 2 - 0.6, self.word(name), 8, "C", bold=True)
            for index, team in enumerate(("NS", "EW")):
                self.ink.fitted(x + index * width, self.y + 3.8, width - 0.4, self.word(team), 7, "R")
            x += width * 2
        self.y += 8
        self._rule(self.y, grey=0)

    def _row(self, row: SheetRow) -> None:
        x, y = LEFT, self.y + 0.7
        for cell, (_, width, align) in zip(self._cells(row), COLUMNS, strict=True):
            self.ink.fitted(x + 0.6, y, width - 1.2, cell, 8.5, align)
            x += width
        booked = tuple(penalty + adjustment for penalty, adjustment in zip(row.penalties, row.adjustments, strict=True))
        pairs = (row.tricks if row.outcome in ("made", "set", "lost") else None, row.points, booked, row.totals)
        for (name, width), pair in zip(BY_TEAM, pairs, strict=True):
            for index, points in enumerate(pair or ()):
                shown = _shown(points, name)
                at = x + index * width + 0.3
                self.ink.fitted(at, y, width - 1.2, shown, 8.5, "R", bold=name == "total")
            x += width * 2
        self.y += ROW
        self._rule(self.y, grey=210)

    def _cells(self, row: SheetRow) -> list[str]:
        return [
            str(row.deal),
            who(row.dealer, row.names, self.lang),
            who(row.maker, row.names, self.lang) if row.maker else "",
            bid_text(row.contract, self.lang) if row.contract else "",
            self._trump(row.trump) if row.trump else "",
            outcome_text(row, self.lang),
        ]

    def _trump(self, trump: str) -> str:
        """A suit with its symbol, no-trump in a few words: the column must distinguish high and low."""
        symbol = SYMBOLS.get(trump)
        return f"{symbol} {trump_text(trump, self.lang)}" if symbol else self.word(f"trump.{trump}")

    # --- what stands there in sentences -----------------------------------------------------------------------------------

    def _remarks(self) -> None:
        self.y += 3
        self._paragraphs(
            "rulings",
            [
                self.word("numbered", number=claim["number"], sentence=sentence)
                for claim, sentence in rulings_with_texts(self.timeline, self.lang, self.hidden, self._printable)
            ],
        )
        self._paragraphs("adjustments", list(self._adjustments()))
        self._paragraphs("seats", list(self._substitutes()))

    def _adjustments(self) -> Iterator[str]:
        for row in self._rows():
            for line in row.lines:
                if line["code"] == "adjustment":
                    sentence = line_text(line, {"number": row.deal}, row.names, self.lang)
                    yield self.word("of-deal", deal=row.deal, sentence=sentence)

    def _substitutes(self) -> Iterator[str]:
        """Who sat at a seat in which deals, for seats that changed."""
        rows = list(self._rows())
        for seat in ("N", "E", "S", "W"):
            spans: list[tuple[str, int, int]] = []
            for row in rows:
                name = row.names[seat] or "–"
                first = spans.pop()[1] if spans and spans[-1][0] == name else row.deal
                spans.append((name, first, row.deal))
            if len(spans) > 1:
                names = text("list.semicolon", self.lang).join(self._sat(*span) for span in spans)
                yield self.word("at-seat", seat=seat_text(seat, self.lang), names=names)

    def _sat(self, name: str, first: int, last: int) -> str:
        return self.word("sat.one" if first == last else "sat", name=name, first=first, last=last)

    def _paragraphs(self, title: str, paragraphs: list[str]) -> None:
        if not paragraphs:
            return
        self._room(12)
        self.ink.write(LEFT, self.y, self.word(title), 9.5, bold=True)
        self.y += 5
        for paragraph in paragraphs:
            for line in self.ink.lines(paragraph, WIDTH, 8.5):
                self._room(4.4)
                self.ink.write(LEFT, self.y, line, 8.5)
                self.y += 4.4
            self.y += 0.8
        self.y += 2

    def _signatures(self) -> None:
        """Where each team signs, kept together at the foot of the last page."""
        self._room(24)
        y, half = max(self.y + 10, BOTTOM - 12), WIDTH / 2 - 6
        for index, team in enumerate(("NS", "EW")):
            x = LEFT + index * (half + 12)
            self._rule(y, half, x, grey=0)
            sentence = self.word("signature", team=team_text(team, self.players, self.lang))
            self.ink.fitted(x, y + 1, half, sentence, 8.5)

    def _feet(self) -> None:
        """The fingerprint and the page's number under every page."""
        for page in range(1, self.pdf.pages_count + 1):
            self.pdf.page = page
            sentence = f"{self.word('seal')} {seal_of(self.timeline.anchor)}  ·  "
            sentence += self.word("fingerprint", match=self.timeline.recorded.match, anchor=anchor_of(self.timeline))
            if self.replaced or self.ink.lacking:
                sentence += "  ·  " + self.word("lacking")
            self.ink.fitted(LEFT, BOTTOM + 3, WIDTH - 24, sentence, 6.5)
            number = self.word("page", page=page, pages=self.pdf.pages_count)
            self.ink.fitted(LEFT + WIDTH - 24, BOTTOM + 3, 24, number, 6.5, "R")
