"""The core without HTTP: whole deals judged a second, and a cold match of 5,000 events against reading its rows alone.

Limits: at least 1,000 deals a second on one core with 24 and with 48 cards, 2,000 with 32 (V6); loading at most 2.5 times
reading the same rows and `json.loads`."""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path

from benchmarks.matches import ENDLESS, Recorder, endless, recorded_log
from benchmarks.measure import finish, medians, report
from referee.events.log import chained
from referee.game import commands as ask
from referee.game.decide import decide_act, well_formed
from referee.game.timeline import advance, begin, fold
from referee.rules.options import Rules
from referee.service.core import relax_collector
from referee.stores import open_store

DEALS, EVENTS, ROUNDS = 200, 5_000, 15


def deals_per_second(rules: Rules) -> float:
    """Whole honest deals decided and folded in one process, best of several runs: the cards are dealt beforehand."""
    recorder, commands = _commands_of_deals(rules)
    log = recorder.log

    def judge() -> None:
        timeline = advance(begin(log[0]), log[1])
        for command in commands:
            well_formed(timeline.match, command)
            act = decide_act(timeline, command)
            for event, table in zip(act.events, act.tables, strict=True):
                timeline = advance(timeline, log[timeline.version], event, table)

    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        judge()
        times.append(time.process_time() - start)
    return DEALS / min(times)


def _commands_of_deals(rules: Rules) -> tuple[Recorder, list[ask.Command]]:
    recorder, chance, commands = Recorder(rules), random.Random(1), list[ask.Command]()
    decide_and_record = recorder.act

    def act(command: ask.Command) -> object:
        commands.append(command)
        return decide_and_record(command)

    recorder.act = act  # type: ignore[method-assign,assignment]
    for _ in range(DEALS):
        recorder.deal(chance)
    return recorder, commands


def cold_load_ratio() -> float:
    """Reading, checking and folding a match of 5,000 events against reading the same rows and `json.loads` alone."""
    log = recorded_log(EVENTS)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder, 'cold.db')}")
        store.append(log[0].match, 0, log)
        load, parse = medians(
            lambda: fold(chained(store.events(log[0].match))),
            lambda: [json.loads(recorded.line) for recorded in store.events(log[0].match)],
            ROUNDS,
        )
        store.close()
    return load / parse


if __name__ == "__main__":
    relax_collector()
    finish(
        report("whole deals judged a second", deals_per_second(ENDLESS), 1_000, at_most=False),
        report("double-deck deals a second", deals_per_second(endless("double-deck")), 1_000, at_most=False),
        report("32-card deals a second", deals_per_second(endless("double-deck-32")), 2_000, at_most=False),
        report("cold load of 5,000 events / reading and json.loads", cold_load_ratio(), 2.5, at_most=True),
    )
