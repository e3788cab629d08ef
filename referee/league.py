"""The statistics of a server's closed matches, kept up to date: a projection that reads each match once, when it has been closed.

Its position is the set of matches counted so far, since an imported match may have been closed long ago."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from referee.game.timeline import fold
from referee.projections.statistics import MatchTally, Tally, Who, chosen, match_tally, merged
from referee.stores.contract import Store


class League:
    """The tallies of one store. Safe to use from many threads."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, threading.Lock()
        self._counted: dict[str, MatchTally] = {}

    def total(
        self, since: str | None = None, until: str | None = None, tags: Mapping[str, str] | None = None
    ) -> dict[Who, Tally]:
        """The sums over the matches closed in that time that carry those tags."""
        return merged(chosen(self._up_to_date(), since, until, tags))

    def rebuild(self) -> int:
        """Counts every closed match anew; their number."""
        with self._lock:
            self._counted = {}
        return len(self._up_to_date())

    def _up_to_date(self) -> list[MatchTally]:
        """All tallies; matches closed since the last time are folded now, deleted ones forgotten."""
        with self._lock:
            closed = [row.match for row in self._store.summaries(closed_after="")]
            self._counted = {match: self._counted.get(match) or self._tally(match) for match in closed}
            return list(self._counted.values())

    def _tally(self, match: str) -> MatchTally:
        timeline = fold(self._store.events(match))
        tally = timeline and match_tally(match, timeline)
        return tally or MatchTally(match, "", {}, {})
