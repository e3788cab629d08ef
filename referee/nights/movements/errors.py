"""Why there is no next round in a movement."""

from __future__ import annotations

from typing import Any


class TooFewPlayers(Exception):
    """Not enough for one table."""


class NoSuchMovement(Exception):
    """The movement does not exist for this size or so many rounds; `facts` say why, such as the first clash (N3.4)."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(f"{facts}")
        self.facts = facts
