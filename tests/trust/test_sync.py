"""`synchronous=FULL` is kept: no act is answered before the commit that holds it has been synced to the disk.

The whole server runs under a shim that writes down its writes, syncs and answers; where there is no compiler for it, that
test is deselected in words, and the setting alone is looked at."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.stores.sqlite import SqliteStore
from tests.trust.syncing import Synced, checked, traced

FULL = 2


def test_every_connection_syncs_each_commit(tmp_path: Path) -> None:
    with closing(SqliteStore(str(tmp_path / "referee.db"))) as store:
        found: list[Any] = []

        def look() -> None:
            connection = store.file.connection()
            found.append(
                [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
            )

        threads = [threading.Thread(target=look) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [[FULL, "wal"]] * 3


@pytest.mark.compiler
def test_no_answer_goes_out_before_its_act_is_on_the_disk(tmp_path: Path) -> None:
    found = checked(traced(tmp_path, threads=8, acts=15))
    assert found.acts == 120 and 0 < found.syncs <= 120


WHOLE = ["1 page mark-000001", "1 commit", "1 page mark-000001", "1 sync", "2 ack mark-000001"]


def test_the_judge_of_traces_sees_what_is_missing() -> None:
    assert checked(WHOLE) == Synced(1, 1)
    early = [[*WHOLE[:-2], WHOLE[-1], WHOLE[-2]], [*WHOLE[:3], WHOLE[-1]], ["1 page mark-000001", "1 sync", WHOLE[-1]],
             [*WHOLE[:3], "2 sync", WHOLE[-1]], [WHOLE[-1]]]  # fmt: skip
    for trace in early:
        with pytest.raises(AssertionError, match="mark-000001 was answered"):
            checked(trace)
