"""A night for a spreadsheet or a printer: what each file says, in every language, and that nothing leaves its page."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.http.clubs import Club
from tests.http.tables import code_of

LANGUAGES = ("en", "gd", "hy", "ms", "ne")


@pytest.fixture
def club(app: Flask) -> Club:
    """Nine players, a round played and one that runs; one name would be a formula, one is long, one Tamil."""
    club = Club(app, 9, rounds=3, sit_out=5, prizes=["total", "high_round"])
    for number, name in ((1, "=1+1"), (2, "Muhammad Hafizuddin bin Abdul Rahman"), (3, "கவிதா")):
        club.done(f"players/{number}", {"name": name}, method="PATCH")
    for table in club.draw():
        club.slip(1, table["number"], 14, 9)
    club.done("rounds/1/close")
    club.draw()
    return club


def told(pdf: bytes) -> str:
    return subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()


def test_the_standings_for_a_spreadsheet(club: Club) -> None:
    reply = club.get("exports/csv")
    assert reply.data.startswith(b"\xef\xbb\xbf") and reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    head, *rows = csv.reader(io.StringIO(reply.data.decode("utf-8-sig")))
    assert head == ["#", "Player", "Points", "Asks and moons", "Best round", "Round 1", "Round 2"]
    shown = {row["name"]: row for row in club.get("standings").json["rows"]}
    assert [row[1] for row in rows] == [("'" if name == "=1+1" else "") + name for name in shown]
    assert [(row[0], row[2]) for row in rows] == [(str(one["place"]), str(one["points"])) for one in shown.values()]
    assert sorted(row[5] for row in rows) == ["14"] * 4 + ["5"] + ["9"] * 4
    semicolons = club.get("exports/csv?separator=semicolon").data.decode("utf-8-sig")
    assert semicolons.splitlines()[0].split(";") == head


def test_the_workbook_has_a_sheet_for_each_round(club: Club) -> None:
    book = zipfile.ZipFile(io.BytesIO(club.get("exports/xlsx").data))
    names = [name for name in book.namelist() if name.startswith("xl/worksheets/")]
    assert len(names) == 3 and "<f>" not in "".join(book.read(name).decode() for name in names)
    first = book.read("xl/worksheets/sheet2.xml").decode()
    assert [re.findall(f'<c r="[FG][0-9]"><v>{points}</v>', first) for points in (14, 9)] == [
        [f'<c r="F{row}"><v>14</v>' for row in (2, 3)],
        [f'<c r="G{row}"><v>9</v>' for row in (2, 3)],
    ]  # numbers, not texts
    assert "Round 2" in book.read("xl/workbook.xml").decode()


@pytest.mark.poppler
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_slips_have_every_table_of_the_round_within_its_quarter(
    club: Club, tmp_path: Path, lang: str, paper: str
) -> None:
    reply = club.get(f"slips.pdf?paper={paper}", headers={"Accept-Language": lang})
    assert reply.headers["Content-Type"] == "application/pdf" and reply.headers["Content-Language"] == lang
    (tmp_path / "slips.pdf").write_bytes(reply.data)
    info = subprocess.run(["pdfinfo", str(tmp_path / "slips.pdf")], capture_output=True, check=True, text=True).stdout
    assert "Pages:           1" in info and {"a4": "595.28 x 841.89", "letter": "612"}[paper] in info
    boxes = subprocess.run(
        ["pdftotext", "-bbox", str(tmp_path / "slips.pdf"), "-"], capture_output=True, check=True, text=True
    ).stdout
    words = [line for line in boxes.splitlines() if "<word" in line]
    assert len(words) > 60
    for word in words:
        left, right = (float(word.split(f'{edge}="')[1].split('"')[0]) for edge in ("xMin", "xMax"))
        assert 28 <= left and right <= (595.3 if paper == "a4" else 612) - 28, word
    if lang == "en":
        text = told(reply.data)
        players = {row["number"]: row["name"] for row in club.night()["players"]}
        for table in club.night()["rounds"][1]["tables"]:
            assert f"Table {table['number']}" in text
            assert all(players[number].split()[0][:6] in text for number in table["seats"].values() if number != 3)


@pytest.mark.poppler
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_standings_to_hang_up(club: Club, lang: str) -> None:
    reply = club.get("exports/pdf", headers={"Accept-Language": lang})
    text = told(reply.data)
    assert "Club" in text and text.count("14") >= 4
    if lang == "en":
        assert "Most points" in text and "Best round" in text and "Hafizuddin" in text


@pytest.mark.poppler
def test_many_players_go_over_pages(app: Flask) -> None:
    club = Club(app, 60, rounds=1, prizes=["total"])
    for table in club.draw():
        club.slip(1, table["number"], 14, 9)
    club.done("rounds/1/close")
    text = told(club.get("exports/pdf").data)
    assert all(f"P{number}" in text for number in range(1, 61)) and text.count("Standings") == 2
    assert told(club.get("slips.pdf?round=1").data).count("\f") == 4  # fifteen tables, four to a page


@pytest.mark.parametrize(
    ("path", "code"),
    [("exports/egn", (404, "not-found")), ("exports/csv?separator=tab", (422, "invalid-request")),
     ("exports/pdf?paper=a5", (422, "invalid-request")), ("slips.pdf?round=9", (404, "no-such-round")),
     ("slips.pdf?round=x", (422, "invalid-request"))],
)  # fmt: skip
def test_files_that_cannot_be(club: Club, path: str, code: Any) -> None:
    assert code_of(club.get(path)) == code


def test_no_file_without_a_key(club: Club) -> None:
    assert {code_of(club.get(path, role=None))[0] for path in ("exports/csv", "slips.pdf")} == {401}
