"""Statistics of a server's closed matches, summed from their summary rows; nothing is stored here."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from referee.projections.statistics import Tally, Who, merged, tallies_read
from referee.service.core import Service
from referee.service.keeping import summarised


def total(
    service: Service, since: str | None = None, until: str | None = None, tags: Mapping[str, str] | None = None
) -> dict[Who, Tally]:
    """The sums over the matches closed from `since` on and before `until` (RFC 3339 UTC, or a date) that carry all
    these tags."""
    return merged(
        tallies_read(row.tally or summarised(service, row.match).tally or "[]")
        for row in service.store.summaries(closed_after="")
        if (since or "") <= (row.closed_at or "")
        and (until is None or (row.closed_at or "") < until)
        and (tags or {}).items() <= orjson.loads(row.tags).items()
    )
