"""Logs doctored as somebody would who can write to the store: a change, with or without the hashes worked out anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from referee.events.log import FIRST_PREV, Recorded, canonical, seal


def with_data(log: Sequence[Recorded], version: int, **members: Any) -> list[Recorded]:
    """The log with members of one event's data changed, its hashes left alone."""
    changed = list(log)
    data = {**orjson.loads(log[version - 1].data), **members}
    changed[version - 1] = log[version - 1]._replace(data=canonical(data))
    return changed


def sealed_again(log: Sequence[Recorded]) -> list[Recorded]:
    """The log with all versions, acts and hashes worked out anew: its chain is right whatever it says."""
    prev, again = FIRST_PREV, list[Recorded]()
    new_version = {event.version: number for number, event in enumerate(log, 1)}
    for number, event in enumerate(log, 1):
        act = new_version.get(event.act, number) if event.act != event.version else number
        again.append(seal(event.match, number, act, event.type, orjson.loads(event.data), event.by, event.at, prev))
        prev = again[-1].hash
    return again


def dropped(log: Sequence[Recorded], version: int) -> list[Recorded]:
    """The log without one event."""
    return [event for event in log if event.version != version]


def swapped(log: Sequence[Recorded], version: int) -> list[Recorded]:
    """The log with an event and the next one in the other order."""
    changed = list(log)
    changed[version - 1 : version + 1] = changed[version - 1 : version + 1][::-1]
    return changed


def inserted(log: Sequence[Recorded], after: int, type_: str, data: dict[str, Any]) -> list[Recorded]:
    """The log with one more event, an act of its own, and the chain worked out anew."""
    extra = log[after - 1]._replace(version=0, act=0, type=type_, data=canonical(data))
    return sealed_again([*log[:after], extra, *log[after:]])
