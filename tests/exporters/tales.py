"""Matches of the second edition, each a few lines as a table would tell them: how they ended, how long they last, what a deal cost."""

from __future__ import annotations

from typing import Any

from referee.exporters import FORMATS
from referee.exporters.source import Source
from referee.game.timeline import Timeline
from tests.deals import BEFORE, DISPUTED, T1
from tests.tables import log_of, played

W = {"first_dealer": "W"}
CLUB = {"preset": "club-round", "deals": 2}
LEVEL = ("result N 3 H 3 3", "result E 3 H 3 3")
LOST_BY_DEFENDERS = (*DISPUTED, "claim S E 2")
LOST_BY_MAKERS = (*BEFORE, T1, "N:AS E:TS S:9H W:JS", "N:9C E:KC S:9S W:AC", "claim W S 2")
PACK_32 = (
    "E:3+H S:pass W:5+NT N:pass", "W:AC N:KC E:QC S:JC", "W:AC N:KC E:QC S:JC", "count 2 6",
    "result N 4 S 4 4",
)  # fmt: skip

TALES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "the last of so many deals": (("result N 3 H 4 2", "result E 3 H 3 3", "close"), CLUB),
    "a draw after the last deal": ((*LEVEL, "close"), CLUB),
    "a draw that is not closed": (LEVEL, CLUB),
    "an extra deal, since the last one ended level": (LEVEL, {**CLUB, "level": "extra-deal"}),
    "won in an extra deal": ((*LEVEL, "result S 3 H 5 1", "close"), {**CLUB, "level": "extra-deal"}),
    "deal 2 of 8, a deal thrown in apart": (("result passed", "result N 3 H 4 2"), {"preset": "club-round"}),
    "ended early": (("result N 3 H 4 2", "S:3 W:4", "end-early"), {"preset": "club-round"}),
    "ended early between auction and trump": (
        ("result N 3 H 4 2", "S:3 W:4 N:pass E:pass", "end-early"), {"preset": "club-round"},
    ),
    "ended early and level": ((*LEVEL, "end-early"), {"preset": "club-round"}),
    "abandoned": (("result N 3 H 4 2", "S:3 W:4", "abandon"), {"preset": "club-round"}),
    "reopened": (("result N 3 H 4 2", "end-early", "reopen the bell was for the other room"), CLUB),
    "reopened and closed again": (
        (*LEVEL, "close", "reopen a wrong count", "undo", "result E 3 H 2 4", "close"), CLUB,
    ),
    "no target and no number of deals": (("result N 3 H 4 2",), {"target": None}),
    "a target and a number of deals": (("result N 5 H 5 1", "result E 3 H 3 3", "close"), {"target": 8, "deals": 4}),
    "lost by the defenders": (LOST_BY_DEFENDERS, {"preset": "house-lost", **W}),
    "lost by the makers": (LOST_BY_MAKERS, {"preset": "house-lost", **W}),
    "lost as the last deal": ((*LOST_BY_DEFENDERS, "close"), {"preset": "house-lost", "deals": 1, **W}),
    "a set booked to the opponents": (("result N 5 H 4 2",), {"set_to": "opponents"}),
    "a made bid scores the bid": (("result N 3 H 5 1",), {"made_score": "bid"}),
    "prices": (("E:pass S:pass W:pass N:3", "trump H", "count 2 4"), {
        "all_pass": "stick-the-dealer", "stuck_loss": "half", "set_loss": 5,
    }),
    "the pack of 32, a suit with the bid": (PACK_32, {"preset": "double-deck-32"}),
    "bidding until three pass": (
        ("E:3 S:pass W:4 N:pass E:5 S:ask W:pass N:pass E:pass", "trump S", "exchange - -", "count 6 0"),
        {"auction": "until-three-pass"},
    ),
    "who has passed is passed over": (
        ("E:3 S:pass W:4 N:pass E:5 W:pass", "trump S", "count 1 5"), {"auction": "pass-is-final"},
    ),
    "another dealer": (("dealer W", "N:3 E:pass S:pass W:4", "trump H", "count 1 5"), {}),
    "another dealer twice, in the second deal": (
        ("result passed", "dealer N", "dealer S", "W:3 N:pass E:pass S:pass", "trump C", "count 3 3"), {},
    ),
    "no trump, high and low": (
        ("E:4 S:pass W:pass N:pass", "trump NT", "E:AC S:KC W:QC N:JC", "count 1 5", "contract S 3 NL", "S:9C W:TC N:JC E:QC"),
        {"no_trump": "high-low"},
    ),
}  # fmt: skip


def told(name: str) -> Timeline:
    """The match of a tale."""
    lines, options = TALES[name]
    return played(*lines, **options)


def exported(timeline: Timeline, format_: str, lang: str = "en") -> bytes:
    """A table as a file."""
    source = Source(lambda: iter(log_of(timeline)), lambda: timeline, lang)
    return b"".join(FORMATS[format_].write(source))
