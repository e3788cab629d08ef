"""Stored name <-> class of a night's facts, by the same shapes as the facts of a match (`referee.events.shapes`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import orjson

from referee.events.codec import UnreadableEvent
from referee.events.log import Recorded
from referee.events.shapes import Fields, fields_of, read
from referee.nights.facts import Fact
from referee.rules.options import IncompatibleOptions, InvalidOption

ROWS: Mapping[str, tuple[type, Fields]] = {cls.stored_as: (cls, fields_of(cls)) for cls in get_args(Fact)}


def decoded(recorded: Recorded) -> Fact:
    """The fact inside a stored envelope; raises UnreadableEvent."""
    if recorded.type not in ROWS:
        raise UnreadableEvent(recorded.type)
    try:
        fact: Fact = read(*ROWS[recorded.type], orjson.loads(recorded.data))
    except (KeyError, ValueError, TypeError, AttributeError, InvalidOption, IncompatibleOptions) as error:
        raise UnreadableEvent(recorded.type) from error
    return fact
