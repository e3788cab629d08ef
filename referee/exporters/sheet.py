"""The score sheet as rows of plain values, which csv, xlsx and pdf lay out. Points are separated by reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, cast

from referee.game.timeline import Timeline
from referee.projections.scoresheet import scoresheet_view
from referee.projections.views import Line, ScoreRow
from referee.rules.seats import TEAMS

PENALTIES = ("renege", "false-claim")
DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class SheetRow(NamedTuple):
    """One deal. `outcome` is `made`, `set`, `lost` (by `lost_by`, R7.5), why it was thrown in, or None while it runs; the
    rest by team, NS first."""

    deal: int
    names: Mapping[str, str | None]
    dealer: str
    maker: str | None
    contract: str | None
    trump: str | None
    outcome: str | None
    lost_by: str | None
    tricks: tuple[int, int]
    points: tuple[int, int]
    penalties: tuple[int, int]
    adjustments: tuple[int, int]
    totals: tuple[int, int]
    lines: tuple[Line, ...]


def sheet_rows(timeline: Timeline) -> Iterator[SheetRow]:
    """One row per deal, with those who sat in it."""
    for row in scoresheet_view(timeline)["rows"]:
        yield SheetRow(
            deal=row["deal"],
            names=cast(Mapping[str, str | None], row["players"]),
            dealer=row["dealer"],
            maker=row["maker"],
            contract=row["contract"],
            trump=row["trump"],
            outcome=_outcome(row),
            lost_by=row["lost_by"],
            tricks=_by_team(row["tricks"]),
            points=_sums(row["lines"], lambda code: code not in PENALTIES and code != "adjustment"),
            penalties=_sums(row["lines"], lambda code: code in PENALTIES),
            adjustments=_sums(row["lines"], lambda code: code == "adjustment"),
            totals=_by_team(row["totals"]),
            lines=tuple(row["lines"]),
        )


def _outcome(row: ScoreRow) -> str | None:
    if row["thrown_in"]:
        return row["thrown_in"]
    if row["lost_by"]:
        return "lost"
    return None if row["made"] is None else "made" if row["made"] else "set"


def _by_team(points: Mapping[str, int]) -> tuple[int, int]:
    return points["NS"], points["EW"]


def _sums(lines: list[Line], counts: Callable[[str], bool]) -> tuple[int, int]:
    north_south, east_west = (
        sum(line["points"] for line in lines if line["team"] == team.value and counts(line["code"])) for team in TEAMS
    )
    return north_south, east_west


def is_dangerous(text: str) -> bool:
    """Whether a spreadsheet would take this text for a formula."""
    return text.lstrip(" ").startswith(DANGEROUS)
