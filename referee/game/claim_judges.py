"""Can this claim be made, conceded or withdrawn now (J2, J2.9, V2.2), and which reneges does the log prove unclaimed (R7.2)?"""

from __future__ import annotations

from collections.abc import Iterable

from referee.events.types import ClaimMade
from referee.game.claims import ACE_NO_FACE, covered_tricks, ends_deal, tricks_in_time, tricks_played_to
from referee.game.refused import Refused
from referee.game.state import Claim, Deal, Match, Over, Phase
from referee.rules.moves import Played, Seen, hands_as_dealt
from referee.rules.options import Rules
from referee.rules.renege import Verdict, finding
from referee.rules.seats import SEATS, Seat
from referee.rules.whereabouts import fits


def admit_claim(match: Match, made: ClaimMade) -> None:
    """Lets a claim whose form is right pass or raises Refused."""
    if made.kind == ACE_NO_FACE:
        _admit_ace_no_face(match, made)
        return
    deal = match.deal_numbered(made.deal)
    if deal is None:
        raise Refused("no-such-deal", deal=made.deal)
    assert made.accused is not None
    if made.trick is None:
        if not covered_tricks(deal, made.accused, None, match.rules):
            raise Refused("not-now", "J2.6", phase=deal.stage.phase.value)
    elif not 1 <= made.trick <= _tricks_begun(deal, match.rules):
        raise Refused("no-such-trick", trick=made.trick)
    elif made.trick > tricks_played_to(deal, made.accused, match.rules):
        raise Refused("not-now", "J2.7", phase=deal.stage.phase.value)


def _tricks_begun(deal: Deal, rules: Rules) -> int:
    counted = isinstance(deal.stage, Over) and deal.stage.taken is not None
    return rules.all_tricks if counted else len(deal.tricks)


def _admit_ace_no_face(match: Match, made: ClaimMade) -> None:
    deal, rules = match.deal, match.rules
    assert made.by is not None and made.cards is not None
    whole_hand(match, made)
    if not _may_claim_ace_no_face(deal, made.by, rules):
        raise Refused("not-now", "V2.2", phase=deal.stage.phase.value)
    seen = Seen(made.by, made.cards, 0)
    if not fits(deal._replace(moves=(*deal.moves, seen)).record(rules)):
        raise Refused("card-not-in-hand", "J1", card=str(made.cards[0]))


def whole_hand(match: Match, made: ClaimMade) -> None:
    """Raises Refused `invalid-request` unless as many cards are shown as were dealt to the seat (V2.1)."""
    assert made.by is not None and made.cards is not None
    size = hands_as_dealt(match.rules, match.deal.dealer)[SEATS.index(made.by)]
    if len(made.cards) != size:
        raise Refused("invalid-request", "V2.1", field="cards", expected=size)


def _may_claim_ace_no_face(deal: Deal, seat: Seat, rules: Rules) -> bool:
    """Before the seat's own first call, and before the dealer's discard (V2.2)."""
    if rules.ace_no_face == "off" or deal.stage.phase not in (Phase.DISCARD, Phase.AUCTION):
        return False
    discarded = rules.joker and deal.stage.phase is not Phase.DISCARD
    return all(call.seat is not seat for call in deal.calls) and not (discarded and seat is deal.dealer)


def concession(match: Match, number: int, by: Seat) -> Claim:
    """The open claim that a seat of the accused's team may admit (J2.9); raises Refused."""
    claim = _claim(match, number)
    if claim.accused is None or by.team is not claim.accused.team:
        raise Refused("forbidden", "J2.9")
    return _open(claim)


def withdrawal(match: Match, number: int, by: Seat) -> Claim:
    """The open claim that its claimant may take back (J2.9); raises Refused."""
    claim = _claim(match, number)
    if by is not claim.by:
        raise Refused("forbidden", "J2.9")
    return _open(claim)


def _claim(match: Match, number: int) -> Claim:
    if not 1 <= number <= len(match.claims):
        raise Refused("no-such-claim", claim=number)
    return match.claims[number - 1]


def _open(claim: Claim) -> Claim:
    if not claim.is_open:
        raise Refused("claim-not-open", "J2.9", claim=claim.number)
    return claim


def unclaimed_reneges(match: Match, deals: Iterable[int]) -> list[ClaimMade]:
    """The claims that the referee itself makes: every proven renege in time that no claim has settled (R7.2).

    In the order deal, trick, turn."""
    proven = [
        (number, play.trick, play.seat)
        for number in sorted(deals)
        if (deal := match.deal_numbered(number))
        for play in sorted(_plays(deal), key=lambda play: play.trick)
        if not _settled(match, number, play) and _proven_in_time(match, deal, play)
    ]
    first = len(match.claims) + 1
    return [
        ClaimMade(claim, "renege", None, seat, number, trick, None)
        for claim, (number, trick, seat) in enumerate(proven, first)
    ]


def _plays(deal: Deal) -> list[Played]:
    return [move for move in deal.moves if isinstance(move, Played) and move.card]


def _settled(match: Match, number: int, play: Played) -> bool:
    """Whether a claim has settled this renege; one that ends the running deal, if it would have to end (R7.5)."""
    running = number == match.deal.number and not isinstance(match.deal.stage, Over)
    must_end = running and ends_deal(match.rules, None, play.seat)
    return any(
        claim.accused is play.seat
        and claim.ruling is not None
        and claim.ruling.verdict == "upheld"
        and play.trick in claim.ruling.tricks
        and (not must_end or ends_deal(match.rules, claim.by, play.seat))
        for claim in match.claims_about(number)
    )


def _proven_in_time(match: Match, deal: Deal, play: Played) -> bool:
    if not tricks_in_time(match, deal, (play.trick,)):
        return False
    return finding(deal.record(match.rules), deal.trump, play.seat, play.trick).verdict is Verdict.UPHELD
