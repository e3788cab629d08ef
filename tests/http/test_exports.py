"""Files over HTTP: every format under its link, imports, and what an organiser may fetch."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from flask import Flask

from referee.config import Settings
from referee.exporters import FORMATS, Source
from referee.http.app import create_app
from referee.http.context import EXTENSION
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table

ADMIN = {"Authorization": "Bearer admin-token"}


@pytest.fixture
def played(table: Table) -> Table:
    """A table with one deal by its result."""
    table.done("results", {"maker": "N", "bid": "4", "trump": "D", "tricks": {"NS": 5, "EW": 1}})
    return table


@pytest.fixture
def league() -> Iterator[Any]:
    """A client of an application with an admin token, and two finished matches in it."""
    app = create_app(Service(MemoryStore()), Settings(rate_limit=False, admin_token="admin-token"))
    client = app.test_client()
    for tags, names in (({"league": "Fife"}, "ABCD"), ({"league": "Ayr"}, "AXCY")):
        body = {
            "players": dict(zip("NESW", names, strict=True)),
            "rules": {"target": 5},
            "tags": tags,
            "first_dealer": "W",
        }
        opened = client.post(f"{BASE}/matches", json=body, headers=ADMIN).json
        token = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
        result = {"maker": "N", "bid": "5", "trump": "D", "tricks": {"NS": 5, "EW": 1}}
        for path, sent in (("results", result), ("close", {})):
            assert client.post(f"{BASE}/matches/{opened['id']}/{path}", json=sent, headers=token).status_code == 201
    yield client


@pytest.mark.parametrize(("zone", "day"), [("Asia/Kathmandu", "2026-12-01"), (None, "2026-11-30")])
def test_a_file_is_named_by_the_day_of_the_table(zone: str | None, day: str) -> None:
    service = Service(MemoryStore(), clock=lambda: "2026-11-30T23:53:00.000Z")
    client = create_app(service, Settings(rate_limit=False)).test_client()
    opened = client.post(f"{BASE}/matches", json={"time_zone": zone} if zone else {}).json
    token = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
    reply = client.get(f"{BASE}/matches/{opened['id']}/exports/json", headers=token)
    assert f'filename="bid-euchre-{day}-' in reply.headers["Content-Disposition"]


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_has_its_link(played: Table, format_: str) -> None:
    reply = played.get(f"exports/{format_}", "viewer")
    assert reply.status_code == 200 and reply.data
    assert reply.content_type == FORMATS[format_].media_type
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert 'filename="bid-euchre-' in reply.headers["Content-Disposition"]
    assert reply.headers["Content-Disposition"].endswith(f'.{FORMATS[format_].extension}"')
    again = played.get(f"exports/{format_}", "viewer", {"If-None-Match": reply.headers["ETag"]})
    assert again.status_code == 304 and not again.data


def test_no_such_format(played: Table) -> None:
    assert played.get("exports/docx").status_code == 404


def test_what_a_format_cannot_carry(app: Flask) -> None:
    reply = Table(app, rules={"decks": 2}).get("exports/egn")
    assert (reply.status_code, reply.json["code"]) == (409, "export-not-possible")
    assert reply.json["facts"]["reason"] == "double-deck"


@pytest.mark.parametrize("accept,media", [("*/*", "application/json"), ("application/pdf", "application/pdf"),
                                          ("text/csv;q=0.5, application/x-ndjson", "application/x-ndjson")])  # fmt: skip
def test_the_format_that_is_accepted(played: Table, accept: str, media: str) -> None:
    reply = played.get("exports", headers={"Accept": accept})
    assert reply.mimetype == media and "Accept" in reply.headers["Vary"]


@pytest.mark.parametrize("format_,media", [("ndjson", "application/x-ndjson"), ("json", "application/json"),
                                           ("ndjson", "application/octet-stream")])  # fmt: skip
def test_a_log_comes_back_byte_for_byte(played: Table, format_: str, media: str) -> None:
    body = played.get(f"exports/{format_}").data
    reply = played.client.post(f"{BASE}/imports", data=body, content_type=media)
    assert reply.status_code == 201 and reply.headers["Location"] == f"{BASE}/matches/{reply.json['id']}"
    assert reply.json["id"] != played.id and reply.json["join_code"]
    token = {"Authorization": f"Bearer {reply.json['tokens']['viewer']}"}
    again = played.client.get(f"{BASE}/matches/{reply.json['id']}/exports/{format_}", headers=token)
    assert again.data == body


@pytest.mark.parametrize("format_,media", [("ndjson", "application/x-ndjson"), ("txt", "text/plain")])
def test_an_import_that_is_sent_again_brings_one_match(played: Table, format_: str, media: str) -> None:
    body, path = played.get(f"exports/{format_}").data, f"{BASE}/imports"
    sent = {"content_type": media, "headers": {"Idempotency-Key": f"0f2b9c1e-again-{format_}"}}
    first, second = (played.client.post(path, data=body, **sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert "Idempotency-Replayed" not in first.headers and second.headers["Idempotency-Replayed"] == "true"
    for name in ("id", "join_code", "version", "score"):
        assert first.json[name] == second.json[name]
    for reply, status in ((first, 401), (second, 200)):
        token = {"Authorization": f"Bearer {reply.json['tokens']['scorer']}"}
        assert played.client.get(f"{BASE}/matches/{first.json['id']}", headers=token).status_code == status
    other = played.client.post(path, data=body + b"\n", **sent)
    assert (other.status_code, other.json["code"]) == (422, "idempotency-key-reused")
    wrong = played.client.post(path, data=body, content_type=media, headers={"Idempotency-Key": ""})
    assert (wrong.status_code, wrong.json["code"]) == (422, "invalid-request")


def test_a_notation_comes_back_as_a_new_match(played: Table) -> None:
    body = played.get("exports/txt").data
    reply = played.client.post(f"{BASE}/imports", data=body, content_type="text/plain; charset=utf-8")
    assert reply.status_code == 201
    assert reply.json["score"] == played.get().json["score"]


WRONG = [
    (b"[Nonsense]", "text/plain", 422, "broken-notation"),
    (b"{", "application/json", 400, "malformed-json"),
    (b"{}", "application/json", 422, "broken-log"),
    (b"{}", "application/x-ndjson", 422, "broken-log"),
    (b"", "application/x-ndjson", 422, "broken-log"),
    (b"x", "image/png", 415, "unsupported-media-type"),
]


@pytest.mark.parametrize("body,media,status,code", WRONG)
def test_what_is_no_match(table: Table, body: bytes, media: str, status: int, code: str) -> None:
    reply = table.client.post(f"{BASE}/imports", data=body, content_type=media)
    assert (reply.status_code, reply.json["code"]) == (status, code)


def test_a_touched_log_names_its_first_wrong_entry(played: Table) -> None:
    body = played.get("exports/ndjson").data.replace(b'"EW":1', b'"EW":2')
    reply = played.client.post(f"{BASE}/imports", data=body, content_type="application/x-ndjson")
    assert reply.status_code == 422 and reply.json["facts"] == {"version": 4, "reason": "hash"}


def test_finished_matches_since_a_moment(league: Any) -> None:
    reply = league.get(f"{BASE}/matches?closed_after=2020-01-01", headers=ADMIN)
    rows = reply.data.splitlines()
    assert reply.mimetype == "application/x-ndjson" and len(rows) == 2 and b'"score":{"NS":5,"EW":1}' in rows[0]
    assert not league.get(f"{BASE}/matches?closed_after=2099-01-01T00:00:00%2B02:00", headers=ADMIN).data
    assert league.get(f"{BASE}/matches?closed_after=soon", headers=ADMIN).status_code == 422
    assert league.get(f"{BASE}/matches").status_code == 401


def test_standings_and_statistics(league: Any) -> None:
    table = league.get(f"{BASE}/standings", headers=ADMIN).json
    assert [(row["rank"], row["names"], row["won"]) for row in table["pairs"]][0] == (1, ["A", "C"], 2)
    one = league.get(f"{BASE}/standings?tag=league:Fife&since=2020-01-01", headers=ADMIN).json
    assert [row["names"] for row in one["pairs"]] == [["A", "C"], ["B", "D"]]
    assert league.get(f"{BASE}/standings?until=2020-01-01", headers=ADMIN).json == {"players": [], "pairs": []}
    sheet = league.get(f"{BASE}/standings?format=csv", headers=ADMIN).data.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(sheet, newline="")))
    assert (rows[0]["name"], rows[0]["won"], rows[0]["5_made"]) == ("A", "2", "2")
    assert [(row["name"], row["partner"]) for row in rows if row["table"] == "pairs"] == [
        tuple(row["names"]) for row in table["pairs"]
    ]
    ann = league.get(f"{BASE}/players/A/statistics", headers=ADMIN).json
    assert (ann["deals"], ann["bids"], ann["pairs"][0]["partner"]) == (2, {"5": {"made": 2, "set": 0}}, "C")
    assert league.get(f"{BASE}/players/Nobody/statistics", headers=ADMIN).json["deals"] == 0
    assert league.get(f"{BASE}/standings?tag=Fife", headers=ADMIN).status_code == 422


def test_csv_for_spreadsheets_with_a_decimal_comma(played: Table) -> None:
    sheet = played.get("exports/csv?separator=semicolon&lang=gd", "viewer")
    assert sheet.data.startswith("\ufeffLàmh;Tuath;".encode()) and sheet.headers["Content-Language"] == "gd"
    assert played.get("exports/csv", "viewer").data.startswith(b"\xef\xbb\xbfDeal,North,East,")
    refused = played.get("exports/csv?separator=tab", "viewer")
    assert (refused.status_code, refused.json["errors"]) == (422, {"separator": ["not-one-of"]})


@pytest.mark.parametrize("format_", ["ndjson", "json", "txt", "egn"])
def test_a_match_that_is_imported_again_counts_once(league: Any, format_: str) -> None:
    before = league.get(f"{BASE}/standings", headers=ADMIN).json
    first = orjson.loads(league.get(f"{BASE}/matches", headers=ADMIN).data.splitlines()[0])
    service = league.application.extensions[EXTENSION].service
    timeline = service.timeline(first["id"])
    source = Source(lambda: service.events(first["id"]), lambda: timeline)
    body = b"".join(FORMATS[format_].write(source))
    for _ in range(2):
        assert (
            league.post(
                f"{BASE}/imports", data=body, content_type="application/octet-stream", headers=ADMIN
            ).status_code
            == 201
        )
    assert len(league.get(f"{BASE}/matches", headers=ADMIN).data.splitlines()) == 4
    assert league.get(f"{BASE}/standings", headers=ADMIN).json == before


def test_six_spellings_of_a_name_are_one_player(league: Any) -> None:
    spellings = ["Jos\u00e9", "Jose\u0301", "JOS\u00c9", "jose\u0301", "Jos\u00e9 ", " jos\u00e9"]
    for number, name in enumerate(spellings):
        body = {
            "players": {"N": name.strip(), "S": f"P{number}", "E": "X", "W": "Y"},
            "rules": {"deals": 1, "target": None},
        }
        opened = league.post(f"{BASE}/matches", json=body, headers=ADMIN).json
        token = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
        result = {"maker": "N", "bid": "4", "trump": "H", "tricks": {"NS": 4, "EW": 2}}
        for path, sent in (("results", result), ("close", {})):
            assert league.post(f"{BASE}/matches/{opened['id']}/{path}", json=sent, headers=token).status_code == 201
    rows = league.get(f"{BASE}/standings", headers=ADMIN).json["players"]
    named = [row for row in rows if row["names"][0].casefold().startswith("jos")]
    assert [row["matches"] for row in named] == [6]
    for name in spellings:
        assert league.get(f"{BASE}/players/{name}/statistics", headers=ADMIN).json["matches"] == 6


@pytest.mark.parametrize("late", [False, True], ids=["at deal 3", "after closing"])
def test_a_slip_in_a_name_that_is_put_right_leaves_no_ghost_row(league: Any, late: bool) -> None:
    """Bob sits out from deal 2 on for Cst, who is really called Cat, and moves to another seat meanwhile."""
    body = {
        "players": {"N": f"Amn{late}", "S": f"Sue{late}", "E": f"Bob{late}", "W": f"Wim{late}"},
        "rules": {"deals": 4, "target": None},
        "recording": "anyone",
    }
    opened = league.post(f"{BASE}/matches", json=body, headers=ADMIN).json
    path = f"{BASE}/matches/{opened['id']}"
    scorer, seat = ({"Authorization": f"Bearer {opened['tokens'][role]}"} for role in ("scorer", "N"))

    def renamed(names: Any, **more: Any) -> Any:
        return league.patch(f"{path}/players", json=names | more, headers=scorer)

    def deal() -> None:
        result = {"maker": "N", "bid": "4", "trump": "H", "tricks": {"NS": 4, "EW": 2}}
        assert league.post(f"{path}/results", json=result, headers=scorer).status_code == 201

    deal()
    assert renamed({"E": f"Cst{late}"}).status_code == 200
    deal()
    assert renamed({"E": f"Wim{late}", "W": f"Cst{late}"}).status_code == 200
    deal()
    if late:
        deal()
        assert league.post(f"{path}/close", json={}, headers=scorer).status_code == 201
        assert renamed({"W": "nobody"}).json["code"] == "match-closed"
    assert league.patch(f"{path}/players", json={"N": "Eve", "from_the_start": True}, headers=seat).status_code == 403
    assert renamed({"N": f"Ann{late}", "W": f"Cat{late}"}, from_the_start=True).status_code == 200
    if not late:
        deal()
        assert league.post(f"{path}/close", json={}, headers=scorer).status_code == 201
    rows = {row["names"][0]: row for row in league.get(f"{BASE}/standings", headers=ADMIN).json["players"]}
    here = {name.removesuffix(str(late)): row["deals"] for name, row in rows.items() if name.endswith(str(late))}
    assert here == {"Ann": 4, "Sue": 4, "Bob": 1, "Cat": 3, "Wim": 4}
    assert league.get(f"{path}/verification", headers=scorer).json["ok"]
    log = league.get(f"{path}/exports/ndjson", headers=scorer).data
    assert (
        b"Amn" in log
        and league.post(f"{BASE}/imports", data=log, content_type="application/x-ndjson", headers=ADMIN).status_code
        == 201
    )
    assert {row["names"][0]: row for row in league.get(f"{BASE}/standings", headers=ADMIN).json["players"]} == rows


@pytest.mark.parametrize(("closing", "ended"), [({"abandoned": True}, "abandoned"), ({"early": True}, "early")])
def test_the_feed_tells_a_draw_from_an_abandoned_match(league: Any, closing: Any, ended: str) -> None:
    opened = league.post(f"{BASE}/matches", json={}, headers=ADMIN).json
    token = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
    assert league.post(f"{BASE}/matches/{opened['id']}/close", json=closing, headers=token).status_code == 201
    lines = [orjson.loads(line) for line in league.get(f"{BASE}/matches?after=", headers=ADMIN).data.splitlines()]
    assert [(line["winner"], line["ended"]) for line in lines][-1] == (None, ended)
    assert {line["ended"] for line in lines[:-1]} == {"target"}


def test_imported_matches_count_too(league: Any) -> None:
    found = league.get(f"{BASE}/matches", headers=ADMIN).data.splitlines()
    assert len(found) == 2
    before = league.get(f"{BASE}/players/A/statistics", headers=ADMIN).json["matches"]
    text = '[Notation "Referee 1"]\n[North "A"]\n[Preset "classic"]\n[Deal "1"]\n[Closed "abandoned"]\n'
    assert league.post(f"{BASE}/imports", data=text, content_type="text/plain", headers=ADMIN).status_code == 201
    after = league.get(f"{BASE}/players/A/statistics", headers=ADMIN).json
    assert (after["matches"], after["abandoned"]) == (before, 1)
