"""A whole log of a night judged again: its chain, every fact, and every draw from its seed. What `verify` and `import` rest on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from referee.events.codec import UnreadableEvent, data_of
from referee.events.log import BrokenLog, Recorded, canonical, check_chain
from referee.game.refused import Refused
from referee.nights import facts as fact
from referee.nights.codec import decoded
from referee.nights.draws import next_draw
from referee.nights.fold import Evening, advance
from referee.nights.judges import admit


def audit(log: Iterable[Recorded]) -> Evening | None:
    """The night of a log in which all is right, None for an empty one.

    Raises BrokenLog with the first version that is wrong and why: the chain, an unknown or differently written fact, one
    that could not happen (the refusal's code), or tables that the movement does not draw (`does-not-follow`)."""
    evening: Evening | None = None
    last: Recorded | None = None
    for _, act in groupby(log, key=lambda recorded: recorded.act):
        recorded = list(act)
        last = check_chain(recorded, last)
        for one in recorded:
            evening = _judged_again(evening, one)
    return evening


def _judged_again(evening: Evening | None, recorded: Recorded) -> Evening:
    try:
        event = decoded(recorded)
    except UnreadableEvent as error:
        raise BrokenLog(recorded.version, "unreadable") from error
    if canonical(data_of(event)) != recorded.data:
        raise BrokenLog(recorded.version, "not-canonical")
    try:
        if evening is not None and evening.night.closed and not isinstance(event, fact.NightReopened):
            raise Refused("night-closed")
        admit(evening, event)
        if isinstance(event, fact.RoundDrawn):
            _must_be_drawn(evening, event)
    except Refused as refused:
        raise BrokenLog(recorded.version, refused.code) from refused
    return advance(evening, recorded, event)


def _must_be_drawn(evening: Evening | None, event: fact.RoundDrawn) -> None:
    """Raises Refused unless the same seed, entries and results give these tables (N3)."""
    assert evening is not None
    draw = next_draw(evening, event.round, event.seed)
    if [(table.number, dict(table.seats)) for table in draw.tables] != [
        (table.number, dict(table.seats)) for table in event.tables
    ]:
        raise Refused("does-not-follow")
