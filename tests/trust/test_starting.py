"""Starting on a new file: two servers at once, and a server killed at every point of its migration."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import requests

from referee.stores.sqlite import SqliteStore
from tests.stores.logs import log
from tests.trust.served import Served


def killed_at(call: int, file: str) -> None:
    """Opens the file, and dies by SIGKILL at the so manieth call of an SQLite function."""
    left = call

    def watch(frame: FrameType, event: str, function: Any) -> None:
        nonlocal left
        if event == "c_call" and type(getattr(function, "__self__", None)).__name__ in ("Connection", "Cursor"):
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(watch)
    SqliteStore(file)


def was_killed(call: int, file: str) -> bool:
    """Opens the file in a process that is to die at that call; whether it came so far."""
    if not (child := os.fork()):
        try:
            killed_at(call, file)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_a_file_is_whole_wherever_its_first_start_was_killed(tmp_path: Path) -> None:
    points, whole = 0, _objects(f"{tmp_path}/whole.db")
    while was_killed(points, f"{tmp_path}/{points}.db"):
        file = f"{tmp_path}/{points}.db"
        with closing(SqliteStore(file)) as store:
            store.append("m1", 0, log())
            store.append("m1", 1, log(count=2)[1:])
            assert store.head("m1") == 2
            connection = store.file.connection()
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert _objects(file) == whole
        points += 1
    assert points > 20


def _objects(file: str) -> Any:
    """Every table, index, trigger and view."""
    with closing(SqliteStore(file)) as store:
        return store.file.connection().execute("SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2").fetchall()


def test_two_servers_start_on_a_new_file_at_once_and_share_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/shared.db"
    servers = [Served(tmp_path, database) for _ in range(2)]
    threads = [threading.Thread(target=server.start) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one, other = (server.wait() for server in servers)
    opened = one.opened({})
    headers = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
    assert requests.get(f"{other.url}/matches/{opened['id']}", headers=headers, timeout=10).json()["version"] == 2
    assert [server.end(signal.SIGTERM) for server in servers] == [0, 0]
