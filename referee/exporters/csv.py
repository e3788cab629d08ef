"""The score sheet as comma-separated values: a row per deal, running totals, penalties apart. Headings are words, cells codes.

The file opens with a byte order mark, without which spreadsheets take its names for another alphabet; where numbers have
a decimal comma they also want semicolons."""

from __future__ import annotations

import csv as spreadsheet
import io
from collections.abc import Iterable, Iterator
from typing import Any

from referee.exporters.sheet import SheetRow, is_dangerous, sheet_rows
from referee.exporters.source import Source
from referee.i18n import seat_text, text

BOM = "\ufeff".encode()
SEPARATORS = {"comma": ",", "semicolon": ";"}
BY_TEAM = ("tricks", "points", "penalties", "adjustments", "total")
HEADINGS = {"contract": "bid"}
COLUMNS = (
    "deal", "N", "E", "S", "W", "dealer", "maker", "contract", "trump", "outcome", "lost_by",
    *(f"{name}_{team}" for name in BY_TEAM for team in ("NS", "EW")), "notes",
)  # fmt: skip


def csv(source: Source) -> Iterator[bytes]:
    """The headings in the reader's language and the rows, one at a time."""
    separator = SEPARATORS[source.separator]
    yield BOM + csv_line((_heading(column, source.lang) for column in COLUMNS), separator)
    for row in sheet_rows(source.timeline()):
        yield csv_line(_cells(row), separator)


def _heading(column: str, lang: str) -> str:
    name, _, team = column.rpartition("_")
    if column in "NESW":
        return seat_text(column, lang)
    if name in BY_TEAM:
        return f"{text(f'sheet.{name}', lang)} {text(f'sheet.{team}', lang)}"
    return text(f"sheet.{HEADINGS.get(column, column)}", lang)


def _cells(row: SheetRow) -> Iterator[Any]:
    yield row.deal
    yield from (row.names[seat] for seat in ("N", "E", "S", "W"))
    yield from (row.dealer, row.maker, row.contract, row.trump, row.outcome, row.lost_by)
    for points in (row.tricks, row.points, row.penalties, row.adjustments, row.totals):
        yield from points
    yield "; ".join(_notes(row))


def _notes(row: SheetRow) -> Iterator[str]:
    """Every penalty and adjustment by its code, with the deal of the renege and the table's reason."""
    for line in row.lines:
        if line["code"] in ("renege", "false-claim", "adjustment"):
            of_deal = f" of deal {line['of_deal']}" if "of_deal" in line else ""
            reason = f" ({line['reason']})" if "reason" in line else ""
            yield f"{line['code']}{of_deal} {line['team']} {line['points']:+}{reason}"


def csv_line(cells: Iterable[Any], separator: str = ",") -> bytes:
    """One record as in RFC 4180; text that a spreadsheet would take for a formula gets an apostrophe."""
    buffer = io.StringIO()
    spreadsheet.writer(buffer, delimiter=separator).writerow([_safe(cell) for cell in cells])
    return buffer.getvalue().encode()


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and is_dangerous(cell) else cell
