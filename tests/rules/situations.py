"""Random situations at the table, from tiny packs, so that every distribution of the unseen cards can be counted out.

The deals are really played, by anybody's rules and nobody's, so the records fit; `disturbed` ones need not."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from referee.game.forms import trumps
from referee.rules.cards import JOKER, Card, pack
from referee.rules.moves import Discarded, Move, Passed, Played, Record, Seen, hands_as_dealt, record_of
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, Seat, clockwise_from
from referee.rules.trump import Trump, suit_of


class Situation(NamedTuple):
    """`kinds` names what occurs in the record, for counting; `after` are the true hands after each card played."""

    kinds: frozenset[str]
    trump: Trump
    record: Record
    after: tuple[tuple[Card, ...], ...] = ()


def situation(random: Random) -> Situation:
    """A deal that was played up to a random moment, and what the log holds of it."""
    decks, lowest = random.choice(((1, "9"), (1, "9"), (2, "9"), (2, "J")))
    joker = decks == 1 and random.random() < 0.3
    size = random.choice((2, 2, 3))
    trump = random.choice(tuple(Trump)[:4] if joker else tuple(Trump))
    dealer = random.choice(SEATS)
    dealt = [size + (joker and seat is dealer) for seat in SEATS]
    cards = _tiny_pack(random, sum(dealt), decks, joker, lowest)
    table = _Table(random, cards, dealt)
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
        if random.random() < 0.4:
            table.lay_down(seat)
    kinds = {lone or "all four", f"decks {decks}", "joker" if joker else "no joker"}
    if trump.suit is None:
        kinds.add("no trump")
    if lowest == "J":
        kinds.add("short double pack")
    out = maker.partner if lone else None
    record = Record(tuple(cards), (dealt[0], dealt[1], dealt[2], dealt[3]), out, tuple(table.moves))
    return Situation(frozenset(kinds | table.kinds), trump, record, tuple(table.after))


def whole_deal(random: Random, preset: str, follow: float, gaps: float = 0.0, seen: float = 0.0) -> Situation:
    """A deal of the real game, played to its end: `follow` is how often a player who can follows suit, `gaps` how often
    only the winner of a trick is recorded, `seen` how often cards are shown (or the exchange not recorded)."""
    rules = rules_of(preset, {})
    lone = random.choice(("", "", "moon", "ask" if rules.ask_cards else "moon"))
    maker, dealer = random.choice(SEATS), random.choice(SEATS)
    trump = random.choice(trumps(rules))
    table = _Table(
        random,
        list(pack(rules.decks, rules.joker, rules.lowest_card)),
        list(hands_as_dealt(rules, dealer)),
        follow,
        seen,
    )
    table.maybe_see("sighting")
    if rules.joker:
        table.discard(dealer)
    if lone == "ask":
        table.exchange(maker, rules.ask_cards)
    out = maker.partner if lone else None
    for trick in range(1, rules.all_tricks + 1):
        table.trick(trick, clockwise_from(random.choice([seat for seat in SEATS if seat is not out]), out), trump, gaps)
    deal = record_of(rules, dealer, out, tuple(table.moves))
    return Situation(frozenset(table.kinds), trump, deal, tuple(table.after))


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
            moves[index] = move._replace(cards=tuple(random.choices(record.pack, k=move.size)))
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


def _tiny_pack(random: Random, number: int, decks: int, joker: bool, lowest: str) -> list[Card]:
    suits = random.sample(("C", "D", "H", "S"), random.choice((2, 3)) if decks == 2 else 3)
    cards = [card for card in pack(1, False, lowest) if card.suit and card.suit.value in suits]
    chosen = random.sample(cards, (number - joker) // decks) * decks + [JOKER] * joker
    random.shuffle(chosen)
    return chosen


def _play(random: Random, table: _Table, trump: Trump, sitting_out: Seat | None, size: int) -> None:
    """Tricks up to a random moment, mostly late in the deal; some of them recorded by their winner only."""
    stop = random.choice((1, 2, 2)) if size == 2 else random.choice((1, 2, 2, 3, 3, 3))
    for trick in range(1, stop + 1):
        order = clockwise_from(random.choice([seat for seat in SEATS if seat is not sitting_out]), sitting_out)
        if trick == stop:
            order = order[: random.randint(1, len(order))]
        table.trick(trick, order, trump, gaps=0.2)


class _Table:
    """The hands as they really are, and the log."""

    def __init__(
        self, random: Random, cards: list[Card], dealt: list[int], follow: float = 0.4, seen: float = 0.35
    ) -> None:
        self.random, self.follow, self.seen = random, follow, seen
        self.moves: list[Move] = []
        self.kinds: set[str] = set()
        self.after: list[tuple[Card, ...]] = []
        shuffled = iter(random.sample(cards, len(cards)))
        self.hands = {seat: [next(shuffled) for _ in range(size)] for seat, size in zip(SEATS, dealt, strict=True)}

    def maybe_see(self, kind: str) -> None:
        if self.random.random() < self.seen:
            seat = self.random.choice([seat for seat in SEATS if self.hands[seat]] or [Seat.N])
            number = min(len(self.hands[seat]), self.random.choice((1, 1, 1, 2, 3)))
            cards = self.random.sample(self.hands[seat], number)
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
        named = self.random.random() < 0.4 or not self.seen
        self.kinds.add("discard named" if named else "discard face down")
        self.moves.append(Discarded(dealer, card if named else None, len(self.moves)))

    def exchange(self, maker: Seat, count: int) -> None:
        given = [self._taken(maker) for _ in range(count)]
        received = [self._taken(maker.partner) for _ in range(count)]
        self.hands[maker] += received
        self.hands[maker.partner] += given
        for giver, cards, name in ((maker, given, "given"), (maker.partner, received, "received")):
            named = self.random.random() < 0.4 or not self.seen
            self.kinds.add(name + (" named" if named else " face down"))
            self.moves.append(Passed(giver, count, tuple(cards) if named else None, len(self.moves)))

    def trick(self, number: int, order: tuple[Seat, ...], trump: Trump, gaps: float) -> None:
        gap = self.random.random() < gaps
        led = None
        for seat in order:
            led = self.play(seat, number, led, trump, gap)
            if self.random.random() < self.seen / 4:
                self.take_back(seat, number)
            if self.random.random() < 0.15:
                self.maybe_see("sighting")
        self.maybe_see("sighting")

    def play(self, seat: Seat, trick: int, led: Card | None, trump: Trump, gap: bool) -> Card | None:
        """A card that follows suit or does not. Returns the card led to the trick."""
        hand = self.hands[seat]
        follow = [card for card in hand if led and suit_of(card, trump) is suit_of(led, trump)]
        card = self.random.choice(follow if follow and self.random.random() < self.follow else hand)
        hand.remove(card)
        self.after.append(tuple(hand))
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
