"""Checks the hash chains of all logs again and again in the background, and reports what it finds; it only reads."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from referee.events.log import BrokenLog, Recorded, check_chain
from referee.service.core import Service
from referee.stores.contract import StoreUnavailable

FIRST_SECONDS = 300.0  # after the start
PAUSE_SECONDS = 6 * 3600.0  # between two sweeps
SHARE = 0.05  # the most of one core that a sweep in the background takes
_BREATH = 200  # events between two readings of the clock

Told = Callable[[float, int], None]

log = logging.getLogger(__name__)


def swept(service: Service, told: Told, stopping: threading.Event | None = None) -> Mapping[str, BrokenLog]:
    """The matches whose chain is broken, each with its first bad version; all logs are read once.

    When all are read, `told` gets the time (seconds since 1970) and their number. With `stopping` it pauses in between,
    and ends early when that is set."""
    found: dict[str, BrokenLog] = {}
    for match in service.store.matches():
        events = service.store.events(match)
        try:
            check_chain(events if stopping is None else _slowly(events, stopping))
        except BrokenLog as broken:
            found[match] = broken
            fields = {"match": match, "version": broken.version, "reason": broken.reason}
            log.error("a log was changed in the store", extra={"fields": fields})
        if stopping is not None and stopping.is_set():
            return found
    told(time.time(), len(found))
    return found


def _slowly(events: Iterator[Recorded], stopping: threading.Event) -> Iterator[Recorded]:
    """The events, with pauses that leave the processor and the store to the tables."""
    began = time.thread_time()
    for number, event in enumerate(events, 1):
        yield event
        if number % _BREATH == 0:
            if stopping.wait((time.thread_time() - began) / SHARE):
                return
            began = time.thread_time()
    stopping.wait((time.thread_time() - began) / SHARE)


def start(
    service: Service,
    told: Told,
    stopping: threading.Event,
    first: float = FIRST_SECONDS,
    pause: float = PAUSE_SECONDS,
) -> threading.Thread:
    """A thread that sweeps after `first` seconds, and again `pause` seconds after each sweep, until `stopping` is set."""

    def sweep() -> None:
        wait = first
        while not stopping.wait(wait):
            try:
                swept(service, told, stopping)
            except StoreUnavailable as error:  # the metric stays as old as the last sweep that was finished
                if not stopping.is_set():
                    log.error("a sweep was cut short", exc_info=error)
            wait = pause

    thread = threading.Thread(target=sweep, name="referee-sweep", daemon=True)
    thread.start()
    return thread
