"""What a record says of where each card went from the hand it was dealt to (J2.4): `Clues` for `whereabouts` to combine.

Every unseen card needs a *spot*, a place for one card: a play that the log does not name, a card passed or discarded
face down, one of the rest of a hand. A *fate* is one way a card can go, from the hand it was dealt to into a spot or a
recorded place. A set of fates is an int, one bit each. After an ask each place of the maker's is two fates: of a card
that was kept and, `RECEIVED` bits higher, of one that was received (R5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from referee.rules.cards import Card
from referee.rules.moves import Discarded, Move, Passed, Played, Record, Seen
from referee.rules.seats import SEATS, Seat

RECEIVED = 256  # more than any deal has places
KEPT = (1 << RECEIVED) - 1
_KEPT_OR_RECEIVED = 1 | 1 << RECEIVED


class Need(NamedTuple):
    """At least `copies` of a card (if `exact`, no more) have one of these fates."""

    copies: int
    fates: int
    exact: bool = False


class Sighting(NamedTuple):
    """`copies` of a card seen in a hand, or received there face up (J2.4, J2.5), and their fates from then on."""

    seat: Seat
    card: Card
    copies: int
    fates: int
    version: int


class Swap(NamedTuple):
    """An exchange in which the received cards are not known (R5.2): the maker keeps `kept` cards and receives
    `received`; `given` and `left` are the spots in the partner's pile for cards given and cards the partner kept.
    A card with a fate of `gone` lies in a recorded place outside the maker's hand."""

    dealt_to_maker: int
    dealt_to_partner: int
    kept: int
    received: int
    given: int
    left: int
    gone: int


class Clues(NamedTuple):
    """Everything that a record says. `unseen`: copies of each card in no recorded place; `spots`: the places for them;
    `free`: the fates of a card of which nothing is known; `known`: for each card that was seen, the fates a copy can
    have and the needs that its copies must meet; `held_after`: for each move, the fates of a card that was in the
    mover's hand right after it; `discard`: the spot of a discard face down; `swap`: None if it leaves nothing open."""

    copies: Mapping[Card, int]
    unseen: dict[Card, int]
    spots: int
    recorded: int
    free: int
    known: dict[Card, tuple[int, list[Need]]]
    sightings: list[Sighting]
    held_after: list[int]
    discard: int
    swap: Swap | None


def clues(record: Record) -> Clues | None:
    """What the record says, or None if its cards or hands do not add up (J1)."""
    passes = [move for move in record.moves if type(move) is Passed]
    left = _cards_left(record, passes)
    if left is None:
        return None
    reading = _Reading(record, passes, left)
    for move in reversed(record.moves):
        reading.step_back(move)
    return reading.clues(record) if min(reading.unseen.values()) >= 0 else None


def _cards_left(record: Record, passes: Sequence[Passed]) -> dict[Seat, int] | None:
    """The cards in each hand when the record ends, without those given to a partner; None if that is impossible."""
    if not _is_exchange(passes) or sum(record.dealt) > len(record.pack):
        return None
    plays = [move.seat for move in record.moves if type(move) is Played]
    discards = [move.seat for move in record.moves if type(move) is Discarded]
    left = {seat: size - discards.count(seat) for seat, size in zip(SEATS, record.dealt, strict=True)}
    for move in passes:
        left[move.giver] -= move.size
    if min(left.values()) < 0 or record.sitting_out in plays:
        return None
    for move in passes[1:]:
        left[move.giver.partner] += move.size
    for seat in SEATS:
        left[seat] -= plays.count(seat)
    return left if min(left.values()) >= 0 else None


def _is_exchange(passes: Sequence[Passed]) -> bool:
    """No cards passed, or the maker's gift and what the partner gave back, each named whole or not at all (R5.2)."""
    if any(move.cards is not None and len(move.cards) != move.size for move in passes):
        return False
    return len(passes) < 2 or (len(passes) == 2 and passes[1].giver is passes[0].giver.partner)


@lru_cache(maxsize=64)
def _copies(pack: tuple[Card, ...]) -> Mapping[Card, int]:
    return Counter(pack)


class _Reading:
    """A record read from its end to its beginning. `held` has the fates of a card in a hand at the moment reached,
    which is what a sighting means; at the beginning they are the fates of a card dealt to that hand."""

    def __init__(self, record: Record, passes: Sequence[Passed], left: Mapping[Seat, int]) -> None:
        self.given, self.received = (*passes, None, None)[:2]
        self.copies = _copies(record.pack)
        self.unseen = dict(self.copies)
        seen = [card for move in record.moves if type(move) is Seen for card in move.cards]
        openly = self.received.cards or () if self.received else ()
        self.needs: dict[Card, list[Need]] = {card: [] for card in (*seen, *openly)}
        self.recorded_places = dict.fromkeys(self.needs, 0)
        self.sightings: list[Sighting] = []
        self.held_after: list[int] = []
        self.places = self.spots = self.discard = 0
        self.undealt = self._spots(len(record.pack) - sum(record.dealt))
        self.held = {seat: self._spots(left[seat]) for seat in SEATS}
        self.gift = self.pile = self.hand_after_exchange = 0
        self.after_exchange: Seat | None = None  # the maker, as long as what is read came after the exchange
        if self.given:
            self._begin_with_gift(self.given)

    def _begin_with_gift(self, given: Passed) -> None:
        """The cards given lie in the partner's pile at the end; the maker's cards were kept or received (R5.2)."""
        maker, partner = given.giver, given.giver.partner
        self.pile = self.held[partner]
        places = [self._place(card) for card in (given.cards if given.cards is not None else (None,) * given.size)]
        self.gift = reduce(or_, places, 0)
        self.held[partner] |= self.gift
        if self.received:
            self.held[maker] *= _KEPT_OR_RECEIVED
            self.after_exchange = maker

    def _spots(self, number: int) -> int:
        """New places for that many unseen cards."""
        spots = ((1 << number) - 1) << self.places
        self.places += number
        self.spots |= spots
        return spots

    def _place(self, card: Card | None, seat: Seat | None = None) -> int:
        """The fates of a new place that one card of the seat went to, an unseen one if it is None. A card that was
        never seen in a hand is simply struck off: only its place is known."""
        fates = _KEPT_OR_RECEIVED if seat and seat is self.after_exchange else 1
        if card is None:
            return self._spots(1) * fates
        self.unseen[card] = self.unseen.get(card, 0) - 1
        if card not in self.needs:
            return 0
        fates <<= self.places
        self.places += 1
        self.recorded_places[card] |= fates
        self.needs[card].append(Need(1, fates, exact=True))
        return fates

    def step_back(self, move: Move) -> None:
        """Steps from the moment after the move to the moment before it."""
        if type(move) is Played:
            seat, card, _, _ = move
            self.held_after.append(self.held[seat])
            self.held[seat] |= self._place(card, seat)
        elif type(move) is Seen:
            self._see(move.seat, move.cards, self.held[move.seat], move.version)
        elif type(move) is Discarded:
            place = self._place(move.card)
            self.held[move.seat] |= place
            self.discard |= place & self.spots
        elif move is self.received:
            self._before_receiving(move)
        elif move is self.given:
            self._before_giving(move)

    def _see(self, seat: Seat, cards: Sequence[Card], fates: int, version: int, exact: bool = False) -> None:
        """Cards seen in this hand have these fates; the last card comes first, since the record is read backwards."""
        for card in reversed(dict.fromkeys(cards)):
            copies = cards.count(card)
            self.needs[card].append(Need(copies, fates, exact))
            self.sightings.append(Sighting(seat, card, copies, fates, version))

    def _before_receiving(self, move: Passed) -> None:
        """Steps to before the maker received: the cards were still the partner's."""
        maker, partner = move.giver.partner, move.giver
        self.hand_after_exchange = self.held[maker]
        received = self.held[maker] & ~KEPT
        self.held[maker] &= KEPT
        self.held[partner] |= received
        self._see(maker, move.cards or (), received, move.version, exact=True)
        self.after_exchange = None

    def _before_giving(self, move: Passed) -> None:
        """Steps to before the maker gave: the cards were still the maker's."""
        self.held[move.giver.partner] &= ~self.gift
        self.held[move.giver] |= self.gift

    def clues(self, record: Record) -> Clues:
        """Everything that was read."""
        recorded = reduce(or_, self.recorded_places.values(), 0)
        free = reduce(or_, self.held.values(), self.undealt) & ~recorded
        swap = self._swap(record, recorded)
        openly = self.received.cards or () if self.received else ()
        known = {}
        for card, needs in self.needs.items():
            fates = free | self.recorded_places[card]
            known[card] = (fates if swap or card in openly else fates & KEPT, needs)
        return Clues(
            self.copies,
            self.unseen,
            self.spots,
            recorded,
            free if swap else free & KEPT,
            known,
            self.sightings[::-1],
            self.held_after[::-1],
            self.discard,
            swap,
        )

    def _swap(self, record: Record, recorded: int) -> Swap | None:
        """The exchange, if cards were received face down; if they are known, no other card can be one of them."""
        if not (self.given and self.received and self.received.size) or self.received.cards is not None:
            return None
        maker = self.given.giver
        discards = sum(type(move) is Discarded and move.seat is maker for move in record.moves)
        return Swap(
            self.held[maker],
            self.held[maker.partner],
            record.dealt[SEATS.index(maker)] - discards - self.given.size,
            self.received.size,
            self.gift & self.spots,
            self.pile,
            recorded & ~self.hand_after_exchange,
        )
