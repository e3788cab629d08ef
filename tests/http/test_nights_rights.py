"""Who may do what in a night and at its tables, and that nothing revoked opens or records anything any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.config import Settings
from referee.game import commands as ask
from referee.game.refused import Refused
from referee.http.app import create_app
from referee.service import Service
from referee.service.access import SCORER, hashed
from referee.service.acting import act
from referee.service.nights.joining import renew_all
from referee.service.nights.rights import scorer_hash
from referee.stores import open_store
from tests.http.clubs import Club
from tests.http.tables import BASE, Table, code_of


class Evening(Club):
    """A night with its service."""

    service: Service


@pytest.fixture(params=["memory", "sqlite"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    """A night of eight over each store."""
    store = open_store("memory:" if request.param == "memory" else f"sqlite:///{tmp_path}/referee.db")
    service = Service(store)
    night = Evening(create_app(service, Settings(rate_limit=False)))
    night.service = service
    yield night
    store.close()


# what, method, path, who may besides the organiser
CALLS: list[tuple[str, str, str, set[str]]] = [
    ("read", "GET", "", {"board", "player"}),
    ("standings", "GET", "standings", {"board", "player"}),
    ("meetings", "GET", "meetings", {"board", "player"}),
    ("tables", "GET", "tables", {"board", "player"}),
    ("card", "GET", "players/1/card", {"board", "player"}),
    ("events", "GET", "events", {"board", "player"}),
    ("stream", "GET", "stream?wait=0", {"board", "player"}),
    ("verification", "GET", "verification", {"board", "player"}),
    ("log", "GET", "exports/ndjson", {"board", "player"}),
    ("document", "GET", "exports/json", {"board", "player"}),
    ("standings as a file", "GET", "exports/csv", {"board", "player"}),
    ("slips", "GET", "slips.pdf", {"board", "player"}),
    ("role", "GET", "role", {"board", "player"}),
    ("ticket", "POST", "tickets", {"board", "player"}),
    ("seat", "POST", "seat", {"player"}),
    ("confirmation", "POST", "rounds/1/tables/1/confirmation", {"seat"}),
    ("players", "POST", "players", set()),
    ("rename", "PATCH", "players/1", set()),
    ("departure", "POST", "players/1/departure", set()),
    ("draw", "POST", "rounds", set()),
    ("redraw", "POST", "rounds/1/redraw", set()),
    ("swap", "POST", "rounds/1/tables/1/swap", set()),
    ("result", "PUT", "rounds/1/tables/1/result", set()),
    ("close round", "POST", "rounds/1/close", set()),
    ("undo", "POST", "undo", set()),
    ("redo", "POST", "redo", set()),
    ("close", "POST", "close", set()),
    ("reopen", "POST", "reopen", set()),
    ("tokens", "POST", "tokens", set()),
]


def test_every_call_of_a_night_has_its_row(club: Evening) -> None:
    rules = [rule for rule in club.app.url_map.iter_rules() if "night" in rule.arguments]
    routes = {(min((rule.methods or set()) - {"HEAD", "OPTIONS"}), rule.rule.partition("<night>")[2]) for rule in rules}
    asked = {
        (method, re.sub(r"/[0-9]+|(?<=exports)/csv", "/N", f"/{path}".partition("?")[0]).rstrip("/"))
        for _, method, path, _ in CALLS
    }
    assert {(method, re.sub(r"<[^>]+>", "N", path)) for method, path in routes} == asked


@pytest.fixture(scope="module")
def watched() -> tuple[Club, dict[str, str]]:
    """A night in its first round, and a token of everybody who is not its organiser: no call of the matrix changes it."""
    club = Club(create_app(Service(open_store("memory:")), Settings(rate_limit=False)))
    table = club.draw()[0]
    player = club.join(table["seats"]["N"])
    return club, {
        "board": club.tokens["board"],
        "player": player,
        "seat": club.done("seat", role=player)["token"],
        "stranger": "no-token-at-all",
        "other night": Club(club.app).tokens["organiser"],
        "other match": Table(club.app).tokens["scorer"],
    }


@pytest.mark.parametrize(("method", "path", "allowed"), [row[1:] for row in CALLS], ids=[row[0] for row in CALLS])
def test_who_may_call(watched: tuple[Club, dict[str, str]], method: str, path: str, allowed: set[str]) -> None:
    club, tokens = watched
    before = club.night()["version"]
    for who, token in tokens.items():
        reply = club.send(method, path, token, None, [])
        if who in allowed:
            assert reply.status_code not in (401, 403), (who, reply.text)
        else:
            assert code_of(reply) == ((401, "unauthorized") if who == "stranger" else (403, "forbidden")), who
    assert club.send(method, path, None, None, []).status_code == 401
    assert club.night()["version"] == before


def test_the_organiser_is_the_scorer_at_every_table_and_the_others_watch(club: Evening) -> None:
    table = club.draw()[0]
    match, player = f"/matches/{table['match']}", club.join(table["seats"]["N"])
    assert club.get(f"{match}/role", "organiser").json["role"] == "scorer"
    for reader in ("board", player):
        assert club.get(f"{match}/role", reader).json["role"] == "viewer"
        assert code_of(club.post(f"{match}/bids", {"seat": "E", "bid": "4"}, reader)) == (403, "forbidden")
        assert "match-opened" in club.get(f"{match}/stream?wait=0", reader).text
    other = Table(club.app)
    for role in ("organiser", "board"):
        assert code_of(club.get(f"/matches/{other.id}", role)) == (403, "forbidden")
    assert code_of(club.get("/matches/nowhere", "organiser")) == (404, "no-such-match")


def test_a_match_that_only_claims_to_be_of_the_night_is_not(club: Evening) -> None:
    forged = Table(club.app, tags={"night": club.id, "round": "1", "table": "1"})
    assert code_of(club.get(f"/matches/{forged.id}", "organiser")) == (403, "forbidden")
    club.draw()
    forged.done("close", {"early": True})
    assert club.table(1, 1)["result"] is None
    nowhere = Table(club.app, tags={"night": "nowhere"})
    nowhere.done("close", {"early": True})


def test_a_renewed_organiser_opens_nothing_and_records_nothing(club: Evening) -> None:
    matches = [table["match"] for table in club.draw()]
    old = club.tokens["organiser"]
    for match in matches:
        club.done(f"/matches/{match}/bids", {"seat": "E", "bid": "pass"})
    new = club.done("tokens", {"role": "organiser"})["token"]
    for match in matches:
        assert code_of(club.post(f"/matches/{match}/bids", {"seat": "S", "bid": "4"}, old)) == (401, "unauthorized")
        # as an act that was let in before the renewal and is stored after it
        with pytest.raises(Refused) as refused:
            act(club.service, match, ask.Undo(), SCORER, token_hash=scorer_hash(hashed(old), match))
        assert refused.value.code == "unauthorized"
        club.done(f"/matches/{match}/bids", {"seat": "S", "bid": "4"}, new)
    assert code_of(club.post("rounds", role=old)) == (401, "unauthorized")


def test_a_renewed_board_and_a_renewed_name(club: Evening) -> None:
    table = club.draw()[0]
    player = club.join(table["seats"]["N"])
    refused = club.client.post(f"{BASE}/joins", json={"code": club.join_code, "player": table["seats"]["N"]})
    assert code_of(refused) == (409, "seat-taken")
    club.done("tokens", {"role": f"player-{table['seats']['N']}"})
    assert code_of(club.post("seat", role=player)) == (401, "unauthorized")
    club.join(table["seats"]["N"])  # free to be tapped again
    old = club.tokens["board"]
    club.done("tokens", {"role": "board"})
    for path in ("", f"/matches/{table['match']}"):
        assert code_of(club.get(path, old)) == (401, "unauthorized")
    assert code_of(club.post("tokens", {"role": "scorer"})) == (422, "invalid-request")


def test_a_new_join_code_and_none(club: Evening) -> None:
    new = club.done("tokens", {"role": "join"})["join_code"]
    assert code_of(club.client.post(f"{BASE}/joins", json={"code": club.join_code, "player": 1})) == (
        404,
        "no-such-code",
    )
    assert [one["number"] for one in club.client.get(f"{BASE}/joins/{new}").json["players"]] == list(range(1, 9))
    assert club.done("tokens", {"role": "join", "open": False})["join_code"] is None
    assert code_of(club.client.post(f"{BASE}/joins", json={"code": new, "player": 1})) == (404, "no-such-code")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"player": 99}, 404, "no-such-player"),
        ({"player": 2}, 409, "already-left"),
        ({"seat": "E"}, 422, "invalid-request"),
        ({"player": 0}, 422, "invalid-request"),
    ],
)
def test_who_cannot_join(club: Evening, body: Any, status: int, code: str) -> None:
    club.done("players/2/departure")
    assert code_of(club.client.post(f"{BASE}/joins", json={"code": club.join_code, **body})) == (status, code)


def test_a_match_has_no_players_to_tap(club: Evening) -> None:
    table = Table(club.app)
    reply = club.client.post(f"{BASE}/joins", json={"code": table.join_code, "player": 1})
    assert code_of(reply) == (422, "invalid-request")


def test_a_player_gets_the_own_seat_of_each_round_without_another_scan(club: Evening) -> None:
    club.done("players", {"name": "Ninth"})
    phones = {number: club.join(number) for number in range(1, 10)}
    assert code_of(club.post("seat", role=phones[1])) == (409, "round-not-open")
    for round_ in (1, 2):
        tables = club.draw()
        seated = {number for table in tables for number in table["seats"].values()}
        for number, phone in phones.items():
            if number not in seated:
                assert code_of(club.post("seat", role=phone)) == (409, "sits-out")
                continue
            got = club.done("seat", role=phone)
            assert tables[got["table"] - 1]["seats"][got["seat"]] == number and got["round"] == round_
            assert club.get(f"/matches/{got['match']}/role", got["token"]).json["role"] == got["seat"]
        again = club.done("seat", role=phones[min(seated)])
        assert club.get(f"/matches/{again['match']}", again["token"]).status_code == 200
        for number in (1, 2):
            club.slip(round_, number, 3, 2)
        club.done(f"rounds/{round_}/close")


def test_a_repeated_tap_is_the_same_place_with_a_fresh_token(club: Evening) -> None:
    key = {"Idempotency-Key": "5e1c77aa-a-tap-on-my-name"}
    body = {"code": club.join_code, "player": 4}
    first = club.client.post(f"{BASE}/joins", json=body, headers=key)
    again = club.client.post(f"{BASE}/joins", json=body, headers=key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert code_of(club.get("", first.json["token"])) == (401, "unauthorized")
    assert club.get("role", again.json["token"]).json["player"] == 4


def test_new_tokens_on_the_host_void_all_others(club: Evening) -> None:
    match, player = club.draw()[0]["match"], club.join(1)
    club.get(f"/matches/{match}", "organiser")
    tokens, code = renew_all(club.service, club.id)
    for old in (*club.tokens.values(), player):
        for path in ("", f"/matches/{match}"):
            assert code_of(club.get(path, old)) == (401, "unauthorized")
    assert club.get(f"/matches/{match}/role", tokens["organiser"]).json["role"] == "scorer"
    assert club.client.post(f"{BASE}/joins", json={"code": code, "player": 1}).status_code == 201
