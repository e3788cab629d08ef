"""The second edition of the law in every export and back: how a match ends, how long it lasts, lost deals, prices, packs, auctions."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random

import pytest
from openpyxl import load_workbook

from referee.exporters import FORMATS, NotExportable
from referee.exporters.csv import COLUMNS
from referee.exporters.source import Source
from referee.exporters.words import deals_over, result_text, rules_text
from referee.game import commands as ask
from referee.game.refused import Refused
from referee.game.timeline import fold
from referee.i18n import LANGUAGES
from referee.importing.logs import imported
from referee.projections.withheld import withheld
from referee.rules.options import as_options
from referee.service import keeping
from tests.deals import BEFORE, T1, T2
from tests.exporters.matches import random_match, service
from tests.exporters.matches import source as source_of
from tests.exporters.tales import TALES, W, exported, told
from tests.exporters.test_egn import valid
from tests.exporters.test_notation import has_corrections, notation, plays, sheet
from tests.exporters.test_notation import told as own_lines_apart
from tests.exporters.test_pdf import words
from tests.golden.test_golden import HERE as GOLDEN
from tests.golden.test_golden import stored
from tests.strategies import any_rules
from tests.tables import act, log_of, played

NOT_IN_EGN = {"the pack of 32, a suit with the bid": "double-deck", "no trump, high and low": "no-trump-low"}


@pytest.mark.parametrize(("index", "name"), list(enumerate(TALES)))
def test_every_format_takes_it(index: int, name: str) -> None:
    timeline, lang = told(name), LANGUAGES[index % len(LANGUAGES)]
    for format_ in FORMATS:
        if format_ == "egn" and name in NOT_IN_EGN:
            with pytest.raises(NotExportable) as error:
                exported(timeline, format_, lang)
            assert error.value.reason == NOT_IN_EGN[name]
        else:
            assert exported(timeline, format_, lang)


@pytest.mark.parametrize("name", TALES)
@pytest.mark.parametrize("format_", ["ndjson", "json"])
def test_its_log_comes_back_byte_for_byte(name: str, format_: str) -> None:
    timeline, there = told(name), service("there")
    came = imported(there, exported(timeline, format_), format_).match
    assert exported(there.timeline(came), "ndjson") == exported(timeline, "ndjson")
    assert exported(there.timeline(came), "json") == exported(timeline, "json")
    assert keeping.verification(there, came)["ok"]


@pytest.mark.parametrize("reason", ["x" * 201, "", "  ", "a\nb"])
def test_a_reason_for_reopening_keeps_to_the_limits_of_a_request(reason: str) -> None:
    lines, options = TALES["ended early"]
    log = log_of(act(played(*lines, **options), ask.Reopen(reason)))
    with pytest.raises(Refused) as refused:
        imported(service(), "\n".join(event.line for event in log).encode(), "ndjson")
    assert refused.value.facts == {"version": len(log), "reason": "reason"}


@pytest.mark.parametrize("name", TALES)
def test_its_notation_plays_again(name: str) -> None:
    timeline, there = told(name), service("there")
    text = exported(timeline, "txt").decode()
    came = there.timeline(imported(there, text.encode(), "txt").match)
    assert own_lines_apart(exported(came, "txt").decode()) == own_lines_apart(text)
    assert (sheet(came), plays(came)) == (sheet(timeline), plays(timeline))
    assert (came.match.status, came.match.outcome) == (timeline.match.status, timeline.match.outcome)
    assert came.match.rules == timeline.match.rules


@pytest.mark.parametrize("name", sorted(TALES.keys() - NOT_IN_EGN.keys()))
def test_egn_keeps_its_rules(name: str) -> None:
    document = json.loads(exported(told(name), "egn"))
    valid(document)
    assert rules_text(told(name), "en") in document["metadata"]["description"]
    assert result_text(told(name), "en") in document["metadata"]["description"]


# --- in words --------------------------------------------------------------------------------------------------------

NS, EW = "North–South", "East–West"
RESULTS = [
    ("the last of so many deals", f"{NS} won 7 to 5 against {EW}; after 2 deals", 2),  # R9.4
    ("a draw after the last deal", f"A draw: {NS} 6, {EW} 6; after 2 deals", 2),
    ("a draw that is not closed", f"A draw: {NS} 6, {EW} 6; the match is not closed yet", 2),
    ("an extra deal, since the last one ended level", f"{NS} 6, {EW} 6; an extra deal is being played", 2),
    ("won in an extra deal", f"{NS} won 11 to 7 against {EW}; after 3 deals", 3),
    ("deal 2 of 8, a deal thrown in apart", f"{NS} 4, {EW} 2; deal 2 of 8 is being played", 1),
    ("ended early", f"{NS} won 4 to 2 against {EW}; ended early", 1),  # R9.5
    ("ended early and level", f"A draw: {NS} 6, {EW} 6; ended early", 2),
    ("abandoned", f"{NS} 4, {EW} 2; the match was abandoned", 1),
    ("reopened", f"{NS} 4, {EW} 2; deal 2 of 2 is being played", 1),  # R9.6
    ("reopened and closed again", f"{EW} won 7 to 5 against {NS}; after 2 deals", 2),
    ("no target and no number of deals", f"{NS} 4, {EW} 2; the match is still being played", 1),
    ("a target and a number of deals", f"{NS} won 8 to 4 against {EW}", 2),
    ("lost by the defenders", f"{NS} 5, {EW} −2; the match is still being played", 1),  # R7.5
    ("lost as the last deal", f"{NS} won 5 to −2 against {EW}; after 1 deal", 1),
]


@pytest.mark.parametrize(("name", "result", "deals"), RESULTS, ids=[row[0] for row in RESULTS])
def test_how_it_ended_is_said(name: str, result: str, deals: int) -> None:
    timeline = told(name)
    assert (result_text(timeline, "en"), deals_over(timeline)) == (result, deals)
    assert result in exported(timeline, "line").decode()


WAYS = (
    "the last of so many deals", "a draw after the last deal", "a draw that is not closed", "ended early",
    "an extra deal, since the last one ended level", "deal 2 of 8, a deal thrown in apart", "ended early and level",
    "abandoned", "no target and no number of deals", "a target and a number of deals",
)  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_way_to_end_has_words_of_its_own(lang: str) -> None:
    said = {"".join(char for char in result_text(told(name), lang) if not char.isdigit()) for name in WAYS}
    assert len(said) == len(WAYS)


LENGTHS = [
    ({}, "Classic, to 32 points"),
    ({"preset": "club-round"}, "Club round, 8 deals"),
    ({"deals": 1, "target": None}, "Classic, 1 deal"),
    ({"deals": 8}, "Classic, to 32 points or 8 deals"),
    ({"target": None}, "Classic, until the table ends it"),
]


@pytest.mark.parametrize(("options", "length"), LENGTHS)
def test_how_long_it_lasts_is_said(options: dict[str, object], length: str) -> None:
    timeline = played(**options)
    assert rules_text(timeline, "en") == length
    book = load_workbook(io.BytesIO(exported(timeline, "xlsx")))
    assert length in [cell.value for row in book.worksheets[0].iter_rows() for cell in row]


# --- the score sheet -------------------------------------------------------------------------------------------------

CELLS = [
    ("lost by the defenders", 0, "lost", "EW", ("3", "1"), ("5", "0"), ("0", "-2")),
    ("lost by the makers", 0, "lost", "NS", ("2", "1"), ("-5", "1"), ("-2", "0")),
    ("a set booked to the opponents", 0, "set", "", ("4", "2"), ("0", "7"), ("0", "0")),
    ("a made bid scores the bid", 0, "made", "", ("5", "1"), ("3", "1"), ("0", "0")),
    ("prices", 0, "set", "", ("2", "4"), ("-3", "4"), ("0", "0")),
    ("the pack of 32, a suit with the bid", 0, "made", "", ("2", "6"), ("2", "6"), ("0", "0")),
    ("ended early", 1, "", "", ("0", "0"), ("0", "0"), ("0", "0")),
]


@pytest.mark.parametrize(("name", "row", "outcome", "lost_by", "tricks", "points", "penalties"), CELLS)
def test_the_rows_of_the_table(
    name: str, row: int, outcome: str, lost_by: str, tricks: object, points: object, penalties: object
) -> None:
    cells = list(csv.DictReader(io.StringIO(exported(told(name), "csv").decode(), newline=""), COLUMNS))[row + 1]
    assert (cells["outcome"], cells["lost_by"]) == (outcome, lost_by)
    found = [(cells[f"{column}_NS"], cells[f"{column}_EW"]) for column in ("tricks", "points", "penalties")]
    assert found == [tricks, points, penalties]


PRINTED = [
    ("lost by the defenders", "en", ["A renege loses the deal, to 32 points", "lost by E–W"]),
    ("lost by the makers", "gd", ["chaill T–D"]),
    ("a draw after the last deal", "gd", ["Geama co-ionann", "an dèidh 2 làimh"]),
    ("ended early and level", "ms", ["Seri", "perlawanan ditamatkan awal"]),
    ("deal 2 of 8, a deal thrown in apart", "en", ["Club round, 8 deals", "deal 2 of 8 is being played", "all passed"]),
    ("the pack of 32, a suit with the bid", "en", ["Double deck of 32, 8 deals", "none, A high"]),
    ("the pack of 32, a suit with the bid", "hy", ["առանց, A բարձր"]),
    ("no trump, high and low", "en", ["none, A high", "none, 9 high"]),
]


@pytest.mark.poppler
@pytest.mark.parametrize(("name", "lang", "parts"), PRINTED)
def test_it_is_said_on_the_printed_sheet(name: str, lang: str, parts: list[str], tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").write_bytes(exported(told(name), "pdf", lang))
    printed = words(tmp_path / "sheet.pdf")
    assert [part for part in parts if part not in printed] == []


def test_a_lost_deal_is_said_in_the_workbook_and_in_egn() -> None:
    timeline = told("lost by the defenders")
    book = load_workbook(io.BytesIO(exported(timeline, "xlsx")))
    row = next(book.worksheets[1].iter_rows(min_row=2, values_only=True))
    assert row[5] == "lost by E–W" and "were given what they bid: +5" in row[-1]
    sentences = json.loads(exported(timeline, "egn"))["deals"][0]["phases"][0]["callAnnotations"]
    assert f"Renege: {EW} lose the deal" in next(iter(sentences.values()))


def test_the_result_tells_a_draw_from_an_abandoned_match() -> None:
    found = {name: json.loads(exported(told(name), "json"))["match"] for name in ("ended early and level", "abandoned")}
    assert [(one["winner"], one["drawn"], one["ended"]) for one in found.values()] == [
        (None, True, "early"),
        (None, False, "abandoned"),
    ]


# --- the notation ----------------------------------------------------------------------------------------------------

TAGS = [
    ("another dealer", '[DealerChanged "W"]'),
    ("the pack of 32, a suit with the bid", '[Bid "W" "5" "NT"]'),
    ("the pack of 32, a suit with the bid", '[Bid "N" "pass"]'),
    ("lost by the makers", '[ThrownIn "renege" "NS"]'),
    ("ended early and level", '[Closed "early"]'),
    ("ended early and level", '[Ended "early"]'),
    ("ended early and level", '[Winner "draw"]'),
    ("abandoned", '[Ended "abandoned"]'),
    ("deal 2 of 8, a deal thrown in apart", '[Ended "-"]'),
    ("a draw that is not closed", '[Status "decided"]'),
    ("a draw that is not closed", '[Winner "draw"]'),
    ("no target and no number of deals", '[Option "target" "null"]'),
    ("reopened", '[Note "Not carried: that the match was closed and reopened, 1 times."]'),
]


@pytest.mark.parametrize(("name", "tag"), TAGS)
def test_what_its_notation_says(name: str, tag: str) -> None:
    text = exported(told(name), "txt").decode()
    assert tag in text.splitlines()
    assert text.startswith('[Notation "Referee 2"]')


def test_a_match_that_was_reopened_tells_of_no_undo() -> None:
    assert "entries of undo" not in exported(told("reopened"), "txt").decode()
    assert "Not carried: 3 entries of undo" in exported(told("reopened and closed again"), "txt").decode()


WRONG = [
    ("lost by the makers", '[ThrownIn "renege" "NS"]', '[ThrownIn "renege" "EW"]', "does-not-follow"),
    ("lost by the makers", '[ThrownIn "renege" "NS"]', '[ThrownIn "renege"]', "does-not-follow"),
    ("another dealer", '[DealerChanged "W"]', '[DealerChanged "N"]', "not-now"),
    ("another dealer", '[DealerChanged "W"]', '[DealerChanged "X"]', "bad-value"),
    ("ended early", '[Closed "early"]', '[Closed "late"]', "bad-value"),
    ("ended early", '[Ended "early"]', '[Ended "deals"]', "does-not-follow"),
    ("ended early and level", '[Winner "draw"]', '[Winner "NS"]', "does-not-follow"),
    ("the pack of 32, a suit with the bid", '"5" "NT"]', '"5"]', "invalid-request"),
    ("the pack of 32, a suit with the bid", '"5" "NT"]', '"5" ""]', "bad-value"),
    ("the pack of 32, a suit with the bid", "AC", "9C", "unknown-card"),
]


@pytest.mark.parametrize(("name", "old", "new", "reason"), WRONG)
def test_a_notation_that_says_otherwise_is_refused(name: str, old: str, new: str, reason: str) -> None:
    text = exported(told(name), "txt").decode()
    assert old in text
    with pytest.raises(Refused) as refused:
        imported(service(), text.replace(old, new, 1).encode(), "txt")
    assert refused.value.facts["reason"] == reason


def test_a_reader_who_may_not_look_back_gets_a_notation_without_those_cards() -> None:  # R4.6
    timeline = played(*BEFORE, T1, T2, "N:9C E:KC", look_back="last-trick", **W)
    hidden = withheld(timeline)
    source = Source(lambda: iter(log_of(timeline)), lambda: timeline, "en", hidden)
    text = b"".join(FORMATS["txt"].write(source)).decode()
    rows = [line.split() for line in text.splitlines() if line.startswith("   ")]
    assert rows == [
        ["1", "-", "-", "-", "-", "N"],
        ["2", "AS", "QH", "9S", "JS", "N"],
        ["3", "9C", "KC", "-", "-", "-"],
    ]
    assert '[Note "Not carried: cards that may not be looked at' in text
    there = service("there")
    assert there.timeline(imported(there, text.encode()).match).match.deal.tricks[0].plays == ()
    assert "Not carried: cards" not in exported(timeline, "txt").decode()


@pytest.mark.parametrize("seed", range(40))
def test_a_match_by_any_rules_comes_back_from_its_notation_and_its_log(seed: int) -> None:
    random = Random(seed + 5000)
    here, match = random_match(random, 120, ("classic", any_rules(random)))
    text, there = notation(here, match), service("there")
    log = b"".join(FORMATS["ndjson"].write(source_of(here, match)))
    assert list(there.events(imported(there, log).match)) == list(here.events(match))
    try:
        came = there.timeline(imported(there, text.encode()).match)
    except Refused as refused:
        assert has_corrections(here, match), refused.facts
        return
    if not has_corrections(here, match):
        assert own_lines_apart(exported(came, "txt").decode()) == own_lines_apart(text)
        assert (sheet(came), plays(came)) == (sheet(here.timeline(match)), plays(here.timeline(match)))


# --- notations of the first edition ----------------------------------------------------------------------------------

FIRST = sorted(file.stem for file in GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("name", FIRST)
def test_a_match_of_the_first_edition_is_written_as_it_was(name: str) -> None:
    text = exported(fold(stored(name)), "txt").decode()
    assert "".join(line for line in text.splitlines(True) if "[Ended " not in line) == old_text(name)


@pytest.mark.parametrize("name", FIRST)
def test_an_old_notation_plays_again_by_its_own_law(name: str) -> None:
    there, before = service("there"), fold(stored(name))
    came = imported(there, old_text(name).encode(), "txt").match
    again = there.timeline(came)
    assert (again.match.rules, again.match.rules.edition) == (before.match.rules, 1)
    assert (sheet(again), plays(again)) == (sheet(before), plays(before))
    assert list(there.events(imported(there, exported(again, "ndjson")).match)) == list(there.events(came))


def old_text(name: str) -> str:
    return (Path(GOLDEN) / f"{name}.txt").read_text()


PRESETS_OF_OLD = [
    ("tournament", {"after_renege": "deal-ends", "look_back": "all"}),
    ("pepper", {"auction": "once", "set_loss": None, "alone_set_loss": "bid"}),
]


@pytest.mark.parametrize(("preset", "values"), PRESETS_OF_OLD)
def test_a_preset_of_the_first_edition_means_what_it_meant(preset: str, values: dict[str, object]) -> None:
    there = service("there")
    came = imported(there, f'[Notation "Referee 1"]\n[Preset "{preset}"]\n[Deal "1"]\n'.encode())
    options = as_options(there.timeline(came.match).match.rules)
    assert {name: options[name] for name in values} == values


@pytest.mark.parametrize("line", ['[Option "deals" "8"]', '[Preset "club-round"]', '[Option "look_back" "\\"none\\""]'])
def test_what_the_first_edition_did_not_know_is_refused_in_its_notation(line: str) -> None:
    text = f'[Notation "Referee 1"]\n{line}\n[Deal "1"]\n'
    with pytest.raises(Refused) as refused:
        imported(service(), text.encode(), "txt")
    assert refused.value.facts["reason"] == "bad-value"
    assert imported(service(), text.replace("Referee 1", "Referee 2").encode(), "txt")
