"""From a command to a night's log: judged on the night as it stands, its tables opened, appended durably. A refusal leaves no trace."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from referee.events.log import Recorded
from referee.game.refused import Refused
from referee.nights import commands as ask
from referee.nights import facts as fact
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
        same = {number, *(was for was, now in newest.merged.items() if now == number)}
        here = [table for table in _running(newest) if not same.isdisjoint(table.seats.values())]
        name_tables(service, night, newest, here)
    elif isinstance(command, (ask.Undo, ask.Redo)):
        _name_again(service, night, answer, newest)
    elif isinstance(command, ask.ReopenNight):
        return answer._replace(evening=settled(service, night, thorough=True)) if not answer.replayed else answer
    return answer


def _name_again(service: Service, night: str, answer: NightAnswer, now: Night) -> None:
    """After an undo or a redo: the names at the tables that were drawn or changed by it, and past ones that were put right;
    who changed places with it gets new tokens."""
    past = answer.evening.at(answer.events[0].version - 1) if answer.events else None
    if past is None:
        return
    before, changed = past.night, set[int]()
    seats = {table.match: table.seats for table in _running(before)}
    if before.players is not now.players:
        numbers = before.players.keys() | now.players.keys()
        changed = {one for one in numbers if before.players.get(one) != now.players.get(one)}
    tables = [
        table for table in _running(now)
        if seats.get(table.match) is not table.seats or not changed.isdisjoint(table.seats.values())
    ]  # fmt: skip
    name_tables(service, night, now, tables)
    for table in () if answer.replayed else tables:
        sat = seats.get(table.match, table.seats)
        if moved := [seat for seat in SEATS if sat[seat] != table.seats[seat]]:
            free_seats(service, night, table.match, moved)
    if right := changed & (before.put_right | now.put_right):
        name_past(service, night, now, right)


def _running(night: Night) -> tuple[TableState, ...]:
    return night.running.drawn.tables if night.running else ()
