"""What a claim covers, how the referee rules it and what it costs (J2.6-J2.10, R7.2). Evidence is `rules.renege`'s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from referee.events.types import Booking, ClaimMade, ClaimRuled
from referee.game.refused import Refused
from referee.game.state import Claim, Deal, Match, Over
from referee.rules.auction import is_alone
from referee.rules.cards import ACE, FACE_RANKS, JOKER, Card
from referee.rules.moves import Played, Seen
from referee.rules.options import Rules
from referee.rules.renege import Finding, Ground, Verdict, deal_finding, finding
from referee.rules.seats import Seat, Team
from referee.rules.trump import suit_of

RENEGE, ACE_NO_FACE = "renege", "ace-no-face"


def tricks_played_to(deal: Deal, seat: Seat, rules: Rules) -> int:
    """How many tricks the seat has played to, those agreed by count included; for one that sits out, those begun."""
    if isinstance(deal.stage, Over) and deal.stage.taken is not None:
        return rules.all_tricks
    if not deal.tricks:
        return 0
    last = deal.tricks[-1]
    waits = last.winner is None and seat is not deal.sitting_out and all(play.seat is not seat for play in last.plays)
    return len(deal.tricks) - waits


def covered_tricks(deal: Deal, accused: Seat, trick: int | None, rules: Rules) -> tuple[int, ...]:
    """The tricks that a claim is about: one, or all that the accused has played so far (J2.6)."""
    return (trick,) if trick else tuple(range(1, tricks_played_to(deal, accused, rules) + 1))


def tricks_in_time(match: Match, deal: Deal, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """Those tricks for which the claim window is still open now (J2.7)."""
    window = match.rules.claim_window
    if window == "match":
        return tricks
    later = (*match.past, match.deal)[deal.number :]
    if window == "next-deal":
        return () if any(_bid_or_declared(one) for one in later) else tricks
    if any(one.tricks or (isinstance(one.stage, Over) and one.stage.taken is not None) for one in later):
        return ()
    return tuple(trick for trick in tricks if trick == _last_trick(deal, match.rules))


def _last_trick(deal: Deal, rules: Rules) -> int:
    """The last trick begun, or that was agreed without being recorded (J4.2)."""
    counted = isinstance(deal.stage, Over) and deal.stage.taken is not None
    return rules.all_tricks if counted else len(deal.tricks)


def _bid_or_declared(deal: Deal) -> bool:
    """Whether a deal has seen a bid, a contract or a result, all passing included (J2.7)."""
    passed = isinstance(deal.stage, Over) and deal.stage.thrown_in == "all-passed"
    return bool(deal.calls or deal.contract or passed)


def net_bookings(lines: Iterable[Booking]) -> tuple[Booking, ...]:
    """What is left of bookings after opposite lines have cancelled (J2.10)."""
    sums: Counter[tuple[Team, str, int, int | None]] = Counter()
    for line in lines:
        sums[line.team, line.code, line.of_deal, line.trick] += line.points
    return tuple(Booking(team, code, points, of, trick) for (team, code, of, trick), points in sums.items() if points)


def ends_deal(rules: Rules, by: Seat | None, accused: Seat) -> bool:
    """Whether a renege of the running deal that this claim proves ends it: not one that the offender's own team claimed,
    so that nobody gains by reneging on purpose (R7.5). The first edition made no difference."""
    if rules.after_renege == "play-on":
        return False
    return rules.edition == 1 or by is None or by.team is not accused.team


def same_claim(match: Match, made: ClaimMade) -> Claim | None:
    """The earlier claim that asks the same and was not withdrawn (J2.6): its ruling is the answer.

    A claim by the accused's own team is no answer to the other team, for which the deal would end (R7.5). Raises Refused
    `card-not-in-hand` for ace no face claimed again with other cards."""
    deal = match.deal_numbered(made.deal)
    assert deal is not None
    tricks = covered_tricks(deal, made.accused, made.trick, match.rules) if made.accused else ()
    for claim in match.claims:
        if claim.withdrawn or claim.kind != made.kind or claim.deal != made.deal:
            continue
        if made.kind == ACE_NO_FACE:
            if claim.by is made.by:
                _same_hand(deal, claim, made)
                return claim
        elif (claim.accused, claim.trick, claim.tricks) == (made.accused, made.trick, tricks) and not _ends_only_now(
            match.rules, claim, made
        ):
            return claim
    return None


def _ends_only_now(rules: Rules, claim: Claim, made: ClaimMade) -> bool:
    assert made.accused is not None
    return ends_deal(rules, made.by, made.accused) and not ends_deal(rules, claim.by, made.accused)


def _same_hand(deal: Deal, claim: Claim, made: ClaimMade) -> None:
    before = next(move for move in deal.moves if isinstance(move, Seen) and move.version == claim.made_at)
    others = Counter(made.cards) - Counter(before.cards)
    if others:
        raise Refused("card-not-in-hand", "V2.1", card=str(next(iter(others))))


def qualifies(cards: Iterable[Card], rules: Rules) -> bool:
    """Whether a hand as dealt may be thrown in: an ace and no face card, the joker being a face (V2.1)."""
    ranks = [card.rank for card in cards]
    aces = ranks.count(ACE)
    if any(rank in FACE_RANKS or rank == JOKER.rank for rank in ranks):
        return False
    return aces == 1 if rules.ace_no_face == "one-ace" else aces >= 1


def ace_no_face_ruling(match: Match, made: ClaimMade) -> ClaimRuled:
    """The ruling on an ace-no-face claim; it never costs anything (V2.3, J2.8)."""
    assert made.cards is not None
    ground = Ground.QUALIFIES if qualifies(made.cards, match.rules) else Ground.DOES_NOT_QUALIFY
    return ClaimRuled(made.claim, ground.verdict.value, ground.value, {}, (), ())


def findings(match: Match, claim: Claim) -> tuple[Finding, tuple[Finding, ...]]:
    """What the record of its deal says of a renege claim now: over all, and trick by trick (J2.1-J2.3)."""
    deal = match.deal_numbered(claim.deal)
    assert deal is not None and claim.accused is not None
    record = deal.record(match.rules)
    if claim.trick:
        overall = finding(record, deal.trump, claim.accused, claim.trick)
        single: tuple[Finding, ...] = (overall,)
    else:
        overall, single = deal_finding(record, deal.trump, claim.accused, claim.tricks)
        if match.rules.edition != 1 and claim.accused is deal.sitting_out:
            overall = Finding(Verdict.REJECTED, Ground.SAT_OUT)
    admitted = _conceded_before(match, claim)
    if match.rules.edition != 1:  # what cannot have happened cannot be conceded (J2.10)
        admitted -= {one.trick for one in single if one.trick and one.verdict is Verdict.REJECTED}
    if not admitted & set(claim.tricks):
        return overall, single
    single = tuple(_admitted(one) if one.trick in admitted else one for one in single)
    if overall.verdict is not Verdict.UPHELD:
        overall = next(one for one in single if one.verdict is Verdict.UPHELD)
    return overall, single


def _conceded_before(match: Match, claim: Claim) -> set[int]:
    """The tricks that the accused's team had admitted when the claim was made: it is ruled the same (J2.6)."""
    return {
        trick
        for other in match.claims
        if (other.deal, other.accused) == (claim.deal, claim.accused) and other.ruling
        if other.ruling.ground == Ground.CONCEDED.value and other.rulings[-1].version < claim.made_at
        for trick in other.ruling.tricks
    }


def _admitted(found: Finding) -> Finding:
    if found.verdict is Verdict.UPHELD:
        return found
    return found._replace(verdict=Verdict.UPHELD, ground=Ground.CONCEDED, would_prove=None)


def ruling(match: Match, claim: Claim) -> ClaimRuled:
    """The ruling that the record now calls for, with what it books beyond what stands booked (J2.10).

    Lines opposite to those that no longer hold come first."""
    overall, single = findings(match, claim)
    proven = [one for one in single if one.verdict is Verdict.UPHELD]
    if claim.ruling and claim.ruling.verdict == Verdict.UPHELD.value:
        # A ruling once given does not grow by later facts: tricks still open need a claim of their own (J2.6).
        still = [one for one in proven if one.trick in claim.ruling.tricks]
        proven, overall = (still, still[0]) if still else (proven, overall)
    return _ruled(match, claim, overall, tuple(one.trick for one in proven if one.trick))


def ruling_again(match: Match, claim: Claim) -> ClaimRuled | None:
    """The ruling that supersedes the one that stands after a correction in its deal, None if it stands (J2.10).

    A changed proof alone replaces the facts. Open claims are ruled elsewhere, after every fact."""
    stands = claim.ruling
    if stands is None or stands.verdict == Verdict.OPEN.value or claim.withdrawn or claim.kind == ACE_NO_FACE:
        return None
    if claim.is_conceded:
        return None if match.rules.edition == 1 else _booked_anew(match, claim, stands)
    again = ruling(match, claim)
    same = (again.verdict, again.ground, again.facts, again.tricks, again.lines) == (
        stands.verdict, stands.ground, stands.facts, stands.tricks, (),
    )  # fmt: skip
    return None if same else again


def refuted(match: Match, claim: Claim) -> ClaimRuled | None:
    """The ruling on a conceded claim of which the record now proves that the renege conceded never was, None while it
    stands: what cannot have happened cannot be conceded (J2.10)."""
    if claim.withdrawn or not claim.is_conceded or match.rules.edition == 1:
        return None
    _, single = findings(match, claim)
    assert claim.ruling is not None
    never = {one.trick for one in single if one.verdict is Verdict.REJECTED}
    return ruling(match, claim) if never.issuperset(claim.ruling.tricks) else None


def conceded(match: Match, claim: Claim) -> ClaimRuled:
    """The ruling by admission: the claimed trick, or the first open one of a whole deal (J2.9)."""
    _, single = findings(match, claim)
    admitted = next(_admitted(one) for one in single if one.verdict is Verdict.OPEN)
    assert admitted.trick is not None
    return _ruled(match, claim, admitted, (admitted.trick,))


def _ruled(match: Match, claim: Claim, overall: Finding, proven: tuple[int, ...]) -> ClaimRuled:
    due: tuple[Booking, ...] = ()
    if overall.verdict is Verdict.UPHELD:
        due = renege_bookings(match, claim, proven)
    elif overall.verdict is Verdict.REJECTED:
        due = _false_claim_bookings(match, claim)
    return ClaimRuled(
        claim.number, overall.verdict.value, overall.ground.value, facts_of(overall), proven, _changes(claim, due)
    )


def _changes(claim: Claim, due: tuple[Booking, ...]) -> tuple[Booking, ...]:
    """From what stands booked for a claim to what is due: opposite lines first, then new ones."""
    taken_back = [line for line in claim.booked if line not in due]
    opposite = tuple(Booking(b.team, b.code, -b.points, b.of_deal, b.trick) for b in taken_back)
    return (*opposite, *(line for line in due if line not in claim.booked))


def _booked_anew(match: Match, claim: Claim, stands: ClaimRuled) -> ClaimRuled | None:
    """A concession that stands, with the penalty whose place another has left free (R7.2); None where nothing changes."""
    lines = _changes(claim, renege_bookings(match, claim, stands.tricks))
    return replace(stands, lines=lines) if lines else None


def renege_bookings(match: Match, claim: Claim, proven: tuple[int, ...]) -> tuple[Booking, ...]:
    """The penalty lines of the proven tricks that are in time and not yet penalised (R7.2, J2.6, J2.7)."""
    deal = match.deal_numbered(claim.deal)
    assert deal is not None and claim.accused is not None
    points = renege_price(deal, match.rules)
    taken = [
        (line.trick, _led_suit(deal, line.trick))
        for other in match.claims
        if other.number != claim.number and (other.deal, other.accused) == (claim.deal, claim.accused)
        for line in other.booked
        if line.code == "renege"
    ]
    lines: list[Booking] = []
    for trick in proven:
        renege = (trick, _led_suit(deal, trick))
        if points and trick in claim.in_time and not _counted_already(renege, taken, match.rules):
            taken.append(renege)
            lines += [Booking(team, "renege", sign * points, claim.deal, trick)
                      for team, sign in _who_pays(claim.accused.team, match.rules)]  # fmt: skip
    return tuple(lines)


def renege_price(deal: Deal, rules: Rules) -> int:
    """Points for one renege, by any seat, in this deal (R7.2)."""
    alone = deal.bid is not None and is_alone(deal.bid)
    return rules.renege_alone_points if alone and rules.renege_alone_points is not None else rules.renege_points


def _counted_already(renege: tuple[int, Any], taken: list[tuple[int | None, Any]], rules: Rules) -> bool:
    if rules.renege_count == "once-per-deal":
        return bool(taken)
    if rules.renege_count == "once-per-suit":
        return renege[1] in [suit for _, suit in taken]
    return renege[0] in [trick for trick, _ in taken]


def _led_suit(deal: Deal, trick: int | None) -> Any:
    led = next((move for move in deal.moves if isinstance(move, Played) and move.trick == trick), None)
    if led is None or led.card is None or deal.trump is None:
        return ("trick", trick)  # a renege conceded in a trick without cards stands for itself
    return suit_of(led.card, deal.trump)


def _who_pays(offender: Team, rules: Rules) -> list[tuple[Team, int]]:
    pays, gains = (offender, -1), (offender.other, 1)
    return {"offender": [pays], "opponents": [gains], "both": [pays, gains]}[rules.renege_to]


def _false_claim_bookings(match: Match, claim: Claim) -> tuple[Booking, ...]:
    """The price of a rejected claim against the other team, in time (J2.7, J2.8)."""
    price = match.rules.false_claim_points
    if not price or not claim.by or not claim.accused or claim.by.team is claim.accused.team or not claim.in_time:
        return ()
    return (Booking(claim.by.team, "false-claim", -price, claim.deal, None),)


def facts_of(found: Finding) -> dict[str, Any]:
    """The evidence as codes and versions, as stored in a ruling and shown by the API (A claim, `facts`)."""
    return {
        "trick": found.trick,
        "led": str(found.led) if found.led else None,
        "led_suit": found.led_suit.value if found.led_suit else None,
        "played": str(found.played) if found.played else None,
        "played_version": found.played_version,
        "proof": str(found.proof) if found.proof else None,
        "proof_version": found.proof_version,
        "count": {"unnamed": found.by_count[0], "other_suits": found.by_count[1]} if found.by_count else None,
        "would_prove": None if found.would_prove is None else [str(card) for card in found.would_prove],
    }
