"""A claim's facts prepared for sentences; no verdict is reached here and no suit worked out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.i18n.cards import card_in_play, card_said, cards_said, suit_text
from referee.i18n.catalogue import text
from referee.i18n.names import Players, team_of, team_said, who

Claim = Mapping[str, Any]
Deal = Mapping[str, Any]
REFEREE = "referee"
_FOLLOWING = ("led-the-trick", "followed-suit", "taken-back-in-time")


def evidence(claim: Claim, deal: Deal, players: Players, lang: str) -> dict[str, Any]:
    """Everything that a sentence about this claim may name, None for what is not known."""
    facts = claim.get("facts") or {}
    number, accused, by = facts.get("trick") or claim.get("trick"), claim.get("accused"), claim.get("by")
    led, suit = facts.get("led"), facts.get("led_suit")
    return {
        "claim": claim.get("number"),
        "deal": claim.get("deal"),
        "trick": number,
        "accused": who(accused, players, lang) if accused else None,
        "accused_team": team_said(team_of(accused), players, lang) if accused else None,
        "claimant": who(by, players, lang) if by and by != REFEREE else None,
        "leader": _leader(deal, number, players, lang),
        "led": card_said(led, lang) if led else None,
        "suit": _suit_led(led, suit, lang),
        "plain_suit": suit_text(suit, lang) if suit else None,
        "played": _played(claim, facts, deal, lang),
        "proof": card_in_play(facts["proof"], suit, lang) if facts.get("proof") else None,
        "played_card": card_said(facts["played"], lang) if facts.get("played") else None,
        "proof_card": card_said(facts["proof"], lang) if facts.get("proof") else None,
        "proving_cards": cards_said(facts["would_prove"], lang, "or") if facts.get("would_prove") else None,
        "proof_trick": _trick_of_proof(claim, deal),
        "cards": _proving_cards(claim, facts, lang),
        "unnamed": (facts.get("count") or {}).get("unnamed"),
        "others": (facts.get("count") or {}).get("other_suits"),
    }


def counts_otherwise(code: str | None, suit: str | None) -> bool:
    """Whether another suit is printed on the card than the one it counts as (a bower or the joker, R1.5, V3.2)."""
    return bool(code and suit) and str(code)[1:] != suit


def how_seen(claim: Claim, deal: Deal) -> str:
    """How the card that proves a renege was seen: `received` in an ask, shown `earlier` or `later` than the play."""
    facts = claim.get("facts") or {}
    received = (deal.get("exchange") or {}).get("received") or []
    if facts.get("proof") in received and deal.get("maker") == claim.get("accused"):
        return "received"
    shown, played = facts.get("proof_version"), facts.get("played_version")
    return "earlier" if shown and played and shown < played else "later"


def _suit_led(led: str | None, suit: str | None, lang: str) -> str | None:
    """`hearts`; `hearts (with J♦)` if another suit is printed on the card led."""
    if not suit:
        return None
    if led and counts_otherwise(led, suit):
        return text("suit.led-with", lang, suit=suit_text(suit, lang), card=card_said(led, lang))
    return suit_text(suit, lang)


def _played(claim: Claim, facts: Mapping[str, Any], deal: Deal, lang: str) -> str | None:
    """The accused's card; with the suit it counts as if that differs and matters to the suit led."""
    played, suit = facts.get("played"), facts.get("led_suit")
    if not played:
        return None
    if claim.get("ground") in _FOLLOWING:
        return card_in_play(played, suit, lang)
    return card_in_play(played, deal.get("trump") if played[1:] == suit else None, lang)


def _leader(deal: Deal, number: int | None, players: Players, lang: str) -> str | None:
    trick = next((one for one in deal.get("tricks") or () if one["number"] == number), None)
    if trick is None:
        return None
    return who(trick["plays"][0]["seat"] if trick["plays"] else trick["leader"], players, lang)


def _trick_of_proof(claim: Claim, deal: Deal) -> int | None:
    """The later trick in which the accused played the proof. Turned-up cards share one version, hence the card too."""
    facts = claim.get("facts") or {}
    proof = {"seat": claim.get("accused"), "card": facts.get("proof"), "version": facts.get("proof_version")}
    disputed = facts.get("trick") or claim.get("trick") or 0
    for trick in deal.get("tricks") or ():
        if trick["number"] > disputed and any(proof.items() <= play.items() for play in trick["plays"]):
            return int(trick["number"])
    return None


def _proving_cards(claim: Claim, facts: Mapping[str, Any], lang: str) -> str | None:
    """The cards that would prove an open claim; those of a claim on the whole deal need not be of one suit."""
    cards = facts.get("would_prove")
    suit = facts.get("led_suit") if claim.get("trick") else None
    return cards_said(cards, lang, "or", suit) if cards else None
