"""How the benchmarks measure: alternating runs in one process, medians, a ratio against a stated limit."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    """The wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float]:
    """The median times of two pieces of work run in turn, which exposes both alike to a drifting machine."""
    first(), second()
    pairs = [(seconds(first), seconds(second)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def report(name: str, value: float, limit: float, at_most: bool) -> bool:
    """Prints a figure beside its limit; returns whether the limit holds."""
    holds = value <= limit if at_most else value >= limit
    sign = "<=" if at_most else ">="
    print(f"{'ok  ' if holds else 'MISS'} {name}: {value:.2f} (limit {sign} {limit:.2f})")
    return holds


def finish(*held: bool) -> None:
    """Ends the run with status 1 if a limit was missed."""
    sys.exit(0 if all(held) else 1)
