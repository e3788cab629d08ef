"""Live events for the phones, byte for byte as in the log: one thread per stream, until its token is revoked or the server stops."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from flask import Blueprint, Response, request

from referee.events.log import Recorded, seal_of
from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import Context, context
from referee.http.headers import is_of
from referee.http.problems import RETRY_AFTER
from referee.http.promises import AFTER, LAST_EVENT, READ, TICKET, WAIT, Operation
from referee.http.replies import looks_back_freely, match_headers, number_asked
from referee.http.routing import operation
from referee.projections.withheld import Withheld, line_as_shown, withheld
from referee.service.access import SCORER
from referee.stores.contract import StoreUnavailable

routes = Blueprint("stream", __name__)
MEDIA = "text/event-stream"
SLICE_SECONDS = 1.0
_ID = re.compile(r"([0-9]{1,9})(?:-([0-9a-f]{8}))?")

STREAM = Operation(
    "The log as it grows: server-sent events", READ, query=(AFTER, WAIT, TICKET, LAST_EVENT), media=(MEDIA,),
    problems=("too-many-streams",), ticket=True,
)  # fmt: skip


@operation(routes, "GET", "/matches/<match>/stream", STREAM)
def stream(who: Visitor) -> Response:
    """The events after `Last-Event-ID` or `?after=`, then each new one as it is recorded."""
    return streamed(who, who.role == SCORER or looks_back_freely(who.match))


def streamed(who: Visitor, free: bool) -> Response:
    """The log of a match or a night as it grows; `free` if nothing of it is ever withheld from this reader."""
    here, wait = context(), number_asked("wait", 0, 1) != 0
    after, first = _resumed(who)
    hidden = None if free else withheld(here.service.timeline(who.match))
    body: Iterator[str] = chain((first,), _messages(here.service.events(who.match, after), hidden))
    if wait:
        if not here.streams.take(who.token_hash):
            raise Refused("too-many-streams", retry_after=RETRY_AFTER)
        body = _live(here, who, after, free, first, request.environ.get("waitress.client_disconnected", lambda: False))
    marks = (one for one in match_headers(here.service.store.anchor(who.match)) if one[0] != "Cache-Control")
    headers = [("Content-Type", MEDIA), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")]
    reply = Response(body, headers=[*marks, *headers])
    if wait:
        here.metrics.streams.inc()
        reply.call_on_close(here.metrics.streams.dec)
        reply.call_on_close(lambda: here.streams.leave(who.token_hash))
    return reply


def _resumed(who: Visitor) -> tuple[int, str]:
    """The version to resume after, and a first message if the log is not the one that the reader saw.

    If an id has digits of a hash that is not in this log, all of the log is sent again, and the message says why."""
    last = request.headers.get("Last-Event-ID")
    if last is None or not last.strip():
        return number_asked("after", 0) or 0, ""
    parts = _ID.fullmatch(last)
    if parts is None:
        raise Refused("invalid-request", errors={"Last-Event-ID": ["bad-form"]})
    version = int(parts[1])
    if parts[2] is None or is_of(parts[2], context().service.hash_at(who.match, version)):
        return version, ""
    return 0, f'event: history-changed\ndata: {{"seen":"{last}"}}\n\n'


def _messages(events: Iterable[Recorded], hidden: Withheld | None) -> Iterator[str]:
    for event in events:
        seal = seal_of((event.version, event.hash))
        yield f"id: {seal}\nevent: {event.type}\ndata: {line_as_shown(event, hidden)}\n\n"


def _live(here: Context, who: Visitor, after: int, free: bool, first: str, gone: Callable[[], bool]) -> Iterator[str]:
    """Events as they are recorded, and comments in between; `free` if nothing is ever withheld from this reader.

    While the store does not answer the stream stays open and waits."""
    yield "retry: 2000\n\n" + first
    checked = time.monotonic()
    with here.service.listening(who.match) as listener:
        while not (here.stopping.is_set() or gone()):
            try:
                if time.monotonic() - checked >= here.settings.heartbeat:
                    if not _still_valid(here, who):
                        return
                    checked = time.monotonic()
                    yield ": still here\n\n"
                if listener.wait(after, min(SLICE_SECONDS, here.settings.heartbeat)):
                    tail = here.service.tail(who.match, after)
                    hidden = None if free else withheld(here.service.timeline(who.match))
                    for event in tail:
                        after = event.version
                        yield from _messages((event,), hidden)
            except StoreUnavailable:
                yield ": the store does not answer\n\n"
                here.stopping.wait(SLICE_SECONDS)
                checked = 0.0  # the token may have been renewed meanwhile: it is checked before anything is sent


def _still_valid(here: Context, who: Visitor) -> bool:
    return here.service.store.role_of(who.token_hash) == who.opens
