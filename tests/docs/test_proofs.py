"""How a renege is proved: each row of docs/rulebook.md is ruled as it says there, and so are the fine points below it."""

from __future__ import annotations

import re

import pytest

from referee.rules.renege import Ground, finding
from referee.rules.seats import Seat
from referee.rules.trump import Trump
from referee.rules.whereabouts import fits
from tests.deals import BEFORE, T1, T2
from tests.docs.pages import ROOT
from tests.rules.records import record
from tests.tables import played

PAGE = (ROOT / "docs" / "rulebook.md").read_text()
GAP = "N:? E:? S:? W:?"
ONE, SECOND = "N:JD E:TD S:KD W:QD", "N:AS E:QH S:9S W:JS"  # East does not follow the ace of spades
TWO = f"{ONE} / {SECOND}"
THREE = f"{TWO} / N:9C E:KC S:QC W:AC"
DOUBLE = {"preset": "double-deck"}

ROWS = [  # the row's facts, as a record; East is accused in this trick; the ground
    ("plays 10♠ two tricks later", f"{THREE} / W:KS N:9D E:TS", 2, {}, "led-suit-played-later"),
    ("East laid 10♠ face up before that", f"E=TS {TWO}", 2, {}, "led-suit-shown"),
    ("The same, and then a trick was recorded without its cards", f"E=TS {GAP} / {SECOND}", 2, {}, "cards-unseen"),
    ("East had shown 10♠ and K♠, and then one trick", f"E=TS,KS {GAP} / {SECOND}", 2, {}, "must-hold-by-count"),
    ("East has three unnamed cards left", f"{THREE} N=JH,AD,9D S=9H,TH,QS W=TC,AH,KS", 2, {}, "must-hold-by-count"),
    ("Every other spade lies open in another hand", f"{TWO} S=TS,QS W=KS", 2, {}, "suit-accounted-for"),
    ("All of East's later cards are known", f"{THREE} / E:9H / E:TH / E:KH", 2, {}, "hand-accounted-for"),
    ("South obeyed", f"{TWO} / N:TS E:KC S:QC W:AC", 2, {}, "cards-unseen"),
    ("every spade has been played once by others", "N:AS E:QH S:9S W:JS / N:TS S:QS W:KS", 1, DOUBLE, "cards-unseen"),
    ("In a moon", "W:JD N:KD E:TD / W:AS N:9S E:QH N=TS,JS W=QS", 2, {"out": "S"}, "cards-unseen"),
]  # fmt: skip


@pytest.mark.parametrize("said, words, trick, game, ground", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_is_ruled_as_it_says(said: str, words: str, trick: int, game: dict[str, str], ground: str) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith("|") and said in line)
    deal = record(words, **game)
    assert fits(deal)
    found = finding(deal, Trump.DIAMONDS, Seat.E, trick)
    assert found.ground is Ground(ground)
    assert row.split("|")[2].strip().startswith(found.verdict.value)


def test_every_row_is_tried() -> None:
    section = PAGE[PAGE.index("## How a renege is proved") : PAGE.index("## Options")]
    assert len(re.findall(r"^\| ", section, re.M)) == len(ROWS) + 1


@pytest.mark.parametrize("trick, in_time", [(1, False), (2, False), (3, False), (6, True)])
def test_which_tricks_of_an_agreed_deal_are_in_time(trick: int, in_time: bool) -> None:  # J2.7
    timeline = played(
        *BEFORE, T1, T2, "count 4 2", f"claim S E {trick} deal 1", claim_window="next-lead", first_dealer="W"
    )
    assert timeline.match.claims[0].in_time == ((trick,) if in_time else ())
