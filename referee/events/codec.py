"""Stored name <-> class, data <-> fields: the one place that knows how a fact is written down. Stored names are promises.

A changed shape gets a new stored name; the old one stays here, upcast on its way into a fold (`upcasts`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from referee.events import types
from referee.events.log import Recorded
from referee.events.types import Event
from referee.events.upcasts import UPCASTS
from referee.rules.cards import UnknownCard, parse_card
from referee.rules.options import IncompatibleOptions, InvalidOption, as_options, rules_of
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


class UnreadableEvent(ValueError):
    """A stored event of a type or shape that this version does not know."""


class _Kind(NamedTuple):
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _optional(kind: _Kind) -> _Kind:
    return _Kind(
        lambda value: None if value is None else kind.write(value),
        lambda value: None if value is None else kind.read(value),
    )


def _listed(kind: _Kind) -> _Kind:
    def read(values: Any) -> Any:
        if type(values) is not list:
            raise ValueError(values)
        return tuple(map(kind.read, values))

    return _Kind(lambda values: [kind.write(one) for one in values], read)


def _mapped(key: _Kind, value: _Kind) -> _Kind:
    return _Kind(
        lambda items: {key.write(name): value.write(one) for name, one in items.items()},
        lambda items: {key.read(name): value.read(one) for name, one in items.items()},
    )


def _exactly(*allowed: type) -> _Kind:
    def read(value: Any) -> Any:
        if type(value) not in allowed:
            raise ValueError(value)
        return value

    return _Kind(lambda value: value, read)


def _code(members: type[Enum]) -> _Kind:
    # Enum's own call does the same in three times the time, and every event of a log has one.
    return _Kind(lambda member: member.value, {member.value: member for member in members}.__getitem__)


SEAT, TEAM, TRUMP = _code(Seat), _code(Team), _code(Trump)
CARD = _Kind(str, parse_card)
TEXT, NUMBER, FLAG, OBJECT = _exactly(str), _exactly(int), _exactly(bool), _exactly(dict)
CARDS = _listed(CARD)


def _row(**fields: _Kind) -> tuple[tuple[str, _Kind], ...]:
    return tuple(fields.items())


_TRICK = _row(leader=SEAT, cards=CARDS, out_of_turn=FLAG)
_BOOKING = _row(team=TEAM, code=TEXT, points=NUMBER, of_deal=NUMBER, trick=_optional(NUMBER))
_NAMES = _mapped(SEAT, _optional(TEXT))


def _object_of(cls: type, row: tuple[tuple[str, _Kind], ...]) -> _Kind:
    return _Kind(lambda value: _written(value, row), lambda data: _read(cls, row, data))


def _written(value: Any, row: tuple[tuple[str, _Kind], ...]) -> dict[str, Any]:
    data = {name: kind.write(getattr(value, name)) for name, kind in row}
    if data.get("out_of_turn") is False:  # written only where a lead out of turn was accepted (J1.1)
        del data["out_of_turn"]
    return data


def _read(cls: type, row: tuple[tuple[str, _Kind], ...], data: Mapping[str, Any]) -> Any:
    if len(data) != len(row):
        if "out_of_turn" in data or row[-1][0] != "out_of_turn" or len(data) != len(row) - 1:
            raise ValueError(data)
        row = row[:-1]
    return cls(*[kind.read(data[name]) for name, kind in row])


_RULES = _Kind(as_options, lambda options: rules_of("classic", options))
_VERSIONED = _Kind(str, int)

ROWS: Mapping[str, tuple[type, tuple[tuple[str, _Kind], ...]]] = {
    "match-opened": (
        types.MatchOpened,
        _row(
            preset=TEXT,
            rules=_RULES,
            players=_NAMES,
            first_dealer=SEAT,
            recording=TEXT,
            tags=_mapped(TEXT, TEXT),
            initial_score=_mapped(TEAM, NUMBER),
        ),
    ),
    "deal-started": (types.DealStarted, _row(deal=NUMBER, dealer=SEAT)),
    "dealer-discarded": (types.DealerDiscarded, _row(deal=NUMBER, card=_optional(CARD))),
    "bid-made": (types.BidMade, _row(seat=SEAT, bid=TEXT)),
    "contract-declared": (types.ContractDeclared, _row(maker=SEAT, bid=TEXT, trump=_optional(TRUMP))),
    "trump-named": (types.TrumpNamed, _row(suit=TRUMP)),
    "cards-exchanged": (types.CardsExchanged, _row(deal=NUMBER, discarded=_optional(CARDS), received=_optional(CARDS))),
    "card-played": (types.CardPlayed, _row(seat=SEAT, card=CARD, out_of_turn=FLAG)),
    "trick-taken": (types.TrickTaken, _row(winner=SEAT)),
    "tricks-counted": (types.TricksCounted, _row(NS=NUMBER, EW=NUMBER)),
    "cards-shown": (types.CardsShown, _row(deal=NUMBER, seat=SEAT, cards=CARDS)),
    "cards-recorded": (
        types.CardsRecorded,
        _row(deal=NUMBER, tricks=_listed(_object_of(types.TurnedUpTrick, _TRICK))),
    ),
    "deal-thrown-in": (types.DealThrownIn, _row(reason=TEXT)),
    "claim-made": (
        types.ClaimMade,
        _row(
            claim=NUMBER,
            kind=TEXT,
            by=_optional(SEAT),
            accused=_optional(SEAT),
            deal=NUMBER,
            trick=_optional(NUMBER),
            cards=_optional(CARDS),
        ),
    ),
    "claim-ruled": (
        types.ClaimRuled,
        _row(
            claim=NUMBER,
            verdict=TEXT,
            ground=TEXT,
            facts=OBJECT,
            tricks=_listed(NUMBER),
            lines=_listed(_object_of(types.Booking, _BOOKING)),
        ),
    ),
    "claim-conceded": (types.ClaimConceded, _row(claim=NUMBER, by=SEAT)),
    "claim-withdrawn": (types.ClaimWithdrawn, _row(claim=NUMBER, by=SEAT)),
    "card-corrected": (types.CardCorrected, _row(version=NUMBER, card=CARD, kind=TEXT)),
    "entries-corrected": (types.EntriesCorrected, _row(entries=_mapped(_VERSIONED, OBJECT))),
    "rewound": (types.Rewound, _row(to=NUMBER)),
    "score-adjusted": (types.ScoreAdjusted, _row(team=TEAM, points=NUMBER, reason=TEXT)),
    "players-changed": (types.PlayersChanged, _row(players=_NAMES)),
    "match-closed": (types.MatchClosed, _row(abandoned=FLAG)),
}
NAMES: Mapping[type, str] = {cls: name for name, (cls, _) in ROWS.items()}


def name_of(event: Event) -> str:
    """The stored name of an event's type."""
    return NAMES[type(event)]


def data_of(event: Event) -> dict[str, Any]:
    """The event's data as stored: text, integers, true, false, null, lists and objects only."""
    return _written(event, ROWS[NAMES[type(event)]][1])


def event_of(name: str, data: Mapping[str, Any]) -> Event:
    """The event of a stored name and its data, upcast where the name is an old one; raises UnreadableEvent."""
    try:
        while name in UPCASTS:
            name, data = UPCASTS[name](data)
        if name not in ROWS:
            raise UnreadableEvent(name)
        event: Event = _read(*ROWS[name], data)
    except (KeyError, ValueError, TypeError, AttributeError, UnknownCard, InvalidOption, IncompatibleOptions) as error:
        raise UnreadableEvent(name) from error
    return event


def decoded(recorded: Recorded) -> Event:
    """The event inside a stored envelope; raises UnreadableEvent."""
    read = _decoded if len(recorded.data) <= SHORT else _decoded.__wrapped__
    return read(recorded.type, recorded.data)


SHORT = 200  # characters; a claim may be longer, and an import as long as a body may be: that is not kept


@lru_cache(4096)  # a pack has few cards and a table few calls: nearly every event of a log has been read before
def _decoded(name: str, data: str) -> Event:
    return event_of(name, orjson.loads(data))
