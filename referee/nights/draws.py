"""The draw of a round from the log of its night: the entries, the rounds before it, and a seed."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.refused import Refused
from referee.nights import movements
from referee.nights.fold import Evening
from referee.nights.judges import MOVEMENTS
from referee.nights.results import rounds
from referee.nights.values import Draw, Movement


def next_draw(evening: Evening, number: int, seed: int) -> Draw:
    """The tables of round `number`, which is the next or the running one; raises Refused `too-few-players` or
    `no-such-movement`."""
    night = evening.night
    past = rounds(evening, number - 1)
    try:
        return movements.draw(night.movement, night.present(), past, night.opening.rounds, seed)
    except movements.TooFewPlayers as few:
        raise _too_few(night.movement, len(night.present())) from few
    except movements.NoSuchMovement as none:
        raise Refused("no-such-movement", movement=night.movement.name, **none.facts) from none


def planned(movement: Movement, players: int, rounds: int, seed: int) -> Sequence[Draw]:
    """All rounds of an evening to which everybody comes and nobody leaves; raises Refused as `next_draw` does."""
    if not any(movement.name in known for known in MOVEMENTS.values()):
        raise Refused(
            "no-such-movement", movement=movement.name, allowed=[*MOVEMENTS["individual"], *MOVEMENTS["pairs"]]
        )
    try:
        return movements.plan(movement, players, rounds, seed)
    except movements.TooFewPlayers as few:
        raise _too_few(movement, players) from few
    except movements.NoSuchMovement as none:
        raise Refused("no-such-movement", movement=movement.name, **none.facts) from none


def _too_few(movement: Movement, players: int) -> Refused:
    return Refused("too-few-players", movement=movement.name, players=players)
