"""Which SQLite is used, pysqlite3's or else Python's own, and a warning if it can lose commits; no connections."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
else:
    # sqlite-utils chooses: its connections and ours must be of one kind.
    from sqlite_utils.utils import sqlite3

__all__ = ["loses_commits", "sqlite3", "warn_of_old_sqlite"]

_LOG = logging.getLogger(__name__)


def loses_commits(version: str) -> bool:
    """Whether this SQLite can lose a commit when another connection checkpoints at that moment (fixed in 3.51.3)."""
    return tuple(int(part) for part in version.split(".")) < (3, 51, 3)


@functools.cache
def warn_of_old_sqlite() -> None:
    """Log a warning, once in a process, if this SQLite can lose commits."""
    if loses_commits(version := sqlite3.sqlite_version):
        _LOG.warning("SQLite %s can lose committed writes, 3.51.3 cannot: install the pysqlite3 wheel", version)
