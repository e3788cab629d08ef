"""A deal as readers see it: calls, tricks and winners, hands as known, result and lines (openapi.yaml, Deal)."""

from __future__ import annotations

from typing import Any

from referee.game.state import Deal, Line, Over, Trick, tricks_taken
from referee.projections import views
from referee.projections.withheld import Withheld, deal_as_shown
from referee.rules.auction import Call
from referee.rules.moves import Discarded, Passed, Played, hands_as_dealt
from referee.rules.options import Rules
from referee.rules.scoring import Score
from referee.rules.seats import SEATS, TEAMS, Seat
from referee.rules.trump import Trump, suit_of
from referee.rules.whereabouts import unplayed_seen


def deal_view(deal: Deal, rules: Rules, hidden: Withheld | None = None) -> views.Deal:
    """One deal as plain JSON values, without what is withheld (R4.6)."""
    deal = deal_as_shown(deal, hidden)
    trump, maker, sitting_out = deal.trump, deal.maker, deal.sitting_out
    taken = tricks_of(deal)
    return {
        "number": deal.number,
        "dealer": deal.dealer.value,
        "phase": deal.stage.phase.value,
        "bids": [_call_view(call, rules) for call in deal.calls],
        "maker": maker.value if maker else None,
        "contract": deal.bid,
        "trump": trump.value if trump else None,
        "sitting_out": sitting_out.value if sitting_out else None,
        "discard": _discard_view(deal),
        "exchange": _exchange_view(deal),
        "tricks": [trick_view(trick, trump) for trick in deal.tricks],
        "tricks_taken": {"NS": taken.ns, "EW": taken.ew},
        "cards_left": cards_left(deal, rules),
        "shown": shown_view(deal, rules),
        "result": result_view(deal),
    }


def _call_view(call: Call, rules: Rules) -> views.BidSaid:
    """A call, with its trump if bids name one (V7)."""
    view: views.BidSaid = {"seat": call.seat.value, "bid": call.bid}
    return {**view, "trump": call.trump.value if call.trump else None} if rules.bid_names_trump else view


def tricks_of(deal: Deal) -> Score:
    """Tricks per team so far; for a deal settled by count, the count (J4.2)."""
    stage = deal.stage
    if isinstance(stage, Over) and stage.taken is not None:
        return stage.taken
    return tricks_taken(deal.tricks)


def trick_view(trick: Trick, trump: Trump | None) -> views.Trick:
    """One trick; without cards `plays` is empty and `led_suit` null (J4.1)."""
    led = trick.plays[0].card if trick.plays else None
    led_suit = suit_of(led, trump) if led and trump else None
    return {
        "number": trick.number,
        "leader": trick.leader.value,
        "led_suit": led_suit.value if led_suit else None,
        "winner": trick.winner.value if trick.winner else None,
        "complete": trick.winner is not None,
        "plays": [_play_view(play) for play in trick.plays],
    }


def _play_view(play: Played) -> views.PlaySeen:
    """A card of a trick. Tricks without cards in the log have no plays, so a play without a card is withheld (R4.6)."""
    if play.card is None:
        return {"seat": play.seat.value, "card": None, "version": play.version, "withheld": True}
    return {"seat": play.seat.value, "card": str(play.card), "version": play.version}


def cards_left(deal: Deal, rules: Rules) -> dict[str, int]:
    """How many cards each seat holds by the record; a seat that sits out keeps its cards as a pile."""
    left = dict(zip(SEATS, hands_as_dealt(rules, deal.dealer), strict=True))
    for move in deal.moves:
        if isinstance(move, (Played, Discarded)):
            left[move.seat] -= 1
        elif isinstance(move, Passed):
            left[move.giver] -= move.size
            left[move.giver.partner] += move.size
    return {seat.value: count for seat, count in left.items()}


def shown_view(deal: Deal, rules: Rules) -> dict[str, list[str]]:
    """Cards seen in each hand and not yet played (J2.4)."""
    if deal.plain:
        return {seat.value: [] for seat in SEATS}
    seen: dict[Seat, tuple[Any, ...]] = unplayed_seen(deal.record(rules))
    return {seat.value: [str(card) for card in seen.get(seat, ())] for seat in SEATS}


def _discard_view(deal: Deal) -> views.DiscardSeen | None:
    """The dealer's discard, its card null while face down; null if there is no discard (V3.1)."""
    move = next((move for move in deal.moves if isinstance(move, Discarded)), None)
    return None if move is None else {"seat": move.seat.value, "card": str(move.card) if move.card else None}


def _exchange_view(deal: Deal) -> views.ExchangeSeen | None:
    """The exchange of an ask, cards face down null (R5.3)."""
    passed = [move for move in deal.moves if isinstance(move, Passed)]
    if not passed:
        return None
    given, received = (None if m.cards is None else [str(card) for card in m.cards] for m in passed)
    return {"discarded": given, "received": received}


def result_view(deal: Deal) -> views.Result | None:
    """How a deal ended and all lines booked in it, or null while it runs."""
    stage = deal.stage
    if not isinstance(stage, Over):
        return None
    taken = tricks_of(deal)
    return {
        "lines": [line_view(line) for line in deal.lines],
        "tricks_taken": {"NS": taken.ns, "EW": taken.ew},
        "made": stage.made,
        "thrown_in": stage.thrown_in,
        "lost_by": stage.lost_by.value if stage.lost_by else None,
    }


def line_view(line: Line) -> views.Line:
    """A score line; the deal of a renege, the claim and a reason only if it has one."""
    view: views.Line = {"team": line.team.value, "code": line.code, "points": line.points}
    if line.of_deal is not None:
        view["of_deal"] = line.of_deal
    if line.claim is not None:
        view["claim"] = line.claim
    if line.reason is not None:
        view["reason"] = line.reason
    return view


def sum_of_lines(deal: Deal) -> Score:
    """What the deal's lines add to the score."""
    north_south, east_west = (sum(line.points for line in deal.lines if line.team is team) for team in TEAMS)
    return Score(north_south, east_west)
