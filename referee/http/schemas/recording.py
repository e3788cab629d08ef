"""The bodies that open a match and record what happened at the table, and the commands they stand for."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError

from referee.game import commands as ask
from referee.http.schemas.body import BID, Either, Shape, cards_of
from referee.http.schemas.fields import Card, Coded, Flag, HouseRules, Keyed, Name, Part, Several, Tags, Text, Whole
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat, Team
from referee.rules.trump import Trump
from referee.service.access import JOIN, RECORDINGS, ROLES, VIEWER
from referee.service.names import TIME_ZONE


class OpenBody(Shape):
    """A match to open; every member is optional."""

    rules = HouseRules()
    players = Keyed(Seat, Name(allow_none=True))
    first_dealer = Coded(Seat)
    recording = Coded(RECORDINGS)
    tags = Tags()
    initial_score = Keyed(Team, Whole(-1000, 1000))
    time_zone = Text(1, 64, pattern=TIME_ZONE)

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
    """The role that needs a new token; with `hold` its seat stays taken, for the player who is given the token."""

    role = Coded(ROLES, required=True)
    hold = Flag(load_default=False)


class CodeBody(Shape):
    """A new join code in place of the old one; or none, if nobody is to join by a code (`open` false)."""

    role = Coded((JOIN,), required=True)
    open = Flag()


RENEWAL = Either(
    lambda body: "code" if body.get("role") == JOIN else "token",
    token=TokenBody(),
    code=CodeBody(),
)


class PlayersBody(Shape):
    """Names for some seats. `from_the_start`: the name that stood there was a slip and is put right everywhere in the match,
    also after closing; only the scorer may."""

    more = {"anyOf": [{"required": [seat.value]} for seat in Seat]}
    N = Name(allow_none=True)
    E = Name(allow_none=True)
    S = Name(allow_none=True)
    W = Name(allow_none=True)
    from_the_start = Flag(load_default=False)

    @staticmethod
    def makes(from_the_start: bool, **names: str | None) -> ask.ChangePlayers:
        """The command, for at least one seat."""
        if not names:
            raise ValidationError({"_schema": ["bad-length"]})
        return ask.ChangePlayers({Seat(seat): name for seat, name in names.items()}, from_the_start)


class EmptyBody(Shape):
    """No members: `{}`, or no body at all."""


class ScorerBody(Shape):
    """The seat whose phone is to be the scorer's."""

    seat = Coded(Seat, required=True)


class SitBody(Shape):
    """The seat wanted, and the name to be known by."""

    seat = Coded(Seat, required=True)
    name = Name(allow_none=True, load_default=None)


class OrderBody(Shape):
    """For each seat of the new match the seat of the old one whose player sits down at it."""

    N = Coded(Seat, required=True)
    E = Coded(Seat, required=True)
    S = Coded(Seat, required=True)
    W = Coded(Seat, required=True)


class RematchBody(Shape):
    """Who deals first, by the new seats, and who sits where. Without: the deal passes on, and all keep their seats."""

    first_dealer = Coded(Seat)
    seats = Part(OrderBody())

    @staticmethod
    def makes(first_dealer: Seat | None = None, seats: dict[str, Seat] | None = None) -> dict[str, Any]:
        """What to open; each player has one seat."""
        if seats is not None and set(seats.values()) != set(SEATS):
            raise ValidationError({"seats": ["not-unique"]})
        order = {Seat(there): here for there, here in seats.items()} if seats else None
        return {"first_dealer": first_dealer, "seats": order}


class DealerBody(Shape):
    """The seat that dealt."""

    makes = ask.ChangeDealer
    seat = Coded(Seat, required=True)


class DiscardBody(Shape):
    """The dealer's discard; null while it lies face down."""

    makes = ask.Discard
    card = Card(required=True, allow_none=True)
    deal = Whole(1)


class BidBody(Shape):
    """A call; a bid names its trump if the rules say so (V7)."""

    makes = ask.Bid
    seat = Coded(Seat, required=True)
    bid = Text(1, 4, BID, required=True)
    trump = Coded(Trump, allow_none=True)


class TrumpBody(Shape):
    """The maker's trump."""

    makes = ask.NameTrump
    suit = Coded(Trump, required=True)


class ExchangeBody(Shape):
    """The cards passed in an ask; null for those passed face down."""

    makes = ask.Exchange
    discarded = cards_of(0, 3, required=True, allow_none=True)
    received = cards_of(0, 3, required=True, allow_none=True)
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
    cards = cards_of(1, 4, required=True)


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
    cards = cards_of(1, 49, required=True)
    deal = Whole(1)


class TurnedUpBody(Shape):
    """One turned-up trick."""

    leader = Coded(Seat, required=True)
    cards = cards_of(1, 4, required=True)
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
        """The command; there is only one reason."""
        return ask.Redeal()


TRICK = Either(
    lambda body: "winner" if "winner" in body and "cards" not in body else "cards",
    cards=TrickBody(),
    winner=TrickWinnerBody(),
)
RESULT = Either(
    lambda body: "passed" if body.get("maker", "") is None else "played", played=ResultBody(), passed=AllPassedBody()
)
