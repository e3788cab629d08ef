"""A check for linearizability: can what concurrent clients saw have happened one after the other? Knows nothing of matches.

The search of Wing and Gong (1993) with the memory of Lowe (2017), as in porcupine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

NEVER = float("inf")


class Operation(NamedTuple):
    """What a client asked from one moment to another, and the reply; `None` at `NEVER` if it got none.

    Without a reply it may have happened at any moment after it was asked, or not at all."""

    asked: float
    answered: float
    ask: Any
    reply: Any


Step = Callable[[Any, Any], tuple[Any, Any]]  # the state and what is asked -> the state after it, and the reply


def in_one_order(
    history: Sequence[Operation], start: Any, step: Step, identity: Callable[[Any], Hashable]
) -> list[Operation] | None:
    """An order in which these operations, one after the other, give the replies they had, or None if there is none.

    One that was answered before another was asked stands before it. `identity` tells states apart."""
    operations = sorted(history, key=lambda one: one.asked)
    everything = sum(1 << number for number, one in enumerate(operations) if one.answered != NEVER)
    seen: set[tuple[int, Hashable]] = set()
    path: list[tuple[int, int, Any]] = []  # how many candidates were tried, what is done, the state
    chosen: list[Operation] = []
    done, state, tried = 0, start, 0
    while done & everything != everything:
        candidates = _may_be_next(operations, done)
        while tried < len(candidates):
            number = candidates[tried]
            tried += 1
            after, reply = step(state, operations[number].ask)
            wanted = operations[number].reply
            if (wanted is None or reply == wanted) and _new(seen, done | 1 << number, after, identity):
                path.append((tried, done, state))
                chosen.append(operations[number])
                done, state, tried = done | 1 << number, after, 0
                break
        else:
            if not path:
                return None
            tried, done, state = path.pop()
            chosen.pop()
    return chosen


def _may_be_next(operations: Sequence[Operation], done: int) -> list[int]:
    """Those that were asked before any other of the rest was answered."""
    left = [number for number in range(len(operations)) if not done >> number & 1]
    first_answer = min(operations[number].answered for number in left)
    return [number for number in left if operations[number].asked <= first_answer]


def _new(seen: set[tuple[int, Hashable]], done: int, state: Any, identity: Callable[[Any], Hashable]) -> bool:
    """Whether the same operations have not led to the same state before."""
    known = len(seen)
    seen.add((done, identity(state)))
    return len(seen) > known
