"""The bodies of requests: which members there are, and the command that a body stands for. Built once, when imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError

from referee.access import RECORDINGS, ROLES, VIEWER
from referee.game import commands as ask
from referee.http.fields import Card, Coded, Flag, HouseRules, Keyed, Name, Part, Several, Tags, Text, Whole
from referee.rules.cards import Card as PrintedCard
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat, Team
from referee.rules.trump import Trump

BID = r"pass|ask|moon|[1-9][0-9]?"


class Shape(Schema):
    """An object with these members and no others; `makes` turns them into what they stand for."""

    makes: ClassVar[Callable[..., Any]] = dict
    error_messages = {"unknown": "unknown-field", "type": "not-an-object"}

    class Meta:
        unknown = RAISE

    def made(self, body: Any, **path: Any) -> Any:
        """What the body stands for, with what the address adds; raises marshmallow's ValidationError."""
        return type(self).makes(**path, **self.load(body))


class Either:
    """One of several shapes: `pick` names the one that a body is to be read as, by what it holds."""

    def __init__(self, pick: Callable[[Mapping[str, Any]], str], **shapes: Shape) -> None:
        self.pick, self.shapes = pick, shapes

    def made(self, body: Any, **path: Any) -> Any:
        """As Shape.made, by the shape that fits."""
        if type(body) is not dict:
            raise ValidationError({"_schema": ["not-an-object"]})
        return self.shapes[self.pick(body)].made(body, **path)


def _cards(low: int, high: int, **more: Any) -> Several:
    return Several(Card(), low, high, **more)


class OpenBody(Shape):
    """A table to open; everything is optional."""

    rules = HouseRules()
    players = Keyed(Seat, Name(allow_none=True))
    first_dealer = Coded(Seat)
    recording = Coded(RECORDINGS)
    tags = Tags()
    initial_score = Keyed(Team, Whole(-1000, 1000))

    @staticmethod
    def makes(rules: tuple[str, Rules] = ("classic", Rules()), **more: Any) -> ask.OpenMatch:
        """The command to open a match."""
        return ask.OpenMatch(rules=rules[1], preset=rules[0], **more)


class JoinBody(Shape):
    """A join code and the place wanted."""

    code = Text(1, 40, required=True)
    seat = Coded((*(seat.value for seat in SEATS), VIEWER), required=True)
    name = Name(allow_none=True, load_default=None)


class TokenBody(Shape):
    """The role that needs a new token."""

    role = Coded(ROLES, required=True)


class PlayersBody(Shape):
    """Names for some seats."""

    N = Name(allow_none=True)
    E = Name(allow_none=True)
    S = Name(allow_none=True)
    W = Name(allow_none=True)

    @staticmethod
    def makes(**names: str | None) -> ask.ChangePlayers:
        """The command, for at least one seat."""
        if not names:
            raise ValidationError({"_schema": ["bad-length"]})
        return ask.ChangePlayers({Seat(seat): name for seat, name in names.items()})


class EmptyBody(Shape):
    """Nothing to say: `{}`, or no body at all."""


class DiscardBody(Shape):
    """The dealer's discard; null while it lies face down."""

    makes = ask.Discard
    card = Card(required=True, allow_none=True)
    deal = Whole(1)


class BidBody(Shape):
    """A call."""

    makes = ask.Bid
    seat = Coded(Seat, required=True)
    bid = Text(1, 4, BID, required=True)


class TrumpBody(Shape):
    """The maker's trump."""

    makes = ask.NameTrump
    suit = Coded(Trump, required=True)


class ExchangeBody(Shape):
    """The cards passed in an ask; null for those passed face down."""

    makes = ask.Exchange
    discarded = _cards(0, 3, required=True, allow_none=True)
    received = _cards(0, 3, required=True, allow_none=True)
    deal = Whole(1)


class PlayBody(Shape):
    """A card played."""

    makes = ask.Play
    seat = Coded(Seat, required=True)
    card = Card(required=True)
    out_of_turn = Flag()


class TrickBody(Shape):
    """A whole trick, in turn order."""

    makes = ask.PlayTrick
    cards = _cards(1, 4, required=True)


class TrickWinnerBody(Shape):
    """Who took a trick whose cards are not recorded."""

    makes = ask.TakeTrick
    winner = Coded(Seat, required=True)


class ContractBody(Shape):
    """A contract in place of the auction."""

    makes = ask.DeclareContract
    maker = Coded(Seat, required=True)
    bid = Text(1, 4, BID, required=True)
    trump = Coded(Trump, required=True, allow_none=True)


class CountBody(Shape):
    """All tricks of the deal per team."""

    makes = ask.CountTricks
    NS = Whole(0, attribute="ns", required=True)
    EW = Whole(0, attribute="ew", required=True)


class ResultBody(ContractBody):
    """A whole deal in one act."""

    tricks = Part(CountBody, required=True)

    @staticmethod
    def makes(tricks: dict[str, int], **contract: Any) -> ask.RecordResult:  # type: ignore[override]
        """The contract and the count."""
        return ask.RecordResult(ask.DeclareContract(**contract), ask.CountTricks(**tricks))


class AllPassedBody(Shape):
    """A deal in which nobody bid: no maker, and nothing else."""

    maker = Coded((), required=True, allow_none=True)
    bid = Coded((), allow_none=True)
    trump = Coded((), allow_none=True)
    tricks = Coded((), allow_none=True)

    @staticmethod
    def makes(**nothing: None) -> ask.RecordAllPassed:
        """The command has no members."""
        return ask.RecordAllPassed()


class ShownBody(Shape):
    """Cards laid face up."""

    makes = ask.Show
    seat = Coded(Seat, required=True)
    cards = _cards(1, 49, required=True)
    deal = Whole(1)


class TurnedUpBody(Shape):
    """One turned-up trick."""

    leader = Coded(Seat, required=True)
    cards = _cards(1, 4, required=True)
    out_of_turn = Flag()


class DealCardsBody(Shape):
    """The cards of a past deal."""

    tricks = Several(Part(TurnedUpBody), 1, 12, required=True)

    @staticmethod
    def makes(deal: int, tricks: tuple[dict[str, Any], ...]) -> ask.RecordCards:
        """The command, with the deal's number from the address."""
        return ask.RecordCards(deal, tuple(ask.TurnedUp(**trick) for trick in tricks))


class RedealBody(Shape):
    """Why the deal is dealt again."""

    reason = Coded(("misdeal",), required=True)

    @staticmethod
    def makes(reason: str) -> ask.Redeal:
        """There is one reason."""
        return ask.Redeal()


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
    cards = _cards(1, 13, required=True)

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
    """Where to go back to; not given: before the last act."""

    makes = ask.Undo
    to = Whole(0, allow_none=True)


class RedoBody(UndoBody):
    """Where to go; not given: what was undone last."""

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
    """The members of an entry that were wrong; which it has depends on its type."""

    seat = Coded(Seat)
    card = Card(allow_none=True)
    cards = _cards(1, 49)
    discarded = _cards(0, 3, allow_none=True)
    received = _cards(0, 3, allow_none=True)
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
    """One entry and what it should have said."""

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
    """Points that the table books."""

    makes = ask.AdjustScore
    team = Coded(Team, required=True)
    points = Whole(-1000, 1000, zero=False, required=True)
    reason = Text(1, 200, r".*\S.*", required=True)


class CloseBody(Shape):
    """The end; `abandoned` at any time."""

    makes = ask.Close
    abandoned = Flag()


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
    hand = _cards(1, 13, required=True)
    rules = HouseRules(load_default=("classic", Rules()))


TRICK = Either(
    lambda body: "winner" if "winner" in body and "cards" not in body else "cards",
    cards=TrickBody(),
    winner=TrickWinnerBody(),
)
RESULT = Either(
    lambda body: "passed" if body.get("maker", "") is None else "played", played=ResultBody(), passed=AllPassedBody()
)
CLAIM = Either(
    lambda body: "ace" if body.get("kind") == "ace-no-face" else "renege", renege=RenegeClaimBody(), ace=AceNoFaceBody()
)
CORRECTION = Either(
    lambda body: next((name for name in ("entries", "data") if name in body), "card"),
    card=CorrectionBody(),
    data=EntryCorrectionBody(),
    entries=EntriesCorrectionBody(),
)
