"""The log as a phone lists it: what each entry was, in which deal, whether it stands, and one letter for each of them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from referee.game.timeline import Moment, Timeline
from referee.projections.seating import by_seat, seating
from referee.projections.views import LogEntry, LogReply
from referee.projections.withheld import Withheld, data_as_shown

ALWAYS = ("rewound", "players-changed", "match-reopened")  # stand whatever is undone


def log_view(timeline: Timeline, after: int, limit: int, deal: int | None, hidden: Withheld | None) -> LogReply:
    """The entries after a version, or those of a deal that stand; data as it was written, without what is withheld (R4.6).

    `kinds` has a letter for every entry of the log: `d` a deal begins, `t` a trick ends, `c` a claim, `e` anything else;
    a capital letter for one that was undone. `names` are those who sat there from a version on."""
    moments = list(timeline.moments_back())[::-1]
    standing = {entry.version for entry in timeline.entries()}
    if deal is None:
        chosen = moments[after : after + limit]
    else:
        chosen = [one for one in moments if one.deal == deal and not _undone(one, standing)][:limit]
    makers = _makers(moments, chosen)
    ends, seats = _trick_ends(timeline), seating(timeline)
    return {
        "entries": [_entry(one, makers[one.recorded.version], standing, hidden) for one in chosen],
        "names": [{"from": version, "players": by_seat(seats.at(version))} for version in seats.changes],
        "kinds": "".join(_kind(one, standing, ends) for one in moments),
        "last": timeline.version,
    }


def _entry(moment: Moment, maker: str | None, standing: set[int], hidden: Withheld | None) -> LogEntry:
    recorded, before = moment.recorded, moment.before
    view: LogEntry = {
        "version": recorded.version,
        "act": recorded.act,
        "type": recorded.type,
        "data": data_as_shown(recorded.version, recorded.type, orjson.loads(recorded.data), hidden),
        "deal": moment.deal,
        "maker": maker,
    }
    if _undone(moment, standing):
        view["undone"] = True
    if recorded.type == "rewound" and before is not None and moment.head.version > before.head.version:
        view["redo"] = True
    return view


def _undone(moment: Moment, standing: set[int]) -> bool:
    return moment.recorded.version not in standing and moment.recorded.type not in ALWAYS


def _kind(moment: Moment, standing: set[int], ends: set[int]) -> str:
    type_ = moment.recorded.type
    ended = type_ == "trick-taken" or moment.recorded.version in ends
    letter = "d" if type_ == "deal-started" else "c" if type_.startswith("claim-") else "t" if ended else "e"
    return letter.upper() if _undone(moment, standing) else letter


def _trick_ends(timeline: Timeline) -> set[int]:
    """The versions of the cards that completed a trick."""
    deals = (*timeline.match.past, timeline.match.deal)
    tricks = (trick for deal in deals for trick in deal.tricks)
    return {trick.plays[-1].version for trick in tricks if trick.winner and trick.plays}


def _makers(moments: Sequence[Moment], chosen: Sequence[Moment]) -> Mapping[int, str | None]:
    """Who had said the highest bid of the deal by then, for the entries from the deal of the first chosen one on."""
    if not chosen:
        return {}
    first, last = chosen[0].recorded.version, chosen[-1].recorded.version
    while first > 1 and moments[first - 1].recorded.type != "deal-started":
        first -= 1
    return dict(_made(moments[first - 1 : last]))


def _made(moments: Iterable[Moment]) -> Iterator[tuple[int, str | None]]:
    maker: str | None = None
    for moment in moments:
        type_ = moment.recorded.type
        if type_ == "deal-started":
            maker = None
        elif type_ in ("contract-declared", "bid-made"):
            said: dict[str, Any] = orjson.loads(moment.recorded.data)
            maker = said["maker"] if "maker" in said else maker if said["bid"] == "pass" else said["seat"]
        yield moment.recorded.version, maker
