"""Who waits in this process for new events of a match, and how they are woken; calls between processes are elsewhere."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping


class Waiter:
    """A Listener (see the contract): the newest version it was called for, and when it last looked by itself."""

    def __init__(self, head: Callable[[], int], poll: float) -> None:
        self._head, self._poll = head, poll
        self._bell = threading.Event()
        self._newest = 0  # as called
        self._seen = 0  # as read; a separate field, since a call may come in the middle of a read
        self._look_at = 0.0
        self._answered = -1

    def wait(self, version: int, seconds: float) -> bool:
        """As in the contract. Reads the store only at first and then every `poll` seconds."""
        deadline = time.monotonic() + seconds
        if version == self._answered:  # no event was found: the call was wrong
            self._newest, self._seen, self._look_at = 0, 0, 0.0
        while not self._news(version):
            now = time.monotonic()
            if now >= deadline:
                return False
            self._bell.wait(min(deadline, self._look_at) - now)
        self._answered = version
        return True

    def _news(self, version: int) -> bool:
        self._bell.clear()  # before the reads: a call that comes meanwhile sets it again
        now = time.monotonic()
        if max(self._newest, self._seen) <= version and now >= self._look_at:
            self._look_at = now + self._poll  # before the read: another one asked for meanwhile is still done
            self._seen = self._head()
        return max(self._newest, self._seen) > version

    def call(self, version: int) -> None:
        """Wake the waiter: the match has reached this version. One call at a time."""
        self._newest = max(self._newest, version)
        self._bell.set()

    def look(self) -> None:
        """Wake the waiter to read the store: a call may have been missed."""
        self._look_at = 0.0
        self._bell.set()


class Waiters:
    """Those who listen at one store, by match. A call is only a hint: whoever is woken reads the log."""

    def __init__(self, head: Callable[[str], int], poll: float) -> None:
        """`head` gives a match's version; each waiter reads it every `poll` seconds even if nobody calls."""
        self._head, self._poll = head, poll
        self._lock = threading.Lock()
        self._waiters: dict[str, set[Waiter]] = {}

    @contextlib.contextmanager
    def listening(self, match: str) -> Iterator[Waiter]:
        """A Listener that gets every call from now on; it first reads the store after that, so no event is missed."""
        waiter = Waiter(lambda: self._head(match), self._poll)
        with self._lock:
            self._waiters.setdefault(match, set()).add(waiter)
        try:
            yield waiter
        finally:
            with self._lock:
                waiters = self._waiters[match]
                waiters.discard(waiter)
                if not waiters:
                    del self._waiters[match]

    def matches(self) -> list[str]:
        """The matches that somebody waits for."""
        with self._lock:
            return list(self._waiters)

    def ring(self, news: Mapping[str, int]) -> None:
        """Call those who wait for these matches, which have reached these versions."""
        if self._waiters:
            with self._lock:
                for match, version in news.items():
                    for waiter in self._waiters.get(match, ()):
                        waiter.call(version)

    def ring_all(self) -> None:
        """Wake everyone: calls may have been missed."""
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.look()


def newest_of(calls: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Match -> the newest version of calls that came together: threads may call in another order than they write."""
    newest: dict[str, int] = {}
    for match, version in calls:
        newest[match] = max(version, newest.get(match, 0))
    return newest
