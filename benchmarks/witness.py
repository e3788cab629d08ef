"""Rewritten logs held against what a phone saw; run as `python -m benchmarks.witness [MATCHES [REWRITTEN]]`, 2,000 of 5 each.

Random matches with undo, redo and corrections; of each some copies whose chain is whole, but in which one event was changed,
left out or cut off with all after it sealed anew. The page's own seal.js looks at them in node: no false alarm, none missed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from benchmarks.budgets import CARDS
from benchmarks.matches import Recorder
from benchmarks.measure import finish, report
from referee.events.log import FIRST_PREV, Recorded, check_chain, seal
from referee.game import commands as ask
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump
from tests.programs import NODE

SCRIPT = Path(__file__).parents[1] / "tests" / "js" / "witness.js"


def played(chance: random.Random) -> list[Recorded]:
    """The log of a random match: deals, adjustments, what was undone and came back, a card corrected."""
    recorder = Recorder()
    for _ in range(chance.randint(1, 3)):
        recorder.deal(chance)
        recorder.act(ask.AdjustScore(Team.NS, chance.randint(1, 9), "agreed"))
        match chance.randrange(3):
            case 0:
                recorder.act(ask.Undo())
                recorder.act(ask.Redo())
            case 1:
                recorder.act(ask.Undo())
            case 2:
                _corrected(recorder, chance)
    return recorder.log


def _corrected(recorder: Recorder, chance: random.Random) -> None:
    """A deal of which one card is known, that was another one, and then the count."""
    first, then = chance.sample(CARDS, 2)
    recorder.act(ask.DeclareContract(Seat.N, "5", Trump("D")))
    played_at = recorder.act(ask.Play(Seat.N, first)).version
    recorder.act(ask.CorrectCard(played_at, then))
    recorder.act(ask.CountTricks(5, 1))


def rewritten(log: Sequence[Recorded], chance: random.Random) -> tuple[int, list[Recorded]]:
    """The last version that is as it was, and a log that goes on from it otherwise."""
    first = chance.randrange(1, len(log))
    how = chance.choice(["changed", "left out", "cut"])
    rest = [] if how == "cut" else list(log[first + (how == "left out") :])
    if how == "changed":
        rest[0] = rest[0]._replace(at="2026-01-01T00:00:01.000Z")
    other = list(log[:first])
    for event in rest:
        prev, version = (other[-1].hash if other else FIRST_PREV), len(other) + 1
        act = min(event.act, version) if other and other[-1].act == event.act else version
        data = orjson.loads(event.data)
        other.append(seal(event.match, version, act, event.type, data, event.by, event.at, prev))
    check_chain(other)
    return first, other


def lines(matches: int, each: int, seed: int = 1) -> Iterator[str]:
    """What witness.js reads: a line for a match."""
    chance = random.Random(seed)
    for _ in range(matches):
        log = played(chance)
        others = [
            {"from": first, "other": _seen(other)} for first, other in (rewritten(log, chance) for _ in range(each))
        ]
        dice = [chance.randrange(1000) for _ in range(len(log))]
        yield json.dumps({"log": _seen(log), "others": others, "dice": dice}) + "\n"


def _seen(log: Sequence[Recorded]) -> list[dict[str, Any]]:
    return [{"version": event.version, "hash": event.hash, "prev": event.prev} for event in log]


def noticed(matches: int, each: int) -> dict[str, int]:
    """Counts: `matches`, false `alarms`, `rewritten` logs and those `missed` or dated wrongly."""
    assert NODE, "node is wanted"
    with subprocess.Popen([NODE, SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        assert node.stdin and node.stdout
        for line in lines(matches, each):
            node.stdin.write(line)
        node.stdin.close()
        found: dict[str, int] = json.loads(node.stdout.read())
    return found


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:]), *(2000, 5)[len(sys.argv) - 1 :]]
    found = noticed(given[0], given[1])
    print(f"     {found}")
    finish(
        report("false alarms", found["alarms"], 0, at_most=True),
        report("rewritten logs missed", found["missed"], 0, at_most=True),
        report("rewritten logs", found["rewritten"], given[0] * given[1], at_most=False),
    )
