"""From the service's answers to JSON bodies: views with their texts, events byte for byte as they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import orjson
from flask import Response, request

from referee.events.codec import decoded
from referee.events.log import Recorded
from referee.events.types import MatchOpened
from referee.exporters import SEPARATORS
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import Anchor, etag, language, unchanged
from referee.http.promises import BASE
from referee.http.schemas.replies import ActReply, Claim, ClaimActReply, Match, OpenedReply
from referee.i18n import ruling_text
from referee.projections.deals import deal_view
from referee.projections.seating import Players, by_seat, players_during
from referee.projections.table import match_view
from referee.projections.views import ClaimView, Deal
from referee.projections.withheld import Withheld, line_as_shown, withheld
from referee.service.access import SCORER
from referee.service.answers import Answer, Opened

JSON = ("Content-Type", "application/json")
VARY = ("Vary", "Accept-Language, Authorization")
REPLAYED = ("Idempotency-Replayed", "true")


def reader_is_gone() -> Callable[[], bool]:
    """A function that says whether the caller has disconnected, if the server can tell."""
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    return gone


def json_reply(value: Any, status: int = 200, headers: Sequence[tuple[str, str]] = ()) -> Response:
    """A JSON reply."""
    return Response(orjson.dumps(value), status, [JSON, *headers])


def match_headers(anchor: Anchor, lang: str | None = None) -> tuple[tuple[str, str], ...]:
    """The headers of a reply about a match: the version with digits of its hash, and the language if it has texts."""
    content_language = (("Content-Language", lang),) if lang else ()
    cache = ("Cache-Control", "private, no-cache" if request.method == "GET" else "no-store")
    return ("ETag", etag(anchor, lang)), VARY, cache, *content_language


class Reading(NamedTuple):
    """The match as it is read, now or at a version, and what is withheld from this reader. `opens_up`: the same version
    may show more later, once the deal is over (R4.6)."""

    timeline: Timeline
    hidden: Withheld | None
    opens_up: bool


def unless_known(of: Reading, lang: str | None, view: Callable[[], Any]) -> Response:
    """The view as a reply, or 304 if the reader has it; `view` is called only if it is needed."""
    anchor = of.timeline.anchor
    if unchanged(etag(anchor, lang)) and not of.opens_up:
        return Response(status=304, headers=match_headers(anchor, lang))
    return json_reply(view(), 200, match_headers(anchor, lang))


def reading(who: Visitor) -> Reading:
    """The match as it is now, or as it was at `?at=`; raises Refused `no-such-version`."""
    timeline = context().service.timeline(who.match)
    at = number_asked("at", low=0)
    then = timeline if at is None else timeline.at(at)
    if then is None:
        raise Refused("no-such-version", version=at)
    hidden = None if who.role == SCORER else withheld(timeline)
    restricted = who.role != SCORER and timeline.match.rules.look_back != "all"
    return Reading(then, hidden, restricted and at is not None)


def hidden_from(who: Visitor) -> Withheld | None:
    """What is withheld from this reader as the table stands now (R4.6), None for nothing."""
    if who.role == SCORER or looks_back_freely(who.match):
        return None
    return withheld(context().service.timeline(who.match))


def looks_back_freely(match: str) -> bool:
    """Whether the rules of this match withhold nothing, as its first event states."""
    first = decoded(next(context().service.events(match, limit=1)))
    return isinstance(first, MatchOpened) and first.rules.look_back == "all"


def number_asked(name: str, low: int, high: int = 2**31 - 1) -> int | None:
    """A whole number from the query, None if it is not given; raises Refused for anything else."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Refused("invalid-request", errors={name: ["not-an-integer"]})
    if not low <= int(text) <= high:
        raise Refused("invalid-request", errors={name: ["out-of-range"]})
    return int(text)


def separator_asked() -> str:
    """What separates the cells of a CSV file; raises Refused for anything else."""
    wanted = request.args.get("separator", "comma")
    if wanted not in SEPARATORS:
        raise Refused("invalid-request", errors={"separator": ["not-one-of"]})
    return wanted


def match_with_texts(match: str, timeline: Timeline, lang: str, hidden: Withheld | None = None) -> Match:
    """The match with a sentence for each claim, without what is withheld."""
    view = match_view(match, timeline, hidden)
    return cast(Match, {**view, "claims": claims_with_texts(view["claims"], timeline, lang, hidden)})


def claims_with_texts(
    claims: Iterable[ClaimView], timeline: Timeline, lang: str, hidden: Withheld | None = None
) -> list[Claim]:
    """The claims, each with its ruling as one sentence."""
    deals: dict[int, Deal] = {}
    with_texts: list[Claim] = []
    players: Callable[[int], Players] | None = None
    for claim in claims:
        number, players = claim["deal"], players or players_during(timeline)
        if number not in deals:
            deals[number] = deal_numbered(timeline, number, hidden)
        with_texts.append(Claim(**claim, text=ruling_text(claim, deals[number], players(number), lang)))
    return with_texts


def deal_numbered(timeline: Timeline, number: int, hidden: Withheld | None = None) -> Deal:
    """One deal of the match; raises Refused `no-such-deal`."""
    deal = timeline.match.deal_numbered(number)
    if deal is None:
        raise Refused("no-such-deal", deal=number)
    return deal_view(deal, timeline.match.rules, hidden)


def players_of(timeline: Timeline) -> dict[str, str | None]:
    """Seat -> name."""
    return by_seat(timeline.players)


def stored_events(events: Iterable[Recorded], hidden: Withheld | None = None) -> list[orjson.Fragment]:
    """Events as they were written, without what is withheld."""
    return [orjson.Fragment(line_as_shown(event, hidden)) for event in events]


def acted(who: Visitor, answer: Answer, status: int = 201) -> Response:
    """The reply to an act: the version after it, its events, the match, and the claim it was about."""
    lang, timeline = language(), answer.timeline
    free = who.role == SCORER or timeline.match.rules.look_back == "all"
    hidden = None if free else withheld(context().service.timeline(who.match) if answer.replayed else timeline)
    match = match_with_texts(who.match, timeline, lang, hidden)
    body: ActReply = {"version": timeline.version, "events": stored_events(answer.events, hidden), "match": match}
    if answer.claim is not None:
        body = ClaimActReply(**body, claim=match["claims"][answer.claim - 1])
    return json_reply(body, status, (*match_headers(timeline.anchor, lang), *again(answer.replayed)))


def opened(came: Opened) -> Response:
    """The reply to a match opened or imported: the match, and the only copy of its secrets."""
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
    """The header that marks a repeated answer to a repeated request."""
    return (REPLAYED,) if replayed else ()
