"""What can be read of a night: the night itself, standings, meetings, a player's card, its log, and files of it."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.promises import AFTER, ANCHOR, AT, LAST_EVENT, LIMIT, NIGHT, TICKET, WAIT, Operation, Parameter
from referee.http.replies import json_reply, number_asked
from referee.http.routes.nights.replying import asked, unless_known
from referee.http.routes.reading import NDJSON, log_page, verified
from referee.http.routes.stream import MEDIA, streamed
from referee.http.routing import operation
from referee.http.schemas.fields import LARGEST
from referee.http.schemas.night_replies import NightEventsReply, RunningReply, RunningTable
from referee.nights.fold import Evening
from referee.nights.judges import some_round
from referee.nights.scores import CardReply, NightStandingsReply, card_view, standings_view
from referee.nights.state import TableState
from referee.nights.views import MeetingsReply, NightView, meetings_view, night_view
from referee.rules.seats import TEAMS
from referee.service.keeping import VerificationReply
from referee.service.nights.results import begun

routes = Blueprint("night_reading", __name__)
AFTER_ROUND = Parameter(
    "after_round", {"type": "integer", "minimum": 0, "maximum": LARGEST}, "The standings as they were after this round"
)


@operation(
    routes,
    "GET",
    "/nights/<night>",
    Operation("The night", NIGHT, NightView, query=(AT,), problems=("no-such-version",)),
)
def read_night(who: Visitor) -> Response:
    """The night as it is, or as it was at a version."""
    evening = asked(who)
    return unless_known(evening, lambda: night_view(who.match, evening))


STANDINGS = Operation(
    "Standings and prizes (N5, N6)", NIGHT, NightStandingsReply, query=(AFTER_ROUND, AT),
    problems=("no-such-round", "no-such-version"),
)  # fmt: skip


@operation(routes, "GET", "/nights/<night>/standings", STANDINGS)
def read_night_standings(who: Visitor) -> Response:
    """Everybody's place, worked out from the log."""
    evening = asked(who)
    until = _until(evening)
    return unless_known(evening, lambda: standings_view(evening, until))


def _until(evening: Evening) -> int | None:
    until = number_asked("after_round", 0)
    if until:
        some_round(evening.night, until)
    return until


@operation(
    routes, "GET", "/nights/<night>/meetings",
    Operation("Who met whom", NIGHT, MeetingsReply, query=(AT,), problems=("no-such-version",)),
)  # fmt: skip
def read_meetings(who: Visitor) -> Response:
    """How often each two players sat at one table."""
    evening = asked(who)
    return unless_known(evening, lambda: meetings_view(evening))


RUNNING = Operation("How the tables of the running round stand", NIGHT, RunningReply)


@operation(routes, "GET", "/nights/<night>/tables", RUNNING)
def read_tables(who: Visitor) -> Response:
    """Who is playing, and the scores so far. They change without an event of the night, so a cache never has them."""
    service = context().service
    running = service.evenings.newest(who.match).night.running
    tables = running.drawn.tables if running else ()
    reply: RunningReply = {
        "round": running.number if running else None,
        "tables": [_running(table, service.timeline(table.match)) for table in tables],
    }
    return json_reply(reply, 200, (("Cache-Control", "no-store"),))


def _running(table: TableState, timeline: Timeline) -> RunningTable:
    match = timeline.match
    return {
        "number": table.number,
        "match": table.match,
        "status": match.status if begun(timeline) else "waiting",
        "deal": match.deal.number,
        "score": {team.value: match.score.of(team) for team in TEAMS},
    }


CARD = Operation(
    "A player's card: the row of the standings, and the seat of the running round", NIGHT, CardReply, query=(AT,),
    problems=("no-such-player", "no-such-version"),
)  # fmt: skip


@operation(routes, "GET", "/nights/<night>/players/<int:number>/card", CARD)
def read_card(who: Visitor, number: int) -> Response:
    """One player's night."""
    evening = asked(who)
    number = evening.night.merged.get(number, number)
    if number not in evening.night.players:
        raise Refused("no-such-player", player=number)
    return unless_known(evening, lambda: card_view(evening, number))


NIGHT_EVENTS = Operation(
    "The log of the night", NIGHT, NightEventsReply, query=(AFTER, LIMIT), problems=("too-many-requests",),
    media=("application/json", NDJSON),
)  # fmt: skip


@operation(routes, "GET", "/nights/<night>/events", NIGHT_EVENTS)
def read_night_events(who: Visitor) -> Response:
    """A page of the log, or all of it with one event per line."""
    return log_page(who, None)


NIGHT_STREAM = Operation(
    "The night's log as it grows: server-sent events", NIGHT, query=(AFTER, WAIT, TICKET, LAST_EVENT), media=(MEDIA,),
    problems=("too-many-streams",), ticket=True,
)  # fmt: skip


@operation(routes, "GET", "/nights/<night>/stream", NIGHT_STREAM)
def night_stream(who: Visitor) -> Response:
    """The events after `Last-Event-ID` or `?after=`, then each new one as it is recorded."""
    return streamed(who, free=True)


NIGHT_VERIFICATION = Operation(
    "Whether the night's log is whole, and its draws those of its movement", NIGHT, VerificationReply, query=(ANCHOR,),
    problems=("too-many-requests",),
)  # fmt: skip


@operation(routes, "GET", "/nights/<night>/verification", NIGHT_VERIFICATION)
def verify_night(who: Visitor) -> Response:
    """Checks the chain from the first event, every fact and every draw. Never from a cache."""
    return verified(who)
