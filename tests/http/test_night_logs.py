"""The log of a night as a file, and a night from such a file: the same to the last draw, and never a way into another's matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from flask import Flask

from referee.cli import main
from referee.config import Settings
from referee.events.log import seal
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from referee.stores.memory import MemoryStore
from tests.http.clubs import Club
from tests.http.tables import BASE, code_of

Event = dict[str, Any]


def played(app: Flask) -> Club:
    """Two rounds: slips, a match with its asks, a correction, an undo, one who comes and one who leaves."""
    club = Club(app, 9, rounds=3, sit_out="mean", confirm="both-teams")
    for number in (1, 2):
        tables = club.draw()
        if number == 2:
            tables = club.done("rounds/2/redraw")["night"]["rounds"][-1]["tables"]
        club.slip(number, 1, 14, 9, loners={"NS": 1})
        club.play(tables[1]["match"])
        for table in (1, 2):
            club.done(f"rounds/{number}/tables/{table}/confirmation", {"reason": "signed"})
        club.done(f"rounds/{number}/close")
        club.done("players", {"name": f"Late {number}"})
    club.done("players/3/departure")
    club.done("rounds/1/tables/1/result", {"NS": 13, "EW": 9, "reason": "misread"}, method="PUT")
    club.done("undo")
    return club


def file(club: Club, format_: str) -> bytes:
    """The night as it is exported."""
    reply = club.get(f"exports/{format_}")
    assert reply.status_code == 200 and f".{format_}" in reply.headers["Content-Disposition"]
    return reply.data


def sent(app: Flask, body: bytes, key: str = "") -> Any:
    """The reply to an import."""
    media = "application/x-ndjson" if body.startswith(b'{"act"') else "application/json"
    headers = {"Content-Type": media} | ({"Idempotency-Key": key} if key else {})
    return app.test_client().post(f"{BASE}/imports", data=body, headers=headers)


def imported(app: Flask, body: bytes) -> Club:
    """An imported night, ready for requests."""
    reply = sent(app, body)
    assert reply.status_code == 201, reply.text
    other = Club(app, 0)
    other.id, other.tokens, other.join_code = reply.json["id"], reply.json["tokens"], reply.json["join_code"]
    return other


@pytest.mark.parametrize("format_", ["ndjson", "json"])
def test_an_imported_night_is_the_same_night(app: Flask, format_: str) -> None:
    club = played(app)
    other = imported(app, file(club, format_))
    for path in ("standings", "meetings", "events", "players/5/card"):
        assert other.get(path).json == club.get(path).json, path
    assert other.night() == {**club.night(), "id": other.id}
    assert file(other, format_) == file(club, format_)
    verified = other.get("verification").json
    assert verified == {"ok": True, "events": club.night()["version"], "head": club.night()["head"]}
    other.draw()  # and the evening can go on there
    other.done("rounds/3/tables/1/result", {"NS": 1, "EW": 2}, method="PUT")
    assert other.get("verification").json["ok"]


def test_a_repeated_import_is_the_same_night(app: Flask) -> None:
    body, key = file(played(app), "ndjson"), "a-phone-that-lost-the-answer-4711"
    first, again = sent(app, body, key), sent(app, body, key)
    assert again.json["id"] == first.json["id"] and again.headers["Idempotency-Replayed"] == "true"
    assert again.json["tokens"]["organiser"] != first.json["tokens"]["organiser"]


def test_an_imported_night_opens_none_of_the_other_ones_tables(app: Flask) -> None:
    club = Club(app, 8)
    table = club.draw()[0]
    match, player = table["match"], table["seats"]["N"]
    other = imported(app, file(club, "ndjson"))
    for role in ("organiser", "board"):
        assert code_of(other.get(f"/matches/{match}", role)) == (403, "forbidden")
    phone = other.join(player)
    assert code_of(other.post("seat", role=phone)) == (409, "round-not-open")
    seat = club.done("seat", role=club.join(player))["token"]
    assert code_of(other.post("rounds/1/tables/1/confirmation", role=seat)) == (403, "forbidden")
    other.done(f"players/{player}", {"name": "Somebody else"}, method="PATCH")
    other.done("rounds/1/tables/1/swap", {"a": player, "b": table["seats"]["E"]})
    other.done("tokens", {"role": "organiser"})
    assert club.get(f"/matches/{match}").json["players"]["N"] == f"P{player}"
    assert club.get(f"/matches/{match}", seat).status_code == 200
    club.play(match)
    assert other.table(1, 1)["result"] is None and club.table(1, 1)["result"]


def resealed(lines: list[Event], change: Callable[[list[Event]], None]) -> bytes:
    """The log with something changed and every hash worked out anew: what only the rules of a night can refuse."""
    change(lines)
    prev, written = "0" * 64, []
    now = {one["version"]: version for version, one in enumerate(lines, 1)}
    for version, one in enumerate(lines, 1):
        act = now[one["act"]]
        event = seal(one["match"], version, act, one["type"], one["data"], one["by"], one["at"], prev)
        prev = event.hash
        written.append(event.line)
    return "\n".join(written).encode()


def at(type_: str, nth: int = 0) -> Callable[[list[Event]], Event]:
    """Picks an event of a log."""
    return lambda lines: [one for one in lines if one["type"] == type_][nth]


def change(type_: str, **data: Any) -> Callable[[list[Event]], None]:
    return lambda lines: at(type_)(lines)["data"].update(data)


def other_seats(lines: list[Event]) -> None:
    seats = at("round-drawn")(lines)["data"]["tables"][0]["seats"]
    seats["N"], seats["E"] = seats["E"], seats["N"]


def a_known_match(lines: list[Event]) -> None:
    tables = at("round-drawn", 1)(lines)["data"]["tables"]
    tables[0]["match"] = at("round-drawn")(lines)["data"]["tables"][0]["match"]


def by(type_: str, role: str) -> Callable[[list[Event]], None]:
    return lambda lines: at(type_)(lines).update(by=role)


WRONG: list[tuple[str, Callable[[list[Event]], None]]] = [
    ("does-not-follow", other_seats),
    ("does-not-follow", a_known_match),
    ("does-not-follow", change("match-reported", match="m-of-nobody")),
    ("does-not-follow", change("players-entered", players={"2": "Bob"})),
    ("name", change("players-entered", players={str(number): "\u202ex" for number in range(1, 10)})),
    ("bad-value", change("night-opened", title=" ")),
    ("bad-value", change("night-opened", tie_break=["waltz"])),
    ("bad-value", change("night-opened", rounds=10**9)),
    ("bad-value", change("night-opened", preset="mine")),
    ("no-such-movement", change("night-opened", movement="waltz")),
    ("unreadable", change("night-opened", more=1)),
    ("bad-value", change("result-typed", points={"NS": 5000, "EW": 0})),
    ("bad-value", change("result-confirmed", reason="\x00")),
    ("by", by("round-drawn", "board")),
    ("by", by("match-reported", "organiser")),
    ("by", by("result-confirmed", "N")),
    ("at", lambda lines: lines[3].update(at="yesterday")),
    ("match", lambda lines: lines[3].update(match="another")),
    ("results-missing", lambda lines: lines.remove(at("result-typed")(lines))),
    ("no-such-version", change("rewound", to=1)),
    ("nothing-to-undo", lambda lines: lines[-1]["data"].update(to=len(lines) - 1)),
]


def test_what_is_no_log_of_a_night_is_refused_and_nothing_stored() -> None:
    service = Service(MemoryStore())
    app = create_app(service, Settings(rate_limit=False))
    club = played(app)
    log = file(club, "ndjson")
    assert sent(app, resealed([orjson.loads(line) for line in log.splitlines()], lambda lines: None)).status_code == 201
    store = service.store
    before = list(store.matches())
    for reason, wrong in WRONG:
        reply = sent(app, resealed([orjson.loads(line) for line in log.splitlines()], wrong))
        assert code_of(reply) == (422, "broken-log"), (reason, reply.text)
        assert reply.json["facts"]["reason"] == reason, (reason, reply.json)
    cut = log.splitlines()
    for body in (b"\n".join([*cut[:3], *cut[4:]]), log.replace(b'"NS":14', b'"NS":15', 1)):
        assert code_of(sent(app, body)) == (422, "broken-log")
    assert list(store.matches()) == before


def test_the_command_line_keeps_nights(tmp_path: Any) -> None:
    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, [*arguments, "--database", database])
        assert done.exit_code == 0, done.output
        return done.output

    database, log = f"sqlite:///{tmp_path}/referee.db", str(tmp_path / "night.ndjson")
    store = open_store(database)
    club = played(create_app(Service(store), Settings(rate_limit=False)))
    head, version, match = club.night()["head"], club.night()["version"], club.table(1, 1)["match"]
    run("export", club.id, "-o", log)
    for known in (club.id, log):
        assert head in run("verify", known, "--anchor", f"{version}:{head}")
    address, *links = run("import", log).split("\n")
    assert [link.split()[0] for link in links if link] == ["organiser", "board", "join"]
    assert head in run("verify", address)
    organiser, board, _ = (link.split()[1] for link in run("tokens", club.id).strip().split("\n"))
    assert code_of(club.get()) == (401, "unauthorized")
    assert organiser.startswith(f"/n/{club.id}#") and club.get("", board.partition("#")[2]).status_code == 200
    store.close()
    copy = f"sqlite:///{tmp_path}/copy.db"
    done = CliRunner().invoke(main, ["copy", "--from", database, "--to", copy])
    assert done.exit_code == 0, done.output
    store = open_store(copy)
    club.app = create_app(Service(store), Settings(rate_limit=False))
    club.client = club.app.test_client()
    token = organiser.partition("#")[2]
    assert club.get("", token).json["head"] == head and club.get(f"/matches/{match}", token).status_code == 200
    store.close()
    for command in ("scorer", "replay"):  # of matches only
        assert CliRunner().invoke(main, [command, club.id, "--database", database]).exit_code == 1
    run("rebuild")
    run("delete", club.id)
    assert (
        CliRunner().invoke(main, ["verify", club.id, "--database", database]).output
        == "Error: There is no such night.\n"
    )
    assert CliRunner().invoke(main, ["export", club.id, "--database", database]).exit_code == 1
