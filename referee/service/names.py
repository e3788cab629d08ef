"""What a player's name may contain, wherever it comes in: something visible, and nothing that turns the text beside it."""

from __future__ import annotations

import re

LONGEST = 40
# The embeddings, overrides and isolates of the bidirectional algorithm (Unicode UAX #9).
TURNS = r"\u202a-\u202e\u2066-\u2069"
# Invisible characters: blanks, and what fonts leave blank (Default_Ignorable_Code_Point, the empty Braille
# cell).
BLANK = (
    r"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\ufff8"
)
_TURNS = re.compile(f"[{TURNS}]")
_SHOWS = re.compile(f"[^{BLANK}\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")


def unreadable(name: str) -> str | None:
    """Why a name cannot be read, as a code: `turns-direction`, `nothing-visible`; None if it can."""
    if _TURNS.search(name):
        return "turns-direction"
    return None if _SHOWS.search(name) else "nothing-visible"
