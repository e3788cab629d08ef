"""How cards, suits, trumps and bids are written; the caller says which suit a card counts as."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.i18n.catalogue import known, listed, text

SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RANKS = {"9": "9", "T": "10", "J": "J", "Q": "Q", "K": "K", "A": "A"}
_JOKER = "JK"


def card_text(code: str, lang: str = "en") -> str:
    """`10♦` for `TD`, the joker's name for `JK`; any other text is returned unchanged."""
    if code == _JOKER:
        return text("card.joker", lang)
    rank, suit = code[:1], code[1:]
    return _RANKS[rank] + SYMBOLS[suit] if rank in _RANKS and suit in SYMBOLS else code


def card_said(code: str, lang: str) -> str:
    """A card inside a sentence: `10♦`, `the joker`."""
    return text("card.the-joker", lang) if code == _JOKER else card_text(code, lang)


def card_in_play(code: str, suit: str | None, lang: str) -> str:
    """A card inside a sentence, with the suit it counts as if that is not the printed one (R1.5, V3.2)."""
    said = card_said(code, lang)
    return said if suit is None or code[1:] == suit else text(f"card.counts-as.{suit}", lang, card=said)


def cards_said(codes: Iterable[str], lang: str, joint: str = "and", suit: str | None = None) -> str:
    """Cards as a list inside a sentence."""
    return listed([card_in_play(code, suit, lang) for code in codes], lang, joint)


def suit_text(suit: str, lang: str) -> str:
    """`hearts` for `H`."""
    return text(f"suit.{suit}", lang)


def trump_text(trump: str, lang: str) -> str:
    """What the maker named: a suit, or no-trump high or low (V5)."""
    return text(f"trump.{trump}", lang)


def bid_text(bid: Any, lang: str) -> str:
    """A bid inside a sentence: a number stays, `ask`, `moon` and `pass` are words."""
    return text(f"bid.{bid}", lang) if known(f"bid.{bid}") else str(bid)
