"""Euchre Game Notation read back: the tricks are EGN's own, the auction and the rules stand in tags of the notation that our export adds.

EGN of another game, or without these tags, is refused: it does not say what was bid (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.exporters.egn import egn_lead
from referee.game import commands as ask
from referee.game.state import Playing, seat_to_play
from referee.importing.notation import opened
from referee.importing.notation.lines import Tag, card_of, tags_of, unreadable
from referee.importing.notation.reading import SEAT_NAMES, Reading
from referee.rules.seats import SEATS
from referee.service import Service

FILE_TYPE = "Euchre Game Notation"
END = ("Taken", "ThrownIn", "Closed")


def read_egn(document: Mapping[str, Any], service: Service) -> Reading:
    """The match of an EGN document as a new log, unstored; in refusals `line` is the number of the deal.

    Raises Refused `broken-notation`: `no-bids` for a document that our export did not write, else what does not fit. A
    match whose score rests on rulings does not: EGN has them as text only, and `does-not-follow` says so."""
    try:
        return _read(document, service)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise unreadable(1, "bad-value") from error


def _read(document: Mapping[str, Any], service: Service) -> Reading:
    deals, about = document["deals"], document["metadata"]
    sections = [_tags(number, deal) for number, deal in enumerate(deals, 1)]
    if not sections or any(not section for section in sections):
        raise unreadable(next((number for number, one in enumerate(sections, 1) if not one), 1), "no-bids")
    start = next(index for index, tag in enumerate(sections[0]) if tag.name == "Deal")
    head, sections[0] = sections[0][:start], sections[0][start:]
    reading = opened([*head, *_opening(about)], service)
    for deal, section in zip(deals, sections, strict=True):
        _deal(reading, deal, section)
    reading.finish({tag.name: tag for tag in head if tag.name == "Score"})
    return reading


def _opening(about: Mapping[str, Any]) -> Iterator[Tag]:
    """What EGN's own metadata say of the opening."""
    if "gameId" in about:
        yield Tag(1, "Match", (about["gameId"],))
    north_south, east_west = about["initialScore"]
    yield Tag(1, "InitialScore", (f"NS {north_south} EW {east_west}",))
    for name, player in zip(SEAT_NAMES, about["players"], strict=True):
        called = player if isinstance(player, str) else player["name"]
        yield Tag(1, name, ("" if called == SEAT_NAMES[name].value else called,))


def _tags(number: int, deal: Mapping[str, Any]) -> list[Tag]:
    """The tags in the annotations of a deal's calls; every other annotation is for people."""
    annotations: Mapping[str, Sequence[str]] = deal["phases"][0].get("callAnnotations", {}) if deal["phases"] else {}
    texts = [text for several in annotations.values() for text in several if text.startswith("[")]
    return [tag for text in texts for tag in tags_of(number, text)]


def _deal(reading: Reading, deal: Mapping[str, Any], section: Sequence[Tag]) -> None:
    """A deal: the bidding by its tags, EGN's tricks, and how it ended."""
    end = next((index for index, tag in enumerate(section) if tag.name in END), len(section))
    for tag in section[:end]:
        reading.read(tag)
    tricks: list[list[str]] = next((phase["tricks"] for phase in deal["phases"] if phase["type"] == "TRICK_PLAY"), [])
    for number, card in enumerate(card for trick in tricks for card in trick):
        stage = reading.deal.stage
        reading.check(isinstance(stage, Playing), "not-now")
        assert isinstance(stage, Playing)
        turn = seat_to_play(reading.deal, stage, reading.match.rules)
        seat = turn if number else egn_lead(SEATS[deal["initialState"]["dealer"]], stage.contract)
        code = "JK" if card == "B" else card.upper()
        reading.act(ask.Play(seat, card_of(reading.line, code), out_of_turn=seat is not turn))
    for tag in section[end:]:
        reading.read(tag)
