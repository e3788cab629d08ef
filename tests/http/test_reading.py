"""What is read of a match: versions, the log as it was written, its check, claims with their case, and questions without a match."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import orjson
import pytest

from referee.config import Settings
from referee.events.log import check_chain, parse_line
from referee.http.app import create_app
from referee.i18n import LANGUAGES
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table, code_of, plain

NDJSON = {"Accept": "application/x-ndjson"}
HISTORIES = ["", "deals", "deals/1", "score", "claims"]


@pytest.mark.parametrize("path", HISTORIES)
def test_the_table_as_it_was(table: Table, path: str) -> None:
    before = table.get(path).json
    table.to_play()
    assert table.get(f"{path}?at=2").json == before
    assert table.get(f"{path}?at=0").status_code == 404
    assert code_of(table.get(f"{path}?at=99")) == (404, "no-such-version")
    for wrong in ("x", "-1", "1.5", "", "٣"):
        reply = table.get(f"{path}?at={wrong}")
        assert code_of(reply) == (422, "invalid-request") and reply.json["errors"] == {"at": ["not-an-integer"]}


def test_the_log_is_served_as_it_was_written(each_table: Table) -> None:
    table = each_table
    table.disputed()
    lines = table.get("events", headers=NDJSON)
    assert lines.content_type == "application/x-ndjson" and plain(lines.headers["ETag"]) == f'"{table.version()}"'
    recorded = [parse_line(line, number) for number, line in enumerate(lines.data.splitlines(), 1)]
    last = check_chain(recorded)
    assert last and last.version == table.version() == len(recorded)
    assert b"\n".join(one.line.encode() for one in recorded) + b"\n" == lines.data
    page = table.get("events?after=3&limit=2")
    assert b",".join(lines.data.splitlines()[3:5]) in page.data
    assert [event["version"] for event in page.json["events"]] == [4, 5] and page.json["last"] == last.version
    assert table.get(f"events?after={last.version}").json == {"events": [], "last": last.version}
    assert table.get("events?after=3", headers=NDJSON).data.count(b"\n") == last.version - 3


def test_the_log_of_a_long_match_is_streamed_whole(table: Table) -> None:
    for _ in range(400):
        table.done("bids", {"seat": "N", "bid": "4"})
        table.done("undo")
    assert table.get("events", headers=NDJSON).data.count(b"\n") == 802
    assert len(table.get("events?limit=1000").json["events"]) == 802


@pytest.mark.parametrize("query", ["after=-1", "after=x", "limit=0", "limit=1001", "limit=1e3"])
def test_pages_that_cannot_be(table: Table, query: str) -> None:
    assert code_of(table.get(f"events?{query}")) == (422, "invalid-request")


def test_an_act_carries_its_events(table: Table) -> None:
    table.disputed()
    table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    reply = table.play("N:9C E:KC S:QC W:AC W:KS N:9D E:TS")
    assert [event["type"] for event in reply["events"]] == ["card-played", "claim-ruled"]
    assert reply["events"] == table.get(f"events?after={reply['version'] - 2}").json["events"]
    assert reply["match"] == table.get().json and reply["match"]["head"] == reply["events"][-1]["hash"]


def test_a_whole_log_is_whole(table: Table) -> None:
    table.to_play()
    events = table.get("events").json["events"]
    told = table.get("verification").json
    assert told == {"ok": True, "events": len(events), "head": events[-1]["hash"]}
    assert table.get(f"verification?anchor=3:{events[2]['hash']}").json == told
    assert table.get(f"verification?anchor=3:{'0' * 64}").json == {"ok": False, "version": 3, "reason": "rewritten"}
    assert table.get(f"verification?anchor=99:{'0' * 64}").json == {"ok": False, "version": 99, "reason": "cut"}
    for wrong in ("3", "x:y", f"3:{'0' * 63}", f"3:{'G' * 64}"):
        assert code_of(table.get(f"verification?anchor={wrong}")) == (422, "invalid-request")


def test_claims_are_told_with_their_case(table: Table) -> None:
    table.disputed()
    claimed = table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    assert claimed["claim"] == claimed["match"]["claims"][0] and claimed["claim"]["text"]
    table.play("N:9C E:KC S:QC W:AC W:KS N:9D E:TS")
    told = table.get("claims/1").json
    case = told.pop("case")
    assert told == table.get("claims").json["claims"][0]
    assert (case["led"], case["led_suit"], case["played"], case["proof"]) == ("AS", "S", "QH", "TS")
    plays = {play["card"]: play["version"] for trick in table.get("deals/1").json["tricks"] for play in trick["plays"]}
    assert (case["versions"]["played"], case["versions"]["proof"]) == (plays["QH"], plays["TS"])
    assert case["trick"] == 2 and all(case["sentences"])
    at = case["versions"]["made"]
    assert table.get(f"claims/1?at={at}").json["verdict"] == "open"
    assert code_of(table.get(f"claims/1?at={at - 1}")) == (404, "no-such-claim")
    assert code_of(table.get("claims/0")) == (404, "no-such-claim")


def test_a_claim_is_read_with_the_cards_of_its_own_deal(table: Table) -> None:  # docs/api.md, Claims
    table.disputed()
    for accused, trick in (("E", None), ("W", None), ("W", 2)):
        table.done("claims", {"kind": "renege", "by": "S", "accused": accused, "trick": trick})
    table.play("N:9C E:KC S:QC W:AC W:KS N:9D E:TS S:QS N:AH E:9H S:TH W:KH N:AD E:TC S:JC")
    last = table.version()
    table.play("W:JH")
    assert table.get().json["deal"]["number"] == 2
    then, now = ([table.get(f"claims/{number}{at}").json for number in (1, 2, 3)] for at in (f"?at={last}", ""))
    assert now == then
    assert [(claim["verdict"], claim["trick"], claim["case"]["trick"]) for claim in now] == [
        ("upheld", None, 2), ("rejected", None, None), ("rejected", 2, 2),
    ]  # fmt: skip
    assert "in trick 2" in now[0]["text"] and "10♠, played in trick 4" in now[0]["text"]
    assert "East played 10♠ in trick 4, so East held it in trick 2." in now[0]["case"]["sentences"]


def test_rulings_speak_every_language(table: Table) -> None:
    table.disputed()
    table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    texts = {lang: table.get("claims/1", headers={"Accept-Language": lang}).json["text"] for lang in LANGUAGES}
    assert all(texts.values())
    for lang, text in texts.items():
        assert table.get(f"?lang={lang}").json["claims"][0]["text"] == text


def test_any_entry_can_be_put_right_and_two_at_once(table: Table) -> None:
    table.to_play()
    last = table.play("N:JD E:TD")["version"]
    swapped = {"entries": [{"version": last - 1, "data": {"card": "TD"}}, {"version": last, "data": {"card": "10d"}}]}
    assert code_of(table.post("corrections", swapped)) == (409, "correction-does-not-fit")
    swapped["entries"][1]["data"]["card"] = "JD"
    plays = table.done("corrections", swapped)["match"]["deal"]["tricks"][0]["plays"]
    assert [play["card"] for play in plays] == ["TD", "JD"]
    assert table.done("corrections", {"version": 3, "data": {"bid": "4"}})["match"]["deal"]["contract"] == "4"
    assert code_of(table.post("corrections", {"version": 3, "data": {"card": "9C"}})) == (422, "invalid-request")


def test_rules_and_presets(table: Table) -> None:
    book = table.client.get(f"{BASE}/rules").json
    numbers = [rule["number"] for rule in book["rules"]]
    assert {"R1.5", "R7.1", "J2.4", "V3.1"} <= set(numbers)
    assert {preset["name"] for preset in book["presets"]} >= {"classic", "joker", "double-deck", "pepper"}
    one = table.client.get(f"{BASE}/rules/R1.5?lang=hy")
    assert one.headers["Content-Language"] == "hy" and one.json["number"] == "R1.5"
    assert code_of(table.client.get(f"{BASE}/rules/R99")) == (404, "no-such-rule")


def _plays(text: str) -> list[dict[str, str]]:
    return [dict(zip(("seat", "card"), word.split(":"), strict=True)) for word in text.split()]


TRICKS: list[tuple[Any, Any]] = [
    ({"trump": "H", "plays": _plays("N:AH E:JD S:9H W:AS")},
     {"led_suit": "H", "winner": "E", "order": ["JD", "AH", "9H", "AS"]}),
    ({"trump": "C", "plays": _plays("W:9H N:AD")}, {"led_suit": "H", "winner": "W", "order": ["9H", "AD"]}),
    ({"trump": "NL", "plays": _plays("N:AH E:9H"), "rules": {"no_trump": "high-low"}},
     {"led_suit": "H", "winner": "E", "order": ["9H", "AH"]}),
    ({"trump": "H", "plays": _plays("N:AS E:AS"), "rules": {"preset": "double-deck", "identical_cards": "second"}},
     {"led_suit": "S", "winner": "E", "order": ["AS", "AS"]}),
    ({"trump": "D", "plays": _plays("N:JK"), "rules": {"preset": "joker"}},
     {"led_suit": "D", "winner": "N", "order": ["JK"]}),
    ({"trump": "NT", "plays": _plays("N:AS")}, "invalid-request"),
    ({"trump": "H", "plays": []}, "invalid-request"),
    ({"trump": "H", "plays": _plays("N:AS E:AS")}, "invalid-request"),
    ({"trump": "H", "plays": _plays("N:AS N:KS")}, "invalid-request"),
    ({"trump": "H", "plays": _plays("N:JK")}, "unknown-card"),
    ({"trump": "H", "plays": _plays("N:1S")}, "unknown-card"),
    ({"trump": "H", "plays": _plays("N:AS"), "rules": {"joker": True, "no_trump": "high"}}, "incompatible-options"),
]  # fmt: skip
HANDS: list[tuple[Any, Any]] = [
    ({"trump": "H", "led": "AH", "hand": ["JD", "AD", "9C"]}, {"playable": ["JD"], "must_follow": "H"}),
    ({"trump": "H", "led": "AD", "hand": ["JD", "9C"]}, {"playable": ["JD", "9C"], "must_follow": None}),
    ({"trump": "H", "led": None, "hand": ["JD", "9C"]}, {"playable": ["JD", "9C"], "must_follow": None}),
    ({"trump": "H", "led": "AD", "hand": ["AD"]}, "invalid-request"),
    ({"trump": "H", "hand": ["AD"]}, "invalid-request"),
    ({"trump": "H", "led": "AD", "hand": ["JK"]}, "unknown-card"),
]


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [*(("trick", *row) for row in TRICKS), *(("playable", *row) for row in HANDS)],
    ids=lambda value: str(value)[:60],
)
def test_questions_without_a_match(table: Table, path: str, body: Any, told: Any) -> None:
    reply = table.client.post(f"{BASE}/adjudications/{path}", json=body)
    if isinstance(told, str):
        assert code_of(reply) == (422, told)
    else:
        assert (reply.status_code, reply.json) == (200, told)


def test_a_body_may_be_as_large_as_the_setting_says() -> None:
    client = create_app(Service(MemoryStore()), Settings(max_body=1_024)).test_client()
    body = orjson.dumps({"tags": {"a": "x" * 100}})
    padded = body + b" " * (1_024 - len(body))
    statuses = [client.post(f"{BASE}/matches", data=raw, content_type="application/json").status_code
                for raw in (padded, padded + b" ")]  # fmt: skip
    assert statuses == [201, 413]


def test_a_tampered_log_is_found(tmp_path: Path) -> None:
    from referee.stores.sqlite import SqliteStore

    store = SqliteStore(str(tmp_path / "t.db"))
    table = Table(create_app(Service(store), Settings(rate_limit=False)))
    table.to_play()
    with sqlite3.connect(tmp_path / "t.db") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("""UPDATE event SET data = '{"bid":"4","seat":"N"}' WHERE version = 3""")
    database.close()
    assert table.get("verification").json == {"ok": False, "version": 3, "reason": "hash"}
    store.close()
