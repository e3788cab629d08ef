"""A match as one JSON document that stands alone: result, deals, rulings, score sheet, and the log itself as `events`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import orjson

from referee.exporters.source import Source
from referee.game.timeline import Timeline
from referee.projections.deals import deal_view
from referee.projections.rulings import claims_view
from referee.projections.scoresheet import scoresheet_view
from referee.projections.seating import seating
from referee.projections.table import match_view
from referee.rules.seats import SEATS

RESULT = (
    "id", "version", "status", "created_at", "rules", "recording", "time_zone", "players", "initial_score", "score", "winner", "drawn",
    "ended", "tags",
    "head",
)  # fmt: skip


def json(source: Source) -> Iterator[bytes]:
    """The document piece by piece; each event is the very text of the log."""
    timeline = source.timeline()
    match, seats = timeline.match, seating(timeline)
    yield b'{"format":"referee-match","match":' + _bytes(result_view(timeline))
    for number, deal in enumerate((*match.past, match.deal), 1):
        players = {seat.value: seats.during(number)[seat] for seat in SEATS}
        view = {**deal_view(deal, match.rules, source.hidden), "players": players}
        yield (b',"deals":[' if number == 1 else b",") + b"\n" + _bytes(view)
    yield b'],\n"claims":' + _bytes(claims_view(match, source.hidden))
    yield b',\n"score":' + _bytes(scoresheet_view(timeline)) + b',\n"events":['
    for number, line in enumerate(islice(source.lines(), timeline.version), 1):
        yield f"{',' if number > 1 else ''}\n{line}".encode()
    yield b"\n]}\n"


def result_view(timeline: Timeline) -> dict[str, Any]:
    """Who played by which rules, and how it ended; `id` is the one under which the log was opened."""
    view: Mapping[str, Any] = match_view(timeline.recorded.match, timeline)
    closed_at = timeline.recorded.at if timeline.match.closed else None
    return {name: view[name] for name in RESULT} | {"closed_at": closed_at, "abandoned": timeline.match.abandoned}


def _bytes(value: Any) -> bytes:
    return orjson.dumps(value)
