"""From the answers about nights to JSON bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Response

from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import etag, prefers_minimal, unchanged
from referee.http.promises import BASE
from referee.http.replies import again, json_reply, match_headers, number_asked, stored_events
from referee.http.schemas.night_replies import NightActReply, OpenedNightReply
from referee.nights.fold import Evening
from referee.nights.views import Meeting, night_view
from referee.service.nights.acting import NightAnswer
from referee.service.nights.joining import OpenedNight
from referee.service.nights.results import settled


def place(night: str) -> tuple[str, str]:
    """The address of a night as a header."""
    return "Location", f"{BASE}/nights/{night}"


def opened_night(came: OpenedNight) -> Response:
    """The reply to a night opened or imported: the night, and the only copy of its secrets."""
    body: OpenedNightReply = {
        "id": came.night,
        "version": came.evening.version,
        "night": night_view(came.night, came.evening),
        "tokens": came.tokens,
        "join_code": came.join_code,
    }
    return json_reply(body, 201, (place(came.night), *match_headers(came.evening.anchor), *again(came.replayed)))


def acted(who: Visitor, answer: NightAnswer, status: int, repeats: Sequence[Meeting] | None = None) -> Response:
    """The reply to an act: the version after it, its events, and the night unless the caller prefers to do without."""
    evening = answer.evening
    body: NightActReply = {"version": evening.version, "events": stored_events(answer.events)}
    headers = (*match_headers(evening.anchor), *again(answer.replayed))
    if prefers_minimal():
        headers = (*headers, ("Preference-Applied", "return=minimal"))
    else:
        body["night"] = night_view(who.match, evening)
    if repeats is not None:
        body["repeats"] = list(repeats)
    return json_reply(body, status, headers)


def asked(who: Visitor) -> Evening:
    """The night with all results that have come in, or as it was at `?at=`; raises Refused `no-such-version`."""
    evening, at = settled(context().service, who.match), number_asked("at", low=0)
    then = evening if at is None else evening.at(at)
    if then is None:
        raise Refused("no-such-version", version=at)
    return then


def unless_known(evening: Evening, view: Callable[[], Any]) -> Response:
    """The view as a reply, or 304 if the reader has it."""
    if unchanged(etag(evening.anchor)):
        return Response(status=304, headers=match_headers(evening.anchor))
    return json_reply(view(), 200, match_headers(evening.anchor))
