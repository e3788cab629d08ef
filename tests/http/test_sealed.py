"""What is shown is what was sealed: doctored logs show nothing, and what comes from a lost history matches nothing."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.config import Settings
from referee.exporters import FORMATS
from referee.http.app import create_app
from referee.http.context import EXTENSION
from referee.i18n import LANGUAGES
from referee.service import Service, sweeping
from referee.service.core import BrokenMatch
from referee.service.rebuilding import rebuild
from referee.stores.sqlite import SqliteStore
from tests.http.tables import BASE, Table, code_of
from tests.http.test_stream import messages

QUICK = Settings(rate_limit=False, heartbeat=0.2, streams=2)
ORGANISER = Settings(rate_limit=False, admin_token="admin")
ADMIN = {"Authorization": "Bearer admin"}
READINGS = ["", "?at=1", "deals", "deals/1", "score", "claims", *(f"exports/{name}" for name in FORMATS)]
BID = {"seat": "S", "bid": "5"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def app(file: Path) -> Iterator[Flask]:
    with closing(SqliteStore(str(file))) as store:
        yield create_app(Service(store), QUICK)


def doctored(file: Path, match: str, change: str) -> None:
    """Changes one event of a match past the triggers, as whoever has the file can."""
    with closing(sqlite3.connect(file)) as db:
        [(trigger,)] = db.execute("SELECT sql FROM sqlite_master WHERE name = 'event_for_ever'").fetchall()
        db.execute("DROP TRIGGER event_for_ever")
        where = "version = 3 AND match_key = (SELECT key FROM match WHERE id = ?)"
        assert db.execute(f"UPDATE event SET {change} WHERE {where}", (match,)).rowcount == 1
        db.execute(trigger)
        db.commit()


def restarted(file: Path) -> Flask:
    """The same store served by another process, which remembers nothing."""
    return create_app(Service(SqliteStore(str(file))), QUICK)


def again(table: Table, app: Flask) -> Table:
    """The same match and tokens, asked of another process."""
    other = object.__new__(Table)
    other.__dict__.update(table.__dict__, client=app.test_client())
    return other


CHANGES = ["data = replace(data, '\"N\"', '\"S\"')", "by = 'E'", "at = '2020-01-01T00:00:00.000Z'", "type = 'bid-unmade'",
           "act = 2", "hash = randomblob(32)", "hash = x'00'"]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_of_a_doctored_log_is_shown(app: Flask, file: Path, change: str) -> None:
    table = Table(app)
    table.bid("N:4 E:pass")
    doctored(file, table.id, change)
    cold = again(table, restarted(file))
    for path in READINGS:
        reply = cold.get(path)
        assert code_of(reply) == (500, "doctored-log"), path
        assert reply.json["facts"]["version"] in (3, 4) and reply.text.count('"bids"') == 0
    assert code_of(cold.post("bids", BID)) == (500, "doctored-log")
    assert cold.get("verification").json["version"] in (3, 4) and not cold.get("verification").json["ok"]
    assert len(cold.get("events").json["events"]) == 4, "the log itself can be looked at"
    assert app.extensions[EXTENSION].service.store.head(table.id) == 4, "nothing was recorded"


def test_a_process_that_remembers_the_match_makes_no_file_of_a_doctored_log(app: Flask, file: Path) -> None:
    table = Table(app)
    table.bid("N:4 E:pass")
    shown = table.get().json
    doctored(file, table.id, CHANGES[0])
    assert {code_of(table.get(f"exports/{name}")) for name in FORMATS} == {(500, "doctored-log")}
    assert table.get().json == shown, "the table as it was sealed, from memory"


def test_the_problem_speaks_every_language(app: Flask, file: Path) -> None:
    table = Table(app)
    table.bid("N:4")
    doctored(file, table.id, CHANGES[0])
    cold = again(table, restarted(file))
    details = {cold.get(headers={"Accept-Language": lang}).json["detail"] for lang in LANGUAGES}
    assert len(details) == len(LANGUAGES) and all("3" in detail or "३" in detail for detail in details)


def test_a_sweep_finds_what_was_doctored_and_the_metrics_say_when(app: Flask, file: Path) -> None:
    tables = [Table(app) for _ in range(5)]
    for table in tables:
        table.bid("N:4 E:pass")
    here = app.extensions[EXTENSION]
    metric = here.metrics
    assert sweeping.swept(here.service, metric.swept) == {}
    text = app.test_client().get("/metrics").text
    assert "referee_changed_logs 0.0" in text and abs(_value(text, "referee_sweep_finished_seconds") - time.time()) < 60
    doctored(file, tables[2].id, CHANGES[0])
    [(match, broken)] = sweeping.swept(here.service, metric.swept).items()
    assert (match, broken.version, broken.reason) == (tables[2].id, 3, "hash")
    assert "referee_changed_logs 1.0" in app.test_client().get("/metrics").text


def test_a_sweep_goes_on_in_the_background_and_ends_with_the_process(app: Flask, file: Path) -> None:
    table, here = Table(app), app.extensions[EXTENSION]
    table.bid("N:4")
    doctored(file, table.id, CHANGES[0])
    thread = sweeping.start(here.service, here.metrics.swept, here.stopping, first=0.0, pause=0.05)
    deadline = time.monotonic() + 10
    while "referee_changed_logs 1.0" not in app.test_client().get("/metrics").text:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    here.stopping.set()
    thread.join(5)
    assert not thread.is_alive()


def _value(text: str, name: str) -> float:
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"{name} ")))


def lost_and_found(app: Flask, file: Path, tmp_path: Path) -> tuple[Table, dict[str, Any], Table]:
    """A table, what it was told before the backup was put back, and the same table afterwards, gone another way."""
    table = Table(app)
    store = app.extensions[EXTENSION].service.store
    store.backup(str(tmp_path / "backup.db"))
    table.bid("N:4")
    lost = {path: table.get(path).headers["ETag"] for path in ("", "score", "events", "exports/pdf", "exports/ndjson")}
    [*_, last] = messages(table.get("stream?wait=0").text)
    back = again(table, restarted(tmp_path / "backup.db"))
    back.bid("N:5")
    return table, {"tags": lost, "id": last["id"]}, back


def test_what_a_lost_history_gave_matches_nothing(app: Flask, file: Path, tmp_path: Path) -> None:
    _, lost, back = lost_and_found(app, file, tmp_path)
    for path, tag in lost["tags"].items():
        assert back.get(path, headers={"If-None-Match": tag}).status_code == 200, path
        own = back.get(path).headers["ETag"]
        assert own != tag and back.get(path, headers={"If-None-Match": own}).status_code == 304
    refused = back.post("bids", {"seat": "E", "bid": "pass"}, headers={"If-Match": lost["tags"][""]})
    assert (code_of(refused), back.version()) == ((412, "stale-version"), 3)
    for seat in "ES":
        own = back.get().headers["ETag"]
        assert back.post("bids", {"seat": seat, "bid": "pass"}, headers={"If-Match": own}).status_code == 201


def test_if_match_takes_both_forms(app: Flask) -> None:
    table = Table(app)
    signed = table.get().headers["ETag"].strip('"')
    version, signs, lang = signed.split("-")
    assert (version, lang) == ("2", "en") and table.get().json["head"].startswith(signs)
    for header, status in [(f'"2-{"0" * 8}"', 412), (f'"1-{signs}"', 412), (f'"3-{signs}"', 412), (f'"2-{signs[:7]}"', 412),
                           (f'"2-{signs}"', 201), (f'"{signed}"', 412)]:  # fmt: skip
        assert table.post("bids", {"seat": "N", "bid": "4"}, headers={"If-Match": header}).status_code == status, header


def test_a_stream_resumed_with_a_lost_history_says_so_and_begins_anew(app: Flask, file: Path, tmp_path: Path) -> None:
    table, lost, back = lost_and_found(app, file, tmp_path)
    text = back.get("stream?wait=0", headers={"Last-Event-ID": lost["id"]}).text
    assert text.startswith(f'event: history-changed\ndata: {{"seen":"{lost["id"]}"}}\n\n')
    assert [orjson.loads(one["data"])["version"] for one in messages(text)] == [1, 2, 3]
    for known, versions in (("2", [3]), (messages(text)[1]["id"], [3]), (messages(text)[2]["id"], [])):
        resumed = back.get("stream?wait=0", headers={"Last-Event-ID": known}).text
        assert "history-changed" not in resumed
        assert [orjson.loads(one["data"])["version"] for one in messages(resumed)] == versions
    cut = back.get("stream?wait=0", headers={"Last-Event-ID": "9-0123abcd"}).text
    assert cut.startswith("event: history-changed"), "a log that is shorter than what was seen"


@pytest.mark.parametrize("processes", [1, 2])
def test_a_rebuild_names_the_match_that_was_doctored_and_changes_nothing(
    app: Flask, file: Path, processes: int
) -> None:
    tables = [closed(app) for _ in range(3)]
    store = app.extensions[EXTENSION].service.store
    rows = list(store.summaries())
    assert rebuild(f"sqlite:///{file}", processes) == 3
    doctored(file, tables[1].id, "by = 'E'")
    with pytest.raises(BrokenMatch) as broken:
        rebuild(f"sqlite:///{file}", processes)
    assert (broken.value.match, broken.value.version) == (tables[1].id, 3) and tables[1].id in str(broken.value)
    assert list(store.summaries()) == rows


def closed(app: Flask) -> Table:
    table = Table(app)
    table.done("close", {"abandoned": True})
    return table


def organiser(app: Flask, query: str) -> TestResponse:
    """The reply to the server's admin; whoever opens a match here needs no token."""
    served = create_app(app.extensions[EXTENSION].service, ORGANISER)
    return served.test_client().get(f"{BASE}/matches{query}", headers=ADMIN)


def feed(app: Flask, query: str = "") -> list[dict[str, Any]]:
    reply = organiser(app, query)
    assert reply.status_code == 200, reply.text
    return [orjson.loads(line) for line in reply.data.splitlines()]


def test_the_feed_goes_on_after_a_cursor(app: Flask) -> None:
    tables = [closed(app) for _ in range(4)]
    rows = feed(app)
    assert [row["id"] for row in rows] == [table.id for table in tables] and feed(app, "?after=") == rows
    for place, row in enumerate(rows):
        assert feed(app, f"?after={row['cursor']}") == rows[place + 1 :]
    assert [row["id"] for row in feed(app, "?closed_after=2020-01-01")] == [table.id for table in tables]
    assert feed(app, f"?after={rows[0]['cursor']}&closed_after=2099-01-01") == []
    assert code_of(organiser(app, "?after=1-00000000")) == (410, "unknown-cursor")


def test_the_feed_misses_none_beside_tables_that_close(app: Flask) -> None:
    """Eight tables' closings at once, while an organiser goes on from each last line."""
    expected: list[str] = []

    def evening() -> None:
        for _ in range(6):
            expected.append(closed(app).id)

    threads = [threading.Thread(target=evening) for _ in range(8)]
    for thread in threads:
        thread.start()
    seen: list[str] = []
    cursor, running = "", True
    while running:
        running = any(thread.is_alive() for thread in threads)
        for row in feed(app, f"?after={cursor}"):
            seen.append(row["id"])
            cursor = row["cursor"]
    assert len(seen) == 48 and sorted(seen) == sorted(expected)
