"""The recorded event and its hash chain: what is written once, served and exported as written, and can be checked by anyone.

An event's hash is the SHA-256 of its canonical JSON (RFC 8785) without the member `hash`; `prev` is the hash before it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import orjson

FIRST_PREV = "0" * 64
SIGNS = 8  # of a hash, where a short form must do: no other history is taken for this one by chance


class Recorded(NamedTuple):
    """An event in its envelope, exactly as stored.

    `data` is canonical JSON text, `version` counts from 1 without gaps, `act` is the version of the first event of
    the same request, `by` the role that acted (or `referee`), `at` RFC 3339 UTC with milliseconds."""

    match: str
    version: int
    act: int
    type: str
    data: str
    by: str
    at: str
    prev: str
    hash: str

    @property
    def line(self) -> str:
        """The event as canonical JSON, hash included: a line of the exported log."""
        return (
            f'{{"act":{self.act},"at":"{self.at}","by":"{self.by}","data":{self.data},"hash":"{self.hash}",'
            f'"match":"{self.match}","prev":"{self.prev}","type":"{self.type}","version":{self.version}}}'
        )


class BrokenLog(ValueError):
    """A log that is no log of ours: `version` is the first bad one, `reason` a code such as `hash` or `gap`."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"event {version}: {reason}")
        self.version, self.reason = version, reason


def seal_of(anchor: tuple[int, str]) -> str:
    """`17-3fa9c2d1`: a version and the first signs of its hash, which stand for the whole log up to it."""
    version, hash_ = anchor
    return f"{version}-{hash_[:SIGNS]}"


def canonical(value: Any) -> str:
    """Canonical JSON text (RFC 8785) of a value made of objects with ASCII keys, lists, text, integers, true, false, null."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def seal(
    match: str, version: int, act: int, type_: str, data: Mapping[str, Any], by: str, at: str, prev: str
) -> Recorded:
    """A new event with its hash, to follow the event whose hash is `prev`."""
    text = canonical(data)
    return Recorded(
        match, version, act, type_, text, by, at, prev, _hash(match, version, act, type_, text, by, at, prev)
    )


def _hash(match: str, version: int, act: int, type_: str, data: str, by: str, at: str, prev: str) -> str:
    text = (
        f'{{"act":{act},"at":"{at}","by":"{by}","data":{data},"match":"{match}","prev":"{prev}",'
        f'"type":"{type_}","version":{version}}}'
    )
    return hashlib.sha256(text.encode()).hexdigest()


_MEMBERS = {
    "match": str,
    "version": int,
    "act": int,
    "type": str,
    "data": dict,
    "by": str,
    "at": str,
    "prev": str,
    "hash": str,
}
_ANCHOR = re.compile(r"([0-9]{1,9}):([0-9a-f]{64})")
_PLAIN = re.compile(r"[A-Za-z0-9._:+-]+")


def parse_line(line: str | bytes, number: int) -> Recorded:
    """The event on line `number` (from 1) of an exported log; raises BrokenLog(number, `no-event`) if it is not an event."""
    try:
        members = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BrokenLog(number, "no-event") from error
    if not isinstance(members, dict) or {name: type(value) for name, value in members.items()} != _MEMBERS:
        raise BrokenLog(number, "no-event")
    if not all(_PLAIN.fullmatch(members[name]) for name in ("match", "type", "by", "at", "prev", "hash")):
        raise BrokenLog(number, "no-event")
    return Recorded(**{**members, "data": canonical(members["data"])})


def parse_anchor(text: str) -> tuple[int, str] | None:
    """Version and hash of an anchor as a phone notes it or a sheet prints it, `17:` and 64 hexadecimal digits, or None."""
    parts = _ANCHOR.fullmatch(text)
    return (int(parts[1]), parts[2]) if parts else None


def check_chain(log: Iterable[Recorded], after: Recorded | None = None) -> Recorded | None:
    """The last event of a log whose every version, act and hash is right, or None for an empty one.

    Raises BrokenLog naming the first version that is changed, missing, doubled or out of order."""
    last = after
    for event in chained(log, after):
        last = event
    return last


def chained(log: Iterable[Recorded], after: Recorded | None = None) -> Iterator[Recorded]:
    """The events of a log, each once it is known to be the one that was sealed; raises BrokenLog as `check_chain` does."""
    last = after
    for event in log:
        version = last.version + 1 if last else 1
        if event.version != version:
            raise BrokenLog(version, "gap")
        if last and event.match != last.match:
            raise BrokenLog(version, "match")
        if event.prev != (last.hash if last else FIRST_PREV):
            raise BrokenLog(version, "prev")
        if event.hash != _hash(*event[:-1]):
            raise BrokenLog(version, "hash")
        if event.act != version and (last is None or event.act != last.act):
            raise BrokenLog(version, "act")
        last = event
        yield event
