"""The lines of a score sheet in words: why a score changed, and by how much. Sums are not made here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.i18n.cards import bid_text
from referee.i18n.catalogue import fullest, signed
from referee.i18n.names import Players, team_of, team_text


def line_text(line: Mapping[str, Any], deal: Mapping[str, Any], players: Players, lang: str) -> str:
    """One line of a deal: `Bob & Dan took 2 tricks: +2`. Raises KeyError for a code without words."""
    code, points = line["code"], line["points"]
    maker, contract = deal.get("maker"), deal.get("contract")
    of_deal = line.get("of_deal")
    own = bool(maker) and team_of(str(maker)) == line["team"]
    taken = deal.get("tricks_taken") if code == "tricks" else None
    key = {("tricks", True): "line.tricks-of-maker", ("set", False): "line.set-of-other"}.get((code, own))
    return fullest(
        key if key and maker else f"line.{code}",
        lang,
        team=team_text(line["team"], players, lang),
        points=signed(points),
        n=taken[line["team"]] if taken else abs(points),  # a made bid may score its number (R8.2)
        bid=contract if contract and contract.isdigit() else None,
        alone=bid_text(contract, lang) if contract and not contract.isdigit() else None,
        of_deal=of_deal if of_deal != deal.get("number") else None,
        reason=line.get("reason"),
    )
