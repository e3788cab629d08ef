"""Where the unseen cards of a deal can lie (J1, J2.1-J2.5): which distributions of them fit a record.

Knows nothing of suits and trumps: nobody is assumed to have obeyed a rule. `fates` reads what the record says of each
card; here the cards are matched to the spots. Copies of a card (V4) are indistinguishable, so it is first chosen which
copy is which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations
from operator import or_
from typing import NamedTuple

from referee.rules.cards import Card
from referee.rules.fates import KEPT, RECEIVED, Clues, Need, Swap, clues
from referee.rules.moves import Passed, Record, Seen
from referee.rules.seats import SEATS, Seat

Way = tuple[int, ...]  # the fates that each copy of one card can have, once it is chosen which copy meets which need


class Supposed(NamedTuple):
    """What to suppose of a card beyond the record: no copy has a fate of `barred`, `need` is met, and a copy that
    nobody has seen has one of the fates `unseen`."""

    barred: int = 0
    need: Need | None = None
    unseen: int = 0


class Whereabouts(NamedTuple):
    """A record made ready for questions: what it says, and the ways of each card that was seen to meet its needs."""

    clues: Clues
    ways: dict[Card, tuple[Way, ...]]


def fits(record: Record) -> bool:
    """Whether any distribution of the unseen cards fits the record (J1)."""
    where = whereabouts(record)
    return where is not None and possible(where, {})


def whereabouts(record: Record) -> Whereabouts | None:
    """The record made ready for questions, or None if its cards or hands do not add up (J1)."""
    said = clues(record)
    if said is None:
        return None
    return Whereabouts(said, {card: _ways(said, card, Supposed()) for card in said.known})


def possible(where: Whereabouts, supposed: Mapping[Card, Supposed]) -> bool:
    """Whether some distribution that fits the record is also as supposed (J2.1, J2.2)."""
    chosen: list[int] = []
    open_choices: list[tuple[Way, ...]] = []
    for card in where.ways.keys() | supposed.keys():
        ways = _ways(where.clues, card, supposed[card]) if card in supposed else where.ways[card]
        if not ways:
            return False
        if len(ways) == 1:
            chosen += ways[0]
        else:
            open_choices.append(ways)
    return _some_choice(where.clues, chosen, list(Counter(open_choices).items()))


def _some_choice(said: Clues, chosen: list[int], open_choices: Sequence[tuple[tuple[Way, ...], int]]) -> bool:
    """Whether the cards chosen so far can lie somewhere, and so can the others for some choice of their ways. Of cards
    that have the same ways it only matters how many go each way."""
    if not _lie_somewhere(said, chosen):
        return False
    if not open_choices:
        return True
    (ways, cards), *others = open_choices
    return any(
        _some_choice(said, chosen + [fates for way in choice for fates in way], others)
        for choice in combinations_with_replacement(ways, cards)
    )


# --- which copy is which ----------------------------------------------------------------------------------------------


def _ways(said: Clues, card: Card, supposed: Supposed) -> tuple[Way, ...]:
    """The ways in which the copies of a card can meet what is known and supposed of it; none if they cannot."""
    if card in said.known:
        number = said.copies.get(card, 0)
        fates, needs = said.known[card]
    else:
        number = said.unseen.get(card, 0)
        fates, needs = said.free, []
    fates &= ~supposed.barred
    aside: Way = ()
    if supposed.unseen:
        taken = reduce(or_, (need.fates for need in needs if need.exact), 0)
        aside = (fates & supposed.unseen & ~taken,)
    if supposed.need:
        needs = [*needs, supposed.need]
    copies = (fates,) * (number - len(aside))
    if number < len(aside) or not all(copies + aside):
        return ()
    return _essential([aside + way for way in _assigned(copies, needs)], said)


def _assigned(copies: Way, needs: Sequence[Need]) -> Iterator[Way]:
    """Every choice of the copies that meet the first need, and so on; a need that is met anyway leaves no choice."""
    if not needs:
        yield copies
        return
    need, *others = needs
    if not need.exact and sum(not fates & ~need.fates for fates in copies) >= need.copies:
        yield from _assigned(copies, others)
        return
    for chosen in combinations(range(len(copies)), need.copies):
        narrowed = tuple(
            fates & need.fates if index in chosen else fates & ~need.fates if need.exact else fates
            for index, fates in enumerate(copies)
        )
        if all(narrowed):
            yield from _assigned(narrowed, others)


def _essential(ways: Sequence[Way], said: Clues) -> tuple[Way, ...]:
    """The ways without those that another one includes. A card kept and a card received are alike, unless whose card
    it was is a question."""
    if len(ways) < 2:
        return tuple(ways)
    if said.swap is None:
        ways = [tuple((fates | fates >> RECEIVED) & KEPT for fates in way) for way in ways]
    distinct = {tuple(sorted(way)) for way in ways}
    return tuple(sorted(way for way in distinct if not any(_includes(other, way) for other in distinct - {way})))


def _includes(wide: Way, narrow: Way) -> bool:
    return any(
        all(not fates & ~wider for fates, wider in zip(narrow, copies, strict=True)) for copies in permutations(wide)
    )


# --- the spots --------------------------------------------------------------------------------------------------------


def _lie_somewhere(said: Clues, cards: list[int]) -> bool:
    """Whether every card can have its own spot; `cards` are the fates of those of which something is known."""
    if said.swap is None:
        return _matched(said, cards, said.free)
    return any(_matched(said, *division) for division in _divisions(said.swap, said.discard, cards, said.free))


def _divisions(swap: Swap, discard: int, cards: list[int], rest: int) -> Iterator[tuple[list[int], int]]:
    """R5.2: the maker can keep only some of the cards dealt to it, and receive only some of the partner's. Spots
    outside the maker's hand are set aside for what is over: `cards` and the `rest`, their fates narrowed."""
    sides = ((swap.dealt_to_maker, swap.kept, swap.given), (swap.dealt_to_partner, swap.received, swap.left))
    divisions = [(cards, rest)]
    for dealt, most, spots in sides:
        divisions = [new for old in divisions for new in _set_aside(old, dealt & ~swap.gone, most, spots, discard)]
    yield from divisions


def _set_aside(
    division: tuple[list[int], int], own: int, most: int, spots: int, discard: int
) -> Iterator[tuple[list[int], int]]:
    """The cards whose fates are all `own` were dealt to one hand; `most` of them can be with the maker. For those over,
    only they may have that many of the `spots` (or, if it is the dealer's hand, one of them lies face down: V3.1)."""
    cards, rest = division
    over = sum(not fates & ~own for fates in cards) - most
    if over <= 0:
        yield division
        return
    for discarded in (False, True) if own & discard else (False,):
        if over - discarded > spots.bit_count():
            continue
        closed_to_own = 0 if discarded else own & discard
        closed = _lowest(spots, over - discarded) | (own & discard if discarded else 0)
        yield [fates & ~(closed if fates & ~own else closed_to_own) for fates in cards], rest & ~closed


def _lowest(spots: int, number: int) -> int:
    """That many of the spots, from the lowest."""
    lowest = 0
    for _ in range(number):
        lowest |= (spots & ~lowest) & -(spots & ~lowest)
    return lowest


def _matched(said: Clues, cards: Sequence[int], rest: int) -> bool:
    """Whether each of the cards can have its own spot, and also all others, whose fates are `rest`."""
    numbers: dict[int, int] = {}
    for fates in cards:
        if not fates & said.recorded:
            spots = (fates | fates >> RECEIVED) & said.spots
            numbers[spots] = numbers.get(spots, 0) + 1
    others = said.spots.bit_count() - sum(numbers.values())
    spots = (rest | rest >> RECEIVED) & said.spots
    if spots != said.spots:
        numbers[spots] = numbers.get(spots, 0) + others
    return _no_crowd(numbers)


def _no_crowd(numbers: Mapping[int, int]) -> bool:
    """Hall's theorem: everyone finds a spot unless some who compete have fewer spots between them than they are.
    `numbers` gives how many cards may lie in which spots; only overlapping groups need to be checked."""
    groups = set(numbers)
    unseen = list(groups)
    while unseen:
        group = unseen.pop()
        if sum(number for spots, number in numbers.items() if not spots & ~group) > group.bit_count():
            return False
        for spots in numbers:
            wider = group | spots
            if spots & group and wider not in groups:
                groups.add(wider)
                unseen.append(wider)
    return True


# --- what the table has seen ------------------------------------------------------------------------------------------


def unplayed_seen(record: Record) -> dict[Seat, tuple[Card, ...]]:
    """For each seat the cards seen in its hand that may still be there, in the order first seen (R7.4, J2.4): those
    not played, not known to be discarded or passed since, and not known to lie elsewhere."""
    seen: list[tuple[Seat, Card]] = []
    unrecorded = Counter(record.pack)
    for move in record.moves:
        if isinstance(move, Seen):
            for card in dict.fromkeys(move.cards):
                seen += [(move.seat, card)] * (move.cards.count(card) - seen.count((move.seat, card)))
        elif isinstance(move, Passed):
            _strike(seen, move.giver, move.cards or ())
        elif move.card is not None:
            _strike(seen, move.seat, (move.card,))
            unrecorded[move.card] -= 1
    still: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for seat, card in reversed(seen):  # the newest sighting first: where there are too few copies, an older one is past
        if unrecorded[card] > 0:
            unrecorded[card] -= 1
            still[seat].insert(0, card)
    return {seat: tuple(cards) for seat, cards in still.items()}


def _strike(seen: list[tuple[Seat, Card]], seat: Seat, cards: Sequence[Card]) -> None:
    """Removes cards that have left the hand."""
    for card in cards:
        if (seat, card) in seen:
            seen.remove((seat, card))
