"""What an organiser asks of the whole server: finished matches, standings, a player's statistics. All with the admin token."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from flask import Blueprint, Response, request

from referee.exporters.csv import csv_line
from referee.game.refused import Refused
from referee.http.context import context
from referee.http.promises import ADMIN, BASE, Operation, Parameter
from referee.http.replies import written
from referee.http.routing import operation
from referee.http.schemas import described as a
from referee.projections.statistics import COUNTED, Tally, Who, player_view, standings_view
from referee.service.league import total
from referee.stores.contract import Summary

routes = Blueprint("league", __name__)
NDJSON, CSV = "application/x-ndjson", "text/csv"
TIME = {"type": "string"}
BID_ENDS = {"type": "object", "properties": {"made": {"type": "integer"}, "set": {"type": "integer"}}}
SINCE = Parameter("since", TIME, "Matches closed from then on (a date will do)")
UNTIL = Parameter("until", TIME, "Matches closed before then")
TAG = Parameter("tag", {"type": "string"}, "`name:value` of a tag that the matches carry; may be given again")
CLOSED_AFTER = Parameter("closed_after", TIME, "Matches closed later than this; all if not given")
FORMAT = Parameter("format", {"type": "string", "enum": ["json", "csv"]}, "Before Accept")
_PRIVATE = (("Cache-Control", "no-store"), ("Vary", "Accept, Authorization"))


class Counted(a.Reply):
    """What is counted of a player or a pair."""

    matches = a.number()
    won = a.number()
    lost = a.number()
    abandoned = a.number()
    points_for = a.number()
    points_against = a.number()
    deals = a.number()
    deals_as_maker = a.number()
    deals_as_defender = a.number()
    tricks_as_maker = a.number()
    tricks_as_defender = a.number()
    reneges = a.number()
    claims_right = a.number()
    claims_wrong = a.number()
    bids = a.Shown({"type": "object", "additionalProperties": BID_ENDS}, required=True)


class Rank(Counted):
    """A row of the standings; a pair has two names."""

    rank = a.number()
    names = a.Shown({"type": "array", "items": {"type": "string"}}, required=True)


class StandingsReply(a.Reply):
    """The tables of players and pairs."""

    players = a.list_of(Rank)
    pairs = a.list_of(Rank)


class Partnership(Counted):
    """A player with one partner."""

    partner = a.text()


class StatisticsReply(Counted):
    """A player's statistics, alone and with each partner."""

    name = a.text()
    pairs = a.list_of(Partnership)


FINISHED = Operation("Matches closed since a moment", ADMIN, media=(NDJSON,), query=(CLOSED_AFTER,))
STANDINGS = Operation(
    "Standings over closed matches",
    ADMIN,
    StandingsReply,
    media=("application/json", CSV),
    query=(SINCE, UNTIL, TAG, FORMAT),
)
PLAYER = Operation("A player's statistics over closed matches", ADMIN, StatisticsReply, query=(SINCE, UNTIL, TAG))


@operation(routes, "GET", "/matches", FINISHED)
def finished() -> Response:
    """One finished match a line, in the order of their closing."""
    after = _moment("closed_after") or ""
    lines = map(_line, context().service.store.summaries(closed_after=after))
    return Response(lines, headers=[("Content-Type", NDJSON), *_PRIVATE])


def _line(row: Summary) -> bytes:
    told = {
        "id": row.match,
        "version": row.version,
        "created_at": row.opened_at,
        "closed_at": row.closed_at,
        "players": orjson.Fragment(row.players),
        "score": {"NS": row.ns, "EW": row.ew},
        "winner": row.winner,
        "deals": row.deals,
        "tags": orjson.Fragment(row.tags),
        "exports": f"{BASE}/matches/{row.match}/exports",
    }
    return orjson.dumps(told) + b"\n"


@operation(routes, "GET", "/standings", STANDINGS)
def standings() -> Response:
    """Players and pairs in their order."""
    tables = standings_view(_total())
    wanted = request.args.get("format")
    if wanted not in (None, "json", "csv"):
        raise Refused("invalid-request", errors={"format": ["not-one-of"]})
    if (wanted or request.accept_mimetypes.best_match(("application/json", CSV), "application/json")) in ("csv", CSV):
        return Response(_csv(tables), headers=[("Content-Type", f"{CSV}; charset=utf-8"), *_PRIVATE])
    return written(tables, 200, _PRIVATE)


def _csv(tables: Mapping[str, list[dict[str, Any]]]) -> Iterator[bytes]:
    """Both tables under one header: pairs have two names."""
    bids = sorted(
        {bid for table in tables.values() for row in table for bid in row["bids"]}, key=lambda bid: (len(bid), bid)
    )
    yield csv_line(
        ["table", "rank", "name", "partner", *COUNTED, *(f"{bid}_{end}" for bid in bids for end in ("made", "set"))]
    )
    for table, rows in tables.items():
        for row in rows:
            name, partner = [*row["names"], None][:2]
            made_and_set = (row["bids"].get(bid, {}).get(end, 0) for bid in bids for end in ("made", "set"))
            yield csv_line([table, row["rank"], name, partner, *(row[one] for one in COUNTED), *made_and_set])


@operation(routes, "GET", "/players/<name>/statistics", PLAYER)
def statistics(name: str) -> Response:
    """One player; all zero for a name that no closed match knows."""
    return written(player_view(name, _total()), 200, _PRIVATE)


def _total() -> dict[Who, Tally]:
    tags = dict(map(_tag, request.args.getlist("tag")))
    return total(context().service, _moment("since"), _moment("until"), tags)


def _tag(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise Refused("invalid-request", errors={"tag": ["bad-form"]})
    return name, value


def _moment(name: str) -> str | None:
    """A moment of the query as events write it; a date is its first moment, and no offset means UTC."""
    text = request.args.get(name)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text.replace(" ", "+"))
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused("invalid-request", errors={name: ["bad-form"]}) from error
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
