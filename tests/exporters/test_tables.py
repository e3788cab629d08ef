"""Score sheets as csv and xlsx: read back by other readers, numbers as numbers, names as names."""

import csv
import io
from random import Random

import pytest
from openpyxl import load_workbook

from referee.exporters import FORMATS, file_name
from referee.exporters.csv import COLUMNS, SEPARATORS, csv_line
from referee.exporters.sheet import is_dangerous
from referee.game import commands as ask
from referee.i18n import LANGUAGES, text
from referee.projections.scoresheet import scoresheet_view
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat, Team
from referee.service import Service, acting, joining
from referee.service.access import SCORER
from tests.exporters.matches import random_match, service, source
from tests.exporters.test_logs import exported, played

DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_formulas_are_neutralised(text: str) -> None:
    assert is_dangerous(text)
    assert next(csv.reader(io.StringIO(csv_line([text, -1]).decode(), newline=""))) == [f"'{text}", "-1"]


def test_other_text_stays() -> None:
    assert csv_line(["Ann, jr", 'a "b"', None, 0]) == b'"Ann, jr","a ""b""",,0\r\n'


@pytest.mark.parametrize("seed", range(15))
def test_csv_has_a_row_a_deal_with_running_totals(seed: int) -> None:
    here, match = played(seed)
    file = io.StringIO(exported(here, match, "csv").decode("utf-8-sig"), newline="")
    headings = next(csv.reader(file))
    assert headings[:7] == ["Deal", "North", "East", "South", "West", "Dealer", "Maker"] and len(set(headings)) == len(
        COLUMNS
    )
    rows = list(csv.DictReader(file, COLUMNS))
    sheet = scoresheet_view(here.timeline(match))
    assert [int(row["deal"]) for row in rows] == [row["deal"] for row in sheet["rows"]]
    for team in ("NS", "EW"):
        total = sheet["initial_score"][team]
        for row in rows:
            total += sum(int(row[f"{name}_{team}"]) for name in ("points", "penalties", "adjustments"))
            assert int(row[f"total_{team}"]) == total
        assert total == sheet["score"][team]
    assert all(set(row) == set(COLUMNS) for row in rows)
    assert not any(cell.startswith(("=", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_csv_has_its_headings_in_words_and_the_same_rows(lang: str) -> None:
    here, match = played(3)
    made = [
        b"".join(FORMATS["csv"].write(source(here, match, lang)._replace(separator=one))).decode() for one in SEPARATORS
    ]
    with_commas, with_semicolons = (
        list(csv.reader(io.StringIO(one.removeprefix("\ufeff"), newline=""), delimiter=mark))
        for one, mark in zip(made, ",;", strict=True)
    )
    assert all(one.startswith("\ufeff") for one in made) and with_commas == with_semicolons
    assert with_commas[0][0] == text("sheet.deal", lang) and not set(with_commas[0]) & set(COLUMNS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_xlsx_reads_back(lang: str) -> None:
    here, match = played(3)
    book = load_workbook(io.BytesIO(b"".join(FORMATS["xlsx"].write(source(here, match, lang)))))
    assert book.sheetnames == [text(f"sheet.{name}", lang) for name in ("match", "deals", "rulings")]
    about, deals, rulings = book.worksheets
    sheet = scoresheet_view(here.timeline(match))
    rows = list(deals.iter_rows(min_row=2, values_only=True))
    assert [row[0] for row in rows] == [row["deal"] for row in sheet["rows"]]
    assert [row[14:16] for row in rows] == [tuple(row["totals"].values()) for row in sheet["rows"]]
    assert rulings.max_row == 1 + len(here.timeline(match).match.claims)
    assert all(cell.data_type != "f" for page in book.worksheets for row in page.iter_rows() for cell in row)
    told = [cell.value for row in about.iter_rows() for cell in row]
    assert match in told and here.timeline(match).hash in str(told)


def test_names_in_a_workbook_are_text_and_stay_text_when_edited() -> None:
    here = service()
    match = joining.open_match(here, ask.OpenMatch(Rules(), players={Seat.N: "=1+1", Seat.E: "-5"})).match
    book = load_workbook(io.BytesIO(exported(here, match, "xlsx")))
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row if cell.value in ("=1+1", "-5")]
    assert len(cells) == 2
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in cells)


def test_exports_repeat_themselves() -> None:
    here, match = played(5)
    for format_ in FORMATS.keys() - {"egn"}:
        assert exported(here, match, format_) == exported(here, match, format_), format_


def test_the_line() -> None:
    here = ended(service())
    line = b"".join(FORMATS["line"].write(source(here, "match0001"))).decode()
    assert line.count("\n") == 1 and line.endswith("\n")
    assert "Ann & Cat" in line and "Bob & Dan" in line and "33" in line and "6" in line
    assert here.timeline("match0001").hash[:12] in line


def ended(here: Service) -> Service:
    """A match won by Ann and Cat, 33 to 6, in one deal and an adjustment."""
    names = dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=True))
    match = joining.open_match(here, ask.OpenMatch(Rules(), players=names)).match
    contract = ask.DeclareContract(Seat.N, "3", None)
    for command in (
        ask.AdjustScore(Team.NS, 30, "carried over"),
        ask.AdjustScore(Team.EW, 3, "carried over"),
        ask.RecordResult(contract, ask.CountTricks(3, 3)),
        ask.Close(),
    ):
        acting.act(here, match, command, SCORER)
    return here


NAMES = [
    ("0193", "pdf", ("Ann", None, "Bòb"), "2026-11-30T10:00:00.000Z", "bid-euchre-2026-11-30-ann-b-b-0193.pdf"),
    ("../../etc", "csv", ("सीता", '"; rm'), "", "bid-euchre-rm-etc.csv"),
]


@pytest.mark.parametrize("match,extension,names,date,expected", NAMES)
def test_file_names(match: str, extension: str, names: tuple[str | None, ...], date: str, expected: str) -> None:
    assert file_name(match, extension, names, date) == expected


@pytest.mark.parametrize("seed", range(20))
def test_every_format_takes_every_match(seed: int) -> None:
    here, match = random_match(Random(seed + 1000), acts=60)
    for format_ in FORMATS.keys() - {"egn", "pdf", "xlsx"}:
        assert exported(here, match, format_)
