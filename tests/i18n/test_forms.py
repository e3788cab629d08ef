"""What inflects: articles, postpositions, polite verbs and digits are data of the catalogues, and hold for every entry."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import orjson
import pytest

from referee.http.page.bundle import words
from referee.i18n import LANGUAGES, catalogue, event_text, text, who
from referee.i18n.forms import numeral
from referee.rules.options import OPTIONS, Choice

ROOM = Path(catalogue.__file__).parents[1]
KEY = re.compile(r"^\.?[a-z][\w.-]*\.$|^\.$")  # the beginning of a catalogue key
SEATS = ("seat", "accused", "claimant", "maker", "leader", "player", "dealer")
# Armenian entries in which a name is a label after ՝ or before it, and takes no article.
HY_LABELS = {
    "event.players-changed", "event.players-changed~name", "event.deal-started", "problem.not-your-turn.detail~seat",
    "problem.seat-taken.detail~seat", "page.deal.dealer", "page.deal.next", "page.next.bid", "page.next.play",
    "page.contract", "page.contract.open", "sheet.at-seat",
}  # fmt: skip
POSTPOSITIONS = "ले|को|लाई|मा|सँग|का|की|बाट|भन्दा|सम्म|मध्ये|देखि|पछि|अघि|तिर|सहित|विना"
# Finite verbs of the lowest grade; most are masculine as well.
LOW = "खेल्यो|खेलेन|पछ्यायो|पछ्याएन|लियो|देखायो|पायो|पाएन|राखेन|गर्छ|लगाउँछ|फाल्छ|छान्छ|खेल्छ|लिन्छ|देखाउँछ|खेल्दैन|जित्यो|हार्‍यो"


def entries(lang: str) -> list[tuple[str, str]]:
    return [
        (key, form)
        for key, entry in catalogue.catalogue(lang).items()
        for form in ([entry] if isinstance(entry, str) else entry.values())
    ]


@pytest.mark.parametrize(
    ("name", "begins", "ends"),
    [
        (None, "Հարավը խաղում է 9♥", "Ձեռքը տանում է Հարավը"),
        ("Գայանե", "Գայանեն խաղում է 9♥", "Ձեռքը տանում է Գայանեն"),
        ("Հովհաննես", "Հովհաննեսը խաղում է 9♥", "Ձեռքը տանում է Հովհաննեսը"),
        ("Արտյու", "Արտյուն խաղում է 9♥", "Ձեռքը տանում է Արտյուն"),
        ("Ann", "Ann-ը խաղում է 9♥", "Ձեռքը տանում է Ann-ը"),
        ("Zoë", "Zoë-ն խաղում է 9♥", "Ձեռքը տանում է Zoë-ն"),
        ("सीता", "सीता-ը խաղում է 9♥", "Ձեռքը տանում է सीता-ը"),
    ],
)
def test_an_armenian_subject_has_its_article(name: str | None, begins: str, ends: str) -> None:
    facts = {"players": {"S": name}}
    assert event_text("card-played", {"seat": "S", "card": "9H"}, facts, "hy") == begins
    assert event_text("trick-taken", {"winner": "S"}, facts, "hy") == ends


def test_the_page_has_the_forms_on_its_first_screens() -> None:
    first = orjson.loads(words("hy").plain)
    assert {key for key in catalogue.catalogue("hy") if key.startswith("form.")} <= first.keys()


def test_the_article_before_a_vowel() -> None:
    assert text("event.contract-declared", "hy", maker="Հարավ", bid="4").startswith("Հայտատուն Հարավն է")
    assert text("team.said", "hy", first="Հյուսիս", second="Հարավ") == "Հյուսիսն ու Հարավը"


def test_no_armenian_sentence_leaves_a_name_without_its_article() -> None:
    bare = re.compile(rf"\{{(?:{'|'.join(SEATS)})\}}")
    assert {key for key, form in entries("hy") if bare.search(form)} == HY_LABELS


def test_gaelic_names_stand_where_they_need_no_genitive() -> None:
    """Nothing but `aig`, `do`, a verb or a mark stands before a name: `turas {seat}` would want *turas Mhòraig*."""
    governing = re.compile(
        r"\b(turas|airson|aghaidh|sgioba|àite-suidhe|ainm|dèidh|làmh) \{(?:seat|team|other|accused|claimant|player|name)\}",
        re.I,
    )
    assert not [key for key, form in entries("gd") if governing.search(form)]


def test_nepali_postpositions_are_attached() -> None:
    apart = re.compile(rf"[}}”)0-9०-९A-Za-z] (?:{POSTPOSITIONS})(?=[\s।,;:?!)”]|$)")
    assert not [(key, form) for key, form in entries("ne") if apart.search(form)]


def test_nepali_is_polite_to_named_people_and_knows_no_gender() -> None:
    low = re.compile(rf"(?<![\u0900-\u0963])(?:{LOW})(?![\u0900-\u0963])")
    assert low.search("सीताले पास गर्छ।")
    named = re.compile(rf"\{{(?:{'|'.join(SEATS)}|team|accused_team)\}}")
    assert not [(key, form) for key, form in entries("ne") if named.search(form) and low.search(form)]


def test_digits_of_prose_are_the_languages_own() -> None:
    assert numeral(-1205, "ne") == "-१२०५" and [numeral(12, lang) for lang in LANGUAGES] == [
        "12",
        "12",
        "12",
        "12",
        "१२",
    ]
    assert text("event.trick-taken", "ne", seat="x")
    assert text("sheet.rules", "ne", preset="x", n=32) == "x, ३२ अंकसम्म"
    # codes and cards keep ASCII
    assert event_text("card-played", {"seat": "S", "card": "9H"}, None, "ne") == "दक्षिणले 9♥ खेल्नुभयो"


def test_nepali_texts_have_no_ascii_digit_outside_codes_and_cards() -> None:
    code = re.compile(
        r"\{[^}]*\}|\b(?:9, )?10, |U\+[0-9A-F]+|UTF-8|[A-Za-z/][\w./-]*|“[^”]*”|\b\d+[A-Z]\w*|\b9(?= माथि)", re.ASCII
    )
    left = {key: form for key, form in entries("ne") if re.search("[0-9]", code.sub("", form))}
    assert not {key for key in left if not key.startswith("page.rank.")}, left


def test_a_name_from_right_to_left_is_isolated() -> None:
    names = {"E": "محمد علي", "S": "Sita"}
    assert who("E", names, "ms") == "\u2068محمد علي\u2069" and who("S", names, "ms") == "Sita"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_name_options_by_their_titles(lang: str) -> None:
    codes = set(OPTIONS) | {
        str(value) for kind in OPTIONS.values() if isinstance(kind, Choice) for value in kind.values
    }
    quoted = re.compile("[“«‘]([a-z][a-z0-9_-]*)[”»’]")
    for key, form in entries(lang):
        if key.startswith(("rule.", "preset.")):
            assert not set(quoted.findall(form)) & codes, key
            assert "_" not in form, key


WORDED = ["exporters/pdf.py", "exporters/xlsx.py", "exporters/line.py", "exporters/words.py", "terminal.py"]


@pytest.mark.parametrize("module", [*WORDED, *sorted(f"i18n/{path.name}" for path in ROOM.glob("i18n/*.py"))])
def test_no_sentence_is_glued_from_parts_in_code(module: str) -> None:
    """Marks between words are the catalogue's: an Armenian label takes ՝, and its colon is a full stop."""
    tree = ast.parse((ROOM / module).read_text(encoding="utf-8"))
    strings = [node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    pieces = [
        part.value + (" " if part is values[-1] else "")
        for values in strings
        for part in values
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    joints = [
        node.func.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"
        if isinstance(node.func.value, ast.Constant)
    ]
    assert not [
        piece for piece in (*pieces, *joints) if re.search(r"[,;:.!?]\s", str(piece)) and not KEY.search(piece.strip())
    ]
