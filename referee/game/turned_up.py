"""The cards of a past deal entered from the turned-up tricks: do they agree with what was recorded and scored (J4.3)?"""

from __future__ import annotations

from referee.events import types as fact
from referee.game import folds
from referee.game.refused import Refused
from referee.game.state import Contract, Deal, Match, Over, Trick, first_leader, tricks_taken
from referee.rules.cards import Card
from referee.rules.options import Rules
from referee.rules.seats import clockwise_from
from referee.rules.whereabouts import fits


def cards_recorded(match: Match, event: fact.CardsRecorded) -> None:
    """Lets the turned-up tricks pass or raises Refused."""
    deal = match.deal_numbered(event.deal)
    if deal is None:
        raise Refused("no-such-deal", deal=event.deal)
    stage = deal.stage
    fully_known = len(deal.tricks) == match.rules.all_tricks and all(trick.plays for trick in deal.tricks)
    if not isinstance(stage, Over) or stage.taken is None or stage.contract is None or fully_known:
        raise Refused("not-now", "J4.3", phase=stage.phase.value)
    if stage.contract.trump is None:
        raise Refused("not-now", "J4.1", phase=stage.phase.value)
    _whole_tricks(stage.contract, event)
    if len(event.tricks) != match.rules.all_tricks:
        raise _disagrees(stage)
    _each_card_once(event, match.rules.decks)
    after = folds.cards_recorded(match, event, 0).deal_numbered(event.deal)
    assert after is not None
    _in_turn(deal, after, event, match.rules)
    if tricks_taken(after.tricks) != stage.taken:
        raise _disagrees(stage)
    if not fits(after.record(match.rules)):
        raise Refused("card-not-in-hand", "J1", card=str(event.tricks[0].cards[0]))


def _whole_tricks(contract: Contract, event: fact.CardsRecorded) -> None:
    for trick in event.tricks:
        if trick.leader is contract.sitting_out:
            raise Refused("sits-out", "R6.2", seat=trick.leader.value)
        players = len(clockwise_from(trick.leader, contract.sitting_out))
        if len(trick.cards) != players:
            raise Refused("invalid-request", "J4.3", field="cards", expected=players)


def _each_card_once(event: fact.CardsRecorded, decks: int) -> None:
    played: list[Card] = []
    for trick in event.tricks:
        for card in trick.cards:
            if played.count(card) == decks:
                raise Refused("card-already-played", "J1", card=str(card))
            played.append(card)


def _in_turn(before: Deal, after: Deal, event: fact.CardsRecorded, rules: Rules) -> None:
    """Each trick led by the winner of the last one (or out of turn, if the table let it stand), and as it was recorded at the time."""
    assert after.contract is not None
    turn = first_leader(after.dealer, after.contract, rules)
    recorded = {trick.number: trick for trick in before.tricks}
    for up, trick in zip(event.tricks, after.tricks, strict=True):
        if up.leader is not turn and not up.out_of_turn:
            raise Refused("not-your-turn", "R4.4", seat=turn.value)
        if not _agrees(recorded.get(trick.number), up, trick):
            raise Refused("counts-do-not-add-up", "J4.3", trick=trick.number)
        assert trick.winner is not None
        turn = trick.winner


def _agrees(recorded: Trick | None, up: fact.TurnedUpTrick, trick: Trick) -> bool:
    if recorded is None:
        return True
    same_cards = all(card == play.card for card, play in zip(up.cards, recorded.plays, strict=False))
    same_leader = not recorded.plays or recorded.leader is up.leader
    return same_cards and same_leader and recorded.winner in (None, trick.winner)


def _disagrees(stage: Over) -> Refused:
    assert stage.taken is not None
    return Refused("counts-do-not-add-up", "J4.3", NS=stage.taken.ns, EW=stage.taken.ew)
