"""The words that several exports share: the result as a sentence, the date, the anchor. All of them come from i18n."""

from __future__ import annotations

from referee.game.timeline import Timeline
from referee.i18n import ruling_text, team_text, text
from referee.projections.deals import deal_view
from referee.projections.rulings import claims_view
from referee.projections.views import ClaimView
from referee.projections.withheld import Withheld
from referee.rules.seats import SEATS, Team


def players_of(timeline: Timeline) -> dict[str, str | None]:
    """Seat -> name, as they sit now."""
    return {seat.value: timeline.players[seat] for seat in SEATS}


def anchor_of(timeline: Timeline) -> str:
    """What a sheet and a phone note of a log: a later copy must hold this version with this hash."""
    return f"{timeline.version}:{timeline.hash}"


def result_text(timeline: Timeline, lang: str) -> str:
    """Who won by how much; or how it stands, and that it is not over."""
    match, players = timeline.match, players_of(timeline)
    winner = match.winner if match.status != "playing" else None
    first = winner or (Team.NS if match.score.ns >= match.score.ew else Team.EW)
    status = "abandoned" if match.abandoned else "won" if match.closed else match.status
    return text(
        f"sheet.result.{status}",
        lang,
        team=team_text(first.value, players, lang),
        points=minus(match.score.of(first)),
        other=team_text(first.other.value, players, lang),
        others=minus(match.score.of(first.other)),
    )


def deals_over(timeline: Timeline) -> int:
    """How many deals were played or counted to their end."""
    match = timeline.match
    return sum(getattr(deal.stage, "taken", None) is not None for deal in (*match.past, match.deal))


def rulings_with_texts(timeline: Timeline, lang: str, hidden: Withheld | None = None) -> list[tuple[ClaimView, str]]:
    """Every claim with its ruling as one sentence, without what is withheld (R4.6)."""
    match, players = timeline.match, players_of(timeline)
    rulings = []
    for claim in claims_view(match, hidden):
        deal = match.deal_numbered(claim["deal"])
        assert deal is not None
        rulings.append((claim, ruling_text(claim, deal_view(deal, match.rules, hidden), players, lang)))
    return rulings


def minus(points: int) -> str:
    """A number with a true minus sign."""
    return str(points).replace("-", "−")
