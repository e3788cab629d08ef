"""A readable notation read back: its deals decided again as a new log, or the first wrong line named.

Whatever else the text says (who took a trick, rulings, totals) is compared with what the rules yield."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from referee.game import commands as ask
from referee.game.decide import open_match as opening_facts
from referee.importing.notation.lines import Row, Tag, pair_of, parsed, unreadable
from referee.importing.notation.reading import SEAT_NAMES, Reading
from referee.importing.notation.tags import TAGS
from referee.rules.first_edition import first_edition_rules
from referee.rules.options import IncompatibleOptions, InvalidOption, Rules, rules_of
from referee.rules.seats import Seat
from referee.service import Service
from referee.service.access import SCORER

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
# By the edition of the rulebook that the text was written under: an old text keeps its own.
EDITIONS: Mapping[tuple[str, ...], Callable[[str, Mapping[str, Any]], Rules]] = {
    ("Referee 1",): first_edition_rules,
    ("Referee 2",): rules_of,
}
ONCE = {
    "Notation", "Match", "Opened", "Log", "Preset", "TimeZone", "Recording", "FirstDealer", "InitialScore", "Status", "Score",
    "Ended", "Winner", *SEAT_NAMES,
}  # fmt: skip
REPEATED = {"Option": 2, "Tag": 2, "Note": 1}


def replayed(text: str, service: Service) -> Reading:
    """The match under the id that the text names, or a new one, unstored.

    Raises Refused `broken-notation` with the first wrong line and why."""
    lines = list(parsed(text))
    start = next((index for index, one in enumerate(lines) if isinstance(one, Row) or one.name == "Deal"), len(lines))
    head = [one for one in lines[:start] if isinstance(one, Tag)]
    reading = opened(head, service)
    for line in lines[start:]:
        reading.read(line)
    reading.finish(_said_once(head))
    return reading


def opened(head: list[Tag], service: Service) -> Reading:
    """A new match as the tags of a header say, to be read on; raises Refused."""
    said = _said_once(head)
    if "Notation" not in said or said["Notation"].values not in EDITIONS:
        raise unreadable(1, "no-notation")
    opening = opening_facts(_open_match(said, head))
    born = said["Match"].values[0] if "Match" in said else service.new_address()
    if not ID.fullmatch(born):
        raise unreadable(said["Match"].line, "bad-value")
    return Reading(service, service.opening_sealed(born, opening, SCORER), TAGS)


def _said_once(head: list[Tag]) -> Mapping[str, Tag]:
    """The single tags of the header, by name; raises Refused for a tag that does not belong there."""
    said: dict[str, Tag] = {}
    for tag in head:
        if tag.name not in ONCE | REPEATED.keys():
            raise unreadable(tag.line, "unknown-tag", tag=tag.name)
        if len(tag.values) != REPEATED.get(tag.name, 1):
            raise unreadable(tag.line, "bad-value")
        if tag.name in ONCE and said.setdefault(tag.name, tag) is not tag:
            raise unreadable(tag.line, "tag-twice", tag=tag.name)
    return said


def _open_match(said: Mapping[str, Tag], head: list[Tag]) -> ask.OpenMatch:
    line = said["Notation"].line

    def word(name: str, default: str) -> str:
        nonlocal line
        line = said[name].line if name in said else line
        return said[name].values[0] if name in said else default

    try:
        return ask.OpenMatch(
            preset=word("Preset", "classic"),
            rules=EDITIONS[said["Notation"].values](
                word("Preset", "classic"), dict(_json(tag) for tag in head if tag.name == "Option")
            ),
            players={seat: word(name, "") or None for name, seat in SEAT_NAMES.items()},
            recording=word("Recording", "anyone"),
            tags={tag.values[0]: tag.values[1] for tag in head if tag.name == "Tag"},
            first_dealer=Seat(word("FirstDealer", "N")),
            initial_score=pair_of(line, word("InitialScore", "NS 0 EW 0")),
            time_zone=word("TimeZone", "") or None,
        )
    except (InvalidOption, IncompatibleOptions, ValueError) as error:
        raise unreadable(line, "bad-value") from error


def _json(tag: Tag) -> tuple[str, Any]:
    try:
        return tag.values[0], orjson.loads(tag.values[1])
    except orjson.JSONDecodeError as error:
        raise unreadable(tag.line, "bad-value") from error
