"""A database written by each released schema opens, is brought up to date, and replays to the same score sheets."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.timeline import fold
from referee.rules.seats import Seat
from referee.service import Service, acting, keeping
from referee.stores.contract import AlreadyDone, CodeTaken, Receipt, SeatTaken
from referee.stores.sqlite import SqliteStore
from referee.stores.sqlite_schema import _STEPS
from tests.golden.tales import as_stored, expected
from tests.stores.logs import grant
from tests.upgrades.made import HERE, belongings, logs

RELEASED = sorted(file.stem for file in HERE.glob("*.sqlite"))


@pytest.fixture(params=RELEASED)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[SqliteStore, str]]:
    """A copy of a database file, opened by this version, and its schema's name."""
    shutil.copy(HERE / f"{request.param}.sqlite", tmp_path / "referee.db")
    with closing(SqliteStore(str(tmp_path / "referee.db"))) as store:
        yield store, request.param


def test_every_schema_that_was_ever_released_has_a_file() -> None:
    assert list(_STEPS) == RELEASED, "python -m tests.upgrades.made NAME, before the schema changes again"


def test_it_replays_to_the_same_score_sheets(old: tuple[SqliteStore, str]) -> None:
    store, name = old
    wanted = orjson.loads((HERE / f"{name}.json").read_bytes())
    assert list(store.matches()) == sorted(wanted)
    for match in wanted:
        assert as_stored(expected(fold(store.events(match))), wanted[match]) == wanted[match]
        assert audit(store.events(match)) is not None


def test_the_logs_are_the_same_byte_for_byte(old: tuple[SqliteStore, str]) -> None:
    store, _ = old
    kept = set(store.matches())
    assert kept >= {"classic", "running"}
    for match, log in logs():
        if match in kept:  # others were told later
            assert list(store.events(match)) == log


def test_tokens_seats_keys_and_summaries_are_there(old: tuple[SqliteStore, str]) -> None:
    store, _ = old
    rows = {row.match: row for row in store.summaries()}
    for match in store.matches():
        assert store.belongings(match) == belongings(match, rows[match])
        assert store.role_of(f"{match}-scorer") == (match, "scorer")
        assert store.match_of_code(f"{match}-code") == match
    with pytest.raises(AlreadyDone):
        store.append("classic", 1, [], receipt=Receipt("k", "fingerprint", 3, 3, ""))
    with pytest.raises(SeatTaken):
        store.append("classic", store.head("classic"), [], grants=[grant("E", "new", takes=True)])
    with pytest.raises(CodeTaken):
        store.append("new", 0, list(store.events("classic"))[:2], join_code_hash="classic-code")


def test_a_match_goes_on(old: tuple[SqliteStore, str]) -> None:
    store, _ = old
    service = Service(store)
    match, before = "running", 20
    answer = acting.act(service, match, ask.ChangePlayers({Seat.N: "Nora"}), "scorer")
    assert answer.timeline.version == before + 1
    assert keeping.verification(service, match)["ok"]
    assert keeping.rebuild(service) == len(list(store.matches()))
    store.delete("classic")
    assert "classic" not in list(store.matches())


def test_closed_matches_stand_in_the_feed(old: tuple[SqliteStore, str]) -> None:
    store, _ = old
    rows = list(store.summaries(closed_after=""))
    assert rows and [closing.summary for closing in store.closings()] == rows  # all were closed before: by time
    service = Service(store)
    acting.act(service, "running", ask.Close(abandoned=True), "scorer")
    assert [closing.summary.match for closing in store.closings()] == [*(row.match for row in rows), "running"]
