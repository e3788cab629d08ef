"""Claims: made, conceded, withdrawn, and read as a whole case."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.game import commands as ask
from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.headers import language
from referee.http.promises import AT, READ, RECORD, Operation
from referee.http.replies import Reading, claims_with_texts, deal_numbered, reading, unless_known
from referee.http.routes.acting import act
from referee.http.routing import operation
from referee.http.schemas import replies as reply_schemas
from referee.http.schemas import rulings as ruling_schemas
from referee.i18n import case_text
from referee.projections.rulings import claim_view, claims_view
from referee.projections.seating import players_during
from referee.projections.withheld import claim_as_shown

routes = Blueprint("claims", __name__)

CLAIM_PROBLEMS = ("no-such-deal", "no-such-trick", "not-now", "card-not-in-hand", "unknown-card")
CLAIM = Operation(
    "A claim (J2, V2)", RECORD, reply_schemas.ClaimActReply, 201, ruling_schemas.CLAIM, CLAIM_PROBLEMS, acts=True
)
CONCESSION = Operation(
    "An open claim admitted (J2.9)", RECORD, reply_schemas.ClaimActReply, 201, ruling_schemas.ConcessionBody(),
    ("no-such-claim", "claim-not-open"), acts=True,
)  # fmt: skip
WITHDRAWAL = Operation(
    "An open claim taken back (J2.9)", RECORD, reply_schemas.ClaimActReply, 201, ruling_schemas.WithdrawalBody(),
    ("no-such-claim", "claim-not-open"), acts=True,
)  # fmt: skip
LIST = Operation("All claims", READ, reply_schemas.ClaimsReply, query=(AT,), problems=("no-such-version",))
CASE = Operation(
    "A claim with its whole case",
    READ,
    reply_schemas.CaseReply,
    query=(AT,),
    problems=("no-such-claim", "no-such-version"),
)


@operation(routes, "POST", "/matches/<match>/claims", CLAIM)
def claim(who: Visitor, command: ask.ClaimRenege | ask.ClaimAceNoFace) -> Response:
    """A claim and its ruling."""
    return act(who, command)


@operation(routes, "POST", "/matches/<match>/claims/<int:claim>/concession", CONCESSION)
def concede(who: Visitor, command: ask.Concede) -> Response:
    """The claim is upheld because the accused side admits it."""
    return act(who, command)


@operation(routes, "POST", "/matches/<match>/claims/<int:claim>/withdrawal", WITHDRAWAL)
def withdraw(who: Visitor, command: ask.Withdraw) -> Response:
    """The claim is withdrawn by its claimant."""
    return act(who, command)


@operation(routes, "GET", "/matches/<match>/claims", LIST)
def read_claims(who: Visitor) -> Response:
    """Every claim with its ruling as a sentence."""
    of, lang = reading(who), language()

    def view() -> reply_schemas.ClaimsReply:
        return {"claims": claims_with_texts(claims_view(of.timeline.match, of.hidden), of.timeline, lang, of.hidden)}

    return unless_known(of, lang, view)


@operation(routes, "GET", "/matches/<match>/claims/<int:number>", CASE)
def read_claim(who: Visitor, number: int) -> Response:
    """One claim, and what a reader needs to check it with the cards on the table."""
    of, lang = reading(who), language()
    if not 1 <= number <= len(of.timeline.match.claims):
        raise Refused("no-such-claim", claim=number)
    return unless_known(of, lang, lambda: case_of(of, number, lang))


def case_of(of: Reading, number: int, lang: str) -> reply_schemas.CaseReply:
    """The claim with `case`: the evidence, the versions to jump to, and sentences."""
    timeline, hidden = of.timeline, of.hidden
    view = claim_as_shown(claim_view(timeline.match, timeline.match.claims[number - 1]), hidden)
    (claim,) = claims_with_texts([view], timeline, lang, hidden)
    facts, deal = claim["facts"], deal_numbered(timeline, claim["deal"], hidden)
    case: reply_schemas.Case = {
        "led": facts["led"],
        "led_suit": facts["led_suit"],
        "played": facts["played"],
        "proof": facts["proof"],
        "would_prove": facts["would_prove"],
        "deal": claim["deal"],
        "trick": facts["trick"],
        "versions": {
            "made": claim["made_at_version"],
            "ruled": claim["ruled_at_version"],
            "played": facts["played_version"],
            "proof": facts["proof_version"],
        },
        "sentences": case_text(claim, deal, players_during(timeline)(claim["deal"]), lang),
    }
    return {**claim, "case": case}
