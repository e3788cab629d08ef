"""Whole actions on a durable SQLite store: does an action cost the same late in a match, and a claim as little as a card?

Limits: an action at event 5,000 at most 1.10 times one at event 60; a claim at the end of a double-deck deal, and one
in event 5,000, at most 1.5 times a played card."""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.matches import ENDLESS, honest_commands
from benchmarks.measure import finish, report, seconds
from referee.game import commands as ask
from referee.game.state import Playing
from referee.rules.options import Rules, rules_of
from referee.rules.seats import SEATS
from referee.service import acting, joining
from referee.service.core import Service, relax_collector
from referee.stores import open_store

ACTS = 400


class Player:
    """Honest play in one match of a service, one act at a time, for ever."""

    def __init__(self, service: Service, rules: Rules, seed: int) -> None:
        self.service, self.chance = service, random.Random(seed)
        self.match = joining.open_match(service, ask.OpenMatch(rules)).match
        self._commands = honest_commands(self.service.timeline(self.match), self.chance)
        self._next = next(self._commands)

    def act(self) -> None:
        """Records the next bid, trump or card."""
        timeline = acting.act(self.service, self.match, self._next, "scorer").timeline
        try:
            self._next = self._commands.send(timeline)
        except StopIteration:
            self._commands = honest_commands(timeline, self.chance)
            self._next = next(self._commands)

    def play_to(self, events: int) -> None:
        """Records until the log holds that many events and a deal is in its last trick."""
        while True:
            timeline = self.service.timeline(self.match)
            stage = timeline.match.deal.stage
            last = isinstance(stage, Playing) and len(stage.tricks) == timeline.match.rules.all_tricks
            if timeline.version >= events and last:
                return
            self.act()


def ratio_of_medians(late: Callable[[], object], early: Callable[[], object]) -> float:
    """The medians of two actions taken in turn."""
    pairs = [(seconds(late), seconds(early)) for _ in range(ACTS)]
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)


def growth(service: Service) -> float:
    """An action at event 5,000 against one at event 60."""
    late = Player(service, ENDLESS, 1)
    late.play_to(5_000)
    early: list[Player] = []

    def act_early() -> None:
        early[-1].act()

    def act_late() -> None:
        late.act()
        if service.timeline(early[-1].match).version > 120:
            early.append(fresh())

    def fresh() -> Player:
        player = Player(service, ENDLESS, len(early))
        player.play_to(60)
        return player

    early.append(fresh())
    return ratio_of_medians(act_late, act_early)


def claim_against_card(service: Service, rules: Rules, events: int) -> float:
    """A claim about a whole deal, and taking it back by undo, against a card played and taken back."""
    player = Player(service, rules, 5)
    player.play_to(events)
    claims = [ask.ClaimRenege(seat, seat.left) for seat in SEATS]
    card = player._next

    def claim() -> None:
        acting.act(service, player.match, player.chance.choice(claims), "scorer")

    def play() -> None:
        acting.act(service, player.match, card, "scorer")

    times: dict[Callable[[], None], list[float]] = {claim: [], play: []}
    for _ in range(ACTS):
        for action in (claim, play):
            times[action].append(seconds(action))
            acting.act(service, player.match, ask.Undo(), "scorer")
    return statistics.median(times[claim]) / statistics.median(times[play])


if __name__ == "__main__":
    relax_collector()
    with tempfile.TemporaryDirectory() as folder:
        service = Service(open_store(f"sqlite:///{Path(folder, 'actions.db')}"))
        double = rules_of("double-deck", {"target": 1000, "win_on": "own-bid", "ask_cards": 0})
        held = (
            report("action at event 5,000 / at event 60", growth(service), 1.10, at_most=True),
            report(
                "claim after 12 double-deck tricks / card", claim_against_card(service, double, 1), 1.5, at_most=True
            ),
            report("claim in event 5,000 / card", claim_against_card(service, ENDLESS, 5_000), 1.5, at_most=True),
        )
        service.store.close()
    finish(*held)
