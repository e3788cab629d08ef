"""From a parsed command to the log and back: the one view behind every recording route."""

from __future__ import annotations

from flask import Response, g

from referee.game.commands import Command
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import expected_versions, idempotency_key
from referee.http.replies import acted
from referee.service import acting
from referee.service.core import is_night
from referee.service.nights.results import flow_in

SETTLES = frozenset({"match-closed", "match-reopened"})  # after these a night has a result more, or less


def act(who: Visitor, command: Command, status: int = 201) -> Response:
    """Records the command and answers with the match after it; raises Refused."""
    expected = expected_versions(lambda version: context().service.hash_at(who.match, version))
    key = idempotency_key(g.body)
    answer = acting.act(context().service, who.match, command, who.role, expected, key, who.token_hash)
    night = answer.timeline.match.opening.tags.get("night", "")
    if is_night(night) and {event.type for event in answer.events} & SETTLES:
        flow_in(context().service, night, who.match)
    if answer.events and not answer.replayed:
        context().metrics.acts.labels(answer.events[0].type).inc()
    return acted(who, answer, status)
