"""The whist movement (N3.2): everybody partners everybody once and opposes everybody twice, for sizes with a design."""

from __future__ import annotations

from collections.abc import Sequence

from referee.nights.movements import designs
from referee.nights.movements.errors import NoSuchMovement
from referee.nights.values import Draw, Entry, Round


def draw(entries: Sequence[Entry], past: Sequence[Round], seed: int) -> Draw:
    """The next round of the tournament; where somebody came or left it begins anew. Raises NoSuchMovement."""
    rounds = designs.whist(len(entries))
    if rounds is None:
        raise NoSuchMovement(players=len(entries), allowed=designs.whist_sizes())
    drawn = designs.seated(rounds, [entry.number for entry in entries], seed)
    return drawn[designs.place_in(drawn, past[-(len(past) % len(drawn)) :] if len(past) % len(drawn) else ())]
