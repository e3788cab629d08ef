"""How claims, rulings and adjustments change the table; what they book goes to the current deal (J2.10, J5)."""

from __future__ import annotations

from referee.events import types as fact
from referee.game.claims import covered_tricks, net_bookings, tricks_in_time
from referee.game.folds import booked, deal_of, with_deal, with_seen
from referee.game.state import Claim, Line, Match, Ruling
from referee.rules.moves import Seen


def claim_made(match: Match, event: fact.ClaimMade, version: int) -> Match:
    deal = deal_of(match, event.deal)
    tricks = covered_tricks(deal, event.accused, event.trick, match.rules) if event.accused else ()
    claim = Claim(
        event.claim, event.kind, event.by, event.accused, event.deal, event.trick, tricks,
        tricks_in_time(match, deal, tricks), version,
    )  # fmt: skip
    match = with_deal(match, deal._replace(claims=(*deal.claims, event.claim)))
    match = match._replace(claims=match.claims.append(claim))
    if event.cards is None or event.by is None:
        return match
    return with_seen(match, event.deal, Seen(event.by, event.cards, version))


def claim_ruled(match: Match, event: fact.ClaimRuled, version: int) -> Match:
    claim = match.claims[event.claim - 1]
    earlier = claim.ruling
    ruled = claim._replace(
        rulings=(*claim.rulings, Ruling(event, version)),
        booked=net_bookings((*claim.booked, *event.lines)),
        superseded=claim.superseded or (earlier is not None and earlier.verdict not in ("open", event.verdict)),
    )
    lines = tuple(Line(b.team, b.code, b.points, b.of_deal, event.claim) for b in event.lines)
    return booked(_with_claim(match, ruled), lines)


def claim_withdrawn(match: Match, event: fact.ClaimWithdrawn, version: int) -> Match:
    claim = match.claims[event.claim - 1]
    deal = deal_of(match, claim.deal)
    others = tuple(number for number in deal.claims if number != event.claim)
    return _with_claim(with_deal(match, deal._replace(claims=others)), claim._replace(withdrawn=True))


def _with_claim(match: Match, claim: Claim) -> Match:
    return match._replace(claims=match.claims.set(claim.number - 1, claim))


def score_adjusted(match: Match, event: fact.ScoreAdjusted, version: int) -> Match:
    return booked(match, (Line(event.team, "adjustment", event.points, reason=event.reason),))
