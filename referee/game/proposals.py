"""Between commands and facts: the facts that a command stands for as the table stands, and the command that a fact answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.events import types as fact
from referee.game import commands as ask
from referee.game.refused import Refused
from referee.game.state import Match, Playing, seat_to_play
from referee.rules.seats import SEATS, Seat, clockwise_from


def _change_dealer(match: Match, command: ask.ChangeDealer) -> tuple[fact.Event, ...]:
    return (fact.DealerChanged(match.deal.number, command.seat),)


def _discard(match: Match, command: ask.Discard) -> tuple[fact.Event, ...]:
    return (fact.DealerDiscarded(command.deal or match.deal.number, command.card),)


def _bid(match: Match, command: ask.Bid) -> tuple[fact.Event, ...]:
    return (fact.BidMade(command.seat, command.bid, command.trump),)


def _name_trump(match: Match, command: ask.NameTrump) -> tuple[fact.Event, ...]:
    return (fact.TrumpNamed(command.suit),)


def _exchange(match: Match, command: ask.Exchange) -> tuple[fact.Event, ...]:
    return (fact.CardsExchanged(command.deal or match.deal.number, command.discarded, command.received),)


def _play(match: Match, command: ask.Play) -> tuple[fact.Event, ...]:
    out_of_turn = command.out_of_turn and not _is_in_turn(match, command.seat)
    return (fact.CardPlayed(command.seat, command.card, out_of_turn),)


def _is_in_turn(match: Match, seat: Seat) -> bool:
    stage = match.deal.stage
    return isinstance(stage, Playing) and seat is seat_to_play(match.deal, stage, match.rules)


def _play_trick(match: Match, command: ask.PlayTrick) -> tuple[fact.Event, ...]:
    """The cards of a whole trick in turn order."""
    stage = match.deal.stage
    if not isinstance(stage, Playing) or (stage.tricks and stage.tricks[-1].winner is None):
        raise Refused("not-now", "J4.1", phase=stage.phase.value)
    seats = clockwise_from(seat_to_play(match.deal, stage, match.rules), stage.contract.sitting_out)
    if len(command.cards) != len(seats):
        raise Refused("invalid-request", "R4.3", field="cards", expected=len(seats))
    return tuple(fact.CardPlayed(seat, card) for seat, card in zip(seats, command.cards, strict=True))


def _take_trick(match: Match, command: ask.TakeTrick) -> tuple[fact.Event, ...]:
    return (fact.TrickTaken(command.winner),)


def _declare_contract(match: Match, command: ask.DeclareContract) -> tuple[fact.Event, ...]:
    return (fact.ContractDeclared(command.maker, command.bid, command.trump),)


def _count_tricks(match: Match, command: ask.CountTricks) -> tuple[fact.Event, ...]:
    return (fact.TricksCounted(command.ns, command.ew),)


def _record_result(match: Match, command: ask.RecordResult) -> tuple[fact.Event, ...]:
    return _declare_contract(match, command.contract) + _count_tricks(match, command.tricks)


def _record_all_passed(match: Match, command: ask.RecordAllPassed) -> tuple[fact.Event, ...]:
    return (fact.DealThrownIn("all-passed"),)


def _redeal(match: Match, command: ask.Redeal) -> tuple[fact.Event, ...]:
    return (fact.DealThrownIn("misdeal"),)


def _show(match: Match, command: ask.Show) -> tuple[fact.Event, ...]:
    return (fact.CardsShown(command.deal or match.deal.number, command.seat, command.cards),)


def _record_cards(match: Match, command: ask.RecordCards) -> tuple[fact.Event, ...]:
    tricks = tuple(fact.TurnedUpTrick(one.leader, one.cards, one.out_of_turn) for one in command.tricks)
    return (fact.CardsRecorded(command.deal, tricks),)


def claim_event(match: Match, command: ask.ClaimRenege | ask.ClaimAceNoFace) -> fact.ClaimMade:
    """The fact of a new claim: its number is the next one, its deal the current one if none is named."""
    number = len(match.claims) + 1
    if isinstance(command, ask.ClaimAceNoFace):
        return fact.ClaimMade(number, "ace-no-face", command.by, None, match.deal.number, None, command.cards)
    deal = command.deal or match.deal.number
    return fact.ClaimMade(number, "renege", command.by, command.accused, deal, command.trick, None)


def claim_asked(event: fact.ClaimMade) -> ask.Command | None:
    """The command that this claim answers; None for one that the referee made itself (R7.2)."""
    if event.by is None:
        return None
    if event.accused is None:
        return ask.ClaimAceNoFace(event.by, event.cards or ())
    return ask.ClaimRenege(event.by, event.accused, event.deal, event.trick)


def correction_asked(event: fact.CardCorrected) -> ask.Command:
    """The command that this correction of a card answers."""
    asked = ask.TakeBack if event.kind == "taken-back" else ask.CorrectCard
    return asked(event.version, event.card)


# Every command that only records facts. Each raises Refused where the table has no such facts.
PROPOSE: dict[type, Callable[[Match, Any], tuple[fact.Event, ...]]] = {
    ask.ChangeDealer: _change_dealer,
    ask.Discard: _discard,
    ask.Bid: _bid,
    ask.NameTrump: _name_trump,
    ask.Exchange: _exchange,
    ask.Play: _play,
    ask.PlayTrick: _play_trick,
    ask.TakeTrick: _take_trick,
    ask.DeclareContract: _declare_contract,
    ask.CountTricks: _count_tricks,
    ask.RecordResult: _record_result,
    ask.RecordAllPassed: _record_all_passed,
    ask.Redeal: _redeal,
    ask.Show: _show,
    ask.RecordCards: _record_cards,
    ask.RecordFacts: lambda match, command: command.facts,
}

# The facts by which the form of a command is checked, on any table: for most commands those that it proposes.
FORM_OF: dict[type, Callable[[Match, Any], tuple[fact.Event, ...]]] = {
    **PROPOSE,
    ask.PlayTrick: lambda match, command: tuple(fact.CardPlayed(SEATS[0], card) for card in command.cards),
    ask.ClaimAceNoFace: lambda match, command: (claim_event(match, command),),
    ask.TakeBack: lambda match, command: (fact.CardCorrected(command.version, command.card, "taken-back"),),
    ask.CorrectCard: lambda match, command: (fact.CardCorrected(command.version, command.card, "entry"),),
}
