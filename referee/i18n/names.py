"""What seats and teams are called: by their players' names if these are known, else by the points of the compass."""

from __future__ import annotations

from collections.abc import Mapping

from referee.i18n.catalogue import known, text
from referee.i18n.forms import isolated

Players = Mapping[str, str | None]

TEAMS = {"NS": ("N", "S"), "EW": ("E", "W")}


def seat_text(seat: str, lang: str) -> str:
    """`East` for `E`; any other text is returned unchanged."""
    return text(f"seat.{seat}", lang) if known(f"seat.{seat}") else seat


def who(seat: str, players: Players, lang: str) -> str:
    """The player's name as it stands in a sentence, or the seat's if there is none."""
    name = players.get(seat)
    return isolated(name) if name else seat_text(seat, lang)


def team_of(seat: str) -> str:
    """The team of a seat."""
    return next(team for team, seats in TEAMS.items() if seat in seats)


def team_text(team: str, players: Players, lang: str) -> str:
    """`Ann & Cat`, or `North–South` while neither has a name; for lists and score sheets."""
    if not any(players.get(seat) for seat in TEAMS[team]):
        return text(f"team.{team}", lang)
    first, second = (who(seat, players, lang) for seat in TEAMS[team])
    return text("team.pair", lang, first=first, second=second)


def team_said(team: str, players: Players, lang: str) -> str:
    """`Ann and Cat`, `North and South`; for sentences."""
    first, second = (who(seat, players, lang) for seat in TEAMS[team])
    return text("team.said", lang, first=first, second=second)
