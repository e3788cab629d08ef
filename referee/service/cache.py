"""The timelines that a process keeps: each match used lately, at the newest version seen. Decides nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable

from referee.events.log import Recorded, chained
from referee.game.refused import Refused
from referee.game.timeline import Timeline, fold
from referee.stores.contract import Store

CACHED_EVENTS = 200_000


class Timelines:
    """The matches of one store as timelines. Safe to use from many threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Timeline] = OrderedDict()
        self._events = 0
        self._lock = threading.Lock()

    def newest(self, match: str) -> Timeline:
        """The match as the store has it now; raises Refused `no-such-match`, or BrokenLog if the log was changed there.

        What is remembered is checked against the store's version and hash; only the tail is read, checked and folded."""
        known = self._known.get(match)
        version, hash_ = self._store.anchor(match)
        if version == 0:
            raise Refused("no-such-match")
        if known is not None and known.version < version:
            tail = list(self._store.events(match, after=known.version))
            follows = tail and tail[0].prev == known.hash
            known = fold(chained(tail, known.recorded), known) if follows else None
        elif known is not None and known.anchor != (version, hash_):
            known = None
        if known is None:  # not seen yet; or a backup was put back, and what was remembered never happened
            self._forget(match)
            known = fold(chained(self._store.events(match)))
            if known is None:  # deleted meanwhile
                raise Refused("no-such-match")
        self.remember(match, known)
        return known

    def tail(self, match: str, after: int) -> Iterable[Recorded]:
        """The events after a version, as far as this process knows them, else as the store has them."""
        known = self._known.get(match)
        if known is None or known.version <= after:
            return self._store.events(match, after=after)
        events = []
        while known is not None and known.version > after:
            events.append(known.recorded)
            known = known.before
        return events[::-1]

    def seen(self, match: str) -> Timeline | None:
        """The match as this process saw it last, None if it never did; asks no store."""
        return self._known.get(match)

    def remember(self, match: str, timeline: Timeline) -> None:
        """Keeps the newest timeline of the matches used last, bounded by the number of events they hold on to."""
        with self._lock:
            known = self._known.pop(match, None)
            if known is not None and known.version > timeline.version:
                timeline = known
            self._known[match] = timeline
            self._events += timeline.version - (known.version if known else 0)
            while self._events > CACHED_EVENTS and len(self._known) > 1:
                _, oldest = self._known.popitem(last=False)
                self._events -= oldest.version

    def _forget(self, match: str) -> None:
        with self._lock:
            if known := self._known.pop(match, None):
                self._events -= known.version
