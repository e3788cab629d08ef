"""What an organiser asks of the whole server: finished matches, standings, a player's statistics. All with the admin token."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from flask import Blueprint, Response, request

from referee.exporters.csv import BOM, csv_line
from referee.game.refused import Refused
from referee.http.context import context
from referee.http.promises import ADMIN, BASE, Operation, Parameter
from referee.http.replies import json_reply
from referee.http.routing import operation
from referee.projections import views
from referee.projections.statistics import COUNTED, Tally, Who, player_view, standings_view
from referee.service.keeping import summarised
from referee.service.league import total
from referee.stores.contract import Closing, Summary, UnknownCursor

routes = Blueprint("league", __name__)
NDJSON, CSV = "application/x-ndjson", "text/csv"
TIME = {"type": "string"}
SINCE = Parameter("since", TIME, "Matches closed from then on (a date will do)")
UNTIL = Parameter("until", TIME, "Matches closed before then")
TAG = Parameter("tag", {"type": "string"}, "`name:value` of a tag that the matches carry; may be given again")
CLOSED_AFTER = Parameter("closed_after", TIME, "Matches closed later than this, by the clock; to follow, use `after`")
AFTER = Parameter(
    "after",
    {"type": "string", "pattern": "^([1-9][0-9]{0,17}-[0-9a-f]{8})?$"},
    "The `cursor` of the last line read: the matches closed since; empty: all",
)
FORMAT = Parameter("format", {"type": "string", "enum": ["json", "csv"]}, "Before Accept")
_PRIVATE = (("Cache-Control", "no-store"), ("Vary", "Accept, Authorization"))


FINISHED = Operation(
    "The feed of closed matches", ADMIN, media=(NDJSON,), query=(AFTER, CLOSED_AFTER), problems=("unknown-cursor",)
)
STANDINGS = Operation(
    "Standings over closed matches",
    ADMIN,
    views.StandingsReply,
    media=("application/json", CSV),
    query=(SINCE, UNTIL, TAG, FORMAT),
)
PLAYER = Operation("A player's statistics over closed matches", ADMIN, views.StatisticsReply, query=(SINCE, UNTIL, TAG))


@operation(routes, "GET", "/matches", FINISHED)
def finished() -> Response:
    """One finished match per line, in the order in which closings were stored; with `closed_after` alone, by time."""
    cursor, since = request.args.get("after"), _moment("closed_after")
    store = context().service.store
    if cursor is None and since is not None:
        lines = (_line(row) for row in store.summaries(closed_after=since))
    else:
        rows = _closings(cursor or None)
        lines = (_line(row.summary, row.cursor) for row in rows if (row.summary.closed_at or "") > (since or ""))
    return Response(lines, headers=[("Content-Type", NDJSON), *_PRIVATE])


def _closings(after: str | None) -> Iterator[Closing]:
    try:
        return context().service.store.closings(after)
    except UnknownCursor as error:
        raise Refused("unknown-cursor") from error


def _line(row: Summary, cursor: str | None = None) -> bytes:
    line = {
        "id": row.match,
        "version": row.version,
        "created_at": row.opened_at,
        "closed_at": row.closed_at,
        "players": orjson.Fragment(row.players),
        "score": {"NS": row.ns, "EW": row.ew},
        "winner": row.winner,
        "ended": row.ended or summarised(context().service, row.match).ended,
        "deals": row.deals,
        "tags": orjson.Fragment(row.tags),
        "exports": f"{BASE}/matches/{row.match}/exports",
    }
    return orjson.dumps({**line, "cursor": cursor} if cursor else line) + b"\n"


@operation(routes, "GET", "/standings", STANDINGS)
def standings() -> Response:
    """Players and pairs in their order."""
    tables = standings_view(_total())
    wanted = request.args.get("format")
    if wanted not in (None, "json", "csv"):
        raise Refused("invalid-request", errors={"format": ["not-one-of"]})
    if (wanted or request.accept_mimetypes.best_match(("application/json", CSV), "application/json")) in ("csv", CSV):
        return Response(_csv(tables), headers=[("Content-Type", f"{CSV}; charset=utf-8"), *_PRIVATE])
    return json_reply(tables, 200, _PRIVATE)


def _csv(standings: views.StandingsReply) -> Iterator[bytes]:
    """Players and pairs as CSV under one header; pairs have two names."""
    tables: dict[str, list[views.Rank]] = {"players": standings["players"], "pairs": standings["pairs"]}
    bids = sorted(
        {bid for table in tables.values() for row in table for bid in row["bids"]}, key=lambda bid: (len(bid), bid)
    )
    yield BOM + csv_line(
        ["table", "rank", "name", "partner", *COUNTED, *(f"{bid}_{end}" for bid in bids for end in ("made", "set"))]
    )
    for table, rows in tables.items():
        for row in rows:
            name, partner = [*row["names"], None][:2]
            made_and_set = (row["bids"].get(bid, {}).get(end, 0) for bid in bids for end in ("made", "set"))
            counted: Mapping[str, Any] = row
            yield csv_line([table, row["rank"], name, partner, *(counted[one] for one in COUNTED), *made_and_set])


@operation(routes, "GET", "/players/<name>/statistics", PLAYER)
def statistics(name: str) -> Response:
    """One player's statistics; all zero for a name that is in no closed match."""
    return json_reply(player_view(name, _total()), 200, _PRIVATE)


def _total() -> dict[Who, Tally]:
    tags = dict(map(_tag, request.args.getlist("tag")))
    return total(context().service, _moment("since"), _moment("until"), tags)


def _tag(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise Refused("invalid-request", errors={"tag": ["bad-form"]})
    return name, value


def _moment(name: str) -> str | None:
    """A moment of the query as events write it; a date stands for its midnight, and without an offset it is UTC."""
    text = request.args.get(name)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.replace(" ", "+"))
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused("invalid-request", errors={name: ["bad-form"]}) from error
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
