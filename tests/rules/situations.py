"""Random situations at the table, from tiny packs, so that every distribution of the unseen cards can be counted out.

The deals are really played, by anybody's rules and nobody's, so the records fit; `disturbed` ones need not."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from referee.rules.cards import JOKER, SUIT_CARDS, Card
from referee.rules.moves import Discarded, Move, Passed, Played, Record, Seen
from referee.rules.seats import SEATS, Seat, clockwise_from
from referee.rules.trump import Trump, suit_of


class Situation(NamedTuple):
    """`kinds` names what occurs in the record, for counting."""

    kinds: frozenset[str]
    trump: Trump
    record: Record


def situation(random: Random) -> Situation:
    """A deal that was played up to a random moment, and what the log holds of it."""
    decks = random.choice((1, 1, 2))
    joker = decks == 1 and random.random() < 0.3
    size = random.choice((2, 2, 3))
    trump = random.choice(tuple(Trump)[:4] if joker else tuple(Trump))
    dealer = random.choice(SEATS)
    dealt = [size + (joker and seat is dealer) for seat in SEATS]
    pack = _pack(random, sum(dealt), decks, joker)
    table = _Table(random, pack, dealt)
    lone = random.choice(("", "", "moon", "ask", "ask"))
    maker = random.choice(SEATS)
    table.maybe_see("sighting before the discard" if joker else "sighting")
    if joker:
        table.discard(dealer)
    if lone == "ask":
        table.maybe_see("sighting before the exchange")
        table.exchange(maker, random.randint(1, min(2, size)))
    _play(random, table, trump, maker.partner if lone else None, size)
    for seat in SEATS:
        if random.random() < 0.3:
            table.lay_down(seat)
    kinds = {lone or "all four", f"decks {decks}", "joker" if joker else "no joker"}
    if trump.suit is None:
        kinds.add("no trump")
    out = maker.partner if lone else None
    record = Record(tuple(pack), (dealt[0], dealt[1], dealt[2], dealt[3]), out, tuple(table.moves))
    return Situation(frozenset(kinds | table.kinds), trump, record)


def disturbed(random: Random, record: Record) -> Record:
    """The record with one or two things changed or added, which may not have been possible."""
    moves = list(record.moves)
    for _ in range(random.choice((1, 1, 2))):
        index = random.randrange(len(moves))
        move = moves[index]
        cards = tuple(random.choices(record.pack, k=random.choice((1, 1, 2))))
        if random.random() < 0.4:
            moves.insert(random.choice((index, len(moves))), Seen(random.choice(SEATS), cards, len(moves)))
        elif isinstance(move, Seen):
            moves[index] = move._replace(cards=cards)
        elif isinstance(move, Passed):
            moves[index] = move._replace(cards=tuple(random.choices(record.pack, k=move.count)))
        elif random.random() < 0.8:
            moves[index] = move._replace(card=cards[0])
        else:
            moves[index] = move._replace(seat=random.choice(SEATS))
    return record._replace(moves=_exchange_at_once(moves))


def _exchange_at_once(moves: list[Move]) -> tuple[Move, ...]:
    """Nothing comes between the two halves of an exchange."""
    passes = [index for index, move in enumerate(moves) if isinstance(move, Passed)]
    if len(passes) == 2:
        moves.insert(passes[0] + 1, moves.pop(passes[1]))
    return tuple(moves)


def _pack(random: Random, number: int, decks: int, joker: bool) -> list[Card]:
    suits = random.sample(("C", "D", "H", "S"), random.choice((2, 3)) if decks == 2 else 3)
    cards = [card for card in SUIT_CARDS if card.suit and card.suit.value in suits]
    pack = random.sample(cards, (number - joker) // decks) * decks + [JOKER] * joker
    random.shuffle(pack)
    return pack


def _play(random: Random, table: _Table, trump: Trump, sitting_out: Seat | None, size: int) -> None:
    """Tricks up to a random moment, mostly late in the deal; some of them recorded by their winner only."""
    stop = random.choice((1, 2, 2)) if size == 2 else random.choice((1, 2, 2, 3, 3, 3))
    for trick in range(1, stop + 1):
        order = clockwise_from(random.choice([seat for seat in SEATS if seat is not sitting_out]), sitting_out)
        if trick == stop:
            order = order[: random.randint(1, len(order))]
        gap = random.random() < 0.2
        led = None
        for seat in order:
            led = table.play(seat, trick, led, trump, gap)
            if random.random() < 0.08:
                table.take_back(seat, trick)
            if random.random() < 0.05:
                table.maybe_see("sighting")
        table.maybe_see("sighting")


class _Table:
    """The hands as they really are, and the log."""

    def __init__(self, random: Random, pack: list[Card], dealt: list[int]) -> None:
        self.random, self.moves, self.kinds = random, list[Move](), set[str]()
        cards = iter(random.sample(pack, len(pack)))
        self.hands = {seat: [next(cards) for _ in range(size)] for seat, size in zip(SEATS, dealt, strict=True)}

    def maybe_see(self, kind: str) -> None:
        if self.random.random() < 0.35:
            seat = self.random.choice([seat for seat in SEATS if self.hands[seat]] or [Seat.N])
            cards = self.random.sample(self.hands[seat], min(len(self.hands[seat]), self.random.choice((1, 1, 1, 2, 3))))
            self.kinds.add(kind)
            self.moves.append(Seen(seat, tuple(cards), len(self.moves)))

    def lay_down(self, seat: Seat) -> None:
        """All the cards that the hand still holds, or all but one."""
        cards = self.hands[seat][self.random.random() < 0.2 :]
        if cards:
            self.kinds.add("laid down")
            self.moves.append(Seen(seat, tuple(cards), len(self.moves)))

    def discard(self, dealer: Seat) -> None:
        card = self._taken(dealer)
        named = self.random.random() < 0.4
        self.kinds.add("discard named" if named else "discard face down")
        self.moves.append(Discarded(dealer, card if named else None, len(self.moves)))

    def exchange(self, maker: Seat, count: int) -> None:
        given = [self._taken(maker) for _ in range(count)]
        received = [self._taken(maker.partner) for _ in range(count)]
        self.hands[maker] += received
        self.hands[maker.partner] += given
        for giver, cards, name in ((maker, given, "given"), (maker.partner, received, "received")):
            named = self.random.random() < 0.4
            self.kinds.add(name + (" named" if named else " face down"))
            self.moves.append(Passed(giver, count, tuple(cards) if named else None, len(self.moves)))

    def play(self, seat: Seat, trick: int, led: Card | None, trump: Trump, gap: bool) -> Card | None:
        """Often a card that follows suit, often not. Returns the card led to the trick."""
        hand = self.hands[seat]
        follow = [card for card in hand if led and suit_of(card, trump) is suit_of(led, trump)]
        card = self.random.choice(follow if follow and self.random.random() < 0.4 else hand)
        hand.remove(card)
        if gap:
            self.kinds.add("gap")
        self.moves.append(Played(seat, None if gap else card, trick, len(self.moves)))
        return led or card

    def take_back(self, seat: Seat, trick: int) -> None:
        """The card that stands is in the log; the one first played is in the hand, and was seen."""
        if self.hands[seat]:
            self.kinds.add("taken back")
            self.moves.append(Seen(seat, (self.random.choice(self.hands[seat]),), len(self.moves), trick))

    def _taken(self, seat: Seat) -> Card:
        return self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))
