"""Nights opened, their secrets renewed, and the seat of a player's own table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g, request

from referee.http import auth
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import idempotency_key
from referee.http.promises import NIGHT, OPENER, ORGANISE, PLAYER, Operation
from referee.http.replies import again, json_reply, match_headers
from referee.http.routes.nights.replying import opened_night, place
from referee.http.routing import operation
from referee.http.schemas import nights as schemas
from referee.http.schemas.night_replies import (
    NightRoleReply,
    NightSeatReply,
    NightTokenReply,
    OpenedNightReply,
)
from referee.http.schemas.replies import TicketReply
from referee.nights import commands as ask
from referee.service import access
from referee.service.nights import joining
from referee.service.nights.rights import player_of

routes = Blueprint("night_roles", __name__)
EXPORTS = ("json", "ndjson", "csv", "xlsx", "pdf")

OPEN_NIGHT = Operation(
    "Open a night", OPENER, OpenedNightReply, 201, schemas.NightBody(),
    ("unauthorized", "forbidden", "no-such-movement", "incompatible-options", "unreadable-name", "too-many-requests"),
    keyed=True, secret_key=True,
)  # fmt: skip
RENEW = Operation(
    "A new token for a role of the night, or a new join code; the old one is dead", ORGANISE, NightTokenReply, 201,
    schemas.NIGHT_RENEWAL, keyed=True,
)  # fmt: skip
SEAT = Operation(
    "The seat's token of the player's own table in the running round", PLAYER, NightSeatReply, 201, schemas.SeatBody(),
    ("round-not-open", "sits-out", "no-such-player"),
)  # fmt: skip
TICKET = Operation("A ticket for EventSource: 60 seconds, reads only", NIGHT, TicketReply, 201, schemas.NothingBody())


@operation(routes, "POST", "/nights", OPEN_NIGHT)
def open_night(command: ask.OpenNight) -> Response:
    """A new night with its tokens and join code."""
    key, address = idempotency_key(g.body, secret=True), request.remote_addr or ""
    context().openings.check(address)
    came = joining.open_night(context().service, command, key)
    context().openings.spend(address)
    return opened_night(came)


@operation(routes, "POST", "/nights/<night>/tokens", RENEW)
def renew_night_token(who: Visitor, wanted: dict[str, Any]) -> Response:
    """A new token, after which a player's name is free to be tapped again; or a new join code, or none."""
    key, open_ = idempotency_key(g.body), wanted.get("open", True)
    renewed = joining.renew(context().service, who.match, wanted["role"], key, open_)
    body: NightTokenReply = {"night": who.match, "role": renewed.role}
    if renewed.role == access.JOIN:
        body["join_code"] = renewed.join_code
    else:
        body["token"] = renewed.token
    return _secret(body, who.match, renewed.replayed)


@operation(routes, "POST", "/nights/<night>/seat", SEAT)
def own_seat(who: Visitor, wanted: dict[str, Any]) -> Response:
    """A new token of the seat; its earlier ones are void."""
    seated = joining.seat(context().service, who.match, who.role, wanted["seat"])
    body: NightSeatReply = {
        "night": seated.night,
        "round": seated.round,
        "table": seated.table,
        "match": seated.match,
        "seat": seated.seat.value,
        "token": seated.token,
    }
    return _secret(body, who.match, False)


@operation(routes, "POST", "/nights/<night>/tickets", TICKET)
def new_night_ticket(who: Visitor, nothing: dict[str, Any]) -> Response:
    """A ticket that stands in for the token in the address of a stream."""
    body: TicketReply = {"ticket": auth.new_ticket(who), "seconds": auth.TICKET_SECONDS}
    return _secret(body, who.match, False)


def _secret(body: NightTokenReply | NightSeatReply | TicketReply, night: str, replayed: bool) -> Response:
    """A reply that contains a secret."""
    anchor = context().service.store.anchor(night)
    return json_reply(body, 201, (place(night), *match_headers(anchor), *again(replayed)))


@operation(routes, "GET", "/nights/<night>/role", Operation("Whose token this is", NIGHT, NightRoleReply))
def read_night_role(who: Visitor) -> Response:
    """The role that the caller's token gives, which the link itself does not show."""
    reply: NightRoleReply = {
        "night": who.match, "role": who.role, "player": player_of(who.role), "exports": list(EXPORTS)
    }  # fmt: skip
    return json_reply(reply, 200, match_headers(context().service.store.anchor(who.match)))
