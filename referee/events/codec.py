"""Stored name <-> class, data <-> fields: what is written down of a fact follows from its class (`types`, `shapes`).

A changed shape gets a new stored name; the old one is upcast on its way into a fold (`upcasts`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol, get_args

import orjson

from referee.events.log import Recorded
from referee.events.shapes import Fields, fields_of, read, written
from referee.events.types import Event
from referee.events.upcasts import UPCASTS
from referee.rules.cards import UnknownCard
from referee.rules.options import IncompatibleOptions, InvalidOption


class UnreadableEvent(ValueError):
    """A stored event of a type or shape that this version does not know."""


ROWS: Mapping[str, tuple[type, Fields]] = {cls.stored_as: (cls, fields_of(cls)) for cls in get_args(Event)}


class Fact(Protocol):
    """A fact of any log, of a match or of a night: a frozen dataclass with the name under which it is stored."""

    @property
    def stored_as(self) -> str: ...


def name_of(event: Fact) -> str:
    """The stored name of an event's type."""
    return event.stored_as


def data_of(event: Fact) -> dict[str, Any]:
    """The event's data as stored: text, integers, true, false, null, lists and objects only."""
    return written(event, fields_of(type(event)))


def event_of(name: str, data: Mapping[str, Any]) -> Event:
    """The event of a stored name and its data, upcast where the name is an old one; raises UnreadableEvent."""
    try:
        while name in UPCASTS:
            name, data = UPCASTS[name](data)
        if name not in ROWS:
            raise UnreadableEvent(name)
        event: Event = read(*ROWS[name], data)
    except (KeyError, ValueError, TypeError, AttributeError, UnknownCard, InvalidOption, IncompatibleOptions) as error:
        raise UnreadableEvent(name) from error
    return event


def decoded(recorded: Recorded) -> Event:
    """The event inside a stored envelope; raises UnreadableEvent."""
    reader = _decoded if len(recorded.data) <= SHORT else _decoded.__wrapped__
    return reader(recorded.type, recorded.data)


SHORT = 200  # characters; a claim may be longer, and an import as long as a body may be: that is not kept


@lru_cache(4096)  # a pack has few cards and a table few calls: nearly every event of a log has been read before
def _decoded(name: str, data: str) -> Event:
    return event_of(name, orjson.loads(data))
