"""Who waits in this process for news of a match, and how they are woken; how processes call each other is elsewhere."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping


class _Bell(threading.Event):
    """What one thread waits for, and the newest version that it was called for."""

    version = 0


class Waiters:
    """The waiting threads of one store, by match. A ring is only a hint: whoever is woken reads the store."""

    def __init__(self, head: Callable[[str], int], poll: float) -> None:
        """`head` tells a match's version; it is asked every `poll` seconds even if no bell rings."""
        self._head, self._poll = head, poll
        self._lock = threading.Lock()
        self._bells: dict[str, set[_Bell]] = {}

    def wait(self, match: str, version: int, seconds: float) -> bool:
        """Whether the match has events after `version`, as soon as it has, at the latest after `seconds`."""
        deadline = time.monotonic() + seconds
        with self._bell(match) as bell:  # first the bell, then the look: nothing can fall between
            while bell.version <= version:
                bell.clear()
                if self._head(match) > version:
                    return True
                left = deadline - time.monotonic()
                if not bell.wait(min(left, self._poll)) and left <= self._poll:
                    return False  # with no last look: a thousand phones look often enough
            return True

    @contextlib.contextmanager
    def _bell(self, match: str) -> Iterator[_Bell]:
        bell = _Bell()
        with self._lock:
            self._bells.setdefault(match, set()).add(bell)
        try:
            yield bell
        finally:
            with self._lock:
                bells = self._bells[match]
                bells.discard(bell)
                if not bells:
                    del self._bells[match]

    def ring(self, news: Mapping[str, int]) -> None:
        """Wake those who wait for these matches, which have come to these versions."""
        if self._bells:
            with self._lock:
                called = [(bell, version) for match, version in news.items() for bell in self._bells.get(match, ())]
            for bell, version in called:
                bell.version = version
                bell.set()

    def ring_all(self) -> None:
        """Wake everyone: news may have been missed."""
        with self._lock:
            called = [bell for bells in self._bells.values() for bell in bells]
        for bell in called:
            bell.set()
