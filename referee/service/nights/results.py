"""Results that flow in: what the matches of a night brought, compared with what its log says of them, and told there."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

from referee.game.state import Match, Over
from referee.game.timeline import Timeline
from referee.nights import commands as ask
from referee.nights.facts import MatchReported, Played
from referee.nights.fold import Evening
from referee.nights.results import outcome
from referee.projections.statistics import proven_reneges
from referee.rules.auction import ASK, MOON
from referee.rules.seats import TEAMS
from referee.service.core import Service
from referee.service.evenings import Looked
from referee.stores.contract import StaleVersion

REFEREE = "referee"
SECONDS = 30.0  # between two looks at the matches of all rounds; those of the running one are looked at each time


def settled(service: Service, night: str, thorough: bool = False) -> Evening:
    """The night, with what its matches have brought so far in its log; raises Refused `no-such-night`.

    So a server that was killed after it closed a match and before it told the night loses nothing."""
    while True:
        evening = service.evenings.newest(night)
        if evening.night.closed:
            return evening
        looked = service.evenings.looked(night)
        every = thorough or time.monotonic() - looked.all_at > SECONDS
        versions = dict(looked.versions)
        told = _told(service, night, evening, _tables(evening, every), versions)
        if told is None:
            continue
        service.evenings.has_looked(night, Looked(versions, time.monotonic() if every else looked.all_at))
        return told


def settled_for(service: Service, night: str, command: ask.Command) -> Evening:
    """The night as an act needs it: with what those matches brought on which the act rests, however many there are beside.

    Raises Refused `no-such-night`."""
    if isinstance(command, (ask.CloseNight, ask.DrawRound, ask.Redraw)):
        return settled(service, night, thorough=isinstance(command, ask.CloseNight))
    while True:
        evening = service.evenings.newest(night)
        told = evening if evening.night.closed else _told(service, night, evening, _at_stake(evening, command), {})
        if told is not None:
            return told


def _at_stake(evening: Evening, command: ask.Command) -> list[str]:
    """The matches of the table that a command names, or of the round that it closes."""
    rounds = evening.night.rounds
    if isinstance(command, (ask.TypeResult, ask.Confirm, ask.CloseRound)) and 0 < command.round <= len(rounds):
        tables = rounds[command.round - 1].drawn.tables
        number = None if isinstance(command, ask.CloseRound) else command.table
        return [table.match for table in tables if number in (None, table.number)]
    return []


def flow_in(service: Service, night: str, match: str) -> None:
    """Tells a night, unless it is closed, what one of its matches brought just now; a match may name a night that it is
    no table of, or that there is not."""
    while service.store.head(night):
        evening = service.evenings.newest(night)
        if evening.night.closed or _told(service, night, evening, [match], {}) is not None:
            return


def _tables(evening: Evening, every: bool) -> list[str]:
    """The matches to look at: those of the running round and those whose result is missing, or all."""
    night = evening.night
    return [
        table.match for round_, table in night.tables() if every or not round_.closed or outcome(evening, table) is None
    ]


def _told(
    service: Service, night: str, evening: Evening, matches: Iterable[str], versions: dict[str, int]
) -> Evening | None:
    """The night after what is new has been stored, None if somebody else was faster. `versions` are those read before."""
    news = []
    for match in matches:
        version = service.store.head(match)
        if version in (0, versions.get(match)) or not _stands(evening, match):
            continue
        timeline = service.timeline(match)
        versions[match] = timeline.version
        known, now = evening.reports.get(match, ()), played(timeline)
        if timeline.match.opening.tags.get("night") != night:
            continue
        if (known[-1].played if known else None) != now:
            news.append(MatchReported(match, timeline.version, now))
    if not news:
        return evening
    sealed = service.sealed(evening.recorded, news, REFEREE)
    try:
        service.store.append(night, evening.version, sealed)
    except StaleVersion:
        return None
    return service.evenings.newest(night)


def is_table_of(service: Service, night: str, match: str) -> bool:
    """Whether a match was opened by a draw of this night: both say so, since an imported night names tables of another."""
    if match not in service.evenings.newest(night).matches or service.store.head(match) == 0:
        return False
    return service.timeline(match).match.opening.tags.get("night") == night


def _stands(evening: Evening, match: str) -> bool:
    """Whether a match is that of a table whose draw stands."""
    round_, number = evening.matches.get(match, (0, 0))
    rounds = evening.night.rounds
    table = rounds[round_ - 1].table(number) if 0 < round_ <= len(rounds) else None
    return table is not None and table.match == match


def played(timeline: Timeline) -> Played | None:
    """What a closed match brought (N4); None while it is open, and for an abandoned one."""
    match = timeline.match
    if not match.closed or match.abandoned:
        return None
    loners = Counter(
        deal.contract.maker
        for deal in (*match.past, match.deal)
        if isinstance(deal.stage, Over) and deal.stage.bid_kept and deal.contract and deal.contract.bid in (ASK, MOON)
    )
    by_team = Counter(seat.team for seat in loners.elements())
    reneges = Counter(seat.team for _, _, seat in proven_reneges(match))
    return Played(
        {team: match.score.of(team) for team in TEAMS},
        {team: by_team[team] for team in TEAMS},
        {team: reneges[team] for team in TEAMS},
        dict(sorted(loners.items(), key=lambda made: made[0].value)),
    )


def begun(timeline: Timeline) -> bool:
    """Whether somebody has played: an entry stands beyond the opening, names apart."""
    match: Match = timeline.match
    return match.closed or timeline.undo_to is not None
