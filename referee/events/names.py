"""When two names are one: compared without regard to spelling variants of the same letters (NFC), case and spaces."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(4096)
def same_name(name: str) -> str:
    """What all spellings of a name share: composed letters, no case, no spaces."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return "".join(unicodedata.normalize("NFC", folded).split())
