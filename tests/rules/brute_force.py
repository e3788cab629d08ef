"""An independent judge of renege claims: it deals out the cards in every way and plays the record through (J2.1-J2.4).

Written from the definition alone, for small packs; it shares no code with what it judges. Physical cards are numbered,
a hand is an int with one bit a card. The copies of a card are numbered in the order in which they come to lie in a
named place, so that a named play, discard or gift is one certain card; nothing is lost, as copies are alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from referee.rules.cards import Card
from referee.rules.moves import Discarded, Passed, Played, Record, Seen
from referee.rules.seats import SEATS, Seat
from referee.rules.trump import Trump, suit_of


class Course(NamedTuple):
    """One way in which the deal can have gone: the player's hand after each card played, in order, and the cards meant
    by each sighting, in order (what is received openly is sighted too), a pair for each card named in it."""

    after: tuple[int, ...]
    sighted: tuple[int, ...]


class Judgement(NamedTuple):
    verdict: str
    ground: str
    proof: Card | None
    would_prove: frozenset[Card] | None


class Sight(NamedTuple):
    """A card named in a sighting: by whom held, and the event's version."""

    seat: Seat
    card: Card
    version: int


def courses(record: Record) -> Iterator[Course]:
    """Every course of the deal that fits the record."""
    places = _named_places(record)
    if places is None or record.sitting_out in {m.seat for m in record.moves if isinstance(m, Played)}:
        return
    for hands in _deals(record, places):
        yield from _played_through(record, places, 0, hands, 0, (), ())


def sights(record: Record) -> list[Sight]:
    """The sightings in the order of `Course.sighted`."""
    passes = [move for move in record.moves if isinstance(move, Passed)]
    found = []
    for move in record.moves:
        if isinstance(move, Seen):
            found += [Sight(move.seat, card, move.version) for card in _distinct(move.cards)]
        elif isinstance(move, Passed) and move is not passes[0]:
            found += [Sight(move.giver.partner, card, move.version) for card in _distinct(move.cards or ())]
    return found


def judged(record: Record, fitting: list[Course], trump: Trump, accused: Seat, trick: int) -> Judgement:
    """The verdict on a trick to which the accused played a card that did not follow the card led."""
    plays = [move for move in record.moves if isinstance(move, Played)]
    index = next(i for i, move in enumerate(plays) if move.trick == trick and move.seat is accused)
    led = next(move.card for move in plays if move.trick == trick)
    suit = suit_of(led, trump)
    of_suit = sum(1 << i for i, card in enumerate(record.pack) if suit_of(card, trump) is suit)
    held = [course.after[index] for course in fitting]
    guilty = [bool(hand & of_suit) for hand in held]
    if all(guilty):
        return _upheld(record, fitting, trump, accused, index, of_suit)
    if any(guilty):
        everything = 0
        for hand in held:
            everything |= hand & of_suit
        return Judgement("open", "cards-unseen", None, frozenset(_cards(record, everything)))
    later = sum(1 << number for number, move in _named_places(record).values() if _later(move, plays, index, accused))
    unseen = any(hand & ~later & ~_all(course.sighted) for hand, course in zip(held, fitting, strict=True))
    return Judgement("rejected", "suit-accounted-for" if unseen else "hand-accounted-for", None, None)


def _upheld(
    record: Record, fitting: list[Course], trump: Trump, accused: Seat, index: int, of_suit: int
) -> Judgement:
    plays = [move for move in record.moves if isinstance(move, Played)]
    for number, move in _named_places(record).values():
        if _later(move, plays, index, accused) and of_suit >> number & 1:
            return Judgement("upheld", "led-suit-played-later", move.card, None)
    for i, sight in enumerate(sights(record)):
        suits = {record.pack.index(sight.card)}
        if sight.seat is accused and all(of_suit >> number & 1 for number in suits):
            if all(course.sighted[i] & course.after[index] for course in fitting):
                return Judgement("upheld", "led-suit-shown", sight.card, None)
    return Judgement("upheld", "must-hold-by-count", None, None)


def _later(move: object, plays: list[Played], index: int, accused: Seat) -> bool:
    return isinstance(move, Played) and move.seat is accused and any(move is other for other in plays[index + 1 :])


# --- the deal ---------------------------------------------------------------------------------------------------------


def _named_places(record: Record) -> dict[int, tuple[int, Played | Discarded | Passed]] | None:
    """For the index of a move (and a further number for the cards of a gift): which card came to lie there."""
    numbers: dict[Card, list[int]] = {}
    for number, card in enumerate(record.pack):
        numbers.setdefault(card, []).append(number)
    passes = [move for move in record.moves if isinstance(move, Passed)]
    places = {}
    for index, move in enumerate(record.moves):
        if isinstance(move, Played | Discarded):
            cards = [move.card] if move.card is not None else []
        else:
            cards = list(move.cards or ()) if isinstance(move, Passed) and move is passes[0] else []
        for more, card in enumerate(cards):
            if not numbers.get(card):
                return None
            places[100 * index + more] = (numbers[card].pop(0), move)
    return places


def _deals(record: Record, places: dict) -> Iterator[tuple[int, ...]]:
    """Every distribution of the pack, but for those that a named card of a seat outside the exchange forbids."""
    swapping = {seat for move in record.moves if isinstance(move, Passed) for seat in (move.giver, move.giver.partner)}
    owners: list[set[Seat]] = [set(SEATS) for _ in record.pack]
    for number, move in places.values():
        seat = move.giver if isinstance(move, Passed) else move.seat
        owners[number] &= swapping if seat in swapping else {seat}
    for move in record.moves:
        if isinstance(move, Seen) and move.seat not in swapping:
            for card in move.cards:
                if record.pack.count(card) == 1:
                    owners[record.pack.index(card)] &= {move.seat}
    order = sorted(range(len(record.pack)), key=lambda number: len(owners[number]))
    yield from _dealt(order, owners, [0, 0, 0, 0], list(record.dealt), len(record.pack) - sum(record.dealt))


def _dealt(
    order: list[int], owners: list[set[Seat]], hands: list[int], room: list[int], undealt: int
) -> Iterator[tuple[int, ...]]:
    if not order:
        yield tuple(hands)
        return
    number, *others = order
    for i, seat in enumerate(SEATS):
        if room[i] and seat in owners[number]:
            hands[i] |= 1 << number
            room[i] -= 1
            yield from _dealt(others, owners, hands, room, undealt)
            hands[i] &= ~(1 << number)
            room[i] += 1
    if undealt > 0 and len(owners[number]) == len(SEATS):
        yield from _dealt(others, owners, hands, room, undealt - 1)


def _played_through(
    record: Record,
    places: dict,
    index: int,
    hands: tuple[int, ...],
    given: int,
    after: tuple[int, ...],
    sighted: tuple[int, ...],
) -> Iterator[Course]:
    """The courses from this move on."""
    if index == len(record.moves):
        yield Course(after, sighted)
        return
    move = record.moves[index]
    seat = SEATS.index(move[0])
    hand = hands[seat]
    if isinstance(move, Seen):
        for cards in _sightings(record, move.cards, hand):
            yield from _played_through(record, places, index + 1, hands, given, after, sighted + cards)
    elif isinstance(move, Passed):
        first = not any(isinstance(other, Passed) for other in record.moves[:index])
        for gift, sight in _gifts(record, places, index, move, hand, given, first):
            passed = list(hands)
            passed[seat] &= ~gift
            passed[(seat + 2) % 4] |= gift
            yield from _played_through(
                record, places, index + 1, tuple(passed), given | gift if first else given, after, sighted + sight
            )
    else:
        number = places[100 * index][0] if move.card is not None else None
        for card in _bits(hand) if number is None else [1 << number] if hand >> number & 1 else []:
            left = hand & ~card
            rest = (*hands[:seat], left, *hands[seat + 1 :])
            held = (*after, left) if isinstance(move, Played) else after
            yield from _played_through(record, places, index + 1, rest, given, held, sighted)


def _gifts(
    record: Record, places: dict, index: int, move: Passed, hand: int, given: int, first: bool
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What the giver can have passed (never a card it was given), and what of it is thereby sighted."""
    if move.cards is None:
        for cards in combinations(_bits(hand & ~given), move.count):
            yield sum(cards), ()
    elif len(move.cards) != move.count:
        return
    elif first:
        gift = sum(1 << places[100 * index + more][0] for more in range(len(move.cards)))
        if not gift & ~hand:
            yield gift, ()
    else:
        for cards in _sightings(record, move.cards, hand & ~given):
            yield _all(cards), cards


def _sightings(record: Record, cards: tuple[Card, ...], hand: int) -> Iterator[tuple[int, ...]]:
    """For each different card of a sighting the copies that can be meant."""
    choices = []
    for card in _distinct(cards):
        copies = [bit for bit in _bits(hand) if record.pack[bit.bit_length() - 1] == card]
        choices.append([sum(chosen) for chosen in combinations(copies, cards.count(card))])
    yield from product(*choices)


def _distinct(cards: tuple[Card, ...]) -> list[Card]:
    return [card for i, card in enumerate(cards) if card not in cards[:i]]


def _bits(hand: int) -> list[int]:
    return [1 << i for i in range(hand.bit_length()) if hand >> i & 1]


def _all(sets: tuple[int, ...]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def _cards(record: Record, hand: int) -> list[Card]:
    return [record.pack[bit.bit_length() - 1] for bit in _bits(hand)]
