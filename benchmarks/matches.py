"""Random matches of honest play for the benchmarks: commands, and logs of any length."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence

from referee.events.codec import data_of, name_of
from referee.events.log import FIRST_PREV, Recorded, seal
from referee.events.types import Event
from referee.game import commands as ask
from referee.game.decide import decide_act, open_match, well_formed
from referee.game.forms import trumps
from referee.game.state import Playing, seat_to_play, seat_to_speak
from referee.game.timeline import Timeline, advance, begin
from referee.rules.auction import sayable
from referee.rules.cards import Card, pack
from referee.rules.options import Rules, rules_of
from referee.rules.seats import SEATS, Seat
from referee.rules.tricks import playable
from referee.rules.trump import TRUMP_SUITS


def endless(preset: str) -> Rules:
    """The rules of a preset in a match without an end, and without asks."""
    return rules_of(preset, {"target": None, "deals": None, "ask_cards": 0})


ENDLESS = endless("classic")


def deal_hands(rules: Rules, chance: random.Random) -> dict[Seat, list[Card]]:
    """Four random hands."""
    cards = list(pack(rules.decks, rules.joker, rules.lowest_card))
    chance.shuffle(cards)
    size = rules.all_tricks
    return {seat: cards[index * size : (index + 1) * size] for index, seat in enumerate(SEATS)}


def honest_commands(timeline: Timeline, chance: random.Random) -> Generator[ask.Command, Timeline, None]:
    """The commands of one deal, chosen as it goes: the caller sends each new timeline back."""
    rules = timeline.match.rules
    hands = deal_hands(rules, chance)
    number = timeline.match.deal.number
    while timeline.match.deal.number == number and timeline.match.status == "playing":
        deal = timeline.match.deal
        if isinstance(deal.stage, Playing):
            seat = seat_to_play(deal, deal.stage, rules)
            trick = deal.stage.tricks[-1] if deal.stage.tricks and not deal.stage.tricks[-1].winner else None
            assert deal.stage.contract.trump
            may, _ = playable(hands[seat], trick.plays[0].card if trick else None, deal.stage.contract.trump)
            card = chance.choice(may)
            hands[seat].remove(card)
            timeline = yield ask.Play(seat, card)
        elif deal.maker:
            timeline = yield ask.NameTrump(chance.choice(TRUMP_SUITS))
        else:
            bids = [bid for bid in sayable(deal.calls, rules) if bid != "moon"]
            seat = seat_to_speak(deal, rules)
            bid = bids[1] if len(deal.calls) == 0 and len(bids) > 1 else "pass"
            named = chance.choice(trumps(rules)) if rules.bid_names_trump and bid != "pass" else None
            timeline = yield ask.Bid(seat, bid, named)


class Recorder:
    """A log in memory: decides commands and keeps the sealed events."""

    def __init__(self, rules: Rules = ENDLESS, match: str = "0192f0c1d2e3a4b5c6d7e8f9a0b1") -> None:
        self.log: list[Recorded] = []
        self.match = match
        events = open_match(ask.OpenMatch(rules))
        self._seal(events)
        self.timeline = advance(begin(self.log[0]), self.log[1])

    def act(self, command: ask.Command) -> Timeline:
        """Decides and records one command."""
        well_formed(self.timeline.match, command)
        act = decide_act(self.timeline, command)
        first = len(self.log)
        self._seal(act.events)
        for recorded, event, table in zip(self.log[first:], act.events, act.tables, strict=True):
            self.timeline = advance(self.timeline, recorded, event, table)
        return self.timeline

    def _seal(self, events: Sequence[Event]) -> None:
        act = len(self.log) + 1
        for event in events:
            prev = self.log[-1].hash if self.log else FIRST_PREV
            self.log.append(
                seal(self.match, len(self.log) + 1, act, name_of(event), data_of(event), "scorer",
                     "2026-01-01T00:00:00.000Z", prev)
            )  # fmt: skip

    def deal(self, chance: random.Random) -> None:
        """Records one honest deal from the first bid to the last card."""
        commands = honest_commands(self.timeline, chance)
        command = next(commands)
        while True:
            try:
                command = commands.send(self.act(command))
            except StopIteration:
                return


def recorded_log(events: int, seed: int = 1) -> list[Recorded]:
    """A log of exactly that many events of honest play, possibly cut in mid-deal."""
    recorder, chance = Recorder(), random.Random(seed)
    while len(recorder.log) < events:
        recorder.deal(chance)
    return recorder.log[:events]
