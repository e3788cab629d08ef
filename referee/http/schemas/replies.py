"""The shapes of whole replies, for the document; a test holds the replies to them."""

from __future__ import annotations

from referee.http.schemas import described as a
from referee.http.schemas.described import FREE, HASH, Reply, Shown
from referee.http.schemas.match import Claim, Deal, Event, Line, Match
from referee.rules.cards import Suit
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump
from referee.service.access import JOIN, ROLES


class OpenedReply(Match):
    """A new match and the only copy of its secrets; the code is null when the request is repeated with its key."""

    tokens = Shown(
        {"type": "object", "properties": dict.fromkeys(ROLES, {"type": "string"}), "required": list(ROLES)},
        required=True,
    )
    join_code = a.text(allow_none=True)


class JoinedReply(Reply):
    """A place at the table."""

    match = a.text()
    seat = a.coded((*(seat.value for seat in Seat), "viewer"))
    token = a.text()


class TokenReply(Reply):
    """A fresh token; or for the role `join` the fresh join code, null where it was closed."""

    match = a.text()
    role = a.coded((*ROLES, JOIN))
    token = Shown({"type": "string"})
    join_code = Shown({"type": "string"}, allow_none=True)


class TicketReply(Reply):
    """A ticket for a stream."""

    ticket = a.text()
    seconds = a.number()


class ActReply(Reply):
    """What an act led to."""

    version = a.number()
    events = a.list_of(Event)
    match = a.part(Match)


class ClaimActReply(ActReply):
    """What an act about a claim led to."""

    claim = a.part(Claim)


class ClaimsReply(Reply):
    """All claims."""

    claims = a.list_of(Claim)


class Versions(Reply):
    """The versions to jump to."""

    made = a.number()
    ruled = a.number(allow_none=True)
    played = a.number(allow_none=True)
    proof = a.number(allow_none=True)


class Case(Reply):
    """What a reader needs to check a ruling with the cards on the table."""

    deal = a.number()
    trick = a.number(allow_none=True)
    led = a.card(allow_none=True)
    led_suit = a.coded(Suit, allow_none=True)
    played = a.card(allow_none=True)
    proof = a.card(allow_none=True)
    would_prove = a.cards(allow_none=True)
    versions = a.part(Versions)
    sentences = Shown({"type": "array", "items": {"type": "string"}}, required=True)


class CaseReply(Claim):
    """A claim with its case."""

    case = a.part(Case)


class DealsReply(Reply):
    """Every deal."""

    deals = a.list_of(Deal)


class ScoreRow(Reply):
    """A deal on the score sheet."""

    deal = a.number()
    dealer = a.coded(Seat)
    maker = a.coded(Seat, allow_none=True)
    contract = a.text(allow_none=True)
    trump = a.coded(Trump, allow_none=True)
    tricks = a.by_key(Team, a.number())
    made = a.flag(allow_none=True)
    thrown_in = a.text(allow_none=True)
    lines = a.list_of(Line)
    totals = a.by_key(Team, a.number())


class ScoreReply(Reply):
    """The score sheet."""

    rows = a.list_of(ScoreRow)
    initial_score = a.by_key(Team, a.number())
    score = a.by_key(Team, a.number())
    target = a.number()
    winner = a.coded(Team, allow_none=True)
    status = a.coded(("playing", "decided", "closed"))


class EventsReply(Reply):
    """A page of the log; `last` is the match's version."""

    events = a.list_of(Event)
    last = a.number()


class VerificationReply(Reply):
    """Whole, with `events` and `head`; or not, with the first bad `version` and the `reason`."""

    ok = a.flag()
    events = Shown({"type": "integer"})
    head = Shown(HASH)
    version = Shown({"type": "integer"})
    reason = Shown({"type": "string"})


class TrickReply(Reply):
    """A trick judged; the order is from high to low."""

    led_suit = a.coded(Suit, allow_none=True)
    winner = a.coded(Seat)
    order = a.cards()


class PlayableReply(Reply):
    """What may be played."""

    playable = a.cards()
    must_follow = a.coded(Suit, allow_none=True)


class RuleReply(Reply):
    """A rule in the reader's language."""

    number = a.text()
    title = a.text()
    text = a.text()


class PresetTold(Reply):
    """A preset with every option."""

    name = a.text()
    title = a.text()
    description = a.text()
    options = Shown(FREE, required=True)


class OptionTold(Reply):
    """An option, what it allows and which rule it belongs to."""

    name = a.text()
    title = a.text()
    description = a.text()
    default = Shown({}, required=True)
    allowed = Shown({}, required=True)
    values = Shown(FREE, required=True)
    rule = a.text()


class RulesReply(Reply):
    """The rulebook."""

    rules = a.list_of(RuleReply)
    presets = a.list_of(PresetTold)
    options = a.list_of(OptionTold)


class StatusReply(Reply):
    """The server is well."""

    status = a.text()
