"""The pages of club nights as they are sent: by themselves, with their own words; how the tables stand; and nights in the league."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.http.page.bundle import EARLY, PARTS, SCREENS, night_words, scripts
from referee.http.page.modules import needed
from referee.i18n import LANGUAGES
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.http.clubs import Club
from tests.http.tables import BASE

ADMIN = {"Authorization": "Bearer the-key"}
ONE_DEAL = {"deals": 1, "target": None}


@pytest.mark.parametrize("address", ["/nights", "/n/n1"])
def test_the_page_of_a_night_loads_by_itself(app: Flask, address: str) -> None:
    html = app.test_client().get(address).text
    assert "/night/main.js" in html and "night/night.css" in html and "/table.js" not in html
    match = app.test_client().get("/m/m1").text
    assert "/table.js" in match and "night" not in match


def test_no_screen_of_a_match_needs_a_module_of_nights() -> None:
    assert not [name for name in needed(scripts(), (*EARLY, *SCREENS)) if name.startswith("night/")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_nights_are_a_part_of_their_own(app: Flask, lang: str) -> None:
    first, more, night = (app.test_client().get(f"/words/{lang}{part}.json").json for part in ("", ".more", ".night"))
    assert not first.keys() & (more.keys() | night.keys())
    assert not [key for key in more if key.startswith("page.night.")]
    assert len(night) > 140 and "page.night.entry.round-drawn" in night and "preset.club-round.title" in night
    assert len([key for key in first if key.startswith("page.night.")]) <= 2  # the ways to the nights


def test_every_word_of_nights_is_used() -> None:
    wanted = {key for part in PARTS.values() for key in part() if key.startswith("page.night.")}
    assert wanted - night_words() <= PARTS[""]()


def test_how_the_tables_of_the_running_round_stand(app: Flask) -> None:
    club = Club(app, 16, rules=ONE_DEAL)
    assert club.get("tables").json == {"round": None, "tables": []}
    tables = club.draw()
    seated = [(table["number"], table["match"]) for table in tables]
    club.done(f"/matches/{tables[1]['match']}/bids", {"seat": "E", "bid": "3"})
    said = {"maker": "N", "bid": "4", "trump": "H", "tricks": {"NS": 4, "EW": 2}}
    for table in tables[2:]:
        club.done(f"/matches/{table['match']}/results", said)
    club.done(f"/matches/{tables[3]['match']}/close", {})
    reply = club.get("tables")
    assert reply.headers["Cache-Control"] == "no-store" and reply.json["round"] == 1
    rows = reply.json["tables"]
    assert [(row["number"], row["match"]) for row in rows] == seated
    assert [row["status"] for row in rows] == ["waiting", "playing", "decided", "closed"]
    assert [(row["deal"], row["score"]) for row in rows[1:3]] == [(1, {"NS": 0, "EW": 0}), (1, {"NS": 4, "EW": 2})]
    assert club.get("tables", club.join(3)).json == reply.json
    assert club.get("tables", None).status_code == 401
    club.done("rounds/1/close", {"leave_out": [1, 2, 3]})
    assert club.get("tables").json == {"round": None, "tables": []}


def test_the_league_counts_the_nights_that_a_player_was_at() -> None:
    app = create_app(Service(MemoryStore()), Settings(rate_limit=False, admin_token="the-key"))
    client = app.test_client()

    def night(names: list[str], rounds: int) -> None:
        body = {"title": "Club", "players": names, "rules": ONE_DEAL, "seed": 1}
        opened = client.post(f"{BASE}/nights", json=body, headers=ADMIN).json
        token = {"Authorization": f"Bearer {opened['tokens']['organiser']}"}
        for number in range(1, rounds + 1):
            drawn = client.post(f"{BASE}/nights/{opened['id']}/rounds", json={}, headers=token).json
            for table in drawn["night"]["rounds"][-1]["tables"]:
                said = {"maker": "N", "bid": "4", "trump": "H", "tricks": {"NS": 4, "EW": 2}}
                client.post(f"{BASE}/matches/{table['match']}/results", json=said, headers=token)
                client.post(f"{BASE}/matches/{table['match']}/close", json={}, headers=token)
            client.post(f"{BASE}/nights/{opened['id']}/rounds/{number}/close", json={}, headers=token)

    night(["Ann", "Bob", "Cat", "Dan"], 3)
    night(["ann", "Eve", "Fay", "Gus"], 1)
    rows = client.get(f"{BASE}/standings", headers=ADMIN).json
    counted = {row["names"][0].lower(): (row["matches"], row["nights"]) for row in rows["players"]}
    assert counted == {
        "ann": (4, 2),
        **dict.fromkeys(("bob", "cat", "dan"), (3, 1)),
        **dict.fromkeys(("eve", "fay", "gus"), (1, 1)),
    }
    assert {row["nights"] for row in rows["pairs"]} == {1}
    assert client.get(f"{BASE}/players/Ann/statistics", headers=ADMIN).json["nights"] == 2
