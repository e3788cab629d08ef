"""The score sheet as a workbook: the match, one row per deal, the rulings. Numbers stay numbers, and no text is ever a formula."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterable, Iterator
from typing import Any

import xlsxwriter

from referee.exporters.sheet import SheetRow, is_dangerous, sheet_rows
from referee.exporters.source import Source
from referee.exporters.words import (
    anchor_of,
    opened_when,
    outcome_text,
    players_of,
    result_text,
    rules_text,
    rulings_with_texts,
)
from referee.i18n import bid_text, line_text, seat_text, text, trump_text, who

BY_TEAM = ("tricks", "points", "penalties", "adjustments", "total")
CHUNK = 65_536


def xlsx(source: Source) -> Iterator[bytes]:
    """The workbook, in pieces; its rows are written to a file one by one, not kept in memory."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(
        buffer, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    book.set_properties({"created": datetime.datetime.fromisoformat(source.timeline().opened_at)})
    writer = _Writer(book, source)
    writer.match()
    writer.deals()
    writer.rulings()
    book.close()
    buffer.seek(0)
    yield from iter(lambda: buffer.read(CHUNK), b"")


class _Writer:
    """Writes the sheets one after the other, each from its top."""

    def __init__(self, book: xlsxwriter.Workbook, source: Source) -> None:
        self.book, self.lang, self.timeline = book, source.lang, source.timeline()
        self.hidden = source.hidden
        self.players = players_of(self.timeline)
        self.bold = book.add_format({"bold": True})
        self.quoted = book.add_format({"quote_prefix": True})

    def word(self, key: str, **facts: object) -> str:
        return text(f"sheet.{key}", self.lang, **facts)

    def match(self) -> None:
        """Who played by which rules, how it ended, and the log's fingerprint."""
        opening = self.timeline.match.opening
        rows: list[tuple[str, Any]] = [
            (self.word("date"), " ".join(opened_when(self.timeline, hour=True))),
            (self.word("match"), self.timeline.recorded.match),
            *((seat_text(seat, self.lang), name or "") for seat, name in self.players.items()),
            *opening.tags.items(),
            (self.word("preset"), rules_text(self.timeline, self.lang)),
            (self.word("score"), result_text(self.timeline, self.lang)),
            (self.word("anchor"), anchor_of(self.timeline)),
        ]
        self._sheet("match", (), rows, (20, 70))

    def deals(self) -> None:
        """One row per deal, with running totals."""
        teams = [f"{self.word(name)} {self.word(team)}" for name in BY_TEAM for team in ("NS", "EW")]
        head = [self.word(name) for name in ("deal", "dealer", "maker", "bid", "trump", "outcome")]
        rows = (self._deal(row) for row in sheet_rows(self.timeline))
        self._sheet("deals", [*head, *teams, self.word("notes")], rows, (7, 16, 16, 8, 12, 14, *[12] * 10, 60))

    def _deal(self, row: SheetRow) -> list[Any]:
        contract = row.contract
        return [
            row.deal,
            who(row.dealer, row.names, self.lang),
            who(row.maker, row.names, self.lang) if row.maker else "",
            int(contract) if contract and contract.isdigit() else bid_text(contract, self.lang) if contract else "",
            trump_text(row.trump, self.lang) if row.trump else "",
            outcome_text(row, self.lang),
            *row.tricks, *row.points, *row.penalties, *row.adjustments, *row.totals,
            text("list.semicolon", self.lang).join(
                line_text(line, self._deal_facts(row), row.names, self.lang) for line in row.lines
            ),
        ]  # fmt: skip

    def _deal_facts(self, row: SheetRow) -> dict[str, Any]:
        return {"number": row.deal, "maker": row.maker, "contract": row.contract}

    def rulings(self) -> None:
        """Every claim with its ruling."""
        head = [self.word(name) for name in ("claim", "deal", "ruling")]
        rows = (
            [claim["number"], claim["deal"], sentence]
            for claim, sentence in rulings_with_texts(self.timeline, self.lang, self.hidden)
        )
        self._sheet("rulings", head, rows, (8, 8, 120))

    def _sheet(self, name: str, head: Iterable[str], rows: Iterable[Iterable[Any]], widths: Iterable[int]) -> None:
        sheet, first = self.book.add_worksheet(_sheet_name(self.word(name))), 0
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        for column, title in enumerate(head):
            sheet.write_string(0, column, title, self.bold)
            first = 1
        for number, row in enumerate(rows, first):
            for column, cell in enumerate(row):
                if isinstance(cell, int):
                    sheet.write_number(number, column, cell)
                else:
                    sheet.write_string(number, column, cell, self.quoted if is_dangerous(cell) else None)
        sheet.freeze_panes(first, 0)


def _sheet_name(name: str) -> str:
    """A sheet's name as spreadsheets allow it."""
    return "".join(char for char in name if char not in "[]:*?/\\'")[:31]
