"""A name belongs to who sat there then: what is told of a deal names its own players, not a later substitute."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referee.exporters import FORMATS, Source
from referee.exporters.words import rulings_with_texts
from referee.game import commands as ask
from referee.game.timeline import Timeline
from referee.http.replies import claims_with_texts
from referee.i18n import LANGUAGES
from referee.projections.rulings import claims_view
from referee.projections.scoresheet import scoresheet_view
from referee.projections.seating import players_during
from referee.rules.seats import Seat
from referee.terminal import account
from tests.deals import DISPUTED, T5, T6
from tests.tables import act, log_of, played, then

FIRST = {Seat.N: "Ann", Seat.E: "Sita", Seat.S: "Cat", Seat.W: "Dan"}


def substituted() -> Timeline:
    """East's Sita reneges in deal 1, which is ruled there; then Ram takes her seat, and deal 2 is counted."""
    timeline = act(played(first_dealer="W"), ask.ChangePlayers(FIRST))
    timeline = then(timeline, *DISPUTED, "claim S E 2", T5, T6)
    return then(act(timeline, ask.ChangePlayers({Seat.E: "Ram"})), "result E 3 H 3 3")


TIMELINE = substituted()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rulings_name_the_players_of_their_deal(lang: str) -> None:
    for _, sentence in rulings_with_texts(TIMELINE, lang):
        assert "Sita" in sentence and "Ram" not in sentence
    for claim in claims_with_texts(claims_view(TIMELINE.match), TIMELINE, lang):
        assert "Sita" in claim["text"] and "Ram" not in claim["text"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_replay_names_who_sat_there_at_each_entry(lang: str) -> None:
    lines = list(account(TIMELINE, lang, ansi=False))
    changed = next(at for at, line in enumerate(lines) if "Ram" in line)
    assert sum("Sita" in line for line in lines[:changed]) > 6
    assert not [line for line in lines[changed:] if "Sita" in line]
    assert any("Ram" in line for line in lines[changed + 1 :])


def test_each_row_of_the_score_sheet_has_its_own_players() -> None:
    east = [row["players"]["E"] for row in scoresheet_view(TIMELINE)["rows"]]
    assert east[:2] == ["Sita", "Ram"]


def test_a_match_without_changes_is_told_of_those_who_sit_there() -> None:
    assert players_during(played())(1) == {"N": None, "E": None, "S": None, "W": None}


def test_the_annotations_of_egn_name_the_players_of_their_deal() -> None:
    told = b"".join(FORMATS["egn"].write(source("en"))).decode()
    assert "Sita and Dan lose 2 points" in told and "Ram and Dan lose" not in told


@pytest.mark.poppler
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_printed_sheet_does_not_charge_the_substitute(lang: str, tmp_path: Path) -> None:
    """Whoever signs for East and West signs for a renege of Sita's."""
    file = tmp_path / "sheet.pdf"
    file.write_bytes(b"".join(FORMATS["pdf"].write(source(lang))))
    told = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout
    ruling = next(part for part in told.split("\n\n") if "10♠" in part)
    assert "Sita" in ruling and "Ram" not in ruling


def source(lang: str) -> Source:
    return Source(lambda: iter(log_of(TIMELINE)), lambda: TIMELINE, lang)
