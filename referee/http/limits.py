"""How often one caller may try: a token bucket for each address, in this process. Knows no HTTP; the clock comes from outside."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Callable
from math import ceil

from referee.game.refused import Refused

ADDRESSES = 10_000


class RateLimit:
    """`burst` tries at once, then one every `seconds_each`."""

    def __init__(
        self, burst: int, seconds_each: float, on: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.seconds_each, self.on = burst, seconds_each, on
        self._clock, self._lock = clock, threading.Lock()
        self._full_at: dict[str, float] = {}  # address -> when its bucket will be full again

    def check(self, address: str) -> None:
        """Raises Refused `too-many-requests` while the address has no try left."""
        if self.on and (wait := self._wait(address)) > 0:
            raise Refused("too-many-requests", retry_after=ceil(wait))

    def spend(self, address: str) -> None:
        """Takes one try from the address."""
        if not self.on:
            return
        with self._lock:
            now = self._clock()
            caller = caller_at(address)
            self._full_at[caller] = max(self._full_at.get(caller, 0.0), now) + self.seconds_each
            if len(self._full_at) > ADDRESSES:
                self._full_at = {known: full for known, full in self._full_at.items() if full > now}

    def _wait(self, address: str) -> float:
        full_at = self._full_at.get(caller_at(address), 0.0)
        return full_at - self._clock() - (self.burst - 1) * self.seconds_each


def caller_at(address: str) -> str:
    """Who is one caller: an IPv4 address, or a whole IPv6 /64, of which every household has one to draw addresses from."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_network((known, 64), strict=False))
