"""Every entry of a log in the order it was written, and whether it was undone or corrected, to settle a dispute (J3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson

from referee.events.codec import data_of
from referee.game.state import Match, Trick
from referee.game.timeline import Timeline, moments
from referee.projections.deals import deal_view
from referee.projections.rulings import claim_view

# What no rewind takes back.
ALWAYS = ("rewound", "players-changed", "match-reopened", "scorer-proposed", "scorer-changed", "rematch-opened")


class Step(NamedTuple):
    """One entry: as written, as it reads now, and what was known at the table once it had been made.

    `undone` is True for an entry that a rewind has taken back; `corrected` if it now reads differently; `trick`
    is the trick that it completed, `deal` the deal it is about and `claim` the claim that it rules, as views; `redo` is
    True for a rewind that brings back what was undone."""

    version: int
    type: str
    by: str
    at: str
    written: Mapping[str, Any]
    reads: Mapping[str, Any]
    undone: bool
    corrected: bool
    deal: Mapping[str, Any]
    trick: Trick | None
    claim: Mapping[str, Any] | None
    redo: bool


def steps(timeline: Timeline) -> list[Step]:
    """All entries of the match up to this version."""
    standing = {entry.version: (entry, match) for entry, match in timeline.tables()}
    found, before = [], None
    for moment in moments(timeline):
        found.append(_step(moment, before, standing))
        before = moment
    return found


def _step(moment: Timeline, before: Timeline | None, standing: Mapping[int, Any]) -> Step:
    recorded = moment.recorded
    written = orjson.loads(recorded.data)
    entry, match = standing.get(recorded.version, (None, moment.match))
    reads = data_of(entry.event) if entry else written
    always = recorded.type in ALWAYS
    claim = match.claims[reads["claim"] - 1] if recorded.type == "claim-ruled" else None
    deal = match.deal_numbered(claim.deal) if claim else None
    return Step(
        recorded.version,
        recorded.type,
        recorded.by,
        recorded.at,
        written,
        reads,
        undone=entry is None and not always,
        corrected=entry is not None and reads != written,
        deal=deal_view(deal or match.deal, match.rules),
        trick=_completed(before.match if before else None, moment.match),
        claim=claim_view(match, claim) if claim else None,
        redo=before is not None and recorded.type == "rewound" and moment.head.version > before.head.version,
    )


def _completed(before: Match | None, after: Match) -> Trick | None:
    """The trick that this entry completed, or None."""
    if before is None or before.deal.number != after.deal.number or not after.deal.tricks:
        return None
    last = after.deal.tricks[-1]
    done = sum(trick.winner is not None for trick in before.deal.tricks)
    return last if last.winner and last.number > done else None
