"""A ruling as one sentence that a player can read aloud (J2.10); nothing is judged here."""

from __future__ import annotations

from typing import Any

from referee.i18n.catalogue import fullest, text
from referee.i18n.evidence import REFEREE, Claim, Deal, evidence, how_seen
from referee.i18n.names import Players, team_said


def ruling_text(claim: Claim, deal: Deal, players: Players, lang: str) -> str:
    """The sentence for a claim (docs/api.md, Claims) and the deal that it is about, as the projections show them."""
    said = evidence(claim, deal, players, lang)
    if claim["verdict"] == "withdrawn":
        return fullest("ruling.withdrawn", lang, **{**said, "trick": claim.get("trick")})
    clause = fullest(_clause_key(claim, deal), lang, **said)
    whole = text(_frame_key(claim), lang, clause=clause)
    return text("ruling.sentence", lang, ruling=_with_consequence(whole, claim, players, lang))


def _clause_key(claim: Claim, deal: Deal) -> str:
    key = f"ruling.because.{claim['ground']}"
    return f"{key}.{how_seen(claim, deal)}" if claim["ground"] == "led-suit-shown" else key


def _frame_key(claim: Claim) -> str:
    """`Upheld: …`, `Upheld after a correction: …`, and the same for a claim that the referee made itself."""
    key = f"ruling.{claim['verdict']}"
    key += ".by-referee" if claim["by"] == REFEREE else ""
    return key + (".superseded" if claim.get("superseded") else "")


def _with_consequence(ruling: str, claim: Claim, players: Players, lang: str) -> str:
    """The ruling with its penalty and who pays it, or why there is none."""
    key = consequence(claim)
    if key is None:
        return ruling
    return text(f"ruling.with.{key}", lang, ruling=ruling, **_price(claim.get("penalty"), players, lang))


def consequence(claim: Claim) -> str | None:
    """Which words a claim's consequence needs: its penalty, why it has none, or None if there is nothing to say."""
    penalty = claim.get("penalty")
    if claim.get("penalty_returned"):
        return "returned"
    if penalty:
        return "loses" if penalty["points"] < 0 else "gains"
    if not claim.get("out_of_time") or claim["verdict"] == "withdrawn":
        return None
    return "too-late-to-cost" if claim["verdict"] == "rejected" else "too-late"


def penalty_sentence(claim: Claim, players: Players, lang: str) -> str | None:
    """A claim's consequence as a separate sentence, or None."""
    key = consequence(claim)
    return text(f"case.{key}", lang, **_price(claim.get("penalty"), players, lang)) if key else None


def _price(penalty: Any, players: Players, lang: str) -> dict[str, Any]:
    return {"team": team_said(penalty["team"], players, lang), "n": abs(penalty["points"])} if penalty else {}
