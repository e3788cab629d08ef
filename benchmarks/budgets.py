"""What a match costs as it grows: bytes held and CPU for each event, deal, claim, correction and adjustment, beside their limits.

Run as `python -m benchmarks.budgets [MOST [KIND...]]`, 10,000 of each if not given. Limits: 2 KB held for each event, an act among
10,000 at most 1.1 times one among 100, and a cold load, a verification and an export for each event likewise."""

from __future__ import annotations

import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator

from benchmarks.matches import Recorder
from benchmarks.measure import finish, report
from referee.events.codec import _decoded
from referee.events.log import Recorded
from referee.exporters import FORMATS, Source
from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.decide import decide_act
from referee.game.timeline import Timeline, fold
from referee.importing.logs import imported
from referee.rules.cards import parse_card
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump
from referee.service.core import Service, relax_collector
from referee.stores.memory import MemoryStore

FEW, BYTES, IMPORT_BYTES, GROWTH = 100, 2048, 4096, 1.1
CARDS = [parse_card(code) for code in ("9S", "TS")]
RESULT = ask.RecordResult(ask.DeclareContract(Seat.N, "5", Trump("D")), ask.CountTricks(5, 1))


def events(number: int) -> Recorder:
    """So many events of honest play."""
    recorder, chance = Recorder(), random.Random(1)
    while len(recorder.log) < number:
        recorder.deal(chance)
    return recorder


def deals(number: int) -> Recorder:
    """So many deals, each recorded by its result."""
    recorder = Recorder()
    for _ in range(number):
        recorder.act(RESULT)
        _go_on(recorder)
    return recorder


def _go_on(recorder: Recorder) -> None:
    """Takes points away where the match is decided: then the next deal begins."""
    if recorder.timeline.match.status == "decided":
        recorder.act(ask.AdjustScore(Team.NS, -900, "on with it"))


def claims(number: int) -> Recorder:
    """So many claims that stay open, ten to a deal of which only the result is known."""
    recorder, made = Recorder(), 0
    while made < number:
        recorder.act(RESULT)
        _go_on(recorder)
        deal = recorder.timeline.match.deal.number - 1
        for trick in range(1, 6):
            for accused in (Seat.E, Seat.W):
                recorder.act(ask.ClaimRenege(Seat.N, accused, deal, trick))
                made += 1
    return recorder


def corrections(number: int) -> Recorder:
    """So many corrections, each of the first card of a deal whose tricks are then counted."""
    recorder = Recorder()
    for _ in range(number):
        recorder.act(ask.DeclareContract(Seat.N, "5", Trump("D")))
        version = recorder.act(ask.Play(Seat.N, CARDS[0])).version
        recorder.act(ask.CorrectCard(version, CARDS[1]))
        recorder.act(ask.CountTricks(5, 1))
        _go_on(recorder)
    return recorder


def adjustments(number: int) -> Recorder:
    """So many adjustments in one deal."""
    recorder = Recorder()
    for index in range(number):
        recorder.act(ask.AdjustScore(Team.NS, 1 if index % 2 else -1, "agreed"))
    return recorder


GROWING: dict[str, Callable[[int], Recorder]] = {
    "event": events, "deal": deals, "claim": claims, "correction": corrections, "adjustment": adjustments,
}  # fmt: skip


def held(log: list[Recorded]) -> int:
    """The bytes that a match holds once it is loaded, its log apart from what the process held before."""
    texts = [tuple(recorded) for recorded in log]
    _decoded.cache_clear()  # else what was read before is held already
    gc.collect()
    tracemalloc.start()
    timeline = fold(Recorded(*(_copied(member) for member in text)) for text in texts)
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert timeline is not None
    return size


def _copied(member: str | int) -> str | int:
    """As a store would give it: a text of its own."""
    return member if isinstance(member, int) else member.encode().decode()


def written(timeline: Timeline, log: list[Recorded], name: str) -> int:
    """The length of an export."""
    pieces: Iterator[bytes] = FORMATS[name].write(Source(lambda: iter(log), lambda: timeline))
    return sum(map(len, pieces))


def text_of(recorder: Recorder) -> bytes:
    """Its readable notation, as it is imported."""
    return b"".join(FORMATS["txt"].write(Source(lambda: iter(recorder.log), lambda: recorder.timeline)))


def taken_in(text: bytes) -> int:
    """Imports a notation; returns how many events the new match has."""
    service = Service(MemoryStore())
    return service.version(imported(service, text, "txt").match)


def peak(work: Callable[[], object]) -> int:
    """The most bytes that a piece of work holds at once."""
    gc.collect()
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def act(recorder: Recorder) -> object:
    """One more act, decided and not recorded."""
    return decide_act(recorder.timeline, ask.AdjustScore(Team.NS, 1, "agreed"))


def cpu(work: Callable[[], object], rounds: int) -> float:
    """The least processor time of some calls, in seconds, each with nothing decoded yet: only short logs are remembered whole."""

    def once() -> float:
        _decoded.cache_clear()
        started = time.process_time()
        work()
        return time.process_time() - started

    return min(once() for _ in range(rounds))


def main(most: int, names: list[str]) -> None:
    """Prints every budget beside its limit, for all kinds or those that are named."""
    relax_collector()
    passed = []
    for name in names or GROWING:
        grown = GROWING[name]
        few, many = grown(FEW), grown(most)
        share = len(many.log) / len(few.log)
        size = held(many.log) / len(many.log)
        passed.append(report(f"{name}: bytes held for each event", size, BYTES, at_most=True))
        acts = [cpu(lambda one=one: [act(one) for _ in range(200)], 5) for one in (many, few)]  # type: ignore[misc]
        passed.append(report(f"{name}: an act among {most} / among {FEW}", acts[0] / acts[1], GROWTH, at_most=True))
        for what, work in WORKS.items():
            later, sooner = cpu(lambda: work(many), 3), cpu(lambda: work(few), 9)  # noqa: B023
            line = f"{name}: {what}, for each event among {most} / among {FEW}"
            passed.append(report(line, later / sooner / share, GROWTH, at_most=True))
        text = text_of(many)
        most_held = peak(lambda: taken_in(text)) / len(many.log)  # noqa: B023
        passed.append(report(f"{name}: bytes an import holds for each event", most_held, IMPORT_BYTES, at_most=True))
        took = cpu(lambda: taken_in(text), 1)  # noqa: B023
        print(f"     {name}: an import of {len(text) // 1000} KB, {len(many.log)} events: {took:.1f} s")
    finish(*passed)


WORKS: dict[str, Callable[[Recorder], object]] = {
    "a cold load": lambda one: fold(one.log),
    "a verification": lambda one: audit(one.log),
    "the export as text": lambda one: written(one.timeline, one.log, "txt"),
    "the export as JSON": lambda one: written(one.timeline, one.log, "json"),
}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:])
