"""What every event store guarantees: the acts it takes, answers and refuses; no store and no SQL is here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from referee.events.log import Recorded


class StoreError(Exception):
    """Anything a store refuses or cannot do; the root of the error tree."""


class StaleVersion(StoreError):
    """The act was decided against another version than the newest, `head` (0: there is no such match)."""

    def __init__(self, head: int) -> None:
        super().__init__(f"the match is at version {head}")
        self.head = head


class SeatTaken(StoreError):
    """Somebody has already joined at this seat."""

    def __init__(self, seat: str) -> None:
        super().__init__(f"seat {seat} is taken")
        self.seat = seat


class CodeTaken(StoreError):
    """Another match has this join code: draw a new one."""


class UnknownMatch(StoreError):
    """There is no match of this id."""


class DeadToken(StoreError):
    """The token or join code that the act came with no longer opens this match."""


class StoreUnavailable(StoreError):
    """The store cannot answer: locked, read-only, full, corrupt or closed; the driver's error is the cause."""


class Receipt(NamedTuple):
    """What an idempotency key stands for: the request's fingerprint and the versions of its act.

    An act without events has `first` = `last` + 1. `note` is a short JSON text from the caller."""

    key: str
    fingerprint: str
    first: int
    last: int
    note: str


class AlreadyDone(StoreError):
    """This idempotency key was used before; `receipt` is what was stored then; the caller compares its fingerprint."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(f"key {receipt.key!r} has its receipt")
        self.receipt = receipt


class Grant(NamedTuple):
    """A token given out, by its hash (SHA-256, hex): the store never sees a token.

    `role` is `scorer`, `N`, `E`, `S`, `W` or `viewer`. `kills_others` revokes the older tokens of that role in that
    match. `takes_seat` (joining): the seat must be free and is taken now. `frees_seat`: the seat is free to join
    again."""

    role: str
    token_hash: str
    kills_others: bool
    takes_seat: bool
    frees_seat: bool


class Summary(NamedTuple):
    """A match in one row: a projection, rebuildable from the log. `players`, `tags` and `tally` are JSON
    texts.

    `tally` is what a closed match adds to the statistics, `ended` how it ended, both None before. `born` is the id in its
    events: another one than `match` if it was imported. A row of an older version has no `ended` and no `born`."""

    match: str
    version: int
    status: str
    opened_at: str
    closed_at: str | None
    ns: int
    ew: int
    winner: str | None
    deals: int
    players: str
    tags: str
    tally: str | None
    ended: str | None
    born: str | None


class Closing(NamedTuple):
    """A closed match and its place in the feed; `cursor` is the place and 8 random hexadecimal digits."""

    cursor: str
    summary: Summary


class UnknownCursor(StoreError):
    """A cursor that this store never gave out: another store's, or one from before a backup was restored."""


class Belongings(NamedTuple):
    """All that a match has in a store besides its events.

    `tokens` are (hash, role) pairs; `receipts` come with their scope, None for the match's own."""

    join_code_hash: str | None
    tokens: tuple[tuple[str, str], ...]
    seats: frozenset[str]
    receipts: tuple[tuple[str | None, Receipt], ...]
    summary: Summary | None


class Listener(Protocol):
    """Lets one thread wait for new events of a match."""

    def wait(self, version: int, seconds: float) -> bool:
        """Whether the match has events after `version`, by any process; returns as soon as it has, or after `seconds`.

        True may occasionally come too early: read, and wait again."""


class Store(Protocol):
    """A durable store for the events of many matches, safe for threads and (except `memory:`) for processes.

    Every method may raise StoreUnavailable; iterators raise it while they are consumed."""

    def append(
        self,
        match: str,
        expected: int,
        events: Sequence[Recorded],
        *,
        receipt: Receipt | None = None,
        grants: Sequence[Grant] = (),
        join_code_hash: str | None = None,
        summary: Summary | None = None,
        scope: str | None = None,
        token_hash: str | None = None,
        replaces: Sequence[str] = (),
    ) -> None:
        """Store one act, all or nothing; once this returns, the act survives a power cut.

        `events` follow version `expected` and may be none. `expected` 0 creates the match, with `join_code_hash`;
        later, a `join_code_hash` replaces the one before, which then opens nothing. `scope` is the name space of the
        receipt's key, the match itself if None. `token_hash`, if given, is the token or join code that the act came
        with, and must still open the match. `replaces` are the secrets that a repeated request was given before, by
        hash: tokens, or the join code. They must all still open the match (else DeadToken), the tokens are revoked, and
        the receipt replaces the one that its key has. Checked in this order: DeadToken, AlreadyDone, StaleVersion,
        UnknownMatch (no code to create it with), CodeTaken, SeatTaken. Events that do not follow, or a token hash given
        out before, are a bug of the caller: StoreError."""

    def head(self, match: str) -> int:
        """The newest version of the match, 0 if there is no such match. Takes microseconds."""

    def anchor(self, match: str) -> tuple[int, str]:
        """The newest version of the match and its hash, (0, FIRST_PREV) for no such match. As fast as `head`."""

    def events(
        self, match: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> Iterator[Recorded]:
        """The events after version `after`, up to version `until` and at most `limit`, in order, streamed.

        An unknown match has none. A slow consumer blocks nobody."""

    def listening(self, match: str) -> AbstractContextManager[Listener]:
        """A Listener for the match. Many threads may listen to one match; each is woken."""

    def receipt(self, scope: str, key: str) -> Receipt | None:
        """What this key stands for in this scope (a match, or a name such as `joins`); None if it is unknown."""

    def role_of(self, token_hash: str) -> tuple[str, str] | None:
        """The (match, role) that a valid token opens, None for any other."""

    def match_of_code(self, join_code_hash: str) -> str | None:
        """The match that this join code opens, None if there is none."""

    def taken_seats(self, match: str) -> frozenset[str]:
        """The seats that somebody has joined at."""

    def matches(self, after: str = "") -> Iterator[str]:
        """All match ids greater than `after`, in order."""

    def summaries(self, closed_after: str | None = None) -> Iterator[Summary]:
        """All summaries, by match id; or only those closed later than `closed_after`, by time of closing."""

    def closings(self, after: str | None = None) -> Iterator[Closing]:
        """Closed matches in the order in which their closings were committed, all of them or those after a cursor.

        Continuing from the last cursor read misses none, whatever is written meanwhile: a place becomes visible only
        when all before it are. A match that was closed again appears only at its newest place, one that is open again
        not at all. Raises UnknownCursor, before the first row."""

    def replace_summaries(self, rows: Iterable[Summary]) -> int:
        """Put these in place of all summaries, all or nothing; the number of rows written.

        `rows` is consumed while writers wait: a generator that folds this store's logs misses no act, a list keeps the
        wait short. It may read this store, never write to it. Raises UnknownMatch for a row whose match does not
        exist."""

    def belongings(self, match: str) -> Belongings:
        """What the match has besides its events, as needed to move it to another store. Raises UnknownMatch."""

    def adopt(self, match: str, events: Sequence[Recorded], belongings: Belongings) -> None:
        """Store a whole match as another store has it, all or nothing, durably. Raises what `append` raises."""

    def delete(self, match: str) -> None:
        """Remove the whole match: events, tokens, seats, receipts, summary. Raises UnknownMatch."""

    def backup(self, file: str) -> None:
        """Write a consistent copy, also while in use. StoreError if `file` exists or there is nothing to copy."""

    def ping(self) -> None:
        """Return if the store answers and takes writes, else raise; writes nothing that can be read."""

    def wal_bytes(self) -> int:
        """The size in bytes of the write-ahead log beside the store's file, 0 if there is none. Opens no connection."""

    def close(self) -> None:
        """Release everything; afterwards only `close` may be called."""


def check_follows(events: Sequence[Recorded], version: int, prev: str, born: str | None) -> None:
    """Raise StoreError unless these events continue the log at `version` with hash `prev`, opened as match `born`.

    A new log is at version 0 with FIRST_PREV, and `born` None. Stores keep neither `prev` nor `match` with each event,
    so events that would not read back as they were written must be refused."""
    for event in events:
        if event.version != version + 1 or event.prev != prev or event.match != (born or event.match):
            raise StoreError(f"event {event.version} of {event.match} does not follow version {version} of {born}")
        version, prev, born = event.version, event.hash, event.match


_CURSOR = re.compile(r"([1-9][0-9]{0,17})-([0-9a-f]{8})")


def parse_cursor(cursor: str) -> tuple[int, str]:
    """The place and the digits of a cursor; raises UnknownCursor for malformed text."""
    parts = _CURSOR.fullmatch(cursor)
    if parts is None:
        raise UnknownCursor(cursor)
    return int(parts[1]), parts[2]


def sorted_receipts(receipts: Iterable[tuple[str | None, Receipt]]) -> tuple[tuple[str | None, Receipt], ...]:
    """Receipts in the order of Belongings: the match's own first, then by scope and key."""
    return tuple(sorted(receipts, key=lambda kept: (kept[0] or "", kept[1].key)))
