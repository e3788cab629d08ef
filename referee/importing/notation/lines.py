"""The lines of the readable notation (docs/notation.md): text to tags and rows of tricks. Their meaning is not known here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import orjson

from referee.game.refused import Refused
from referee.rules.cards import Card, UnknownCard, parse_card
from referee.rules.seats import SEATS, Seat, Team

_TAG = re.compile(r'\[([A-Za-z]+)((?: "(?:[^"\\]|\\.)*")*)\]')
_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"')
_ROW = re.compile(r"(\d{1,2})((?:\s+\S+){4})\s+([NESW-])")
_INTEGER = re.compile(r"-?[0-9]{1,9}")
_CELL = re.compile(r"([^^]+)((?:\^[RL])*)")


class Tag(NamedTuple):
    """`[Name "value" "value"]`"""

    line: int
    name: str
    values: tuple[str, ...]


class Cell(NamedTuple):
    """What a row says of a seat: its card, None if not recorded or sitting out, and the marks on it."""

    card: Card | None
    led_out_of_turn: bool
    reneged: bool


class Row(NamedTuple):
    """A trick in the columns N E S W; `winner` None while it is not complete."""

    line: int
    number: int
    cells: Mapping[Seat, Cell]
    winner: Seat | None

    @property
    def leads_out_of_turn(self) -> Seat | None:
        """The seat whose card bears `^L`."""
        return next((seat for seat, cell in self.cells.items() if cell.led_out_of_turn), None)

    @property
    def has_cards(self) -> bool:
        return any(cell.card for cell in self.cells.values())


def unreadable(line: int, reason: str, rule: str | None = None, **facts: object) -> Refused:
    """The refusal of a notation, naming the first line that is wrong."""
    return Refused("broken-notation", rule, line=line, reason=reason, **facts)


def parsed(text: str) -> Iterator[Tag | Row]:
    """The tags and rows of a notation; empty lines and comments (`;` or `%` first) are passed over. Raises Refused."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        stripped = line.strip()
        if not stripped or stripped[0] in ";%":
            continue
        yield _tag(number, stripped) if stripped[0] == "[" else _row(number, stripped)


def _tag(line: int, text: str) -> Tag:
    tag = _TAG.fullmatch(text)
    if tag is None:
        raise unreadable(line, "no-tag")
    try:
        return Tag(line, tag[1], tuple(orjson.loads(value) for value in _VALUE.findall(tag[2])))
    except orjson.JSONDecodeError as error:
        raise unreadable(line, "no-tag") from error


def tags_of(line: int, text: str) -> Iterator[Tag]:
    """Tags that stand one after another in one text, with a space between them; raises Refused."""
    at = 0
    while at < len(text):
        tag = _TAG.match(text, at)
        if tag is None:
            raise unreadable(line, "no-tag")
        yield _tag(line, tag[0])
        at = tag.end() + (text[tag.end() : tag.end() + 1] == " ")


def _row(line: int, text: str) -> Row:
    row = _ROW.fullmatch(text)
    if row is None:
        raise unreadable(line, "no-row")
    cells = {seat: _cell(line, cell) for seat, cell in zip(SEATS, row[2].split(), strict=True)}
    if sum(cell.led_out_of_turn for cell in cells.values()) > 1:
        raise unreadable(line, "no-row")
    return Row(line, int(row[1]), cells, None if row[3] == "-" else Seat(row[3]))


def _cell(line: int, text: str) -> Cell:
    cell = _CELL.fullmatch(text)
    if cell is None:
        raise unreadable(line, "no-row")
    return Cell(None if cell[1] in "-." else card_of(line, cell[1]), "^L" in cell[2], "^R" in cell[2])


def card_of(line: int, text: str) -> Card:
    """A card's code; raises Refused."""
    try:
        return parse_card(text)
    except UnknownCard as error:
        raise unreadable(line, "unknown-card", card=text) from error


def cards_of(line: int, text: str) -> tuple[Card, ...] | None:
    """Cards separated by spaces, None for `-` (face down); raises Refused."""
    return None if text == "-" else tuple(card_of(line, one) for one in text.split())


def pair_of(line: int, text: str) -> dict[Team, int]:
    """`NS 3 EW 3`; raises Refused."""
    match text.split():
        case ["NS", ns, "EW", ew] if _INTEGER.fullmatch(ns) and _INTEGER.fullmatch(ew):
            return {Team.NS: int(ns), Team.EW: int(ew)}
    raise unreadable(line, "bad-value")
