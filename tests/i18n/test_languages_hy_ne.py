"""Armenian and Nepali: every sentence in its own script and with its own stop, no English but names of machines."""

from __future__ import annotations

import re
import unicodedata

import pytest

from referee.i18n import catalogue
from referee.i18n.catalogue import PLURALS

ENGLISH = catalogue.catalogue("en")
LETTERS = {"hy": "\u0531-\u0556\u0561-\u0587", "ne": "\u0900-\u0963\u0966-\u097f\u200d"}
STOPS = {"hy": "։", "ne": "।"}
SHOWN = ("option.ace_no_face.title", "preset.ace-no-face.title", "rule.V2.title")  # the glossary: “Ace No Face” beside

POSTPOSITIONS = "ले|को|लाई|मा|सँग|का|की|बाट|भन्दा|सम्म|मध्ये|देखि|पछि|अघि|तिर|सहित|विना"


def forms(entry: catalogue.Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def latin(form: str) -> set[str]:
    return set(re.findall(r"[A-Za-z](?:[\w./-]*\w)?", bare(form), re.ASCII))


def bare(form: str) -> str:
    """Without placeholders; an article or a postposition written on to a code or a name of a machine is left out with it."""
    form = re.sub(rf"(?<=[A-Za-z])(?:{POSTPOSITIONS})(?![{LETTERS['ne']}])", "", form)
    return re.sub(r"\{[A-Za-z_]+(?:\.subject)?\}", "0", form)


@pytest.mark.parametrize("lang", LETTERS)
def test_the_catalogue_is_complete_and_in_the_order_of_english(lang: str) -> None:
    assert list(catalogue.catalogue(lang)) == list(ENGLISH)


@pytest.mark.parametrize(("lang", "ones"), [("hy", {0, 1}), ("ne", {1})])
def test_plurals_are_those_of_cldr(lang: str, ones: set[int]) -> None:
    assert {n for n in range(1001) if PLURALS[lang](n) == "one"} == ones


@pytest.mark.parametrize("lang", LETTERS)
def test_latin_words_are_only_those_that_machines_and_cards_bear(lang: str) -> None:
    for key, entry in catalogue.catalogue(lang).items():
        allowed = set().union(*map(latin, forms(ENGLISH[key])))
        allowed |= {"Ace", "No", "Face"} if key in SHOWN else set()
        for form in forms(entry):
            words = latin(form)
            assert words <= allowed and not words & {"the", "of", "and", "is", "a", "to"}, (key, words)


@pytest.mark.parametrize(("lang", "letters"), LETTERS.items())
def test_no_word_mixes_two_scripts(lang: str, letters: str) -> None:
    for key, entry in catalogue.catalogue(lang).items():
        for form in forms(entry):
            own = re.sub(rf"[{letters}]", "x", re.sub(r"[A-Za-z]", "L", bare(form)))
            assert not re.search(r"xL|Lx|x-L|L-x", own), (key, form)
            strange = {sign for sign in bare(form) if sign.isalpha() and not re.match(rf"[{letters}A-Za-z]", sign)}
            assert not strange and form == unicodedata.normalize("NFC", form), (key, strange)


@pytest.mark.parametrize(("lang", "stop"), STOPS.items())
def test_sentences_end_as_the_language_ends_them(lang: str, stop: str) -> None:
    for key, entry in catalogue.catalogue(lang).items():
        for form, english in zip(forms(entry), forms(ENGLISH[key]), strict=True):
            if not english.endswith("?"):  # Armenian marks the word that is asked for
                assert form.endswith(stop) == english.endswith("."), key
            other = STOPS["ne" if lang == "hy" else "hy"]
            assert other not in form and not re.search(r"[^0-9A-Za-z]\.(\s|$)", form), key
