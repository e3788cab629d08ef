"""What a process remembers of matches: never more than the store holds, and always as it holds it."""

from __future__ import annotations

from pathlib import Path

from referee.events.codec import SHORT, _decoded, decoded
from referee.events.log import FIRST_PREV, seal
from referee.service import Service, joining, keeping
from referee.stores import open_store
from tests.service.test_service import OPENING, a_service, told


def test_the_tail_is_the_log_s_whoever_knows_it() -> None:
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, "N:3", "E:pass")
    stranger = Service(service.store)
    log = list(service.events(match))
    for here in (service, stranger):
        for after in range(6):
            assert list(here.cache.tail(match, after)) == log[after:]
    told(stranger, match, "S:4")
    assert [event.version for event in service.cache.tail(match, 3)] == [4]  # what it knows; the rest at the next look
    assert [event.version for event in service.cache.tail(match, 4)] == [5]


def test_an_older_timeline_never_takes_the_place_of_a_newer_one() -> None:
    """As when two threads finish in another order than they acted: the tail would be read and folded again."""
    service = a_service()
    match = joining.open_match(service, OPENING).match
    older = service.timeline(match)
    told(service, match, "N:3", "E:pass")
    service.cache.remember(match, older)
    seen = service.cache.seen(match)
    assert seen and (older.version, seen.version) == (2, 4)
    service.cache.remember(match, seen)
    assert service.cache._events == 4


def test_a_store_that_was_put_back_is_believed(tmp_path: Path) -> None:
    file, backup = tmp_path / "referee.db", tmp_path / "backup.db"
    service = Service(open_store(f"sqlite:///{file}"))
    match = joining.open_match(service, OPENING).match
    told(service, match, "N:3")
    service.store.backup(str(backup))
    told(service, match, "E:pass", "S:4")
    service.store.close()
    service.store = service.cache._store = open_store(f"sqlite:///{backup}")
    assert service.timeline(match).version == 3
    told(service, match, "E:4")
    assert [event.version for event in service.events(match, after=3)] == [4]
    assert keeping.verification(service, match)["ok"]
    service.store.close()


def test_a_stream_catches_up_at_once_in_a_process_that_lags_behind() -> None:
    here = a_service()
    match = joining.open_match(here, OPENING).match
    told(Service(here.store), match, "N:3", "E:pass")
    with here.listening(match) as listener:
        after = 1
        for _ in range(2):  # what is remembered here, then the rest
            assert listener.wait(after, 0)
            after += len(list(here.cache.tail(match, after)))
    assert after == 4


def test_a_log_that_went_another_way_meanwhile_is_folded_anew(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.db" for name in ("first", "backup")]
    here = Service(open_store(f"sqlite:///{files[0]}"))
    match = joining.open_match(here, OPENING).match
    here.store.backup(str(files[1]))
    told(here, match, "N:3")
    there = Service(open_store(f"sqlite:///{files[1]}"))
    told(there, match, "N:4", "E:pass")
    here.store.close()
    here.store = here.cache._store = there.store
    assert here.timeline(match).match == there.timeline(match).match
    told(here, match, "S:5")
    assert keeping.verification(here, match)["ok"]
    there.store.close()


def test_what_is_long_is_not_kept_once_it_is_read() -> None:
    data = {"claim": 1, "verdict": "open", "ground": "x", "facts": {}, "tricks": list(range(200)), "lines": []}
    event = seal("m1", 1, 1, "claim-ruled", data, "scorer", "", FIRST_PREV)
    before = _decoded.cache_info().currsize
    assert decoded(event) == decoded(event) and len(event.data) > SHORT
    assert _decoded.cache_info().currsize == before
