"""Statistics of a server's closed matches, summed from their summary rows; nothing is stored here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import orjson

from referee.events.names import same_name
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
    nights: dict[Who, set[str]] = {}
    found = merged(_tallies(_once(rows), nights))
    for who, tally in found.items():
        tally["nights"] = len(nights.get(_plain(who), ()))
    return found


def _plain(who: Who) -> Who:
    """The same for every spelling of the names."""
    return tuple(sorted(map(same_name, who)))


def _tallies(rows: Iterable[Summary], nights: dict[Who, set[str]]) -> Iterator[dict[Who, Tally]]:
    """What each match adds, and into `nights` the club nights that each player's matches belong to."""
    for row in rows:
        tallies = tallies_read(row.tally or "[]")
        if night := orjson.loads(row.tags).get("night"):
            for who in tallies:
                nights.setdefault(_plain(who), set()).add(night)
        yield tallies


def _once(rows: Iterable[Summary]) -> Iterable[Summary]:
    """One row for each match that was played."""
    found: dict[str | None, Summary] = {}
    for row in rows:
        if row.born not in found or row.match == row.born:
            found[row.born] = row
    return found.values()
