"""The log as a phone lists it: the same entries that stand, and the same redos, as in the replay of the terminal (J3)."""

from __future__ import annotations

import pytest

from referee.projections.loglist import log_view
from referee.projections.replay import steps
from referee.projections.views import LogEntry
from tests.matches import DISTURBED, disturbed_match
from tests.tables import played


@pytest.mark.parametrize("seed", DISTURBED)
def test_every_entry_is_what_the_replay_says(seed: int) -> None:
    timeline = disturbed_match(seed)
    whole = log_view(timeline, 0, 1000, None, None)
    told = steps(timeline)
    assert [(one["version"], one["type"], one["data"]) for one in whole["entries"]] == [
        (step.version, step.type, step.written) for step in told
    ]
    assert [one["act"] for one in whole["entries"]] == [recorded.act for recorded in timeline.log()]
    assert [(one.get("undone", False), one.get("redo", False)) for one in whole["entries"]] == [
        (step.undone, step.redo) for step in told
    ]
    assert whole["last"] == len(whole["kinds"]) == timeline.version
    assert [letter.isupper() for letter in whole["kinds"]] == [step.undone for step in told]
    begun = [step.version for step in told if step.type == "deal-started"]
    claims = [step.version for step in told if step.type.startswith("claim-")]
    assert [at for at, letter in enumerate(whole["kinds"], 1) if letter in "dD"] == begun
    assert [at for at, letter in enumerate(whole["kinds"], 1) if letter in "cC"] == claims


@pytest.mark.parametrize("seed", DISTURBED)
def test_a_part_is_a_part_of_the_whole(seed: int) -> None:
    timeline = disturbed_match(seed)
    whole = log_view(timeline, 0, 1000, None, None)
    for after, limit in ((0, 7), (3, 20), (timeline.version - 5, 20), (timeline.version, 5), (timeline.version + 9, 5)):
        part = log_view(timeline, after, limit, None, None)
        assert part == {**whole, "entries": whole["entries"][after : after + limit]}
    for number in range(1, timeline.match.deal.number + 1):
        of_deal = [one for one in whole["entries"] if one["deal"] == number and not one.get("undone")]
        assert log_view(timeline, 0, 1000, number, None)["entries"] == of_deal


def entry(version: int, *lines: str) -> LogEntry:
    """One entry of the table after these lines."""
    return log_view(played(*lines), version - 1, 1, None, None)["entries"][0]


AUCTION = "E:pass S:3 W:4 N:pass"
WHOLE = (AUCTION, "trump H", "W:AH N:9H E:KC S:QH", "W:JH")


@pytest.mark.parametrize(
    ("version", "deal", "maker"),
    [(1, 0, None), (2, 1, None), (3, 1, None), (4, 1, "S"), (5, 1, "W"), (6, 1, "W"), (12, 1, "W")],
)
def test_an_entry_names_its_deal_and_who_was_maker_by_then(version: int, deal: int, maker: str | None) -> None:
    one = entry(version, *WHOLE)
    assert (one["version"], one["deal"], one["maker"]) == (version, deal, maker)


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        ((AUCTION,), "edeeee"),
        (WHOLE, "edeeeeeeeete"),
        ((*WHOLE, "undo"), "edeeeeeeeetEe"),
        ((*WHOLE[:3], "undo 9"), "edeeeeeeeEEe"),
        ((AUCTION, "trump H", "took W"), "edeeeeet"),
        ((*WHOLE[:3], "claim N E 1"), "edeeeeeeeetc"),
    ],
)
def test_a_letter_for_each_entry(lines: tuple[str, ...], kinds: str) -> None:
    assert log_view(played(*lines), 0, 1, None, None)["kinds"] == kinds
