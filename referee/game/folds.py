"""How the facts of a deal change the table: one function a kind of fact, no judging (what is recorded has happened)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pyrsistent import pvector

from referee.events import types as fact
from referee.game.state import (
    Bidding,
    Contract,
    Deal,
    Discarding,
    Exchanging,
    Line,
    Match,
    NamingTrump,
    Over,
    Playing,
    Stage,
    Trick,
    seat_to_play,
    tricks_taken,
)
from referee.rules.auction import ASK, Call, highest_call, sayable, was_stuck
from referee.rules.moves import Discarded, Move, Passed, Played, Seen, after_taking_back
from referee.rules.options import Rules
from referee.rules.scoring import Score, deal_lines, is_made, lost_lines
from referee.rules.seats import Team, clockwise_from
from referee.rules.tricks import winning_index


def opened(event: fact.MatchOpened) -> Match:
    """The table before its first deal; the deal-started event that follows in the same act makes it playable."""
    score = Score(event.initial_score[Team.NS], event.initial_score[Team.EW])
    nothing = Deal(0, event.first_dealer, Over(None, (), None, None, None))
    return Match(event, pvector(), nothing, score)


def unchanged(match: Match, event: fact.Event, version: int) -> Match:
    """The table as it was: a concession is ruled by the fact that follows it, a correction has changed the entries."""
    return match


def deal_started(match: Match, event: fact.DealStarted, version: int) -> Match:
    stage = Discarding() if match.rules.joker else Bidding()
    past = match.past.append(match.deal) if match.deal.number else match.past
    counted = match.deals_that_count if match.deal.number else 0
    return match._replace(past=past, deal=Deal(event.deal, event.dealer, stage), counted=counted)


def dealer_changed(match: Match, event: fact.DealerChanged, version: int) -> Match:
    return match.with_deal(match.deal._replace(dealer=event.dealer))


def dealer_discarded(match: Match, event: fact.DealerDiscarded, version: int) -> Match:
    deal = deal_of(match, event.deal)
    move = Discarded(deal.dealer, event.card, version)
    if isinstance(deal.stage, Discarding):
        return with_deal(match, deal._replace(stage=Bidding(), moves=(*deal.moves, move), plain=False))
    return with_deal(match, deal._replace(moves=_replaced(deal.moves, Discarded, move)))


def bid_made(match: Match, event: fact.BidMade, version: int) -> Match:
    deal = match.deal
    calls = (*deal.calls, Call(event.seat, event.bid, event.trump))
    stage = deal.stage if sayable(calls, match.rules) else _stage_after_auction(highest_call(calls))
    return match.with_deal(deal._replace(calls=calls, stage=stage))


def _stage_after_auction(standing: Call | None) -> Stage:
    """Trump is to be named, unless the bid has named it (V7); a deal that all have passed is over (R3.6)."""
    if standing is None:
        return Over(None, (), None, None, "all-passed")
    if standing.trump:
        return _stage_under(Contract(standing.seat, standing.bid, standing.trump))
    return NamingTrump(standing.seat, standing.bid)


def contract_declared(match: Match, event: fact.ContractDeclared, version: int) -> Match:
    deal = match.deal
    if isinstance(deal.stage, Discarding):
        deal = deal._replace(moves=(*deal.moves, Discarded(deal.dealer, None, version)), plain=False)
    contract = Contract(event.maker, event.bid, event.trump)
    if event.trump is None and event.bid == ASK:
        return match.with_deal(_exchanged_face_down(deal, contract, match.rules, version))
    return match.with_deal(deal._replace(stage=_stage_under(contract)))


def trump_named(match: Match, event: fact.TrumpNamed, version: int) -> Match:
    stage: Any = match.deal.stage
    return match.with_deal(match.deal._replace(stage=_stage_under(Contract(stage.maker, stage.bid, event.suit))))


def _stage_under(contract: Contract) -> Stage:
    return Exchanging(contract) if contract.bid == ASK else Playing(contract, ())


def cards_exchanged(match: Match, event: fact.CardsExchanged, version: int) -> Match:
    deal = deal_of(match, event.deal)
    if not isinstance(deal.stage, Exchanging):
        return with_deal(match, _exchange_filled_in(deal, event, version))
    contract, count = deal.stage.contract, match.rules.ask_cards
    if event.discarded == ():  # no trump with the partner, nothing exchanged (ask_no_trump)
        count = 0
    given = Passed(contract.maker, count, event.discarded, version)
    received = Passed(contract.maker.partner, count, event.received, version)
    moves = (*deal.moves, given, received)
    return with_deal(match, deal._replace(stage=Playing(contract, ()), moves=moves, plain=False))


def _exchange_filled_in(deal: Deal, event: fact.CardsExchanged, version: int) -> Deal:
    named = {deal.maker: event.discarded, deal.maker.partner if deal.maker else None: event.received}
    moves = tuple(
        move._replace(cards=named[move.giver], version=version)
        if isinstance(move, Passed) and named[move.giver] is not None
        else move
        for move in deal.moves
    )
    return deal._replace(moves=moves)


def _exchanged_face_down(deal: Deal, contract: Contract, rules: Rules, version: int) -> Deal:
    """An ask recorded without its exchange: the cards passed unseen (R5.3)."""
    moves = tuple(Passed(seat, rules.ask_cards, None, version) for seat in (contract.maker, contract.maker.partner))
    return deal._replace(stage=Playing(contract, ()), moves=(*deal.moves, *moves), plain=False)


def card_played(match: Match, event: fact.CardPlayed, version: int) -> Match:
    deal: Deal = match.deal
    stage: Any = deal.stage
    tricks: tuple[Trick, ...] = stage.tricks
    running = tricks[-1] if tricks and tricks[-1].winner is None else None
    if running:
        play = Played(event.seat, event.card, running.number, version)
        trick = Trick(running.number, running.leader, (*running.plays, play), None)
        tricks = tricks[:-1]
    else:
        play = Played(event.seat, event.card, len(tricks) + 1, version)
        trick = Trick(play.trick, event.seat, (play,), None)
    if len(trick.plays) == _players(stage.contract):
        trick = _decided(trick, stage.contract, match.rules)
    return _after_tricks(match, deal, (*deal.moves, play), stage.contract, (*tricks, trick))


def _players(contract: Contract) -> int:
    return 3 if contract.sitting_out else 4


def _decided(trick: Trick, contract: Contract, rules: Rules) -> Trick:
    """A trick of which all cards lie on the table, with its winner (R4.4)."""
    assert contract.trump is not None
    cards = [play.card for play in trick.plays if play.card]
    return trick._replace(winner=trick.plays[winning_index(cards, contract.trump, rules.identical_cards)].seat)


def trick_taken(match: Match, event: fact.TrickTaken, version: int) -> Match:
    deal = match.deal
    stage: Any = deal.stage
    leader = seat_to_play(deal, stage, match.rules)
    number = len(stage.tricks) + 1
    gaps = tuple(Played(seat, None, number, version) for seat in clockwise_from(leader, stage.contract.sitting_out))
    tricks = (*stage.tricks, Trick(number, leader, (), event.winner))
    return _after_tricks(match, deal._replace(plain=False), (*deal.moves, *gaps), stage.contract, tricks)


def _after_tricks(
    match: Match, deal: Deal, moves: tuple[Move, ...], contract: Contract, tricks: tuple[Trick, ...]
) -> Match:
    if len(tricks) == match.rules.all_tricks and tricks[-1].winner:
        return _scored(match, deal._replace(moves=moves), contract, tricks, tricks_taken(tricks))
    played = Deal(
        deal.number, deal.dealer, Playing(contract, tricks), deal.calls, moves, deal.lines, deal.plain, deal.claims
    )
    return match.with_deal(played)


def tricks_counted(match: Match, event: fact.TricksCounted, version: int) -> Match:
    deal = match.deal
    if isinstance(deal.stage, Exchanging):
        deal = _exchanged_face_down(deal, deal.stage.contract, match.rules, version)
    stage: Any = deal.stage
    return _scored(match, deal, stage.contract, stage.tricks, Score(event.NS, event.EW))


def _scored(match: Match, deal: Deal, contract: Contract, tricks: tuple[Trick, ...], taken: Score) -> Match:
    """The deal played or agreed to its end, with the lines it scores (R8)."""
    rules, makers = match.rules, contract.maker.team
    made = is_made(contract.bid, makers, taken, rules)
    stuck = was_stuck(contract.bid, contract.maker, deal.dealer, rules)
    lines = tuple(Line(*line) for line in deal_lines(contract.bid, makers, taken, rules, stuck))
    deal = deal._replace(stage=Over(contract, tricks, taken, made, None))
    return booked(match.with_deal(deal), lines)


def cards_shown(match: Match, event: fact.CardsShown, version: int) -> Match:
    return with_seen(match, event.deal, Seen(event.seat, event.cards, version))


def cards_recorded(match: Match, event: fact.CardsRecorded, version: int) -> Match:
    """The turned-up tricks in place of gaps and of what was only counted; sightings keep their moment (J4.3)."""
    deal = deal_of(match, event.deal)
    stage: Any = deal.stage
    known = {(move.seat, move.trick): move for move in deal.moves if isinstance(move, Played) and move.card}
    tricks = []
    for number, up in enumerate(event.tricks, 1):
        seats = clockwise_from(up.leader, stage.contract.sitting_out)
        turned_up = (Played(seat, card, number, version) for seat, card in zip(seats, up.cards, strict=True))
        plays = tuple(known.get((play.seat, number), play) for play in turned_up)
        tricks.append(_decided(Trick(number, up.leader, plays, None), stage.contract, match.rules))
    plays_in_order = (play for trick in tricks for play in trick.plays)
    moves = [next(plays_in_order) if isinstance(move, Played) else move for move in deal.moves]
    moves += plays_in_order
    return with_deal(match, deal._replace(stage=replace(stage, tricks=tuple(tricks)), moves=tuple(moves)))


def deal_thrown_in(match: Match, event: fact.DealThrownIn, version: int) -> Match:
    deal = match.deal
    if event.lost_by:
        return _lost(match, deal, event.lost_by)
    return match.with_deal(deal._replace(stage=Over(_contract_so_far(deal), deal.tricks, None, None, event.reason)))


def _lost(match: Match, deal: Deal, loser: Team) -> Match:
    """The deal ended by a renege of that team, with the lines it scores as far as it was played (R7.5)."""
    contract, rules = deal.contract, match.rules
    assert contract is not None
    stuck = was_stuck(contract.bid, contract.maker, deal.dealer, rules)
    taken = tricks_taken(deal.tricks)
    lines = lost_lines(contract.bid, contract.maker.team, taken, loser, rules, stuck)
    deal = deal._replace(stage=Over(contract, deal.tricks, None, None, None, loser))
    return booked(match.with_deal(deal), tuple(Line(*line) for line in lines))


def _contract_so_far(deal: Deal) -> Contract | None:
    """What is known of the contract of a deal that ends where it stands, trump perhaps not yet named."""
    if isinstance(deal.stage, NamingTrump):
        return Contract(deal.stage.maker, deal.stage.bid, None)
    return deal.contract


def card_corrected(match: Match, event: fact.CardCorrected, version: int) -> Match:
    """A card of the current trick replaced, and the first one seen in the hand before it (R7.4).

    A slip of the scorer has been put right in the entry itself (J3): nothing is left to do here."""
    if event.kind == "entry":
        return match
    deal = match.deal
    stage: Any = deal.stage
    trick: Trick = stage.tricks[-1]
    old = next(play for play in trick.plays if play.version == event.version)
    plays = tuple(play._replace(card=event.card) if play is old else play for play in trick.plays)
    trick = trick._replace(plays=plays)
    if trick.winner:
        trick = _decided(trick, stage.contract, match.rules)
    moves = after_taking_back(deal.moves, old, event.card, version)
    stage = replace(stage, tricks=(*stage.tricks[:-1], trick))
    return match.with_deal(deal._replace(stage=stage, moves=moves, plain=False))


def match_closed(match: Match, event: fact.MatchClosed, version: int) -> Match:
    deal = match.deal
    if event.abandoned or event.early:
        deal = deal._replace(stage=Over(_contract_so_far(deal), deal.tricks, None, None, None))
    return match._replace(deal=deal, closed=True, abandoned=event.abandoned, early=event.early)


def booked(match: Match, lines: tuple[Line, ...]) -> Match:
    """The lines booked in the current deal, and added to the score."""
    score = match.score
    for line in lines:
        score = score.plus(line.team, line.points)
    return match._replace(deal=match.deal._replace(lines=match.deal.lines.extend(lines)), score=score)


def with_seen(match: Match, number: int, seen: Seen) -> Match:
    deal = deal_of(match, number)
    return with_deal(match, deal._replace(moves=(*deal.moves, seen), plain=False))


def deal_of(match: Match, number: int) -> Deal:
    deal = match.deal_numbered(number)
    assert deal is not None
    return deal


def with_deal(match: Match, deal: Deal) -> Match:
    if deal.number == match.deal.number:
        return match.with_deal(deal)
    return match._replace(past=match.past.set(deal.number - 1, deal))


def _replaced(moves: tuple[Move, ...], kind: type, move: Move) -> tuple[Move, ...]:
    return tuple(move if isinstance(one, kind) else one for one in moves)
