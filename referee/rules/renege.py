"""What the referee finds on a renege claim (R7, J2.1-J2.5): the verdict, its ground and the facts that prove it.

Who claimed, when, and what it costs are not known here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from referee.rules.cards import JOKER, SUIT_CARDS, Card, Suit
from referee.rules.fates import RECEIVED, Need
from referee.rules.moves import Played, Record, Seen
from referee.rules.seats import Seat
from referee.rules.trump import Trump, strength, suit_of
from referee.rules.whereabouts import Supposed, Whereabouts, possible, whereabouts


class Verdict(Enum):
    """The answer to a claim (J2.1-J2.3, J2.9); the value is its code in the log and the API."""

    UPHELD = "upheld"
    REJECTED = "rejected"
    OPEN = "open"
    WITHDRAWN = "withdrawn"


class Ground(Enum):
    """Why a claim has its verdict, in the order of precedence (docs/api.md, Claims); the value is its code."""

    LED_SUIT_PLAYED_LATER = "led-suit-played-later"
    LED_SUIT_SHOWN = "led-suit-shown"
    MUST_HOLD_BY_COUNT = "must-hold-by-count"
    CONCEDED = "conceded"
    QUALIFIES = "qualifies"
    LED_THE_TRICK = "led-the-trick"
    SAT_OUT = "sat-out"
    TAKEN_BACK_IN_TIME = "taken-back-in-time"
    FOLLOWED_SUIT = "followed-suit"
    HAND_ACCOUNTED_FOR = "hand-accounted-for"
    SUIT_ACCOUNTED_FOR = "suit-accounted-for"
    NO_RENEGE = "no-renege"
    DOES_NOT_QUALIFY = "does-not-qualify"
    CARDS_UNSEEN = "cards-unseen"
    NOT_RECORDED = "not-recorded"

    verdict: Verdict


_GROUNDS = tuple(Ground)
for _ground in _GROUNDS[: _GROUNDS.index(Ground.LED_THE_TRICK)]:
    _ground.verdict = Verdict.UPHELD
for _ground in _GROUNDS[_GROUNDS.index(Ground.LED_THE_TRICK) : _GROUNDS.index(Ground.CARDS_UNSEEN)]:
    _ground.verdict = Verdict.REJECTED
for _ground in _GROUNDS[_GROUNDS.index(Ground.CARDS_UNSEEN) :]:
    _ground.verdict = Verdict.OPEN


class Finding(NamedTuple):
    """The verdict on one trick, and its facts (J2.10). `trick` is the trick the facts speak of; `would_prove` the
    cards that would prove an open claim, None unless the ground is cards-unseen; `by_count`, where it shows a proof by
    counting, the unnamed cards of the hand and the cards of other suits that they could be."""

    verdict: Verdict
    ground: Ground
    trick: int | None = None
    led: Card | None = None
    led_suit: Suit | None = None
    played: Card | None = None
    played_version: int | None = None
    proof: Card | None = None
    proof_version: int | None = None
    would_prove: tuple[Card, ...] | None = None
    by_count: tuple[int, int] | None = None


def finding(record: Record, trump: Trump | None, accused: Seat, trick: int) -> Finding:
    """Whether the accused reneged on this trick, by a consistent record (J2.1-J2.4). A trick without moves was agreed
    by count (J4.2); `trump` is None if it was not recorded, and then no card was."""
    return _on_trick(record, trump, accused, trick, lambda: _prepared(record))


def deal_finding(
    record: Record, trump: Trump | None, accused: Seat, tricks: Sequence[int]
) -> tuple[Finding, tuple[Finding, ...]]:
    """The finding on a claim that covers these tricks, and those on each of them. It speaks of the first trick that
    decides; an open one lists what would prove a renege on any of them."""
    prepared = cache(lambda: _prepared(record))
    findings = tuple(_on_trick(record, trump, accused, trick, prepared) for trick in tricks)
    return _overall(findings), findings


def _overall(findings: Sequence[Finding]) -> Finding:
    """Upheld if one is, else open if one is (because of unseen cards, before cards not recorded), else rejected."""
    for found in findings:
        if found.verdict is Verdict.UPHELD:
            return found
    unproven = [found for found in findings if found.ground is Ground.CARDS_UNSEEN]
    if unproven:
        proving = dict.fromkeys(card for found in unproven for card in found.would_prove or ())
        return unproven[0]._replace(would_prove=tuple(proving))
    for found in findings:
        if found.verdict is Verdict.OPEN:
            return found
    return Finding(Verdict.REJECTED, Ground.NO_RENEGE)


def _prepared(record: Record) -> Whereabouts:
    where = whereabouts(record)
    assert where is not None, "a record that fits adds up (J1)"
    return where


def _on_trick(
    record: Record, trump: Trump | None, accused: Seat, trick: int, prepared: Callable[[], Whereabouts]
) -> Finding:
    """The finding on one trick; `prepared` is called only if the trick's own cards do not decide."""
    plays = [move for move in record.moves if type(move) is Played]
    in_trick = [move for move in plays if move.trick == trick]
    own = next((move for move in in_trick if move.seat is accused), None)
    led = in_trick[0].card if in_trick else None
    led_suit = suit_of(led, trump) if led and trump else None
    facts = Finding(Verdict.OPEN, Ground.NOT_RECORDED, trick, led, led_suit)
    if own and own.card:
        facts = facts._replace(played=own.card, played_version=own.version)
    if own and own is in_trick[0]:
        return _found(facts, Ground.LED_THE_TRICK)
    if accused is record.sitting_out:
        return _found(facts, Ground.SAT_OUT)
    if not (own and own.card and led and trump):
        return facts
    if suit_of(own.card, trump) is led_suit:
        return _found(facts, _ground_for_following(record, trump, facts, accused))
    return _on_discard(facts, trump, accused, plays, plays.index(own), prepared)


def _found(facts: Finding, ground: Ground, proof: Card | None = None, version: int | None = None) -> Finding:
    return facts._replace(verdict=ground.verdict, ground=ground, proof=proof, proof_version=version)


def _ground_for_following(record: Record, trump: Trump, facts: Finding, accused: Seat) -> Ground:
    """The ground for a seat that followed suit: if only with a second card, it took the first back in time (R7.4)."""
    taken_back = [
        card
        for move in record.moves
        if type(move) is Seen and move.trick == facts.trick and move.seat is accused
        for card in move.cards
    ]
    if any(suit_of(card, trump) is not facts.led_suit for card in taken_back):
        return Ground.TAKEN_BACK_IN_TIME
    return Ground.FOLLOWED_SUIT


# --- not following suit: what was left in the hand --------------------------------------------------------------------


def _on_discard(
    facts: Finding,
    trump: Trump,
    accused: Seat,
    plays: Sequence[Played],
    index: int,
    prepared: Callable[[], Whereabouts],
) -> Finding:
    """The finding if the accused did not follow suit: did the hand still hold a card of the led suit? (R7.1)"""
    for move in plays[index + 1 :]:
        if move.seat is accused and move.card and suit_of(move.card, trump) is facts.led_suit:
            return _found(facts, Ground.LED_SUIT_PLAYED_LATER, move.card, move.version)
    where = prepared()
    held = where.clues.held_after[index]
    suit = cards_of_suit(facts.led_suit, trump)
    proving = _cards_possibly_held(where, held, suit)
    if not proving:
        accounted = not _unseen_card_possibly_held(where, held)
        return _found(facts, Ground.HAND_ACCOUNTED_FOR if accounted else Ground.SUIT_ACCOUNTED_FOR)
    if possible(where, {card: Supposed(barred=held) for card in suit}):
        return _found(facts, Ground.CARDS_UNSEEN)._replace(would_prove=proving)
    return _held_for_certain(facts, where, accused, held, suit)


@cache
def cards_of_suit(suit: Suit | None, trump: Trump) -> tuple[Card, ...]:
    """The cards that belong to a suit in play, from low to high (R1.3-R1.5); in no-trump as printed."""
    order = trump if trump.suit else Trump.HIGH
    cards = [card for card in (*SUIT_CARDS, JOKER) if suit_of(card, trump) is suit]
    return tuple(sorted(cards, key=lambda card: strength(card, order, suit)))


def _cards_possibly_held(where: Whereabouts, held: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of which some copy can have had one of the fates `held` (J2.2). What holds for one card that
    nobody has seen holds for all of them."""
    supposed = Supposed(need=Need(1, held))
    never_seen = [card for card in cards if card not in where.ways and where.clues.unseen.get(card)]
    any_never_seen = bool(never_seen) and possible(where, {never_seen[0]: supposed})
    return tuple(
        card
        for card in cards
        if (any_never_seen if card in never_seen else card in where.ways and possible(where, {card: supposed}))
    )


def _unseen_card_possibly_held(where: Whereabouts, held: int) -> bool:
    """Whether a card that nobody has seen can have had one of the fates `held` (J2.4)."""
    if not held & where.clues.free:
        return False
    never_seen = [card for card, copies in where.clues.unseen.items() if copies and card not in where.ways][:1]
    return any(possible(where, {card: Supposed(unseen=held)}) for card in (*never_seen, *where.ways))


def _held_for_certain(facts: Finding, where: Whereabouts, accused: Seat, held: int, suit: Sequence[Card]) -> Finding:
    """Upheld: by the first card seen in that very hand that must still have been there, or by the count (J2.4)."""
    for seen in where.clues.sightings:
        if seen.seat is accused and seen.card in suit:
            gone = Supposed(need=Need(seen.copies, seen.fates & ~held))
            if not possible(where, {seen.card: gone}):
                return _found(facts, Ground.LED_SUIT_SHOWN, seen.card, seen.version)
    return _found(facts, Ground.MUST_HOLD_BY_COUNT)._replace(by_count=_count(where, held, suit))


def _count(where: Whereabouts, held: int, suit: Sequence[Card]) -> tuple[int, int] | None:
    """How many cards with a fate of `held` the log does not name, and how many cards of other suits they could be.

    None if it takes a closer look at the record to show that the first number is greater (J2.4)."""
    said = where.clues
    unnamed = ((held | held >> RECEIVED) & said.spots).bit_count()
    others = 0
    for card, copies in said.unseen.items():
        fates = said.known[card][0] if card in said.known else said.free
        if card not in suit and copies and possible(where, {card: Supposed(need=Need(1, held & fates))}):
            others += copies
    return (unnamed, others) if unnamed > others else None
