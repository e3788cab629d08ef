"""Compressed answers: which are, by whose wish, under which ETag; and that none has a secret in it (docs/trust.md)."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.http.compression import LEAST, SECRETS
from referee.http.context import EXTENSION
from tests.http.tables import BASE, Table, plain

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def unpacked(reply: TestResponse) -> Any:
    """The JSON of a compressed reply."""
    assert reply.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in reply.headers["Vary"]
    assert reply.content_length == len(reply.data)
    return json.loads(gzip.decompress(reply.data))


@pytest.mark.parametrize("path", ["", "?at=2", "events", "rules"])
def test_a_long_answer_is_compressed_for_who_takes_it(table: Table, path: str) -> None:
    table.disputed()
    address = f"{BASE}/rules" if path == "rules" else table.url(path)
    token = {"Authorization": f"Bearer {table.tokens['viewer']}"}
    plainly, small = (table.client.get(address, headers={**token, **more}) for more in ({}, GZIP))
    assert "Content-Encoding" not in plainly.headers and len(plainly.data) >= LEAST
    assert unpacked(small) == plainly.json and len(small.data) < 0.6 * len(plainly.data)
    assert small.headers["ETag"] == plainly.headers["ETag"][:-1] + '-gzip"'


@pytest.mark.parametrize("path", ["score", "role"])
def test_a_short_answer_is_not(table: Table, path: str) -> None:
    reply = table.get(path, headers=GZIP)
    assert "Content-Encoding" not in reply.headers and len(reply.data) < LEAST and reply.json


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "deflate, gzip;q=0.0, *"])
def test_who_does_not_take_it_gets_it_plain(table: Table, accepted: str) -> None:
    reply = table.get(headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in reply.headers and reply.json["version"] == 2
    assert reply.headers["Vary"] == "Accept-Language, Authorization, Accept-Encoding"


def test_the_compressed_answer_has_an_etag_of_its_own_that_every_condition_knows(table: Table) -> None:
    tag = table.get().headers["ETag"]
    small = table.get(headers=GZIP).headers["ETag"]
    assert (plain(tag), plain(small)) == ('"2-en"', '"2-en-gzip"')
    for header, answered in ((small, small), (f"W/{small}", small), (f'"1", {small}', small), (tag, tag), ("*", tag)):
        again = table.get(headers={**GZIP, "If-None-Match": header})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", answered)
    act = table.post("bids", {"seat": "N", "bid": "4"}, headers={**GZIP, "If-Match": small})
    assert act.status_code == 201 and plain(act.headers["ETag"]) == '"3-en-gzip"'
    assert table.post("bids", {"seat": "E", "bid": "5"}, headers={**GZIP, "If-Match": small}).status_code == 412
    assert table.get(headers={**GZIP, "If-None-Match": small}).status_code == 200


def test_no_answer_with_a_secret_is_compressed(table: Table) -> None:
    long = {
        "players": {seat: f"{seat} " + "name " * 7 for seat in "NESW"},
        "tags": {f"tag{n}": "x" * 60 for n in range(9)},
    }
    opened = table.client.post(f"{BASE}/matches", json=long, headers=GZIP)
    log = table.get("exports/ndjson").data
    kind = {"Content-Type": "application/x-ndjson"}
    replies = [
        opened,
        table.client.post(f"{BASE}/imports", data=log, headers={**GZIP, **kind}),
        table.client.post(f"{BASE}/joins", json={"code": table.join_code, "seat": "E", "name": "Bob"}, headers=GZIP),
        table.post("tokens", {"role": "viewer"}, headers=GZIP),
        table.post("tokens", {"role": "join"}, headers=GZIP),
        table.post("tickets", headers=GZIP),
    ]
    for reply in replies:
        assert reply.status_code == 201 and "Content-Encoding" not in reply.headers
        assert SECRETS & set(reply.json)
    assert len(opened.data) > LEAST


def test_no_other_answer_has_a_field_for_a_secret(table: Table) -> None:
    operations = table.client.application.extensions[EXTENSION].operations
    holders = {name for name, one in operations.items() if one.reply and SECRETS & set(one.reply.__annotations__)}
    assert holders >= {
        "matches.open_match", "matches.join", "matches.renew_token", "matches.new_ticket", "exports.import_match",
    }  # fmt: skip
    table.disputed()
    for path in ("", "deals", "score", "claims", "events", "role", "verification"):
        body = table.get(path).text
        assert not [one for one in (*table.tokens.values(), table.join_code) if one in body]


def test_streams_and_files_are_not_compressed(table: Table) -> None:
    table.disputed()
    for path in ("stream?wait=0", "exports/ndjson", "exports/json"):
        assert "Content-Encoding" not in table.get(path, headers=GZIP).headers
    lines = table.get("events", headers={**GZIP, "Accept": "application/x-ndjson"})
    assert "Content-Encoding" not in lines.headers and len(lines.data.splitlines()) == table.version()
