"""The auction (R3, V1, V7, V8): which calls there are, in which order, who is the maker and when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from referee.rules.options import Rules
from referee.rules.seats import Seat, clockwise_from
from referee.rules.trump import Trump

PASS, ASK, MOON = "pass", "ask", "moon"
_NUMBERS = tuple(map(str, range(1, 13)))


class Call(NamedTuple):
    """What one seat called: a bid (`"3"` ..., `ask`, `moon`) or `pass`; with its trump if bids name it (V7)."""

    seat: Seat
    bid: str
    trump: Trump | None = None


class UnknownBid(ValueError):
    """The rules of this match have no such bid (R3.4); `args[0]` is the text."""


def ladder(rules: Rules) -> tuple[str, ...]:
    """All bids but the pass, in rising order (R3.5, V4.1, V6). Numbers below the minimum are left out (R3.2)."""
    highest = rules.all_tricks if rules.plain_all else rules.all_tricks - 1
    return _ladder(rules.minimum_bid, highest, rules.ask_cards > 0)


@cache
def _ladder(lowest: int, highest: int, asks: bool) -> tuple[str, ...]:
    return (*map(str, range(lowest, highest + 1)), *((ASK,) if asks else ()), MOON)


def height(bid: str, rules: Rules) -> int:
    """The rank of a bid, comparable with other bids (R3.5): a pass is 0, a number counts its tricks.

    Raises UnknownBid if the rules have no such bid. A number below the minimum still has a height: it is
    a bid that is too low (R3.2), not an unknown one."""
    bids = ladder(rules)
    if bid == MOON and ASK in bids and not rules.moon_over_ask:
        bid = ASK
    if bid in bids:
        return rules.minimum_bid + bids.index(bid)
    if bid == PASS:
        return 0
    if bid in _NUMBERS[: rules.minimum_bid - 1]:
        return int(bid)
    raise UnknownBid(bid)


def is_alone(bid: str) -> bool:
    """True for the two bids that the maker plays without the partner (R5.1, R6.1)."""
    return bid in (ASK, MOON)


def tricks_owed(bid: str, rules: Rules) -> int:
    """How many tricks the maker's team undertakes: the number bid, all of them for an ask or a moon (R3.2, V4.1, V6)."""
    return rules.all_tricks if is_alone(bid) else int(bid)


def highest_call(calls: Sequence[Call]) -> Call | None:
    """The bid that stands, or None while everybody has passed (R3.3, R3.7)."""
    return next((call for call in reversed(calls) if call.bid != PASS), None)


def seat_to_call(calls: Sequence[Call], first: Seat, rules: Rules) -> Seat:
    """Whose turn it is in an auction that `first` begins (R3.1); if a pass is final, it skips who has passed (V8)."""
    if not calls:
        return first
    out = _passed(calls) if rules.auction == "pass-is-final" else set()
    return next(seat for seat in clockwise_from(calls[-1].seat.left) if seat not in out)


def sayable(calls: Sequence[Call], rules: Rules) -> tuple[str, ...]:
    """The calls open to the next seat, in rising order (R3.3, R3.8, V1); empty when the auction is over (R3.1, V8)."""
    standing = highest_call(calls)
    if _all_have_called(calls, standing, rules):
        return ()
    floor = height(standing.bid, rules) if standing else 0
    higher = tuple(bid for bid in ladder(rules) if height(bid, rules) > floor)
    if not higher:
        return ()
    if standing is None and len(calls) == 3 and rules.all_pass == "stick-the-dealer":
        return higher
    return (PASS, *higher)


def _all_have_called(calls: Sequence[Call], standing: Call | None, rules: Rules) -> bool:
    """Whether nobody is left to call: after one round (R3.1), or when all others have passed after the bid (V8)."""
    if standing is None or rules.auction == "once":
        return len(calls) == 4
    if rules.auction == "until-three-pass":
        return all(call.bid == PASS for call in calls[-3:])
    return len(_passed(calls)) == 3


def _passed(calls: Sequence[Call]) -> set[Seat]:
    return {call.seat for call in calls if call.bid == PASS}


def was_stuck(bid: str, maker: Seat, dealer: Seat, rules: Rules) -> bool:
    """Whether the maker is a dealer who was stuck with the lowest bid (V1, R8.4): nobody else can have bid at all."""
    return rules.all_pass == "stick-the-dealer" and maker is dealer and bid == ladder(rules)[0]
