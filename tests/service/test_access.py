"""Who may do what (docs/api.md): one table of roles and commands for each mode of recording."""

from __future__ import annotations

import re

import pytest

from referee.events.log import FIRST_PREV
from referee.game import commands as ask
from referee.game.decide import open_match
from referee.game.timeline import Timeline, begin
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, Seat
from referee.service.access import CODE_LETTERS, RECORDINGS, ROLES, hashed, may, new_join_code, new_token
from tests.deals import BEFORE, DISPUTED, T1, T2
from tests.tables import _appended, _sealed, act, commands, played, then

W = {"first_dealer": "W"}


def at(recording: str, *lines: str, **options) -> Timeline:
    """A table with this way of recording, North having dealt."""
    first, second = open_match(ask.OpenMatch(rules_of("classic", options), recording=recording, first_dealer=Seat.W))
    timeline = _appended(begin(_sealed(first, 1, 1, FIRST_PREV, "scorer")), [second], 1, "scorer")
    return then(timeline, *lines)


def roles(timeline: Timeline, line: str) -> str:
    """Who may do this, as text such as `scorer N`."""
    command = next(commands(timeline, line))
    return " ".join(role for role in ROLES if may(role, command, timeline))


ALL = "scorer N E S W"
JOKER = {"joker": True}
SWAP = ask.CorrectEntries({8: {"card": "9D"}})
ROWS = [  # what is asked, at which table, by whom under own-seat, and under anyone
    ("bid for itself", "N:4", (), {}, "scorer N", ALL),
    ("play for itself", "N:JD", BEFORE, {}, "scorer N", ALL),
    ("show its own cards", "show E 9H", BEFORE, {}, "scorer E", ALL),
    ("the dealer discards", "discard 9C", (), JOKER, "scorer W", ALL),
    ("the dealer of that deal names the discard", "discard 9C deal 1", ("discard -", "result passed"), JOKER, "scorer W", ALL),
    ("the maker names trump", "trump D", BEFORE[:1], {}, "scorer N", ALL),
    ("the maker exchanges", "exchange - -", ("contract E ask D",), {}, "scorer E", ALL),
    ("the winner of a trick", "took S", BEFORE, {}, "scorer S", ALL),
    ("take back its own", "take-back E2 TS", (*BEFORE, T1, T2), {}, "scorer E", ALL),
    ("a whole trick is the scorer's", "trick JD TD KD QD", BEFORE, {}, "scorer", ALL),
    ("contracts are the scorer's", "contract N 4 D", (), {}, "scorer", ALL),
    ("counts are the scorer's", "count 4 2", BEFORE, {}, "scorer", ALL),
    ("results are the scorer's", "result N 4 D 4 2", (), {}, "scorer", ALL),
    ("four passes are the scorer's", "result passed", (), {}, "scorer", ALL),
    ("misdeals are the scorer's", "redeal", (), {}, "scorer", ALL),
    ("turned-up cards are the scorer's", "turned-up 1 N:JD,TD,KD,QD", ("result N 5 D 5 1",), {}, "scorer", ALL),
]  # fmt: skip


@pytest.mark.parametrize("line, told, options, own, anyone", [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_who_may_record(line, told, options, own, anyone):
    assert roles(at("own-seat", *told, **options), line) == own
    assert roles(at("anyone", *told, **options), line) == anyone
    assert roles(at("scorer", *told, **options), line) == "scorer"


EVERYWHERE = [
    ("claim as itself", "claim S E 2", DISPUTED, "scorer S"),
    ("show an ace and no face as itself", "ace E AH 9H TH 9C TC TD", (), "scorer E"),
    ("concede as itself", "concede 1 W", (*BEFORE, T1, T2, "claim S E 2"), "scorer W"),
    ("withdraw as itself", "withdraw 1 S", (*BEFORE, T1, T2, "claim S E 2"), "scorer S"),
    ("rename itself", "name E Eve", (), "scorer E"),
    ("adjust", "adjust NS 1", (), "scorer"),
    ("close", "close", (), "scorer"),
    ("abandon", "abandon", (), "scorer"),
    ("correct a slip", "correct E2 TS", (*BEFORE, T1, T2), "scorer"),
]


@pytest.mark.parametrize("recording", RECORDINGS)
@pytest.mark.parametrize("line, told, who", [row[1:] for row in EVERYWHERE], ids=[row[0] for row in EVERYWHERE])
def test_what_is_the_same_under_every_way_of_recording(recording, line, told, who):
    assert roles(at(recording, *told), line) == who


def test_corrections_of_data_are_the_scorers():
    timeline = played(*BEFORE, T1, **W)
    assert [role for role in ROLES if may(role, SWAP, timeline)] == ["scorer"]
    two = ask.ChangePlayers({Seat.E: "Eve", Seat.W: "Wim"})
    assert [role for role in ROLES if may(role, two, timeline)] == ["scorer"]


def test_a_viewer_only_reads():
    timeline = played(*BEFORE, **W)
    assert not any(may("viewer", command, timeline) for command in (ask.Undo(), ask.Redo(), ask.Redeal(), SWAP))


# --- undo ------------------------------------------------------------------------------------------------------------


def by(timeline: Timeline, role: str, line: str) -> Timeline:
    """The table after a role did this."""
    for command in commands(timeline, line):
        timeline = act(timeline, command, role)
    return timeline


def undoing(timeline: Timeline, to: int | None = None) -> list[str]:
    return [role for role in ROLES if may(role, ask.Undo(to), timeline)]


@pytest.mark.parametrize("recording", RECORDINGS)
def test_a_seat_undoes_only_its_own_last_act(recording):
    timeline = by(at(recording), "N", "N:4")
    assert undoing(timeline) == undoing(timeline, 2) == ["scorer", "N"]
    assert undoing(by(timeline, "E", "E:5")) == ["scorer", "E"]
    assert undoing(by(timeline, "E", "E:5"), 2) == ["scorer"]
    assert undoing(by(timeline, "E", "name E Eve")) == ["scorer", "N"]  # undo passes over names
    assert undoing(by(timeline, "scorer", "E:5")) == ["scorer"]


def test_never_one_that_holds_a_ruling():
    timeline = by(played(*DISPUTED, **W), "S", "claim S E 2")
    assert undoing(timeline) == ["scorer"]
    opened = by(played(*BEFORE, T1, T2, **W), "S", "claim S E 2")
    assert undoing(opened) == ["scorer", "S"]
    proving = by(by(by(opened, "N", "N:9C"), "scorer", "E:KC S:QC W:AC"), "W", "W:KS N:9D E:TS")
    assert undoing(proving) == ["scorer"]


def test_a_seat_redoes_its_own_undo():
    undone = by(by(at("anyone"), "N", "N:4"), "N", "undo")
    assert [role for role in ROLES if may(role, ask.Redo(), undone)] == ["scorer", "N"]
    theirs = by(by(at("anyone"), "N", "N:4"), "scorer", "undo")
    assert [role for role in ROLES if may(role, ask.Redo(), theirs)] == ["scorer"]


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_tokens_and_codes():
    assert len({new_token() for _ in range(100)}) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", new_token()) for _ in range(20))
    assert all(set(new_join_code()) <= set(CODE_LETTERS) and len(new_join_code()) == 6 for _ in range(20))
    assert not set("01OIL") & set(CODE_LETTERS)
    assert re.fullmatch(r"[0-9a-f]{64}", hashed("secret")) and hashed("secret") != hashed("Secret")
    assert ROLES == ("scorer", *(seat.value for seat in SEATS), "viewer")
