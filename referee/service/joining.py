"""Coming to a table: matches opened, seats taken by a join code, tokens and codes renewed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from referee.events import types as fact
from referee.events.log import Recorded
from referee.game import commands as ask
from referee.game.decide import open_match as opening_facts
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance, fold
from referee.projections.summary import match_row
from referee.rules.seats import Seat
from referee.service.access import JOIN, ROLES, SCORER, VIEWER, hashed, join_code_of, new_join_code, new_token
from referee.service.answers import Joined, Key, Opened, Renewed
from referee.service.core import EVENTS_PER_MATCH, Service, is_night
from referee.service.receipts import Given, check_same_request, given_again, receipt_of
from referee.stores.contract import AlreadyDone, CodeTaken, DeadToken, Grant, Receipt, SeatTaken, StaleVersion, Summary

JOINS = "joins"  # the scope of their idempotency keys


def open_match(service: Service, command: ask.OpenMatch, key: Key | None = None) -> Opened:
    """A new match with a token for each role and a join code. With a known key: the same match, fresh tokens."""
    if repeated := known(service, "matches", key):
        return repeated
    match = service.new_address()
    sealed = service.opening_sealed(match, opening_facts(command), SCORER)
    timeline = fold(sealed)
    assert timeline is not None
    return admit(service, match, sealed, timeline, "matches", key)


def known(service: Service, scope: str, key: Key | None) -> Opened | None:
    """The match opened or imported with this key, with new tokens; None if the key is unknown.

    Raises Refused `idempotency-key-reused` or `idempotency-key-expired`."""
    receipt = service.store.receipt(scope, key.text) if key else None
    return _opened_again(service, scope, receipt, key) if receipt and key else None


def admit(
    service: Service, match: str, log: Sequence[Recorded], timeline: Timeline, scope: str, key: Key | None = None
) -> Opened:
    """Stores a new match in one act, with a token for each role and a join code that no other match has."""
    tokens = {role: new_token() for role in ROLES}
    hashes = {role: hashed(token) for role, token in tokens.items()}
    for attempt in count():
        code = join_code_of(key.text, match, attempt) if key else new_join_code()
        given = Given(match, service.time(), hashes, hashed(code))
        try:
            service.store.append(
                match,
                0,
                log,
                receipt=receipt_of(key, 1, len(log), given.note),
                scope=scope,
                grants=[Grant(role, token, False, False, False) for role, token in hashes.items()],
                join_code_hash=given.code,
                summary=Summary(match, *match_row(timeline)),
            )
            break
        except CodeTaken:
            continue
        except AlreadyDone as done:
            assert key is not None
            return _opened_again(service, scope, done.receipt, key)
    service.cache.remember(match, timeline)
    return Opened(match, timeline, tokens, code, False)


def _opened_again(service: Service, scope: str, receipt: Receipt, key: Key) -> Opened:
    """The same match; since the earlier answer never arrived, its tokens are revoked and new ones issued.

    A role that was joined or renewed meanwhile keeps its token, and gets no new one; the code is null if it was
    renewed: a late repeat locks nobody out."""
    given, tokens = given_again(service, scope, receipt, key, lambda role: new_token())
    first = service.timeline(given.match).at(receipt.last)
    assert first is not None and given.code is not None
    code = None
    if service.store.match_of_code(given.code) == given.match:
        codes = (join_code_of(key.text, given.match, attempt) for attempt in count())
        code = next(code for code in codes if hashed(code) == given.code)
    return Opened(given.match, first, tokens, code, True)


def _code_hash(code: str) -> str:
    return hashed(code.strip().upper())


def match_of_code(service: Service, code: str) -> str:
    """The match of a join code; raises Refused `no-such-code`."""
    match = service.store.match_of_code(_code_hash(code))
    if match is None:
        raise Refused("no-such-code")
    return match


def join(service: Service, code: str, role: str, name: str | None = None, key: Key | None = None) -> Joined:
    """Takes a seat (or a place to watch) and returns a new token; the one from the opening is revoked.

    Raises Refused `no-such-code`, `match-closed` (a closed match can only be watched), `match-full` (it takes no more
    names) or `seat-taken`; for a known key also `idempotency-key-reused` or `idempotency-key-expired`."""
    if key and (receipt := service.store.receipt(JOINS, key.text)):
        return _joined_again(service, receipt, code, role, key)
    match = match_of_code(service, code)
    if is_night(match):
        raise Refused("invalid-request", errors={"player": ["missing"]})
    token = new_token()
    seated = role != VIEWER
    grant = Grant(role, hashed(token), kills_others=seated, takes_seat=seated, frees_seat=False)
    while True:
        timeline = service.timeline(match)
        _check_open(timeline, role)
        sealed, after = _named(service, timeline, role, name)
        given = Given(match, service.time(), {role: grant.token_hash})
        try:
            service.store.append(
                match,
                timeline.version,
                sealed,
                receipt=receipt_of(key, timeline.version + 1, after.version, given.note),
                scope=JOINS,
                grants=[grant],
                summary=Summary(match, *match_row(after)) if sealed else None,
                token_hash=_code_hash(code),
            )
        except StaleVersion:
            continue
        except DeadToken as dead:  # the code was renewed at this moment
            raise Refused("no-such-code") from dead
        except SeatTaken as taken:
            raise Refused("seat-taken", seat=role) from taken
        except AlreadyDone as done:
            assert key is not None
            return _joined_again(service, done.receipt, code, role, key)
        service.cache.remember(match, after)
        return Joined(match, role, token, False)


def _check_open(timeline: Timeline, role: str) -> None:
    if role != VIEWER and timeline.match.closed:
        raise Refused("match-closed")


def _named(service: Service, timeline: Timeline, role: str, name: str | None) -> tuple[tuple[Recorded, ...], Timeline]:
    """The event of the name given with a seat, and the table after it; none for a viewer, who has no name."""
    if name is None or role == VIEWER:
        return (), timeline
    if timeline.version >= EVENTS_PER_MATCH:
        raise Refused("match-full", limit=EVENTS_PER_MATCH)
    event = fact.PlayersChanged({Seat(role): name})
    sealed = service.sealed(timeline.recorded, (event,), role)
    return sealed, advance(timeline, sealed[0], event)


def _joined_again(service: Service, receipt: Receipt, code: str, role: str, key: Key) -> Joined:
    """The same place with a new token, while the code and the token that was first given are valid.

    After that the seat is refused as to anybody else; one that is free again needs a request with another key."""
    check_same_request(receipt, key)
    match = match_of_code(service, code)
    try:
        given, tokens = given_again(service, JOINS, receipt, key, lambda role: new_token(), _code_hash(code))
    except Refused as refused:
        if refused.code != "idempotency-key-expired":
            raise
        _check_open(service.timeline(match), role)
        if role in service.store.taken_seats(match):
            raise Refused("seat-taken", seat=role) from None
        raise
    return Joined(given.match, role, tokens[role], True)


def renew(
    service: Service, match: str, role: str, key: Key | None = None, open_: bool = True, hold: bool = False
) -> Renewed:
    """A new token for a role, the old ones revoked; a seat is free to join again, unless it is to `hold` for the player who
    is given this token. For the role `join` a new join code,
    or none unless `open_`; the old code is void.

    With a known key: another new one; raises Refused `idempotency-key-reused` or `idempotency-key-expired`."""
    if key and (receipt := service.store.receipt(match, key.text)):
        return _renewed_again(service, match, role, receipt, key, open_)
    while True:
        text, version = _fresh(role, open_), service.version(match)
        given = Given(match, service.time(), {role: hashed(text)})
        try:
            service.store.append(
                match, version, (),
                receipt=receipt_of(key, version + 1, version, given.note),
                grants=[] if role == JOIN else [_grant(role, text, hold and role not in (SCORER, VIEWER))],
                join_code_hash=hashed(text) if role == JOIN else None,
            )  # fmt: skip
        except (StaleVersion, CodeTaken):
            continue
        except AlreadyDone as done:
            assert key is not None
            return _renewed_again(service, match, role, done.receipt, key, open_)
        return _renewed(match, role, text, open_, False)


def _fresh(role: str, open_: bool) -> str:
    """A token or a join code; to close joining, a secret as long as a token that is given to nobody."""
    return new_join_code() if role == JOIN and open_ else new_token()


def _grant(role: str, token: str, hold: bool = False) -> Grant:
    return Grant(role, hashed(token), kills_others=True, takes_seat=hold, frees_seat=role not in (SCORER, VIEWER))


def _renewed(match: str, role: str, text: str, open_: bool, replayed: bool) -> Renewed:
    if role == JOIN:
        return Renewed(match, role, "", text if open_ else None, replayed)
    return Renewed(match, role, text, None, replayed)


def _renewed_again(service: Service, match: str, role: str, receipt: Receipt, key: Key, open_: bool) -> Renewed:
    _, texts = given_again(service, match, receipt, key, lambda role: _fresh(role, open_))
    return _renewed(match, role, texts[role], open_, True)


def renew_all(service: Service, match: str) -> tuple[dict[str, str], str]:
    """A new token for every role and a new join code, in one act: no earlier secret opens the match any more.

    Every seat is free to join. Raises Refused `no-such-match`."""
    tokens = {role: new_token() for role in ROLES}
    grants = [_grant(role, token) for role, token in tokens.items()]
    while True:
        code, version = new_join_code(), service.timeline(match).version
        try:
            service.store.append(match, version, (), grants=grants, join_code_hash=hashed(code))
        except (StaleVersion, CodeTaken):
            continue
        return tokens, code
