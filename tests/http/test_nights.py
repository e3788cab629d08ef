"""Club nights over HTTP: an evening from the names to the prizes, results from slips and matches, and every refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from tests.http.clubs import Club, names
from tests.http.tables import BASE, code_of, plain


@pytest.fixture(params=["memory", "sqlite"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    """A night of eight over each store."""
    store = open_store("memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/referee.db")
    yield Club(create_app(Service(store), Settings(rate_limit=False)))
    store.close()


def test_an_evening_from_the_names_to_the_prizes(app: Flask) -> None:
    club = Club(app, 9, rounds=2, sit_out="mean")
    assert club.night()["next"] == {"action": "draw", "round": 1, "tables": []}
    for number in (1, 2):
        tables = club.draw()
        assert [table["number"] for table in tables] == [1, 2]
        club.slip(number, 1, 14, 9, loners={"NS": 1})
        assert club.night()["next"] == {"action": "results", "round": number, "tables": [2]}
        club.play(tables[1]["match"])
        assert club.night()["next"]["action"] == "close-round"
        club.done(f"rounds/{number}/close")
    assert club.night()["next"]["action"] == "close"
    rows = club.get("standings").json["rows"]
    byes = [one["points"] for row in rows for one in row["rounds"] if one["sat_out"]]
    assert byes == [7, 7]  # 14, 9, 4 and 2: 7.25
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    closed = club.done("close")["night"]
    assert closed["status"] == "closed" and closed["next"]["action"] is None and closed["undo"] is None
    assert code_of(club.post("rounds")) == (409, "night-closed")
    reopened = club.done("reopen", {"reason": "a slip was missing"})["night"]
    assert reopened["status"] == "open" and reopened["undo"]["type"] == "round-closed"


def test_a_new_night_says_what_was_asked(app: Flask) -> None:
    body = {
        "title": "Autumn", "rules": {"preset": "classic", "target": 20}, "movement": "progressive", "movers": "losers",
        "partners": "keep", "rounds": 5, "sit_out": 3, "tie_break": ["loners"], "prizes": ["high_round", "total"],
        "one_each": False, "confirm": "both-teams", "players": ["Ann", "Bob"], "seed": 12,
    }  # fmt: skip
    reply = app.test_client().post(f"{BASE}/nights", json=body)
    assert reply.status_code == 201 and reply.headers["Location"] == f"{BASE}/nights/{reply.json['id']}"
    assert set(reply.json) == {"id", "version", "night", "tokens", "join_code"}
    assert set(reply.json["tokens"]) == {"organiser", "board"} and len(reply.json["join_code"]) == 6
    night = reply.json["night"]
    for name in (
        "title",
        "movement",
        "movers",
        "partners",
        "sit_out",
        "tie_break",
        "prizes",
        "one_each",
        "confirm",
        "seed",
    ):
        assert night[name] == body[name], name
    assert night["promised_rounds"] == 5 and night["rules"]["preset"] == "classic" and night["rules"]["target"] == 20
    assert night["players"] == [
        {"number": 1, "name": "Ann", "present": True, "fixed": None},
        {"number": 2, "name": "Bob", "present": True, "fixed": None},
    ]
    plain_night = app.test_client().post(f"{BASE}/nights", json={"title": "x"}).json["night"]
    assert (plain_night["rules"]["preset"], plain_night["movement"], plain_night["scoring"]) == (
        "club-round", "social", "individual",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid-request"),
        ({"title": " "}, 422, "invalid-request"),
        ({"title": "x", "movement": "waltz"}, 422, "no-such-movement"),
        ({"title": "x", "movement": "swiss"}, 422, "no-such-movement"),
        ({"title": "x", "movement": "social", "scoring": "pairs"}, 422, "no-such-movement"),
        ({"title": "x", "rounds": 0}, 422, "invalid-request"),
        ({"title": "x", "sit_out": "half"}, 422, "invalid-request"),
        ({"title": "x", "sit_out": 1001}, 422, "invalid-request"),
        ({"title": "x", "tie_break": ["wins", "wins"]}, 422, "invalid-request"),
        ({"title": "x", "players": ["Ann", "ann "]}, 422, "invalid-request"),
        ({"title": "x", "players": ["A" * 41]}, 422, "unreadable-name"),
        ({"title": "x", "players": names(201)}, 422, "invalid-request"),
        ({"title": "x", "rules": {"preset": "joker", "decks": 2}}, 422, "incompatible-options"),
        ({"title": "x", "players": ["\u202eAnn"]}, 422, "unreadable-name"),
        ({"title": "x", "steps": {"N": 1}}, 422, "invalid-request"),
    ],
)
def test_what_is_no_night(app: Flask, body: Any, status: int, code: str) -> None:
    assert code_of(app.test_client().post(f"{BASE}/nights", json=body)) == (status, code)


def test_players_come_leave_and_come_back(club: Club) -> None:  # N1
    club.done("players", {"name": "Zoe", "fixed": {"table": 1, "side": "NS"}})
    more = club.done("players", {"names": ["Yan", "Xia"]})["night"]["players"][-3:]
    assert [(one["number"], one["name"]) for one in more] == [(9, "Zoe"), (10, "Yan"), (11, "Xia")]
    assert more[0]["fixed"] == {"table": 1, "side": "NS"}
    assert code_of(club.post("players", {"name": "Wim", "fixed": {"table": 1, "side": "NS"}})) == (
        422,
        "invalid-request",
    )
    assert not club.done("players/10/departure")["night"]["players"][9]["present"]
    assert code_of(club.post("players/10/departure")) == (409, "already-left")
    assert code_of(club.post("players/12/departure")) == (404, "no-such-player")
    assert club.done("players", {"name": "yan"})["night"]["players"][9]["present"]  # the same person, the same number
    club.done("undo")
    club.done("undo")
    club.done("undo")
    assert len(club.night()["players"]) == 9
    assert club.done("players", {"name": "Vic"})["night"]["players"][-1]["number"] == 12  # 10 and 11 are used for ever


def test_a_name_is_put_right_at_the_running_table(club: Club) -> None:
    table = club.draw()[0]
    number = table["seats"]["N"]
    club.done(f"players/{number}", {"name": "Zoe"}, method="PATCH")
    assert club.night()["players"][number - 1]["name"] == "Zoe"
    assert club.get(f"/matches/{table['match']}").json["players"]["N"] == "Zoe"
    other = number % 8 + 1
    reply = club.send("PATCH", f"players/{other}", "organiser", None, {"name": "ZOE"})
    assert code_of(reply) == (422, "invalid-request")
    assert code_of(club.send("PATCH", "players/99", "organiser", None, {"name": "x"})) == (404, "no-such-player")


def test_a_name_put_right_from_the_start_is_right_in_past_rounds_too(club: Club) -> None:
    """In closed and open matches; without it only from the running round on. An undo takes both back."""
    for number in (1, 2):
        tables = club.draw()
        for table in tables:
            club.play(table["match"])
        club.done(f"rounds/{number}/close")
    club.draw()

    def called(player: int) -> list[str]:
        rounds = club.night()["rounds"]
        seats = [
            (table["match"], seat)
            for one in rounds
            for table in one["tables"]
            for seat, sits in table["seats"].items()
            if sits == player
        ]
        return [club.get(f"/matches/{match}").json["players"][seat] for match, seat in seats]

    club.done("players/3", {"name": "Zoe"}, method="PATCH")
    assert called(3) == ["P3", "P3", "Zoe"]
    club.done("players/5", {"name": "Ann", "from_the_start": True}, method="PATCH")
    assert called(5) == ["Ann"] * 3 and called(3) == ["P3", "P3", "Zoe"]
    club.done("undo")
    assert called(5) == ["P5"] * 3 and called(3) == ["P3", "P3", "Zoe"]
    club.done("redo")
    assert called(5) == ["Ann"] * 3
    match = club.table(1, 1)["match"]
    verified = club.get(f"/matches/{match}/verification").json
    assert verified["ok"] and club.get("verification").json["ok"]
    assert club.table(1, 1)["result"] is not None


def test_two_entries_that_are_one_person_are_merged(club: Club) -> None:
    club.draw()
    club.slip(1, 1, 10, 0)
    club.slip(1, 2, 10, 0)
    club.done("rounds/1/close")
    had = club.points()
    club.done("players/1/departure")
    club.done("players", {"name": "P1 again"})
    club.done("players/1", {"merge_into": 9}, method="PATCH")
    points = club.points()
    assert 1 not in points and points[9] == had[1]
    assert club.night()["merged"] == {"1": 9}
    seats = [
        (table, seat)
        for table in club.night()["rounds"][0]["tables"]
        for seat, sits in table["seats"].items()
        if sits == 1
    ]
    [(table, seat)] = seats
    assert club.get(f"/matches/{table['match']}").json["players"][seat] == "P1 again"
    assert code_of(club.send("PATCH", "players/2", "organiser", None, {"merge_into": 3})) == (409, "not-now")
    club.done("undo")
    assert club.points()[1] == had[1]


def test_tables_are_matches_with_names_rules_and_tags(club: Club) -> None:
    for table in club.draw():
        match = club.get(f"/matches/{table['match']}").json
        assert match["tags"] == {"night": club.id, "round": "1", "table": str(table["number"])}
        assert match["players"] == {seat: f"P{number}" for seat, number in table["seats"].items()}
        assert match["rules"]["preset"] == "club-round" and match["version"] == 2
    assert code_of(club.post("rounds")) == (409, "round-open")


def test_too_few_players_for_a_table(app: Flask) -> None:
    club = Club(app, 3)
    assert code_of(club.post("rounds")) == (409, "too-few-players")
    assert club.night()["next"]["action"] == "enter"


def test_a_slip_and_a_match_never_silently_overwrite_one_another(club: Club) -> None:  # N4
    tables = club.draw()
    club.slip(1, 1, 14, 9)  # the slip first, then the match
    club.play(tables[0]["match"])
    one = club.table(1, 1)
    assert (one["result"]["NS"], one["result"]["source"], one["differs"]) == (14, "slip", True)
    assert [(was["NS"], was["source"]) for was in one["earlier"]] == [(4, "match")]
    club.play(tables[1]["match"])  # the match first, then the slip
    path = "rounds/1/tables/2/result"
    refused = club.send("PUT", path, "organiser", None, {"NS": 1, "EW": 2})
    assert code_of(refused) == (422, "invalid-request") and refused.json["errors"] == {"reason": ["missing"]}
    club.slip(1, 2, 1, 2, reason="misread")
    two = club.table(1, 2)
    assert (two["result"]["NS"], two["result"]["reason"], two["differs"]) == (1, "misread", True)
    club.done("undo")
    assert club.table(1, 2)["result"]["source"] == "match"


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("rounds/1/tables/1/result", {"NS": 1001, "EW": 0}, 422, "invalid-request"),
        ("rounds/1/tables/1/result", {"NS": 1.5, "EW": 0}, 422, "invalid-request"),
        ("rounds/1/tables/1/result", {"NS": 1}, 422, "invalid-request"),
        ("rounds/1/tables/3/result", {"NS": 1, "EW": 0}, 404, "no-such-table"),
        ("rounds/2/tables/1/result", {"NS": 1, "EW": 0}, 404, "no-such-round"),
    ],
)
def test_what_is_no_slip(app: Flask, path: str, body: Any, status: int, code: str) -> None:
    club = Club(app)
    club.draw()
    assert code_of(club.send("PUT", path, "organiser", None, body)) == (status, code)


def test_a_reopened_match_takes_its_result_back_until_it_is_closed_again(club: Club) -> None:  # N4, R9.6
    match = club.draw()[0]["match"]
    club.play(match)
    club.slip(1, 2, 3, 3)
    club.done("rounds/1/close")
    before = club.points()
    club.done(f"/matches/{match}/reopen", {"reason": "counted wrongly"})
    assert club.get("standings").json["provisional"] and club.night()["provisional"]
    assert sorted(club.points().values()) == [0, 0, 0, 0, 3, 3, 3, 3]
    assert club.night()["rounds"][0]["status"] == "closed" and club.table(1, 1)["result"] is None
    assert club.done("rounds")["version"]  # the evening goes on meanwhile
    club.done(f"/matches/{match}/adjustments", {"team": "EW", "points": 5, "reason": "counted wrongly"})
    club.done(f"/matches/{match}/close", {"early": True})
    assert not club.get("standings").json["provisional"]
    after = club.points()
    assert sorted(after[player] - before[player] for player in after) == [0] * 6 + [5, 5]


def test_an_abandoned_match_is_no_result(club: Club) -> None:
    match = club.draw()[0]["match"]
    club.done(f"/matches/{match}/close", {"abandoned": True})
    assert club.table(1, 1)["result"] is None


def test_tables_without_a_result_are_left_out(club: Club) -> None:  # N4
    club.draw()
    club.slip(1, 2, 8, 4)
    refused = club.post("rounds/1/close")
    assert code_of(refused) == (409, "results-missing") and refused.json["facts"]["tables"] == [1]
    assert code_of(club.post("rounds/1/close", {"leave_out": [5]})) == (404, "no-such-table")
    club.done("rounds/1/close", {"leave_out": [1]})
    assert club.table(1, 1)["left_out"]
    rows = club.get("standings").json["rows"]
    assert sorted(row["rounds"][0]["sat_out"] for row in rows) == [False] * 4 + [True] * 4
    assert code_of(club.post("rounds/1/close")) == (409, "round-not-open")
    assert code_of(club.post("rounds/2/close")) == (404, "no-such-round")
    club.slip(1, 1, 20, 0)  # found after all
    assert not club.table(1, 1)["left_out"] and max(club.points().values()) == 20


def test_redraws_before_play_keep_the_old_draw_visible(club: Club) -> None:  # N3
    first = club.draw()
    again = club.done("rounds/1/redraw")["night"]["rounds"][0]
    assert again["seed"] == 8 and again["earlier_draws"][0]["seed"] == 7
    assert [table["match"] for table in again["earlier_draws"][0]["tables"]] == [table["match"] for table in first]
    assert not {table["match"] for table in again["tables"]} & {table["match"] for table in first}
    club.play(first[0]["match"])  # an unused match is no result of the night
    assert club.table(1, 1)["result"] is None
    match = again["tables"][0]["match"]
    club.done(f"/matches/{match}/bids", {"seat": "E", "bid": "4"})
    assert code_of(club.post("rounds/1/redraw")) == (409, "not-now")
    swap = {"a": again["tables"][0]["seats"]["N"], "b": again["tables"][1]["seats"]["N"]}
    assert code_of(club.post("rounds/1/tables/1/swap", swap)) == (409, "not-now")
    club.done(f"/matches/{match}/undo")
    club.slip(1, 2, 1, 0)
    assert code_of(club.post("rounds/1/redraw")) == (409, "not-now")
    assert code_of(club.post("rounds/2/redraw")) == (404, "no-such-round")
    club.slip(1, 1, 1, 0)
    club.done("rounds/1/close")
    assert code_of(club.post("rounds/1/redraw")) == (409, "round-not-open")


def test_two_players_swap_and_the_names_follow(club: Club) -> None:
    tables = club.draw()
    a, b = tables[0]["seats"]["N"], tables[1]["seats"]["W"]
    phone = club.join(a)
    seat = club.done("seat", role=phone)
    reply = club.done("rounds/1/tables/1/swap", {"a": a, "b": b})
    assert reply["repeats"] == []
    after = reply["night"]["rounds"][0]["tables"]
    assert after[0]["seats"]["N"] == b and after[1]["seats"]["W"] == a
    assert club.get(f"/matches/{tables[0]['match']}").json["players"]["N"] == f"P{b}"
    assert club.get(f"/matches/{tables[1]['match']}").json["players"]["W"] == f"P{a}"
    assert club.get(f"/matches/{seat['match']}", seat["token"]).status_code == 401  # somebody else sits there now
    again = club.done("seat", role=phone)
    assert (again["table"], again["seat"]) == (2, "W")
    club.done("undo")
    assert club.get(f"/matches/{tables[0]['match']}").json["players"]["N"] == f"P{a}"
    assert club.get(f"/matches/{again['match']}", again["token"]).status_code == 401  # and so it is again
    for body, refusal in (
        ({"a": a, "b": 99}, (404, "no-such-player")),
        ({"a": a, "b": a}, (409, "not-now")),
        ({"a": 0, "b": a}, (422, "invalid-request")),
    ):
        assert code_of(club.post("rounds/1/tables/1/swap", body)) == refusal
    assert code_of(club.post("rounds/1/tables/9/swap", {"a": a, "b": b})) == (404, "no-such-table")


def test_a_swap_says_whom_it_brings_together_again(app: Flask) -> None:
    club = Club(app, 4)
    club.draw()
    club.slip(1, 1, 1, 0)
    club.done("rounds/1/close")
    seats = club.draw()[0]["seats"]
    repeats = club.done("rounds/2/tables/1/swap", {"a": seats["N"], "b": seats["E"]})["repeats"]
    assert len(repeats) == 6 and all(one["partners"] + one["opponents"] == 1 for one in repeats)


def test_undo_and_redo_move_through_the_evening_but_keep_what_matches_brought(club: Club) -> None:
    tables = club.draw()
    drawn = club.night()["version"]
    club.play(tables[0]["match"])
    club.slip(1, 2, 8, 4)
    club.done("rounds/1/close")
    undone = club.done("undo")["night"]
    assert undone["rounds"][0]["status"] == "drawn" and undone["redo"]["type"] == "round-closed"
    club.done("undo")
    assert club.table(1, 2)["result"] is None and club.table(1, 1)["result"]["source"] == "match"
    night = club.done("undo")["night"]
    assert night["rounds"] == [] and night["undo"] is None
    assert code_of(club.post("undo")) == (409, "nothing-to-undo")
    club.done("redo", {"to": drawn})
    assert club.table(1, 1)["result"]["NS"] == 4 and club.table(1, 2)["result"] is None
    night = club.done("redo")["night"]
    assert night["rounds"][0]["tables"][1]["result"]["NS"] == 8
    night = club.done("redo")["night"]
    assert night["rounds"][0]["status"] == "closed" and night["redo"] is None
    assert code_of(club.post("redo")) == (409, "nothing-to-undo")
    assert code_of(club.post("undo", {"to": 999})) == (404, "no-such-version")
    assert code_of(club.post("undo", {"to": 1})) == (404, "no-such-version")  # within the first act
    assert club.get("verification").json["ok"]


def test_a_result_counts_when_both_teams_have_confirmed_it(app: Flask) -> None:  # N7
    club = Club(app, 4, confirm="both-teams")
    table = club.draw()[0]
    path = "rounds/1/tables/1/confirmation"
    seats = {seat: club.done("seat", role=club.join(table["seats"][seat]))["token"] for seat in "NES"}
    assert code_of(club.post(path, role=seats["N"])) == (409, "results-missing")
    club.slip(1, 1, 9, 3)
    assert set(club.points().values()) == {0}
    refused = club.post("rounds/1/close")
    assert code_of(refused) == (409, "not-confirmed") and refused.json["facts"]["tables"] == [1]
    assert club.done(path, role=seats["N"])["events"]
    assert not club.done(path, role=seats["S"])["events"]  # the same team
    assert club.table(1, 1)["result"]["confirmed"] == ["NS"] and set(club.points().values()) == {0}
    club.done(path, role=seats["E"])
    assert sorted(club.points().values()) == [3, 3, 9, 9]
    club.slip(1, 1, 8, 3, reason="misread")  # takes the confirmations back
    assert club.table(1, 1)["result"]["confirmed"] == [] and set(club.points().values()) == {0}
    assert code_of(club.post(path)) == (422, "invalid-request")
    club.done(path, {"reason": "they have gone home"})
    club.done("rounds/1/close")
    assert sorted(club.points().values()) == [3, 3, 8, 8]
    assert code_of(club.post(path, role="board")) == (403, "forbidden")
    other = Club(app, 4)
    token = other.done("seat", role=other.join(other.draw()[0]["seats"]["N"]))["token"]
    assert code_of(club.post(path, role=token)) == (403, "forbidden")


def test_reading_a_night_at_a_version_and_with_its_tag(club: Club) -> None:
    club.draw()
    club.slip(1, 1, 10, 0)
    reply = club.get()
    tag = reply.headers["ETag"]
    assert plain(tag) == f'"{reply.json["version"]}"'
    assert club.get(headers={"If-None-Match": tag}).status_code == 304
    assert club.get("?at=2").json["rounds"] == []
    assert code_of(club.get("?at=99")) == (404, "no-such-version")
    assert club.get("standings?at=2").json["rows"][0]["points"] == 0
    assert code_of(club.get("standings?after_round=2")) == (404, "no-such-round")
    assert club.get("standings?after_round=0").json["rows"][0]["points"] == 0


def test_conditions_and_keys_work_as_for_a_match(club: Club) -> None:
    version = club.night()["version"]
    assert code_of(club.post("players", {"name": "A"}, headers={"If-Match": f'"{version - 1}"'})) == (
        412,
        "stale-version",
    )
    key = {"Idempotency-Key": "a-key-of-this-phone-1"}
    first = club.post("players", {"name": "A"}, headers={**key, "If-Match": f'"{version}"'})
    club.done("players", {"name": "B"})
    again = club.post("players", {"name": "A"}, headers=key)
    assert again.headers["Idempotency-Replayed"] == "true" and again.json == first.json
    assert code_of(club.post("players", {"name": "C"}, headers=key)) == (422, "idempotency-key-reused")


def test_who_prefers_so_is_answered_without_the_night(club: Club) -> None:  # RFC 7240
    minimal = {"Prefer": 'respond-async, return="minimal"; x=1', "Idempotency-Key": "a-key-of-this-phone-2"}
    reply = club.post("players", {"name": "A"}, headers=minimal)
    assert set(reply.json) == {"version", "events"} and reply.headers["Preference-Applied"] == "return=minimal"
    assert club.post("players", {"name": "A"}, headers=minimal).json == reply.json
    whole = club.post("players", {"name": "B"}, headers={"Prefer": "return=representation"})
    assert whole.json["night"] == club.night() and "Preference-Applied" not in whole.headers


def test_an_opening_repeated_is_the_same_night_with_fresh_tokens(app: Flask) -> None:
    client, key = app.test_client(), {"Idempotency-Key": "0d9b2f6c-opening-of-a-night"}
    first = client.post(f"{BASE}/nights", json={"title": "x"}, headers=key)
    again = client.post(f"{BASE}/nights", json={"title": "x"}, headers=key)
    assert again.json["id"] == first.json["id"] and again.json["join_code"] == first.json["join_code"]
    old, new = (reply.json["tokens"]["organiser"] for reply in (first, again))
    path = f"{BASE}/nights/{first.json['id']}"
    assert client.get(path, headers={"Authorization": f"Bearer {old}"}).status_code == 401
    assert client.get(path, headers={"Authorization": f"Bearer {new}"}).status_code == 200


def test_meetings_and_cards(club: Club) -> None:
    table = club.draw()[0]
    seats = table["seats"]
    meetings = {tuple(one["players"]): one for one in club.get("meetings").json["meetings"]}
    assert len(meetings) == 12
    pair = tuple(sorted((seats["N"], seats["S"])))
    assert (meetings[pair]["partners"], meetings[pair]["opponents"]) == (1, 0)
    card = club.get(f"players/{seats['E']}/card").json
    assert card["seat"] == {"round": 1, "table": 1, "match": table["match"], "seat": "E"}
    assert code_of(club.get("players/77/card")) == (404, "no-such-player")


def test_the_log_the_stream_and_the_verification(club: Club) -> None:
    club.draw()
    events = club.get("events").json["events"]
    assert [event["type"] for event in events] == ["night-opened", "players-entered", "round-drawn"]
    assert [event["by"] for event in events] == ["organiser"] * 3
    stream = club.get("stream?wait=0&after=2")
    assert stream.text.startswith("id: 3-") and "event: round-drawn" in stream.text
    ticket = club.done("tickets", role="board")["ticket"]
    assert club.client.get(f"{BASE}/nights/{club.id}/stream?wait=0&ticket={ticket}").status_code == 200
    last = events[-1]
    assert club.get("verification").json == {"ok": True, "events": 3, "head": last["hash"]}
    assert club.get(f"verification?anchor=3:{'0' * 64}").json["reason"] == "rewritten"
    assert club.get(f"verification?anchor=9:{'0' * 64}").json["reason"] == "cut"


def test_a_night_of_pairs(app: Flask) -> None:
    club = Club(
        app, 0, scoring="pairs", players=["Ann & Cat", "Bob & Dan", "Eve & Fay", "Gus & Hal"], prizes=["pair_total"]
    )
    assert club.night()["movement"] == "round-robin"
    table = club.draw()[0]
    assert table["pairs"] == {"NS": table["seats"]["N"], "EW": table["seats"]["W"]}
    assert table["seats"]["N"] == table["seats"]["S"]
    players = club.get(f"/matches/{table['match']}").json["players"]
    named = club.night()["players"][table["pairs"]["NS"] - 1]["name"]
    assert f"{players['N']} & {players['S']}" == named
    both = [club.join(table["pairs"]["NS"]) for _ in "NS"]  # each of the two has a phone
    assert [club.done("seat", {"seat": seat}, phone)["seat"] for seat, phone in zip("NS", both, strict=True)] == [
        "N",
        "S",
    ]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"players": 3, "rounds": 1}, 409, "too-few-players"),
        ({"players": 8, "movement": "waltz"}, 422, "no-such-movement"),
        ({"rounds": 3}, 422, "invalid-request"),
        ({"players": 201}, 422, "invalid-request"),
    ],
)
def test_what_cannot_be_planned(app: Flask, body: Any, status: int, code: str) -> None:
    assert code_of(app.test_client().post(f"{BASE}/nights/plan", json=body)) == (status, code)


def test_a_plan_without_a_night(app: Flask) -> None:
    reply = app.test_client().post(f"{BASE}/nights/plan", json={"players": 10, "rounds": 5, "movement": "social"})
    assert reply.status_code == 200
    plan = reply.json
    assert set(plan) == {"rounds", "repeats", "partners_repeated", "sit_outs"}
    for round_ in plan["rounds"]:
        seated = [number for table in round_["tables"] for number in table["seats"].values()]
        assert sorted([*seated, *round_["sitting_out"]]) == list(range(1, 11))
    assert sum(plan["sit_outs"].values()) == 10 and set(plan["sit_outs"].values()) == {1}


def test_unknown_nights_and_strangers(club: Club) -> None:
    assert code_of(club.get("/nights/nowhere")) == (404, "no-such-night")
    assert code_of(club.get("/nights/nowhere", None)) == (401, "unauthorized")
    assert code_of(club.get("", "no-token-at-all")) == (401, "unauthorized")
    assert code_of(club.get(f"/matches/{club.id}")) == (404, "no-such-match")
    other = Club(club.app)
    assert code_of(club.get("", other.tokens["organiser"])) == (403, "forbidden")
