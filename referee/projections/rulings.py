"""Claims as readers see them: the ruling that stands, or for an open claim what the record says now (J2.10)."""

from __future__ import annotations

from typing import cast

from referee.game.claims import facts_of, findings
from referee.game.state import Claim, Match
from referee.projections.views import ClaimView, Facts, Penalty
from referee.projections.withheld import Withheld, claim_as_shown
from referee.rules.seats import Team

RULES_BY_GROUND = {
    "led-suit-played-later": "R7.1",
    "led-suit-shown": "R7.1",
    "must-hold-by-count": "R7.1",
    "conceded": "J2.9",
    "qualifies": "V2.1",
    "led-the-trick": "R4.2",
    "sat-out": "R6.2",
    "taken-back-in-time": "R7.4",
    "followed-suit": "R4.3",
    "hand-accounted-for": "J2.2",
    "suit-accounted-for": "J2.2",
    "no-renege": "J2.2",
    "does-not-qualify": "V2.1",
    "cards-unseen": "J2.3",
    "not-recorded": "J2.3",
}
NO_FACTS: Facts = {
    "trick": None,
    "led": None,
    "led_suit": None,
    "played": None,
    "played_version": None,
    "proof": None,
    "proof_version": None,
    "count": None,
    "would_prove": None,
}


def claims_view(match: Match, hidden: Withheld | None = None) -> list[ClaimView]:
    """Every claim of the match, in order, without what is withheld (R4.6)."""
    return [claim_as_shown(claim_view(match, claim), hidden) for claim in match.claims]


def claim_view(match: Match, claim: Claim) -> ClaimView:
    """A claim (docs/api.md, Claims) without its text."""
    verdict, ground, facts = _decision(match, claim)
    view: ClaimView = {
        "number": claim.number,
        "kind": claim.kind,
        "by": claim.by.value if claim.by else "referee",
        "accused": claim.accused.value if claim.accused else None,
        "deal": claim.deal,
        "trick": claim.trick,
        "verdict": "withdrawn" if claim.withdrawn else verdict,
        "ground": ground,
        "rule": "J2.9" if claim.withdrawn else RULES_BY_GROUND[ground],
        "facts": facts,
        "penalty": penalty_view(claim),
        "made_at_version": claim.made_at,
        "ruled_at_version": claim.rulings[-1].version if claim.rulings else None,
        "superseded": claim.superseded,
    }
    if claim.tricks and not set(_decisive(claim)) & set(claim.in_time):
        view["out_of_time"] = True
    return view


def _decisive(claim: Claim) -> tuple[int, ...]:
    """The tricks whose window counts (J2.7): the proven ones of an upheld claim, else all that it covers."""
    return claim.ruling.tricks if claim.ruling and claim.ruling.tricks else claim.tricks


def _decision(match: Match, claim: Claim) -> tuple[str, str, Facts]:
    ruling = claim.ruling
    if ruling is not None and ruling.verdict != "open":
        return ruling.verdict, ruling.ground, cast(Facts, {**NO_FACTS, **ruling.facts})
    now, _ = findings(match, claim)
    return now.verdict.value, now.ground.value, cast(Facts, facts_of(now))


def penalty_view(claim: Claim) -> Penalty | None:
    """The penalty as booked, a false claim's too: the offender's if it pays, else the other team's gain; or null."""
    points: dict[Team, int] = {}
    for line in claim.booked:
        points[line.team] = points.get(line.team, 0) + line.points
    paying = [team for team, sum_ in points.items() if sum_ < 0] or [team for team, sum_ in points.items() if sum_ > 0]
    return {"team": paying[0].value, "points": points[paying[0]]} if paying else None
