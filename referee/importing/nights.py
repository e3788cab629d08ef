"""Logs of club nights imported from their exports: judged to the last draw, and stored under a new address or not at all.

The tables of an imported night stay with the night that drew them; its standings rest on what they reported (docs/nights.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.events.log import BrokenLog, Recorded
from referee.game.refused import Refused
from referee.importing.logs import AT, BOM, MATCH_ID, is_name, is_text, logged
from referee.nights import facts as fact
from referee.nights.audit import audit
from referee.nights.codec import decoded
from referee.nights.fold import Evening
from referee.nights.judges import MOST_PLAYERS, MOST_ROUNDS
from referee.rules.options import PRESETS
from referee.rules.seats import SEATS, Seat, Team
from referee.service.access import ORGANISER
from referee.service.answers import Key
from referee.service.core import Service
from referee.service.nights import joining
from referee.service.nights.acting import EVENTS_PER_NIGHT
from referee.service.nights.results import REFEREE

JSON_FORMAT = "referee-night"
LOOKED_AT, MOST_POINTS, MOST_TIMES, LARGEST = 4_096, 1000, 100, 2**31 - 1
_NDJSON, _JSON = re.compile(rb'\{[^\n]*"type":"night-opened"'), re.compile(rb'"format"\s*:\s*"referee-night"')
_CODES: Mapping[str, tuple[str, ...]] = {
    "movers": ("winners", "losers"), "partners": ("change", "keep"), "confirm": ("none", "both-teams"),
}  # fmt: skip
TIE_BREAK = ("wins", "loners", "high_round", "head_to_head")
PRIZES = ("total", "most_loners", "high_round", "low_total", "pair_total")


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
        if reason := _envelope(recorded, log[0].match):
            raise BrokenLog(recorded.version, reason)
    evening = audit(log)
    if evening is None:
        raise BrokenLog(1, "no-event")
    return evening


def _envelope(recorded: Recorded, born: str) -> str | None:
    """What is wrong with an event that the rules of a night do not look at: its envelope, and the limits of the API's bodies.
    What cannot be read at all is left to the audit."""
    if recorded.match != born or len(born) > 64:
        return "match"
    if not AT.fullmatch(recorded.at):
        return "at"
    try:
        event = decoded(recorded)
    except ValueError:
        return "unreadable"
    if recorded.by not in _authors(event):
        return "by"
    return _values(event)


def _authors(event: fact.Fact) -> Sequence[str]:
    match event:
        case fact.MatchReported():
            return (REFEREE,)
        case fact.ResultConfirmed(team=Team() as team):
            return tuple(seat.value for seat in SEATS if seat.team is team)
    return (ORGANISER,)


def _values(event: fact.Fact) -> str | None:
    match event:
        case fact.NightOpened():
            return _law(event)
        case fact.PlayersEntered(players=players):
            return None if players and all(map(is_name, players.values())) and _at_table(event.fixed) else "name"
        case fact.PlayerRenamed(name=name):
            return None if is_name(name) else "name"
        case fact.PlayerFixed(fixed=fixed):
            return None if _at_table(fixed) else "table"
        case fact.RoundDrawn(seed=seed, tables=tables):
            return (
                None if 0 <= seed <= 2 * LARGEST and all(MATCH_ID.fullmatch(one.match) for one in tables) else "match"
            )
        case fact.ResultTyped(reason=reason):
            return (None if _is_result(event) else "points") if _is_reason(reason) else "reason"
        case fact.MatchReported(match=match, played=played):
            return None if MATCH_ID.fullmatch(match) and (played is None or _is_result(played)) else "points"
        case fact.ResultConfirmed(reason=reason):
            return None if _is_reason(reason) else "reason"
        case fact.NightReopened(reason=reason):
            return None if reason and _is_reason(reason) else "reason"
    return None


def _law(event: fact.NightOpened) -> str | None:
    if event.preset not in PRESETS:
        return "preset"
    if not (is_text(event.title, 100) and event.title.strip()):
        return "title"
    coded = all(getattr(event, name) in known for name, known in _CODES.items()) and event.scoring in (
        "individual",
        "pairs",
    )
    ties = set(event.tie_break) <= set(TIE_BREAK) and len(set(event.tie_break)) == len(event.tie_break)
    steps = set(event.steps) == {Seat.S, Seat.E, Seat.W} and all(
        abs(one) <= MOST_PLAYERS for one in event.steps.values()
    )
    prizes = set(event.prizes) <= set(PRIZES) and len(event.prizes) <= 20
    numbers = 1 <= event.rounds <= MOST_ROUNDS and abs(event.sit_out or 0) <= MOST_POINTS and 0 <= event.seed <= LARGEST
    return None if coded and ties and steps and prizes and numbers else "law"


def _at_table(place: fact.Place | None) -> bool:
    return place is None or 1 <= place.table <= MOST_PLAYERS


def _is_reason(reason: str | None) -> bool:
    return reason is None or (is_text(reason, 200) and bool(reason.strip()))


def _is_result(result: fact.ResultTyped | fact.Played) -> bool:
    """Whether the numbers of a result are those of a slip, or of a match, which may have more."""
    most = MOST_POINTS if isinstance(result, fact.ResultTyped) else LARGEST
    counts = (*result.loners.values(), *result.reneges.values())
    teams = all(set(one) == set(Team) for one in (result.points, result.loners, result.reneges))
    return teams and all(abs(one) <= most for one in result.points.values()) and all(0 <= one <= most for one in counts)
