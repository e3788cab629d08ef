"""Who is asking: tokens, roles and stream tickets. What a role may do with the cards is decided in `service.access`."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import g, request
from itsdangerous import BadData

from referee.game.refused import Refused
from referee.http.context import context
from referee.http.middleware import MATCH
from referee.http.promises import CONFIRM, NIGHT, PLAYER, RECORD, SCORE
from referee.rules.seats import SEATS
from referee.service.access import ORGANISER, SCORER, VIEWER, hashed
from referee.service.core import is_night
from referee.service.nights.results import is_table_of
from referee.service.nights.rights import at_table, player_of

TICKET_SECONDS = 60
SEAT_ROLES = tuple(seat.value for seat in SEATS)
_MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Visitor(NamedTuple):
    """A reader of a match or a night: the role, the hash that an act must come with, and what that hash opens."""

    match: str
    role: str
    token_hash: str
    opens: tuple[str, str]


def bearer() -> str | None:
    """The token of this request, None if there is none."""
    return bearer_of(request.environ)


def bearer_of(environ: Mapping[str, Any]) -> str | None:
    """The token of `Authorization: Bearer`, None if there is none."""
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def visitor(match: str, access: str, ticket: bool = False) -> Visitor:
    """Who is asking about this match; raises Refused, in the order unauthorized, no-such-match, forbidden."""
    token_hash = _ticket_hash() if ticket and "ticket" in request.args else _token_hash()
    service = context().service
    opens = service.store.role_of(token_hash)
    if opens is None:
        raise Refused("unauthorized")
    if not _MATCH_ID.fullmatch(match) or is_night(match):
        raise Refused("no-such-match")
    if opens[0] != match:
        found = at_table(service, *opens, token_hash, match) if is_night(opens[0]) else None
        if found is None:
            raise Refused("forbidden" if service.store.head(match) else "no-such-match")
        role, token_hash, opens = found
    else:
        role = opens[1]
    if access == RECORD and role == VIEWER or access == SCORE and role != SCORER:
        raise Refused("forbidden")
    g.match = request.environ[MATCH] = match
    g.role = role
    return Visitor(match, role, token_hash, opens)


def night_visitor(night: str, access: str, ticket: bool = False) -> Visitor:
    """Who is asking about this night; raises Refused, in the order unauthorized, no-such-night, forbidden."""
    token_hash = _ticket_hash() if ticket and "ticket" in request.args else _token_hash()
    service = context().service
    opens = service.store.role_of(token_hash)
    if opens is None:
        raise Refused("unauthorized")
    if not (_MATCH_ID.fullmatch(night) and is_night(night) and service.store.head(night)):
        raise Refused("no-such-night")
    role = opens[1]
    at_its_table = access == CONFIRM and is_table_of(service, night, opens[0])
    if not (opens[0] == night and _may(role, access) or at_its_table and role in SEAT_ROLES):
        raise Refused("forbidden")
    g.match = request.environ[MATCH] = night
    g.role = role
    return Visitor(night, role, token_hash, opens)


def _may(role: str, access: str) -> bool:
    return access == NIGHT or role == ORGANISER or (access == PLAYER and player_of(role) is not None)


def _token_hash() -> str:
    token = bearer()
    if token is None:
        raise Refused("unauthorized")
    return hashed(token)


def new_ticket(who: Visitor) -> str:
    """A ticket for EventSource: short-lived, read-only, and void once its token is."""
    ticket = context().tickets.dumps(who.token_hash)
    return ticket.decode() if isinstance(ticket, bytes) else ticket


def _ticket_hash() -> str:
    """The token hash in a ticket; raises Refused `unauthorized`.

    A clock may have been set back since, or another host's may be ahead: a ticket from the near future is valid too."""
    try:
        token_hash, made = context().tickets.loads(request.args["ticket"], return_timestamp=True)
    except BadData as error:
        raise Refused("unauthorized") from error
    if abs((datetime.now(UTC) - made).total_seconds()) > TICKET_SECONDS:
        raise Refused("unauthorized")
    return str(token_hash)


def check_admin(always: bool) -> None:
    """Raises Refused unless the request has the server's admin token. If none is set anybody may, unless `always`."""
    wanted, token = context().settings.admin_token, bearer()
    if wanted is None and not always:
        return
    if token is None:
        raise Refused("unauthorized")
    if wanted is not None and hmac.compare_digest(token.encode(), wanted.encode()):
        return
    raise Refused("forbidden" if wanted is None or context().service.role_of(token) else "unauthorized")
