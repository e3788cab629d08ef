"""A club night on every store, by two processes' worth of services at once: conditions, keys, a death between a match and its night."""

from __future__ import annotations

import threading
from typing import Any

from referee.config import Settings
from referee.game import commands as ask
from referee.http.app import create_app
from referee.rules.seats import Seat
from referee.rules.trump import Trump
from referee.service import Service, acting
from referee.stores.contract import Store
from tests.http.clubs import Club
from tests.http.tables import code_of
from tests.http.test_night_logs import file, played, sent


def club_on(store: Store, like: Club | None = None, **body: Any) -> Club:
    """A night, or the same one as another process serves it."""
    app = create_app(Service(store), Settings(rate_limit=False))
    club = Club(app, **body)
    if like:
        club.id, club.tokens, club.join_code = like.id, like.tokens, like.join_code
    return club


def test_an_evening_is_kept_and_comes_back_from_its_log(store: Store) -> None:
    club = played(create_app(Service(store), Settings(rate_limit=False)))
    other = club_on(store, club)
    for path in ("", "standings", "meetings", "players/5/card", "verification", "events"):
        assert other.get(path).json == club.get(path).json, path
    body = file(club, "ndjson")
    assert file(other, "ndjson") == body and sent(other.app, body).status_code == 201


def test_places_and_tokens(store: Store) -> None:
    club = club_on(store, count=8)
    other = club_on(store, club)
    tables = club.draw()
    a, b = tables[0]["seats"]["N"], tables[1]["seats"]["N"]
    phone = club.join(a)
    seat = other.done("seat", role=phone)
    assert club.get(f"/matches/{seat['match']}/role", seat["token"]).json["role"] == "N"
    other.done("rounds/1/tables/1/swap", {"a": a, "b": b})
    assert club.get(f"/matches/{seat['match']}", seat["token"]).status_code == 401
    assert club.done("seat", role=phone)["match"] == tables[1]["match"]
    old = club.tokens["organiser"]
    assert club.get(f"/matches/{tables[0]['match']}/role", "organiser").json["role"] == "scorer"
    club.tokens["organiser"] = other.done("tokens", {"role": "organiser"})["token"]
    for path in ("", f"/matches/{tables[0]['match']}"):
        assert code_of(club.get(path, old)) == (401, "unauthorized")
        assert club.get(path, "organiser").status_code == 200


def test_two_organisers_at_once(store: Store) -> None:
    """With `If-Match` one of two gets through; without it both do, and a key counts once whoever hears the answer."""
    clubs = [club_on(store, count=8)]
    clubs.append(club_on(store, clubs[0]))
    version = clubs[0].night()["version"]
    found: list[tuple[int, Any]] = []

    def both(send: Any) -> list[tuple[int, Any]]:
        found.clear()
        threads = [threading.Thread(target=lambda club=club: found.append(send(club))) for club in clubs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(found, key=lambda one: one[0])

    def with_condition(club: Club) -> tuple[int, Any]:
        reply = club.post("rounds", headers={"If-Match": f'"{version}"'})
        return reply.status_code, reply.json.get("code")

    assert both(with_condition) == [(201, None), (412, "stale-version")]

    def without(club: Club) -> tuple[int, Any]:
        return club.post("players", {"name": f"Comer {clubs.index(club)}"}).status_code, None

    assert both(without) == [(201, None)] * 2

    def with_a_key(club: Club) -> tuple[int, Any]:
        reply = club.post("players", {"name": "Once"}, headers={"Idempotency-Key": "one-key-of-two-phones"})
        return reply.status_code, reply.json["version"]

    (first, one), (second, other) = both(with_a_key)
    assert (first, second) == (201, 201) and one == other
    assert [player["number"] for player in clubs[1].night()["players"]] == list(range(1, 12))
    assert clubs[1].get("verification").json["ok"]


def test_a_result_is_not_lost_with_the_process_that_stored_it(store: Store) -> None:
    """A match was closed, and its process died before the night heard of it: whoever reads or closes next hears of it."""
    club = club_on(store, count=8)
    other = club_on(store, club)
    for number in (1, 2):
        for table in club.draw():
            service = Service(store)
            contract = ask.DeclareContract(Seat.N, "4", Trump.HEARTS)
            result = ask.RecordResult(contract, ask.CountTricks(4, 2))
            acting.act(service, table["match"], result, "scorer")
            acting.act(service, table["match"], ask.Close(early=True), "scorer")
        if number == 1:
            club.done("rounds/1/close")
    assert [other.table(round_, number)["result"]["NS"] for round_ in (1, 2) for number in (1, 2)] == [4] * 4
    club.done("rounds/2/close")
    assert sum(other.points().values()) == 2 * 8 * 3
