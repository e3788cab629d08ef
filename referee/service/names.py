"""What a player's name may contain, wherever it comes in: something visible, nothing that turns the text beside it, and
not more letters than a sheet has room for."""

from __future__ import annotations

import re
import unicodedata

from referee.i18n.letters import letters

TIME_ZONE = r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*"  # the name of a zone in the IANA database
LONGEST = 40  # letters as a reader counts them
LARGEST = 160  # characters: a letter of Nepali or Tamil has up to four, an emoji more
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
    """Why a name cannot be used, as a code: `turns-direction`, `nothing-visible`, `too-many-letters`; None if it can."""
    if _TURNS.search(name):
        return "turns-direction"
    if sum(1 for _ in letters(name)) > LONGEST:
        return "too-many-letters"
    return None if _SHOWS.search(name) else "nothing-visible"


def composed(name: str) -> str:
    """The name in NFC, since one that looks the same must be the same (Unicode UAX #15)."""
    return unicodedata.normalize("NFC", name)
