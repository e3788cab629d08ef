"""What a process remembers of matches: never more than the store holds, and always as it holds it."""

from __future__ import annotations

from pathlib import Path

from referee.service import Service
from referee.stores import open_store
from tests.test_service import OPENING, a_service, told


def test_the_tail_is_the_log_s_whoever_knows_it() -> None:
    service = a_service()
    match = service.open(OPENING).match
    told(service, match, "N:3", "E:pass")
    stranger = Service(service.store)
    log = list(service.events(match))
    for here in (service, stranger):
        for after in range(6):
            assert list(here.tables.tail(match, after)) == log[after:]
    told(stranger, match, "S:4")
    assert [event.version for event in service.tables.tail(match, 3)] == [4]  # what it knows; the rest at the next look
    assert [event.version for event in service.tables.tail(match, 4)] == [5]


def test_a_store_that_was_put_back_is_believed(tmp_path: Path) -> None:
    file, backup = tmp_path / "referee.db", tmp_path / "backup.db"
    service = Service(open_store(f"sqlite:///{file}"))
    match = service.open(OPENING).match
    told(service, match, "N:3")
    service.store.backup(str(backup))
    told(service, match, "E:pass", "S:4")
    service.store.close()
    service.store = service.tables._store = open_store(f"sqlite:///{backup}")
    assert service.timeline(match).version == 3
    told(service, match, "E:4")
    assert [event.version for event in service.events(match, after=3)] == [4]
    assert service.verification(match)["ok"]
    service.store.close()
