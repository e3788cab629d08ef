"""From a command to the facts of one act of a night: proposed here, judged by `judges`. Pure; the ids of matches come from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.events.names import same_name
from referee.game.refused import Refused
from referee.nights import commands as ask
from referee.nights import facts as fact
from referee.nights.draws import next_draw
from referee.nights.fold import Evening
from referee.nights.judges import admit, check_names, played_table, present_player, running_round, settled, some_table
from referee.nights.results import outcome
from referee.nights.state import Night

Address = Callable[[int], str]  # table -> the id of its match
Facts = tuple[fact.Fact, ...]


def open_night(command: ask.OpenNight) -> Facts:
    """The first act of a night: its law and the players who are there; raises Refused."""
    admit(None, command.law)
    check_names(Night(command.law), command.names)
    come = dict(enumerate(command.names, 1))
    return (command.law, fact.PlayersEntered(come)) if come else (command.law,)


def decide(evening: Evening, command: ask.Command, address: Address) -> Facts:
    """The facts that the command leads to; none where it would change nothing. Raises Refused: then nothing has happened."""
    if evening.night.closed and not isinstance(command, ask.ReopenNight):
        raise Refused("night-closed")
    if isinstance(command, (ask.DrawRound, ask.Redraw)):
        return _drawn(evening, command, address)
    facts: Facts = _PROPOSE[type(command)](evening, command)
    for one in facts:
        admit(evening, one)
    return facts


def _entered(evening: Evening, command: ask.Enter) -> Facts:
    """New numbers, but the old one for who comes back under the name that left."""
    away = {same_name(one.name): one.number for one in evening.night.players.values() if not one.present}
    back = [away[same_name(name)] for name in command.names if same_name(name) in away]
    new = [name for name in command.names if same_name(name) not in away]
    come = dict(enumerate(new, evening.highest + 1))
    facts: list[fact.Fact] = [fact.PlayerReturned(number) for number in dict.fromkeys(back)]
    if come:
        facts.append(fact.PlayersEntered(come, command.fixed))
    elif command.fixed:
        facts += [fact.PlayerFixed(number, command.fixed) for number in back]
    return tuple(facts)


def _changed(evening: Evening, command: ask.ChangePlayer) -> Facts:
    entry = present_player(evening.night, command.player, also_left=True)
    facts: list[fact.Fact] = []
    if command.merge_into is not None:
        facts.append(fact.PlayersMerged(command.player, command.merge_into))
    if command.name is not None and (command.name != entry.name or command.from_the_start):
        facts.append(fact.PlayerRenamed(command.player, command.name, command.from_the_start))
    if command.fixed or command.unfix:
        facts.append(fact.PlayerFixed(command.player, command.fixed))
    return tuple(facts)


def _left(evening: Evening, command: ask.Leave) -> Facts:
    return (fact.PlayerLeft(command.player),)


def _drawn(evening: Evening, command: ask.DrawRound | ask.Redraw, address: Address) -> Facts:
    """The draw of the next round, or another one of the running round with the next seed (N3)."""
    night = evening.night
    if isinstance(command, ask.Redraw):
        running_round(night, command.round)
        _check_unplayed(evening, command.begun, night)
        number, seed = command.round, night.seed + 1
    elif night.running:
        raise Refused("round-open", round=night.running.number)
    else:
        number, seed = len(night.rounds) + 1, night.seed
    draw = next_draw(evening, number, seed)
    tables = tuple(fact.DrawnTable(table.number, table.seats, address(table.number)) for table in draw.tables)
    drawn = fact.RoundDrawn(number, seed, tables)
    admit(evening, drawn)
    return (drawn,)


def _check_unplayed(evening: Evening, begun: frozenset[str], night: Night) -> None:
    """Raises Refused `not-now` once a table of the running round has a card, a bid or a result."""
    assert night.running is not None
    for table in night.running.drawn.tables:
        if table.match in begun or played_table(evening, table):
            raise Refused("not-now", table=table.number)


def _swapped(evening: Evening, command: ask.Swap) -> Facts:
    some_table(evening.night, command.round, command.table)
    running_round(evening.night, command.round)
    for player in (command.a, command.b):
        present_player(evening.night, player, also_left=True)
    _check_unplayed(evening, command.begun, evening.night)
    return (fact.SeatsSwapped(command.round, command.a, command.b),)


def _typed(evening: Evening, command: ask.TypeResult) -> Facts:
    points, loners, reneges = command.points, command.loners, command.reneges
    return (fact.ResultTyped(command.round, command.table, points, loners, reneges, command.reason),)


def _confirmed(evening: Evening, command: ask.Confirm) -> Facts:
    here = outcome(evening, some_table(evening.night, command.round, command.table))
    if here and settled(here.confirmed, command.team):
        return ()
    return (fact.ResultConfirmed(command.round, command.table, command.team, command.reason),)


def _round_closed(evening: Evening, command: ask.CloseRound) -> Facts:
    return (fact.RoundClosed(command.round, tuple(sorted(set(command.leave_out)))),)


def _undone(evening: Evening, command: ask.Undo) -> Facts:
    to = evening.undo_to if command.to is None else command.to
    if to is None:
        raise Refused("nothing-to-undo")
    return (fact.Rewound(_checked(evening, to, back=True)),)


def _redone(evening: Evening, command: ask.Redo) -> Facts:
    to = evening.redo_to if command.to is None else command.to
    if to is None:
        raise Refused("nothing-to-undo")
    return (fact.Rewound(_checked(evening, to, back=False)),)


def _checked(evening: Evening, to: int, back: bool) -> int:
    """The version, if an act ended there; raises Refused `no-such-version`, or `nothing-to-undo` in the other direction."""
    past = evening.after_act(to)
    if past is None:
        raise Refused("no-such-version", version=to)
    if evening.brings_back(past) is back:
        raise Refused("nothing-to-undo")
    return to


_PROPOSE: Mapping[type, Callable[[Evening, Any], Facts]] = {
    ask.Enter: _entered,
    ask.ChangePlayer: _changed,
    ask.Leave: _left,
    ask.Swap: _swapped,
    ask.TypeResult: _typed,
    ask.Confirm: _confirmed,
    ask.CloseRound: _round_closed,
    ask.CloseNight: lambda evening, command: (fact.NightClosed(),),
    ask.ReopenNight: lambda evening, command: (fact.NightReopened(command.reason),),
    ask.Undo: _undone,
    ask.Redo: _redone,
    ask.Report: lambda evening, command: (fact.MatchReported(command.match, command.version, command.played),),
}
