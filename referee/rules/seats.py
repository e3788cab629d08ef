"""The seating (R1.1): seats, partners, teams, the order of turns. Nothing about cards."""

from __future__ import annotations

from enum import Enum


class Team(Enum):
    """A partnership (R1.1); the value is its code in the log and the API."""

    __hash__ = object.__hash__  # members are single objects; the hash of their name costs ten times as much

    NS = "NS"
    EW = "EW"

    other: Team


class Seat(Enum):
    """One of the four places at the table (R1.1); the value is its code in the log and the API."""

    __hash__ = object.__hash__  # members are single objects; the hash of their name costs ten times as much

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    left: Seat
    partner: Seat
    team: Team


SEATS = (Seat.N, Seat.E, Seat.S, Seat.W)
TEAMS = (Team.NS, Team.EW)

for _index, _seat in enumerate(SEATS):
    _seat.left = SEATS[(_index + 1) % 4]
    _seat.partner = SEATS[(_index + 2) % 4]
    _seat.team = TEAMS[_index % 2]
Team.NS.other, Team.EW.other = Team.EW, Team.NS


def clockwise_from(first: Seat, sitting_out: Seat | None = None) -> tuple[Seat, ...]:
    """The seats in turn order starting at `first`, without the one that sits the deal out (R6.2)."""
    return _ORDERS[first, sitting_out]


def _clockwise(first: Seat, sitting_out: Seat | None) -> tuple[Seat, ...]:
    order = [first]
    while order[-1].left is not first:
        order.append(order[-1].left)
    return tuple(seat for seat in order if seat is not sitting_out)


_ORDERS = {(first, out): _clockwise(first, out) for first in SEATS for out in (*SEATS, None)}
