"""The table as facts leave it: a match, its deals, one frozen class for each phase of a deal. `evolve` builds it, nothing judges here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NamedTuple

from pyrsistent import PVector, pvector

from referee.events.types import Booking, ClaimRuled, MatchOpened
from referee.rules.auction import Call, is_alone, seat_to_call
from referee.rules.moves import Move, Played, Record, record_of
from referee.rules.options import Rules
from referee.rules.scoring import Outcome, Score, higher, outcome
from referee.rules.seats import Seat, Team, clockwise_from
from referee.rules.trump import Trump


class Phase(Enum):
    """Where a deal stands; the value is its code in the API."""

    __hash__ = object.__hash__  # members are single objects; the hash of their name costs ten times as much

    DISCARD = "discard"
    AUCTION = "auction"
    TRUMP = "trump"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


class Contract(NamedTuple):
    """Who owes what in which trump, None if trump was not recorded (R3.7, R4.1, J4.1)."""

    maker: Seat
    bid: str
    trump: Trump | None

    @property
    def sitting_out(self) -> Seat | None:
        """The maker's partner in an ask or a moon (R5.1, R6.1)."""
        return self.maker.partner if is_alone(self.bid) else None


class Trick(NamedTuple):
    """A trick: its cards in the order of play (none if only the winner was recorded); complete once it has a winner."""

    number: int
    leader: Seat
    plays: tuple[Played, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Discarding:
    """The dealer has seven cards and discards one (V3.1)."""

    phase: ClassVar[Phase] = Phase.DISCARD


@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction runs (R3)."""

    phase: ClassVar[Phase] = Phase.AUCTION


@dataclass(frozen=True, slots=True)
class NamingTrump:
    """The maker is to name trump (R4.1)."""

    maker: Seat
    bid: str
    phase: ClassVar[Phase] = Phase.TRUMP


@dataclass(frozen=True, slots=True)
class Exchanging:
    """Trump is named and the maker of an ask passes cards with the partner (R5.2)."""

    contract: Contract
    phase: ClassVar[Phase] = Phase.EXCHANGE


@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks are played (R4.2-R4.5); the last one may be incomplete."""

    contract: Contract
    tricks: tuple[Trick, ...]
    phase: ClassVar[Phase] = Phase.PLAY


@dataclass(frozen=True, slots=True)
class Over:
    """The deal has ended: played out or agreed (`taken`, `made`), thrown in for a reason, or lost by a team (R7.5)."""

    contract: Contract | None
    tricks: tuple[Trick, ...]
    taken: Score | None
    made: bool | None
    thrown_in: str | None
    lost_by: Team | None = None
    phase: ClassVar[Phase] = Phase.OVER

    @property
    def counts(self) -> bool:
        """Whether it is one of the deals of a match of so many: not thrown in, unless a renege was its end (R9.4)."""
        return self.thrown_in in (None, "renege")

    @property
    def bid_kept(self) -> bool | None:
        """What R9.1 and R9.2 look at: whether the makers kept their bid, None if the deal does not say. One that the
        defenders lost by a renege counts as made, one that the makers lost as set (R7.5)."""
        if self.lost_by and self.contract:
            return self.lost_by is not self.contract.maker.team
        return self.made


Stage = Discarding | Bidding | NamingTrump | Exchanging | Playing | Over


class Line(NamedTuple):
    """A reason why a score changed, in the deal in which it was booked; `of_deal` names the deal of a renege."""

    team: Team
    code: str
    points: int
    of_deal: int | None = None
    claim: int | None = None
    reason: str | None = None


class Deal(NamedTuple):
    """One deal: the calls, where cards went (J2.4), what was booked, and the phase it is in.

    `plain` is True while every card has gone in the open, so that any unseen card may be in any hand. `claims` are the
    numbers of those that are about this deal, the withdrawn ones apart."""

    number: int
    dealer: Seat
    stage: Stage
    calls: tuple[Call, ...] = ()
    moves: tuple[Move, ...] = ()
    lines: PVector[Line] = pvector()
    plain: bool = True
    claims: tuple[int, ...] = ()

    @property
    def contract(self) -> Contract | None:
        """The contract once trump is named or declared, else None."""
        return getattr(self.stage, "contract", None)

    @property
    def maker(self) -> Seat | None:
        """The maker once the auction is over (R3.7)."""
        if isinstance(self.stage, NamingTrump):
            return self.stage.maker
        return self.contract.maker if self.contract else None

    @property
    def bid(self) -> str | None:
        """The bid that won the auction."""
        if isinstance(self.stage, NamingTrump):
            return self.stage.bid
        return self.contract.bid if self.contract else None

    @property
    def trump(self) -> Trump | None:
        return self.contract.trump if self.contract else None

    @property
    def sitting_out(self) -> Seat | None:
        return self.contract.sitting_out if self.contract else None

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return getattr(self.stage, "tricks", ())

    @property
    def counts(self) -> bool:
        """Whether it has been played and counts in a match of so many (R9.4)."""
        return isinstance(self.stage, Over) and self.stage.counts

    def record(self, rules: Rules) -> Record:
        """What is known of the cards of this deal (J2.4)."""
        return record_of(rules, self.dealer, self.sitting_out, self.moves)


class Ruling(NamedTuple):
    """A decision on a claim and the version at which it was taken."""

    event: ClaimRuled
    version: int


class Claim(NamedTuple):
    """A claim and the decisions on it, the last one stands (J2.10).

    `tricks` are those it covers, `in_time` those for which the claim window was open when it was made (J2.7),
    `booked` what stands booked for it after all corrections."""

    number: int
    kind: str
    by: Seat | None
    accused: Seat | None
    deal: int
    trick: int | None
    tricks: tuple[int, ...]
    in_time: tuple[int, ...]
    made_at: int
    rulings: tuple[Ruling, ...] = ()
    booked: tuple[Booking, ...] = ()
    superseded: bool = False
    withdrawn: bool = False

    @property
    def ruling(self) -> ClaimRuled | None:
        """The decision that stands, None before the first one."""
        return self.rulings[-1].event if self.rulings else None

    @property
    def is_open(self) -> bool:
        """Whether later facts may still settle it (J2.3)."""
        return not self.withdrawn and (self.ruling is None or self.ruling.verdict == "open")

    @property
    def is_conceded(self) -> bool:
        """Whether it is upheld by admission (J2.9), its own or that of an earlier claim (J2.6)."""
        return self.ruling is not None and self.ruling.ground == "conceded"

    @property
    def is_final(self) -> bool:
        """Withdrawn claims never change, and conceded ones only by what refutes them (J2.10)."""
        return self.withdrawn or self.is_conceded


class Match(NamedTuple):
    """A whole match: its law, the deals so far, the deal that is current, claims and the score.

    What grows without end is persistent: a table shares it with the one before. `counted` is how many past deals count
    in a match of so many (R9.4)."""

    opening: MatchOpened
    past: PVector[Deal]
    deal: Deal
    score: Score
    claims: PVector[Claim] = pvector()
    closed: bool = False
    abandoned: bool = False
    early: bool = False
    counted: int = 0

    @property
    def rules(self) -> Rules:
        return self.opening.rules

    def with_deal(self, deal: Deal) -> Match:
        """The same with another current deal, in a third of the time that `_replace` takes: every card asks for it."""
        return Match(
            self.opening,
            self.past,
            deal,
            self.score,
            self.claims,
            self.closed,
            self.abandoned,
            self.early,
            self.counted,
        )

    @property
    def status(self) -> str:
        """`playing`, `decided` or `closed` (R9.3)."""
        if self.closed:
            return "closed"
        return "decided" if self.outcome else "playing"

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or will if it is closed as it stands (R9.1, R9.2, R9.4, R9.5); None if it goes on."""
        stage = self.deal.stage
        if self.abandoned or self.early:
            return Outcome("early", higher(self.score)) if self.early else Outcome("abandoned", None)
        if not isinstance(stage, Over):
            return None
        kept = stage.bid_kept
        makers = stage.contract.maker.team if stage.contract and kept is not None else None
        deals = self.deals_that_count if self.rules.deals else 0
        return outcome(self.score, makers, kept, deals, self.rules)

    @property
    def winner(self) -> Team | None:
        """The team that has won, None while the match goes on, where it ended level, and where it was abandoned."""
        return self.outcome.winner if self.outcome else None

    @property
    def drawn(self) -> bool:
        """Whether it ended level (R9.4, R9.5)."""
        return self.outcome is not None and self.outcome.winner is None and not self.abandoned

    @property
    def deals_that_count(self) -> int:
        """How many deals of a match of so many have been played (R9.4)."""
        return self.counted + self.deal.counts

    def claims_about(self, deal: int) -> list[Claim]:
        """The claims about a deal, the withdrawn ones apart."""
        found = self.deal_numbered(deal)
        return [self.claims[number - 1] for number in found.claims] if found else []

    def deal_numbered(self, number: int) -> Deal | None:
        """The deal of that number, the current one included, or None."""
        if number == self.deal.number:
            return self.deal
        return self.past[number - 1] if 1 <= number <= len(self.past) else None


def tricks_taken(tricks: tuple[Trick, ...]) -> Score:
    """How many complete tricks each team has taken."""
    score = Score(0, 0)
    for trick in tricks:
        if trick.winner:
            score = score.plus(trick.winner.team, 1)
    return score


def seat_to_play(deal: Deal, stage: Playing, rules: Rules) -> Seat:
    """Whose turn it is to play or lead (R4.2-R4.4, R6.2)."""
    if not stage.tricks:
        return first_leader(deal.dealer, stage.contract, rules)
    last = stage.tricks[-1]
    if last.winner:
        return last.winner
    return clockwise_from(last.leader, stage.contract.sitting_out)[len(last.plays)]


def first_leader(dealer: Seat, contract: Contract, rules: Rules) -> Seat:
    """Who leads to the first trick: the maker, or the dealer's left (R4.2); a seat that sits out is skipped (R6.2)."""
    first = contract.maker if rules.first_lead == "maker" else dealer.left
    return first.left if first is contract.sitting_out else first


def seat_to_speak(deal: Deal, rules: Rules) -> Seat:
    """Whose turn it is in the auction (R3.1, V8)."""
    return seat_to_call(deal.calls, deal.dealer.left, rules)
