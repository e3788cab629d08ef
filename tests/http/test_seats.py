"""Who sits where, who is the scorer, keys to hand on and the rematch, over HTTP: a row says who may, and what is dead after."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from referee.game.timeline import fold
from referee.projections.summary import match_row
from referee.stores.contract import Summary
from tests.http.tables import BASE, Table

SEATS = "NESW"


def join(table: Table, seat: str, name: str | None = None) -> str:
    """Takes a seat by the code, and keeps its key in place of the opening's."""
    reply = table.client.post(f"{BASE}/joins", json={"code": table.join_code, "seat": seat, "name": name})
    assert reply.status_code == 201, reply.text
    table.tokens[seat] = reply.json["token"]
    return str(reply.json["token"])


def opens(table: Table, token: str, match: str | None = None) -> str | None:
    """The role that a key opens, None for a dead one."""
    url = f"{BASE}/matches/{match or table.id}/role"
    reply = table.client.get(url, headers={"Authorization": f"Bearer {token}"})
    return reply.json["role"] if reply.status_code == 200 else None


def types(table: Table, role: str = "scorer") -> list[str]:
    return [event["type"] for event in table.get("events", role).json["events"]]


def taken(table: Table) -> list[str]:
    return list(table.client.get(f"{BASE}/joins/{table.join_code}").json["taken"])


# --- a key to hand on ----------------------------------------------------------------------------------------------


def test_every_role_gets_one_viewers_key_that_kills_no_other(each_table: Table) -> None:
    given = {role: each_table.done("viewers", role=role)["token"] for role in each_table.tokens}
    again = {role: each_table.done("viewers", role=role)["token"] for role in each_table.tokens}
    assert given == again  # so there are never more than keys that ask
    assert len(set(given.values())) == 6 and given["viewer"] == each_table.tokens["viewer"]
    assert {opens(each_table, token) for token in given.values()} == {"viewer"}


def test_a_revoked_viewers_key_is_not_given_again(each_table: Table) -> None:
    old = each_table.done("viewers", role="N")["token"]
    each_table.done("tokens", {"role": "viewer"})
    new = each_table.done("viewers", role="N")["token"]
    assert (opens(each_table, old), opens(each_table, new)) == (None, "viewer")


# --- seats ---------------------------------------------------------------------------------------------------------


def test_the_scorer_sits_too_and_moves_without_a_ghost(each_table: Table) -> None:
    south = each_table.done("seat", {"seat": "S", "name": "Cat"})
    match = each_table.get().json
    assert (match["players"]["S"], match["scorer"]["seat"], taken(each_table)) == ("Cat", "S", ["S"])
    assert opens(each_table, south["token"]) == "S" and opens(each_table, each_table.tokens["scorer"]) == "scorer"
    each_table.done("seat", {"seat": "W"})
    match = each_table.get().json
    assert (match["players"], match["scorer"]["seat"]) == ({"N": None, "E": None, "S": None, "W": "Cat"}, "W")
    assert taken(each_table) == ["W"] and opens(each_table, south["token"]) is None


def test_a_seat_moves_to_a_free_seat_only(each_table: Table) -> None:
    east, _ = join(each_table, "E", "Bob"), join(each_table, "N", "Ann")
    assert each_table.post("seat", {"seat": "N"}, "E").json["code"] == "seat-taken"
    assert opens(each_table, east) == "E"
    moved = each_table.done("seat", {"seat": "W"}, "E")
    assert (taken(each_table), opens(each_table, east), opens(each_table, moved["token"])) == (["N", "W"], None, "W")
    assert each_table.get().json["players"] == {"N": "Ann", "E": None, "S": None, "W": "Bob"}
    assert each_table.get("verification").json["ok"]


def test_a_lost_phone_is_given_its_seat_again_and_nobody_slips_in(each_table: Table) -> None:
    old = join(each_table, "E", "Bob")
    new = each_table.done("tokens", {"role": "E", "hold": True})["token"]
    assert (opens(each_table, old), opens(each_table, new)) == (None, "E")
    assert each_table.client.post(f"{BASE}/joins", json={"code": each_table.join_code, "seat": "E"}).status_code == 409
    assert each_table.get("role").json["taken"] == ["E"]


# --- the scorer's role ---------------------------------------------------------------------------------------------


def test_the_scorer_hands_the_role_on(each_table: Table) -> None:
    join(each_table, "E")
    old, stream = each_table.tokens["scorer"], each_table.get("events").json["last"]
    reply = each_table.done("scorer", {"seat": "E"})
    assert [event["type"] for event in reply["events"]] == ["scorer-changed"]
    assert reply["match"]["scorer"] == {"seat": "E", "proposed": {}} and opens(each_table, old) is None
    assert each_table.get("events?after=" + str(stream), "E").json["events"][0]["data"] == {"seat": "E"}
    assert each_table.post("scorer/key", role="N").status_code == 403
    key = each_table.done("scorer/key", role="E")["token"]
    assert each_table.done("scorer/key", role="E")["token"] == key  # a lost answer
    assert opens(each_table, key) == "scorer" and opens(each_table, each_table.tokens["E"]) == "E"


def test_all_seats_together_take_the_role_over(each_table: Table) -> None:
    for seat in "NEW":
        join(each_table, seat)
    old = each_table.tokens["scorer"]
    assert each_table.done("scorer", {"seat": "E"}, "N")["match"]["scorer"]["proposed"] == {"N": "E"}
    assert each_table.done("scorer", {"seat": "E"}, "N")["events"] == []  # the same wish again
    assert each_table.done("scorer", {"seat": "N"}, "E")["match"]["scorer"]["proposed"] == {"N": "E", "E": "N"}
    each_table.done("scorer", {"seat": "E"}, "E")
    assert opens(each_table, old) == "scorer" and each_table.post("scorer/key", role="E").status_code == 403
    last = each_table.done("scorer", {"seat": "E"}, "W")["events"][-1]
    assert (last["type"], last["data"], last["by"]) == ("scorer-changed", {"seat": "E", "agreed": ["N", "E", "W"]}, "W")
    assert opens(each_table, old) is None
    each_table.tokens["scorer"] = each_table.done("scorer/key", role="E")["token"]
    assert each_table.get("verification").json["ok"] and opens(each_table, each_table.tokens["scorer"]) == "scorer"


def test_no_seat_takes_the_role_alone_and_the_scorer_can_stop_it(table: Table) -> None:
    join(table, "E")
    assert table.done("scorer", {"seat": "E"}, "E")["events"][0]["type"] == "scorer-proposed"
    table.done("seat", {"seat": "S"})  # the scorer's own seat has no voice
    join(table, "N")
    table.done("scorer", {"seat": "S"})  # the scorer is here
    assert table.get().json["scorer"] == {"seat": "S", "proposed": {}}
    assert table.done("scorer", {"seat": "E"}, "N")["events"][0]["type"] == "scorer-proposed"
    assert table.done("scorer", {"seat": "E"}, "E")["events"][0]["type"] == "scorer-changed"
    assert table.get(role="viewer").json["scorer"]["seat"] == "E"


def test_undo_passes_over_the_scorer_and_a_closed_match_can_be_reopened_by_the_new_one(table: Table) -> None:
    join(table, "E")
    table.bid("N:pass")
    table.done("scorer", {"seat": "E"})
    table.tokens["scorer"] = table.done("scorer/key", role="E")["token"]
    table.done("undo")
    assert table.get().json["scorer"]["seat"] == "E" and table.get().json["deal"]["bids"] == []
    table.done("close", {"abandoned": True})
    table.done("scorer", {"seat": "E"}, "N")
    assert table.done("reopen", {"reason": "a slip"})["match"]["status"] == "playing"
    assert table.get("verification").json["ok"]


# --- the rematch ---------------------------------------------------------------------------------------------------

DECIDED = {"initial_score": {"NS": 31, "EW": 0}, "players": {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}}
LAST = {"maker": "N", "bid": "5", "trump": "D", "tricks": {"NS": 5, "EW": 1}}


@pytest.fixture
def decided(app: Flask) -> Table:
    """A table that needs only to be closed; North and East came by the code."""
    table = Table(app, **DECIDED)
    for seat in "NE":
        join(table, seat)
    table.done("results", LAST)
    return table


def follow(table: Table, role: str) -> Any:
    return table.done("rematch/key", role=role)


def test_a_rematch_takes_everybody_along(decided: Table) -> None:
    order = {"N": "N", "E": "S", "S": "E", "W": "W"}
    new = decided.done("rematch", {"first_dealer": "E", "seats": order})
    assert types(decided)[-2:] == ["match-closed", "rematch-opened"] and decided.get().json["rematch"] == new["match"]
    assert decided.done("rematch", {})["match"] == new["match"]  # asked again
    keys = {role: follow(decided, role) for role in decided.tokens}
    assert {role: key["role"] for role, key in keys.items()} == {
        "scorer": "scorer", "N": "N", "E": "S", "S": "E", "W": "W", "viewer": "viewer",
    }  # fmt: skip
    assert all(opens(decided, key["token"], new["match"]) == key["role"] for key in keys.values())
    assert follow(decided, "E")["token"] == keys["E"]["token"]
    match = decided.client.get(
        f"{BASE}/matches/{new['match']}", headers={"Authorization": f"Bearer {keys['N']['token']}"}
    ).json
    assert match["players"] == {"N": "Ann", "E": "Cat", "S": "Bob", "W": "Dan"}
    assert (match["deal"]["dealer"], match["tags"]) == ("E", {"rematch_of": decided.id})
    code = decided.client.get(f"{BASE}/joins/{decided.join_code}").json  # the code came along
    assert (code["players"]["S"], code["taken"]) == ("Bob", ["N", "S"])


def test_a_seat_that_went_to_somebody_else_does_not_follow(decided: Table) -> None:
    new = decided.done("rematch", {})
    scorer = {"Authorization": f"Bearer {new['token']}"}
    decided.client.post(f"{BASE}/matches/{new['match']}/tokens", json={"role": "E"}, headers=scorer)
    assert decided.post("rematch/key", role="E").status_code == 403
    decided.done("tokens", {"role": "N"})  # dead in the old match
    assert decided.post("rematch/key", role="N").status_code == 401


def test_no_rematch_before_the_end(table: Table) -> None:
    assert table.post("rematch").json["code"] == "not-decided"
    assert table.post("rematch", {"seats": dict.fromkeys(SEATS, "N")}).status_code == 422
    assert table.post("rematch/key").json["code"] == "not-now"


def test_what_is_noted_after_a_closing_changes_no_list(decided: Table) -> None:
    decided.done("rematch", {})
    store = decided.client.application.extensions["referee"].service.store
    timeline = fold(store.events(decided.id))
    row = next(row for row in store.summaries() if row.match == decided.id)
    assert timeline is not None and Summary(decided.id, *match_row(timeline)) == row
    assert (row.version, timeline.version) == (timeline.version - 1, decided.version())
    assert [one.summary.match for one in store.closings()].count(decided.id) == 1


def test_ones_own_key_as_a_picture(table: Table) -> None:
    reply = table.post("qr", role="E")
    assert reply.status_code == 201 and reply.content_type == "image/svg+xml" and b"<svg" in reply.data
