"""Receipts of idempotent requests: what is stored beside an act, and which secrets a repeat of the request still gets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import orjson

from referee.game.refused import Refused
from referee.service.access import JOIN, ORGANISER, SCORER, hashed
from referee.service.answers import Key
from referee.service.core import Service
from referee.stores.contract import CodeTaken, DeadToken, Grant, Receipt, StaleVersion

# How long a request whose reply held a secret can be repeated.
REPEAT_MINUTES = 10


class Given(NamedTuple):
    """What a receipt notes of a reply with secrets: when, of which match, and their hashes by role.

    `code` is the hash of the join code that a new match was opened with."""

    match: str
    at: str
    secrets: dict[str, str]
    code: str | None = None

    @property
    def note(self) -> str:
        """The note as stored: JSON."""
        return orjson.dumps(self._asdict()).decode()


def given_in(receipt: Receipt) -> Given:
    """What a receipt of this version notes."""
    return Given(**orjson.loads(receipt.note))


def receipt_of(key: Key | None, first: int, last: int, note: str) -> Receipt | None:
    return Receipt(key.text, key.fingerprint, first, last, note) if key else None


def check_same_request(receipt: Receipt, key: Key) -> None:
    if receipt.fingerprint != key.fingerprint:
        raise Refused("idempotency-key-reused")


def given_again(
    service: Service, scope: str, receipt: Receipt, key: Key, fresh: Callable[[str], str], code: str | None = None
) -> tuple[Given, dict[str, str]]:
    """What the same request was given before, and new secrets by role in place of those that are still valid.

    One act: no renewal falls between the check and the change. Raises Refused `idempotency-key-reused`;
    `idempotency-key-expired` when the time is up, or the secret that it was given is void: the scorer's or organiser's
    token of an opening, else the only secret. `code` is the hash of the join code that it came with, which must open that match
    (else `no-such-code`)."""
    while True:
        given = _lasting(service, receipt, key)
        if code is not None and service.store.match_of_code(code) != given.match:
            raise Refused("no-such-code")
        living = {role: secret for role, secret in given.secrets.items() if _leads(service, given.match, role, secret)}
        leading = (role for role in (SCORER, ORGANISER) if role in given.secrets)
        if next(leading, min(given.secrets)) not in living:
            newest = service.store.receipt(scope, key.text)
            if newest is None or newest.note == receipt.note:
                raise _expired()
            receipt = newest  # the same request was repeated at this moment
            continue
        texts = {role: fresh(role) for role in living}
        hashes = {role: hashed(text) for role, text in texts.items()}
        noted = given._replace(secrets=hashes).note
        grants = [Grant(role, secret, False, False, False) for role, secret in hashes.items() if role != JOIN]
        try:
            service.store.append(
                given.match, service.store.head(given.match), (),
                receipt=receipt._replace(note=noted), scope=scope, grants=grants, join_code_hash=hashes.get(JOIN),
                token_hash=code, replaces=tuple(living.values()),
            )  # fmt: skip
        except (StaleVersion, CodeTaken):
            continue
        except DeadToken as dead:  # renewed or repeated at this moment: read again
            newest = service.store.receipt(scope, key.text)
            if newest is None:
                raise _expired() from dead
            receipt = newest
            continue
        return given, texts


def _lasting(service: Service, receipt: Receipt, key: Key) -> Given:
    check_same_request(receipt, key)
    try:
        given = Given(**orjson.loads(receipt.note))
    except (orjson.JSONDecodeError, TypeError) as error:  # of an older Referee, which noted no time
        raise _expired() from error
    age = datetime.fromisoformat(service.time()) - datetime.fromisoformat(given.at)
    if abs(age) > timedelta(minutes=REPEAT_MINUTES):  # a clock set back does not make it last longer
        raise _expired()
    return given


def _expired() -> Refused:
    return Refused("idempotency-key-expired", minutes=REPEAT_MINUTES)


def _leads(service: Service, match: str, role: str, secret: str) -> bool:
    if role == JOIN:
        return service.store.match_of_code(secret) == match
    return service.store.role_of(secret) == (match, role)
