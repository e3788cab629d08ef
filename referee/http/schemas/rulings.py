"""The bodies of claims, corrections and adjudications, and the commands they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from marshmallow import ValidationError

from referee.game import commands as ask
from referee.http.schemas.body import BID, Either, Shape, cards_of
from referee.http.schemas.fields import NOT_BLANK, Card, Coded, Flag, HouseRules, Part, Several, Text, Whole
from referee.http.schemas.recording import TurnedUpBody
from referee.rules.cards import Card as PrintedCard
from referee.rules.options import Rules
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


class RenegeClaimBody(Shape):
    """A claim that somebody reneged; no deal: the current one, no trick: all of them."""

    kind = Coded(("renege",), required=True)
    by = Coded(Seat, required=True)
    accused = Coded(Seat, required=True)
    deal = Whole(1, allow_none=True)
    trick = Whole(1, allow_none=True)

    @staticmethod
    def makes(kind: str, **claim: Any) -> ask.ClaimRenege:
        """The command for this kind."""
        return ask.ClaimRenege(**claim)


class AceNoFaceBody(Shape):
    """A claim of a hand with an ace and no face card, all its cards shown."""

    kind = Coded(("ace-no-face",), required=True)
    by = Coded(Seat, required=True)
    cards = cards_of(1, 13, required=True)

    @staticmethod
    def makes(kind: str, **claim: Any) -> ask.ClaimAceNoFace:
        """The command for this kind."""
        return ask.ClaimAceNoFace(**claim)


class ByBody(Shape):
    """Who concedes or withdraws."""

    by = Coded(Seat, required=True)


class ConcessionBody(ByBody):
    """Who admits the claim."""

    makes = ask.Concede


class WithdrawalBody(ByBody):
    """Who takes the claim back."""

    makes = ask.Withdraw


class UndoBody(Shape):
    """The version to go back to; by default the one before the last act."""

    makes: ClassVar[Callable[..., Any]] = ask.Undo
    to = Whole(0, allow_none=True)


class RedoBody(UndoBody):
    """The version to go to; by default the one that was undone last."""

    makes = ask.Redo


class CorrectionBody(Shape):
    """Another card in place of the one at a version."""

    version = Whole(1, required=True)
    card = Card(required=True)
    kind = Coded(("entry", "taken-back"), required=True)

    @staticmethod
    def makes(kind: str, version: int, card: PrintedCard) -> ask.CorrectCard | ask.TakeBack:
        """The scorer's slip, or a card taken back."""
        return ask.CorrectCard(version, card) if kind == "entry" else ask.TakeBack(version, card)


class EntryData(Shape):
    """The members of an entry that were wrong; which are allowed depends on its type."""

    more = {"minProperties": 1}
    seat = Coded(Seat)
    card = Card(allow_none=True)
    cards = cards_of(1, 49)
    discarded = cards_of(0, 3, allow_none=True)
    received = cards_of(0, 3, allow_none=True)
    bid = Text(1, 4, BID)
    maker = Coded(Seat)
    trump = Coded(Trump, allow_none=True)
    suit = Coded(Trump)
    winner = Coded(Seat)
    NS = Whole(0)
    EW = Whole(0)
    out_of_turn = Flag()
    tricks = Several(Part(TurnedUpBody), 1, 12)
    team = Coded(Team)
    points = Whole(-1000, 1000, zero=False)
    reason = Text(1, 200)


class EntryCorrectionBody(Shape):
    """One entry, and what it should have been."""

    version = Whole(1, required=True)
    data = Part(EntryData, required=True)

    @staticmethod
    def makes(version: int, data: dict[str, Any]) -> ask.CorrectEntries:
        """The command for a single entry."""
        return corrected([{"version": version, "data": data}])


class EntriesCorrectionBody(Shape):
    """Several entries put right in one act."""

    entries = Several(Part(EntryCorrectionBody), 1, 52, required=True)

    @staticmethod
    def makes(entries: tuple[dict[str, Any], ...]) -> ask.CorrectEntries:
        """The command for all of them."""
        return corrected(entries)


def corrected(entries: Any) -> ask.CorrectEntries:
    """The command for entries of distinct versions, each with at least one member."""
    data = {entry["version"]: plain(entry["data"]) for entry in entries}
    if len(data) < len(entries):
        raise ValidationError({"entries": ["version-twice"]})
    if not all(data.values()):
        raise ValidationError({"data": ["bad-length"]})
    return ask.CorrectEntries(data)


def plain(value: Any) -> Any:
    """A parsed value as the event log writes it."""
    if isinstance(value, PrintedCard):
        return str(value)
    if isinstance(value, (Seat, Team, Trump)):
        return value.value
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value


class AdjustmentBody(Shape):
    """Points that the players agree on."""

    makes = ask.AdjustScore
    team = Coded(Team, required=True)
    points = Whole(-1000, 1000, zero=False, required=True)
    reason = Text(1, 200, NOT_BLANK, required=True)


class CloseBody(Shape):
    """The end; `early` as it stands, `abandoned` at any time."""

    makes = ask.Close
    abandoned = Flag()
    early = Flag()


class ReopenBody(Shape):
    """Why the match is opened again."""

    makes = ask.Reopen
    reason = Text(1, 200, NOT_BLANK, required=True)


class SeatCardBody(Shape):
    """A card on the table."""

    seat = Coded(Seat, required=True)
    card = Card(required=True)


class JudgeTrickBody(Shape):
    """A trick to be judged."""

    trump = Coded(Trump, required=True)
    plays = Several(Part(SeatCardBody), 1, 4, required=True)
    rules = HouseRules(load_default=("classic", Rules()))


class PlayableBody(Shape):
    """A hand, and the card that was led."""

    trump = Coded(Trump, required=True)
    led = Card(required=True, allow_none=True)
    hand = cards_of(1, 13, required=True)
    rules = HouseRules(load_default=("classic", Rules()))


CLAIM = Either(
    lambda body: "ace" if body.get("kind") == "ace-no-face" else "renege", renege=RenegeClaimBody(), ace=AceNoFaceBody()
)
CORRECTION = Either(
    lambda body: next((name for name in ("entries", "data") if name in body), "card"),
    card=CorrectionBody(),
    data=EntryCorrectionBody(),
    entries=EntriesCorrectionBody(),
)
