"""A whole log decided again: its chain, every fact and every ruling. What `verify` and `import` rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile

from referee.events import types as fact
from referee.events.codec import ROWS, UnreadableEvent, data_of, decoded
from referee.events.log import BrokenLog, Recorded, canonical, check_chain
from referee.game import commands as ask
from referee.game.decide import decide_act, open_match, well_formed
from referee.game.judges import BY_RULING
from referee.game.kinds import KINDS
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance, begin


def audit(log: Iterable[Recorded]) -> Timeline | None:
    """The timeline of a log in which all is right, None for an empty one.

    Raises BrokenLog with the first version that is wrong and why: the chain (`gap`, `prev`, `hash`, `act`), an
    event of an unknown shape (`unreadable`) or written otherwise than it would be (`not-canonical`), one that the
    rules refuse (the refusal's code), or one that does not follow from what was recorded, such as a ruling that the
    record does not bear out (`does-not-follow`)."""
    timeline: Timeline | None = None
    last: Recorded | None = None
    for _, act in groupby(log, key=lambda recorded: recorded.act):
        recorded = list(act)
        last = check_chain(recorded, last)
        timeline = _decided_again(timeline, recorded)
    return timeline


def _decided_again(timeline: Timeline | None, recorded: Sequence[Recorded]) -> Timeline:
    first = recorded[0].version
    events = [_read(one) for one in recorded]
    try:
        if timeline is None:
            _must_follow(events, _opening(events[0]), first)
            return advance(begin(recorded[0]), recorded[1], events[1])
        command = _command_of(events)
        well_formed(timeline.match, command)
        act = decide_act(timeline, command)
    except Refused as refused:
        raise BrokenLog(first, refused.code) from refused
    _must_follow(events, act.events, first)
    for one, event, table in zip(recorded, events, act.tables, strict=True):
        timeline = advance(timeline, one, event, table)
    return timeline


def _must_follow(events: Sequence[fact.Event], expected: Sequence[fact.Event], first: int) -> None:
    for number, event in enumerate(events):
        if number >= len(expected) or expected[number] != event:
            raise BrokenLog(first + number, "does-not-follow")
    if len(expected) != len(events):
        raise BrokenLog(first + len(events), "does-not-follow")


def _read(recorded: Recorded) -> fact.Event:
    """The event, if it is written the one way in which it would be written; an old shape (`upcasts`) as it was."""
    try:
        event = decoded(recorded)
    except UnreadableEvent as error:
        raise BrokenLog(recorded.version, "unreadable") from error
    if recorded.type in ROWS and canonical(data_of(event)) != recorded.data:
        raise BrokenLog(recorded.version, "not-canonical")
    return event


def _opening(event: fact.Event) -> tuple[fact.Event, ...]:
    if not isinstance(event, fact.MatchOpened):
        raise Refused("no-match-opened")
    return open_match(
        ask.OpenMatch(
            event.rules,
            event.preset,
            event.players,
            event.first_dealer,
            event.recording,
            event.tags,
            event.initial_score,
            event.time_zone,
        )
    )


def _command_of(events: Sequence[fact.Event]) -> ask.Command:
    """The command whose act begins with these events; what follows from it is for `decide` to say again."""
    first = events[0]
    if isinstance(first, fact.Rewound) and len(events) > 1:  # a correction that decides the match
        return _command_of(events[1:])
    asked = KINDS[type(first)].command
    command = asked(first) if asked else ask.RecordFacts(tuple(takewhile(_is_recorded, events)))
    if command is None or command == ask.RecordFacts(()):
        raise Refused("does-not-follow")
    return command


def _is_recorded(event: fact.Event) -> bool:
    """A fact that a table records; a deal thrown in by a ruling is what follows from one."""
    return KINDS[type(event)].recorded and not (isinstance(event, fact.DealThrownIn) and event.reason in BY_RULING)
