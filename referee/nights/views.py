"""What readers see of a night, as plain values: the night with its rounds and results, and whom everybody met. Numbers, no words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Any, NotRequired, TypedDict, cast
from weakref import WeakKeyDictionary

from orjson import Fragment, dumps

from referee.nights.codec import decoded
from referee.nights.fold import Evening
from referee.nights.results import Outcome, missing, of_report, of_slip, outcome, reported, rounds, unconfirmed
from referee.nights.state import MATCH, SLIP, Drawn, Night, Report, RoundState, TableState
from referee.nights.values import Draw, Entry, Result, Table
from referee.projections.views import ByTeam, HashText, OptionValues, TeamCode, TimeText
from referee.rules.options import as_options
from referee.rules.seats import SEATS, TEAMS, Seat, Team

BySeat = dict[Annotated[str, Seat], int]
SourceCode = Annotated[str, (SLIP, MATCH)]


class FixedView(TypedDict):
    """Where somebody always sits."""

    table: int
    side: TeamCode


class PlayerView(TypedDict):
    """A player, or a pair where pairs are scored."""

    number: int
    name: str
    present: bool
    fixed: FixedView | None


class ResultView(TypedDict):
    """What a table brought, where it comes from, and whether it counts (N4, N7)."""

    NS: int
    EW: int
    loners: ByTeam
    reneges: ByTeam
    source: SourceCode
    version: int
    reason: str | None
    confirmed: list[TeamCode]
    counts: bool


class EarlierResult(TypedDict):
    """A result that another one has replaced; or what the match says while a slip stands over it."""

    NS: int
    EW: int
    loners: ByTeam
    reneges: ByTeam
    source: SourceCode
    version: int


class NightTable(TypedDict):
    """A table of a round. `differs`: the typed slip stands, and the closed match says something else."""

    number: int
    match: str
    seats: BySeat
    pairs: NotRequired[ByTeam]
    result: ResultView | None
    earlier: list[EarlierResult]
    differs: bool
    left_out: bool


StoredTable = Annotated[Fragment, NightTable]  # made once while the table does not change


class EarlierTable(TypedDict):
    """A table of a draw that was drawn again; nobody plays its match."""

    number: int
    match: str
    seats: BySeat


class EarlierDraw(TypedDict):
    """A draw of the round that was drawn again."""

    seed: int
    tables: list[EarlierTable]
    sitting_out: list[int]


class RoundView(TypedDict):
    """A round of the night."""

    number: int
    status: Annotated[str, ("drawn", "closed")]
    seed: int
    tables: list[StoredTable]
    sitting_out: list[int]
    earlier_draws: list[EarlierDraw]
    provisional: bool


class NextView(TypedDict):
    """What can be done next, null when the night is closed; `tables` are those that still lack a result."""

    action: Annotated[str, ("enter", "draw", "results", "confirm", "close-round", "close")] | None
    round: int | None
    tables: list[int]


class UndoView(TypedDict):
    """What undo or redo would do."""

    to: int
    type: str


StoredRound = Annotated[Fragment, RoundView]  # made once while the round does not change


class NightView(TypedDict):
    """A night."""

    id: str
    version: int
    head: HashText
    status: Annotated[str, ("open", "closed")]
    created_at: TimeText
    title: str
    rules: OptionValues
    movement: str
    movers: Annotated[str, ("winners", "losers")]
    partners: Annotated[str, ("change", "keep")]
    steps: dict[str, int]
    promised_rounds: int
    scoring: Annotated[str, ("individual", "pairs")]
    sit_out: Any
    tie_break: list[str]
    prizes: list[str]
    one_each: bool
    confirm: Annotated[str, ("none", "both-teams")]
    seed: int
    players: list[PlayerView]
    merged: dict[str, int]
    rounds: list[StoredRound]
    provisional: bool
    next: NextView
    undo: UndoView | None
    redo: UndoView | None


def night_view(address: str, evening: Evening) -> NightView:
    """The night at a version."""
    night, law = evening.night, evening.night.opening
    told = [_round(evening, state) for state in night.rounds]
    return {
        "id": address,
        "version": evening.version,
        "head": evening.recorded.hash,
        "status": "closed" if night.closed else "open",
        "created_at": evening.opened_at,
        "title": law.title,
        "rules": {"preset": law.preset, **as_options(law.rules)},
        "movement": law.movement,
        "movers": law.movers,
        "partners": law.partners,
        "steps": {seat.value: law.steps[seat] for seat in SEATS if seat in law.steps},
        "promised_rounds": law.rounds,
        "scoring": law.scoring,
        "sit_out": "mean" if law.sit_out is None else law.sit_out,
        "tie_break": list(law.tie_break),
        "prizes": list(law.prizes),
        "one_each": law.one_each,
        "confirm": law.confirm,
        "seed": law.seed,
        "players": [player_view(entry) for _, entry in sorted(night.players.items())],
        "merged": {str(number): into for number, into in night.merged.items()},
        "rounds": [text for text, _ in told],
        "provisional": any(lacks for _, lacks in told),
        "next": _next(evening),
        "undo": _undo(evening, evening.undo_to, forward=False),
        "redo": _undo(evening, evening.redo_to, forward=True),
    }


def player_view(entry: Entry) -> PlayerView:
    """An entry by its number."""
    fixed: FixedView | None = {"table": entry.fixed.table, "side": entry.fixed.side.value} if entry.fixed else None
    return {"number": entry.number, "name": entry.name, "present": entry.present, "fixed": fixed}


_ROUNDS: WeakKeyDictionary[RoundState, tuple[int, Fragment, bool]] = WeakKeyDictionary()
_TABLES: WeakKeyDictionary[TableState, tuple[tuple[Report, ...], bool, Fragment]] = WeakKeyDictionary()


def _round(evening: Evening, state: RoundState) -> tuple[Fragment, bool]:
    """A round as JSON text, and whether it is closed and lacks a result: made anew only when something of it changed.

    So the reply to an act does not cost more with each round that was played before."""
    told_at = evening.told_at.get(state.number, 0)
    made = _ROUNDS.get(state)
    if made is None or made[0] != told_at:
        view = round_view(evening, state)
        made = _ROUNDS[state] = told_at, Fragment(dumps(view)), view["provisional"]
    return made[1], made[2]


def _table(evening: Evening, state: RoundState, table: TableState) -> Fragment:
    """A table as JSON text, made anew only when something of it changed: so a slip costs no more where there are many."""
    told, left_out = evening.reports.get(table.match, ()), table.number in state.left_out
    made = _TABLES.get(table)
    if made is None or made[0] is not told or made[1] is not left_out:
        made = _TABLES[table] = told, left_out, Fragment(dumps(table_view(evening, state, table)))
    return made[2]


def round_view(evening: Evening, state: RoundState) -> RoundView:
    """A round with its tables, its byes, and the draws before."""
    lacks = state.closed and bool(missing(evening, state) or unconfirmed(evening, state))
    return {
        "number": state.number,
        "status": "closed" if state.closed else "drawn",
        "seed": state.drawn.seed,
        "tables": [_table(evening, state, table) for table in state.drawn.tables],
        "sitting_out": list(state.drawn.sitting_out),
        "earlier_draws": [_earlier_draw(drawn) for drawn in state.earlier],
        "provisional": lacks,
    }


def table_view(evening: Evening, state: RoundState, table: TableState) -> NightTable:
    """A table with its result and those that were replaced."""
    here = outcome(evening, table)
    matched = of_report(reported(evening, table), table)
    view: NightTable = {
        "number": table.number,
        "match": table.match,
        "seats": _seats(table.seats),
        "result": _result_view(here) if here else None,
        "earlier": list(_earlier(evening, table, here)),
        "differs": bool(here and here.source == SLIP and matched and _differs(here.result, matched)),
        "left_out": table.number in state.left_out and here is None,
    }
    if evening.night.pairs:
        view["pairs"] = pairs_of(table.seats)
    return view


def _seats(seats: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: seats[seat] for seat in SEATS}


def pairs_of(seats: Mapping[Seat, int]) -> dict[str, int]:
    """The pair of each side by its number."""
    return {Team.NS.value: seats[Seat.N], Team.EW.value: seats[Seat.E]}


def _differs(one: Result, other: Result) -> bool:
    return one.points != other.points or one.loners != other.loners or one.reneges != other.reneges


def _numbers(result: Result) -> dict[str, Any]:
    points = {team.value: result.points[team] for team in TEAMS}
    loners = {team.value: result.loners[team] for team in TEAMS}
    return {**points, "loners": loners, "reneges": {team.value: result.reneges[team] for team in TEAMS}}


def _result_view(here: Outcome) -> ResultView:
    confirmed = [team.value for team in here.confirmed]
    more = {"source": here.source, "version": here.version, "reason": here.reason, "confirmed": confirmed}
    return cast(ResultView, {**_numbers(here.result), **more, "counts": here.counts})


def _earlier(evening: Evening, table: TableState, here: Outcome | None) -> Iterator[EarlierResult]:
    """Every other result that the table ever had, in the order of the log."""
    told = [(slip.version, SLIP, of_slip(slip)) for slip in table.slips]
    for report in evening.reports.get(table.match, ()):
        if (result := of_report(report, table)) is not None:
            told.append((report.version, MATCH, result))
    for version, source, result in sorted(told, key=lambda one: one[0]):
        if here is None or version != here.version:
            yield cast(EarlierResult, {**_numbers(result), "source": source, "version": version})


def _earlier_draw(drawn: Drawn) -> EarlierDraw:
    tables: list[EarlierTable] = [
        {"number": table.number, "match": table.match, "seats": _seats(table.seats)} for table in drawn.tables
    ]
    return {"seed": drawn.seed, "tables": tables, "sitting_out": list(drawn.sitting_out)}


def _next(evening: Evening) -> NextView:
    night = evening.night
    if night.closed:
        return {"action": None, "round": None, "tables": []}
    if night.running is None:
        played, promised = len(night.rounds), night.opening.rounds
        least = 2 if night.pairs else 4
        action = "close" if played >= promised else "draw" if len(night.present()) >= least else "enter"
        return {"action": action, "round": played + 1 if action == "draw" else None, "tables": []}
    running = night.running
    for action, tables in (("results", missing(evening, running)), ("confirm", unconfirmed(evening, running))):
        if tables:
            return {"action": action, "round": running.number, "tables": list(tables)}
    return {"action": "close-round", "round": running.number, "tables": []}


def _undo(evening: Evening, to: int | None, forward: bool) -> UndoView | None:
    """The type of the act that would go or come back."""
    if to is None:
        return None
    past = evening.at(to) if forward else evening.at(evening.head.act)
    assert past is not None
    if forward:
        past = evening.at(past.head.act)
        assert past is not None
    return {"to": to, "type": decoded(past.recorded).stored_as}


# --- who met whom ------------------------------------------------------------------------------------------------------


class Meeting(TypedDict):
    """How often two players sat at one table."""

    players: list[int]
    partners: int
    opponents: int


class MeetingsReply(TypedDict):
    """Every two players who have met."""

    meetings: list[Meeting]


@lru_cache(16)
def meetings_view(evening: Evening) -> MeetingsReply:
    """Everybody's meetings, by number."""
    return {"meetings": met(round_.draw for round_ in rounds(evening))}


def met(draws: Iterable[Draw]) -> list[Meeting]:
    """The meetings of these draws. In a night of pairs the two seats of a side are one entry, which meets no partner."""
    partners, opponents = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for draw in draws:
        for table in draw.tables:
            for pair, together in _pairs_at(table):
                (partners if together else opponents)[pair] += 1
    return [
        {"players": list(pair), "partners": partners[pair], "opponents": opponents[pair]}
        for pair in sorted(partners.keys() | opponents.keys())
    ]


def _pairs_at(table: Table) -> Iterator[tuple[tuple[int, int], bool]]:
    sides: dict[int, Team] = {player: seat.team for seat, player in table.seats.items()}
    for one, other in combinations(sorted(sides), 2):
        yield (one, other), sides[one] is sides[other]


def repeats_of(night: Night, players: Iterable[int]) -> list[Meeting]:
    """What the running round repeats at the tables of these players: meetings that there were before."""
    if night.running is None:
        return []
    wanted = set(players)
    now = [table for table in night.running.drawn.as_draw().tables if wanted & set(table.seats.values())]
    here = {pair for table in now for pair, _ in _pairs_at(table)}
    before = met(round_.drawn.as_draw() for round_ in night.rounds[:-1])
    return [meeting for meeting in before if tuple(meeting["players"]) in here]
