"""The shapes of replies, for the document only: views are written by the projections, and a test holds them to this."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema, fields

from referee.access import RECORDINGS, ROLES
from referee.http.fields import Coded, Field, Flag, HouseRules, json_schema
from referee.rules.cards import Suit
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump

ACTIONS = ("discard", "bid", "name-trump", "exchange", "play", "close")
PHASES = ("discard", "auction", "trump", "exchange", "play", "over")
LINE_CODES = ("tricks", "ask-made", "moon-made", "set", "renege", "false-claim", "adjustment")
GROUNDS = (
    "led-suit-played-later", "led-suit-shown", "must-hold-by-count", "conceded", "qualifies", "led-the-trick", "sat-out",
    "taken-back-in-time", "followed-suit", "hand-accounted-for", "suit-accounted-for", "no-renege", "does-not-qualify",
    "cards-unseen", "not-recorded",
)  # fmt: skip


class Shown(Field):
    """A value described by a JSON Schema of its own."""

    def __init__(self, schema: dict[str, Any], **more: Any) -> None:
        super().__init__(**more)
        self.schema = schema

    def described(self) -> dict[str, Any]:
        """The schema given."""
        return self.schema


def _text(**more: Any) -> Shown:
    return Shown({"type": "string"}, required=True, **more)


def _number(**more: Any) -> Shown:
    return Shown({"type": "integer"}, required=True, **more)


def _card(**more: Any) -> Shown:
    return Shown({"type": "string", "pattern": "^([9TJQKA][CDHS]|JK)$"}, required=True, **more)


def _cards(**more: Any) -> Shown:
    return Shown({"type": "array", "items": json_schema(_card())}, required=True, **more)


def _coded(choices: Any, **more: Any) -> Coded:
    return Coded(choices, required=True, **more)


def _flag(**more: Any) -> Flag:
    return Flag(required=True, **more)


def _by(keys: type[Any], inner: Field, **more: Any) -> Shown:
    names = [one.value for one in keys]
    shape = {"type": "object", "properties": dict.fromkeys(names, json_schema(inner)), "required": names}
    return Shown(shape, required=True, **more)


def _part(schema: type[Schema], **more: Any) -> fields.Nested:
    return fields.Nested(schema, required=True, **more)


def _list(schema: type[Schema], **more: Any) -> fields.List:
    return fields.List(fields.Nested(schema), required=True, **more)


TIME = {"type": "string", "format": "date-time"}
HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
FREE: dict[str, Any] = {"type": "object"}


class Reply(Schema):
    """A reply; more members may be added."""

    class Meta:
        unknown = INCLUDE


class Problem(Reply):
    """A refusal (RFC 9457)."""

    type = _text()
    title = _text()
    status = _number()
    detail = _text()
    code = _text()
    facts = Shown(FREE, required=True)
    rule = _text(allow_none=True)
    errors = Shown({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}})


class Event(Reply):
    """A fact as it was written."""

    match = _text()
    version = _number()
    act = _number()
    type = _text()
    data = Shown(FREE, required=True)
    by = _coded((*ROLES, "referee"))
    at = Shown(TIME, required=True)
    prev = Shown(HASH, required=True)
    hash = Shown(HASH, required=True)


class BidSaid(Reply):
    """A call."""

    seat = _coded(Seat)
    bid = _text()


class PlaySeen(Reply):
    """A card of a trick."""

    seat = _coded(Seat)
    card = _card()
    version = _number()


class Trick(Reply):
    """A trick; without cards `plays` is empty."""

    number = _number()
    leader = _coded(Seat)
    led_suit = _coded(Suit, allow_none=True)
    winner = _coded(Seat, allow_none=True)
    complete = _flag()
    plays = _list(PlaySeen)


class Line(Reply):
    """Points, and what they are for."""

    team = _coded(Team)
    code = _coded(LINE_CODES)
    points = _number()
    of_deal = Shown({"type": "integer"})
    claim = Shown({"type": "integer"})
    reason = Shown({"type": "string"})


class Result(Reply):
    """How a deal ended."""

    lines = _list(Line)
    tricks_taken = _by(Team, _number())
    made = _flag(allow_none=True)
    thrown_in = _coded(("all-passed", "ace-no-face", "misdeal", "renege"), allow_none=True)


class DiscardSeen(Reply):
    """The dealer's discard."""

    seat = _coded(Seat)
    card = _card(allow_none=True)


class ExchangeSeen(Reply):
    """The cards passed in an ask; null for face down."""

    discarded = _cards(allow_none=True)
    received = _cards(allow_none=True)


class Deal(Reply):
    """One deal."""

    number = _number()
    dealer = _coded(Seat)
    phase = _coded(PHASES)
    bids = _list(BidSaid)
    maker = _coded(Seat, allow_none=True)
    contract = _text(allow_none=True)
    trump = _coded(Trump, allow_none=True)
    sitting_out = _coded(Seat, allow_none=True)
    discard = _part(DiscardSeen, allow_none=True)
    exchange = _part(ExchangeSeen, allow_none=True)
    tricks = _list(Trick)
    tricks_taken = _by(Team, _number())
    cards_left = _by(Seat, _number())
    shown = _by(Seat, _cards())
    result = _part(Result, allow_none=True)


class Next(Reply):
    """What the table does next."""

    action = _coded(ACTIONS, allow_none=True)
    seat = _coded(Seat, allow_none=True)
    options = Shown({"type": "array", "items": {"type": "string"}}, required=True, allow_none=True)


class Penalty(Reply):
    """The price of a renege or of a false claim."""

    team = _coded(Team)
    points = _number()


class Facts(Reply):
    """The evidence of a ruling."""

    trick = _number(allow_none=True)
    led = _card(allow_none=True)
    led_suit = _coded(Suit, allow_none=True)
    played = _card(allow_none=True)
    played_version = _number(allow_none=True)
    proof = _card(allow_none=True)
    proof_version = _number(allow_none=True)
    would_prove = _cards(allow_none=True)


class Claim(Reply):
    """A claim and the ruling on it."""

    number = _number()
    kind = _coded(("renege", "ace-no-face"))
    by = _coded((*(seat.value for seat in Seat), "referee"))
    accused = _coded(Seat, allow_none=True)
    deal = _number()
    trick = _number(allow_none=True)
    verdict = _coded(("upheld", "rejected", "open", "withdrawn"))
    ground = _coded(GROUNDS)
    rule = _text()
    facts = _part(Facts)
    penalty = _part(Penalty, allow_none=True)
    made_at_version = _number()
    ruled_at_version = _number(allow_none=True)
    superseded = _flag()
    out_of_time = Flag()
    text = _text()


class UndoSeen(Reply):
    """The act that undo or redo is about."""

    to = _number()
    type = _text()
    data = Shown(FREE, required=True)


class Match(Reply):
    """The table."""

    id = _text()
    version = _number()
    status = _coded(("playing", "decided", "closed"))
    created_at = Shown(TIME, required=True)
    rules = HouseRules(required=True)
    recording = _coded(RECORDINGS)
    players = _by(Seat, _text(allow_none=True))
    score = _by(Team, _number())
    initial_score = _by(Team, _number())
    winner = _coded(Team, allow_none=True)
    deal = _part(Deal)
    next = _part(Next)
    claims = _list(Claim)
    head = Shown(HASH, required=True)
    tags = Shown({"type": "object", "additionalProperties": {"type": "string"}}, required=True)
    undo = _part(UndoSeen, allow_none=True)
    redo = _part(UndoSeen, allow_none=True)


class OpenedReply(Match):
    """A new match and the only copy of its secrets; the code is null when the request is repeated with its key."""

    tokens = Shown(
        {"type": "object", "properties": dict.fromkeys(ROLES, {"type": "string"}), "required": list(ROLES)}, required=True
    )
    join_code = _text(allow_none=True)


class JoinedReply(Reply):
    """A place at the table."""

    match = _text()
    seat = _coded((*(seat.value for seat in Seat), "viewer"))
    token = _text()


class TokenReply(Reply):
    """A fresh token."""

    match = _text()
    role = _coded(ROLES)
    token = _text()


class TicketReply(Reply):
    """A ticket for a stream."""

    ticket = _text()
    seconds = _number()


class ActReply(Reply):
    """What an act led to."""

    version = _number()
    events = _list(Event)
    match = _part(Match)


class ClaimActReply(ActReply):
    """What an act about a claim led to."""

    claim = _part(Claim)


class ClaimsReply(Reply):
    """All claims."""

    claims = _list(Claim)


class Versions(Reply):
    """The versions to jump to."""

    made = _number()
    ruled = _number(allow_none=True)
    played = _number(allow_none=True)
    proof = _number(allow_none=True)


class Case(Reply):
    """What a reader needs to check a ruling with the cards on the table."""

    deal = _number()
    trick = _number(allow_none=True)
    led = _card(allow_none=True)
    led_suit = _coded(Suit, allow_none=True)
    played = _card(allow_none=True)
    proof = _card(allow_none=True)
    would_prove = _cards(allow_none=True)
    versions = _part(Versions)
    sentences = Shown({"type": "array", "items": {"type": "string"}}, required=True)


class CaseReply(Claim):
    """A claim with its case."""

    case = _part(Case)


class DealsReply(Reply):
    """Every deal."""

    deals = _list(Deal)


class ScoreRow(Reply):
    """A deal on the score sheet."""

    deal = _number()
    dealer = _coded(Seat)
    maker = _coded(Seat, allow_none=True)
    contract = _text(allow_none=True)
    trump = _coded(Trump, allow_none=True)
    tricks = _by(Team, _number())
    made = _flag(allow_none=True)
    thrown_in = _text(allow_none=True)
    lines = _list(Line)
    totals = _by(Team, _number())


class ScoreReply(Reply):
    """The score sheet."""

    rows = _list(ScoreRow)
    initial_score = _by(Team, _number())
    score = _by(Team, _number())
    target = _number()
    winner = _coded(Team, allow_none=True)
    status = _coded(("playing", "decided", "closed"))


class EventsReply(Reply):
    """A page of the log; `last` is the match's version."""

    events = _list(Event)
    last = _number()


class VerificationReply(Reply):
    """Whole, with `events` and `head`; or not, with the first bad `version` and the `reason`."""

    ok = _flag()
    events = Shown({"type": "integer"})
    head = Shown(HASH)
    version = Shown({"type": "integer"})
    reason = Shown({"type": "string"})


class TrickReply(Reply):
    """A trick judged; the order is from high to low."""

    led_suit = _coded(Suit, allow_none=True)
    winner = _coded(Seat)
    order = _cards()


class PlayableReply(Reply):
    """What may be played."""

    playable = _cards()
    must_follow = _coded(Suit, allow_none=True)


class RuleReply(Reply):
    """A rule in the reader's language."""

    number = _text()
    title = _text()
    text = _text()


class PresetTold(Reply):
    """A preset with every option."""

    name = _text()
    title = _text()
    description = _text()
    options = Shown(FREE, required=True)


class OptionTold(Reply):
    """An option, what it allows and which rule it belongs to."""

    name = _text()
    title = _text()
    description = _text()
    default = Shown({}, required=True)
    allowed = Shown({}, required=True)
    values = Shown(FREE, required=True)
    rule = _text()


class RulesReply(Reply):
    """The rulebook."""

    rules = _list(RuleReply)
    presets = _list(PresetTold)
    options = _list(OptionTold)


class StatusReply(Reply):
    """The server is well."""

    status = _text()
