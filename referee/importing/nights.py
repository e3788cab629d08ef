"""Logs of club nights imported from their exports: judged to the last draw, and stored under a new address or not at all.

The tables of an imported night stay with the night that drew them; its standings rest on what they reported (docs/nights.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.events.codec import UnreadableEvent
from referee.events.log import BrokenLog, Recorded
from referee.game.refused import Refused
from referee.importing.logs import AT, BOM, MATCH_ID, is_name, is_text, logged
from referee.nights import facts as fact
from referee.nights.audit import audit
from referee.nights.codec import decoded
from referee.nights.fold import Evening
from referee.nights.judges import CODES, MOST_PLAYERS, MOST_ROUNDS, PRIZES, TIE_BREAK
from referee.rules.options import PRESETS
from referee.rules.seats import SEATS, Seat, Team
from referee.service.access import ORGANISER
from referee.service.answers import Key
from referee.service.core import Service
from referee.service.nights import joining
from referee.service.nights.acting import EVENTS_PER_NIGHT
from referee.service.nights.results import REFEREE

LOOKED_AT, MOST_POINTS, MOST_PRIZES, LARGEST = 4_096, 1000, 20, 2**31 - 1
_NDJSON, _JSON = re.compile(rb'\{[^\n]*"type":"night-opened"'), re.compile(rb'"format"\s*:\s*"referee-night"')


def holds_night(body: bytes) -> bool:
    """Whether a file begins as the export of a night does."""
    start = body.removeprefix(BOM).lstrip()[:LOOKED_AT]
    return bool(_NDJSON.match(start) or (start.startswith(b"{") and _JSON.search(start)))


def imported_night(service: Service, body: bytes, key: Key | None = None) -> joining.OpenedNight:
    """The new night; raises Refused `broken-log` with the first version that is wrong. With a known key: the same night,
    fresh tokens."""
    if again := joining.known(service, key):
        return again
    body = body.removeprefix(BOM)
    try:
        log = tuple(logged(body, "ndjson" if _NDJSON.match(body.lstrip()[:LOOKED_AT]) else "json"))
        checked_night(log)
    except BrokenLog as broken:
        raise Refused("broken-log", version=broken.version, reason=broken.reason) from broken
    return joining.admit(service, service.new_night(), log, key)


def checked_night(log: Sequence[Recorded]) -> Evening:
    """The night of a log whose chain, facts, draws and texts have all been checked; raises BrokenLog."""
    if len(log) > EVENTS_PER_NIGHT + 1:  # a full night can still be closed
        raise BrokenLog(EVENTS_PER_NIGHT + 1, "night-full")
    if log and log[0].type != fact.NightOpened.stored_as:
        raise BrokenLog(1, "no-event")
    for recorded in log:  # before anything is drawn: a draw of a night without limits could take any time
        if reason := _wrong(recorded, log[0].match):
            raise BrokenLog(recorded.version, reason)
    evening = audit(log)
    if evening is None:
        raise BrokenLog(1, "no-event")
    return evening


def _wrong(recorded: Recorded, born: str) -> str | None:
    """What is wrong with an event that the rules of a night do not look at: its envelope, and the limits of the API's bodies."""
    if recorded.match != born or len(born) > 64:
        return "match"
    if not AT.fullmatch(recorded.at):
        return "at"
    try:
        event = decoded(recorded)
    except UnreadableEvent:
        return "unreadable"
    if recorded.by not in _authors(event):
        return "by"
    if isinstance(event, (fact.PlayersEntered, fact.PlayerRenamed)):
        names = event.players.values() if isinstance(event, fact.PlayersEntered) else (event.name,)
        if not (names and all(map(is_name, names))):
            return "name"
    return None if _allowed(event) else "bad-value"


def _authors(event: fact.Fact) -> Sequence[str]:
    match event:
        case fact.MatchReported():
            return (REFEREE,)
        case fact.ResultConfirmed(team=Team() as team):
            return tuple(seat.value for seat in SEATS if seat.team is team)
    return (ORGANISER,)


def _allowed(event: fact.Fact) -> bool:
    match event:
        case fact.NightOpened():
            return _is_law(event)
        case fact.PlayersEntered(fixed=fixed) | fact.PlayerFixed(fixed=fixed):
            return fixed is None or 1 <= fixed.table <= MOST_PLAYERS
        case fact.RoundDrawn(seed=seed, tables=tables):
            return 0 <= seed <= 2 * LARGEST and all(MATCH_ID.fullmatch(one.match) for one in tables)
        case fact.ResultTyped(reason=reason):
            return _is_reason(reason) and _is_result(event, MOST_POINTS)
        case fact.MatchReported(match=match, played=played):
            return bool(MATCH_ID.fullmatch(match)) and (played is None or _is_result(played, LARGEST))
        case fact.ResultConfirmed(reason=reason):
            return _is_reason(reason)
        case fact.NightReopened(reason=reason):
            return bool(reason) and _is_reason(reason)
    return True


def _is_law(event: fact.NightOpened) -> bool:
    steps, ties = event.steps, event.tie_break
    return (
        event.preset in PRESETS
        and is_text(event.title, 100)
        and bool(event.title.strip())
        and all(getattr(event, name) in known for name, known in CODES.items())
        and set(ties) <= set(TIE_BREAK)
        and len(set(ties)) == len(ties)
        and set(event.prizes) <= set(PRIZES)
        and len(event.prizes) <= MOST_PRIZES
        and set(steps) == {Seat.S, Seat.E, Seat.W}
        and all(abs(one) <= MOST_PLAYERS for one in steps.values())
        and 1 <= event.rounds <= MOST_ROUNDS
        and abs(event.sit_out or 0) <= MOST_POINTS
        and 0 <= event.seed <= LARGEST
    )


def _is_reason(reason: str | None) -> bool:
    return reason is None or (is_text(reason, 200) and bool(reason.strip()))


def _is_result(result: fact.ResultTyped | fact.Played, most: int) -> bool:
    """Whether both teams have points and counts, none beyond `most`."""
    counts = (*result.loners.values(), *result.reneges.values())
    teams = all(set(one) == set(Team) for one in (result.points, result.loners, result.reneges))
    return teams and all(abs(one) <= most for one in result.points.values()) and all(0 <= one <= most for one in counts)
