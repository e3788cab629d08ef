"""Matches opened before the second edition of the rulebook, in a database of their time: they keep their law to the end.

`editions/first.sqlite` was written by the code as it was before: among others a match with an open claim that goes on, and
rulings that the second edition would not give."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from referee.events.codec import UnreadableEvent, decoded
from referee.events.log import Recorded
from referee.game.audit import audit
from referee.projections.table import match_view
from referee.rules.options import OPTIONS, SINCE_SECOND_EDITION, Rules
from referee.service import Service, acting, keeping
from referee.stores.sqlite import SqliteStore
from tests.deals import T3, T4, T5, T6
from tests.tables import commands
from tests.upgrades.made import HERE

MATCHES = ("conceded", "deal-ends", "decided", "running", "sat-out", "undecided")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """The database, opened by this version."""
    shutil.copy(HERE / "editions" / "first.sqlite", tmp_path / "referee.db")
    with closing(SqliteStore(str(tmp_path / "referee.db"))) as store:
        yield Service(store)


def say(service: Service, match: str, *lines: str) -> None:
    for line in lines:
        for command in commands(service.timeline(match), line):
            acting.act(service, match, command, "scorer")


@pytest.mark.parametrize("match", MATCHES)
def test_what_was_ruled_then_follows_from_what_was_recorded_then(service: Service, match: str) -> None:
    assert audit(service.events(match)).match == service.timeline(match).match
    assert keeping.verification(service, match)["ok"]


@pytest.mark.parametrize(
    "match, ground",
    [("conceded", "conceded"), ("deal-ends", "led-suit-played-later"), ("sat-out", "no-renege")],
)  # the second edition would refute the first, play on after the second, and answer sat-out to the third
def test_their_rulings_are_those_of_their_law(service: Service, match: str, ground: str) -> None:
    claim = match_view(match, service.timeline(match))["claims"][0]
    assert claim["ground"] == ground
    assert service.timeline(match).match.deal.number == (2 if match == "deal-ends" else 1)


def test_the_options_that_came_later_have_their_defaults(service: Service) -> None:
    stored = orjson.loads(next(service.events("deal-ends")).data)["rules"]
    assert set(stored) == set(OPTIONS) - SINCE_SECOND_EDITION
    rules = match_view("deal-ends", service.timeline("deal-ends"))["rules"]
    assert {name: rules[name] for name in SINCE_SECOND_EDITION} == {
        name: getattr(Rules(), name) for name in SINCE_SECOND_EDITION
    }
    assert (rules["preset"], rules["after_renege"]) == ("tournament", "deal-ends")  # as that preset was


def test_a_running_match_plays_on_to_its_end(service: Service) -> None:
    say(service, "running", T3, T4, T5, T6)
    assert service.timeline("running").match.claims[0].ruling.ground == "led-suit-played-later"
    say(service, "running", "result E 5 H 1 5", "result S moon D 6 0", "W:pass N:pass E:pass S:ask", "trump H")
    say(service, "running", "exchange - -", "count 6 0", "close", "reopen a wrong count", "close")
    assert keeping.verification(service, "running")["ok"]
    assert service.timeline("running").match.winner.value == "NS"


def test_a_correction_decides_as_it_did(service: Service) -> None:
    assert service.timeline("undecided").match.status == "playing"  # the second edition would have decided it
    say(service, "undecided", "E:pass S:4 W:pass N:pass")
    assert keeping.verification(service, "undecided")["ok"]


@pytest.mark.parametrize("missing", [{"look_back"}, {"decks"}, SINCE_SECOND_EDITION - {"deals"}, set(OPTIONS)])
def test_any_other_set_of_options_is_unreadable(service: Service, missing: set[str]) -> None:
    first = next(service.events("running"))
    data = orjson.loads(first.data)
    data["rules"] = {**{name: getattr(Rules(), name) for name in OPTIONS}, **data["rules"]}
    data["rules"] = {name: value for name, value in data["rules"].items() if name not in missing}
    with pytest.raises(UnreadableEvent):
        decoded(Recorded(**{**first._asdict(), "data": orjson.dumps(data).decode()}))
