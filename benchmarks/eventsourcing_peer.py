"""A whole action against the same action written with the `eventsourcing` library; `python -m benchmarks.eventsourcing_peer`.

What a user would pick instead: the same facts, the same rules, SQLite with the same durability. The library loads the
aggregate from its events, judges the card by our own rules, and saves; Referee does the same through its service, which
holds the table that it checked against the store. Both play the same match in turn, each next event after so many."""

from __future__ import annotations

import contextlib
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.matches import ENDLESS, honest_commands
from benchmarks.measure import finish, report, seconds
from referee.events.codec import data_of, name_of
from referee.events.log import Recorded, canonical
from referee.game import commands as ask
from referee.game.decide import decide, open_match
from referee.game.timeline import Timeline, advance, begin
from referee.service import acting, joining
from referee.service.core import Service, relax_collector
from referee.stores import open_store

LIMITS = {60: 8.0, 500: 40.0, 5_000: 350.0}
AT = "2026-03-01T19:30:00.000Z"


class Table(Aggregate):
    """A match as the library keeps it: its events are ours, and so is the table that they fold to."""

    def __init__(self) -> None:
        self.timeline: Timeline | None = None

    @event("Recorded")
    def record(self, act: int, kind: str, data: str, by: str, at: str) -> None:
        """One fact. The library calls this for each when it loads the aggregate."""
        version = self.timeline.version + 1 if self.timeline else 1
        recorded = Recorded("", version, act, kind, data, by, at, "", "")
        self.timeline = advance(self.timeline, recorded) if self.timeline else begin(recorded)

    def act(self, command: ask.Command) -> None:
        """Judge by our rules and record the resulting facts."""
        assert self.timeline
        self.tell(decide(self.timeline, command))

    def tell(self, facts: Any) -> None:
        """Record these facts as one act."""
        act = self.timeline.version + 1 if self.timeline else 1
        for fact in facts:
            self.record(act, name_of(fact), canonical(data_of(fact)), "scorer", AT)


class Peer:
    """The library's way through a whole action: load, check, save."""

    def __init__(self, folder: Path) -> None:
        environment = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "peer.db")}
        self.application: Application[UUID] = Application(env=environment)

    def opened(self, past: list[ask.Command]) -> UUID:
        """A match in which these commands were given, stored as one save."""
        table = Table()
        table.tell(open_match(ask.OpenMatch(ENDLESS)))
        for command in past:
            table.act(command)
        self.application.save(table)
        return table.id

    def act(self, match: UUID, command: ask.Command) -> None:
        """The whole action."""
        table: Table = self.application.repository.get(match)
        table.act(command)
        self.application.save(table)


def commands_of(events: int, more: int) -> tuple[list[ask.Command], list[ask.Command]]:
    """The commands that lead to that many events, and those that come next."""
    chance = random.Random(events)
    service = Service(open_store("memory:"))
    match = joining.open_match(service, ask.OpenMatch(ENDLESS)).match
    past: list[ask.Command] = []
    after: list[ask.Command] = []
    timeline = service.timeline(match)
    while len(after) < more:
        commands = honest_commands(timeline, chance)
        command = next(commands)
        with contextlib.suppress(StopIteration):
            while True:
                (past if timeline.version < events else after).append(command)
                timeline = acting.act(service, match, command, "scorer").timeline
                command = commands.send(timeline)
    return past, after[:more]


def compared(folder: Path, events: int, acts: int) -> float:
    """The library's median time of an action to ours, each at that many events and a few more."""
    past, after = commands_of(events, acts)
    peer = Peer(folder)
    with contextlib.closing(open_store(f"sqlite:///{folder}/referee.db")) as store:
        service = Service(store)
        ours, theirs = joining.open_match(service, ask.OpenMatch(ENDLESS)).match, peer.opened(past)
        for command in past:
            acting.act(service, ours, command, "scorer")
        pairs = [
            (
                seconds(lambda c=command: peer.act(theirs, c)),
                seconds(lambda c=command: acting.act(service, ours, c, "scorer")),
            )
            for command in after
        ]
    peer_time, our_time = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"     at {events} events: library {peer_time * 1e3:.2f} ms, Referee {our_time * 1e3:.3f} ms")
    return peer_time / our_time


def main() -> None:
    """Print the ratios beside their limits."""
    relax_collector()
    short = "--short" in sys.argv
    held = []
    for events, limit in LIMITS.items():
        if short and events > 500:
            continue
        with tempfile.TemporaryDirectory(dir=".") as folder:
            figure = compared(Path(folder).resolve(), events, 24 if short else 60)
        held.append(report(f"library / Referee, an action at {events} events", figure, limit, at_most=False))
    finish(*held)


if __name__ == "__main__":
    main()
