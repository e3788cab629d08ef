"""Whether a fact can follow in a night: each kind judged on the night as it stands; verification asks the same of every log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.events.names import same_name
from referee.game.refused import Refused
from referee.nights import facts as fact
from referee.nights.fold import Evening, stands
from referee.nights.results import missing, outcome, reported, unconfirmed
from referee.nights.state import Night, RoundState, TableState
from referee.nights.values import Entry
from referee.rules.seats import Team

MOST_PLAYERS, MOST_ROUNDS = 200, 100
MOST_TABLES = 5_000  # of all draws, those that were drawn again or undone too: a verification draws each once more
TIE_BREAK = ("wins", "loners", "high_round", "head_to_head")
PRIZES = ("total", "most_loners", "high_round", "low_total", "pair_total")
CODES: Mapping[str, tuple[str, ...]] = {
    "scoring": ("individual", "pairs"),
    "movers": ("winners", "losers"),
    "partners": ("change", "keep"),
    "confirm": ("none", "both-teams"),
}
MOVEMENTS: Mapping[str, tuple[str, ...]] = {
    "individual": ("social", "whist", "progressive", "cyclic"),
    "pairs": ("round-robin", "mitchell", "swiss"),
}


def admit(evening: Evening | None, event: fact.Fact) -> None:
    """Raises Refused if the fact cannot follow now. The order: what does not exist, what is closed, what stands against it."""
    if evening is None:
        if not isinstance(event, fact.NightOpened):
            raise Refused("no-such-night")
        return _opened(event)
    _JUDGE[type(event)](evening, event)


def _opened(event: fact.NightOpened) -> None:
    known = MOVEMENTS.get(event.scoring, ())
    if event.movement not in known:
        raise Refused("no-such-movement", movement=event.movement, allowed=list(known))


def _never(evening: Evening, event: fact.NightOpened) -> None:
    raise Refused("not-now")


def present_player(night: Night, number: int, also_left: bool = False) -> Entry:
    """The entry of that number; raises Refused `no-such-player`, and `already-left` unless `also_left`."""
    entry = night.players.get(number)
    if entry is None:
        raise Refused("no-such-player", player=number)
    if not (entry.present or also_left):
        raise Refused("already-left", player=number)
    return entry


def some_round(night: Night, number: int) -> RoundState:
    """The round of that number; raises Refused `no-such-round`."""
    if not 1 <= number <= len(night.rounds):
        raise Refused("no-such-round", round=number)
    return night.rounds[number - 1]


def running_round(night: Night, number: int) -> RoundState:
    """The round of that number, which must be open; raises Refused `no-such-round` or `round-not-open`."""
    state = some_round(night, number)
    if state.closed:
        raise Refused("round-not-open", round=number)
    return state


def some_table(night: Night, round_: int, number: int) -> TableState:
    """A table of a round; raises Refused `no-such-round` or `no-such-table`."""
    table = some_round(night, round_).table(number)
    if table is None:
        raise Refused("no-such-table", round=round_, table=number)
    return table


def played_table(evening: Evening, table: TableState) -> bool:
    """Whether a table has a result, or its match was closed before."""
    return bool(table.slips) or reported(evening, table) is not None


def check_names(night: Night, names: Iterable[str], but: int | None = None) -> None:
    """Raises Refused for a name that two would have."""
    known = {same_name(one.name) for one in night.players.values() if one.number != but}
    for index, name in enumerate(names):
        if same_name(name) in known:
            raise Refused("invalid-request", errors={f"names.{index}": ["not-unique"]})
        known.add(same_name(name))


def _entered(evening: Evening, event: fact.PlayersEntered) -> None:
    night = evening.night
    check_names(night, event.players.values())
    if len(night.players) + len(event.players) > MOST_PLAYERS:
        raise Refused("night-full", limit=MOST_PLAYERS)
    first = evening.highest + 1
    if sorted(event.players) != list(range(first, first + len(event.players))):
        raise Refused("does-not-follow")
    if event.fixed:
        if len(event.players) > 1:
            raise Refused("invalid-request", errors={"fixed": ["not-unique"]})
        _free(night, event.fixed, None)


def _free(night: Night, place: fact.Place, but: int | None) -> None:
    """Raises Refused if somebody else who is present always sits there: at most one a table and side (N1)."""
    for entry in night.present():
        if entry.fixed and entry.number != but and (entry.fixed.table, entry.fixed.side) == (place.table, place.side):
            raise Refused("invalid-request", errors={"fixed": ["not-unique"]})


def _renamed(evening: Evening, event: fact.PlayerRenamed) -> None:
    present_player(evening.night, event.player, also_left=True)
    check_names(evening.night, (event.name,), but=event.player)


def _fixed(evening: Evening, event: fact.PlayerFixed) -> None:
    present_player(evening.night, event.player, also_left=True)
    if event.fixed:
        _free(evening.night, event.fixed, event.player)


def _merged(evening: Evening, event: fact.PlayersMerged) -> None:
    """Two numbers can be one person only if they never were in the same round."""
    night = evening.night
    present_player(night, event.player, also_left=True)
    present_player(night, event.into, also_left=True)
    both = {event.player, event.into}
    if len(both) == 1:
        raise Refused("not-now", player=event.player)
    for state in night.rounds:
        here = [*state.drawn.sitting_out, *(player for table in state.drawn.tables for player in table.players)]
        seen = {night.merged.get(player, player) for player in here}
        if both <= seen:
            raise Refused("not-now", round=state.number)


def _left(evening: Evening, event: fact.PlayerLeft) -> None:
    present_player(evening.night, event.player)


def _returned(evening: Evening, event: fact.PlayerReturned) -> None:
    if present_player(evening.night, event.player, also_left=True).present:
        raise Refused("not-now", player=event.player)


def _drawn(evening: Evening, event: fact.RoundDrawn) -> None:
    night = evening.night
    if event.round > MOST_ROUNDS:
        raise Refused("night-full", limit=MOST_ROUNDS)
    if event.round == len(night.rounds):
        running_round(night, event.round)
    elif night.running:
        raise Refused("round-open", round=night.running.number)
    elif event.round != len(night.rounds) + 1:
        raise Refused("no-such-round", round=event.round)
    present = {entry.number for entry in night.present()}
    seated = [player for table in event.tables for player in dict.fromkeys(table.seats.values())]
    matches = [table.match for table in event.tables]
    if len(evening.matches) + len(matches) > MOST_TABLES:
        raise Refused("night-full", limit=MOST_TABLES)
    if len(set(matches)) != len(matches) or any(match in evening.matches for match in matches):
        raise Refused("does-not-follow")
    if not set(seated) <= present or len(set(seated)) != len(seated):
        raise Refused("does-not-follow")


def _swapped(evening: Evening, event: fact.SeatsSwapped) -> None:
    state = running_round(evening.night, event.round)
    seated = {player for table in state.drawn.tables for player in table.players}
    for player in (event.a, event.b):
        present_player(evening.night, player, also_left=True)
        if player not in seated and player not in state.drawn.sitting_out:
            raise Refused("no-such-player", player=player)
    if event.a == event.b or not {event.a, event.b} & seated:
        raise Refused("not-now", player=event.a)
    if any(played_table(evening, table) for table in state.drawn.tables):
        raise Refused("not-now")


def _typed(evening: Evening, event: fact.ResultTyped) -> None:
    """Putting a result right needs a reason: what stands is never replaced without one (N4)."""
    table = some_table(evening.night, event.round, event.table)
    if event.reason is None and outcome(evening, table):
        raise Refused("invalid-request", errors={"reason": ["missing"]})


def _reported(evening: Evening, event: fact.MatchReported) -> None:
    known = evening.reports.get(event.match, ())
    if event.match not in evening.matches or (known[-1].played if known else None) == event.played:
        raise Refused("does-not-follow")


def _confirmed(evening: Evening, event: fact.ResultConfirmed) -> None:
    table = some_table(evening.night, event.round, event.table)
    if event.team is None and event.reason is None:
        raise Refused("invalid-request", errors={"reason": ["missing"]})
    here = outcome(evening, table)
    if here is None:
        raise Refused("results-missing", round=event.round, tables=[event.table])
    if settled(here.confirmed, event.team):
        raise Refused("does-not-follow")


def settled(confirmed: Iterable[Team], team: Team | None) -> bool:
    """Whether a team's confirmation, or the organiser's, would add nothing."""
    known = set(confirmed)
    return known == set(Team) if team is None else team in known


def _round_closed(evening: Evening, event: fact.RoundClosed) -> None:
    state = some_round(evening.night, event.round)
    for number in event.left_out:
        some_table(evening.night, event.round, number)
    running_round(evening.night, event.round)
    tables = [number for number in missing(evening, state) if number not in event.left_out]
    if tables:
        raise Refused("results-missing", round=event.round, tables=tables)
    tables = [number for number in unconfirmed(evening, state) if number not in event.left_out]
    if tables:
        raise Refused("not-confirmed", round=event.round, tables=tables)


def _night_closed(evening: Evening, event: fact.NightClosed) -> None:
    if evening.night.running:
        raise Refused("round-open", round=evening.night.running.number)


def _reopened(evening: Evening, event: fact.NightReopened) -> None:
    if not evening.night.closed:
        raise Refused("not-closed")


def _rewound(evening: Evening, event: fact.Rewound) -> None:
    past = evening.after_act(event.to)
    if past is None:
        raise Refused("no-such-version", version=event.to)
    undoing = past.head.act < evening.head.act and stands(evening.head, past.head)
    if not (undoing or evening.brings_back(past)):
        raise Refused("nothing-to-undo")


_JUDGE: Mapping[type, Callable[[Evening, Any], None]] = {
    fact.NightOpened: _never,
    fact.PlayersEntered: _entered,
    fact.PlayerRenamed: _renamed,
    fact.PlayerFixed: _fixed,
    fact.PlayersMerged: _merged,
    fact.PlayerLeft: _left,
    fact.PlayerReturned: _returned,
    fact.RoundDrawn: _drawn,
    fact.SeatsSwapped: _swapped,
    fact.ResultTyped: _typed,
    fact.MatchReported: _reported,
    fact.ResultConfirmed: _confirmed,
    fact.RoundClosed: _round_closed,
    fact.NightClosed: _night_closed,
    fact.NightReopened: _reopened,
    fact.Rewound: _rewound,
}
