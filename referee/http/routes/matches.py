"""Matches themselves: opening, reading, names, and who holds which token."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, request

from referee.game import commands as ask
from referee.game.refused import Refused
from referee.http import auth
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import idempotency_key, language
from referee.http.promises import AT, OPEN, OPENER, READ, RECORD, SCORE, Operation
from referee.http.replies import (
    again,
    json_reply,
    location,
    match_headers,
    match_with_texts,
    opened,
    reading,
    unless_known,
)
from referee.http.routes.acting import act
from referee.http.routes.nights.replying import place
from referee.http.routing import operation
from referee.http.schemas import recording as schemas
from referee.http.schemas import replies as reply_schemas
from referee.http.schemas.body import Either
from referee.http.schemas.night_replies import NightJoinedReply
from referee.http.schemas.nights import NightJoinBody
from referee.service import access, joining
from referee.service.nights import joining as nights

routes = Blueprint("matches", __name__)

JOINING = Either(lambda body: "player" if "player" in body else "seat", seat=schemas.JoinBody(), player=NightJoinBody())
OPEN_MATCH = Operation(
    "Open a match", OPENER, reply_schemas.OpenedReply, 201, schemas.OpenBody(),
    ("unauthorized", "forbidden", "incompatible-options", "unreadable-name", "too-many-requests"), keyed=True, secret_key=True,
)  # fmt: skip
JOIN = Operation(
    "Take a seat, a place to watch, or the own name of a night, with a join code", OPEN, reply_schemas.JoinedReply, 201, JOINING,
    ("no-such-code", "match-closed", "match-full", "seat-taken", "unreadable-name", "too-many-requests", "no-such-player",
     "already-left", "night-closed"), keyed=True, secret_key=True, or_else=NightJoinedReply,
)  # fmt: skip
RENEW = Operation(
    "A new token for a role, or a new join code; the old one is dead", SCORE, reply_schemas.TokenReply, 201,
    schemas.RENEWAL, keyed=True,
)  # fmt: skip


@operation(routes, "POST", "/matches", OPEN_MATCH)
def open_match(command: ask.OpenMatch) -> Response:
    """A new match with its tokens and join code."""
    key = idempotency_key(g.body, secret=True)
    address = request.remote_addr or ""
    context().openings.check(address)
    match = joining.open_match(context().service, command, key)
    context().openings.spend(address)
    return opened(match)


Secret = reply_schemas.JoinedReply | reply_schemas.TokenReply | reply_schemas.TicketReply


def _secret(body: Secret, match: str, replayed: bool) -> Response:
    """A reply that contains a secret."""
    anchor = context().service.store.anchor(match)
    return json_reply(body, 201, (location(match), *match_headers(anchor), *again(replayed)))


@operation(routes, "GET", "/matches/<match>", Operation("The match", READ, reply_schemas.Match, query=(AT,)))
def read_match(who: Visitor) -> Response:
    """The match as it is, or as it was at a version."""
    of, lang = reading(who), language()
    return unless_known(of, lang, lambda: match_with_texts(who.match, of.timeline, lang, of.hidden))


RENAME = Operation(
    "Names and substitutes", RECORD, reply_schemas.ActReply, 200, schemas.PlayersBody(), ("unreadable-name",), acts=True
)


@operation(routes, "PATCH", "/matches/<match>/players", RENAME)
def change_players(who: Visitor, command: ask.ChangePlayers) -> Response:
    """Changes the names of some seats."""
    return act(who, command, 200)


@operation(routes, "POST", "/joins", JOIN)
def join(wanted: dict[str, Any]) -> Response:
    """A seat taken by its join code; too many wrong codes are slowed down."""
    key, address = idempotency_key(g.body, secret=True), request.remote_addr or ""
    context().failed_joins.check(address)
    try:
        if "player" in wanted:
            return _joined_night(nights.join(context().service, wanted["code"], wanted["player"], key))
        joined = joining.join(context().service, wanted["code"], wanted["seat"], wanted["name"], key)
    except Refused as refused:
        if refused.code == "no-such-code":
            context().failed_joins.spend(address)
        raise
    body: reply_schemas.JoinedReply = {"match": joined.match, "seat": joined.role, "token": joined.token}
    return _secret(body, joined.match, joined.replayed)


def _joined_night(joined: nights.JoinedNight) -> Response:
    body: NightJoinedReply = {"night": joined.night, "player": joined.player, "token": joined.token}
    anchor = context().service.store.anchor(joined.night)
    return json_reply(body, 201, (place(joined.night), *match_headers(anchor), *again(joined.replayed)))


@operation(routes, "POST", "/matches/<match>/tokens", RENEW)
def renew_token(who: Visitor, wanted: dict[str, Any]) -> Response:
    """A new token, after which the seat is free to join again; or a new join code, or none."""
    key, open_ = idempotency_key(g.body), wanted.get("open", True)
    renewed = joining.renew(context().service, who.match, wanted["role"], key, open_, wanted.get("hold", False))
    body: reply_schemas.TokenReply = {"match": renewed.match, "role": renewed.role}
    if renewed.role == access.JOIN:
        body["join_code"] = renewed.join_code
    else:
        body["token"] = renewed.token
    return _secret(body, renewed.match, renewed.replayed)


TICKET = Operation(
    "A ticket for EventSource: 60 seconds, reads only", READ, reply_schemas.TicketReply, 201, schemas.EmptyBody()
)


@operation(routes, "POST", "/matches/<match>/tickets", TICKET)
def new_ticket(who: Visitor, nothing: dict[str, Any]) -> Response:
    """A ticket that stands in for the token in the address of a stream."""
    return _secret({"ticket": auth.new_ticket(who), "seconds": auth.TICKET_SECONDS}, who.match, False)
