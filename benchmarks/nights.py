"""Does an act of a large night cost more than one of a small night? Run as `python -m benchmarks.nights [--short]`.

60 players in round 12 against 8 players in round 1, over HTTP in process on SQLite files side by side, taken in turn. Limit: at
most 1.10 times, and 1.5 where the reply holds the whole night. A draw opens a match a table and is given a table."""

from __future__ import annotations

import gc
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.growth import settle
from benchmarks.measure import finish, report, seconds
from referee.config import Settings
from referee.http.app import create_app
from referee.service.core import Service, relax_collector
from referee.stores import open_store
from tests.http.clubs import Club

LIMIT = 1.1
WITH_THE_NIGHT = 1.5
MINIMAL, WHOLE = {"Prefer": "return=minimal"}, {"Accept-Encoding": "gzip"}
SLIP = {"NS": 12, "EW": 5, "reason": "misread"}
Way = Callable[["Evening", int], float]


class Evening(Club):
    """A night brought to its last round by slips; `drawing` is what its draws took."""

    def __init__(self, file: Path, players: int, rounds: int, movement: str = "social") -> None:
        self.store = open_store(f"sqlite:///{file}")
        app = create_app(Service(self.store), Settings(rate_limit=False))
        super().__init__(app, players, rounds=12, movement=movement)
        self.drawing: list[float] = []
        self.headers = MINIMAL
        for number in range(1, rounds + 1):
            self.drawing.append(seconds(self._drawn))
            self.last = [(number, table) for table in range(1, players // 4 + 1)]
            for round_, table in self.last:
                self.slip(round_, table, 10, 4)
            if number < rounds:
                self.done(f"rounds/{number}/close")

    def _drawn(self) -> None:
        self.done("rounds")

    def ask(self, method: str, path: str, body: Any) -> float:
        """The seconds of an act."""
        replies = []
        took = seconds(lambda: replies.append(self.send(method, path, "organiser", self.headers, body)))
        assert replies[0].status_code in (200, 201), replies[0].text
        return took


def slip(night: Evening, turn: int) -> float:
    """A result put right at one of the tables, and afterwards undone, so that no night has more of them."""
    round_, table = night.last[turn % len(night.last)]
    took = night.ask("PUT", f"rounds/{round_}/tables/{table}/result", SLIP)
    night.ask("POST", "undo", {})
    return took


def rename(night: Evening, turn: int) -> float:
    """A name put right, which the player's open match follows."""
    return night.ask("PATCH", "players/1", {"name": f"Name {turn}"})


def undo(night: Evening, turn: int) -> float:
    """A slip undone."""
    night.ask("PUT", "rounds/1/tables/1/result", SLIP)
    return night.ask("POST", "undo", {})


def redo(night: Evening, turn: int) -> float:
    """An undone slip brought back, and undone again."""
    night.ask("PUT", "rounds/1/tables/1/result", SLIP)
    night.ask("POST", "undo", {})
    took = night.ask("POST", "redo", {})
    night.ask("POST", "undo", {})
    return took


WAYS: dict[str, Way] = {"a slip": slip, "a name": rename, "an undo": undo, "a redo": redo}


def ratio(way: Way, large: Evening, small: Evening, acts: int) -> float:
    """The median of an act in the large night to that in the small one, each first as often as the other."""
    times: dict[Evening, list[float]] = {large: [], small: []}
    for turn in range(acts + 20):
        for night in (large, small)[:: 1 if turn % 2 else -1]:
            times[night].append(way(night, turn))
    one, other = (statistics.median(times[night][20:]) for night in (large, small))
    print(f"     {one * 1e6:.0f} us, {other * 1e6:.0f} us")
    return one / other


def main() -> None:
    """Print each ratio beside its limit."""
    acts = 100 if "--short" in sys.argv else 600
    relax_collector()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        large, small = Evening(Path(folder, "large.db"), 60, 12), Evening(Path(folder, "small.db"), 8, 1)
        with closing(large.store), closing(small.store):
            settle(large.store)
            settle(small.store)
            gc.collect()
            held = [
                report(f"{name}, 60 players in round 12 / 8 in round 1", ratio(way, large, small, acts), LIMIT, True)
                for name, way in WAYS.items()
            ]
            large.headers = small.headers = WHOLE
            whole = ratio(slip, large, small, acts)
            held.append(report("a slip, answered with the whole night, compressed", whole, WITH_THE_NIGHT, True))
            a_table = large.drawing[-1] / 15 / (small.drawing[-1] / 2)
            held.append(report("a draw, a table of 15 in round 12 / of 2 in round 1", a_table, LIMIT, True))
    finish(*held)


if __name__ == "__main__":
    main()
