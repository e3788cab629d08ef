"""One row per match for lists and standings: its state, who played, who won, what it adds to the statistics."""

from __future__ import annotations

from typing import NamedTuple

import orjson

from referee.game.state import Over
from referee.game.timeline import Timeline
from referee.projections.statistics import match_tallies, tallies_written
from referee.rules.seats import SEATS


class MatchRow(NamedTuple):
    """A match in a list; `deals` counts those that are over, `players`, `tags` and `tally` are JSON text.

    `tally` (see `projections.statistics`) and `ended` are None until the match is closed; `born` is the id in its log."""

    version: int
    status: str
    opened_at: str
    closed_at: str | None
    ns: int
    ew: int
    winner: str | None
    deals: int
    players: str
    tags: str
    tally: str | None
    ended: str | None
    born: str


def match_row(timeline: Timeline) -> MatchRow:
    """The row of a match at this version."""
    table, last = timeline.match, timeline.moment
    while last.before is not None and last.before.closed:  # what was noted after the closing changes nothing here
        last = last.before
    over = isinstance(table.deal.stage, Over) and not (table.abandoned or table.early)
    return MatchRow(
        version=last.recorded.version if table.closed else timeline.version,
        status=table.status,
        opened_at=timeline.opened_at,
        closed_at=last.recorded.at if table.closed else None,
        ns=table.score.ns,
        ew=table.score.ew,
        winner=table.winner.value if table.winner else None,
        deals=table.deal.number - (not over),
        players=orjson.dumps({seat.value: timeline.players[seat] for seat in SEATS}).decode(),
        tags=orjson.dumps(dict(table.opening.tags), option=orjson.OPT_SORT_KEYS).decode(),
        tally=tallies_written(match_tallies(timeline)) if table.closed else None,
        ended=table.outcome.ended if table.closed and table.outcome else None,
        born=timeline.recorded.match,
    )


def changes_row(before: Timeline, after: Timeline) -> bool:
    """Whether an act changes what the row shows, apart from its version."""

    def shown(timeline: Timeline) -> tuple[object, ...]:
        return timeline.match.score, timeline.match.deal.number, timeline.match.status, timeline.players

    return shown(before) != shown(after)
