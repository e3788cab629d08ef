"""The acts of a night, one row each: what an organiser records, and the confirmation of a table. Judged in `referee.nights`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, g

from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import expected_versions, idempotency_key
from referee.http.promises import CONFIRM, ORGANISE, PREFER, Operation
from referee.http.routes.nights.replying import acted
from referee.http.routing import operation
from referee.http.schemas import nights as schemas
from referee.http.schemas.body import Either, Shape
from referee.http.schemas.night_replies import NightActReply
from referee.nights import commands as ask
from referee.nights.judges import some_table
from referee.nights.views import repeats_of
from referee.rules.seats import Seat
from referee.service.nights import acting

_TABLE = "rounds/<int:round>/tables/<int:table>"
_ROUND = ("no-such-round", "round-not-open")
_DRAW = ("too-few-players", "no-such-movement", "night-full")

# method, path, name, summary, body, problems beyond those of every act
ROWS: tuple[tuple[str, str, str, str, Shape | Either, tuple[str, ...]], ...] = (
    ("POST", "players", "enter", "Players who come (N1)", schemas.COMING, ("unreadable-name",)),
    ("PATCH", "players/<int:number>", "change_player", "A name or a place put right, or two entries that are one person",
     schemas.PlayerChangeBody(), ("no-such-player", "not-now", "unreadable-name")),
    ("POST", "players/<int:number>/departure", "leave", "A player who goes home (N1)", schemas.DepartureBody(),
     ("no-such-player", "already-left")),
    ("POST", "rounds", "draw", "The next round, drawn and its tables opened (N2, N3)", schemas.DrawBody(), ("round-open", *_DRAW)),
    ("POST", "rounds/<int:round>/redraw", "redraw", "The running round drawn again, before anybody has played",
     schemas.RedrawBody(), ("not-now", *_ROUND, *_DRAW)),
    ("POST", f"{_TABLE}/swap", "swap", "Two players of the round change places, before anybody has played", schemas.SwapBody(),
     ("not-now", "no-such-player", "no-such-table", *_ROUND)),
    ("PUT", f"{_TABLE}/result", "type_result", "A paper slip, or a result put right (N4)", schemas.NightResultBody(),
     ("no-such-round", "no-such-table")),
    ("POST", "rounds/<int:round>/close", "close_round", "A round closed (N4)", schemas.CloseRoundBody(),
     ("no-such-table", "results-missing", "not-confirmed", *_ROUND)),
    ("POST", "undo", "undo_night", "Back to an earlier version", schemas.UndoNightBody(), ("nothing-to-undo", "no-such-version")),
    ("POST", "redo", "redo_night", "What was undone, again", schemas.RedoNightBody(), ("nothing-to-undo", "no-such-version")),
    ("POST", "close", "close_night", "The night made final", schemas.CloseNightBody(), ("round-open",)),
    ("POST", "reopen", "reopen_night", "A closed night opened again", schemas.ReopenNightBody(), ("not-closed",)),
)  # fmt: skip
CONFIRMING = Operation(
    "A result confirmed by a seat of its table, or by the organiser with a reason (N7)", CONFIRM, NightActReply, 201,
    schemas.ConfirmBody(), ("no-such-round", "no-such-table", "results-missing", "night-full"),
    query=(PREFER,), acts=True,
)  # fmt: skip


def act(who: Visitor, command: ask.Command) -> Response:
    """Records the command and answers with the night after it; raises Refused."""
    return _sent(who, command, 201)


def put(who: Visitor, command: ask.Command) -> Response:
    """The same for what replaces something that is there."""
    return _sent(who, command, 200)


def _sent(who: Visitor, command: ask.Command, status: int) -> Response:
    service = context().service
    expected = expected_versions(lambda version: service.hash_at(who.match, version))
    key = idempotency_key(g.body)
    here = who.token_hash if who.opens[0] == who.match else None
    answer = acting.act(service, who.match, command, who.role, expected, key, here)
    if answer.events and not answer.replayed:
        context().metrics.acts.labels(answer.events[0].type).inc()
    swapped = isinstance(command, ask.Swap)
    repeats = repeats_of(answer.evening.night, (command.a, command.b)) if swapped else None  # type: ignore[union-attr]
    return acted(who, answer, status, repeats)


def confirm(who: Visitor, command: ask.Confirm) -> Response:
    """A seat confirms for its team, at its own table only; the organiser for both."""
    if who.opens[0] != who.match:
        evening = context().service.evenings.newest(who.match)
        if some_table(evening.night, command.round, command.table).match != who.opens[0]:
            raise Refused("forbidden")
        command = replace(command, team=Seat(who.role).team, reason=None)
    return _sent(who, command, 201)


def blueprint() -> Blueprint:
    """All these routes."""
    routes = Blueprint("nights", __name__)
    for method, path, name, summary, body, problems in ROWS:
        status, view = (201, act) if method == "POST" else (200, put)
        promise = Operation(
            summary, ORGANISE, NightActReply, status, body, (*problems, "night-full"), query=(PREFER,), acts=True
        )  # fmt: skip
        operation(routes, method, f"/nights/<night>/{path}", promise, name)(view)
    confirming: Any = operation(routes, "POST", f"/nights/<night>/{_TABLE}/confirmation", CONFIRMING, "confirm")
    confirming(confirm)
    return routes
