"""Who sits where and who keeps the score: moving, the scorer's role, keys to hand on, and the rematch."""

from __future__ import annotations

import io
from typing import Any

import segno
from flask import Blueprint, Response, request

from referee.http.auth import Visitor, bearer
from referee.http.context import context
from referee.http.promises import READ, RECORD, SCORE, Operation
from referee.http.replies import acted, again, json_reply, location, match_headers
from referee.http.routing import operation
from referee.http.schemas import recording as schemas
from referee.http.schemas.replies import ActReply, TokenReply
from referee.rules.seats import Seat
from referee.service import keys, rematches, scorers, seating
from referee.service.answers import Joined

routes = Blueprint("seats", __name__)


def _key(given: Joined) -> Response:
    """A reply with a key."""
    body: TokenReply = {"match": given.match, "role": given.role, "token": given.token}
    anchor = context().service.store.anchor(given.match)
    return json_reply(body, 201, (location(given.match), *match_headers(anchor), *again(given.replayed)))


def _token() -> str:
    """The caller's token, which has been checked."""
    token = bearer()
    assert token is not None
    return token


VIEWER = Operation(
    "A viewer's key to hand on; the same one when asked again",
    READ,
    TokenReply,
    201,
    schemas.EmptyBody(),
    ("unauthorized",),
)
SCORER = Operation(
    "The scorer's role handed on by the scorer, or taken over by the seats together", RECORD, ActReply, 201,
    schemas.ScorerBody(), ("match-full",),
)  # fmt: skip
SCORERS_KEY = Operation(
    "The scorer's key for the seat that became scorer", RECORD, TokenReply, 201, schemas.EmptyBody(), ("forbidden",)
)
SIT = Operation(
    "Another seat for a seat, or one for the scorer", RECORD, TokenReply, 201, schemas.SitBody(),
    ("seat-taken", "match-closed", "match-full", "unreadable-name"),
)  # fmt: skip
REMATCH = Operation(
    "The same table again: closes a decided match and opens the next", SCORE, TokenReply, 201, schemas.RematchBody(),
    ("not-decided", "match-full", "too-many-requests"),
)  # fmt: skip
REMATCH_KEY = Operation(
    "The key of the rematch for a key of this match",
    READ,
    TokenReply,
    201,
    schemas.EmptyBody(),
    ("not-now", "forbidden"),
)


@operation(routes, "POST", "/matches/<match>/viewers", VIEWER)
def viewers_key(who: Visitor, nothing: dict[str, Any]) -> Response:
    """A key with which others can watch; it kills no other."""
    return _key(keys.viewers_key(context().service, who.match, who.role, _token()))


@operation(routes, "POST", "/matches/<match>/scorer", SCORER)
def name_scorer(who: Visitor, wanted: dict[str, Any]) -> Response:
    """The seat whose phone is to be the scorer's."""
    return acted(who, scorers.name_scorer(context().service, who.match, who.role, wanted["seat"], who.token_hash))


@operation(routes, "POST", "/matches/<match>/scorer/key", SCORERS_KEY)
def scorers_key(who: Visitor, nothing: dict[str, Any]) -> Response:
    """The scorer's key, for the seat that was named."""
    return _key(keys.scorers_key(context().service, who.match, who.role, _token()))


@operation(routes, "POST", "/matches/<match>/seat", SIT)
def sit(who: Visitor, wanted: dict[str, Any]) -> Response:
    """A free seat; the one that was held is free."""
    seat: Seat = wanted["seat"]
    return _key(seating.sit(context().service, who.match, who.role, seat, wanted["name"], who.token_hash))


@operation(routes, "POST", "/matches/<match>/rematch", REMATCH)
def rematch(who: Visitor, wanted: dict[str, Any]) -> Response:
    """The next match of this table; asked again it is the same one."""
    address = request.remote_addr or ""
    context().openings.check(address)
    given = rematches.rematch(context().service, who.match, _token(), **wanted)
    context().openings.spend(address)
    return _key(given)


@operation(routes, "POST", "/matches/<match>/rematch/key", REMATCH_KEY)
def rematch_key(who: Visitor, nothing: dict[str, Any]) -> Response:
    """The same role in the rematch, at the seat where this player sits now."""
    return _key(rematches.rematch_key(context().service, who.match, who.role, _token()))


QR = Operation(
    "The caller's own key as a picture to point a camera at", READ, None, 201, schemas.EmptyBody(),
    media=("image/svg+xml",),
)  # fmt: skip


@operation(routes, "POST", "/matches/<match>/qr", QR)
def own_key(who: Visitor, nothing: dict[str, Any]) -> Response:
    """A QR code of the address that opens this match with the caller's key; a POST, so that nothing keeps it."""
    picture = io.BytesIO()
    segno.make(f"{request.host_url}m/{who.match}#{_token()}", error="m").save(
        picture, kind="svg", scale=4, border=2, light="#fff", dark="#111"
    )
    headers = match_headers(context().service.store.anchor(who.match))
    return Response(picture.getvalue(), 201, [("Content-Type", "image/svg+xml"), *headers])
