"""Refusals in their order (docs/api.md, The order of refusals), and input of every wrong kind: always a problem, never a trace."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from flask import Flask

from referee import __version__
from referee.config import Settings
from referee.http.app import create_app
from referee.http.problems import STATUS
from referee.i18n import LANGUAGES, problem_page
from referee.service import Service
from referee.stores.contract import StoreUnavailable
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table, code_of, plain

JSON = {"Content-Type": "application/json"}
STALE = {"If-Match": '"1"'}
BIG = b'{"seat": "' + b"N" * 70_000 + b'"}'


def test_each_refusal_comes_before_all_later_ones(app: Flask) -> None:
    table, other = Table(app), Table(app)
    key = {"Idempotency-Key": "first"}
    bid = {"seat": "N", "bid": "4"}
    first = table.post("bids", bid, headers=key)
    table.done("close", {"abandoned": True})
    foreign = {"Authorization": f"Bearer {other.tokens['scorer']}"}

    def refused(data: bytes, role: str | None = "scorer", headers: Any = None, path: str = "bids") -> tuple[int, str]:
        return code_of(table.send("POST", path, role, {**JSON, **STALE, **(headers or {})}, data=data))

    assert refused(BIG, None, {"Content-Type": "text/plain"}) == (413, "payload-too-large")
    assert refused(b"{", None, {"Content-Type": "text/plain"}) == (415, "unsupported-media-type")
    assert refused(b"{", None) == (401, "unauthorized")
    assert refused(b"{", None, foreign) == (403, "forbidden")
    assert code_of(
        table.client.post(f"{BASE}/matches/nowhere/bids", data=b"{", headers=JSON | foreign)
    ) == (404, "no-such-match")  # fmt: skip
    assert refused(b"{", "viewer") == (403, "forbidden")
    assert refused(b"{", "N", path="close") == (403, "forbidden")
    assert refused(b"{", headers=key) == (400, "malformed-json")
    assert refused(b'{"seat": "X"}', headers=key) == (422, "invalid-request")
    assert refused(b'{"seat": "N", "bid": "3"}', headers=key) == (422, "idempotency-key-reused")
    again = table.post("bids", bid, headers={**key, **STALE})
    assert (again.status_code, again.json) == (201, first.json)
    assert refused(json.dumps(bid).encode()) == (412, "stale-version")
    now = {"If-Match": f'"{table.version()}"'}
    assert refused(b'{"by": "N"}', headers=now, path="claims/9/concession") == (409, "match-closed")


def test_the_table_s_own_refusals(table: Table) -> None:
    assert code_of(table.post("claims/9/concession", {"by": "N"})) == (404, "no-such-claim")
    assert code_of(table.post("plays", {"seat": "N", "card": "9C"})) == (409, "not-now")
    assert code_of(table.post("bids", {"seat": "E", "bid": "4"})) == (409, "not-your-turn")
    assert code_of(table.post("bids", {"seat": "N", "bid": "2"})) == (409, "bid-too-low")
    assert code_of(table.post("bids", {"seat": "N", "bid": "6"})) == (422, "invalid-request")
    refused = table.post("bids", {"seat": "E", "bid": "4"})
    assert refused.json["facts"] == {"seat": "N"} and refused.json["rule"] == "R3.1"
    assert refused.json["detail"] == "It is North’s turn."
    table.send("PATCH", "players", json={"N": "Ann"})
    named = table.post("bids", {"seat": "E", "bid": "4"})
    assert named.json["detail"] == "It is Ann’s turn." and named.json["facts"] == {"seat": "N"}
    assert plain(refused.headers["ETag"]) == '"2-en"'


NO_JSON = [
    b"{", b"nonsense", b'{"seat": NaN}', b'{"seat": Infinity}', b'{"seat": -Infinity}', b'{"seat": "N", "seat": "N"}',
    b"[" * 50_000, b'{"a":' * 12_000, b'{"seat": ' + b"1" * 5_000 + b"}", b"\xff\xfe", b'{"seat": "\x00"}', b"'",
    b'\xef\xbb\xbf{"seat": "N", "bid": "4"}', b" ",
]  # fmt: skip


@pytest.mark.parametrize("raw", NO_JSON, ids=lambda raw: repr(raw[:24]))
def test_what_is_no_json(table: Table, raw: bytes) -> None:
    assert code_of(table.send("POST", "bids", headers=JSON, data=raw)) == (400, "malformed-json")
    assert table.version() == 2


WRONG: list[tuple[str, Any, dict[str, list[str]]]] = [
    ("bids", [], {"": ["not-an-object"]}),
    ("bids", "N:4", {"": ["not-an-object"]}),
    ("bids", None, {"": ["not-an-object"]}),
    ("bids", {}, {"seat": ["missing"], "bid": ["missing"]}),
    ("bids", {"seat": "N", "bid": 4}, {"bid": ["not-text"]}),
    ("bids", {"seat": "N", "bid": "four"}, {"bid": ["bad-form"]}),
    ("bids", {"seat": "N", "bid": "-4"}, {"bid": ["bad-form"]}),
    ("bids", {"seat": ["N"], "bid": "4"}, {"seat": ["not-one-of"]}),
    ("bids", {"seat": None, "bid": "4"}, {"seat": ["null"]}),
    ("bids", {"seat": "n", "bid": "4"}, {"seat": ["not-one-of"]}),
    ("bids", {"seat": "N", "bid": "4", "loud": True}, {"loud": ["unknown-field"]}),
    ("bids", {"seat": "N", "bid": "4", "\ud800": 1}, {"?": ["unknown-field"]}),
    ("plays", {"seat": "N", "card": 9}, {"card": ["not-text"]}),
    ("plays", {"seat": "N", "card": "9C", "out_of_turn": 1}, {"out_of_turn": ["not-true-or-false"]}),
    ("discards", {}, {"card": ["missing"]}),
    ("discards", {"card": None, "deal": 0}, {"deal": ["out-of-range"]}),
    ("discards", {"card": None, "deal": True}, {"deal": ["not-an-integer"]}),
    ("trump", {"suit": "X"}, {"suit": ["not-one-of"]}),
    ("exchanges", {"discarded": "9C", "received": None}, {"discarded": ["not-a-list"]}),
    ("exchanges", {"discarded": None}, {"received": ["missing"]}),
    ("tricks", {}, {"cards": ["missing"]}),
    ("tricks", {"cards": ["9C", "TC"], "winner": "N"}, {"winner": ["unknown-field"]}),
    ("tricks", {"cards": ["9C", "TC", "JC", "QC", "KC"]}, {"cards": ["bad-length"]}),
    ("contracts", {"maker": "N", "bid": "4"}, {"trump": ["missing"]}),
    ("counts", {"NS": "3", "EW": 3}, {"NS": ["not-an-integer"]}),
    ("counts", {"NS": 3.5, "EW": 2.5}, {"NS": ["not-an-integer"], "EW": ["not-an-integer"]}),
    ("counts", {"NS": 1e300, "EW": 10**40}, {"NS": ["out-of-range"], "EW": ["out-of-range"]}),
    ("results", {"maker": None, "bid": "4"}, {"bid": ["not-one-of"]}),
    ("results", {"maker": "N", "bid": "4", "trump": "D", "tricks": [3, 3]}, {"tricks": ["not-an-object"]}),
    ("results", {"maker": "N", "bid": "4", "trump": "D", "tricks": {"NS": 3}}, {"tricks.EW": ["missing"]}),
    ("shown", {"seat": "N", "cards": []}, {"cards": ["bad-length"]}),
    ("deals/1/cards", {"tricks": [{"leader": "N"}]}, {"tricks.0.cards": ["missing"]}),
    ("redeals", {"reason": "bored"}, {"reason": ["not-one-of"]}),
    ("claims", {}, {"kind": ["missing"], "by": ["missing"], "accused": ["missing"]}),
    ("claims", {"kind": "cheating", "by": "N", "accused": "E"}, {"kind": ["not-one-of"]}),
    ("claims", {"kind": "renege", "by": "referee", "accused": "E"}, {"by": ["not-one-of"]}),
    ("claims/1/concession", {}, {"by": ["missing"]}),
    ("undo", {"to": "1"}, {"to": ["not-an-integer"]}),
    ("undo", {"to": -1}, {"to": ["out-of-range"]}),
    ("corrections", {"version": 3, "card": "9C", "kind": "typo"}, {"kind": ["not-one-of"]}),
    ("corrections", {"version": 3, "data": {}}, {"data": ["bad-length"]}),
    ("corrections", {"version": 3, "data": {"bid": "4\x00"}}, {"data.bid": ["control-character"]}),
    ("corrections", {"version": 3, "data": {"points": 10**30}}, {"data.points": ["out-of-range"]}),
    ("corrections", {"version": 3, "data": {"hash": "0"}}, {"data.hash": ["unknown-field"]}),
    ("corrections", {"entries": []}, {"entries": ["bad-length"]}),
    ("corrections", {"entries": [{"version": 3, "data": {"card": "9C"}}] * 2}, {"entries": ["version-twice"]}),
    ("adjustments", {"team": "NS", "points": 0, "reason": "x"}, {"points": ["zero"]}),
    ("adjustments", {"team": "NS", "points": 1001, "reason": "x"}, {"points": ["out-of-range"]}),
    ("adjustments", {"team": "NS", "points": 1, "reason": ""}, {"reason": ["bad-length"]}),
    ("adjustments", {"team": "NS", "points": 1, "reason": " "}, {"reason": ["bad-form"]}),
    ("adjustments", {"team": "NS", "points": 1, "reason": "x" * 201}, {"reason": ["bad-length"]}),
    ("adjustments", {"team": "NS", "points": 1, "reason": "a\x00b"}, {"reason": ["control-character"]}),
    ("adjustments", {"team": "NS", "points": 1, "reason": "a\ud800b"}, {"reason": ["control-character"]}),
    ("close", {"abandoned": None}, {"abandoned": ["null"]}),
    ("tokens", {"role": "judge"}, {"role": ["not-one-of"]}),
    ("tickets", {"long": True}, {"long": ["unknown-field"]}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "errors"), WRONG, ids=lambda value: repr(value)[:50])
def test_bodies_of_the_wrong_shape(table: Table, path: str, body: Any, errors: dict[str, list[str]]) -> None:
    reply = table.send("POST", path, headers=JSON, data=json.dumps(body))
    assert code_of(reply) == (422, "invalid-request")
    assert reply.json["errors"] == errors
    assert table.version() == 2


NAMELESS: list[tuple[Any, dict[str, list[str]]]] = [
    ({}, {"": ["bad-length"]}),
    ({"E": ""}, {"E": ["bad-length"]}),
    ({"E": "x" * 161}, {"E": ["bad-length"]}),
    ({"E": "\u2028"}, {"E": ["control-character"]}),
    ({"X": "Eve"}, {"X": ["unknown-field"]}),
]


@pytest.mark.parametrize(("body", "errors"), NAMELESS, ids=repr)
def test_names_of_the_wrong_shape(table: Table, body: Any, errors: dict[str, list[str]]) -> None:
    reply = table.send("PATCH", "players", json=body)
    assert code_of(reply) == (422, "invalid-request") and reply.json["errors"] == errors
    assert table.version() == 2


UNREADABLE = [
    *((" " * 3, "nothing-visible"), ("\u200b", "nothing-visible"), ("\u3164\u2800\u00ad", "nothing-visible")),
    *(("\u200e\u200d\ufeff", "nothing-visible"), ("\ufe0f\u00a0\u3000", "nothing-visible")),
    *(("\U000e0041\U0001d173", "nothing-visible"), ("Eve\u202e", "turns-direction"), ("\u2066Eve\u2069", "turns-direction")),
    *(("\u202a", "turns-direction"), ("E\u2067ve", "turns-direction")),
    *(("x" * 41, "too-many-letters"), ("नि" * 41, "too-many-letters")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "why"), UNREADABLE, ids=ascii)
def test_a_name_shows_and_turns_nothing_around(table: Table, name: str, why: str) -> None:
    """Opening, joining, renaming; imports: tests/exporters/test_logs.py."""
    opened = table.client.post(f"{BASE}/matches", json={"players": {"N": "Ann", "E": name}})
    joined = table.client.post(f"{BASE}/joins", json={"code": table.join_code, "seat": "E", "name": name})
    renamed = table.send("PATCH", "players", json={"E": name})
    for reply, field in ((opened, "players.E"), (joined, "name"), (renamed, "E")):
        assert code_of(reply) == (422, "unreadable-name") and reply.json["errors"] == {field: [why]}
    assert table.version() == 2
    told = {code_of(table.send("PATCH", f"players?lang={lang}", json={"E": name})) for lang in LANGUAGES}
    assert told == {(422, "unreadable-name")}


def test_a_name_that_is_too_long_is_refused_with_the_reason(table: Table) -> None:
    for lang in LANGUAGES:
        reply = table.send("PATCH", f"players?lang={lang}", json={"E": "x" * 41})
        assert ("४०" if lang == "ne" else "40") in reply.json["detail"]
    long = "श्रीमती विश्वेश्वरीदेवी क्षेत्रीज्यू श्रेष्ठ"
    assert len(long) > 40 and table.send("PATCH", "players", json={"E": long}).status_code == 200


def test_names_are_composed_at_the_door(table: Table) -> None:
    """One that looks the same is the same: `Ùisdean` typed with a separate accent (Unicode NFC)."""
    reply = table.send("PATCH", "players", json={"E": "U\u0300isdean"})
    assert reply.json["match"]["players"]["E"] == "\u00d9isdean"


@pytest.mark.parametrize(
    "name",
    ["मीना", "Սոնա", "Aña\u0300", "محمد\u200f", "नि\u200dशा", "👩\u200d👧", "\u2764\ufe0f", "-", "王"],
    ids=ascii,
)
def test_names_of_every_script_are_readable(table: Table, name: str) -> None:
    assert table.send("PATCH", "players", json={"E": name}).json["match"]["players"]["E"] == unicodedata.normalize(
        "NFC", name
    )


def test_among_other_faults_a_name_is_one_of_several(table: Table) -> None:
    reply = table.send("PATCH", "players", json={"E": "\u202e", "X": "Eve"})
    errors = {"E": ["turns-direction"], "X": ["unknown-field"]}
    assert code_of(reply) == (422, "invalid-request") and reply.json["errors"] == errors


TABLES: list[tuple[Any, str, dict[str, list[str]]]] = [
    ({"rules": {"preset": "bridge"}}, "invalid-request", {"rules.preset": ["not-one-of"]}),
    ({"rules": {"preset": ["classic"]}}, "invalid-request", {"rules.preset": ["not-one-of"]}),
    ({"rules": {"targets": 32}}, "invalid-request", {"rules.targets": ["unknown-field"]}),
    ({"rules": {"target": "32"}}, "invalid-request", {"rules.target": ["not-one-of"]}),
    ({"rules": {"joker": 1}}, "invalid-request", {"rules.joker": ["not-one-of"]}),
    ({"rules": []}, "invalid-request", {"rules": ["not-an-object"]}),
    ({"rules": {"joker": True, "decks": 2}}, "incompatible-options", {}),
    ({"players": {"N": 7}}, "invalid-request", {"players.N": ["not-text"]}),
    ({"first_dealer": "Q"}, "invalid-request", {"first_dealer": ["not-one-of"]}),
    ({"recording": "nobody"}, "invalid-request", {"recording": ["not-one-of"]}),
    ({"time_zone": "../etc/passwd"}, "invalid-request", {"time_zone": ["bad-form"]}),
    ({"time_zone": "A" * 65}, "invalid-request", {"time_zone": ["bad-length"]}),
    ({"tags": {"ligue é": "x"}}, "invalid-request", {"tags.ligue é": ["unknown-field"]}),
    ({"tags": {f"tag{n}": "x" for n in range(21)}}, "invalid-request", {"tags": ["bad-length"]}),
    ({"tags": {"league": ""}}, "invalid-request", {"tags.league": ["bad-length"]}),
    ({"initial_score": {"NS": 1001}}, "invalid-request", {"initial_score.NS": ["out-of-range"]}),
    ({"initial_score": {"SN": 1}}, "invalid-request", {"initial_score.SN": ["unknown-field"]}),
    ({"id": "mine"}, "invalid-request", {"id": ["unknown-field"]}),
]


@pytest.mark.parametrize(("body", "code", "errors"), TABLES, ids=lambda value: repr(value)[:40])
def test_tables_that_cannot_be(app: Flask, body: Any, code: str, errors: dict[str, list[str]]) -> None:
    reply = app.test_client().post(f"{BASE}/matches", json=body)
    assert code_of(reply) == (422, code) and reply.json.get("errors", {}) == errors


UNKNOWN = [
    ("plays", {"seat": "N", "card": "1C"}, "1C", "card"),
    ("plays", {"seat": "N", "card": ""}, "", "card"),
    ("plays", {"seat": "N", "card": "\ud800"}, "?", "card"),
    ("tricks", {"cards": ["9C", "XX"]}, "XX", "cards.1"),
    ("deals/1/cards", {"tricks": [{"leader": "N", "cards": ["2C"]}]}, "2C", "tricks.0.cards.0"),
]


@pytest.mark.parametrize(("path", "body", "card", "where"), UNKNOWN, ids=repr)
def test_cards_that_no_pack_has(table: Table, path: str, body: Any, card: str, where: str) -> None:
    reply = table.send("POST", path, headers=JSON, data=json.dumps(body))
    assert code_of(reply) == (422, "unknown-card") and reply.json["facts"]["card"] == card
    assert reply.json["errors"] == {where: ["unknown-card"]}
    assert table.version() == 2


def test_cards_as_people_write_them(table: Table) -> None:
    table.to_play()
    assert table.play("N:jd E:10d")["match"]["deal"]["tricks"][0]["plays"][1]["card"] == "TD"


def test_whole_numbers_as_json_schema_counts_them(table: Table) -> None:
    table.to_play()
    reply = table.send("POST", "counts", headers=JSON, data=b'{"NS": 5.0, "EW": 1}')
    assert reply.json["match"]["score"] == {"NS": 5, "EW": 1}


def test_no_body_at_all_is_an_empty_one(table: Table) -> None:
    table.bid("N:4")
    assert table.send("POST", "undo").status_code == 201
    assert code_of(table.send("POST", "bids")) == (422, "invalid-request")


def test_other_methods_types_and_addresses(table: Table) -> None:
    wrong = table.send("DELETE", "bids")
    assert code_of(wrong) == (405, "method-not-allowed") and wrong.headers["Allow"] == "POST"
    assert code_of(table.send("OPTIONS", "bids"))[0] == 405
    assert code_of(table.client.get("/api/v1/nothing")) == (404, "not-found")
    assert code_of(table.get("deals/one")) == (404, "not-found")
    assert code_of(table.get("deals/99999999999999999999")) == (404, "no-such-deal")
    for kind in ({"Content-Type": "application/x-www-form-urlencoded"}, {}, {**JSON, "Content-Encoding": "gzip"}):
        assert code_of(table.send("POST", "undo", headers=kind, data=b"{}")) == (415, "unsupported-media-type")
    assert table.version() == 2


def test_an_unexpected_error_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(Service(MemoryStore(), ids=lambda: 1 / 0), Settings())  # type: ignore[arg-type, return-value]
    assert code_of(app.test_client().post(f"{BASE}/matches", json={})) == (500, "internal-error")
    assert "ZeroDivisionError" in caplog.text


class Broken(MemoryStore):
    """A store that has gone away."""

    def role_of(self, token_hash: str) -> tuple[str, str] | None:
        raise StoreUnavailable("the disk is full")

    def ping(self) -> None:
        raise StoreUnavailable("the disk is full")


def test_a_store_that_does_not_answer() -> None:
    client = create_app(Service(Broken()), Settings()).test_client()
    reply = client.get(f"{BASE}/matches/any", headers={"Authorization": "Bearer any"})
    assert code_of(reply) == (503, "store-unavailable") and reply.headers["Retry-After"] == "5"
    assert "disk" not in reply.text
    assert code_of(client.get("/readyz")) == (503, "store-unavailable")
    assert client.get("/healthz").json == {"status": "ok"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", STATUS)
def test_every_problem_has_a_page(app: Flask, code: str, lang: str) -> None:
    page = app.test_client().get(f"/problems/{code}?lang={lang}")
    assert page.status_code == 200 and page.content_type == "text/html; charset=utf-8"
    assert problem_page(code, lang)["title"] and f'lang="{lang}"' in page.text


def test_problems_speak_the_reader_s_language(table: Table) -> None:
    english = table.get("deals/9").json
    malay = table.get("deals/9", headers={"Accept-Language": "ms-MY, en;q=0.5"})
    assert malay.headers["Content-Language"] == "ms" and "Accept-Language" in malay.headers["Vary"]
    assert table.get("deals/9?lang=ms").json == malay.json
    assert malay.json["code"] == english["code"]


def test_every_reply_is_safe_in_a_browser(table: Table) -> None:
    for reply in (table.get(), table.get(role=None), table.client.get("/api/docs"), table.client.get("/nothing")):
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in reply.headers["Content-Security-Policy"]
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert reply.headers["Referee-Version"] == __version__
    assert table.get(headers={"X-Request-ID": "abc-1"}).headers["X-Request-ID"] == "abc-1"
    assert len(table.get(headers={"X-Request-ID": "a b"}).headers["X-Request-ID"]) == 16
