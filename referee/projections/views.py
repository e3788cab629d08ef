"""The types of the views that readers get: the view functions return them, and the OpenAPI document is made from them.

An annotation says more than Python's types can: an Enum or a tuple for the codes that a text (or the keys of a dict)
are taken from, a `Form` for a pattern or a format. The docstring of a shape is its description in the document."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from referee.game.state import Phase
from referee.rules.cards import Suit
from referee.rules.options import Rules
from referee.rules.renege import Ground, Verdict
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


class Form(NamedTuple):
    """The keyword of JSON Schema (`pattern`, `format`) that a text fulfils, with its value."""

    keyword: str
    value: str


CardCode = Annotated[str, Form("pattern", "^([9TJQKA][CDHS]|JK)$")]
HashText = Annotated[str, Form("pattern", "^[0-9a-f]{64}$")]
TimeText = Annotated[str, Form("format", "date-time")]
SeatCode = Annotated[str, Seat]
TeamCode = Annotated[str, Team]
SuitCode = Annotated[str, Suit]
TrumpCode = Annotated[str, Trump]
RecordingCode = Annotated[str, ("anyone", "own-seat", "scorer")]
EndedCode = Annotated[str, ("target", "deals", "early", "abandoned")]
StatusCode = Annotated[str, ("playing", "decided", "closed")]
ThrownInCode = Annotated[str, ("all-passed", "ace-no-face", "misdeal", "renege")]
LineCode = Annotated[str, ("tricks", "ask-made", "moon-made", "set", "awarded", "renege", "false-claim", "adjustment")]
ActionCode = Annotated[str, ("discard", "bid", "name-trump", "exchange", "play", "close")]
ClaimKind = Annotated[str, ("renege", "ace-no-face")]
Claimant = Annotated[str, (*(seat.value for seat in Seat), "referee")]
OptionValues = Annotated[dict[str, Any], Rules]
ByTeam = dict[TeamCode, int]
BidEnds = Annotated[dict[str, int], ("made", "set")]


class BidSaid(TypedDict):
    """A call."""

    seat: SeatCode
    bid: str
    trump: NotRequired[TrumpCode | None]


class PlaySeen(TypedDict):
    """A card of a trick; null where it is withheld (R4.6)."""

    seat: SeatCode
    card: CardCode | None
    version: int
    withheld: NotRequired[bool]


class Trick(TypedDict):
    """A trick; without cards `plays` is empty."""

    number: int
    leader: SeatCode
    led_suit: SuitCode | None
    winner: SeatCode | None
    complete: bool
    plays: list[PlaySeen]


class Line(TypedDict):
    """Points, and what they are for."""

    team: TeamCode
    code: LineCode
    points: int
    of_deal: NotRequired[int]
    claim: NotRequired[int]
    reason: NotRequired[str]


class Result(TypedDict):
    """How a deal ended."""

    lines: list[Line]
    tricks_taken: ByTeam
    made: bool | None
    thrown_in: ThrownInCode | None
    lost_by: TeamCode | None


class DiscardSeen(TypedDict):
    """The dealer's discard."""

    seat: SeatCode
    card: CardCode | None


class ExchangeSeen(TypedDict):
    """The cards passed in an ask; null for those passed face down."""

    discarded: list[CardCode] | None
    received: list[CardCode] | None


class Deal(TypedDict):
    """One deal."""

    number: int
    dealer: SeatCode
    phase: Annotated[str, Phase]
    bids: list[BidSaid]
    maker: SeatCode | None
    contract: str | None
    trump: TrumpCode | None
    sitting_out: SeatCode | None
    discard: DiscardSeen | None
    exchange: ExchangeSeen | None
    tricks: list[Trick]
    tricks_taken: ByTeam
    cards_left: dict[SeatCode, int]
    shown: dict[SeatCode, list[CardCode]]
    result: Result | None


class Next(TypedDict):
    """What the table does next."""

    action: ActionCode | None
    seat: SeatCode | None
    options: list[str] | None


class Choices(TypedDict):
    """The bids and trumps in the rules of this match."""

    bids: list[str]
    trumps: list[TrumpCode]


class Penalty(TypedDict):
    """The penalty for a renege or a false claim."""

    team: TeamCode
    points: int


class Count(TypedDict):
    """A proof by counting: the cards of the hand that the log does not name, and the cards of other suits that they could be."""

    unnamed: int
    other_suits: int


class Facts(TypedDict):
    """The evidence of a ruling."""

    trick: int | None
    led: CardCode | None
    led_suit: SuitCode | None
    played: CardCode | None
    played_version: int | None
    proof: CardCode | None
    proof_version: int | None
    count: Count | None
    would_prove: list[CardCode] | None


class ClaimView(TypedDict):
    """A claim and the ruling on it, without its sentence."""

    number: int
    kind: ClaimKind
    by: Claimant
    accused: SeatCode | None
    deal: int
    trick: int | None
    verdict: Annotated[str, Verdict]
    ground: Annotated[str, Ground]
    rule: str
    facts: Facts
    penalty: Penalty | None
    made_at_version: int
    ruled_at_version: int | None
    superseded: bool
    out_of_time: NotRequired[bool]


class LogEntry(TypedDict):
    """An entry of the log and the act that it is part of; `deal` is the deal after it, `maker` who had said the highest bid of that
    deal by then."""

    version: int
    act: int
    type: str
    data: dict[str, Any]
    deal: int
    maker: SeatCode | None
    undone: NotRequired[bool]
    redo: NotRequired[bool]


NamesSince = TypedDict("NamesSince", {"from": int, "players": dict[SeatCode, str | None]})


class LogReply(TypedDict):
    """A part of the log; `kinds` has one letter for every entry: a deal begins, a trick ends, a claim, or another entry;
    capital if undone. `last` is the match's version, `names` who sat there from a version on, in order."""

    entries: list[LogEntry]
    names: list[NamesSince]
    kinds: Annotated[str, Form("pattern", "^[dtceDTCE]+$")]
    last: int


class UndoSeen(TypedDict):
    """The act that undo or redo is about, and the roles that may."""

    to: int
    type: str
    data: dict[str, Any]
    may: list[str]


class OutcomeView(TypedDict):
    """How a match ended or is decided; all null and false while it goes on."""

    winner: TeamCode | None
    drawn: bool
    ended: EndedCode | None


class ScorerView(TypedDict):
    """At which seat the scorer sits, null for none or not known; and by seat whom it wants in the scorer's place."""

    seat: SeatCode | None
    proposed: dict[str, SeatCode]


class MatchView(OutcomeView):
    """The table, its claims without their sentences."""

    id: str
    version: int
    status: StatusCode
    created_at: TimeText
    rules: OptionValues
    recording: RecordingCode
    time_zone: str | None
    players: dict[SeatCode, str | None]
    score: ByTeam
    initial_score: ByTeam
    deal: Deal
    next: Next
    choices: Choices
    claims: list[ClaimView]
    head: HashText
    tags: dict[str, str]
    undo: UndoSeen | None
    redo: UndoSeen | None
    scorer: ScorerView
    rematch: str | None


class ScoreRow(TypedDict):
    """A deal on the score sheet, with those who sat in it."""

    deal: int
    players: dict[SeatCode, str | None]
    dealer: SeatCode
    maker: SeatCode | None
    contract: str | None
    trump: TrumpCode | None
    tricks: ByTeam
    made: bool | None
    thrown_in: str | None
    lost_by: TeamCode | None
    lines: list[Line]
    totals: ByTeam


class ScoreReply(OutcomeView):
    """The score sheet."""

    rows: list[ScoreRow]
    initial_score: ByTeam
    score: ByTeam
    target: int | None
    deals: int | None
    status: StatusCode


class Counted(TypedDict):
    """What is counted for a player or a pair; `nights` are the club nights that these matches were tables of."""

    matches: int
    nights: int
    won: int
    lost: int
    drawn: int
    abandoned: int
    points_for: int
    points_against: int
    deals: int
    deals_as_maker: int
    deals_as_defender: int
    tricks_as_maker: int
    tricks_as_defender: int
    reneges: int
    claims_right: int
    claims_wrong: int
    bids: dict[str, BidEnds]


class Rank(Counted):
    """A row of the standings; a pair has two names."""

    rank: int
    names: list[str]


class StandingsReply(TypedDict):
    """The tables of players and pairs."""

    players: list[Rank]
    pairs: list[Rank]


class Partnership(Counted):
    """A player with one partner."""

    partner: str


class StatisticsReply(Counted):
    """A player's statistics, alone and with each partner."""

    name: str
    pairs: list[Partnership]
