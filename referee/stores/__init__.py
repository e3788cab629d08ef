"""Where events are kept: stores with one contract, opened by URL; nothing here knows what an event means."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.stores.contract import Store, StoreError


def _memory(url: str) -> Store:
    from referee.stores.memory import MemoryStore

    if url != "memory:":
        raise StoreError(f"{url!r}: a store in memory is just 'memory:'")
    return MemoryStore()


def _sqlite(url: str) -> Store:
    from referee.stores.sqlite import SqliteStore

    path = url.removeprefix("sqlite:///")
    if path in (url, "") or path.startswith(":"):
        raise StoreError(f"{url!r}: a SQLite store is 'sqlite:///relative.db' or 'sqlite:////absolute/path.db'")
    return SqliteStore(path)


def _postgres(url: str) -> Store:
    try:
        from referee.stores.postgres import PostgresStore
    except ImportError as error:
        raise StoreError(f"PostgreSQL needs its driver, `pip install 'referee[postgres]'`: {error}") from error
    return PostgresStore(url)


# Imported on use: a driver that is not installed matters only to those who open its store.
OPENERS: Mapping[str, Callable[[str], Store]] = {
    "memory": _memory,
    "sqlite": _sqlite,
    "postgresql": _postgres,
    "postgres": _postgres,
}


def open_store(url: str) -> Store:
    """The store that `url` names: `memory:`, `sqlite:///relative.db`, `sqlite:////absolute/path.db` or
    `postgresql://user:password@host:port/database` with any other parameters of libpq.

    Raises StoreError for any other URL, StoreUnavailable if it cannot be opened. Open it after a fork, not before."""
    scheme, colon, _ = url.partition(":")
    if not colon or scheme not in OPENERS:
        raise StoreError(f"{scheme!r} is no kind of store; there are: {', '.join(sorted(OPENERS))}")
    return OPENERS[scheme](url)
