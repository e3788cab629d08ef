"""The table after standing entries: folded from the last one kept before them. One table in 32 is kept, along one chain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.game.entries import Standing, entries
from referee.game.kinds import evolve
from referee.game.state import Match

SPACING = 32


class Kept(NamedTuple):
    """The table after the entry of a version, and the one kept before it; the first is that of the opening."""

    version: int
    match: Match
    rest: Kept | None

    def __repr__(self) -> str:
        """Without `rest`, which would print every table before it."""
        return f"<Kept {self.version}>"


class Folded(NamedTuple):
    """The table after the last entry of a chain, with those that are kept before it."""

    match: Match
    kept: Kept


def up_to(kept: Kept, version: int) -> Kept:
    """The tables that are kept up to a version."""
    while kept.version > version:
        assert kept.rest is not None
        kept = kept.rest
    return kept


def kept_after(kept: Kept, version: int, match: Match) -> Kept:
    """The kept tables with one more, where it is time."""
    return Kept(version, match, kept) if version - kept.version >= SPACING else kept


def folded(
    head: Standing,
    kept: Kept,
    known: Kept | None = None,
    admit: Callable[[Match, Standing], None] | None = None,
) -> Folded:
    """The table after the last entry, from the tables that are kept and hold for its chain, or from a `known` later one.

    `admit`, where given, judges each entry on the table before it: it raises for the first that does not fit."""
    start = known or kept
    match = start.match
    for entry in entries(head, after=start.version):
        if admit:
            admit(match, entry)
        match = evolve(match, entry.event, entry.version)
        kept = kept_after(kept, entry.version, match)
    return Folded(match, kept)


def tables(head: Standing, opened: Match) -> Iterator[tuple[Standing, Match]]:
    """Every entry with the table after it, from the opening on; none is kept."""
    match = opened
    for entry in entries(head):
        if entry.version > 1:
            match = evolve(match, entry.event, entry.version)
        yield entry, match
