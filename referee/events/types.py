"""Every fact that a log can hold, in the past tense (docs/api.md, Events). Trick winners and scores are in no event.

`stored_as` is the name under which a fact is stored, a promise. A field with a default is written only where it says
something else, so a field added later with a default leaves old events as they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.rules.cards import Card
from referee.rules.options import Rules
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A table was opened under these rules (the whole value, so that old matches keep their own law). `time_zone` is the
    table's own by its IANA name, None where it is not known."""

    stored_as: ClassVar[str] = "match-opened"
    preset: str
    rules: Rules
    players: Mapping[Seat, str | None]
    first_dealer: Seat
    recording: str
    tags: Mapping[str, str]
    initial_score: Mapping[Team, int]
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The dealer dealt (R2.1)."""

    stored_as: ClassVar[str] = "deal-started"
    deal: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another seat dealt than the table had recorded (R2.4)."""

    stored_as: ClassVar[str] = "dealer-changed"
    deal: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class DealerDiscarded:
    """The dealer discarded a card in the joker game, face down if None; named later for a past deal (V3.1)."""

    stored_as: ClassVar[str] = "dealer-discarded"
    deal: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid or passed (R3); the bid with its trump where it names one (V7)."""

    stored_as: ClassVar[str] = "bid-made"
    seat: Seat
    bid: str
    trump: Trump | None = None


@dataclass(frozen=True, slots=True)
class ContractDeclared:
    """Maker, bid and trump in place of the auction, trump None if not recorded (J4.1)."""

    stored_as: ClassVar[str] = "contract-declared"
    maker: Seat
    bid: str
    trump: Trump | None


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The maker named trump (R4.1)."""

    stored_as: ClassVar[str] = "trump-named"
    suit: Trump


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """The exchange of an ask, cards passed face down None; a second one fills in what was None (R5.2, R5.3)."""

    stored_as: ClassVar[str] = "cards-exchanged"
    deal: int
    discarded: tuple[Card, ...] | None
    received: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played; `out_of_turn` for a lead out of turn that the table let stand (R4.3, J1.1)."""

    stored_as: ClassVar[str] = "card-played"
    seat: Seat
    card: Card
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick of which only the winner was recorded (J4.1)."""

    stored_as: ClassVar[str] = "trick-taken"
    winner: Seat


@dataclass(frozen=True, slots=True)
class TricksCounted:
    """All tricks of the deal per team, as counted or agreed; ends the deal (J4.1, J4.2)."""

    stored_as: ClassVar[str] = "tricks-counted"
    NS: int
    EW: int


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards were laid face up by a seat that holds them (J2.4)."""

    stored_as: ClassVar[str] = "cards-shown"
    deal: int
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnedUpTrick:
    """One trick as turned up after the deal: its cards in the order of play."""

    leader: Seat
    cards: tuple[Card, ...]
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class CardsRecorded:
    """The cards of a past deal, entered from the turned-up tricks (J4.3)."""

    stored_as: ClassVar[str] = "cards-recorded"
    deal: int
    tricks: tuple[TurnedUpTrick, ...]


@dataclass(frozen=True, slots=True)
class DealThrownIn:
    """The deal ended without a result: `all-passed`, `ace-no-face`, `misdeal` or `renege` (R2.3, R3.6, V2.3, R7.3).

    `lost_by` names the team that lost it by a renege, under `after_renege: deal-lost` (R7.5)."""

    stored_as: ClassVar[str] = "deal-thrown-in"
    reason: str
    lost_by: Team | None = None


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A claim: a renege of `accused` (trick None: all tricks so far), or ace no face with the cards shown (J2, V2).

    `by` is None for a claim by the referee itself (R7.2)."""

    stored_as: ClassVar[str] = "claim-made"
    claim: int
    kind: str
    by: Seat | None
    accused: Seat | None
    deal: int
    trick: int | None
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Booking:
    """A line that a ruling books in the current deal; `of_deal` and `trick` say for which renege."""

    team: Team
    code: str
    points: int
    of_deal: int
    trick: int | None


@dataclass(frozen=True, slots=True)
class ClaimRuled:
    """The referee's decision on a claim and what it books (J2.10). A later one supersedes it.

    `facts` are the evidence as codes and versions, for readers; `tricks` the reneges that it found proven."""

    stored_as: ClassVar[str] = "claim-ruled"
    claim: int
    verdict: str
    ground: str
    facts: Mapping[str, Any]
    tricks: tuple[int, ...]
    lines: tuple[Booking, ...]


@dataclass(frozen=True, slots=True)
class ClaimConceded:
    """The accused's team admitted an open claim (J2.9)."""

    stored_as: ClassVar[str] = "claim-conceded"
    claim: int
    by: Seat


@dataclass(frozen=True, slots=True)
class ClaimWithdrawn:
    """The claimant took an open claim back (J2.9)."""

    stored_as: ClassVar[str] = "claim-withdrawn"
    claim: int
    by: Seat


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """One recorded card replaced: the scorer's slip (`entry`, J3) or a card taken back in time (`taken-back`, R7.4).

    `undealt`: with it the last deal decides the match, and the empty deal that had begun by itself falls away (R9.3)."""

    stored_as: ClassVar[str] = "card-corrected"
    version: int
    card: Card
    kind: str
    undealt: bool = False


@dataclass(frozen=True, slots=True)
class EntriesCorrected:
    """Recorded entries replaced together, each a version with its right data (J3); `undealt` as for a card."""

    stored_as: ClassVar[str] = "entries-corrected"
    entries: Mapping[int, Mapping[str, Any]]
    undealt: bool = False


@dataclass(frozen=True, slots=True)
class Rewound:
    """The table is as it stood at version `to` (J3)."""

    stored_as: ClassVar[str] = "rewound"
    to: int


@dataclass(frozen=True, slots=True)
class ScoreAdjusted:
    """The players booked points, for the given reason (J5)."""

    stored_as: ClassVar[str] = "score-adjusted"
    team: Team
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """Names or substitutes, for the seats given; no rewind takes it back. `from_the_start`: a name was put right, and who
    had the old one never had it."""

    stored_as: ClassVar[str] = "players-changed"
    players: Mapping[Seat, str | None]
    from_the_start: bool = False


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The table closed the match (R9.3), abandoned it undecided, or ended it `early` as it stood (R9.5)."""

    stored_as: ClassVar[str] = "match-closed"
    abandoned: bool
    early: bool = False


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """The scorer opened the closed match again: it stands as it did before it was closed (R9.6)."""

    stored_as: ClassVar[str] = "match-reopened"
    reason: str


@dataclass(frozen=True, slots=True)
class ScorerProposed:
    """The seat `by` wants the phone at `seat` to be the scorer's, because the scorer's is gone; its newest word counts."""

    stored_as: ClassVar[str] = "scorer-proposed"
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class ScorerChanged:
    """The scorer sits at `seat` from now on (None: at no seat); `agreed` are the seats that named a new one together."""

    stored_as: ClassVar[str] = "scorer-changed"
    seat: Seat | None
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The same table plays on in another match: its address, and for each seat there the seat here that sits down at it."""

    stored_as: ClassVar[str] = "rematch-opened"
    match: str
    seats: Mapping[Seat, Seat]


Event = (
    MatchOpened | DealStarted | DealerChanged | DealerDiscarded | BidMade | ContractDeclared | TrumpNamed | CardsExchanged | CardPlayed
    | TrickTaken | TricksCounted | CardsShown | CardsRecorded | DealThrownIn | ClaimMade | ClaimRuled | ClaimConceded
    | ClaimWithdrawn | CardCorrected | EntriesCorrected | Rewound | ScoreAdjusted | PlayersChanged | MatchClosed
    | MatchReopened | ScorerProposed | ScorerChanged | RematchOpened
)  # fmt: skip
