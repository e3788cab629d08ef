"""What a match costs does not grow with it: bytes held for each event, and the work of an act, a load and a verification.

Bytes are traced; work is counted in steps of the interpreter, so that no clock decides (benchmarks.budgets measures time)."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from benchmarks.budgets import (
    BYTES,
    CARDS,
    GROWING,
    GROWTH,
    IMPORT_BYTES,
    WORKS,
    Recorder,
    act,
    claims,
    held,
    peak,
    taken_in,
    text_of,
)
from referee.game import commands as ask
from referee.game.claims import _found
from referee.game.decide import decide_act
from referee.game.timeline import fold
from referee.projections.rulings import claims_view
from referee.rules.seats import Seat

FEW, MANY, LOADED = 60, 480, 800
EVENTS_OF_ONE = {"correction": 5, "deal": 2, "claim": 2}  # of these fewer make as long a log
growing = pytest.mark.parametrize("name", GROWING)


@functools.cache
def grown(name: str, number: int) -> Recorder:
    """A match with many of this kind, in about so many events; nothing may be recorded in it."""
    return GROWING[name](number // EVENTS_OF_ONE.get(name, 1))


def steps(work: Callable[[], object]) -> int:
    """How many instructions of the interpreter a piece of work takes, once what it reads has been read before."""
    work()
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@growing
def test_a_match_holds_so_many_bytes_for_each_event_however_many(name: str) -> None:
    few, many = grown(name, LOADED // 10), grown(name, LOADED)
    held(few.log)  # what is held once, whatever is loaded
    small, large = held(few.log) / len(few.log), held(many.log) / len(many.log)
    assert large < BYTES
    weight = many.timeline.weight / len(many.log)  # by which the cache of matches is bounded
    assert large < 1.2 * weight and weight < 2 * large
    assert large < GROWTH * small


@growing
def test_an_act_takes_as_much_work_late_as_early(name: str) -> None:
    few, many = grown(name, FEW), grown(name, MANY)
    assert steps(lambda: act(many)) < GROWTH * steps(lambda: act(few))
    assert steps(lambda: undone(many)) < GROWTH * steps(lambda: undone(few)) + 64 * 600  # 31 entries are folded at most


def undone(recorder: Recorder) -> object:
    """The table before the last act."""
    assert recorder.timeline.undo_to is not None
    return recorder.timeline.at(recorder.timeline.undo_to)


@growing
@pytest.mark.parametrize("work", WORKS)
def test_a_load_a_verification_and_an_export_take_as_much_work_for_each_event(name: str, work: str) -> None:
    few, many = grown(name, FEW), grown(name, MANY // 2)
    each = [steps(lambda one=one: WORKS[work](one)) / len(one.log) for one in (many, few)]
    assert each[0] < GROWTH * each[1]


@pytest.mark.parametrize("name", ["claim", "correction", "adjustment"])
def test_an_import_of_a_text_takes_and_holds_as_much_for_each_event(name: str) -> None:
    texts = [text_of(grown(name, number)) for number in (MANY // 2, FEW)]
    events = [taken_in(text) for text in texts]
    many, few = (steps(lambda text=text: taken_in(text)) / count for text, count in zip(texts, events, strict=True))
    assert many < GROWTH * few
    assert peak(lambda: taken_in(texts[0])) / events[0] < IMPORT_BYTES


def test_a_load_folds_what_stands_once_however_often_it_was_corrected() -> None:
    recorder = Recorder()
    recorder.act(ask.DeclareContract(Seat.N, "5", None))
    for _ in range(FEW):
        recorder.act(ask.TakeTrick(Seat.N))
        recorder.act(ask.Undo())
    taken = recorder.act(ask.TakeTrick(Seat.N)).version
    logs = []
    for index in range(2 * FEW):
        seat = Seat.S if index % 2 else Seat.E
        recorder.act(ask.CorrectEntries({taken: {"winner": seat.value}}))
        logs.append(list(recorder.log))
    first, last = logs[FEW - 1], logs[-1]
    assert steps(lambda: fold(last)) / len(last) < GROWTH * steps(lambda: fold(first)) / len(first)


def test_claims_that_stay_open_are_looked_at_once_and_never_by_an_act_that_cannot_touch_them() -> None:
    recorder = claims(100)
    claims_view(recorder.timeline.match)
    looked = _found.cache_info().misses
    recorder.act(ask.DeclareContract(Seat.N, "5", None))
    recorder.act(ask.TakeTrick(Seat.N))
    claims_view(recorder.timeline.match)
    assert _found.cache_info().misses == looked
    asked = _found.cache_info()
    decide_act(recorder.timeline, ask.TakeTrick(Seat.N))
    assert _found.cache_info() == asked


def test_the_cards_of_the_benchmark_differ() -> None:
    assert len(set(CARDS)) == len(CARDS)
