"""The night for a spreadsheet: the standings as CSV, and as a workbook with a sheet for each round. Numbers stay numbers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import xlsxwriter

from referee.exporters.csv import BOM, SEPARATORS, csv_line
from referee.exporters.nights.source import NightSource, table_rows
from referee.exporters.sheet import is_dangerous
from referee.i18n import seat_text, text


def csv(source: NightSource) -> bytes:
    """Everybody's place, points, wins, asks and moons, best round, and the points of each round; empty for no part in it."""
    separator = SEPARATORS[source.separator]
    return BOM + b"".join(csv_line(row, separator) for row in (_heads(source), *_standings(source)))


def _heads(source: NightSource) -> list[str]:
    word = source.word
    rounds = [word("round", round=state.number) for state in source.evening.night.rounds]
    keys = [word("player"), text("sheet.points", source.lang), word("loners"), word("prize.high_round")]
    return ["#", *keys, *rounds]


def _standings(source: NightSource) -> Iterator[list[Any]]:
    numbers = [state.number for state in source.evening.night.rounds]
    for row in source.standings()["rows"]:
        points = {one["round"]: one["points"] for one in row["rounds"]}
        best = "" if row["high_round"] is None else row["high_round"]
        yield [row["place"], row["name"], row["points"], row["loners"], best, *(points.get(n, "") for n in numbers)]


def xlsx(source: NightSource) -> bytes:
    """The standings, then a sheet for each round with its tables, seats and points, and who sat out."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    bold, quoted = book.add_format({"bold": True}), book.add_format({"quote_prefix": True})

    def sheet(name: str, head: list[str], rows: Iterable[Iterable[Any]], widths: Iterable[int]) -> None:
        page = book.add_worksheet(name[:31])
        for column, width in enumerate(widths):
            page.set_column(column, column, width)
        for column, title in enumerate(head):
            page.write_string(0, column, title, bold)
        for number, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                if isinstance(cell, int):
                    page.write_number(number, column, cell)
                else:
                    page.write_string(number, column, cell, quoted if is_dangerous(cell) else None)
        page.freeze_panes(1, 0)

    sheet(source.word("standings"), _heads(source), _standings(source), (5, 26, 8, 14, 12))
    teams = [text("sheet.NS", source.lang), text("sheet.EW", source.lang)]
    head = [source.word("table_word"), *(seat_text(seat, source.lang) for seat in "NESW"), *teams]
    for state in source.evening.night.rounds:
        rows: list[list[Any]] = [[row.number, *row.names, *(row.points or ())] for row in table_rows(source, state)]
        rows += [[source.word("sat_out"), source.name(number)] for number in state.drawn.sitting_out]
        sheet(source.word("round", round=state.number), head, rows, (10, 22, 22, 22, 22, 8, 8))
    book.close()
    return buffer.getvalue()
