"""From answers of the service to JSON bodies: views with their texts, events word for word as they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast

import orjson
from flask import Response, request

from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import Anchor, etag, language, unchanged
from referee.http.promises import BASE
from referee.http.schemas.replies import ActReply, Claim, ClaimActReply, Match, OpenedReply
from referee.i18n import ruling_text
from referee.projections.deals import deal_view
from referee.projections.table import match_view
from referee.projections.views import ClaimView, Deal
from referee.rules.seats import SEATS
from referee.service.answers import Answer, Opened

JSON = ("Content-Type", "application/json")
VARY = ("Vary", "Accept-Language, Authorization")
REPLAYED = ("Idempotency-Replayed", "true")


def json_reply(value: Any, status: int = 200, headers: Sequence[tuple[str, str]] = ()) -> Response:
    """A JSON reply."""
    return Response(orjson.dumps(value), status, [JSON, *headers])


def match_headers(anchor: Anchor, lang: str | None = None) -> tuple[tuple[str, str], ...]:
    """What marks a reply about a match: its version with signs of its hash, and the language where it has texts."""
    content_language = (("Content-Language", lang),) if lang else ()
    cache = ("Cache-Control", "private, no-cache" if request.method == "GET" else "no-store")
    return ("ETag", etag(anchor, lang)), VARY, cache, *content_language


def unless_known(anchor: Anchor, lang: str | None, view: Callable[[], Any]) -> Response:
    """The view as a reply, or 304 if the reader has it; `view` is called only where it is needed."""
    if unchanged(etag(anchor, lang)):
        return Response(status=304, headers=match_headers(anchor, lang))
    return json_reply(view(), 200, match_headers(anchor, lang))


def timeline_of(who: Visitor) -> Timeline:
    """The match as it is now, or as it was at `?at=`; raises Refused `no-such-version`."""
    timeline = context().service.timeline(who.match)
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


def match_with_texts(match: str, timeline: Timeline, lang: str) -> Match:
    """The match with a sentence to each claim."""
    view = match_view(match, timeline)
    return cast(Match, {**view, "claims": claims_with_texts(view["claims"], timeline, lang)})


def claims_with_texts(claims: Iterable[ClaimView], timeline: Timeline, lang: str) -> list[Claim]:
    """The claims, each with its ruling as one sentence."""
    deals: dict[int, Deal] = {}
    players, with_texts = players_of(timeline), []
    for claim in claims:
        number = claim["deal"]
        if number not in deals:
            deals[number] = deal_numbered(timeline, number)
        with_texts.append(Claim(**claim, text=ruling_text(claim, deals[number], players, lang)))
    return with_texts


def deal_numbered(timeline: Timeline, number: int) -> Deal:
    """One deal of the match; raises Refused `no-such-deal`."""
    deal = timeline.match.deal_numbered(number)
    if deal is None:
        raise Refused("no-such-deal", deal=number)
    return deal_view(deal, timeline.match.rules)


def players_of(timeline: Timeline) -> dict[str, str | None]:
    """Seat -> name."""
    return {seat.value: timeline.players[seat] for seat in SEATS}


def stored_events(events: Iterable[Recorded]) -> list[orjson.Fragment]:
    """Events as they were written."""
    return [orjson.Fragment(event.line) for event in events]


def acted(who: Visitor, answer: Answer, status: int = 201) -> Response:
    """The reply to an act: the version after it, its events, the match, and the claim it was about."""
    lang, timeline = language(), answer.timeline
    match = match_with_texts(who.match, timeline, lang)
    body: ActReply = {"version": timeline.version, "events": stored_events(answer.events), "match": match}
    if answer.claim is not None:
        body = ClaimActReply(**body, claim=match["claims"][answer.claim - 1])
    return json_reply(body, status, (*match_headers(timeline.anchor, lang), *again(answer.replayed)))


def opened(came: Opened) -> Response:
    """The reply to a match opened or brought in: the match, and the only copy of its secrets."""
    lang = language()
    view: OpenedReply = {
        **match_with_texts(came.match, came.timeline, lang),
        "tokens": came.tokens,
        "join_code": came.join_code,
    }
    headers = (location(came.match), *match_headers(came.timeline.anchor, lang), *again(came.replayed))
    return json_reply(view, 201, headers)


def location(match: str) -> tuple[str, str]:
    """The address of a match as a header."""
    return "Location", f"{BASE}/matches/{match}"


def again(replayed: bool) -> tuple[tuple[str, str], ...]:
    """The mark of an answer to a request that was answered before."""
    return (REPLAYED,) if replayed else ()
