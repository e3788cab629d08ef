"""An independent judge of renege claims: it deals out the cards in every way and plays the record through (J2.1-J2.4).

Written from the definition alone, for small packs; it shares no code with what it judges. Physical cards are numbered,
a hand is an int with one bit a card. The copies of a card are numbered in the order in which they come to lie in a
named place, so that a named play, discard or gift is one certain card; nothing is lost by that, as copies are alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from referee.rules.cards import Card
from referee.rules.moves import Discarded, Move, Passed, Played, Record, Seen
from referee.rules.seats import SEATS, Seat
from referee.rules.trump import Trump, suit_of

Hands = tuple[int, ...]


class TooMany(Exception):
    """There are more courses than one wants to wait for."""


class Course(NamedTuple):
    """One way in which the deal can have gone so far: the hands; the cards that the maker gave away; the hand of each
    player right after each card played; the physical cards meant by each sighting, in the order of `sights`."""

    hands: Hands
    given: int = 0
    after: tuple[int, ...] = ()
    sighted: tuple[int, ...] = ()


class Judgement(NamedTuple):
    """A verdict, its ground, the card that proves it with its version, and what would prove it."""

    verdict: str
    ground: str
    proof: Card | None = None
    proof_version: int | None = None
    would_prove: frozenset[Card] | None = None


# --- every course of the deal -----------------------------------------------------------------------------------------


def courses(record: Record, most: int) -> list[Course]:
    """Every course of the deal that fits the record; TooMany if at some moment more than `most` are possible."""
    named = _named(record)
    if named is None or any(isinstance(move, Played) and move.seat is record.sitting_out for move in record.moves):
        return []
    found = [Course(hands) for hands in _deals(record, named, most)]
    for move, numbers in zip(record.moves, named, strict=True):
        found = [after for course in found for after in _after(record, move, numbers, course)]
        if len(found) > most:
            raise TooMany
    return found


def sights(record: Record) -> list[tuple[Seat, Card, int]]:
    """The cards named in sightings, in order, with who held them and the version; received openly is sighted too."""
    found = []
    for move in record.moves:
        if isinstance(move, Seen):
            found += [(move.seat, card, move.version) for card in _distinct(move.cards)]
        elif isinstance(move, Passed) and not _is_gift(record, move):
            found += [(move.giver.partner, card, move.version) for card in _distinct(move.cards or ())]
    return found


def _named(record: Record) -> list[list[int]] | None:
    """For each move the numbers of the cards that it names and that lie in their place from then on; None if the pack
    does not have them."""
    numbers: dict[Card, list[int]] = {}
    for number, card in enumerate(record.pack):
        numbers.setdefault(card, []).append(number)
    named = []
    for move in record.moves:
        cards: Sequence[Card] = ()
        if isinstance(move, Played | Discarded) and move.card is not None:
            cards = [move.card]
        elif isinstance(move, Passed) and _is_gift(record, move):
            cards = move.cards or ()
        if any(cards.count(card) > len(numbers.get(card, [])) for card in cards):
            return None
        named.append([numbers[card].pop(0) for card in cards])
    return named


def _is_gift(record: Record, move: Passed) -> bool:
    """Of the two moves of an exchange the first is the maker's gift."""
    return next(other for other in record.moves if isinstance(other, Passed)) is move


def _deals(record: Record, named: list[list[int]], most: int) -> list[Hands]:
    """Every distribution of the pack, without those that a card named in the hand of a seat plainly forbids."""
    owners = _owners(record, named)
    order = sorted(range(len(record.pack)), key=lambda number: len(owners[number]))
    deals: list[Hands] = [(0, 0, 0, 0)]
    for number in order:
        deals = [
            (*hands[:seat], hands[seat] | 1 << number, *hands[seat + 1 :])
            for hands in deals
            for seat in owners[number]
            if hands[seat].bit_count() < record.dealt[seat]
        ]
        if len(deals) > most:
            raise TooMany
    return deals


def _owners(record: Record, named: list[list[int]]) -> list[set[int]]:
    """To whom each card can have been dealt: what a seat that exchanges nothing plays or shows was dealt to it."""
    givers = {move.giver for move in record.moves if isinstance(move, Passed)}
    swapping = givers | {seat.partner for seat in givers}
    owners = [{0, 1, 2, 3} for _ in record.pack]
    for move, numbers in zip(record.moves, named, strict=True):
        shown = [record.pack.index(card) for card in move.cards or ()] if isinstance(move, Seen) else []
        for number in numbers + [number for number in shown if record.pack.count(record.pack[number]) == 1]:
            owners[number] &= {SEATS.index(seat) for seat in (swapping if move[0] in swapping else {move[0]})}
    return owners


def _after(record: Record, move: Move, numbers: list[int], course: Course) -> Iterator[Course]:
    """What the course can have become by this move."""
    seat = SEATS.index(move[0])
    hand = course.hands[seat]
    if isinstance(move, Seen):
        for cards in _meant(record, move.cards, hand):
            yield course._replace(sighted=course.sighted + cards)
    elif isinstance(move, Passed):
        for cards, sighted in _passed(record, move, numbers, course, hand):
            hands = list(course.hands)
            hands[seat] &= ~cards
            hands[SEATS.index(move.giver.partner)] |= cards
            given = cards if _is_gift(record, move) else course.given
            yield Course(tuple(hands), given, course.after, course.sighted + sighted)
    else:
        for card in [1 << number for number in numbers] if move.card is not None else _bits(hand):
            if card & hand:
                left = hand & ~card
                after = (*course.after, left) if isinstance(move, Played) else course.after
                hands = (*course.hands[:seat], left, *course.hands[seat + 1 :])
                yield Course(hands, course.given, after, course.sighted)


def _passed(
    record: Record, move: Passed, numbers: list[int], course: Course, hand: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """What can have been passed, never a card back to who gave it, and what of it is sighted thereby."""
    if move.cards is None:
        for chosen in combinations(_bits(hand & ~course.given), move.size):
            yield sum(chosen), ()
    elif len(move.cards) == move.size and _is_gift(record, move):
        cards = sum(1 << number for number in numbers)
        if not cards & ~hand:
            yield cards, ()
    elif len(move.cards) == move.size:
        for meant in _meant(record, move.cards, hand & ~course.given):
            yield sum(meant), meant


def _meant(record: Record, cards: tuple[Card, ...], hand: int) -> Iterator[tuple[int, ...]]:
    """For each different card named, the copies in the hand that can be meant."""
    choices = []
    for card in _distinct(cards):
        copies = [bit for bit in _bits(hand) if record.pack[bit.bit_length() - 1] == card]
        choices.append([sum(chosen) for chosen in combinations(copies, cards.count(card))])
    yield from product(*choices)


def _distinct(cards: tuple[Card, ...]) -> list[Card]:
    return [card for i, card in enumerate(cards) if card not in cards[:i]]


def _bits(hand: int) -> list[int]:
    return [1 << i for i in range(hand.bit_length()) if hand >> i & 1]


# --- the verdict ------------------------------------------------------------------------------------------------------


def judged(record: Record, fitting: Sequence[Course], trump: Trump, accused: Seat, trick: int) -> Judgement:
    """The judgement on a trick whose cards are known and in which the accused did not follow suit."""
    plays = [move for move in record.moves if isinstance(move, Played)]
    index = next(i for i, move in enumerate(plays) if move.trick == trick and move.seat is accused)
    led = next(move.card for move in plays if move.trick == trick)
    in_suit = [suit_of(card, trump) is suit_of(led, trump) for card in record.pack]
    suit = sum(1 << number for number, belongs in enumerate(in_suit) if belongs)
    later = _played_later(record, plays[index], accused)
    reneged = [bool(course.after[index] & suit) for course in fitting]
    if all(reneged):
        return _upheld(record, fitting, later, index, suit, accused)
    if any(reneged):
        cards = {bit for course in fitting for bit in _bits(course.after[index] & suit)}
        proving = frozenset(record.pack[bit.bit_length() - 1] for bit in cards)
        return Judgement("open", "cards-unseen", would_prove=proving)
    named = sum(1 << number for number, _ in later)
    unseen = any(course.after[index] & ~named & ~_union(course.sighted) for course in fitting)
    return Judgement("rejected", "suit-accounted-for" if unseen else "hand-accounted-for")


def _played_later(record: Record, play: Played, accused: Seat) -> list[tuple[int, Played]]:
    """The cards that the accused is known to have played after this play, with their numbers."""
    moves = list(zip(record.moves, _named(record) or [], strict=True))
    start = next(i for i, (move, _) in enumerate(moves) if move is play)
    return [
        (number, move)
        for move, numbers in moves[start + 1 :]
        if isinstance(move, Played) and move.seat is accused
        for number in numbers
    ]


def _upheld(
    record: Record,
    fitting: Sequence[Course],
    later: Sequence[tuple[int, Played]],
    index: int,
    suit: int,
    accused: Seat,
) -> Judgement:
    for number, move in later:
        if suit >> number & 1:
            return Judgement("upheld", "led-suit-played-later", move.card, move.version)
    for i, (seat, card, version) in enumerate(sights(record)):
        proves = seat is accused and suit >> record.pack.index(card) & 1
        if proves and all(course.sighted[i] & course.after[index] for course in fitting):
            return Judgement("upheld", "led-suit-shown", card, version)
    return Judgement("upheld", "must-hold-by-count")


def _union(sets: tuple[int, ...]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union
