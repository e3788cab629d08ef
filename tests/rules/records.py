"""Records of deals in one line, so that a test reads like a table.

    N:AS    plays              /       next trick            E=TS,9S  cards seen in a hand
    N:?     plays, unknown     N-9C    dealer's discard      E<QH     takes back a card played in this trick
    S>9D    passes to the partner (S>?? two cards face down)

The version of a move is its place among the words, from 1; the signs between tricks are not counted."""

from __future__ import annotations

import re

from referee.rules.cards import Card, parse_card
from referee.rules.moves import Discarded, Move, Passed, Played, Record, Seen, record_of
from referee.rules.options import rules_of
from referee.rules.seats import Seat

SIGNS = {Played: ":", Seen: "=", Discarded: "-", Passed: ">"}


def record(words: str, preset: str = "classic", dealer: str = "W", out: str | None = None) -> Record:
    """The record of a deal in which this happened."""
    return record_of(rules_of(preset, {}), Seat(dealer), Seat(out) if out else None, moves(words))


def moves(words: str) -> tuple[Move, ...]:
    found: list[Move] = []
    trick = 1
    for word in words.split():
        if word == "/":
            trick += 1
        else:
            found.append(_move(word, trick, len(found) + 1))
    return tuple(found)


def _move(word: str, trick: int, version: int) -> Move:
    seat, sign, text = Seat(word[0]), word[1], word[2:]
    if sign == ">":
        unknown = text.startswith("?")
        return Passed(seat, len(text) if unknown else len(cards(text)), None if unknown else cards(text), version)
    if sign in "=<":
        return Seen(seat, cards(text), version, trick if sign == "<" else None)
    card = None if text == "?" else parse_card(text)
    return Discarded(seat, card, version) if sign == "-" else Played(seat, card, trick, version)


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a list such as `TS,QS` or `TS QS`."""
    return tuple(parse_card(word) for word in re.split("[ ,]+", text) if word)


def written(deal: Record) -> str:
    """The record in words, for a test that fails."""
    words = [" ".join(map(str, deal.pack)), str(deal.dealt), f"out: {deal.sitting_out}", "|"]
    trick = 1
    for move in deal.moves:
        if isinstance(move, Played) and move.trick != trick:
            trick = move.trick
            words.append("/")
        named = move.cards if isinstance(move, Seen | Passed) else (move.card,)
        text = ",".join(str(card) if card else "?" for card in named or ("?",) * getattr(move, "size", 1))
        taken_back = isinstance(move, Seen) and move.trick is not None
        words.append(f"{move[0].value}{'<' if taken_back else SIGNS[type(move)]}{text}")
    return " ".join(words)
