"""From a command to a night's log: judged on the night as it stands, its tables opened, appended durably. A refusal leaves no trace."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.nights import commands as ask
from referee.nights import facts as fact
from referee.nights.codec import decoded
from referee.nights.decide import decide
from referee.nights.fold import Evening, advance
from referee.nights.state import Night, TableState
from referee.rules.seats import SEATS
from referee.service.answers import Key
from referee.service.core import Service
from referee.service.nights.results import settled, settled_for
from referee.service.nights.tables import (
    addresses,
    begun_in,
    free_seats,
    name_past,
    name_tables,
    open_tables,
    seat_names,
)
from referee.service.receipts import check_same_request, receipt_of
from referee.stores.contract import AlreadyDone, DeadToken, Receipt, StaleVersion

EVENTS_PER_NIGHT = 20_000


class NightAnswer(NamedTuple):
    """The result of an act: the night after it and the appended events."""

    evening: Evening
    events: tuple[Recorded, ...]
    replayed: bool


def act(
    service: Service,
    night: str,
    command: ask.Command,
    by: str,
    expected: Collection[int] | None = None,
    key: Key | None = None,
    token_hash: str | None = None,
) -> NightAnswer:
    """Records the facts of a command durably, or raises Refused; `expected`, `key` and `token_hash` as for a match."""
    draws = isinstance(command, (ask.DrawRound, ask.Redraw))  # which opens matches before it is stored
    if key and draws and (receipt := service.store.receipt(night, key.text)):
        return _replayed(service, night, receipt, key)
    while True:
        evening = settled_for(service, night, command)
        try:
            if expected is not None and evening.version not in expected:
                raise Refused("stale-version", version=evening.version)
            answer = _recorded(service, night, evening, command, by, key, token_hash)
        except StaleVersion:
            continue  # somebody else acted first: judge again on the newer night
        except DeadToken as dead:
            raise Refused("unauthorized") from dead
        except AlreadyDone as done:
            assert key is not None
            answer = _replayed(service, night, done.receipt, key)
        except Refused:
            if key is None or (known := service.store.receipt(night, key.text)) is None:
                raise
            answer = _replayed(service, night, known, key)  # an act that was done before is not done twice
        return _follow_up(service, night, command, answer)


def _recorded(
    service: Service,
    night: str,
    evening: Evening,
    command: ask.Command,
    by: str,
    key: Key | None,
    token_hash: str | None,
) -> NightAnswer:
    if isinstance(command, (ask.Redraw, ask.Swap)):
        command = replace(command, begun=begun_in(service, evening.night.running))
    decided = decide(evening, command, addresses(night, evening))
    closing = isinstance(command, (ask.CloseRound, ask.CloseNight))
    if evening.version + len(decided) > EVENTS_PER_NIGHT and not closing:
        raise Refused("night-full", limit=EVENTS_PER_NIGHT)
    sealed = service.sealed(evening.recorded, decided, by)
    after = evening
    for recorded, event in zip(sealed, decided, strict=True):
        if isinstance(event, fact.RoundDrawn):
            open_tables(service, night, evening, event)
        after = advance(after, recorded, event)
    receipt = receipt_of(key, evening.version + 1, after.version, "")
    if sealed or receipt or token_hash:
        service.store.append(night, evening.version, sealed, receipt=receipt, token_hash=token_hash)
    service.evenings.remember(night, after)
    return NightAnswer(after, sealed, False)


def _replayed(service: Service, night: str, receipt: Receipt, key: Key) -> NightAnswer:
    """The first answer again, rebuilt from the log as of that version."""
    check_same_request(receipt, key)
    evening = service.evenings.newest(night).at(receipt.last)
    assert evening is not None
    events = tuple(service.store.events(night, after=receipt.first - 1, until=receipt.last))
    return NightAnswer(evening, events, True)


def _follow_up(service: Service, night: str, command: ask.Command, answer: NightAnswer) -> NightAnswer:
    """What an act changes at the tables: their names follow, and who changed places gets new tokens. A repeat does it again."""
    newest = service.evenings.newest(night).night
    if isinstance(command, ask.Swap):
        for table in _running(newest):
            moved = [seat for seat in SEATS if table.seats[seat] in (command.a, command.b)]
            if moved and not answer.replayed:
                free_seats(service, night, table.match, moved)
            if moved:
                name_tables(service, night, newest, (table,))
    elif isinstance(command, ask.ChangePlayer):
        number = newest.merged.get(command.player, command.player)
        if command.from_the_start or command.merge_into is not None:
            name_past(service, night, newest, {number})
        name_tables(service, night, newest, [table for table in _running(newest) if _sits(newest, table, number)])
    elif isinstance(command, (ask.Undo, ask.Redo)):
        name_tables(service, night, newest, _named_anew(answer, newest))
        if answer.events and newest.players is not _before(answer).players:
            name_past(service, night, newest, _put_right(service, night))
    elif isinstance(command, ask.ReopenNight):
        return answer._replace(evening=settled(service, night, thorough=True)) if not answer.replayed else answer
    return answer


def _named_anew(answer: NightAnswer, night: Night) -> list[TableState]:
    """The tables of the running round at which other names stand than before the act."""
    before = _before(answer)
    seats = {table.match: table.seats for table in _running(before)}
    if before.players is night.players and before.merged is night.merged:
        return [table for table in _running(night) if seats.get(table.match) is not table.seats]
    known = {match: seat_names(before, here) for match, here in seats.items()}
    return [table for table in _running(night) if known.get(table.match) != seat_names(night, table.seats)]


def _before(answer: NightAnswer) -> Night:
    past = answer.evening.at(answer.events[0].version - 1)
    assert past is not None
    return past.night


def _put_right(service: Service, night: str) -> set[int]:
    """The players whose name was ever put right from the start, or who were found to be one with another."""
    found = set()
    for recorded in service.store.events(night):
        if recorded.type in (fact.PlayerRenamed.stored_as, fact.PlayersMerged.stored_as):
            event = decoded(recorded)
            if isinstance(event, fact.PlayersMerged) or (
                isinstance(event, fact.PlayerRenamed) and event.from_the_start
            ):
                found.add(event.player)
    return found


def _running(night: Night) -> tuple[TableState, ...]:
    return night.running.drawn.tables if night.running else ()


def _sits(night: Night, table: TableState, number: int) -> bool:
    return any(night.merged.get(player, player) == number for player in table.players)
