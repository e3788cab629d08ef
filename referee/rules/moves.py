"""The record of a deal's cards (J2.4): who played, discarded, passed or showed what, in order.

These are the only facts from which a claim is judged. A card that the log does not name is None, a gap."""

from __future__ import annotations

from typing import NamedTuple

from referee.rules.cards import Card, pack
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat


class Played(NamedTuple):
    """A card played to a trick (numbered from 1), or a gap where only the trick's winner was recorded (J4.1).

    The moves of a trick are in the order of play; the first one led. `version` is that of the event. A card that
    replaces one taken back (R7.4) stands where the first one stood."""

    seat: Seat
    card: Card | None
    trick: int
    version: int


class Seen(NamedTuple):
    """Cards seen in a hand at this moment: shown, claimed under V2, or taken back in `trick` (R7.4, J2.4)."""

    seat: Seat
    cards: tuple[Card, ...]
    version: int
    trick: int | None = None


class Discarded(NamedTuple):
    """The dealer's discard in the joker game, face down if None (V3.1)."""

    seat: Seat
    card: Card | None
    version: int


class Passed(NamedTuple):
    """`size` cards passed to the partner in an ask, face down if None (R5.2, R5.3).

    The maker gives first, then receives; a card given cannot come back."""

    giver: Seat
    size: int
    cards: tuple[Card, ...] | None
    version: int


Move = Played | Seen | Discarded | Passed


def after_taking_back(moves: tuple[Move, ...], first: Played, second: Card, version: int) -> tuple[Move, ...]:
    """The moves with `second` played in place of `first`, one of them, which was taken back at `version` (R7.4).

    The first card was in the hand that the second one was played from, and so was whatever that seat has shown while
    the first one lay on the table: seen before the play that stands, not after it (J2.4)."""
    place = moves.index(first)
    assert first.card is not None
    seen, rest = [Seen(first.seat, (first.card,), version, first.trick)], list[Move]()
    for move in moves[place + 1 :]:
        if isinstance(move, Seen) and move.seat is first.seat:
            seen.append(move._replace(cards=(*move.cards, first.card)))
        else:
            rest.append(move)
    return (*moves[:place], *seen, first._replace(card=second), *rest)


class Record(NamedTuple):
    """Everything that is known of where the cards of one deal are.

    `pack` holds every card of the game (copies repeated), `dealt` the size of each hand as dealt, in the order of
    SEATS; after the deal nothing else moves cards than `moves`. `sitting_out` plays no card (R6.2)."""

    pack: tuple[Card, ...]
    dealt: tuple[int, int, int, int]
    sitting_out: Seat | None
    moves: tuple[Move, ...]


def hands_as_dealt(rules: Rules, dealer: Seat) -> tuple[int, int, int, int]:
    """The number of cards dealt to each seat, in the order of SEATS: one more to the dealer with the joker (V3.1)."""
    north, east, south, west = (rules.all_tricks + (rules.joker and seat is dealer) for seat in SEATS)
    return north, east, south, west


def record_of(rules: Rules, dealer: Seat, sitting_out: Seat | None, moves: tuple[Move, ...]) -> Record:
    """The record of a deal under these rules."""
    return Record(pack(rules.decks, rules.joker, rules.lowest_card), hands_as_dealt(rules, dealer), sitting_out, moves)
