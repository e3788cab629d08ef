"""From answers of the service to JSON bodies: views with their texts, events word for word as they are stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson
from flask import Response, request

from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.http.auth import Visitor
from referee.http.context import house
from referee.http.headers import etag, language, unchanged
from referee.i18n import ruling_text
from referee.projections.deals import deal_view
from referee.projections.table import match_view
from referee.rules.seats import SEATS
from referee.service import Answer

VARY = ("Accept-Language", "Authorization")


def written(value: Any, status: int = 200) -> Response:
    """A JSON reply."""
    return Response(orjson.dumps(value), status, content_type="application/json")


def about_match(reply: Response, version: int, lang: str | None = None) -> Response:
    """Marks a reply with the match's version, and with the language where it has texts."""
    reply.headers["ETag"] = etag(version, lang)
    reply.headers["Vary"] = "Accept-Language, Authorization"
    reply.headers["Cache-Control"] = "private, no-cache" if request.method == "GET" else "no-store"
    if lang:
        reply.headers["Content-Language"] = lang
    return reply


def unless_known(version: int, lang: str | None, view: Any) -> Response:
    """The view as a reply, or 304 if the reader has it; `view` is called only where it is needed."""
    if unchanged(etag(version, lang)):
        return about_match(Response(status=304), version, lang)
    return about_match(written(view()), version, lang)


def timeline_of(who: Visitor) -> Timeline:
    """The match as it is now, or as it was at `?at=`; raises Refused `no-such-version`."""
    timeline = house().service.timeline(who.match)
    at = number_asked("at", low=0)
    if at is None:
        return timeline
    then = timeline.at(at)
    if then is None:
        raise Refused("no-such-version", version=at)
    return then


def number_asked(name: str, low: int, high: int = 2**31 - 1) -> int | None:
    """A whole number of the query, None where it is not given; raises Refused."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Refused("invalid-request", errors={name: ["not-an-integer"]})
    if not low <= int(text) <= high:
        raise Refused("invalid-request", errors={name: ["out-of-range"]})
    return int(text)


def match_told(match: str, timeline: Timeline, lang: str) -> dict[str, Any]:
    """The match with a sentence to each claim."""
    view = match_view(match, timeline)
    claims_told(view["claims"], timeline, lang)
    return view


def claims_told(claims: Iterable[dict[str, Any]], timeline: Timeline, lang: str) -> None:
    """Adds to each claim its ruling as one sentence."""
    deals: dict[int, dict[str, Any]] = {}
    for claim in claims:
        number = claim["deal"]
        if number not in deals:
            deals[number] = deal_told(timeline, number)
        claim["text"] = ruling_text(claim, deals[number], players_of(timeline), lang)


def deal_told(timeline: Timeline, number: int) -> dict[str, Any]:
    """One deal of the match; raises Refused `no-such-deal`."""
    deal = timeline.match.deal_numbered(number)
    if deal is None:
        raise Refused("no-such-deal", deal=number)
    return deal_view(deal, timeline.match.rules)


def players_of(timeline: Timeline) -> dict[str, str | None]:
    """Seat -> name."""
    return {seat.value: timeline.players[seat] for seat in SEATS}


def events_told(events: Iterable[Recorded]) -> list[orjson.Fragment]:
    """Events as they were written."""
    return [orjson.Fragment(event.line) for event in events]


def acted(who: Visitor, answer: Answer, status: int = 201) -> Response:
    """The reply to an act: the version after it, its events, the match, and the claim it was about."""
    lang, timeline = language(), answer.timeline
    match = match_told(who.match, timeline, lang)
    body = {"version": timeline.version, "events": events_told(answer.events), "match": match}
    if answer.claim is not None:
        body["claim"] = match["claims"][answer.claim - 1]
    return replayed(about_match(written(body, status), timeline.version, lang), answer.replayed)


def replayed(reply: Response, again: bool) -> Response:
    """Marks the answer to a request that was answered before."""
    if again:
        reply.headers["Idempotency-Replayed"] = "true"
    return reply
