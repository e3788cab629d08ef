"""The score sheet: one row per deal with running totals, the current deal included (docs/api.md, Reading)."""

from __future__ import annotations

from typing import cast

from referee.game.state import Match, Over
from referee.game.timeline import Timeline
from referee.projections import views
from referee.projections.deals import line_view, sum_of_lines, tricks_of
from referee.projections.seating import players_during
from referee.projections.table import outcome_view
from referee.rules.scoring import Score
from referee.rules.seats import Team


def scoresheet_view(timeline: Timeline) -> views.ScoreReply:
    """The sheet at this version as plain JSON values; each row's totals are the sums of all lines up to it."""
    match, players = timeline.match, players_during(timeline)
    initial = match.opening.initial_score
    total = Score(initial[Team.NS], initial[Team.EW])
    rows: list[views.ScoreRow] = []
    for deal in (*match.past, match.deal):
        added, taken = sum_of_lines(deal), tricks_of(deal)
        lost_by = deal.stage.lost_by if isinstance(deal.stage, Over) else None
        total = Score(total.ns + added.ns, total.ew + added.ew)
        rows.append(
            {
                "deal": deal.number,
                "players": cast(dict[views.SeatCode, str | None], dict(players(deal.number))),
                "dealer": deal.dealer.value,
                "maker": deal.maker.value if deal.maker else None,
                "contract": deal.bid,
                "trump": deal.trump.value if deal.trump else None,
                "tricks": {"NS": taken.ns, "EW": taken.ew},
                "made": deal.stage.made if isinstance(deal.stage, Over) else None,
                "thrown_in": deal.stage.thrown_in if isinstance(deal.stage, Over) else None,
                "lost_by": lost_by.value if lost_by else None,
                "lines": [line_view(line) for line in deal.lines],
                "totals": {"NS": total.ns, "EW": total.ew},
            }
        )
    return _with_standing(rows, match)


def _with_standing(rows: list[views.ScoreRow], match: Match) -> views.ScoreReply:
    initial = match.opening.initial_score
    return {
        "rows": rows,
        "initial_score": {team.value: points for team, points in initial.items()},
        "score": {"NS": match.score.ns, "EW": match.score.ew},
        "target": match.rules.target,
        "deals": match.rules.deals,
        **outcome_view(match),
        "status": match.status,
    }
