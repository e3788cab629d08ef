"""How many heavy reads run at once, in all and for each token: exports, verification and whole logs. Knows no HTTP."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from referee.game.refused import Refused

IN_ALL, EACH, WAIT_SECONDS, RETRY_AFTER = 2, 2, 5.0, 5
LONG = 1_000  # events of a log that is heavy to walk


class Gate:
    """`in_all` heavy reads at once, of one token at most `each`, those that wait for a place among them."""

    def __init__(self, in_all: int = IN_ALL, each: int = EACH, wait_seconds: float = WAIT_SECONDS) -> None:
        self._places, self._each, self._wait = threading.BoundedSemaphore(in_all), each, wait_seconds
        self._readers: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, reader: str) -> Callable[[], None]:
        """Takes a place, if need be after a short wait; returns a function that frees it (it may be called twice).

        Raises Refused `too-many-requests` if the reader has as many as allowed, or no place becomes free in time."""
        with self._lock:
            if self._readers[reader] >= self._each:
                raise Refused("too-many-requests", retry_after=RETRY_AFTER)
            self._readers[reader] += 1
        if not self._places.acquire(timeout=self._wait):
            self._gone(reader)
            raise Refused("too-many-requests", retry_after=RETRY_AFTER)
        return self._leaver(reader)

    def _leaver(self, reader: str) -> Callable[[], None]:
        left = threading.Lock()

        def leave() -> None:
            if left.acquire(blocking=False):
                self._places.release()
                self._gone(reader)

        return leave

    def _gone(self, reader: str) -> None:
        with self._lock:
            self._readers[reader] -= 1
            if not self._readers[reader]:
                del self._readers[reader]


def while_read(pieces: Iterable[bytes], gone: Callable[[], bool], leave: Callable[[], None]) -> Iterator[bytes]:
    """The pieces, until the reader has gone; then, or after the last, the place is freed."""
    try:
        for piece in pieces:
            if gone():
                return
            yield piece
    finally:
        leave()
