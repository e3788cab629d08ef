"""What may not be looked at while a deal runs is shown to nobody but the scorer, row by row (R4.6)."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest
from flask import Flask

from tests.http.tables import Table, code_of

PLAYED = ("N:JD E:TD S:KD W:QD", "N:AS E:QH S:9S W:JS", "N:9C E:KC")


def at_table(app: Flask, look_back: str = "last-trick") -> Table:
    """North's five in diamonds, two tricks taken and a third begun."""
    table = Table(app, rules={"look_back": look_back})
    table.to_play()
    for line in PLAYED:
        table.play(line)
    return table


def cards_seen(deal: Any) -> list[list[str | None]]:
    return [[play["card"] for play in trick["plays"]] for trick in deal["tricks"]]


@pytest.mark.parametrize(
    "look_back, role, visible",
    [
        ("all", "E", [True, True, True]),
        ("last-trick", "E", [False, True, True]),
        ("last-trick", "viewer", [False, True, True]),
        ("none", "E", [False, False, True]),
        ("last-trick", "scorer", [True, True, True]),
        ("none", "scorer", [True, True, True]),
    ],
)
def test_which_tricks_may_be_looked_at(app: Flask, look_back: str, role: str, visible: list[bool]) -> None:
    table = at_table(app, look_back)
    for deal in (
        table.get("", role).json["deal"],
        table.get("deals/1", role).json,
        table.get("deals", role).json["deals"][0],
    ):
        assert [None not in cards for cards in cards_seen(deal)] == visible
        assert [trick["led_suit"] is not None for trick in deal["tricks"]] == visible
        assert [trick["winner"] for trick in deal["tricks"]] == ["N", "N", None]
        for trick, open_ in zip(deal["tricks"], visible, strict=True):
            assert all(("withheld" in play) is not open_ and "version" in play for play in trick["plays"])


def test_it_opens_up_when_the_deal_is_over_and_reopens_closed(app: Flask) -> None:
    table = at_table(app)
    version = table.version()
    first = table.get(f"?at={version}", "E")
    assert None in cards_seen(first.json["deal"])[0]
    table.done("counts", {"NS": 5, "EW": 1})
    headers = {"If-None-Match": first.headers["ETag"]}
    again = table.get(f"?at={version}", "E", headers)
    assert again.status_code == 200 and cards_seen(again.json["deal"])[0] == ["JD", "TD", "KD", "QD"]
    table.done("undo", {})
    assert None in cards_seen(table.get(f"?at={version}", "E").json["deal"])[0]
    table.done("close", {"early": True})
    assert None not in cards_seen(table.get("", "E").json["deal"])[0]
    table.done("reopen", {"reason": "a slip"})
    assert None in cards_seen(table.get("", "E").json["deal"])[0]


def test_what_stood_on_the_table_then_is_withheld_by_how_it_stands_now(app: Flask) -> None:
    table = at_table(app)
    at = table.get("deals/1").json["tricks"][0]["plays"][1]["version"]
    assert cards_seen(table.get(f"?at={at}", "E").json["deal"]) == [[None, None]]
    assert cards_seen(table.get(f"?at={at}").json["deal"]) == [["JD", "TD"]]


def test_events_withhold_the_card_and_say_so(app: Flask) -> None:
    table = at_table(app)
    events = [event for event in table.get("events", "E").json["events"] if event["type"] == "card-played"]
    assert [event["data"] for event in events[:2]] == [
        {"seat": "N", "card": None, "withheld": True}, {"seat": "E", "card": None, "withheld": True},
    ]  # fmt: skip
    assert events[4]["data"] == {"seat": "N", "card": "AS"}
    assert table.get("verification", "E").json == table.get("verification").json
    assert table.get("events").json["events"][7]["data"] == {"seat": "N", "card": "JD"}


def test_undo_and_redo_name_no_withheld_card(app: Flask) -> None:
    table = Table(app, rules={"look_back": "none"})
    table.to_play()
    table.play(PLAYED[0])
    assert table.get("", "E").json["undo"]["data"] == {"seat": "W", "card": None, "withheld": True}
    assert table.get().json["undo"]["data"] == {"seat": "W", "card": "QD"}
    table.done("undo", {})
    assert table.get("", "E").json["redo"]["data"] == {"seat": "W", "card": None, "withheld": True}
    assert table.get().json["redo"]["data"] == {"seat": "W", "card": "QD"}


def test_corrections_name_no_withheld_card(app: Flask) -> None:
    table = at_table(app)
    version = table.get("deals/1").json["tricks"][0]["plays"][1]["version"]
    table.done("corrections", {"version": version, "card": "9D", "kind": "entry"})
    table.done("corrections", {"version": version, "data": {"card": "TD"}})
    card, entry = (event["data"] for event in table.get("events?after=16", "E").json["events"][-2:])
    assert card == {"version": version, "card": None, "kind": "entry", "withheld": True}
    assert entry == {"entries": {str(version): {"card": None, "withheld": True}}, "withheld": True}
    shown = table.get("deals/1").json["tricks"][1]["plays"][1]["version"]
    table.done("corrections", {"version": shown, "card": "QC", "kind": "entry"})
    assert table.get("events", "E").json["events"][-1]["data"]["card"] == "QC"


def test_a_refusal_names_no_withheld_card(app: Flask) -> None:
    table = at_table(app)
    for role, facts in (("S", {}), ("scorer", {"card": "TD"})):
        reply = table.post("plays", {"seat": "S", "card": "TD"}, role)
        assert code_of(reply) == (409, "card-already-played") and reply.json["facts"] == facts
        assert ("10♦" in reply.json["detail"]) is (role == "scorer")
    assert table.post("plays", {"seat": "S", "card": "AS"}, "S").json["facts"] == {"card": "AS"}  # of the last trick


def test_the_evidence_of_a_running_deal(app: Flask) -> None:
    table = at_table(app)
    table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 1})
    claim = table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2}, "S")["claim"]
    assert (claim["facts"]["led"], claim["facts"]["played"], claim["facts"]["would_prove"]) == ("AS", "QH", None)
    first, second = table.get("claims", "E").json["claims"]
    assert (first["verdict"], first["ground"]) == ("rejected", "followed-suit")
    assert (first["facts"]["led"], first["facts"]["led_suit"], first["facts"]["played"]) == (None, None, None)
    assert second["facts"]["would_prove"] is None
    assert table.get("claims").json["claims"][1]["facts"]["would_prove"] is not None
    assert "10" not in table.get("claims/2", "E").json["text"]


def test_the_printed_sheet_words_a_ruling_as_its_reader_may_see_it(app: Flask) -> None:
    table = at_table(app)
    table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 1})
    sentences, sheets = {}, {}
    for role in ("E", "scorer"):
        sentences[role] = table.get("claims", role).json["claims"][0]["text"]
        done = subprocess.run(
            ["pdftotext", "-", "-"], input=table.get("exports/pdf", role).data, capture_output=True, check=True
        )
        sheets[role] = " ".join(done.stdout.decode().split())
    assert not any(suit in sentences["E"] for suit in "♣♦♥♠") and "10♦" in sentences["scorer"]
    assert sentences["E"] in sheets["E"] and sentences["E"] not in sheets["scorer"]


def test_a_reply_to_an_act_and_its_replay_are_the_readers(app: Flask) -> None:
    table = at_table(app)
    key = {"Idempotency-Key": "k"}
    body = {"seat": "S", "card": "QC"}
    first = table.post("plays", body, "S", key)
    again = table.post("plays", body, "S", key)
    for reply in (first, again):
        assert reply.status_code == 201 and cards_seen(reply.json["match"]["deal"])[0] == [None] * 4
    table.done("plays", {"seat": "W", "card": "AC"})
    later = table.post("plays", body, "S", key).json
    assert later["events"][0]["data"] == {"seat": "S", "card": "QC"}  # the last trick may be looked at
    table.play("W:KS N:9D E:TS S:QS")
    assert table.post("plays", body, "S", key).json["events"][0]["data"]["card"] is None


def test_past_deals_are_open(app: Flask) -> None:
    table = at_table(app)
    table.done("counts", {"NS": 5, "EW": 1})
    table.bid("E:5 S:pass W:pass N:pass")
    table.done("trump", {"suit": "H"})
    table.play("E:JH S:9H W:TH N:QH")
    table.play("E:JD S:9S W:TS N:QS")
    assert cards_seen(table.get("deals/1", "E").json)[0] == ["JD", "TD", "KD", "QD"]
    assert None in cards_seen(table.get("deals/2", "E").json)[0]
    assert table.get("events", "E").json["events"][7]["data"] == {"seat": "N", "card": "JD"}
