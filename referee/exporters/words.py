"""The words that several exports share: the result as a sentence, the date, the anchor. All of them come from i18n."""

from __future__ import annotations

from collections.abc import Callable

from referee.exporters.sheet import SheetRow
from referee.exporters.source import table_time
from referee.game.state import Match, Over
from referee.game.timeline import Timeline
from referee.i18n import length_text, ruling_text, team_text, text
from referee.projections.deals import deal_view
from referee.projections.rulings import claims_view
from referee.projections.seating import Players, by_seat, players_during
from referee.projections.views import ClaimView
from referee.projections.withheld import Withheld
from referee.rules.seats import Team


def players_of(timeline: Timeline) -> dict[str, str | None]:
    """Seat -> name, as they sit now."""
    return by_seat(timeline.players)


def anchor_of(timeline: Timeline) -> str:
    """The anchor that sheets and phones note of a log: any later copy must have this version with this hash."""
    return f"{timeline.version}:{timeline.hash}"


def opened_when(timeline: Timeline, hour: bool = False) -> tuple[str, str]:
    """The day on which the table was opened by its own calendar, `2026-11-30`, on request with the hour; and the zone, UTC
    where the table's own is not known to it or to this machine. Data files keep the moment itself."""
    shown, zone = table_time(timeline.opened_at, timeline.match.opening.time_zone)
    return shown.strftime("%Y-%m-%d %H:%M" if hour else "%Y-%m-%d"), zone


def rules_text(timeline: Timeline, lang: str) -> str:
    """The preset's title, and how long the match lasts."""
    opening = timeline.match.opening
    preset = text(f"preset.{opening.preset}.title", lang)
    return length_text("sheet.rules", preset, opening.rules.target, opening.rules.deals, lang)


def result_text(timeline: Timeline, lang: str, players: Players | None = None) -> str:
    """Who won by how much, or that it is a draw, and how it ended; or how it stands, and that it is not over.

    `players` are those who sit now, unless a format writes other names for them."""
    match, players = timeline.match, players or players_of(timeline)
    first = match.winner or (Team.NS if match.score.ns >= match.score.ew else Team.EW)
    result = text(
        f"sheet.result.{_standing(match)}",
        lang,
        team=team_text(first.value, players, lang),
        points=minus(match.score.of(first)),
        other=team_text(first.other.value, players, lang),
        others=minus(match.score.of(first.other)),
        number=match.deals_that_count + 1,
        deals=match.rules.deals,
    )
    ended = match.outcome.ended if match.closed and match.outcome else None
    if ended not in ("deals", "early"):
        return result
    return text(f"sheet.ended.{ended}", lang, result=result, n=match.deals_that_count)


def outcome_text(row: SheetRow, lang: str) -> str:
    """How a deal ended, in a word or two; nothing while it runs."""
    if row.outcome is None:
        return ""
    team = text(f"sheet.{row.lost_by}", lang) if row.lost_by else None
    return text(f"sheet.outcome.{row.outcome}", lang, team=team)


def _standing(match: Match) -> str:
    """Which sentence says how the match stands."""
    if match.abandoned:
        return "abandoned"
    if match.status != "playing":
        return ("drawn" if match.closed else "decided.drawn") if match.drawn else "won" if match.closed else "decided"
    if match.rules.deals is None:
        return "playing"
    return "playing.deals" if match.deals_that_count < match.rules.deals else "playing.extra"


def deals_over(timeline: Timeline) -> int:
    """The number of deals played or counted to the end, or lost by a renege."""
    match = timeline.match
    stages = (deal.stage for deal in (*match.past, match.deal))
    return sum(isinstance(stage, Over) and (stage.taken is not None or stage.lost_by is not None) for stage in stages)


def rulings_with_texts(
    timeline: Timeline,
    lang: str,
    hidden: Withheld | None = None,
    written: Callable[[Players], Players] = lambda names: names,
) -> list[tuple[ClaimView, str]]:
    """Every claim with its ruling as one sentence about those who sat in its deal, without what is withheld (R4.6)."""
    match, players = timeline.match, players_during(timeline)
    rulings = []
    for claim in claims_view(match, hidden):
        deal = match.deal_numbered(claim["deal"])
        assert deal is not None
        rulings.append(
            (claim, ruling_text(claim, deal_view(deal, match.rules, hidden), written(players(claim["deal"])), lang))
        )
    return rulings


def minus(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")
