"""Copying all matches from one store to another: resumable, with the chain of every log checked. Knows no SQL and no words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from referee.events.log import BrokenLog, Recorded, check_chain
from referee.service.core import BrokenMatch
from referee.stores.contract import Store, StoreError


class Fate(Enum):
    """What became of a match."""

    COPIED = "copied"
    THERE = "there"  # copied before, and the same to the last hash
    RENEWED = "renewed"  # copied before, and it has been played on since


class Copied(NamedTuple):
    """A match that is in both stores now, and how many of all are done."""

    match: str
    fate: Fate
    events: int
    done: int
    matches: int


class Diverged(StoreError):
    """A match that both stores hold with different events: one of them would be lost, so neither is touched."""

    def __init__(self, match: str) -> None:
        super().__init__(f"match {match} is in both stores with different events")
        self.match = match


def copied(source: Store, target: Store) -> Iterator[Copied]:
    """Copy every match of `source` with its tokens, seats and keys, yielding each once it is durable in `target`.

    If it is stopped, the next call resumes where it was. The source may be in use, but what is played after
    a match was copied is only copied by another run: stop the servers for the last one. Raises Diverged or BrokenMatch
    at the match that it cannot copy; those before it stay copied."""
    matches = list(source.matches())
    for done, match in enumerate(matches, 1):
        has = source.belongings(match)
        log = list(source.events(match))
        try:
            check_chain(log)
        except BrokenLog as broken:
            raise BrokenMatch(match, broken.version, broken.reason) from broken
        fate = _fate(target, match, log)
        if fate is Fate.RENEWED or (fate is Fate.THERE and target.belongings(match) != has):
            fate = Fate.RENEWED
            target.delete(match)
        if fate is not Fate.THERE:
            target.adopt(match, log, has)
            _check_arrived(target, match, log)
        yield Copied(match, fate, len(log), done, len(matches))


def copy(source: Store, target: Store, progress: Callable[[Copied], None]) -> int:
    """Copy every match (see `copied`), calling `progress` after each; returns the number of events."""
    events = 0
    for one in copied(source, target):
        progress(one)
        events += one.events
    return events


def _fate(target: Store, match: str, log: list[Recorded]) -> Fate:
    head = target.head(match)
    if head == 0:
        return Fate.COPIED
    known = list(target.events(match, after=head - 1))
    # One hash stands for the whole log up to it.
    if head > len(log) or known[0] != log[head - 1]:
        raise Diverged(match)
    return Fate.THERE if head == len(log) else Fate.RENEWED


def _check_arrived(target: Store, match: str, log: list[Recorded]) -> None:
    for ours, theirs in zip(log, target.events(match), strict=True):
        assert ours == theirs, f"match {match} did not arrive as it was sent"
