"""Coming to a night: nights opened, players who tap their own name, the seats of their tables, tokens renewed."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.nights import commands as ask
from referee.nights.decide import open_night as opening_facts
from referee.nights.fold import Evening, fold
from referee.nights.judges import present_player
from referee.nights.state import TableState
from referee.rules.seats import SEATS, Seat
from referee.service import joining
from referee.service.access import BOARD, ORGANISER, hashed, join_code_of, new_join_code, new_token
from referee.service.answers import Key, Renewed
from referee.service.core import Service, is_night
from referee.service.nights.results import is_table_of
from referee.service.nights.rights import player_of, player_role, revoke_at_tables
from referee.service.receipts import Given, check_same_request, given_again, receipt_of
from referee.stores.contract import AlreadyDone, CodeTaken, DeadToken, Grant, Receipt, SeatTaken, StaleVersion

NIGHTS = "nights"  # the scope of the idempotency keys of openings and imports
ROLES = (ORGANISER, BOARD)


class OpenedNight(NamedTuple):
    """A new night and the only copy of its secrets; for a repeated request only those that nobody has renewed."""

    night: str
    evening: Evening
    tokens: dict[str, str]
    join_code: str | None
    replayed: bool


class JoinedNight(NamedTuple):
    """A player's place and its new token."""

    night: str
    player: int
    token: str
    replayed: bool


class Seated(NamedTuple):
    """A player's seat in the running round, and the seat's new token."""

    night: str
    round: int
    table: int
    match: str
    seat: Seat
    token: str


def open_night(service: Service, command: ask.OpenNight, key: Key | None = None) -> OpenedNight:
    """A new night with its tokens and join code. With a known key: the same night, fresh tokens."""
    if again := known(service, key):
        return again
    night = service.new_night()
    return admit(service, night, service.opening_sealed(night, opening_facts(command), ORGANISER), key)


def known(service: Service, key: Key | None) -> OpenedNight | None:
    """The night opened or imported with this key, with new tokens; None if the key is unknown."""
    receipt = service.store.receipt(NIGHTS, key.text) if key else None
    return _opened_again(service, receipt, key) if receipt and key else None


def admit(service: Service, night: str, log: tuple[Recorded, ...], key: Key | None) -> OpenedNight:
    """Stores a new night in one act, with a token for organiser and board and a join code."""
    evening = fold(log)
    assert evening is not None
    tokens = {role: new_token() for role in ROLES}
    hashes = {role: hashed(token) for role, token in tokens.items()}
    grants = [Grant(role, secret, False, False, False) for role, secret in hashes.items()]
    for attempt in count():
        code = join_code_of(key.text, night, attempt) if key else new_join_code()
        given = Given(night, service.time(), hashes, hashed(code))
        receipt = receipt_of(key, 1, len(log), given.note)
        try:
            service.store.append(night, 0, log, receipt=receipt, scope=NIGHTS, grants=grants, join_code_hash=given.code)
            break
        except CodeTaken:
            continue
        except AlreadyDone as done:
            assert key is not None
            return _opened_again(service, done.receipt, key)
    service.evenings.remember(night, evening)
    return OpenedNight(night, evening, tokens, code, False)


def _opened_again(service: Service, receipt: Receipt, key: Key) -> OpenedNight:
    given, tokens = given_again(service, NIGHTS, receipt, key, lambda role: new_token())
    if ORGANISER in tokens:
        revoke_at_tables(service, given.match, hashed(tokens[ORGANISER]))
    first = service.evenings.newest(given.match).at(receipt.last)
    assert first is not None and given.code is not None
    code = None
    if service.store.match_of_code(given.code) == given.match:
        codes = (join_code_of(key.text, given.match, attempt) for attempt in count())
        code = next(code for code in codes if hashed(code) == given.code)
    return OpenedNight(given.match, first, tokens, code, True)


def join(service: Service, code: str, player: int, key: Key | None = None) -> JoinedNight:
    """A phone becomes a player's, by the night's code and the own name; in a night of pairs both may.

    Raises Refused `no-such-code`, `no-such-player`, `already-left`, `night-closed`, `seat-taken`; for a known key also
    what a repeated join raises."""
    night = joining.match_of_code(service, code)
    if not is_night(night):
        raise Refused("invalid-request", errors={"seat": ["missing"]})
    role, code_hash = player_role(player), hashed(code.strip().upper())
    if key and (receipt := service.store.receipt(joining.JOINS, key.text)):
        return _joined_again(service, receipt, role, key, code_hash)
    token = new_token()
    while True:
        evening = service.evenings.newest(night)
        if evening.night.closed:
            raise Refused("night-closed")
        present_player(evening.night, player)
        alone = not evening.night.pairs
        grant = Grant(role, hashed(token), kills_others=alone, takes_seat=alone, frees_seat=False)
        given = Given(night, service.time(), {role: grant.token_hash})
        try:
            service.store.append(
                night, evening.version, (), grants=[grant], scope=joining.JOINS, token_hash=code_hash,
                receipt=receipt_of(key, evening.version + 1, evening.version, given.note),
            )  # fmt: skip
        except StaleVersion:
            continue
        except DeadToken as dead:
            raise Refused("no-such-code") from dead
        except SeatTaken as taken:
            raise Refused("seat-taken", player=player) from taken
        except AlreadyDone as done:
            assert key is not None
            return _joined_again(service, done.receipt, role, key, code_hash)
        return JoinedNight(night, player, token, False)


def _joined_again(service: Service, receipt: Receipt, role: str, key: Key, code_hash: str) -> JoinedNight:
    check_same_request(receipt, key)
    given, tokens = given_again(service, joining.JOINS, receipt, key, lambda role: new_token(), code_hash)
    return JoinedNight(given.match, player_of(role) or 0, tokens[role], True)


def seat(service: Service, night: str, role: str, wanted: Seat | None = None) -> Seated:
    """The seat of a player's own table in the running round, with a new token; the seat's earlier ones are void.

    `wanted` chooses between the two seats of a pair. Raises Refused `forbidden` for any other role, `round-not-open`
    between two rounds, and `sits-out`."""
    evening, player = service.evenings.newest(night), player_of(role)
    if player is None:
        raise Refused("forbidden")
    state = evening.night
    number = state.merged.get(player, player)
    if number not in state.players:
        raise Refused("no-such-player", player=player)
    if state.running is None:
        raise Refused("round-not-open", round=len(state.rounds))
    for table in state.running.drawn.tables:
        seats = [seat for seat in SEATS if state.merged.get(table.seats[seat], table.seats[seat]) == number]
        if seats and not is_table_of(service, night, table.match):  # an imported night's, drawn elsewhere
            raise Refused("round-not-open", round=state.running.number)
        if seats:
            chosen = wanted if wanted in seats else seats[0]
            return _seated(service, night, state.running.number, table, chosen)
    raise Refused("sits-out", player=number, round=state.running.number)


def _seated(service: Service, night: str, round_: int, table: TableState, chosen: Seat) -> Seated:
    token = new_token()
    grant = Grant(chosen.value, hashed(token), kills_others=True, takes_seat=True, frees_seat=True)
    while True:
        try:
            service.store.append(table.match, service.version(table.match), (), grants=[grant])
        except StaleVersion:
            continue
        return Seated(night, round_, table.number, table.match, chosen, token)


def renew(service: Service, night: str, role: str, key: Key | None = None, open_: bool = True) -> Renewed:
    """A new token for a role, the old ones void at the night and at its tables; a player's name is free to be tapped
    again. For the role `join` a new join code, or none unless `open_`."""
    renewed = joining.renew(service, night, role, key, open_)
    if role == ORGANISER:
        revoke_at_tables(service, night, hashed(renewed.token))
    return renewed


def renew_all(service: Service, night: str) -> tuple[dict[str, str], str]:
    """New tokens for organiser and board and a new join code, in one act: no earlier secret opens the night any more."""
    tokens = {role: new_token() for role in ROLES}
    grants = [Grant(role, hashed(token), True, False, False) for role, token in tokens.items()]
    while True:
        evening, code = service.evenings.newest(night), new_join_code()
        players = range(1, evening.highest + 1)
        void = [Grant(player_role(number), hashed(new_token()), True, False, True) for number in players]
        try:
            service.store.append(night, evening.version, (), grants=[*grants, *void], join_code_hash=hashed(code))
        except (StaleVersion, CodeTaken):
            continue
        revoke_at_tables(service, night, hashed(tokens[ORGANISER]))
        return tokens, code
