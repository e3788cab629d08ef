"""The printed score sheet: its text as another program reads it, its pages as pictures, its fonts as they were taken."""

import hashlib
import json
import subprocess
import time
import unicodedata
from pathlib import Path
from random import Random

import pytest
from fpdf import FPDF

from referee.exporters import FORMATS
from referee.exporters.ink import FONTS, Ink, is_lacking, runs
from referee.exporters.pdf import COLUMNS
from referee.game import commands as ask
from referee.i18n import LANGUAGES, text, trump_text
from referee.i18n.catalogue import catalogue
from referee.rules.options import Rules
from referee.rules.seats import Seat, Team
from referee.service import Service, acting, joining
from referee.service.access import SCORER
from tests.exporters.matches import random_match, service, source
from tests.exporters.test_logs import played
from tests.tables import commands


def drawn(here: Service, match: str, lang: str, file: Path) -> Path:
    file.write_bytes(b"".join(FORMATS["pdf"].write(source(here, match, lang))))
    return file


def words(file: Path) -> str:
    done = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True)
    return unicodedata.normalize("NFC", done.stdout)


@pytest.mark.poppler
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_says_all_in_every_language(lang: str, tmp_path: Path) -> None:
    here = service()
    match = joining.open_match(
        here, ask.OpenMatch(Rules(), players={Seat.N: "Ann", Seat.E: "Բաբկեն", Seat.S: "Màiri", Seat.W: "राम"})
    ).match
    for trump in "CDHS":
        seats = [here.timeline(match).match.deal.dealer.left]
        while len(seats) < 4:
            seats.append(seats[-1].left)
        for seat, bid in zip(seats, ("pass", "pass", "pass", "4"), strict=True):
            acting.act(here, match, ask.Bid(seat, bid), SCORER)
        from referee.rules.trump import Trump

        acting.act(here, match, ask.NameTrump(Trump(trump)), SCORER)
        acting.act(here, match, ask.CountTricks(4, 2), SCORER)
    told = words(drawn(here, match, lang, tmp_path / "sheet.pdf"))
    timeline = here.timeline(match)
    assert f"{timeline.version}:{timeline.hash}" in told
    for name in ("Ann", "Բաբկեն", "Màiri"):
        assert name in told
    if lang != "ne":  # pdftotext gives Devanagari back in the order of its glyphs
        for key in ("title", "dealer", "total", "page"):
            said = text(f"sheet.{key}", lang, page=1, pages=1)
            assert unicodedata.normalize("NFC", said) in told
        assert trump_text("H", lang) in told
    assert "\u25cc" not in told


@pytest.mark.poppler
def test_who_sat_where_is_said_when_it_changed(tmp_path: Path) -> None:
    here = service()
    match = joining.open_match(here, ask.OpenMatch(Rules(), players={Seat.N: "Ann", Seat.E: "Bob"})).match
    for line in ("result passed", "result passed", "name E Eve", "result passed", "result passed"):
        for command in commands(here.timeline(match), line):
            acting.act(here, match, command, SCORER)
    told = " ".join(words(drawn(here, match, "en", tmp_path / "sheet.pdf")).split())
    assert "East: Bob (deals 1–2); Eve (deals 3–5)" in told and "Ann (deals" not in told


@pytest.mark.poppler
def test_a_long_match_takes_more_pages(tmp_path: Path) -> None:
    here = service()
    match = joining.open_match(here, ask.OpenMatch(Rules(target=1000))).match
    for _ in range(60):
        contract = ask.DeclareContract(Seat.N, "3", None)
        acting.act(here, match, ask.RecordResult(contract, ask.CountTricks(3, 3)), SCORER)
    told = words(drawn(here, match, "en", tmp_path / "sheet.pdf"))
    pages = told.split("\f")[:-1]
    assert len(pages) == 2
    assert all(f"Page {number} of 2" in page and "Dealer" in page for number, page in enumerate(pages, 1))
    assert "Signature" in pages[1] and "Signature" not in pages[0]


@pytest.mark.poppler
@pytest.mark.parametrize("seed", range(4))
def test_any_match_can_be_drawn_and_shown(seed: int, tmp_path: Path) -> None:
    here, match = random_match(Random(seed))
    file = drawn(here, match, LANGUAGES[seed % len(LANGUAGES)], tmp_path / "sheet.pdf")
    subprocess.run(["pdftoppm", "-r", "30", "-png", file, tmp_path / "page"], check=True)
    assert list(tmp_path.glob("page*.png"))


def test_the_sheet_repeats_itself() -> None:
    here, match = played(3)
    first = b"".join(FORMATS["pdf"].write(source(here, match, "en")))
    time.sleep(1.1)
    assert b"".join(FORMATS["pdf"].write(source(here, match, "en"))) == first


def test_text_is_cut_where_its_font_changes() -> None:
    cut = [(run.family, run.text) for run in runs("Ann 9♥ Սոնա 1 सीता")]
    assert cut == [
        ("NotoSans", "Ann 9"), ("NotoSansSymbols2", "♥"), ("NotoSans", " "), ("NotoSansArmenian", "Սոնա"), ("NotoSans", " 1 "),
        ("NotoSansDevanagari", "सीता"),
    ]  # fmt: skip


def test_what_no_font_has_is_shown_as_a_gap() -> None:
    assert is_lacking("สมชาย 🦊") and not is_lacking("Ann Սոնա सीता ♥ Ольга 王小明 محمد علي முருகன்")
    assert [run.text for run in runs("aส")] == ["a\u25cc"]


def test_a_name_in_arabic_is_one_run_and_an_eyelash_is_drawn_as_one() -> None:
    assert [(run.family, run.text) for run in runs("4 محمد علي 5")] == [
        ("NotoSans", "4 "), ("NotoSansArabic", "محمد علي"), ("NotoSans", " 5"),
    ]  # fmt: skip
    assert [run.text for run in runs("गर्\u200dयो")] == ["ग\u0931\u094dयो"]


NAMES = {Seat.N: "王小明", Seat.E: "محمد علي", Seat.S: "முருகன்", Seat.W: "สมชาย"}
LONGEST = "श्रीमती विश्वेश्वरीदेवी क्षेत्रीज्यू श्रेष्ठ कुमारी"


@pytest.mark.poppler
@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_every_script_are_printed_or_the_seat_stands_for_them(lang: str, tmp_path: Path) -> None:
    """Thai has no font here: the seat is written, and a line at the foot says why."""
    here = service()
    match = joining.open_match(here, ask.OpenMatch(Rules(), players=NAMES)).match
    acting.act(here, match, ask.AdjustScore(Team.EW, -1, "迟到" * 100), SCORER)
    told = words(drawn(here, match, lang, tmp_path / "sheet.pdf"))
    assert "王小明" in told and "迟到" in told and "\u25cc" not in told.split(text("sheet.lacking", lang)[:12])[0]
    if lang != "ne":
        assert text("seat.W", lang) in told
        assert text("sheet.lacking", lang)[:20] in " ".join(told.split())
    assert "".join(told.split()).count("迟到") == 100


@pytest.mark.poppler
def test_suits_can_be_copied_out_of_the_sheet(tmp_path: Path) -> None:
    here, match = played(3)
    told = words(drawn(here, match, "en", tmp_path / "sheet.pdf"))
    assert any(suit in told for suit in "♣♦♥♠")


def drawn_in_cells(text_: str, width: float, size: float, bold: bool = False) -> tuple[list[str], float]:
    pdf = FPDF()
    pdf.add_page()
    ink = Ink(pdf)
    found = ink.laid_out(text_, width, size, bold)
    ink.finished()  # which closes the fonts
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_cell_cuts_a_word_of_the_product(lang: str) -> None:
    """Every word that a column can hold is whole, in one line or two, and at least 5.5 points high."""
    widths = {name: width - 1.2 for name, width, _ in COLUMNS}
    cells = [("dealer", f"seat.{seat}") for seat in "NESW"]
    cells += [("trump", f"sheet.trump.{trump}") for trump in ("NT", "NL")]
    cells += [("bid", f"bid.{bid}") for bid in ("ask", "moon")]
    cells += [
        ("outcome", key) for key in catalogue("en") if key.startswith("sheet.outcome.") and key != "sheet.outcome.lost"
    ]
    for column, key in cells:
        lines, size = drawn_in_cells(text(key, lang), widths[column], 8.5)
        assert len(lines) <= 2 and size >= 5.5, (key, lines, size)
        assert " ".join(lines) == text(key, lang)
    lost = text("sheet.outcome.lost", lang, team=text("sheet.EW", lang))
    assert drawn_in_cells(lost, widths["outcome"], 8.5)[1] >= 5.5
    both = {text(f"sheet.trump.{trump}", lang) for trump in ("NT", "NL")}
    assert len(both) == 2


@pytest.mark.parametrize("name", ["W" * 40, LONGEST, "王" * 40, "Maximiliana-Theodora von Habsburg-Lothringen"[:40]])
def test_a_long_name_is_written_whole(name: str) -> None:
    lines, size = drawn_in_cells(name, 19.8, 8.5)
    assert "".join("".join(lines).split()) == "".join(name.split()) and size >= 2.5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_fonts_have_every_word_of_every_language(lang: str) -> None:
    entries = [
        one for entry in catalogue(lang).values() for one in ([entry] if isinstance(entry, str) else entry.values())
    ]
    assert not [entry for entry in entries if is_lacking(entry.replace("\n", " "))]


def test_the_fonts_are_those_of_the_package() -> None:
    vendor = json.loads((FONTS / "vendor.json").read_text())
    files = {file.name for file in FONTS.iterdir()} - {"vendor.json"}
    assert files == vendor["files"].keys()
    for name, about in vendor["files"].items():
        assert hashlib.sha256((FONTS / name).read_bytes()).hexdigest() == about["sha256"], name
