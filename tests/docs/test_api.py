"""What docs/api.md says by hand is what the code does: who may do what, the statuses of refusals, the forms of values."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.http.problems import STATUS
from referee.service import Service
from referee.service.access import RECORDINGS
from referee.stores.memory import MemoryStore
from tests.deals import BEFORE, T1, T2
from tests.docs.pages import ROOT
from tests.http.tables import Table
from tests.service.test_access import ALL, JOKER, at, roles

PAGE = (ROOT / "docs" / "api.md").read_text()
TOLD = {"anyone": 1, "own-seat": 2, "scorer": 3}

OPEN = (*BEFORE, T1, T2, "claim S E 2")
ROWS = [  # how the row begins, an example of it, at which table, who "it" is
    ("bid, play", "N:4", (), {}, "N"),
    ("bid, play", "N:JD", BEFORE, {}, "N"),
    ("bid, play", "show E 9H", BEFORE, {}, "E"),
    ("bid, play", "take-back E2 TS", (*BEFORE, T1, T2), {}, "E"),
    ("that itself dealt", "dealer E", (), {}, "E"),
    ("the discard", "discard 9C", (), JOKER, "W"),
    ("trump and exchange", "trump D", BEFORE[:1], {}, "N"),
    ("trump and exchange", "exchange - -", ("contract E ask D",), {}, "E"),
    ("a trick by its winner", "took S", BEFORE, {}, "S"),
    ("whole tricks", "trick JD TD KD QD", BEFORE, {}, ""),
    ("whole tricks", "contract N 4 D", (), {}, ""),
    ("whole tricks", "count 4 2", BEFORE, {}, ""),
    ("whole tricks", "result N 4 D 4 2", (), {}, ""),
    ("whole tricks", "turned-up 1 N:JD,TD,KD,QD", ("result N 5 D 5 1",), {}, ""),
    ("whole tricks", "redeal", (), {}, ""),
    ("claim, concede", "claim S E 2", (*BEFORE, T1, T2), {}, "S"),
    ("claim, concede", "concede 1 W", OPEN, {}, "W"),
    ("claim, concede", "withdraw 1 S", OPEN, {}, "S"),
    ("claim, concede", "name E Eve", (), {}, "E"),
    ("undo and redo", "undo", ("N:4",), {}, ""),
    ("corrections", "correct E2 TS", (*BEFORE, T1, T2), {}, ""),
    ("corrections", "adjust NS 1", (), {}, ""),
    ("corrections", "close", (), {}, ""),
]  # fmt: skip


@pytest.fixture
def app() -> Flask:
    """An application over a store in memory."""
    return create_app(Service(MemoryStore()), Settings(rate_limit=False))


@pytest.mark.parametrize("recording", RECORDINGS)
@pytest.mark.parametrize("row, line, told, options, own", ROWS, ids=[" ".join(row[:2]) for row in ROWS])
def test_who_may_do_what(recording: str, row: str, line: str, told: tuple[str, ...], options, own: str) -> None:
    cells = next(found for found in PAGE.splitlines() if found.startswith(f"| {row}")).split("|")
    said = cells[1 + TOLD[recording]].strip()
    who = {"any seat": ALL, "scorer": "scorer", "its own last act": "scorer"}.get(said, f"scorer {own}")
    assert roles(at(recording, *told, **options), line) == who


def test_every_row_of_that_table_is_tried() -> None:
    table = PAGE[PAGE.index("| | `anyone`") : PAGE.index("The scorer may do all of it")]
    assert all(any(line.startswith(f"| {row}") for row, *_ in ROWS) for line in table.strip().splitlines()[2:])


def test_each_refusal_has_the_status_that_it_is_said_to_have() -> None:
    said = re.findall(r"\b([45]\d\d)\s((?:`[a-z-]+`,?\s?(?:and\s)?)+)", PAGE)
    pairs = [(int(status), code) for status, codes in said for code in re.findall(r"`([a-z-]+)`", codes)]
    assert len(pairs) > 15
    assert [pair for pair in pairs if STATUS.get(pair[1]) != pair[0]] == []


def test_the_forms_of_values(app: Flask) -> None:
    named = {"players": {"N": "x" * 40}, "tags": {str(number): "y" for number in range(20)}}
    table = Table(app, **named)
    assert table.client.post("/api/v1/matches", json={"players": {"N": "x" * 41}}).status_code == 422
    assert table.client.post("/api/v1/matches", json={"tags": {**named["tags"], "one": "more"}}).status_code == 422
    for points, reason, status in ((1, "r" * 200, 201), (1, "r" * 201, 422), (1, "a\nb", 422)):
        assert table.post("adjustments", {"team": "NS", "points": points, "reason": reason}).status_code == status
    table.done("contracts", {"maker": "N", "bid": "4", "trump": "D"})
    table.done("plays", {"seat": "N", "card": "10c"})


def test_a_wrong_number_of_cards_in_a_trick_comes_after_not_now(app: Flask) -> None:
    table = Table(app)
    assert table.post("tricks", {"cards": ["9C", "TC"]}).json["code"] == "not-now"
    table.done("contracts", {"maker": "N", "bid": "4", "trump": "D"})
    assert table.post("tricks", {"cards": ["9C", "TC"]}).json["code"] == "invalid-request"


def test_opening_again_with_the_same_key_leaves_seats_that_were_taken(app: Flask) -> None:
    client, key = app.test_client(), {"Idempotency-Key": "opened-and-opened-again"}
    first = client.post("/api/v1/matches", json={}, headers=key).get_json()
    joined = client.post("/api/v1/joins", json={"code": first["join_code"], "seat": "E"}).get_json()
    second = client.post("/api/v1/matches", json={}, headers=key).get_json()
    assert second["id"] == first["id"] and set(second["tokens"]) == {"scorer", "N", "S", "W", "viewer"}
    alive = {
        role: client.get(f"/api/v1/matches/{first['id']}", headers={"Authorization": f"Bearer {token}"}).status_code
        for role, token in {**first["tokens"], "E": joined["token"]}.items()
    }
    assert alive == {"scorer": 401, "N": 401, "E": 200, "S": 401, "W": 401, "viewer": 401}
