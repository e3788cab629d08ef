"""The whist movement (N3.2): everybody partners everybody once and opposes everybody twice, for sizes with a design."""

from __future__ import annotations

from collections.abc import Sequence

from referee.nights.movements import designs
from referee.nights.movements.errors import NoSuchMovement
from referee.nights.movements.fixing import turned_in_place
from referee.nights.values import Draw, Entry, Round


def draw(entries: Sequence[Entry], past: Sequence[Round], seed: int) -> Draw:
    """The next round of the tournament, or with another seed than the round before another of those left. Where somebody
    came or left, the one of the new size that repeats the fewest partners. Raises NoSuchMovement."""
    rounds = designs.whist(len(entries))
    if rounds is None:
        raise NoSuchMovement(players=len(entries), allowed=designs.whist_sizes())
    drawn = designs.seated(rounds, [entry.number for entry in entries], past[0].seed if past else seed)
    left = designs.left(drawn, past)
    return turned_in_place(left[designs.turn(past, seed) % len(left)], entries)
