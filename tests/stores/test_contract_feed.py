"""The feed of closings: whoever goes on from the last cursor misses none, whatever is written meanwhile, on every store."""

from __future__ import annotations

import random
import threading
import time
from contextlib import closing as closes

import psycopg
import pytest

from referee.stores import open_store
from referee.stores.contract import Closing, Store, UnknownCursor
from tests.stores.logs import log, summary

AT = "2026-03-01T21:00:00.{:03}Z"


def closed(store: Store, match: str, at: str = AT.format(0), version: int = 1) -> None:
    """A match that is opened and closed by one act."""
    store.append(match, 0, log(match, version), summary=summary(match, version, at))


def names(rows: list[Closing]) -> list[str]:
    return [row.summary.match for row in rows]


def test_closings_come_in_the_order_of_their_storing_not_of_their_time(store: Store) -> None:
    for match, at in (("b", 3), ("c", 1), ("a", 2)):
        closed(store, match, AT.format(at))
    store.append("open", 0, log("open"), summary=summary("open"))
    rows = list(store.closings())
    assert names(rows) == ["b", "c", "a"]
    assert rows[0].summary == summary("b", 1, AT.format(3))
    assert names(list(store.closings(rows[0].cursor))) == ["c", "a"]
    assert names(list(store.closings(rows[2].cursor))) == []


def test_a_match_reopened_is_in_no_place_and_closed_again_in_a_new_one(store: Store) -> None:
    closed(store, "a")
    closed(store, "b")
    [first, second] = [row.cursor for row in store.closings()]
    last = log("a")[-1]
    store.append("a", 1, log("a", 1, last), summary=summary("a", 2, None))
    assert names(list(store.closings())) == ["b"] and names(list(store.closings(second))) == []
    store.append("a", 2, [], summary=summary("a", 3, AT.format(9)))
    assert names(list(store.closings())) == ["b", "a"] and names(list(store.closings(second))) == ["a"]
    assert names(list(store.closings(first))) == ["b", "a"], "a cursor stays good when its match has moved on"


def test_a_row_worked_out_anew_keeps_its_place(store: Store) -> None:
    closed(store, "a")
    closed(store, "b")
    before = list(store.closings())
    store.append("a", 1, [], summary=summary("a", 1, AT.format(0)))
    store.replace_summaries([summary("b", 1, AT.format(0)), summary("a", 1, AT.format(0))])
    assert list(store.closings()) == before


def test_a_deleted_match_is_in_no_place_and_its_cursor_stays_good(store: Store) -> None:
    closed(store, "a")
    closed(store, "b")
    first, second = (row.cursor for row in store.closings())
    store.delete("a")
    assert names(list(store.closings(first))) == ["b"]
    store.delete("b")
    closed(store, "c")
    assert names(list(store.closings(second))) == ["c"]


NEVER_GIVEN = ["", "0", "1", "x", "1-", "0-00000000", "99-0123abcd", "1-0123abcd", "1-0123ABCD", "-1-00000000",
               "9" * 19 + "-00000000"]  # fmt: skip


@pytest.mark.parametrize("cursor", NEVER_GIVEN)
def test_a_cursor_that_was_never_given_is_refused(store: Store, cursor: str) -> None:
    closed(store, "a")
    with pytest.raises(UnknownCursor):
        store.closings(cursor)


def test_a_cursor_of_a_lost_history_is_refused(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A store that holds as many closings, but other ones: places are the same, signs are not."""
    other = f"sqlite:///{tmp_path_factory.mktemp('other')}/referee.db"
    with closes(open_store(store_url)) as ours, closes(open_store(other)) as theirs:
        closed(ours, "a")
        closed(theirs, "a")
        [row] = theirs.closings()
        with pytest.raises(UnknownCursor):
            ours.closings(row.cursor)


WRITERS, EACH = 8, 40


def test_beside_concurrent_writers_no_closing_is_missed(store: Store) -> None:
    """Every closing has its time before it waits its turn, as on a busy server: in the order of time many are late."""
    chance = random.Random(7)
    pauses = [[chance.random() / 500 for _ in range(EACH)] for _ in range(WRITERS)]
    failures: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for one, pause in enumerate(pauses[number]):
                at = f"{time.time_ns():020}"
                time.sleep(pause)
                closed(store, f"w{number}-{one}", at)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    seen, cursor = list[str](), None
    while True:
        running = any(thread.is_alive() for thread in threads)
        for row in store.closings(cursor):
            seen.append(row.summary.match)
            cursor = row.cursor
        if not running:
            break
    assert not failures
    assert len(seen) == len(set(seen)) and set(seen) == {f"w{n}-{one}" for n in range(WRITERS) for one in range(EACH)}


def test_postgres_of_an_older_referee_has_its_closed_matches_in_the_feed(postgres_url: str) -> None:
    with closes(open_store(postgres_url)) as store:
        for match, at in (("b", 3), ("c", 1), ("a", 2)):
            closed(store, match, AT.format(at))
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP TABLE closing, feed; DROP FUNCTION summary_placed, closing_forgets CASCADE")
        connection.execute("DELETE FROM referee_step WHERE name = '0005-feed'")
    with closes(open_store(postgres_url)) as store:
        rows = list(store.closings())
        assert names(rows) == ["c", "a", "b"]
        closed(store, "d")
        assert names(list(store.closings(rows[-1].cursor))) == ["d"]


def test_in_postgres_nobody_sees_a_place_before_all_places_before_it(postgres_url: str) -> None:
    """A closing has its place and is not committed; another one comes meanwhile: it must not be seen first."""
    with closes(open_store(postgres_url)) as store, psycopg.connect(postgres_url) as slow:
        store.append("a", 0, log("a"))
        row = summary("a", 1, AT.format(1))
        slow.execute(f"INSERT INTO summary VALUES ({', '.join(['%s'] * len(row))})", row)
        thread = threading.Thread(target=closed, args=(store, "b"))
        thread.start()
        thread.join(0.5)
        assert names(list(store.closings())) == []
        slow.commit()
        thread.join(5)
        assert names(list(store.closings())) == ["a", "b"]
