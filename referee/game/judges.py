"""Can this fact happen now (J1)? One function for each kind of fact: it returns, or raises Refused with the first reason.

The order of reasons is that of docs/api.md. Whether a play is legal is not judged here (R7 is). `phases` lists the
phases in which a kind of fact can happen at all."""

from __future__ import annotations

from collections.abc import Sequence

from referee.events import types as fact
from referee.game.refused import Refused
from referee.game.state import (
    Deal,
    Exchanging,
    Match,
    Over,
    Phase,
    Playing,
    seat_to_play,
    seat_to_speak,
    tricks_taken,
)
from referee.rules.auction import PASS, ladder, sayable
from referee.rules.cards import Card
from referee.rules.moves import Discarded, Move, Passed, Played, Seen
from referee.rules.options import Rules
from referee.rules.seats import Seat, clockwise_from
from referee.rules.whereabouts import fits

BY_RULING = ("ace-no-face", "renege")  # why the referee throws a deal in; no table records it


def dealer_changed(match: Match, event: fact.DealerChanged) -> None:
    """Another dealer, while the deal has no call and no discard, unless the cards shown make it impossible (R2.4)."""
    deal = match.deal
    begun = deal.calls or any(isinstance(move, Discarded) for move in deal.moves)
    if event.deal != deal.number or begun or event.dealer is deal.dealer:
        raise Refused("not-now", "R2.4", phase=deal.stage.phase.value)
    if not fits(deal._replace(dealer=event.dealer).record(match.rules)):
        shown = next(card for move in deal.moves if isinstance(move, Seen) for card in move.cards)
        raise Refused("card-not-in-hand", "R2.4", card=str(shown))


def dealer_discarded(match: Match, event: fact.DealerDiscarded) -> None:
    if event.deal != match.deal.number or isinstance(match.deal.stage, Over):
        return _late_discard(match, event)
    if match.deal.stage.phase is not Phase.DISCARD:
        raise Refused("not-now", "V3.1", phase=match.deal.stage.phase.value)
    _must_fit(match, match.deal, Discarded(match.deal.dealer, event.card, 0), (event.card,))


def _late_discard(match: Match, event: fact.DealerDiscarded) -> None:
    """A discard that lay face down, named once its deal is over (V3.1)."""
    deal = _some_deal(match, event.deal)
    hidden = [move for move in deal.moves if isinstance(move, Discarded) and move.card is None]
    if not isinstance(deal.stage, Over) or not hidden or event.card is None:
        raise Refused("not-now", "V3.1", phase=deal.stage.phase.value)
    moves = tuple(move._replace(card=event.card) if move in hidden else move for move in deal.moves)
    _moves_must_fit(match, deal, moves, (event.card,))


def bid_made(match: Match, event: fact.BidMade) -> None:
    deal, rules = match.deal, match.rules
    _in_turn(event.seat, seat_to_speak(deal, rules), "R3.1")
    may = sayable(deal.calls, rules)
    if event.bid in may:
        return
    if event.bid == PASS:
        raise Refused("dealer-must-bid", "V1", lowest=may[0])
    raise Refused("bid-too-low", "R3.3", lowest=next(bid for bid in may if bid != PASS))


def contract_declared(match: Match, event: fact.ContractDeclared) -> None:
    if match.deal.calls:
        raise Refused("not-now", "J4.1", phase=match.deal.stage.phase.value)
    if event.bid not in ladder(match.rules):
        raise Refused("bid-too-low", "R3.2", lowest=ladder(match.rules)[0])


def deal_thrown_in(match: Match, event: fact.DealThrownIn) -> None:
    """A misdeal before the first lead (R2.3), or a deal passed by all (R3.6). For a ruling only the referee throws in."""
    deal = match.deal
    if event.reason == "misdeal" and not deal.tricks:
        return
    if event.reason == "all-passed" and not deal.calls and deal.stage.phase in (Phase.AUCTION, Phase.DISCARD):
        if match.rules.all_pass == "stick-the-dealer":
            raise Refused("dealer-must-bid", "V1", lowest=ladder(match.rules)[0])
        return
    raise Refused("not-now", "R2.3", phase=deal.stage.phase.value)


def still_thrown_in(match: Match, event: fact.DealThrownIn) -> None:
    """After a correction: a deal that a ruling has ended stays ended, whatever becomes of the ruling (docs/api.md)."""
    if isinstance(match.deal.stage, Over):
        raise Refused("not-now", phase=match.deal.stage.phase.value)
    if event.reason not in BY_RULING:
        deal_thrown_in(match, event)


def trump_named(match: Match, event: fact.TrumpNamed) -> None:
    """Whatever the rules know may be named (R4.1)."""


def cards_exchanged(match: Match, event: fact.CardsExchanged) -> None:
    deal = _some_deal(match, event.deal)
    if isinstance(deal.stage, Exchanging):
        maker, count = deal.stage.contract.maker, match.rules.ask_cards
        if event.discarded == ():
            count = 0
        passed = (Passed(maker, count, event.discarded, 0), Passed(maker.partner, count, event.received, 0))
        moves = (*deal.moves, *passed)
    else:
        moves = _filled_in(deal, event)
    _moves_must_fit(match, deal, moves, (*(event.discarded or ()), *(event.received or ())))


def _filled_in(deal: Deal, event: fact.CardsExchanged) -> tuple[Move, ...]:
    """The moves with the cards that were passed face down named; what is known already stands (R5.3)."""
    named = {deal.maker: event.discarded, deal.maker.partner if deal.maker else None: event.received}
    passed = [move for move in deal.moves if isinstance(move, Passed)]
    known_again = any(move.cards is not None and named[move.giver] is not None for move in passed)
    if not passed or known_again or event.discarded is event.received is None:
        raise Refused("not-now", "R5.3", phase=deal.stage.phase.value)
    return tuple(
        move._replace(cards=named[move.giver]) if isinstance(move, Passed) and named[move.giver] is not None else move
        for move in deal.moves
    )


def card_played(match: Match, event: fact.CardPlayed) -> None:
    deal, rules = match.deal, match.rules
    stage = deal.stage
    assert isinstance(stage, Playing)
    if stage.contract.trump is None:
        raise Refused("not-now", "J4.1", phase=stage.phase.value)
    if event.seat is stage.contract.sitting_out:
        raise Refused("sits-out", "R6.2", seat=event.seat.value)
    turn = seat_to_play(deal, stage, rules)
    if event.seat is not turn:
        _has_cards(deal, event.seat, rules)
        leads = not stage.tricks or stage.tricks[-1].winner is not None
        if not (event.out_of_turn and leads):
            raise Refused("not-your-turn", "R4.3", seat=turn.value)
    _not_played(deal.moves, event.card, rules.decks)
    if not deal.plain:
        _must_fit(match, deal, Played(event.seat, event.card, _running_trick(stage), 0), (event.card,))


def _running_trick(stage: Playing) -> int:
    return len(stage.tricks) + (not stage.tricks or stage.tricks[-1].winner is not None)


def _has_cards(deal: Deal, seat: Seat, rules: Rules) -> None:
    if sum(isinstance(move, Played) and move.seat is seat for move in deal.moves) == rules.all_tricks:
        raise Refused("no-cards-left", "R4.5", seat=seat.value)


def trick_taken(match: Match, event: fact.TrickTaken) -> None:
    deal, stage = match.deal, match.deal.stage
    assert isinstance(stage, Playing)
    if stage.tricks and stage.tricks[-1].winner is None:
        raise Refused("not-now", "J4.1", phase=stage.phase.value)
    if event.winner is stage.contract.sitting_out:
        raise Refused("sits-out", "R6.2", seat=event.winner.value)
    number = len(stage.tricks) + 1
    leader = seat_to_play(deal, stage, match.rules)
    gaps = [Played(seat, None, number, 0) for seat in clockwise_from(leader, stage.contract.sitting_out)]
    _moves_must_fit(match, deal, (*deal.moves, *gaps), ())


def tricks_counted(match: Match, event: fact.TricksCounted) -> None:
    taken = tricks_taken(match.deal.tricks)
    if event.NS + event.EW != match.rules.all_tricks or event.NS < taken.ns or event.EW < taken.ew:
        raise Refused("counts-do-not-add-up", "J4.2", all=match.rules.all_tricks, NS=taken.ns, EW=taken.ew)


def cards_shown(match: Match, event: fact.CardsShown) -> None:
    deal = _some_deal(match, event.deal)
    _has_cards(deal, event.seat, match.rules)
    for card in event.cards:
        _not_played(deal.moves, card, match.rules.decks)
    _must_fit(match, deal, Seen(event.seat, event.cards, 0), event.cards)


def deal_started(match: Match, event: fact.DealStarted) -> None:
    """The next deal, when the last one is over (R2.2)."""
    if event != next_deal(match):
        raise Refused("not-now", "R2.2", phase=match.deal.stage.phase.value)


def next_deal(match: Match) -> fact.DealStarted:
    """The deal that follows the current one, by its dealer (R2.2, R2.3, R3.6)."""
    stage, rules = match.deal.stage, match.rules
    thrown_in = stage.thrown_in if isinstance(stage, Over) else None
    again = (thrown_in == "misdeal" and rules.misdeal == "same-dealer") or (
        thrown_in == "all-passed" and rules.all_pass == "redeal-same-dealer"
    )
    dealer = match.deal.dealer if again else match.deal.dealer.left
    return fact.DealStarted(match.deal.number + 1, dealer)


def _some_deal(match: Match, number: int) -> Deal:
    deal = match.deal_numbered(number)
    if deal is None:
        raise Refused("no-such-deal", deal=number)
    return deal


def _in_turn(seat: Seat, turn: Seat, rule: str) -> None:
    if seat is not turn:
        raise Refused("not-your-turn", rule, seat=turn.value)


def _not_played(moves: tuple[Move, ...], card: Card, decks: int) -> None:
    if [move.card for move in moves if isinstance(move, Played)].count(card) >= decks:
        raise Refused("card-already-played", "J1", card=str(card))


def _must_fit(match: Match, deal: Deal, move: Move, cards: Sequence[Card | None]) -> None:
    _moves_must_fit(match, deal, (*deal.moves, move), cards)


def _moves_must_fit(match: Match, deal: Deal, moves: tuple[Move, ...], cards: Sequence[Card | None]) -> None:
    """Refuses an entry after which no distribution of the unseen cards fits the record any more (J1)."""
    if fits(deal._replace(moves=moves).record(match.rules)):
        return
    named = [card for card in cards if card]
    for card in named:
        _not_played(deal.moves, card, match.rules.decks)
    raise Refused("card-not-in-hand", "J1", **({"card": str(named[0])} if named else {}))
