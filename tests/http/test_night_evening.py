"""A whole evening: fifteen tables, sixty phones, slips and a correction; the standings worked out once more from what was said."""

from __future__ import annotations

import random
from collections import Counter

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
