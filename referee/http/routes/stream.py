"""Live events to the phones: one thread a stream, word for word as they are in the log, ended by a dead token or a stopping server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from flask import Blueprint, Response, request

from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import Context, context
from referee.http.problems import RETRY_AFTER
from referee.http.promises import AFTER, LAST_EVENT, READ, TICKET, WAIT, Operation
from referee.http.replies import hidden_from, looks_back_freely, match_headers, number_asked
from referee.http.routing import operation
from referee.projections.withheld import Withheld, line_as_shown, withheld
from referee.service.access import SCORER

routes = Blueprint("stream", __name__)
MEDIA = "text/event-stream"
SLICE_SECONDS = 1.0

STREAM = Operation(
    "The log as it grows: server-sent events", READ, query=(AFTER, WAIT, TICKET, LAST_EVENT), media=(MEDIA,),
    problems=("too-many-streams",), ticket=True,
)  # fmt: skip


@operation(routes, "GET", "/matches/<match>/stream", STREAM)
def stream(who: Visitor) -> Response:
    """Events after `Last-Event-ID` or `?after=`, then each as it is recorded."""
    here, after, wait = context(), _resume_after(), number_asked("wait", 0, 1) != 0
    version = here.service.store.head(who.match)
    body: Iterator[str] = _messages(here.service.events(who.match, after), hidden_from(who))
    if wait:
        if not here.streams.take(who.token_hash):
            raise Refused("too-many-streams", retry_after=RETRY_AFTER)
        free = who.role == SCORER or looks_back_freely(who.match)
        body = _live(here, who, after, free, request.environ.get("waitress.client_disconnected", lambda: False))
    headers = [("Content-Type", MEDIA), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")]
    reply = Response(body, headers=[*(one for one in match_headers(version) if one[0] != "Cache-Control"), *headers])
    if wait:
        here.metrics.streams.inc()
        reply.call_on_close(here.metrics.streams.dec)
        reply.call_on_close(lambda: here.streams.leave(who.token_hash))
    return reply


def _resume_after() -> int:
    last = request.headers.get("Last-Event-ID")
    if last is None or not last.strip():
        return number_asked("after", 0) or 0
    if not (last.isascii() and last.isdigit() and len(last) < 12):
        raise Refused("invalid-request", errors={"Last-Event-ID": ["not-an-integer"]})
    return int(last)


def _messages(events: Iterable[Recorded], hidden: Withheld | None) -> Iterator[str]:
    for event in events:
        yield f"id: {event.version}\nevent: {event.type}\ndata: {line_as_shown(event, hidden)}\n\n"


def _live(here: Context, who: Visitor, after: int, free: bool, gone: Callable[[], bool]) -> Iterator[str]:
    """Events as they come, comments while none come; `free` where nothing is ever withheld from this reader."""
    yield "retry: 2000\n\n"
    checked = time.monotonic()
    with here.service.listening(who.match) as listener:
        while not (here.stopping.is_set() or gone()):
            if listener.wait(after, min(SLICE_SECONDS, here.settings.heartbeat)):
                tail = here.service.cache.tail(who.match, after)
                hidden = None if free else withheld(here.service.timeline(who.match))
                for event in tail:
                    after = event.version
                    yield from _messages((event,), hidden)
            if time.monotonic() - checked >= here.settings.heartbeat:
                checked = time.monotonic()
                if not _still_valid(here, who):
                    return
                yield ": still here\n\n"


def _still_valid(here: Context, who: Visitor) -> bool:
    return here.service.store.role_of(who.token_hash) == (who.match, who.role)
