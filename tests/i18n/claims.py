"""Claims and deals as the projections show them, for the tests of rulings. Nothing here is asserted."""

from __future__ import annotations

from typing import Any

NOBODY: dict[str, str | None] = dict.fromkeys("NESW")
NAMES: dict[str, str | None] = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}

GROUNDS = {
    "led-suit-played-later": "upheld",
    "led-suit-shown": "upheld",
    "must-hold-by-count": "upheld",
    "conceded": "upheld",
    "qualifies": "upheld",
    "led-the-trick": "rejected",
    "sat-out": "rejected",
    "taken-back-in-time": "rejected",
    "followed-suit": "rejected",
    "hand-accounted-for": "rejected",
    "suit-accounted-for": "rejected",
    "no-renege": "rejected",
    "does-not-qualify": "rejected",
    "cards-unseen": "open",
    "not-recorded": "open",
}
RULES = {
    "led-the-trick": "R4.2",
    "sat-out": "R6.2",
    "taken-back-in-time": "R7.4",
    "followed-suit": "R4.3",
    "conceded": "J2.9",
    "qualifies": "V2.1",
    "does-not-qualify": "V2.1",
}

FACTS: dict[str, Any] = {
    "trick": 2,
    "led": "AH",
    "led_suit": "H",
    "played": "9C",
    "played_version": 12,
    "proof": None,
    "proof_version": None,
    "would_prove": None,
}
NO_FACTS: dict[str, Any] = dict.fromkeys(FACTS)


def a_deal(later: str = "QH", **changes: Any) -> dict[str, Any]:
    """West led A♥ to trick 2, East played 9♣ (version 12) and Q♥ or `later` in trick 4 (version 20); hearts are trump."""
    tricks = [
        {"number": 2, "leader": "W", "plays": [_play("W", "AH", 10), _play("N", "9H", 11), _play("E", "9C", 12)]},
        {"number": 4, "leader": "W", "plays": [_play("W", "AS", 18), _play("N", "9S", 19), _play("E", later, 20)]},
    ]
    return {"number": 1, "phase": "play", "trump": "H", "maker": "W", "contract": "4", "tricks": tricks} | changes


def _play(seat: str, card: str, version: int) -> dict[str, Any]:
    return {"seat": seat, "card": card, "version": version}


def a_claim(ground: str, facts: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """South's claim that East reneged in trick 2 of deal 1 (or an ace-no-face claim of South's), so ruled."""
    ace = ground in ("qualifies", "does-not-qualify")
    default = NO_FACTS if ace or ground == "no-renege" else FACTS
    claim = {
        "number": 1,
        "kind": "ace-no-face" if ace else "renege",
        "by": "S",
        "accused": None if ace else "E",
        "deal": 1,
        "trick": None if ace or ground == "no-renege" else 2,
        "verdict": GROUNDS[ground],
        "ground": ground,
        "rule": RULES.get(ground, "R7.1"),
        "facts": default | (facts or {}),
        "penalty": None,
        "made_at_version": 13,
        "ruled_at_version": 21,
        "superseded": False,
    }
    return claim | changes
