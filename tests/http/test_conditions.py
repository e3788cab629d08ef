"""ETags, conditions, keys and two phones at once: who may overwrite whom, and which retries are harmless."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask

from tests.http.tables import BASE, Table, code_of, plain

BID = {"seat": "N", "bid": "4"}


def test_the_version_is_the_etag(table: Table) -> None:
    reply = table.get()
    assert (
        plain(reply.headers["ETag"]) == '"2-en"'
        and reply.headers["Vary"] == "Accept-Language, Authorization, Accept-Encoding"
    )
    assert plain(table.get(headers={"Accept-Language": "gd"}).headers["ETag"]) == '"2-gd"'
    assert plain(table.get("score").headers["ETag"]) == '"2"'
    assert plain(table.get("?at=1").headers["ETag"]) == '"1-en"'
    act = table.post("bids", BID)
    assert (plain(act.headers["ETag"]), act.headers["Cache-Control"]) == ('"3-en"', "no-store")


READINGS = ["", "?at=1", "deals", "deals/1", "score", "claims", "events"]


@pytest.mark.parametrize("path", READINGS)
def test_what_the_reader_has_is_not_sent_again(table: Table, path: str) -> None:
    first = table.get(path)
    tag = first.headers["ETag"]
    for header in (tag, f'"0", {tag}', f"W/{tag}", "*"):
        again = table.get(path, headers={"If-None-Match": header})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"] == "private, no-cache"
    other = table.get(path, headers={"If-None-Match": '"99"'})
    assert (other.status_code, other.data) == (200, first.data)
    table.bid("N:4")
    if not path.startswith("?at"):
        assert table.get(path, headers={"If-None-Match": tag}).status_code == 200


MATCHING = [('"2"', 201), ('"2-en"', 201), ('"2-ne"', 201), ("2", 201), ("*", 201), ('"1"', 412), ('"3"', 412),
            ('"two"', 412), ('W/"2"', 412), ('"2', 422), ("two", 422), ("", 422),
            # a list, of which any may match (RFC 9110, 13.1.1 and 5.6.1)
            ('"1", "2-en"', 201), ('"2","3"', 201), ('"1", , "2",', 201), ("1, 2", 201), ('"two", W/"1", "2"', 201),
            ('"1", "3"', 412), ('W/"2", "1"', 412), ('"1,2", "3"', 412), ('"1" "2"', 422), ('"1", two', 422),
            ('"2", *', 422), (",", 422), ('"1", "2', 422)]  # fmt: skip


@pytest.mark.parametrize(("header", "status"), MATCHING)
def test_if_match(table: Table, header: str, status: int) -> None:
    reply = table.post("bids", BID, headers={"If-Match": header})
    assert reply.status_code == status
    assert table.version() == (3 if status == 201 else 2)
    if status == 412:
        assert reply.json["facts"] == {"version": 2} and plain(reply.headers["ETag"]) == '"2-en"'


def test_a_repeated_request_is_answered_as_the_first_time(each_table: Table) -> None:
    table = each_table
    key = {"Idempotency-Key": "one key"}
    first = table.post("bids", BID, headers=key)
    table.bid("E:pass S:pass W:pass")
    again = table.post("bids", BID, headers=key)
    assert again.headers["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first.headers
    assert (again.status_code, again.json, plain(again.headers["ETag"])) == (201, first.json, '"3-en"')
    assert table.version() == 6
    assert code_of(table.post("bids", {**BID, "bid": "5"}, headers=key)) == (422, "idempotency-key-reused")
    assert code_of(table.post("trump", {"suit": "D"}, headers=key)) == (422, "idempotency-key-reused")
    other = Table(table.client.application)
    assert "Idempotency-Replayed" not in other.post("bids", BID, headers=key).headers


def test_a_refused_request_is_decided_anew(table: Table) -> None:
    key = {"Idempotency-Key": "later"}
    east = {"seat": "E", "bid": "5"}
    assert table.post("bids", east, headers=key).status_code == 409
    table.bid("N:4")
    assert table.post("bids", east, headers=key).status_code == 201


def test_a_repeated_claim_act_carries_its_claim(table: Table) -> None:
    table.disputed()
    key = {"Idempotency-Key": "claim"}
    claim = {"kind": "renege", "by": "S", "accused": "E", "trick": 2}
    first = table.post("claims", claim, headers=key)
    assert first.json["claim"]["verdict"] == "open"
    table.play("N:9C E:KC S:QC W:AC W:KS N:9D E:TS")
    assert table.post("claims", claim, headers=key).json == first.json


def test_an_undo_repeated_by_its_seat_is_no_second_undo(table: Table) -> None:
    table.bid("N:4")
    table.done("bids", {"seat": "E", "bid": "5"}, "E")
    key = {"Idempotency-Key": "undo"}
    first = table.post("undo", role="E", headers=key)
    assert first.status_code == 201
    again = table.post("undo", role="E", headers=key)
    assert (again.status_code, again.json) == (201, first.json)
    assert code_of(table.post("undo", role="E")) == (403, "forbidden")


@pytest.mark.parametrize("key", ["", "é", "x" * 201, "a\tb"])
def test_keys_of_the_wrong_form(table: Table, key: str) -> None:
    assert code_of(table.post("bids", BID, headers={"Idempotency-Key": key})) == (422, "invalid-request")
    assert table.version() == 2


def test_opening_twice_with_one_key_is_one_match(app: Flask) -> None:
    client, key = app.test_client(), {"Idempotency-Key": "open sesame, as nobody guesses"}
    first, again = (client.post(f"{BASE}/matches", json={}, headers=key) for _ in range(2))
    assert again.headers["Idempotency-Replayed"] == "true" and again.json["id"] == first.json["id"]
    assert first.headers["Location"] == again.headers["Location"] == f"{BASE}/matches/{first.json['id']}"
    reading = [{"Authorization": f"Bearer {one.json['tokens']['scorer']}"} for one in (first, again)]
    assert [client.get(first.headers["Location"], headers=one).status_code for one in reading] == [401, 200]
    assert (
        code_of(client.post(f"{BASE}/matches", json={"first_dealer": "S"}, headers=key))[1] == "idempotency-key-reused"
    )


def at_once(table: Table, headers: Any, times: int = 2) -> list[int]:
    """The statuses of the same bid sent by several threads at once."""
    ready, statuses = threading.Barrier(times), []

    def send() -> None:
        ready.wait()
        statuses.append(table.client.application.test_client().post(
            table.url("bids"), json=BID, headers={"Authorization": f"Bearer {table.tokens['scorer']}", **headers}
        ).status_code)  # fmt: skip

    threads = [threading.Thread(target=send) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


@pytest.mark.parametrize(
    ("headers", "statuses"),
    [({}, [201, 409]), ({"If-Match": '"2"'}, [201, 412]), ({"Idempotency-Key": "both"}, [201, 201])],
)
def test_two_phones_at_once_record_one_bid(each_table: Table, headers: Any, statuses: list[int]) -> None:
    assert at_once(each_table, headers) == statuses
    assert each_table.version() == 3
