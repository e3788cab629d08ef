"""Working projections out anew with several processes: the same rows as one process makes, while others play."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import pytest

from referee.game import commands as ask
from referee.rules.options import rules_of
from referee.service import Service, acting, joining
from referee.service.rebuilding import rebuild
from referee.stores import open_store


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path}/referee.db"


def test_two_processes_make_the_rows_that_one_makes_while_others_play(url: str) -> None:
    with contextlib.closing(open_store(url)) as store:
        service = Service(store)
        opened = [joining.open_match(service, ask.OpenMatch(rules_of("classic", {}))).match for _ in range(20)]
        acting.act(service, opened[7], ask.Close(abandoned=True), "scorer")
        before = list(store.summaries())
        store.replace_summaries([])
        done = threading.Event()

        def play() -> None:
            while not done.is_set():
                joining.open_match(service, ask.OpenMatch(rules_of("classic", {})))

        player = threading.Thread(target=play)
        player.start()
        try:
            assert rebuild(url, 2) >= 20
        finally:
            done.set()
            player.join()
        known = {row.match: row for row in store.summaries()}
        assert [known[row.match] for row in before] == before
        assert known.keys() == set(store.matches())


def test_an_empty_store_has_nothing_to_rebuild(tmp_path: Path) -> None:
    assert rebuild(f"sqlite:///{tmp_path}/referee.db") == 0
    assert rebuild("memory:") == 0
