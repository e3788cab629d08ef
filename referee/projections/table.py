"""The match as a phone shows it: score, current deal, next act, claims, undo. Codes and numbers, no words."""

from __future__ import annotations

from typing import Any

from referee.events.codec import data_of, name_of
from referee.events.types import ClaimRuled
from referee.game.entries import Standing, last_act
from referee.game.forms import trumps
from referee.game.phases import next_act
from referee.game.state import Match
from referee.game.timeline import Timeline
from referee.projections import views
from referee.projections.deals import deal_view
from referee.projections.rulings import claims_view
from referee.projections.withheld import Withheld, data_as_shown
from referee.rules.auction import PASS, ladder
from referee.rules.options import as_options
from referee.rules.scoring import Score
from referee.rules.seats import SEATS


def match_view(match_id: str, timeline: Timeline, hidden: Withheld | None = None) -> views.MatchView:
    """The match (openapi.yaml, Match) as plain JSON values, without what is withheld (R4.6); `match_id` is the address
    under which it is stored."""
    match = timeline.match
    return {
        "id": match_id,
        "version": timeline.version,
        "status": match.status,
        "created_at": timeline.opened_at,
        "rules": rules_view(match),
        "recording": match.opening.recording,
        "time_zone": match.opening.time_zone,
        "players": {seat.value: timeline.players[seat] for seat in SEATS},
        "score": score_view(match.score),
        "initial_score": {team.value: points for team, points in match.opening.initial_score.items()},
        **outcome_view(match),
        "deal": deal_view(match.deal, match.rules, hidden),
        "next": next_view(match),
        "choices": choices_view(match),
        "claims": claims_view(match, hidden),
        "head": timeline.hash,
        "tags": dict(match.opening.tags),
        "undo": _undo_view(timeline, hidden),
        "redo": _redo_view(timeline, hidden),
        "scorer": scorer_view(timeline),
        "rematch": timeline.moment.rematch.match if timeline.moment.rematch else None,
    }


def scorer_view(timeline: Timeline) -> views.ScorerView:
    """Where the scorer sits, and who wants whom in the scorer's place."""
    seat, proposed = timeline.moment.scorer
    return {
        "seat": seat.value if seat else None,
        "proposed": {by.value: wanted.value for by, wanted in proposed.items()},
    }


def rules_view(match: Match) -> dict[str, Any]:
    """The preset's name and every option with its value."""
    return {"preset": match.opening.preset, **as_options(match.rules)}


def outcome_view(match: Match) -> views.OutcomeView:
    """How the match ended or is decided: why, who has won, and whether it is a draw (R9.1-R9.5)."""
    outcome = match.outcome
    return {
        "winner": outcome.winner.value if outcome and outcome.winner else None,
        "drawn": match.drawn,
        "ended": outcome.ended if outcome else None,
    }


def score_view(score: Score) -> dict[str, int]:
    """Points or tricks by team, as plain JSON values."""
    return {"NS": score.ns, "EW": score.ew}


def choices_view(match: Match) -> views.Choices:
    """Every bid and every trump in the rules of this match, whatever the phase: the choices for a correction."""
    rules = match.rules
    return {"bids": [PASS, *ladder(rules)], "trumps": [trump.value for trump in trumps(rules)]}


def next_view(match: Match) -> views.Next:
    """What the table does next, and what a phone needs to draw its buttons."""
    what = next_act(match)
    if what is None:
        return {"action": None, "seat": None, "options": None}
    return {
        "action": what.action,
        "seat": what.seat.value if what.seat else None,
        "options": None if what.options is None else list(what.options),
    }


def _undo_view(timeline: Timeline, hidden: Withheld | None) -> views.UndoSeen | None:
    if timeline.undo_to is None:
        return None
    act = last_act(timeline.head)
    ruled = any(isinstance(entry.event, ClaimRuled) for entry in act)
    return _act_view(timeline.undo_to, timeline.head, hidden, None if ruled else act[0].by)


def _redo_view(timeline: Timeline, hidden: Withheld | None) -> views.UndoSeen | None:
    undone = timeline.moment.undone
    if timeline.redo_to is None or undone is None:
        return None
    rewind = timeline.moment_at(timeline.redo_to + 1)
    return _act_view(timeline.redo_to, undone.head, hidden, rewind.recorded.by if rewind else None)


def _act_view(to: int, head: Standing, hidden: Withheld | None, own: str | None) -> views.UndoSeen:
    """The last act under a head, by its first event; `own`: the role whose own act it is to take back, if any."""
    first = last_act(head)[0]
    name, may = name_of(first.event), ["scorer", *(seat.value for seat in SEATS if seat.value == own)]
    return {
        "to": to,
        "type": name,
        "data": data_as_shown(first.version, name, data_of(first.event), hidden),
        "may": may,
    }
