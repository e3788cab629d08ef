"""A whole evening: fifteen tables, sixty phones, slips and a correction; the standings worked out once more from what was said."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

from flask import Flask

from tests.http.clubs import Club, names
from tests.http.tables import BASE

ROUNDS, TABLES = 4, 15


def test_sixty_phones_play_a_night_to_its_end(app: Flask) -> None:
    club = Club(app, 60, rounds=ROUNDS, rules={"deals": 1, "target": None})
    chance, points = random.Random(1), Counter[int]()
    phones = {player: club.join(player) for player in range(1, 61)}
    partners: Counter[frozenset[int]] = Counter()
    for number in range(1, ROUNDS + 1):
        for table in club.draw():
            seats, taken = table["seats"], chance.randint(0, 6)
            partners.update((frozenset((seats["N"], seats["S"])), frozenset((seats["E"], seats["W"]))))
            if table["number"] == TABLES:  # no phone out: a slip
                club.slip(number, TABLES, 9, 4)
                scores = {"NS": 9, "EW": 4}
            else:
                own = {seat: club.done("seat", role=phones[player]) for seat, player in seats.items()}
                assert {seat: one["seat"] for seat, one in own.items()} == {seat: seat for seat in "NESW"}
                body = {"maker": "N", "bid": "3", "trump": "H", "tricks": {"NS": taken, "EW": 6 - taken}}
                said = club.done(f"/matches/{table['match']}/results", body, own["N"]["token"])
                scores = said["match"]["score"]
                club.done(f"/matches/{table['match']}/close", {})
            for seat, player in seats.items():
                points[player] += scores["NS" if seat in "NS" else "EW"]
        club.done(f"rounds/{number}/close", {})
    assert max(partners.values()) == 1
    assert {row["player"]: row["points"] for row in club.get("standings").json["rows"]} == points
    first = club.table(1, 1)
    club.done("rounds/1/tables/1/result", {"NS": 20, "EW": 0, "reason": "the phone was wrong"}, method="PUT")
    for seat, player in first["seats"].items():
        points[player] += (20 if seat in "NS" else 0) - first["result"]["NS" if seat in "NS" else "EW"]
    club.done("close", {})
    rows = club.get("standings", phones[17]).json["rows"]
    assert {row["player"]: row["points"] for row in rows} == points
    assert [row["points"] for row in rows] == sorted(points.values(), reverse=True)
    assert club.get("verification").json["ok"] is True
    assert club.post("players", {"names": names(1)}).json["code"] == "night-closed"
    assert club.client.get(f"{BASE}/nights/{club.id}").status_code == 401


def calls(work: Callable[[], object]) -> int:
    """How many Python functions are called on the way."""
    counted = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal counted
        counted += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def test_an_act_is_as_much_work_in_a_large_night_as_in_a_small_one(app: Flask) -> None:
    """60 players in round 12, 8 in round 1; a slip, a result put right, a name, undo and redo, without the night in the
    reply. `benchmarks.nights` measures the same in time, and with the night."""
    work = []
    for players, rounds in ((60, 12), (8, 1)):
        club = Club(app, players, rounds=12)
        for number in range(1, rounds + 1):
            tables = len(club.draw())
            for table in range(1, tables + 1 if number < rounds else tables):
                club.slip(number, table, 10, 4)
            if number < rounds:
                club.done(f"rounds/{number}/close", {})
        path = f"rounds/{rounds}/tables"
        acts: list[tuple[str, str, Any]] = [
            ("PUT", f"{path}/{tables}/result", {"NS": 9, "EW": 3}),
            ("PUT", f"{path}/1/result", {"NS": 9, "EW": 3, "reason": "misread"}),
            ("PATCH", "players/1", {"name": "Zoe"}),
            ("POST", "undo", {}),
            ("POST", "redo", {}),
        ]

        def act(method: str, path: str, body: Any, club: Club = club) -> None:
            assert club.send(method, path, "organiser", {"Prefer": "return=minimal"}, body).status_code in (200, 201)

        work.append([calls(lambda one=one: act(*one)) for one in acts])
    for large, small in zip(*work, strict=True):
        assert large <= 1.1 * small, work
