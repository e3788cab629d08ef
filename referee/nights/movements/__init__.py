"""Who sits where in the next round (N3): each movement a pure function of the entries, the rounds so far and a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.nights.movements import cyclic, pairs, progressive, social, whist
from referee.nights.movements.errors import NoSuchMovement, TooFewPlayers
from referee.nights.values import Draw, Entry, Movement, Round

__all__ = ["NoSuchMovement", "TooFewPlayers", "draw", "plan"]


class Asked(NamedTuple):
    """What a movement is given: its options, who is present, the rounds so far, how many are promised (None: not known),
    and the seed."""

    movement: Movement
    entries: tuple[Entry, ...]
    past: tuple[Round, ...]
    rounds: int | None
    seed: int


_DRAW: Mapping[str, Callable[[Asked], Draw]] = {
    "social": lambda asked: social.draw(asked.entries, asked.past, asked.rounds, asked.seed),
    "whist": lambda asked: whist.draw(asked.entries, asked.past, asked.seed),
    "progressive": lambda asked: progressive.draw(asked.movement, asked.entries, asked.past, asked.seed),
    "cyclic": lambda asked: cyclic.draw(asked.movement, asked.entries, asked.past, asked.rounds),
    "round-robin": lambda asked: pairs.round_robin(asked.entries, asked.past),
    "mitchell": lambda asked: pairs.mitchell(asked.entries, asked.past),
    "swiss": lambda asked: pairs.swiss(asked.entries, asked.past),
}
PAIRS = ("round-robin", "mitchell", "swiss")


def draw(movement: Movement, entries: Sequence[Entry], past: Sequence[Round], rounds: int | None, seed: int) -> Draw:
    """The next round for those who are present. `past` are the rounds so far with their results, `rounds` how many are
    promised for the evening, None where that is not known.

    Raises TooFewPlayers under one table, and NoSuchMovement for a size or a number of rounds without one."""
    if len(entries) < (2 if movement.name in PAIRS else 4):
        raise TooFewPlayers
    return _DRAW[movement.name](Asked(movement, tuple(entries), tuple(past), rounds, seed))


def plan(movement: Movement, players: int, rounds: int, seed: int) -> tuple[Draw, ...]:
    """All rounds of an evening to which everybody comes and nobody leaves; where results decide, all tables are level."""
    entries = tuple(Entry(number, str(number), True, None) for number in range(1, players + 1))
    past: list[Round] = []
    for number in range(1, rounds + 1):
        drawn = draw(movement, entries, past, rounds, seed)
        past.append(Round(number, drawn, {}, frozenset(), True, seed))
    return tuple(round_.draw for round_ in past)
