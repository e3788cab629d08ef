"""The nights that a process keeps, each at the newest version seen, and which versions of their matches it has looked at."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

from referee.events.log import chained
from referee.game.refused import Refused
from referee.nights.fold import Evening, fold
from referee.stores.contract import Store

MOST_EVENTS = 200_000  # of all nights that are kept, some 1 kB each


class Looked(NamedTuple):
    """How far a night's matches have been read: the version of each, and when all were last looked at."""

    versions: dict[str, int]
    all_at: float


class Evenings:
    """The nights of one store. Safe to use from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Evening] = OrderedDict()
        self._looked: dict[str, Looked] = {}
        self._events = 0
        self._lock = threading.Lock()

    def newest(self, night: str) -> Evening:
        """The night as the store has it now; raises Refused `no-such-night`, or BrokenLog if the log was changed there."""
        known = self._known.get(night)
        version, hash_ = self._store.anchor(night)
        if version == 0:
            raise Refused("no-such-night")
        if known is not None and known.version < version:
            tail = list(self._store.events(night, after=known.version))
            follows = tail and tail[0].prev == known.recorded.hash
            known = fold(chained(tail, known.recorded), known) if follows else None
        elif known is not None and known.anchor != (version, hash_):
            known = None
        if known is None:
            self._forget(night)
            known = fold(chained(self._store.events(night)))
            if known is None:
                raise Refused("no-such-night")
        self.remember(night, known)
        return known

    def remember(self, night: str, evening: Evening) -> None:
        """Keeps the newest state of the nights used last."""
        with self._lock:
            known = self._known.pop(night, None)
            if known is not None and known.version > evening.version:
                evening = known
            self._known[night] = evening
            self._events += evening.version - (known.version if known else 0)
            while self._events > MOST_EVENTS and len(self._known) > 1:
                oldest, gone = self._known.popitem(last=False)
                self._looked.pop(oldest, None)
                self._events -= gone.version

    def looked(self, night: str) -> Looked:
        """How far this process has read the night's matches."""
        return self._looked.get(night) or Looked({}, float("-inf"))

    def has_looked(self, night: str, looked: Looked) -> None:
        """Keeps how far they have been read."""
        self._looked[night] = looked

    def _forget(self, night: str) -> None:
        with self._lock:
            self._looked.pop(night, None)
            if known := self._known.pop(night, None):
                self._events -= known.version
