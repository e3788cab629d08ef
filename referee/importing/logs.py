"""Imports of logs and notations: parsed, checked to the last event, and stored under a new address, or not at all.

A log keeps every byte, including the id under which it was opened; a notation, readable or EGN, becomes a new log of the
id that it names (`referee.importing.notation`, `referee.importing.egn`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import orjson

from referee.events import types as fact
from referee.events.codec import decoded
from referee.events.log import BrokenLog, Recorded, parse_line
from referee.game.audit import audit
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.importing.egn import FILE_TYPE, read_egn
from referee.importing.kinds import kind_of
from referee.importing.notation import replayed
from referee.importing.notation.reading import Reading
from referee.rules.options import PRESETS
from referee.service import joining
from referee.service.access import RECORDINGS, ROLES
from referee.service.answers import Key, Opened
from referee.service.core import EVENTS_PER_MATCH, Service
from referee.service.names import LARGEST, TIME_ZONE, unreadable

FORMATS = ("ndjson", "json", "txt", "egn")
BOM, LOOKED_AT = b"\xef\xbb\xbf", 4_096
SCOPE = "imports"  # the scope of their idempotency keys
AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TAG_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def imported(service: Service, body: bytes, format_: str | None = None, key: Key | None = None) -> Opened:
    """The new match; raises Refused `broken-log` or `broken-notation` with the first thing that is wrong.

    With a known key: the same match, fresh tokens."""
    if known := joining.known(service, SCOPE, key):
        return known
    body = body.removeprefix(BOM)
    format_ = _json_format(body) if format_ == "json" else format_ or format_of(body)
    if format_ in ("txt", "egn"):
        return _from_notation(service, body, format_, key)
    try:
        log = tuple(logged(body, format_))
        timeline = checked(log)
    except BrokenLog as broken:
        raise Refused("broken-log", version=broken.version, reason=broken.reason) from broken
    return joining.admit(service, service.new_address(), log, timeline, SCOPE, key)


def format_of(body: bytes) -> str:
    """The format of a file, by its beginning: a tag, an event on a single line, or any other JSON.

    Raises Refused `not-importable` for another kind of file, by its name."""
    if kind := kind_of(body):
        raise Refused("not-importable", kind=kind)
    first = body.lstrip().partition(b"\n")[0]
    if not first.startswith(b"{"):
        return "txt"
    try:
        return "ndjson" if "hash" in orjson.loads(first) else _json_format(body)
    except orjson.JSONDecodeError:
        return _json_format(body)


def _json_format(body: bytes) -> str:
    return "egn" if FILE_TYPE.encode() in body[:LOOKED_AT] else "json"


def logged(body: bytes, format_: str) -> Iterator[Recorded]:
    """The events of an exported log (`ndjson`), or of a result that holds one (`json`); raises BrokenLog.

    Lines may end as Windows ends them, and empty ones may follow the last."""
    if format_ == "ndjson":
        lines = body.rstrip().split(b"\n")
        return (parse_line(line, number) for number, line in enumerate(lines, 1))
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise BrokenLog(1, "no-event") from error
    events = document.get("events") if isinstance(document, dict) else None
    if not isinstance(events, list):
        raise BrokenLog(1, "no-event")
    return (parse_line(orjson.dumps(event), number) for number, event in enumerate(events, 1))


def checked(log: Sequence[Recorded]) -> Timeline:
    """The timeline of a log whose chain, facts, rulings and texts have all been checked; raises BrokenLog."""
    closed = len(log) > 0 and log[-1].type == "match-closed"  # a full match can still take these
    if len(log) > EVENTS_PER_MATCH + closed:
        raise BrokenLog(EVENTS_PER_MATCH + 1, "match-full")
    timeline = audit(log)
    if timeline is None:
        raise BrokenLog(1, "no-event")
    for recorded in log:
        reason = _envelope(recorded, log[0].match) or _words(decoded(recorded))
        if reason:
            raise BrokenLog(recorded.version, reason)
    return timeline


def _envelope(recorded: Recorded, born: str) -> str | None:
    """What is wrong with an event's envelope: the match must be the same throughout, and time and role valid."""
    if recorded.match != born or len(born) > 64:
        return "match"
    if not AT.fullmatch(recorded.at):
        return "at"
    by_referee = recorded.type.startswith("claim-ruled") or (
        recorded.type == "claim-made" and '"by":null' in recorded.data
    )
    return None if recorded.by in (("referee",) if by_referee else ROLES) else "by"


def _words(event: fact.Event) -> str | None:
    """What is wrong with an event's texts or numbers, which the rules do not check: the limits of the API's bodies."""
    match event:
        case fact.MatchOpened():
            return _opening(event)
        case fact.PlayersChanged(players=players):
            return None if players and all(map(is_name, players.values())) else "name"
        case fact.ScoreAdjusted(points=points, reason=reason):
            return None if points and abs(points) <= 1000 and is_text(reason, 200) and reason.strip() else "adjustment"
        case fact.RematchOpened(match=match):
            return None if MATCH_ID.fullmatch(match) else "match"
        case fact.MatchReopened(reason=reason):
            return None if is_text(reason, 200) and reason.strip() else "reason"
    return None


def _opening(event: fact.MatchOpened) -> str | None:
    tags = event.tags.items()
    if event.preset not in PRESETS or event.recording not in RECORDINGS:
        return "preset" if event.preset not in PRESETS else "recording"
    if not all(map(is_name, event.players.values())):
        return "name"
    if len(tags) > 20 or not all(_TAG_NAME.fullmatch(name) and is_text(value, 100) for name, value in tags):
        return "tags"
    if event.time_zone is not None and not (len(event.time_zone) <= 64 and re.fullmatch(TIME_ZONE, event.time_zone)):
        return "time-zone"
    return None if all(abs(points) <= 1000 for points in event.initial_score.values()) else "initial-score"


def is_name(name: str | None) -> bool:
    """Whether a player may have this name, or none."""
    return name is None or (is_text(name, LARGEST) and unreadable(name) is None)


def is_text(text: str, longest: int) -> bool:
    """Whether this is a text of one to so many characters, none of which controls anything."""
    return 1 <= len(text) <= longest and not _CONTROL.search(text)


def _from_notation(service: Service, body: bytes, format_: str, key: Key | None) -> Opened:
    """The deals of a notation as a new log, decided before the store sees any of it."""
    reading = _egn(service, body) if format_ == "egn" else _readable(service, body)
    for recorded, line in zip(reading.log, reading.lines, strict=True):
        if reason := _words(decoded(recorded)):
            raise Refused("broken-notation", line=line, reason=reason)
    return joining.admit(service, service.new_address(), reading.log, reading.timeline, SCOPE, key)


def _readable(service: Service, body: bytes) -> Reading:
    if kind := kind_of(body):
        raise Refused("not-importable", kind=kind)
    try:
        return replayed(body.decode(), service)
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise Refused("broken-notation", line=line, reason="not-text") from error


def _egn(service: Service, body: bytes) -> Reading:
    try:
        return read_egn(orjson.loads(body), service)
    except orjson.JSONDecodeError as error:
        raise Refused("broken-notation", line=1, reason="not-text") from error
