"""The page's table of rights (`static/rights.js`) is the referee's (`service/access.py`): every row, way of recording and seat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.game import commands as ask
from referee.projections.table import match_view
from referee.rules.seats import SEATS, Seat, Team
from referee.service.access import RECORDINGS, ROLES, may
from tests.deals import BEFORE
from tests.service.test_access import at
from tests.tables import act, cards, commands

PAGE = Path(__file__).parents[2] / "referee/http/page/static/rights.js"
ROWS = {
    name: re.findall(r"'(\w+)'", row)
    for name, row in re.findall(r"(\w+): (\[[^\]]*\])", PAGE.read_text().split("RIGHTS = {")[1].split("};")[0])
}
LINES = {  # what a row of the page is about, for East
    "bid": "E:4", "play": "E:TD", "shown": "show E 9H", "took": "took E", "trick": "trick JD TD KD QD", "contract": "contract N 4 D",
    "counts": "count 4 2", "result": "result N 4 D 4 2", "redeal": "redeal", "turned": "turned-up 1 N:JD,TD,KD,QD",
    "dealer": "dealer E",
}  # fmt: skip
COMMANDS: dict[str, ask.Command] = {
    "claim": ask.ClaimRenege(Seat.E, Seat.N, 1, 1),
    "rename": ask.ChangePlayers({Seat.E: "Eve"}),
    "adjust": ask.AdjustScore(Team.NS, -1, "late"),
    "close": ask.Close(),
    "reopen": ask.Reopen("a slip"),
    "correct": ask.CorrectCard(8, *cards("9D")),
    "rematch": ask.LinkRematch("x", {seat: seat for seat in SEATS}),
}


def test_every_row_is_compared() -> None:
    assert set(ROWS) == set(LINES) | set(COMMANDS)


@pytest.mark.parametrize("recording", RECORDINGS)
@pytest.mark.parametrize("what", sorted(ROWS))
def test_the_page_offers_what_the_referee_allows(what: str, recording: str) -> None:
    before = () if what in ("bid", "contract", "result", "redeal", "dealer") else BEFORE
    timeline = at(recording, *before)
    command = COMMANDS.get(what) or next(commands(timeline, LINES[what]))
    offered = {"any": "NESW", "own": "E", "no": ""}[ROWS[what][RECORDINGS.index(recording)]]
    assert {role for role in ROLES if may(role, command, timeline)} == {"scorer", *offered}


@pytest.mark.parametrize(
    "lines",
    [(), ("N:4",), BEFORE, ("N:4", "undo"), ("N:4", "E:pass", "undo", "redo"), ("N:4", "undo", "undo")],
    ids=repr,
)
@pytest.mark.parametrize("by", ["scorer", "E"])
def test_the_view_names_who_may_undo_and_redo(lines: tuple[str, ...], by: str) -> None:
    timeline = at("anyone")
    for line in lines:
        if not (line == "undo" and timeline.undo_to is None):
            for command in commands(timeline, line):
                timeline = act(timeline, command, by)
    view = match_view("here", timeline)
    for shown, command in ((view["undo"], ask.Undo(None)), (view["redo"], ask.Redo(None))):
        if shown is not None:
            assert set(shown["may"]) == {role for role in ROLES if may(role, command, timeline)}
