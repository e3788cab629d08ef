"""From a command to the log: judged on the current table, appended durably, answered. A refused command leaves no trace."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.events import types as fact
from referee.events.log import Recorded
from referee.game import commands as ask
from referee.game.act import Act
from referee.game.claims import same_claim
from referee.game.decide import decide_act, well_formed
from referee.game.proposals import claim_event
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance
from referee.projections.summary import changes_row, match_row
from referee.service.access import may
from referee.service.answers import Answer, Key
from referee.service.core import EVENTS_PER_MATCH, Service
from referee.service.receipts import check_same_request, receipt_of
from referee.stores.contract import AlreadyDone, DeadToken, Receipt, StaleVersion, Summary


def act(
    service: Service,
    match: str,
    command: ask.Command,
    by: str,
    expected: Collection[int] | None = None,
    key: Key | None = None,
    token_hash: str | None = None,
) -> Answer:
    """Records the events of a command durably and returns the Answer, or raises Refused and leaves no trace.

    A `token_hash` must still open the match when the act is stored (Refused `unauthorized`). `expected` records only
    if the match is at one of these versions (Refused `stale-version`). The same key with the same fingerprint gives the
    first answer again; with another one Refused `idempotency-key-reused`."""
    while True:
        timeline = service.timeline(match)
        well_formed(timeline.match, command)
        try:
            return _judged(service, match, timeline, command, by, expected, key, token_hash)
        except StaleVersion:
            continue  # somebody else acted first: judge again on the newer table
        except DeadToken as dead:
            raise Refused("unauthorized") from dead
        except Refused:
            if key and (receipt := service.store.receipt(match, key.text)):
                return _replayed(service, match, receipt, key)  # an act that was done before is not done twice
            raise


def _judged(
    service: Service,
    match: str,
    timeline: Timeline,
    command: ask.Command,
    by: str,
    expected: Collection[int] | None,
    key: Key | None,
    token_hash: str | None,
) -> Answer:
    if not may(by, command, timeline):
        raise Refused("forbidden")
    if expected is not None and timeline.version not in expected:
        raise Refused("stale-version", version=timeline.version)
    act = decide_act(timeline, command)
    claim = _claim_of(timeline, command, act.events)
    try:
        return _append(service, match, timeline, act, by, claim, key, token_hash)
    except AlreadyDone as done:
        assert key is not None
        return _replayed(service, match, done.receipt, key)


def _append(
    service: Service,
    match: str,
    timeline: Timeline,
    act: Act,
    by: str,
    claim: int | None,
    key: Key | None,
    token_hash: str | None,
) -> Answer:
    sealed, after = sealed_act(service, timeline, act, by)
    receipt = receipt_of(key, timeline.version + 1, after.version, str(claim or ""))
    if sealed or receipt or token_hash:
        summary = Summary(match, *match_row(after)) if changes_row(timeline, after) else None
        service.store.append(match, timeline.version, sealed, receipt=receipt, summary=summary, token_hash=token_hash)
    service.cache.remember(match, after)
    return Answer(after, sealed, claim, False)


def sealed_act(service: Service, timeline: Timeline, act: Act, by: str) -> tuple[tuple[Recorded, ...], Timeline]:
    """The events of an act in their envelopes, and the table after them; raises Refused `match-full`."""
    closing = any(isinstance(event, fact.MatchClosed) for event in act.events)  # a full match can still be closed
    if timeline.version + len(act.events) > EVENTS_PER_MATCH and not closing:
        raise Refused("match-full", limit=EVENTS_PER_MATCH)
    sealed = service.sealed(timeline.recorded, act.events, by)
    for recorded, event, table in zip(sealed, act.events, act.tables, strict=True):
        timeline = advance(timeline, recorded, event, table)
    return sealed, timeline


def _replayed(service: Service, match: str, receipt: Receipt, key: Key) -> Answer:
    """The first answer again, rebuilt from the log as of that version."""
    check_same_request(receipt, key)
    timeline = service.timeline(match).at(receipt.last)
    assert timeline is not None
    events = tuple(service.store.events(match, after=receipt.first - 1, until=receipt.last))
    return Answer(timeline, events, int(receipt.note) if receipt.note else None, True)


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
