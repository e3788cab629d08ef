"""The store in memory: dicts and a lock, for tests and trials; the same contract as the others, but nothing on disk."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from referee.events.log import FIRST_PREV, Recorded
from referee.stores.contract import (
    AlreadyDone,
    Belongings,
    Closing,
    CodeTaken,
    DeadToken,
    Grant,
    Receipt,
    SeatTaken,
    StaleVersion,
    StoreError,
    Summary,
    UnknownCursor,
    UnknownMatch,
    check_follows,
    parse_cursor,
    sorted_receipts,
)
from referee.stores.waiters import Waiter, Waiters


@dataclass(slots=True)
class _Match:
    code: str | None = None
    log: list[Recorded] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    seats: frozenset[str] = frozenset()


class MemoryStore:
    """A Store (see the contract) that lasts as long as this object."""

    def __init__(self) -> None:
        # Re-entrant, since replace_summaries may be given rows that are read from this store as they are written.
        self._lock = threading.RLock()
        self._matches: dict[str, _Match] = {}
        self._receipts: dict[tuple[str, str], tuple[str, Receipt]] = {}
        self._codes: dict[str, str] = {}
        self._roles: dict[str, tuple[str, str]] = {}
        self._summaries: dict[str, Summary] = {}
        self._closings: list[tuple[str, str | None, int]] = []  # cursor, match and version
        self._waiters = Waiters(self.head, poll=60)

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
        scope = match if scope is None else scope
        with self._lock:
            needed = replaces if token_hash is None else (token_hash, *replaces)
            if not all(self._leads_to(secret, match) for secret in needed):
                raise DeadToken
            if receipt and not replaces and (done := self.receipt(scope, receipt.key)):
                raise AlreadyDone(done)
            entry = self._entry(match, expected, events, join_code_hash)
            tokens, seats = self._granted(entry, grants)
            # Nothing can be refused from here on.
            tokens = {token: role for token, role in tokens.items() if token not in replaces}
            self._change_code(match, entry, join_code_hash)
            entry.log.extend(events)
            entry.seats = seats
            self._matches[match] = entry
            self._hand_out(match, entry, tokens)
            if receipt:
                self._receipts[scope, receipt.key] = match, receipt
            if summary:
                self._summaries[match] = summary._replace(match=match)
                self._place(self._summaries[match])
        self._waiters.ring({match: expected + len(events)})

    def _place(self, row: Summary) -> None:
        if row.closed_at is not None and (row.match, row.version) not in (place[1:] for place in self._closings):
            self._closings.append((f"{len(self._closings) + 1}-{secrets.token_hex(4)}", row.match, row.version))

    def _entry(self, match: str, expected: int, events: Sequence[Recorded], code: str | None) -> _Match:
        if (head := self.head(match)) != expected:
            raise StaleVersion(head)
        entry = self._matches.get(match)
        if entry is None:
            if not events:
                raise UnknownMatch(match)
            entry = _Match(code)
        if code is not None and self._codes.get(code, match) != match:
            raise CodeTaken
        last = entry.log[-1] if entry.log else None
        check_follows(events, expected, last.hash if last else FIRST_PREV, last.match if last else None)
        return entry

    def _leads_to(self, secret: str, match: str) -> bool:
        return match in (self._roles.get(secret, ("",))[0], self._codes.get(secret))

    def _change_code(self, match: str, entry: _Match, code: str | None) -> None:
        if code is None:
            return
        if entry.code is not None:
            self._codes.pop(entry.code, None)
        entry.code = code
        self._codes[code] = match

    def _granted(self, entry: _Match, grants: Sequence[Grant]) -> tuple[dict[str, str], frozenset[str]]:
        tokens, seats = dict(entry.tokens), entry.seats
        for grant in grants:
            if grant.frees_seat:
                seats -= {grant.role}
            if grant.takes_seat:
                if grant.role in seats:
                    raise SeatTaken(grant.role)
                seats |= {grant.role}
            if grant.kills_others:
                tokens = {token: role for token, role in tokens.items() if role != grant.role}
            if grant.token_hash in tokens or grant.token_hash in self._roles.keys() - entry.tokens.keys():
                raise StoreError("this token was given out before")
            tokens[grant.token_hash] = grant.role
        return tokens, seats

    def _hand_out(self, match: str, entry: _Match, tokens: dict[str, str]) -> None:
        for dead in entry.tokens.keys() - tokens.keys():
            del self._roles[dead]
        self._roles.update({token: (match, role) for token, role in tokens.items()})
        entry.tokens = tokens

    def head(self, match: str) -> int:
        return self.anchor(match)[0]

    def anchor(self, match: str) -> tuple[int, str]:
        with self._lock:
            entry = self._matches.get(match)
            return (len(entry.log), entry.log[-1].hash) if entry else (0, FIRST_PREV)

    def events(
        self, match: str, after: int = 0, limit: int | None = None, until: int | None = None
    ) -> Iterator[Recorded]:
        with self._lock:
            entry = self._matches.get(match)
            found = entry.log[max(after, 0) : until if until is None else max(until, 0)] if entry else []
        yield from found if limit is None else found[: max(limit, 0)]

    def listening(self, match: str) -> AbstractContextManager[Waiter]:
        return self._waiters.listening(match)

    def receipt(self, scope: str, key: str) -> Receipt | None:
        with self._lock:
            found = self._receipts.get((scope, key))
            return found[1] if found else None

    def role_of(self, token_hash: str) -> tuple[str, str] | None:
        with self._lock:
            return self._roles.get(token_hash)

    def match_of_code(self, join_code_hash: str) -> str | None:
        with self._lock:
            return self._codes.get(join_code_hash)

    def taken_seats(self, match: str) -> frozenset[str]:
        with self._lock:
            entry = self._matches.get(match)
            return entry.seats if entry else frozenset()

    def matches(self, after: str = "") -> Iterator[str]:
        with self._lock:
            found = sorted(match for match in self._matches if match > after)
        yield from found

    def summaries(self, closed_after: str | None = None) -> Iterator[Summary]:
        with self._lock:
            rows = sorted(self._summaries.values())
        if closed_after is None:
            yield from rows
        else:
            closed = [(row.closed_at, row) for row in rows if row.closed_at is not None]
            yield from (row for time, row in sorted(closed) if time > closed_after)

    def closings(self, after: str | None = None) -> Iterator[Closing]:
        place = 0 if after is None else parse_cursor(after)[0]
        with self._lock:
            if after is not None and after not in [cursor for cursor, *_ in self._closings[place - 1 : place]]:
                raise UnknownCursor(after)
            rows = [(cursor, self._summaries.get(match or ""), at) for cursor, match, at in self._closings[place:]]
        return iter([Closing(cursor, row) for cursor, row, at in rows if row and row.closed_at and row.version == at])

    def replace_summaries(self, rows: Iterable[Summary]) -> int:
        with self._lock:
            fresh = {row.match: row for row in rows}
            if strangers := fresh.keys() - self._matches.keys():
                raise UnknownMatch(min(strangers))
            self._summaries = fresh
            for row in fresh.values():
                self._place(row)
            return len(fresh)

    def belongings(self, match: str) -> Belongings:
        with self._lock:
            entry = self._matches.get(match)
            if entry is None:
                raise UnknownMatch(match)
            receipts = [
                (None if scope == match else scope, kept[1])
                for (scope, _), kept in self._receipts.items()
                if kept[0] == match
            ]
            tokens = tuple(sorted(entry.tokens.items()))
            return Belongings(entry.code, tokens, entry.seats, sorted_receipts(receipts), self._summaries.get(match))

    def adopt(self, match: str, events: Sequence[Recorded], belongings: Belongings) -> None:
        grants = [Grant(role, token, False, False, False) for token, role in belongings.tokens]
        with self._lock:
            receipts = {(scope or match, receipt.key): receipt for scope, receipt in belongings.receipts}
            if used := receipts.keys() & self._receipts.keys():
                raise AlreadyDone(self._receipts[min(used)][1])
            code, summary = belongings.join_code_hash, belongings.summary
            self.append(match, 0, events, grants=grants, join_code_hash=code, summary=summary)
            self._matches[match].seats = belongings.seats
            self._receipts.update({key: (match, receipt) for key, receipt in receipts.items()})

    def delete(self, match: str) -> None:
        with self._lock:
            entry = self._matches.pop(match, None)
            if entry is None:
                raise UnknownMatch(match)
            self._hand_out(match, entry, {})
            self._codes = {code: led_to for code, led_to in self._codes.items() if led_to != match}
            self._receipts = {key: kept for key, kept in self._receipts.items() if kept[0] != match}
            self._summaries.pop(match, None)
            self._closings = [(cursor, None if whose == match else whose, at) for cursor, whose, at in self._closings]

    def backup(self, file: str) -> None:
        raise StoreError("a store in memory has nothing to back up")

    def ping(self) -> None:
        """Memory always answers."""

    def wal_bytes(self) -> int:
        """Memory has no write-ahead log."""
        return 0

    def close(self) -> None:
        """Memory holds nothing to release."""
