"""The contract of every store among threads: one winner, whole acts, no gaps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from referee.events.log import Recorded, check_chain
from referee.stores.contract import AlreadyDone, SeatTaken, Store, StoreError
from tests.stores.logs import grant, log, receipt


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What `work` returned or raised in each of `count` threads that start together."""
    answers: list[Any] = [None] * count
    gate = threading.Barrier(count)

    def run(number: int) -> None:
        gate.wait()
        try:
            answers[number] = work(number)
        except StoreError as error:
            answers[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_eight_at_once_one_wins(store: Store, opened: list[Recorded]) -> None:
    answers = in_threads(8, lambda n: store.append("m1", 3, log(count=1, after=opened[-1], by=f"b{n}")))
    assert answers.count(None) == 1
    assert [error.head for error in answers if error] == [4] * 7
    winner = list(store.events("m1"))[-1]
    assert winner.by == f"b{answers.index(None)}"


def test_of_eight_with_one_key_one_acts(store: Store, opened: list[Recorded]) -> None:
    event = log(count=1, after=opened[-1])
    answers = in_threads(8, lambda n: store.append("m1", 3, event, receipt=receipt("k", 4, 4)))
    assert answers.count(None) == 1
    assert {type(error) for error in answers if error} == {AlreadyDone}
    assert store.head("m1") == 4


def test_of_eight_who_join_one_sits_down(store: Store, opened: list[Recorded]) -> None:
    answers = in_threads(8, lambda n: store.append("m1", 3, [], grants=[grant("W", f"j{n}", takes=True)]))
    assert answers.count(None) == 1
    assert {type(error) for error in answers if error} == {SeatTaken}
    assert [bool(store.role_of(f"j{n}")) for n in range(8)] == [answer is None for answer in answers]


def test_readers_always_see_whole_acts(store: Store) -> None:
    events = log(count=300)

    def write() -> None:
        for at in range(0, 300, 3):
            store.append("m1", at, events[at : at + 3])

    def read() -> list[int]:
        seen = [0]
        while seen[-1] < 300:
            head = store.head("m1")
            last = check_chain(store.events("m1"))
            seen.append(last.version if last else 0)
            assert seen[-1] >= head
        return seen

    for seen in in_threads(4, lambda number: read() if number else write())[1:]:
        assert seen == sorted(seen)
        assert all(version % 3 == 0 for version in seen)


def test_a_slow_reader_gets_a_log_without_gaps(store: Store) -> None:
    events = log(count=2200)
    store.append("m1", 0, events[:2100])
    reader = store.events("m1")
    read = [next(reader)]
    store.append("m1", 2100, events[2100:])
    read += reader
    assert len(read) in (2100, 2200)  # as of the start, or with what came meanwhile
    assert read == events[: len(read)]
