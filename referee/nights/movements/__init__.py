"""A stand-in, until the movements of N3 are merged: every round drawn by lot, with level byes (N2)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from referee.nights.values import Draw, Entry, Movement, Round, Table
from referee.rules.seats import SEATS


class TooFewPlayers(Exception):
    """Not enough for one table."""


class NoSuchMovement(Exception):
    """A movement that does not exist for this size."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.facts = facts


def draw(movement: Movement, entries: Sequence[Entry], past: Sequence[Round], rounds: int, seed: int) -> Draw:
    """The next round's tables and byes."""
    pairs = movement.name in ("round-robin", "mitchell", "swiss")
    size = 2 if pairs else 4
    if len(entries) < size:
        raise TooFewPlayers
    outs = {e.number: sum(e.number in r.draw.sitting_out for r in past) for e in entries}
    rng = random.Random(f"{seed} {len(past)}")
    order = [e.number for e in entries]
    rng.shuffle(order)
    order.sort(key=lambda n: -outs[n])
    n = len(order) // size * size
    play, out = order[:n], order[n:]
    tables = []
    for t in range(n // size):
        four = play[t * size : t * size + size]
        if pairs:
            four = [four[0], four[1], four[0], four[1]]
        tables.append(Table(t + 1, dict(zip(SEATS, four, strict=True))))
    return Draw(tuple(tables), tuple(sorted(out)))


def plan(movement: Movement, players: int, rounds: int, seed: int) -> tuple[Draw, ...]:
    """All rounds of an evening."""
    entries = [Entry(n, str(n), True, None) for n in range(1, players + 1)]
    past: list[Round] = []
    for r in range(1, rounds + 1):
        past.append(Round(r, draw(movement, entries, past, rounds, seed), {}, frozenset(), True))
    return tuple(r.draw for r in past)
