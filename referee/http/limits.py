"""How often callers may try, and how much they may hold at once, in this process. No HTTP here; the clock is passed in."""

from __future__ import annotations

import ipaddress
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from math import ceil

from referee.game.refused import Refused

ADDRESSES = 10_000
PREFIXES, SHARES = (64, 56, 48), (1, 2, 4)
_BRACKETED = re.compile(r"\[([^\]%]*)(?:%[^\]]*)?\](?::[0-9]+)?")


class RateLimit:
    """`burst` tries at once, then one every `seconds_each`, for each caller; and optionally a bound over `everybody`.

    An IPv6 /64 has the tries of one caller, the /56 around it twice and the /48 four times as many: providers hand out
    one of these to each customer, who may then use any address in it."""

    def __init__(
        self,
        burst: int,
        seconds_each: float,
        on: bool = True,
        clock: Callable[[], float] = time.monotonic,
        everybody: tuple[int, float] | None = None,
    ) -> None:
        self.burst, self.seconds_each, self.on, self.everybody = burst, seconds_each, on, everybody
        self._clock, self._lock = clock, threading.Lock()
        self._full_at: dict[str, float] = {}  # bucket -> when it will be full again

    def check(self, address: str) -> None:
        """Raises Refused `too-many-requests` while the address, or everybody, has no try left."""
        if not self.on:
            return
        now = self._clock()
        wait = max(
            self._full_at.get(bucket, 0.0) - now - (burst - 1) * each for bucket, burst, each in self._buckets(address)
        )
        if wait > 0:
            raise Refused("too-many-requests", retry_after=ceil(wait))

    def spend(self, address: str) -> None:
        """Uses up one try of the address."""
        if not self.on:
            return
        with self._lock:
            now = self._clock()
            for bucket, _, each in self._buckets(address):
                self._full_at[bucket] = max(self._full_at.get(bucket, 0.0), now) + each
            if len(self._full_at) > ADDRESSES:
                self._full_at = {known: full for known, full in self._full_at.items() if full > now}

    def _buckets(self, address: str) -> list[tuple[str, int, float]]:
        """The buckets that an address draws on: name, burst, and the seconds until one try comes back."""
        callers = callers_at(address)
        buckets = [
            (caller, self.burst * share, self.seconds_each / share)
            for caller, share in zip(callers, SHARES, strict=False)
        ]
        if self.everybody and not _at_home(callers[0]):
            buckets.append(("everybody", *self.everybody))
        return buckets


class Places:
    """A limit on how many may be held at once, at most `each` by one holder."""

    def __init__(self, room: int, each: int) -> None:
        self.room, self.each = room, each
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, holder: str) -> bool:
        """Takes a place; False if the holder or everybody together has none left. `leave` gives it back."""
        with self._lock:
            if self._held.total() >= self.room or self._held[holder] >= self.each:
                return False
            self._held[holder] += 1
            return True

    def leave(self, holder: str) -> None:
        """Gives one place back."""
        with self._lock:
            self._held[holder] -= 1
            if not self._held[holder]:
                del self._held[holder]


class Recently:
    """Remembers for some `seconds` that a check succeeded, which makes repeated checks cheap."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self._clock = seconds, clock
        self._until = -1.0

    def ensure(self, check: Callable[[], None]) -> None:
        """Calls `check` unless it succeeded just now. Raises what it raises; the next call then checks again."""
        if self._clock() >= self._until:
            check()
            self._until = self._clock() + self.seconds


def callers_at(address: str) -> tuple[str, ...]:
    """What counts as one caller: an IPv4 address, or an IPv6 /64 (one household), then the /56 and the /48 around it.

    A proxy may forward an address with its port; whatever is not an address counts as one caller."""
    try:
        known = ipaddress.ip_address(_without_port(address))
    except ValueError:
        return ("unknown",)
    if isinstance(known, ipaddress.IPv6Address) and known.ipv4_mapped:
        known = known.ipv4_mapped
    if isinstance(known, ipaddress.IPv4Address):
        return (str(known),)
    return tuple(str(ipaddress.ip_network((int(known), bits), strict=False)) for bits in PREFIXES)


def _without_port(address: str) -> str:
    """The address alone, from `1.2.3.4:5678`, `[2001:db8::1]:5678` or `fe80::1%eth0`."""
    bracketed = _BRACKETED.fullmatch(address.strip().strip('"'))
    if bracketed:
        return bracketed[1]
    bare = address.strip().strip('"').partition("%")[0]
    return bare.partition(":")[0] if bare.count(":") == 1 else bare


def _at_home(caller: str) -> bool:
    """Whether a caller is on the server's own network, which strangers elsewhere must not be able to lock out."""
    return caller != "unknown" and ipaddress.ip_network(caller).is_private
