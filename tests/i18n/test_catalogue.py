"""One catalogue a language, English complete, the same keys and placeholders in all; who reads which is negotiated."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from referee.i18n import LANGUAGES, card_text, catalogue, negotiate, seat_text, team_text, text, who
from referee.i18n.catalogue import PLURAL_FORMS, PLURALS, fullest, listed, placeholders, signed

HOME = Path(catalogue.__file__).parent
ENGLISH = catalogue.catalogue("en")


@pytest.mark.parametrize(
    ("header", "chosen", "lang"),
    [
        (None, None, "en"),
        ("", "", "en"),
        ("gd", None, "gd"),
        ("gd-GB", None, "gd"),
        ("hy-AM, en;q=0.5", None, "hy"),
        ("en;q=0.5, ms", None, "ms"),
        ("fr, de;q=0.9, ne;q=0.1", None, "ne"),
        ("fr-FR", None, "en"),
        ("*", None, "en"),
        ("ms;q=0, ne;q=0.2", None, "ne"),
        ("ms;q=0", None, "en"),
        ("ms;q=high, ne;q=0.2", None, "ne"),
        ("ms;q=7", None, "en"),
        ("NE-NP", None, "ne"),
        ("hy;q=0.8, gd;q=0.8", None, "hy"),
        (";;,,=;q", None, "en"),
        ("gd", "ms", "ms"),
        ("gd", "ne-NP", "ne"),
        ("gd", "xx", "gd"),
        ("gd", "en", "en"),
    ],
)
def test_the_chosen_language_wins_then_the_best_of_the_header(
    header: str | None, chosen: str | None, lang: str
) -> None:
    assert negotiate(header, chosen) == lang


@pytest.mark.parametrize(
    ("lang", "counts", "form"),
    [
        ("en", [1], "one"),
        ("en", [0, 2, 11], "other"),
        ("gd", [1, 11], "one"),
        ("gd", [2, 12], "two"),
        ("gd", [3, 10, 13, 19], "few"),
        ("gd", [0, 20, 21, 100], "other"),
        ("hy", [0, 1], "one"),
        ("hy", [2, 11], "other"),
        ("ms", [0, 1, 2], "other"),
        ("ne", [1], "one"),
        ("ne", [0, 2], "other"),
    ],
)
def test_plural_forms_follow_cldr(lang: str, counts: list[int], form: str) -> None:
    assert {PLURALS[lang](n) for n in counts} == {form}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_has_the_keys_placeholders_and_plurals_of_english(lang: str) -> None:
    entries = catalogue.catalogue(lang)
    assert entries.keys() <= ENGLISH.keys()
    for key, entry in entries.items():
        assert placeholders(entry) == placeholders(ENGLISH[key]), key
        assert isinstance(entry, str) == isinstance(ENGLISH[key], str), key
        if not isinstance(entry, str):
            assert tuple(entry) == PLURAL_FORMS[lang], key
        for form in [entry] if isinstance(entry, str) else entry.values():
            assert form and "  " not in form and form == form.strip(" ") or key.startswith("list."), key
            assert not re.search(r"[{}`]|\*\*|\(read\)", re.sub(r"\{[A-Za-z_]+(?:\.subject)?\}", "", form)), key


def test_english_keys_stand_once_in_the_file() -> None:
    keys = re.findall(r'^"([^"]+)":', (HOME / "en.json").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(keys) == len(set(keys)) == len(ENGLISH)


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    gaelic = {"seat.N": "Tuath", "ruling.with.loses": {form: f"{form} {{n}}" for form in PLURAL_FORMS["gd"]}}
    own = {"gd": gaelic, "en": ENGLISH}
    monkeypatch.setattr(catalogue, "catalogue", lambda lang: own.get(lang, {}))
    assert (text("seat.N", "gd"), text("seat.E", "gd"), text("seat.N", "ms")) == ("Tuath", "East", "North")
    assert [text("ruling.with.loses", "gd", n=n) for n in (1, 2, 3, 20)] == ["one 1", "two 2", "few 3", "other 20"]
    assert text("ruling.with.loses", "ms", n=1, ruling="So", team="we") == "So, so we lose 1 point"


def test_a_missing_key_or_fact_is_a_bug() -> None:
    for key, facts in (
        ("no.such.key", {}),
        ("team.pair", {"first": "Ann"}),
        ("line.tricks", {"team": "x", "points": "+1"}),
    ):
        with pytest.raises(KeyError):
            text(key, "en", **facts)
    with pytest.raises(KeyError):
        fullest("no.such.key", "en")


def test_the_catalogue_is_frozen_and_loaded_once() -> None:
    with pytest.raises(TypeError):
        ENGLISH["seat.N"] = "Up"  # type: ignore[index]
    assert catalogue.catalogue("en") is ENGLISH and catalogue.catalogue("../en") == {}


@pytest.mark.parametrize(
    ("code", "written"),
    [("TD", "10♦"), ("JD", "J♦"), ("9C", "9♣"), ("AS", "A♠"), ("QH", "Q♥"), ("JK", "Joker"), ("ZZ", "ZZ"), ("", "")],
)
def test_cards_are_written_as_players_write_them(code: str, written: str) -> None:
    assert card_text(code) == written


def test_names_of_seats_teams_and_lists() -> None:
    players = {"N": "Ann", "E": None, "S": "Cat", "W": None}
    assert (who("N", players, "en"), who("E", players, "en"), seat_text("W", "en")) == ("Ann", "East", "West")
    assert team_text("NS", players, "en") == "Ann & Cat"
    assert team_text("EW", players, "en") == "East–West"
    assert team_text("EW", {"E": "Bob"}, "en") == "Bob & West"
    assert [listed(list(words), "en", "or") for words in ("", "a", "ab", "abc")] == ["", "a", "a or b", "a, b or c"]
    assert [signed(points) for points in (4, -2, 0)] == ["+4", "−2", "0"]


def test_every_text_that_the_code_asks_for_is_there() -> None:
    asked = set()
    for path in HOME.parent.rglob("*.py"):
        asked |= set(re.findall(r'\btext\(\s*"([a-z]+\.[^"]+)"', path.read_text(encoding="utf-8")))
    assert asked and asked <= ENGLISH.keys(), asked - ENGLISH.keys()


def test_the_words_know_nothing_of_the_game() -> None:
    for path in HOME.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("referee"):
                assert node.module == "referee.rules.options" or str(node.module).startswith("referee.i18n"), path
