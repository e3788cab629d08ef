"""Receipts of idempotent requests: what is stored beside an act, and whether a repeated key stands for the same request."""

from __future__ import annotations

from referee.game.refused import Refused
from referee.service.answers import Key
from referee.stores.contract import Receipt


def receipt_of(key: Key | None, first: int, last: int, note: str) -> Receipt | None:
    return Receipt(key.text, key.fingerprint, first, last, note) if key else None


def check_same_request(receipt: Receipt, key: Key) -> None:
    if receipt.fingerprint != key.fingerprint:
        raise Refused("idempotency-key-reused")
