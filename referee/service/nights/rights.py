"""What a night's token opens besides the night: the tables of its draws, to the organiser as scorer, to all others as viewers."""

from __future__ import annotations

from typing import NamedTuple

from referee.game.refused import Refused
from referee.service.access import ORGANISER, SCORER, VIEWER, hashed
from referee.service.core import Service
from referee.service.nights.results import is_table_of
from referee.stores.contract import Grant, StaleVersion

PLAYER = "player-"


class AtTable(NamedTuple):
    """A role in a match, the hash that an act there must come with, and what that hash opens."""

    role: str
    token_hash: str
    opens: tuple[str, str]


def player_role(number: int) -> str:
    """The role of a player's own phone."""
    return f"{PLAYER}{number}"


def player_of(role: str) -> int | None:
    """The number of the player whose phone has this role, None for the other roles."""
    return int(role.removeprefix(PLAYER)) if role.startswith(PLAYER) else None


def at_table(service: Service, night: str, role: str, token_hash: str, match: str) -> AtTable | None:
    """What a token of a night may do in a match, None if that is no table of the night.

    The organiser has a scorer's place of its own at each table, derived from the token and made when it is first needed:
    so a match refuses it when an act is stored, as it does any token that was revoked meanwhile."""
    if not is_table_of(service, night, match):
        return None
    if role != ORGANISER:
        return AtTable(VIEWER, token_hash, (night, role))
    own = scorer_hash(token_hash, match)
    if service.store.role_of(own) != (match, SCORER):
        _grant(service, match, own)
        if service.store.role_of(token_hash) != (night, role):  # renewed at this moment
            _grant(service, match, hashed(own))
            raise Refused("unauthorized")
    return AtTable(SCORER, own, (match, SCORER))


def scorer_hash(token_hash: str, match: str) -> str:
    """The hash by which a match knows the organiser's token."""
    return hashed(f"{token_hash} {match}")


def revoke_at_tables(service: Service, night: str, token_hash: str) -> None:
    """After the organiser's token was renewed: the one before opens no table any more, the new one does."""
    for match in service.evenings.newest(night).matches:
        if is_table_of(service, night, match):
            _grant(service, match, scorer_hash(token_hash, match))


def _grant(service: Service, match: str, token_hash: str) -> None:
    grant = Grant(SCORER, token_hash, kills_others=True, takes_seat=False, frees_seat=False)
    while service.store.role_of(token_hash) != (match, SCORER):
        try:
            service.store.append(match, service.store.head(match), (), grants=[grant])
        except StaleVersion:
            continue
