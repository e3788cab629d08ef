"""Keys that a key opens: a viewer's to hand on, the scorer's for the seat that became scorer, the same seat's in a rematch.

Each is made from the key it is asked with, so asking again gives the same one and none pile up. What was revoked is not
given again."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.refused import Refused
from referee.service.access import SCORER, VIEWER, hashed, new_token, token_made_of
from referee.service.answers import Joined
from referee.service.core import Service
from referee.service.receipts import Given, given_in
from referee.stores.contract import AlreadyDone, DeadToken, Grant, Receipt, StaleVersion

VIEWERS, SCORERS = "viewers", "scorers"  # the scopes of receipts


def viewers_key(service: Service, match: str, role: str, token: str) -> Joined:
    """A viewer's key of the match to hand on: one for each key that asks, a new one once that was revoked.

    A viewer is given the key it has."""
    if role == VIEWER:
        return Joined(match, VIEWER, token, True)
    number = 0
    while True:
        made, name = token_made_of(token, f"viewer {match} {number}"), f"{hashed(token)} {number}"
        if service.store.receipt(VIEWERS, name):
            if service.store.role_of(hashed(made)) == (match, VIEWER):
                return Joined(match, VIEWER, made, True)
            number += 1
            continue
        head = service.store.head(match)
        grant = Grant(VIEWER, hashed(made), kills_others=False, takes_seat=False, frees_seat=False)
        receipt = Receipt(name, "viewers", head + 1, head, "")
        try:
            service.store.append(
                match, head, (), receipt=receipt, scope=VIEWERS, grants=[grant], token_hash=hashed(token)
            )
        except (StaleVersion, AlreadyDone):
            continue
        except DeadToken as dead:
            raise Refused("unauthorized") from dead
        return Joined(match, VIEWER, made, False)


def kept_place(service: Service, match: str, roles: Sequence[str]) -> Given:
    """Tokens that nobody has, by hash: whoever may have such a role is given one of their own while these live."""
    return Given(match, service.time(), {role: hashed(new_token()) for role in roles})


def key_for_place(service: Service, given: Given, role: str, token: str, alone: bool) -> Joined:
    """The key of a kept place, made from the caller's; with `alone` the only one of its role from now on.

    Raises Refused `forbidden` once the place was given to somebody else."""
    made = token_made_of(token, f"{role} {given.match} {given.at}")
    grant = Grant(role, hashed(made), kills_others=alone, takes_seat=False, frees_seat=False)
    while service.store.role_of(grant.token_hash) != (given.match, role):
        head = service.store.head(given.match)
        try:
            service.store.append(given.match, head, (), grants=[grant], token_hash=given.secrets[role])
        except StaleVersion:
            continue
        except DeadToken as dead:
            if service.store.role_of(grant.token_hash) == (given.match, role):
                break  # the same was asked twice at once
            raise Refused("forbidden") from dead
        return Joined(given.match, role, made, False)
    return Joined(given.match, role, made, True)


def scorers_place(match: str, version: int) -> str:
    """The name of the receipt that keeps the scorer's place for the seat named at a version."""
    return f"{match} {version}"


def scorers_key(service: Service, match: str, role: str, token: str) -> Joined:
    """The scorer's key for the seat that became scorer, and for the scorer the own one; raises Refused `forbidden`."""
    if role == SCORER:
        return Joined(match, SCORER, token, True)
    timeline = service.timeline(match)
    for moment in timeline.moments_back():
        if moment.recorded.type == "scorer-changed":
            receipt = service.store.receipt(SCORERS, scorers_place(match, moment.recorded.version))
            seat = moment.scorer.seat
            if receipt and seat and seat.value == role:
                return key_for_place(service, given_in(receipt), SCORER, token, alone=True)
            break
    raise Refused("forbidden")
