"""How facts are written down and read again; old stored names stay readable (docs/api.md, Events)."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import pytest

from referee.events import types
from referee.events.codec import ROWS, UnreadableEvent, data_of, decoded, event_of, name_of
from referee.events.log import Recorded, canonical
from referee.events.shapes import fields_of, read, shape_of, written
from referee.events.upcasts import UPCASTS
from referee.game.audit import audit
from referee.rules.options import OPTIONS, Rules
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump
from tests.deals import DISPUTED
from tests.forgery import sealed_again
from tests.tables import cards, log_of, played

STORED = {
    "match-opened", "deal-started", "dealer-discarded", "bid-made", "contract-declared", "trump-named",
    "cards-exchanged", "card-played", "trick-taken", "tricks-counted", "cards-shown", "cards-recorded",
    "deal-thrown-in", "claim-made", "claim-ruled", "claim-conceded", "claim-withdrawn", "card-corrected",
    "rewound", "score-adjusted", "players-changed", "match-closed", "entries-corrected",
    "dealer-changed", "match-reopened", "scorer-proposed", "scorer-changed", "rematch-opened",
}  # fmt: skip

SAMPLES: dict[str, tuple[Any, str]] = {
    "deal-started": (types.DealStarted(3, Seat.E), '{"deal":3,"dealer":"E"}'),
    "dealer-discarded": (types.DealerDiscarded(1, None), '{"card":null,"deal":1}'),
    "dealer-changed": (types.DealerChanged(3, Seat.E), '{"deal":3,"dealer":"E"}'),
    "bid with its trump": (types.BidMade(Seat.N, "4", Trump.HIGH), '{"bid":"4","seat":"N","trump":"NT"}'),
    "deal lost": (types.DealThrownIn("renege", Team.EW), '{"lost_by":"EW","reason":"renege"}'),
    "closed early": (types.MatchClosed(False, True), '{"abandoned":false,"early":true}'),
    "match-reopened": (types.MatchReopened("a slip"), '{"reason":"a slip"}'),
    "scorer-proposed": (types.ScorerProposed(Seat.S, Seat.E), '{"by":"E","seat":"S"}'),
    "scorer-changed": (types.ScorerChanged(None), '{"seat":null}'),
    "scorer taken over": (
        types.ScorerChanged(Seat.S, (Seat.E, Seat.S)),
        '{"agreed":["E","S"],"seat":"S"}',
    ),
    "rematch-opened": (
        types.RematchOpened("abc", {Seat.N: Seat.E, Seat.E: Seat.N}),
        '{"match":"abc","seats":{"E":"N","N":"E"}}',
    ),
    "an empty deal falls away": (
        types.EntriesCorrected({7: {"bid": "5"}}, True),
        '{"entries":{"7":{"bid":"5"}},"undealt":true}',
    ),
    "bid-made": (types.BidMade(Seat.N, "pass"), '{"bid":"pass","seat":"N"}'),
    "card-played": (types.CardPlayed(Seat.E, *cards("TH")), '{"card":"TH","seat":"E"}'),
    "card-played out of turn": (
        types.CardPlayed(Seat.E, *cards("TH"), True),
        '{"card":"TH","out_of_turn":true,"seat":"E"}',
    ),
    "trick-taken": (types.TrickTaken(Seat.S), '{"winner":"S"}'),
    "tricks-counted": (types.TricksCounted(4, 2), '{"EW":2,"NS":4}'),
    "cards-shown": (types.CardsShown(1, Seat.W, cards("9S JK")), '{"cards":["9S","JK"],"deal":1,"seat":"W"}'),
    "cards-exchanged": (types.CardsExchanged(1, None, cards("JH")), '{"deal":1,"discarded":null,"received":["JH"]}'),
    "claim-made": (
        types.ClaimMade(1, "renege", None, Seat.E, 2, None, None),
        '{"accused":"E","by":null,"cards":null,"claim":1,"deal":2,"kind":"renege","trick":null}',
    ),
    "claim-ruled": (
        types.ClaimRuled(1, "upheld", "conceded", {"trick": 2}, (2,), (types.Booking(Team.EW, "renege", -2, 1, 2),)),
        '{"claim":1,"facts":{"trick":2},"ground":"conceded",'
        '"lines":[{"code":"renege","of_deal":1,"points":-2,"team":"EW","trick":2}],"tricks":[2],"verdict":"upheld"}',
    ),
    "entries-corrected": (types.EntriesCorrected({7: {"bid": "5"}}), '{"entries":{"7":{"bid":"5"}}}'),
    "rewound": (types.Rewound(4), '{"to":4}'),
    "players-changed": (types.PlayersChanged({Seat.E: "Eve"}), '{"players":{"E":"Eve"}}'),
}


@pytest.mark.parametrize("event, text", SAMPLES.values(), ids=SAMPLES)
def test_how_a_fact_is_written(event, text):
    assert canonical(data_of(event)) == text
    assert event_of(name_of(event), orjson.loads(text)) == event


def test_every_event_has_its_stored_name():
    assert set(ROWS) == STORED
    assert {cls for cls, _ in ROWS.values()} == set(typing.get_args(types.Event))


@dataclass(frozen=True)
class Later:
    """A shape that was given one field more after logs had been written."""

    seat: Seat
    trump: Trump | None = None


@pytest.mark.parametrize("value, data", [
    (Later(Seat.N), {"seat": "N"}),
    (Later(Seat.N, Trump.HEARTS), {"seat": "N", "trump": "H"}),
])  # fmt: skip
def test_a_field_with_a_default_is_written_only_where_it_says_something_else(value, data):
    row = fields_of(Later)
    assert written(value, row) == data
    assert read(Later, row, data) == value


@pytest.mark.parametrize("data", [{}, {"trump": "H"}, {"seat": "N", "suit": "H"}, {"seat": "N", "trump": "H", "x": 1}])
def test_a_field_that_is_missing_or_unknown_cannot_be_read(data):
    with pytest.raises((KeyError, ValueError)):
        read(Later, fields_of(Later), data)


@pytest.mark.parametrize("hint", [float, bytes, list[int], Mapping[float, int]])
def test_a_type_that_has_no_way_to_be_written_cannot_be_declared(hint):  # no floats in events
    with pytest.raises(TypeError):
        shape_of(hint)


def test_the_whole_law_stands_in_the_first_event():  # docs/rulebook.md, Options
    opening = decoded(log_of(played(decks=2, target=7))[0])
    assert opening.rules == Rules(decks=2, target=7)
    assert set(orjson.loads(log_of(played())[0].data)["rules"]) == set(OPTIONS)


UNREADABLE = [
    ("an unknown name", "card-thrown", {"seat": "N"}),
    ("a member missing", "card-played", {"seat": "N"}),
    ("a member more", "card-played", {"seat": "N", "card": "9C", "more": 1}),
    ("two members more", "card-played", {"seat": "N", "card": "9C", "more": 1, "still": 2}),
    ("a member beside all", "card-played", {"seat": "N", "card": "9C", "out_of_turn": True, "more": 1}),
    ("another member", "card-played", {"seat": "N", "suit": "H"}),
    ("an unknown seat", "card-played", {"seat": "X", "card": "9C"}),
    ("an unknown card", "card-played", {"seat": "N", "card": "2C"}),
    ("a card that is a number", "card-played", {"seat": "N", "card": 9}),
    ("a card that is a list", "card-played", {"seat": "N", "card": ["9C"]}),
    ("out of turn that is no flag", "card-played", {"seat": "N", "card": "9C", "out_of_turn": 1}),
    ("text that is a number", "bid-made", {"seat": "N", "bid": 3}),
    ("a number that is text", "rewound", {"to": "4"}),
    ("a number that is a flag", "rewound", {"to": True}),
    ("a number that is a fraction", "rewound", {"to": 4.0}),
    ("a version that is no number", "entries-corrected", {"entries": {"x": {}}}),
    ("an entry that is no object", "entries-corrected", {"entries": {"7": []}}),
    ("names that are a list", "players-changed", {"players": ["E"]}),
    ("cards that are null", "cards-shown", {"deal": 1, "seat": "W", "cards": None}),
    ("cards that are an object", "cards-shown", {"deal": 1, "seat": "W", "cards": {"AH": 1}}),
    ("cards that are text", "cards-shown", {"deal": 1, "seat": "W", "cards": ""}),
    ("a trump that is a suit's name", "trump-named", {"suit": "hearts"}),
    ("a team that is none", "score-adjusted", {"team": "N", "points": 1, "reason": "x"}),
]


@pytest.mark.parametrize("name, data", [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_what_cannot_be_read(name, data):
    with pytest.raises(UnreadableEvent):
        event_of(name, data)


@pytest.mark.parametrize("option, value", [("target", 0), ("no-such", 1), ("joker", 1)])
def test_rules_that_are_none_of_ours_cannot_be_read(option, value):
    data = orjson.loads(log_of(played())[0].data)
    data["rules"][option] = value
    with pytest.raises(UnreadableEvent):
        event_of("match-opened", data)
    contradiction = {**data["rules"], "joker": True, "decks": 2}
    with pytest.raises(UnreadableEvent):
        event_of("match-opened", {**data, "rules": contradiction})


# --- old shapes ------------------------------------------------------------------------------------------------------


def _from_first(data: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    return "card-played-0.2", {"who": data["player"], "what": data["card"]}


def _from_second(data: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    return "card-played", {"seat": data["who"], "card": data["what"]}


def test_old_names_are_read_through_a_chain_and_stay_as_they_were_written(monkeypatch):
    monkeypatch.setitem(UPCASTS, "card-played-0.1", _from_first)
    monkeypatch.setitem(UPCASTS, "card-played-0.2", _from_second)
    today = event_of("card-played", {"seat": "N", "card": "JD"})
    assert event_of("card-played-0.1", {"player": "N", "card": "JD"}) == today
    assert event_of("card-played-0.2", {"who": "N", "what": "JD"}) == today


def test_a_log_with_old_events_folds_audits_and_goes_on(monkeypatch):
    monkeypatch.setitem(UPCASTS, "card-played-0.2", _from_second)
    log = log_of(played(*DISPUTED, "claim S E 2", first_dealer="W"))
    old = [_as_old(event) if event.type == "card-played" else event for event in log]
    timeline = audit(sealed_again(old))
    assert timeline.match == played(*DISPUTED, "claim S E 2", first_dealer="W").match
    assert timeline.at(8).recorded.type == "card-played-0.2"


def _as_old(event: Recorded) -> Recorded:
    data = orjson.loads(event.data)
    return event._replace(type="card-played-0.2", data=canonical({"who": data["seat"], "what": data["card"]}))


@pytest.mark.parametrize("error", [KeyError("x"), TypeError(), ValueError()], ids=lambda error: type(error).__name__)
def test_an_old_event_of_the_wrong_shape(monkeypatch, error):
    def fails(data: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        raise error

    monkeypatch.setitem(UPCASTS, "card-played-0.1", fails)
    with pytest.raises(UnreadableEvent):
        event_of("card-played-0.1", {})
