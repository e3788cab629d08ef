"""A disputed trick in a few short sentences, in the order of the table: led, played, proof, ruling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.i18n.cards import card_said, suit_text, trump_text
from referee.i18n.catalogue import fullest, opening, text
from referee.i18n.evidence import REFEREE, Claim, Deal, counts_otherwise, evidence, how_seen
from referee.i18n.names import Players
from referee.i18n.rulings import penalty_sentence

_NO_TRICK = ("no-renege", "qualifies", "does-not-qualify")
_NO_PLAY = (*_NO_TRICK, "led-the-trick", "sat-out", "not-recorded")


def case_text(claim: Claim, deal: Deal, players: Players, lang: str) -> list[str]:
    """The whole case: claim, what was led and played, what proves or would prove it, ruling, price, rule."""
    said = evidence(claim, deal, players, lang)
    return [
        _claimed(claim, said, lang),
        *_at_the_table(claim, deal, said, lang),
        *_shown_by(claim, deal, said, lang),
        *_decided(claim, players, lang),
        text("case.rule", lang, number=claim["rule"], title=text(f"rule.{claim['rule']}.title", lang)),
    ]


def _claimed(claim: Claim, said: dict[str, Any], lang: str) -> str:
    kind = claim["kind"] + (".by-referee" if claim["by"] == REFEREE else "")
    return fullest(f"case.claim.{kind}", lang, **{**said, "trick": claim.get("trick")})


def _at_the_table(claim: Claim, deal: Deal, said: dict[str, Any], lang: str) -> Iterator[str]:
    """What was led and what the accused played to it, with the suit in play if it is not the printed one."""
    if claim["ground"] in (*_NO_TRICK, "led-the-trick") or said["led"] is None:
        return
    yield fullest("case.led", lang, **said)
    facts, trump = claim["facts"], deal.get("trump")
    suit = facts.get("led_suit")
    odd = [facts.get("led"), facts.get("proof")]
    if claim.get("trick"):
        odd += facts.get("would_prove") or []
    for card in dict.fromkeys(card for card in odd if card and counts_otherwise(card, suit)):
        yield opening(text(f"case.counts-as.{suit}", lang, card=card_said(card, lang)))
    if claim["ground"] in _NO_PLAY or said["played"] is None:
        return
    yield fullest("case.played", lang, **said)
    played = facts["played"]
    if played[1:] == suit and claim["ground"] not in ("followed-suit", "taken-back-in-time") and trump:
        yield fullest("case.played-is-trump", lang, card=card_said(played, lang), trump=trump_text(trump, lang),
                      plain_suit=suit_text(suit, lang))  # fmt: skip


def _shown_by(claim: Claim, deal: Deal, said: dict[str, Any], lang: str) -> Iterator[str]:
    """What proves, refutes or would settle the claim."""
    key = f"case.because.{claim['ground']}"
    if claim["ground"] == "led-suit-shown":
        key = f"{key}.{how_seen(claim, deal)}"
    elif claim["ground"] == "cards-unseen" and deal.get("phase") == "over":
        key = f"{key}.over"
    if claim["verdict"] != "withdrawn":
        yield fullest(key, lang, **said)


def _decided(claim: Claim, players: Players, lang: str) -> Iterator[str]:
    yield text(f"case.verdict.{claim['verdict']}", lang)
    price = penalty_sentence(claim, players, lang)
    if price:
        yield price
    if claim.get("superseded"):
        yield text("case.superseded", lang)
