"""Statistics of a server's closed matches, summed from their summary rows; nothing is stored here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import orjson

from referee.projections.statistics import Tally, Who, merged, tallies_read
from referee.service.core import Service
from referee.service.keeping import summarised
from referee.stores.contract import Summary


def total(
    service: Service, since: str | None = None, until: str | None = None, tags: Mapping[str, str] | None = None
) -> dict[Who, Tally]:
    """The sums over the matches closed from `since` on and before `until` (RFC 3339 UTC, or a date) that carry all
    these tags. A match that was imported too, in whatever form, counts once: as it was played here, else as it came first."""
    rows = (
        row if row.tally and row.born else summarised(service, row.match)
        for row in service.store.summaries(closed_after="")
        if (since or "") <= (row.closed_at or "")
        and (until is None or (row.closed_at or "") < until)
        and (tags or {}).items() <= orjson.loads(row.tags).items()
    )
    return merged(tallies_read(row.tally or "[]") for row in _once(rows))


def _once(rows: Iterable[Summary]) -> Iterable[Summary]:
    """One row for each match that was played."""
    found: dict[str | None, Summary] = {}
    for row in rows:
        if row.born not in found or row.match == row.born:
            found[row.born] = row
    return found.values()
