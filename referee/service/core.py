"""The matches of one store, as whoever acts on them needs them: the store, what this process remembers of it, clock and ids."""

from __future__ import annotations

import gc
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime

from referee.events import types as fact
from referee.events.codec import Fact, data_of, name_of
from referee.events.log import FIRST_PREV, Recorded, seal
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.service.access import hashed
from referee.service.cache import Timelines
from referee.service.evenings import Evenings
from referee.stores.contract import Listener, Store, StoreError

EVENTS_PER_MATCH = 100_000
NIGHT = "n"


def now() -> str:
    """The time as RFC 3339 UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A match id: URL-safe, unguessable, sortable by the millisecond of creation."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(8)}"


def is_night(address: str) -> bool:
    """Whether a log is that of a night: its id begins with a letter that no match's does."""
    return address.startswith(NIGHT)


def relax_collector() -> None:
    """For a server process: timelines are immutable and hold no cycles, so the collector need not look at them often.

    With Python's defaults a cold match of 5,000 events spends a third of its loading time in the collector."""
    gc.set_threshold(50_000, 20, 100)


class BrokenMatch(StoreError):
    """A match whose log is not as it was sealed, from `version` on."""

    def __init__(self, match: str, version: int, reason: str) -> None:
        super().__init__(match, version, reason)
        self.match, self.version, self.reason = match, version, reason

    def __str__(self) -> str:
        return f"match {self.match}, event {self.version}: {self.reason}"


class Service:
    """The matches of one store. Safe to use from many threads, and beside other processes on the same store."""

    def __init__(self, store: Store, clock: Callable[[], str] = now, ids: Callable[[], str] = new_id) -> None:
        self.store, self._clock, self._ids = store, clock, ids
        self.cache = Timelines(store)
        self.evenings = Evenings(store)

    def new_address(self) -> str:
        """An id for a new match."""
        return self._ids()

    def new_night(self) -> str:
        """An id for a new night."""
        return NIGHT + self._ids()

    def matches(self) -> Iterator[str]:
        """The ids of all matches, without the nights."""
        return (address for address in self.store.matches() if not is_night(address))

    def time(self) -> str:
        """The time by this service's clock."""
        return self._clock()

    def timeline(self, match: str) -> Timeline:
        """The match as the store has it now; raises Refused `no-such-match`, for a night too."""
        if is_night(match):
            raise Refused("no-such-match")
        return self.cache.newest(match)

    def version(self, match: str) -> int:
        """The newest version of a match or a night; raises Refused `no-such-match` or `no-such-night`."""
        version = self.store.head(match)
        if version == 0:
            raise Refused("no-such-night" if is_night(match) else "no-such-match")
        return version

    def hash_at(self, match: str, version: int) -> str | None:
        """The hash of the match's log at a version, None if it has no such version."""
        found = next(self.store.events(match, after=version - 1, limit=1), None) if version > 0 else None
        return found.hash if found else None

    def events(self, match: str, after: int = 0, limit: int | None = None) -> Iterator[Recorded]:
        """The log after a version, in order."""
        return self.store.events(match, after=after, limit=limit)

    def tail(self, match: str, after: int) -> Iterable[Recorded]:
        """The same, from what this process remembers of a match if that is enough."""
        return self.store.events(match, after=after) if is_night(match) else self.cache.tail(match, after)

    def listening(self, match: str) -> AbstractContextManager[Listener]:
        """A place to wait for events of the match, whichever process records them."""
        return self.store.listening(match)

    def role_of(self, token: str) -> tuple[str, str] | None:
        """The match and role that a token opens, or None."""
        return self.store.role_of(hashed(token))

    def opening_sealed(self, match: str, decided: Sequence[Fact], by: str) -> tuple[Recorded, ...]:
        """The first act of a new match in its envelopes."""
        return self._sealed(match, 0, FIRST_PREV, self._clock(), decided, by)

    def sealed(self, last: Recorded, decided: Sequence[Fact], by: str) -> tuple[Recorded, ...]:
        """The decided events in their envelopes, to follow the last one of a log. Where the clock was set back they carry
        the last one's time: the times of a log never run backwards."""
        return self._sealed(last.match, last.version, last.hash, max(self._clock(), last.at), decided, by)

    def _sealed(
        self, born: str, version: int, prev: str, at: str, decided: Sequence[Fact], by: str
    ) -> tuple[Recorded, ...]:
        """Rulings are the referee's own (docs/api.md, Events)."""
        act, sealed = version + 1, list[Recorded]()
        for number, event in enumerate(decided, act):
            author = "referee" if _is_referees(event) else by
            sealed.append(seal(born, number, act, name_of(event), data_of(event), author, at, prev))
            prev = sealed[-1].hash
        return tuple(sealed)


def _is_referees(event: Fact) -> bool:
    return isinstance(event, fact.ClaimRuled) or (isinstance(event, fact.ClaimMade) and event.by is None)
