"""Who may come to a table: matches opened, seats taken by a join code, tokens renewed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from referee.events import types as fact
from referee.events.log import FIRST_PREV, Recorded
from referee.game import commands as ask
from referee.game.decide import open_match as opening_facts
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance, fold
from referee.projections.summary import match_row
from referee.rules.seats import Seat
from referee.service.access import ROLES, SCORER, VIEWER, hashed, join_code_of, new_join_code, new_token
from referee.service.answers import Joined, Key, Opened
from referee.service.core import Service
from referee.service.receipts import check_same_request, receipt_of
from referee.stores.contract import AlreadyDone, CodeTaken, Grant, Receipt, SeatTaken, StaleVersion, Summary


def open_match(service: Service, command: ask.OpenMatch, key: Key | None = None) -> Opened:
    """A new match with a token for each role and a join code. With a known key: the same match, fresh tokens."""
    if repeated := known(service, "matches", key):
        return repeated
    match = service.new_address()
    sealed = service.sealed(match, 0, FIRST_PREV, opening_facts(command), SCORER)
    timeline = fold(sealed)
    assert timeline is not None
    return admit(service, match, sealed, timeline, "matches", key)


def known(service: Service, scope: str, key: Key | None) -> Opened | None:
    """What was opened or brought in with this key, under fresh tokens; None for a key that is not known."""
    receipt = service.store.receipt(scope, key.text) if key else None
    return _opened_again(service, receipt, key) if receipt and key else None


def admit(
    service: Service, match: str, log: Sequence[Recorded], timeline: Timeline, scope: str, key: Key | None = None
) -> Opened:
    """Stores a new match in one act, with a token for each role and a join code that no other match has."""
    tokens = {role: new_token() for role in ROLES}
    for attempt in count():
        code = join_code_of(key.text, match, attempt) if key else new_join_code()
        try:
            service.store.append(
                match,
                0,
                log,
                receipt=receipt_of(key, 1, len(log), match),
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
            return _opened_again(service, done.receipt, key)
    service.cache.remember(match, timeline)
    return Opened(match, timeline, tokens, code, False)


def _opened_again(service: Service, receipt: Receipt, key: Key) -> Opened:
    """The same match and join code; the earlier answer never arrived, so its tokens die and fresh ones are made.

    Who has joined meanwhile keeps the seat: a late retry turns nobody out."""
    check_same_request(receipt, key)
    match = receipt.note
    taken = service.store.taken_seats(match)
    tokens = {role: new_token() for role in ROLES if role not in taken}
    _grant(service, match, [Grant(role, hashed(token), role != VIEWER, False, False) for role, token in tokens.items()])
    first = service.timeline(match).at(receipt.last)
    assert first is not None
    codes = (join_code_of(key.text, match, attempt) for attempt in count())
    code = next(code for code in codes if service.store.match_of_code(hashed(code)) == match)
    return Opened(match, first, tokens, code, True)


def match_of_code(service: Service, code: str) -> str:
    """The match of a join code; raises Refused `no-such-code`."""
    match = service.store.match_of_code(hashed(code.strip().upper()))
    if match is None:
        raise Refused("no-such-code")
    return match


def join(service: Service, code: str, role: str, name: str | None = None, key: Key | None = None) -> Joined:
    """A seat taken (or a place to watch) with a fresh token; the one from the opening dies.

    Raises Refused `no-such-code` or `seat-taken`."""
    if key and (receipt := service.store.receipt("joins", key.text)):
        return _joined_again(service, receipt, key)
    match = match_of_code(service, code)
    token = new_token()
    seated = role != VIEWER
    grant = Grant(role, hashed(token), kills_others=seated, takes_seat=seated, frees_seat=False)
    while True:
        timeline = service.timeline(match)
        named = name is not None and seated and not timeline.match.closed
        decided = (fact.PlayersChanged({Seat(role): name}),) if named else ()
        sealed = service.sealed(timeline.recorded.match, timeline.version, timeline.hash, decided, role)
        after = timeline
        for recorded, event in zip(sealed, decided, strict=True):
            after = advance(after, recorded, event)
        receipt = receipt_of(key, timeline.version + 1, after.version, f"{match} {role}")
        summary = Summary(match, *match_row(after)) if named else None
        try:
            service.store.append(
                match, timeline.version, sealed, receipt=receipt, scope="joins", grants=[grant], summary=summary
            )
        except StaleVersion:
            continue
        except SeatTaken as taken:
            raise Refused("seat-taken", seat=role) from taken
        except AlreadyDone as done:
            assert key is not None
            return _joined_again(service, done.receipt, key)
        service.cache.remember(match, after)
        return Joined(match, role, token, False)


def _joined_again(service: Service, receipt: Receipt, key: Key) -> Joined:
    check_same_request(receipt, key)
    match, role = receipt.note.split()
    token = new_token()
    _grant(service, match, [Grant(role, hashed(token), role != VIEWER, False, False)])
    return Joined(match, role, token, True)


def renew(service: Service, match: str, role: str, key: Key | None = None) -> Joined:
    """A new token for a role, the old ones dead; a seat is free to join again. A known key: again a fresh one."""
    known = service.store.receipt(match, key.text) if key else None
    if known and key:
        check_same_request(known, key)
    token = new_token()
    grant = Grant(role, hashed(token), kills_others=True, takes_seat=False, frees_seat=role not in (SCORER, VIEWER))
    version = service.timeline(match).version
    try:
        _grant(service, match, [grant], None if known else receipt_of(key, version + 1, version, role))
    except AlreadyDone:  # the same request came twice at once: the later one renews again
        return renew(service, match, role, key)
    return Joined(match, role, token, known is not None)


def _grant(service: Service, match: str, grants: Sequence[Grant], receipt: Receipt | None = None) -> None:
    while True:
        try:
            return service.store.append(match, service.store.head(match), (), receipt=receipt, grants=grants)
        except StaleVersion:
            continue
