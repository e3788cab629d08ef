"""Logs to store, sealed as the referee seals them; what a match can have; nothing here opens a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.events.log import FIRST_PREV, Recorded, seal
from referee.stores.contract import Grant, Receipt, Store, Summary

AT = "2026-03-01T19:30:00.000Z"
RULES = {
    f"an_option_of_the_rules_{number}": value for number, value in enumerate([True, "twice", 32, None, False, 6] * 5)
}


def log(match: str = "m1", count: int = 1, after: Recorded | None = None, by: str = "scorer") -> list[Recorded]:
    """`count` plays that follow the event `after`, or begin a log; they are of one act."""
    events: list[Recorded] = []
    first = after.version + 1 if after else 1
    for version in range(first, first + count):
        prev = after.hash if after else FIRST_PREV
        after = seal(match, version, first, "card-played", {"seat": "N", "card": "9C"}, by, AT, prev)
        events.append(after)
    return events


def evening(match: str, deals: int = 10) -> Iterator[Recorded]:
    """The log of a whole match, an act an event."""
    prev = FIRST_PREV
    for version, (type_, data) in enumerate(_facts(deals), start=1):
        event = seal(match, version, version, type_, data, "scorer", AT, prev)
        prev = event.hash
        yield event


def _facts(deals: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    names = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
    yield "match-opened", {"preset": "classic", "rules": RULES, "players": names, "first_dealer": "N", "tags": {}}
    for deal in range(1, deals + 1):
        yield "deal-started", {"deal": deal, "dealer": "N"}
        yield from (("bid-made", {"seat": seat, "bid": "pass"}) for seat in "ESW")
        yield "bid-made", {"seat": "N", "bid": "3"}
        yield "trump-named", {"suit": "H"}
        yield from (("card-played", {"seat": "NESW"[n % 4], "card": f"{'9TJQKA'[n % 6]}C"}) for n in range(24))
    yield "match-closed", {"abandoned": False}


def receipt(key: str = "k", first: int = 1, last: int = 1) -> Receipt:
    """What a request with this key leaves behind."""
    return Receipt(key, "a" * 64, first, last, "{}")


def grant(role: str, token: str, *, kills: bool = False, takes: bool = False, frees: bool = False) -> Grant:
    """A token for `role`; `token` stands for its hash."""
    return Grant(role, token, kills, takes, frees)


def summary(match: str = "m1", version: int = 1, closed_at: str | None = None) -> Summary:
    """A row about this match."""
    status, winner, tally = ("closed", "NS", '[[["Ann"],{"won":1}]]') if closed_at else ("playing", None, None)
    ended = "target" if closed_at else None
    return Summary(match, version, status, AT, closed_at, 12, -3, winner, 3, '{"N":"Ann"}', "{}", tally, ended, match)


def open_m1(store: Store) -> list[Recorded]:
    """Put a match of three events into the store, with all that a match can have; its log."""
    events = log(count=3)
    grants = [grant("scorer", "t-scorer"), grant("N", "t-N"), grant("E", "t-E"), grant("viewer", "t-v")]
    opening, row = receipt("open", 1, 3), summary(version=3)
    store.append("m1", 0, events, receipt=opening, scope="matches", grants=grants, join_code_hash="code", summary=row)
    return events
