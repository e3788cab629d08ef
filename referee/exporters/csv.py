"""The score sheet as comma-separated values: one row per deal, running totals, penalties in separate columns. Codes, no words."""

from __future__ import annotations

import csv as spreadsheet
import io
from collections.abc import Iterable, Iterator
from typing import Any

from referee.exporters.sheet import SheetRow, is_dangerous, sheet_rows
from referee.exporters.source import Source

BY_TEAM = ("tricks", "points", "penalties", "adjustments", "totals")
COLUMNS = (
    "deal", "N", "E", "S", "W", "dealer", "maker", "contract", "trump", "outcome", "lost_by",
    *(f"{name}_{team}" for name in BY_TEAM for team in ("NS", "EW")), "notes",
)  # fmt: skip


def csv(source: Source) -> Iterator[bytes]:
    """The header and the rows, one at a time."""
    yield csv_line(COLUMNS)
    for row in sheet_rows(source.timeline()):
        yield csv_line(_cells(row))


def _cells(row: SheetRow) -> Iterator[Any]:
    yield row.deal
    yield from (row.names[seat] for seat in ("N", "E", "S", "W"))
    yield from (row.dealer, row.maker, row.contract, row.trump, row.outcome, row.lost_by)
    for name in BY_TEAM:
        yield from getattr(row, name)
    yield "; ".join(_notes(row))


def _notes(row: SheetRow) -> Iterator[str]:
    """Every penalty and adjustment by its code, with the deal of the renege and the table's reason."""
    for line in row.lines:
        if line["code"] in ("renege", "false-claim", "adjustment"):
            of_deal = f" of deal {line['of_deal']}" if "of_deal" in line else ""
            reason = f" ({line['reason']})" if "reason" in line else ""
            yield f"{line['code']}{of_deal} {line['team']} {line['points']:+}{reason}"


def csv_line(cells: Iterable[Any]) -> bytes:
    """One record as in RFC 4180; text that a spreadsheet would take for a formula gets an apostrophe."""
    buffer = io.StringIO()
    spreadsheet.writer(buffer).writerow([_safe(cell) for cell in cells])
    return buffer.getvalue().encode()


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and is_dangerous(cell) else cell
