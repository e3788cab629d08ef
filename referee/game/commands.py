"""What a table can ask the referee to record, in the imperative. The values are parsed; whether they can be is decided later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.events.types import Event
from referee.rules.cards import Card
from referee.rules.options import Rules
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Open a table. `players`, `tags` and `initial_score` may be partial; `time_zone` is an IANA name."""

    rules: Rules
    preset: str = "classic"
    players: Mapping[Seat, str | None] = field(default_factory=dict)
    first_dealer: Seat = Seat.N
    recording: str = "anyone"
    tags: Mapping[str, str] = field(default_factory=dict)
    initial_score: Mapping[Team, int] = field(default_factory=dict)
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another seat dealt (R2.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Discard:
    """The dealer's discard in the joker game (V3.1); `deal` for one named after its deal."""

    card: Card | None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """A call in the auction (R3), with its trump where a bid names it (V7)."""

    seat: Seat
    bid: str
    trump: Trump | None = None


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The maker's trump (R4.1)."""

    suit: Trump


@dataclass(frozen=True, slots=True)
class Exchange:
    """The exchange of an ask, None for cards face down (R5.2); `deal` for cards named after their deal."""

    discarded: tuple[Card, ...] | None
    received: tuple[Card, ...] | None
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A card played, `out_of_turn` for an accepted lead out of turn (R4.3, J1.1)."""

    seat: Seat
    card: Card
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class PlayTrick:
    """The cards of a whole trick in turn order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakeTrick:
    """Who took a trick whose cards are not recorded (J4.1)."""

    winner: Seat


@dataclass(frozen=True, slots=True)
class DeclareContract:
    """Maker, bid and trump in place of the auction (J4.1)."""

    maker: Seat
    bid: str
    trump: Trump | None


@dataclass(frozen=True, slots=True)
class CountTricks:
    """All tricks of the deal per team (J4.2)."""

    ns: int
    ew: int


@dataclass(frozen=True, slots=True)
class RecordResult:
    """A whole deal: contract and tricks (J4.1)."""

    contract: DeclareContract
    tricks: CountTricks


@dataclass(frozen=True, slots=True)
class RecordAllPassed:
    """A whole deal in which nobody bid (R3.6)."""


@dataclass(frozen=True, slots=True)
class Show:
    """Cards laid face up, held by the seat now or, in a past deal, at its end (J2.4)."""

    seat: Seat
    cards: tuple[Card, ...]
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """One turned-up trick of a past deal."""

    leader: Seat
    cards: tuple[Card, ...]
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class RecordCards:
    """The cards of a past deal (J4.3)."""

    deal: int
    tricks: tuple[TurnedUp, ...]


@dataclass(frozen=True, slots=True)
class Redeal:
    """A misdeal found before the first lead (R2.3)."""


@dataclass(frozen=True, slots=True)
class ClaimRenege:
    """A renege claim; `deal` None is the current one, `trick` None every trick so far (J2)."""

    by: Seat
    accused: Seat
    deal: int | None = None
    trick: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimAceNoFace:
    """An ace-no-face claim with the whole hand shown (V2)."""

    by: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Concede:
    """The accused's team admits an open claim (J2.9)."""

    claim: int
    by: Seat


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The claimant takes an open claim back (J2.9)."""

    claim: int
    by: Seat


@dataclass(frozen=True, slots=True)
class Undo:
    """The table as it stood at version `to`, or before the last act (J3)."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """The last undo undone, or the table as it stood at a version that was undone (J3)."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A card of the current trick taken back and replaced in time (R7.4); `version` is that of the card played."""

    version: int
    card: Card


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """The scorer's slip: another card was played at `version` (J3)."""

    version: int
    card: Card


@dataclass(frozen=True, slots=True)
class CorrectEntries:
    """Several entries corrected in one act: version -> the members of its data that were wrong (J3)."""

    entries: Mapping[int, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class AdjustScore:
    """Points booked by the table, with its reason (J5)."""

    team: Team
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ChangePlayers:
    """Names or substitutes for some seats; `from_the_start` puts a name right, also after closing."""

    players: Mapping[Seat, str | None]
    from_the_start: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """The match made final (R9.3), abandoned, or ended early as it stands (R9.5)."""

    abandoned: bool = False
    early: bool = False


@dataclass(frozen=True, slots=True)
class Reopen:
    """A closed match opened again (R9.6)."""

    reason: str


@dataclass(frozen=True, slots=True)
class ProposeScorer:
    """A seat's wish that another phone be the scorer's."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class ChangeScorer:
    """The scorer at another seat or at none; `agreed` are the seats that took the role over together."""

    seat: Seat | None
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkRematch:
    """The match in which this table plays on, and who sits where there."""

    match: str
    seats: Mapping[Seat, Seat]


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Facts as a log holds them, to be decided again (import, verification)."""

    facts: tuple[Event, ...]


Command = (
    ChangeDealer | Discard | Bid | NameTrump | Exchange | Play | PlayTrick | TakeTrick | DeclareContract | CountTricks | RecordResult
    | RecordAllPassed | Show | RecordCards | Redeal | ClaimRenege | ClaimAceNoFace | Concede | Withdraw | Undo | Redo
    | RecordFacts | TakeBack | CorrectCard | CorrectEntries | AdjustScore | ChangePlayers | Close | Reopen
    | ProposeScorer | ChangeScorer | LinkRematch
)  # fmt: skip
