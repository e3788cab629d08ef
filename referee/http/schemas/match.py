"""The shapes of a match, its deals, claims and events in replies, for the document; a test holds the replies to them."""

from __future__ import annotations

from referee.http.schemas import described as a
from referee.http.schemas.described import FREE, HASH, TIME, Reply, Shown
from referee.http.schemas.fields import Flag, HouseRules
from referee.rules.cards import Suit
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump
from referee.service.access import RECORDINGS, ROLES

ACTIONS = ("discard", "bid", "name-trump", "exchange", "play", "close")
PHASES = ("discard", "auction", "trump", "exchange", "play", "over")
LINE_CODES = ("tricks", "ask-made", "moon-made", "set", "renege", "false-claim", "adjustment")
GROUNDS = (
    "led-suit-played-later", "led-suit-shown", "must-hold-by-count", "conceded", "qualifies", "led-the-trick", "sat-out",
    "taken-back-in-time", "followed-suit", "hand-accounted-for", "suit-accounted-for", "no-renege", "does-not-qualify",
    "cards-unseen", "not-recorded",
)  # fmt: skip


class Problem(Reply):
    """A refusal (RFC 9457)."""

    type = a.text()
    title = a.text()
    status = a.number()
    detail = a.text()
    code = a.text()
    facts = Shown(FREE, required=True)
    rule = a.text(allow_none=True)
    errors = Shown({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}})


class Event(Reply):
    """A fact as it was written."""

    match = a.text()
    version = a.number()
    act = a.number()
    type = a.text()
    data = Shown(FREE, required=True)
    by = a.coded((*ROLES, "referee"))
    at = Shown(TIME, required=True)
    prev = Shown(HASH, required=True)
    hash = Shown(HASH, required=True)


class BidSaid(Reply):
    """A call."""

    seat = a.coded(Seat)
    bid = a.text()


class PlaySeen(Reply):
    """A card of a trick."""

    seat = a.coded(Seat)
    card = a.card()
    version = a.number()


class Trick(Reply):
    """A trick; without cards `plays` is empty."""

    number = a.number()
    leader = a.coded(Seat)
    led_suit = a.coded(Suit, allow_none=True)
    winner = a.coded(Seat, allow_none=True)
    complete = a.flag()
    plays = a.list_of(PlaySeen)


class Line(Reply):
    """Points, and what they are for."""

    team = a.coded(Team)
    code = a.coded(LINE_CODES)
    points = a.number()
    of_deal = Shown({"type": "integer"})
    claim = Shown({"type": "integer"})
    reason = Shown({"type": "string"})


class Result(Reply):
    """How a deal ended."""

    lines = a.list_of(Line)
    tricks_taken = a.by_key(Team, a.number())
    made = a.flag(allow_none=True)
    thrown_in = a.coded(("all-passed", "ace-no-face", "misdeal", "renege"), allow_none=True)


class DiscardSeen(Reply):
    """The dealer's discard."""

    seat = a.coded(Seat)
    card = a.card(allow_none=True)


class ExchangeSeen(Reply):
    """The cards passed in an ask; null for face down."""

    discarded = a.cards(allow_none=True)
    received = a.cards(allow_none=True)


class Deal(Reply):
    """One deal."""

    number = a.number()
    dealer = a.coded(Seat)
    phase = a.coded(PHASES)
    bids = a.list_of(BidSaid)
    maker = a.coded(Seat, allow_none=True)
    contract = a.text(allow_none=True)
    trump = a.coded(Trump, allow_none=True)
    sitting_out = a.coded(Seat, allow_none=True)
    discard = a.part(DiscardSeen, allow_none=True)
    exchange = a.part(ExchangeSeen, allow_none=True)
    tricks = a.list_of(Trick)
    tricks_taken = a.by_key(Team, a.number())
    cards_left = a.by_key(Seat, a.number())
    shown = a.by_key(Seat, a.cards())
    result = a.part(Result, allow_none=True)


class Next(Reply):
    """What the table does next."""

    action = a.coded(ACTIONS, allow_none=True)
    seat = a.coded(Seat, allow_none=True)
    options = Shown({"type": "array", "items": {"type": "string"}}, required=True, allow_none=True)


class Choices(Reply):
    """What the rules of this match know."""

    bids = Shown({"type": "array", "items": {"type": "string"}}, required=True)
    trumps = Shown(
        {"type": "array", "items": {"type": "string", "enum": [trump.value for trump in Trump]}}, required=True
    )


class Penalty(Reply):
    """The price of a renege or of a false claim."""

    team = a.coded(Team)
    points = a.number()


class Facts(Reply):
    """The evidence of a ruling."""

    trick = a.number(allow_none=True)
    led = a.card(allow_none=True)
    led_suit = a.coded(Suit, allow_none=True)
    played = a.card(allow_none=True)
    played_version = a.number(allow_none=True)
    proof = a.card(allow_none=True)
    proof_version = a.number(allow_none=True)
    would_prove = a.cards(allow_none=True)


class Claim(Reply):
    """A claim and the ruling on it."""

    number = a.number()
    kind = a.coded(("renege", "ace-no-face"))
    by = a.coded((*(seat.value for seat in Seat), "referee"))
    accused = a.coded(Seat, allow_none=True)
    deal = a.number()
    trick = a.number(allow_none=True)
    verdict = a.coded(("upheld", "rejected", "open", "withdrawn"))
    ground = a.coded(GROUNDS)
    rule = a.text()
    facts = a.part(Facts)
    penalty = a.part(Penalty, allow_none=True)
    made_at_version = a.number()
    ruled_at_version = a.number(allow_none=True)
    superseded = a.flag()
    out_of_time = Flag()
    text = a.text()


class UndoSeen(Reply):
    """The act that undo or redo is about."""

    to = a.number()
    type = a.text()
    data = Shown(FREE, required=True)


class Match(Reply):
    """The table."""

    id = a.text()
    version = a.number()
    status = a.coded(("playing", "decided", "closed"))
    created_at = Shown(TIME, required=True)
    rules = HouseRules(required=True)
    recording = a.coded(RECORDINGS)
    players = a.by_key(Seat, a.text(allow_none=True))
    score = a.by_key(Team, a.number())
    initial_score = a.by_key(Team, a.number())
    winner = a.coded(Team, allow_none=True)
    deal = a.part(Deal)
    next = a.part(Next)
    choices = a.part(Choices)
    claims = a.list_of(Claim)
    head = Shown(HASH, required=True)
    tags = Shown({"type": "object", "additionalProperties": {"type": "string"}}, required=True)
    undo = a.part(UndoSeen, allow_none=True)
    redo = a.part(UndoSeen, allow_none=True)
