"""Load, decide, append, answer: the one path from a request to the log, whoever asks. Knows no HTTP and no words."""

from __future__ import annotations

import gc
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from itertools import count
from typing import Any

from referee.access import ROLES, SCORER, VIEWER, hashed, join_code_of, may, new_join_code, new_token
from referee.answers import Answer, Joined, Key, Opened
from referee.events import types as fact
from referee.events.codec import data_of, name_of
from referee.events.log import FIRST_PREV, BrokenLog, Recorded, seal
from referee.game import commands as ask
from referee.game.audit import audit
from referee.game.claims import same_claim
from referee.game.decide import Act, claim_event, decide_act, open_match, well_formed
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance, fold
from referee.projections.summary import changes_row, match_row
from referee.rules.seats import Seat
from referee.stores.contract import (
    AlreadyDone,
    CodeTaken,
    DeadToken,
    Grant,
    Listener,
    Receipt,
    SeatTaken,
    StaleVersion,
    Store,
    Summary,
)
from referee.tables import Tables

EVENTS_PER_MATCH = 100_000


def now() -> str:
    """The time as RFC 3339 UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A match id: URL-safe, unguessable, sortable by the millisecond of creation."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(8)}"


def relax_collector() -> None:
    """For a server process: tables are immutable and hold no cycles, so the collector need not look at them often.

    With Python's defaults a cold match of 5,000 events spends a third of its loading time in the collector."""
    gc.set_threshold(50_000, 20, 100)


class Service:
    """The matches of one store. Safe to use from many threads, and beside other processes on the same store."""

    def __init__(self, store: Store, clock: Callable[[], str] = now, ids: Callable[[], str] = new_id) -> None:
        self.store, self._clock, self._ids = store, clock, ids
        self.tables = Tables(store)

    def apart(self, store: Store) -> Service:
        """A service on another store, with this one's clock and ids."""
        return Service(store, self._clock, self._ids)

    def new_address(self) -> str:
        """An id for a match that is brought in rather than opened."""
        return self._ids()

    # --- reading -------------------------------------------------------------------------------------------------

    def timeline(self, match: str) -> Timeline:
        """The match as the store has it now; raises Refused `no-such-match`."""
        return self.tables.newest(match)

    def events(self, match: str, after: int = 0, limit: int | None = None) -> Iterator[Recorded]:
        """The log after a version, in order."""
        return self.store.events(match, after=after, limit=limit)

    def listening(self, match: str) -> AbstractContextManager[Listener]:
        """A place to wait for events of the match, whichever process records them."""
        return self.store.listening(match)

    # --- acting --------------------------------------------------------------------------------------------------

    def act(
        self,
        match: str,
        command: ask.Command,
        by: str,
        expected: int | None = None,
        key: Key | None = None,
        token_hash: str | None = None,
    ) -> Answer:
        """Records what the command leads to, durably, or raises Refused and leaves no trace.

        A `token_hash` must still open the match when the act is stored (Refused `unauthorized`). With `expected` only
        if the match is at that version (Refused `stale-version`). The same key with the same fingerprint gives the
        first answer again; with another one Refused `idempotency-key-reused`."""
        while True:
            timeline = self.timeline(match)
            well_formed(timeline.match, command)
            if key and (receipt := self.store.receipt(match, key.text)):
                return self._replayed(match, receipt, key)
            try:
                return self._judged(match, timeline, command, by, expected, key, token_hash)
            except StaleVersion:
                continue  # somebody else acted first: judge again on the newer table
            except DeadToken as dead:
                raise Refused("unauthorized") from dead

    def act_on_memory(
        self,
        match: str,
        command: ask.Command,
        by: str,
        token_hash: str,
        expected: int | None = None,
        key: Key | None = None,
    ) -> Answer:
        """As `act`, and the store is asked nothing before the append, which looks itself whether the version, the key
        and the token are still what this process remembers.

        Whatever it raises (Refused, StaleVersion, DeadToken) may only be memory's fault: judge again with `act`."""
        timeline = self.tables.remembered(match)
        well_formed(timeline.match, command)
        return self._judged(match, timeline, command, by, expected, key, token_hash)

    def _judged(
        self,
        match: str,
        timeline: Timeline,
        command: ask.Command,
        by: str,
        expected: int | None,
        key: Key | None,
        token_hash: str | None,
    ) -> Answer:
        if not may(by, command, timeline):
            raise Refused("forbidden")
        if expected is not None and timeline.version != expected:
            raise Refused("stale-version", version=timeline.version)
        act = decide_act(timeline, command)
        claim = _claim_of(timeline, command, act.events)
        try:
            return self._append(match, timeline, act, by, claim, key, token_hash)
        except AlreadyDone as done:
            assert key is not None
            return self._replayed(match, done.receipt, key)

    def _append(
        self,
        match: str,
        timeline: Timeline,
        act: Act,
        by: str,
        claim: int | None,
        key: Key | None,
        token_hash: str | None,
    ) -> Answer:
        if timeline.version + len(act.events) > EVENTS_PER_MATCH:
            raise Refused("match-full", limit=EVENTS_PER_MATCH)
        sealed = self._sealed(timeline.recorded.match, timeline.version, timeline.hash, act.events, by)
        after = timeline
        for recorded, event, table in zip(sealed, act.events, act.tables, strict=True):
            after = advance(after, recorded, event, table)
        receipt = _receipt(key, timeline.version + 1, after.version, str(claim or ""))
        if sealed or receipt or token_hash:
            summary = Summary(match, *match_row(after)) if changes_row(timeline, after) else None
            self.store.append(match, timeline.version, sealed, receipt=receipt, summary=summary, token_hash=token_hash)
        self.tables.remember(match, after)
        return Answer(after, sealed, claim, False)

    def _sealed(
        self, born: str, version: int, prev: str, decided: Sequence[fact.Event], by: str
    ) -> tuple[Recorded, ...]:
        """The decided events in their envelopes; rulings are the referee's own (API.md, An event)."""
        at, act, sealed = self._clock(), version + 1, []
        for number, event in enumerate(decided, act):
            author = "referee" if _is_referees(event) else by
            sealed.append(seal(born, number, act, name_of(event), data_of(event), author, at, prev))
            prev = sealed[-1].hash
        return tuple(sealed)

    def _replayed(self, match: str, receipt: Receipt, key: Key) -> Answer:
        """The first answer again, rebuilt from the log as of that version."""
        _same_request(receipt, key)
        timeline = self.timeline(match).at(receipt.last)
        assert timeline is not None
        events = tuple(self.store.events(match, after=receipt.first - 1, until=receipt.last))
        return Answer(timeline, events, int(receipt.note) if receipt.note else None, True)

    # --- opening, joining, tokens --------------------------------------------------------------------------------

    def open(self, command: ask.OpenMatch, key: Key | None = None) -> Opened:
        """A new match with a token for each role and a join code. With a known key: the same match, fresh tokens."""
        if known := self.known("matches", key):
            return known
        match = self._ids()
        sealed = self._sealed(match, 0, FIRST_PREV, open_match(command), SCORER)
        timeline = fold(sealed)
        assert timeline is not None
        return self.admit(match, sealed, timeline, "matches", key)

    def known(self, scope: str, key: Key | None) -> Opened | None:
        """What was opened or brought in with this key, under fresh tokens; None for a key that is not known."""
        receipt = self.store.receipt(scope, key.text) if key else None
        return self._opened_again(receipt, key) if receipt and key else None

    def admit(
        self, match: str, log: Sequence[Recorded], timeline: Timeline, scope: str, key: Key | None = None
    ) -> Opened:
        """Stores a new match in one act, with a token for each role and a join code that no other match has."""
        tokens = {role: new_token() for role in ROLES}
        for attempt in count():
            code = join_code_of(key.text, match, attempt) if key else new_join_code()
            try:
                self.store.append(
                    match,
                    0,
                    log,
                    receipt=_receipt(key, 1, len(log), match),
                    scope=scope,
                    grants=[Grant(role, hashed(token), False, False, False) for role, token in tokens.items()],
                    join_code_hash=hashed(code),
                    summary=Summary(match, *match_row(timeline)),
                )
                break
            except CodeTaken:
                continue
            except AlreadyDone as done:
                assert key is not None
                return self._opened_again(done.receipt, key)
        self.tables.remember(match, timeline)
        return Opened(match, timeline, tokens, code, False)

    def _opened_again(self, receipt: Receipt, key: Key) -> Opened:
        """The same match and join code; the earlier answer never arrived, so its tokens die and fresh ones are made.

        Who has joined meanwhile keeps the seat: a late retry turns nobody out."""
        _same_request(receipt, key)
        match = receipt.note
        taken = self.store.taken_seats(match)
        tokens = {role: new_token() for role in ROLES if role not in taken}
        self._grant(match, [Grant(role, hashed(token), role != VIEWER, False, False) for role, token in tokens.items()])
        first = self.timeline(match).at(receipt.last)
        assert first is not None
        codes = (join_code_of(key.text, match, attempt) for attempt in count())
        code = next(code for code in codes if self.store.match_of_code(hashed(code)) == match)
        return Opened(match, first, tokens, code, True)

    def match_of_code(self, code: str) -> str:
        """The match of a join code; raises Refused `no-such-code`."""
        match = self.store.match_of_code(hashed(code.strip().upper()))
        if match is None:
            raise Refused("no-such-code")
        return match

    def join(self, code: str, role: str, name: str | None = None, key: Key | None = None) -> Joined:
        """A seat taken (or a place to watch) with a fresh token; the one from the opening dies.

        Raises Refused `no-such-code` or `seat-taken`."""
        if key and (receipt := self.store.receipt("joins", key.text)):
            return self._joined_again(receipt, key)
        match = self.match_of_code(code)
        token = new_token()
        seated = role != VIEWER
        grant = Grant(role, hashed(token), kills_others=seated, takes_seat=seated, frees_seat=False)
        while True:
            timeline = self.timeline(match)
            named = name is not None and seated and not timeline.match.closed
            decided = (fact.PlayersChanged({Seat(role): name}),) if named else ()
            sealed = self._sealed(timeline.recorded.match, timeline.version, timeline.hash, decided, role)
            after = timeline
            for recorded, event in zip(sealed, decided, strict=True):
                after = advance(after, recorded, event)
            receipt = _receipt(key, timeline.version + 1, after.version, f"{match} {role}")
            summary = Summary(match, *match_row(after)) if named else None
            try:
                self.store.append(
                    match, timeline.version, sealed, receipt=receipt, scope="joins", grants=[grant], summary=summary
                )
            except StaleVersion:
                continue
            except SeatTaken as taken:
                raise Refused("seat-taken", seat=role) from taken
            except AlreadyDone as done:
                assert key is not None
                return self._joined_again(done.receipt, key)
            self.tables.remember(match, after)
            return Joined(match, role, token, False)

    def _joined_again(self, receipt: Receipt, key: Key) -> Joined:
        _same_request(receipt, key)
        match, role = receipt.note.split()
        token = new_token()
        self._grant(match, [Grant(role, hashed(token), role != VIEWER, False, False)])
        return Joined(match, role, token, True)

    def renew(self, match: str, role: str, key: Key | None = None) -> Joined:
        """A new token for a role, the old ones dead; a seat is free to join again. A known key: again a fresh one."""
        known = self.store.receipt(match, key.text) if key else None
        if known and key:
            _same_request(known, key)
        token = new_token()
        grant = Grant(role, hashed(token), kills_others=True, takes_seat=False, frees_seat=role not in (SCORER, VIEWER))
        version = self.timeline(match).version
        try:
            self._grant(match, [grant], None if known else _receipt(key, version + 1, version, role))
        except AlreadyDone:  # the same request came twice at once: the later one renews again
            return self.renew(match, role, key)
        return Joined(match, role, token, known is not None)

    def _grant(self, match: str, grants: Sequence[Grant], receipt: Receipt | None = None) -> None:
        while True:
            try:
                return self.store.append(match, self.store.head(match), (), receipt=receipt, grants=grants)
            except StaleVersion:
                continue

    # --- looking after the logs ----------------------------------------------------------------------------------

    def verification(self, match: str, anchor: tuple[int, str] | None = None) -> dict[str, Any]:
        """Whether a match's log is whole and follows from its facts; else the first bad version and the reason.

        An anchor (version, hash), as noted earlier by anyone, also shows a cut (`cut`) or wholly rewritten log
        (`rewritten`)."""
        if self.store.head(match) == 0:
            raise Refused("no-such-match")
        try:
            timeline = audit(self.store.events(match))
        except BrokenLog as broken:
            return {"ok": False, "version": broken.version, "reason": broken.reason}
        assert timeline is not None
        if anchor:
            known = timeline.at(anchor[0])
            if known is None or known.hash != anchor[1]:
                return {"ok": False, "version": anchor[0], "reason": "rewritten" if known else "cut"}
        return {"ok": True, "events": timeline.version, "head": timeline.hash}

    def summarised(self, match: str) -> Summary:
        """The row of a closed match, worked out and stored anew: an older Referee left no tally in it."""
        timeline = self.timeline(match)
        row = Summary(match, *match_row(timeline))
        self.store.append(match, timeline.version, (), summary=row)
        return row

    def rebuild(self) -> int:
        """Works the projections out anew from all logs; the number of matches."""

        def rows() -> Iterator[Summary]:
            for match in self.store.matches():
                timeline = fold(self.store.events(match))
                assert timeline is not None
                yield Summary(match, *match_row(timeline))

        return self.store.replace_summaries(rows())

    def role_of(self, token: str) -> tuple[str, str] | None:
        """The match and role that a token opens, or None."""
        return self.store.role_of(hashed(token))


def _receipt(key: Key | None, first: int, last: int, note: str) -> Receipt | None:
    return Receipt(key.text, key.fingerprint, first, last, note) if key else None


def _same_request(receipt: Receipt, key: Key) -> None:
    if receipt.fingerprint != key.fingerprint:
        raise Refused("idempotency-key-reused")


def _is_referees(event: fact.Event) -> bool:
    return isinstance(event, fact.ClaimRuled) or (isinstance(event, fact.ClaimMade) and event.by is None)


def _claim_of(timeline: Timeline, command: ask.Command, decided: Sequence[fact.Event]) -> int | None:
    """The number of the claim that a command is about: a new one, the same one asked before, or the one it names."""
    if isinstance(command, (ask.Concede, ask.Withdraw)):
        return command.claim
    if not isinstance(command, (ask.ClaimRenege, ask.ClaimAceNoFace)):
        return None
    made = next((event for event in decided if isinstance(event, fact.ClaimMade)), None)
    if made is None:
        made = claim_event(timeline.match, command)
        known = same_claim(timeline.match, made)
        assert known is not None
        return known.number
    return made.claim
