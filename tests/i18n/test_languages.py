"""Gaelic and Malay: complete, in their own letters, with CLDR's plurals and their nouns, and no English left over."""

from __future__ import annotations

import re
import unicodedata

import pytest

from referee.i18n import catalogue, text
from referee.i18n.catalogue import PLURAL_FORMS, PLURALS

ENGLISH = catalogue.catalogue("en")
OWN = ("gd", "ms")
FORMS = {"form.subject", "form.subject.vowel", "form.subject.foreign", "form.subject.foreign.vowel"}
MARKS_ONLY = {  # no word of any language in them
    "team.pair", "list.comma", "list.semicolon", "ruling.sentence", "page.contract", "page.contract.open",
    "sheet.side", "sheet.numbered", "sheet.tag", "sheet.at-seat", *FORMS,
}  # fmt: skip
MOVEMENTS = {"page.night.movement.whist", "page.night.movement.mitchell"}
LOANS = {  # the glossary's own loans: Joker in both, trump in Gaelic; the menu of every Malay phone; movements by their names
    "gd": {
        "card.joker",
        "option.joker.title",
        "rule.V3.title",
        "event.trump-named",
        "sheet.trump",
        "page.trump.name",
        *MOVEMENTS,
    },
    "ms": {"card.joker", "option.joker.title", "rule.V3.title", "page.menu", "page.night.movement.swiss", *MOVEMENTS},
}
SHOWN = ("option.ace_no_face.title", "preset.ace-no-face.title", "rule.V2.title")  # the glossary: “Ace No Face” beside
LETTERS = {"gd": "a-zA-ZàèìòùÀÈÌÒÙ", "ms": "a-zA-Z"}
SHARED = {  # words that both languages write alike; whatever else English uses in prose must not occur
    "gd": "ach an api application as call do docs errors far http https is json lan ndjson no pdf csv egn xlsx rules trump txt",
    "ms": "api application bower docs errors format had http https import json lain lan log menu minimum ndjson pdf csv egn xlsx rules"
    " sat set slip tag token txt",
}
DEALS = ("làmh", "làimh", "làmhan", "làmh")
GAELIC_NOUNS = {  # the forms that the four categories govern: 1 and 11, 2 and 12, 3-10 and 13-19, the rest
    "line.tricks": ("chleas", "chleas", "cleasan", "cleas"),
    "line.tricks-of-maker": ("chleas", "chleas", "cleasan", "cleas"),
    "line.tricks-of-maker~bid": ("chleas", "chleas", "cleasan", "cleas"),
    "ruling.with.loses": ("phuing", "phuing", "puingean", "puing"),
    "ruling.with.gains": ("phuing", "phuing", "puingean", "puing"),
    "case.loses": ("phuing", "phuing", "puingean", "puing"),
    "case.gains": ("phuing", "phuing", "puingean", "puing"),
    "event.match-opened": ("phuing", "phuing", "puingean", "puing"),
    "sheet.rules": ("phuing", "phuing", "puingean", "puing"),
    "export.line": DEALS,
    "event.match-opened.deals": DEALS,
    "event.match-opened.both": DEALS,
    "sheet.rules.deals": DEALS,
    "sheet.rules.both": DEALS,
    "sheet.ended.deals": DEALS,
    "problem.invalid-request.detail~expected": ("chairt", "chairt", "cairtean", "cairt"),
    "problem.too-many-requests.detail~retry": ("diog", "dhiog", "diogan", "diog"),
    "page.offline.waiting": ("innteart", "innteart", "innteartan", "innteart"),
    "page.conflict.behind": ("innteart", "innteart", "innteartan", "innteart"),
    "page.log.takes_back": ("innteart", "innteart", "innteartan", "innteart"),
    "page.copies": ("lethbhreac", "lethbhreac", "lethbhreacan", "lethbhreac"),
    "page.night.count": ("ainm", "ainm", "ainmean", "ainm"),
    "page.night.plan.tables": ("bhòrd", "bhòrd", "bùird", "bòrd"),
    "page.night.plan.partners": ("turas", "turas", "tursan", "turas"),
    "page.night.plan.repeats": ("turas", "turas", "tursan", "turas"),
    "page.night.plan.out": ("chuairt", "chuairt", "cuairtean", "cuairt"),
    "page.night.waiting": ("ghnìomh", "ghnìomh", "gnìomhan", "gnìomh"),
    "page.night.are_here": ("chluicheadair", "chluicheadair", "cluicheadairean", "cluicheadair"),
    "page.night.counted": ("toradh", "toradh", "toraidhean", "toradh"),
    "page.night.take": ("bhùird", "bhùird", "bùird", "bòrd"),
    "page.night.missing": ("toradh", "toradh", "toraidhean", "toradh"),
    "page.night.unconfirmed": ("toradh", "toradh", "toraidhean", "toradh"),
    "page.night.add": ("chluicheadair", "chluicheadair", "cluicheadairean", "cluicheadair"),
    "page.night.played": ("chuairt", "chuairt", "cuairtean", "cuairt"),
}


def forms(entry: catalogue.Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def bare(form: str) -> str:
    """Without placeholders and without what is quoted or spelled for machines."""
    return re.sub(r"\{[A-Za-z_]+\}|“[^”]*”", "0", form)


def words(form: str) -> set[str]:
    return set(re.findall(r"\b[a-z]{2,}\b", bare(form).replace("’", " ")))


def cldr(lang: str, n: int) -> str:
    """The rules of CLDR for whole numbers, as its tables of plurals write them."""
    if lang == "ms":
        return "other"
    rules = {"one": (1, 11), "two": (2, 12), "few": (*range(3, 11), *range(13, 20))}
    return next((form for form, numbers in rules.items() if n in numbers), "other")


@pytest.mark.parametrize("lang", OWN)
def test_the_catalogue_is_complete_and_in_the_order_of_english(lang: str) -> None:
    assert list(catalogue.catalogue(lang)) == list(ENGLISH)


@pytest.mark.parametrize("lang", OWN)
def test_plurals_are_those_of_cldr(lang: str) -> None:
    for n in range(1001):
        assert PLURALS[lang](n) == cldr(lang, n), n
    assert set(PLURAL_FORMS[lang]) == {cldr(lang, n) for n in range(1001)}


@pytest.mark.parametrize(
    ("n", "cards"), [(1, "chairt"), (2, "chairt"), (3, "cairtean"), (11, "chairt"), (19, "cairtean"), (20, "cairt")]
)
def test_a_gaelic_noun_follows_its_number(n: int, cards: str) -> None:
    assert f" {n} {cards} " in text("problem.invalid-request.detail~expected", "gd", n=n, field="cards")


def test_every_counted_gaelic_noun_has_its_mutation() -> None:
    counted = {key for key, entry in catalogue.catalogue("gd").items() if not isinstance(entry, str)}
    assert counted == {*GAELIC_NOUNS, "event.entries-corrected"}  # its number is not said
    for key, nouns in GAELIC_NOUNS.items():
        for form, noun in zip(forms(catalogue.catalogue("gd")[key]), nouns, strict=True):
            assert re.search(rf"\{{n\}} {noun}\b", form), (key, form)


@pytest.mark.parametrize("lang", OWN)
def test_nothing_is_left_in_english(lang: str) -> None:
    said_in_english = set().union(*(words(form) for entry in ENGLISH.values() for form in forms(entry)))
    for key, entry in catalogue.catalogue(lang).items():
        for form in forms(entry):
            assert (form in forms(ENGLISH[key])) == (key in MARKS_ONLY | LOANS[lang]), key
            assert not words(form) & (said_in_english - set(SHARED[lang].split())), (key, words(form) & said_in_english)
            assert ("Ace No Face" in form) == (key in SHOWN), key


@pytest.mark.parametrize("lang", OWN)
def test_every_letter_is_of_the_language(lang: str) -> None:
    for key, entry in catalogue.catalogue(lang).items():
        for form in forms(entry):
            assert form == unicodedata.normalize("NFC", form), key
            strange = {sign for sign in form if sign.isalpha() and not re.match(f"[{LETTERS[lang]}]", sign)}
            assert not strange and not re.search("[\"']", form), (key, strange)


@pytest.mark.parametrize("lang", OWN)
def test_sentences_end_where_english_ends_them(lang: str) -> None:
    for key, entry in catalogue.catalogue(lang).items():
        english = forms(ENGLISH[key])[-1]
        for form in forms(entry):
            for mark in ".:?!":
                assert form.endswith(mark) == english.endswith(mark), key


def test_gaelic_articles_agree_with_the_suits_that_follow_them() -> None:
    """`nan` stands before a suit only while no suit begins with b, f, m or p."""
    assert not any(text(f"suit.{suit}", "gd")[0] in "bfmp" for suit in "CDHS")
