"""Other hands on a store's file; nothing here goes through a store."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from referee.stores.sqlite_driver import sqlite3


@contextlib.contextmanager
def any_tool(file: str) -> Iterator[sqlite3.Connection]:
    """The file as somebody opens it who knows nothing of Referee and has foreign keys off."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        yield connection
