"""An act as its facts are recorded, and what follows from them: rulings, the end of the deal, the next deal.

The order within an act: fact, rulings, bookings, end of deal, end of match, next deal (docs/api.md, Claims)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.events import types as fact
from referee.game.claim_judges import unclaimed_reneges
from referee.game.claims import ends_deal, refuted, ruling, ruling_again
from referee.game.judges import next_deal
from referee.game.kinds import evolve
from referee.game.state import Claim, Match, Over
from referee.game.tables import Folded
from referee.rules.seats import Team


class Act:
    """The facts of one request as they are admitted, with the table after each; for a correction of entries with the
    tables that led to it."""

    def __init__(self, match: Match, version: int) -> None:
        self.match, self.version = match, version
        self.events: list[fact.Event] = []
        self.tables: list[Match | Folded] = []

    def record(self, event: fact.Event) -> None:
        """Adds an event that has been admitted, or that follows from one."""
        self.match = evolve(self.match, event, self.version + 1)
        self.note(event)

    def correct(self, event: fact.Event, table: Folded) -> None:
        """Adds a correction that leads to this table."""
        self.match = table.match
        self.note(event, table)

    def take(self, other: Act) -> None:
        """Takes over all of an act that began where this one did."""
        self.match, self.version, self.events, self.tables = other.match, other.version, other.events, other.tables

    def note(self, event: fact.Event, table: Folded | None = None) -> None:
        """Adds an event whose meaning is the timeline's: a rewind, or names."""
        self.version += 1
        self.events.append(event)
        self.tables.append(table or self.match)


def refute(act: Act, deal: int) -> None:
    """Turned-up tricks may show that somebody else led a trick of which only the winner was recorded, out of turn
    (J1.1): a ruling that took the seat in turn for the leader falls. What else they show adds to what was known."""
    for claim, again in _ruled_again(act, {deal}):
        if claim.ruling and again.verdict != claim.ruling.verdict:
            act.record(again)


def conclude(act: Act, deals: Iterable[int] = ()) -> None:
    """What the rules make of the facts just recorded: rulings, the end of the deal, the next deal.

    `deals` are those that a correction has touched."""
    if act.match.claims or act.match.rules.referee_claims:
        _rule(act, {getattr(event, "deal", act.match.deal.number) for event in act.events} | {*deals})
    _end_of_deal(act)


def _rule(act: Act, touched: set[int]) -> None:
    for claim in _claims_about(act.match, touched | _ruled_on(act)):
        if claim.is_open and claim.accused:
            ruled = ruling(act.match, claim)
            if ruled.verdict != "open":
                act.record(ruled)
    _refute_concessions(act, touched)
    if act.match.rules.referee_claims:
        for made in unclaimed_reneges(act.match, touched):
            act.record(made)
            act.record(ruling(act.match, act.match.claims[-1]))


def _claims_about(match: Match, deals: Iterable[int]) -> list[Claim]:
    """The claims about those deals that were not withdrawn, in order: no other can be ruled otherwise than it is, since a
    ruling rests on the record of its deal and on the other claims about it."""
    return sorted((claim for deal in deals for claim in match.claims_about(deal)), key=lambda claim: claim.number)


def _ruled_on(act: Act) -> set[int]:
    """The deals of the claims that this act has ruled on."""
    ruled = (event.claim for event in act.events if isinstance(event, (fact.ClaimRuled, fact.ClaimConceded)))
    return {act.match.claims[number - 1].deal for number in ruled}


def _refute_concessions(act: Act, deals: set[int]) -> None:
    """Concessions fall that the record now refutes (J2.10); the place of a penalty taken back is free for a claim ruled
    earlier (R7.2)."""
    fallen = set()
    for claim in _claims_about(act.match, deals):
        again = refuted(act.match, act.match.claims[claim.number - 1])
        if again:
            act.record(again)
            fallen.add(claim.deal)
    for _, again in _ruled_again(act, fallen):
        if again.lines:
            act.record(again)


def _end_of_deal(act: Act) -> None:
    if not isinstance(act.match.deal.stage, Over) and act.match.claims:
        offender = _ended_by(act)
        if offender:
            loses = act.match.rules.after_renege == "deal-lost"
            act.record(fact.DealThrownIn("renege", offender if loses else None))
    if isinstance(act.match.deal.stage, Over) and act.match.outcome is None:
        act.record(next_deal(act.match))


def _ended_by(act: Act) -> Team | None:
    """The team of which this act first upheld a renege of the running deal, in time, that ends it (R7.3, R7.5)."""
    for event in act.events:
        if isinstance(event, fact.ClaimRuled) and event.verdict == "upheld":
            claim = act.match.claims[event.claim - 1]
            in_time = claim.deal == act.match.deal.number and set(event.tricks) & set(claim.in_time)
            if in_time and claim.accused and ends_deal(act.match.rules, claim.by, claim.accused):
                return claim.accused.team
    return None


def rule_again(act: Act, deals: set[int]) -> None:
    """After a correction every ruling of its deal is derived again (J2.10), then things go on as after any fact."""
    before = None
    while before != len(act.events):  # a penalty taken back may free its place for a claim ruled earlier (R7.2)
        before = len(act.events)
        for _, again in _ruled_again(act, deals):
            act.record(again)
    conclude(act, deals)


def _ruled_again(act: Act, deals: set[int]) -> Iterator[tuple[Claim, fact.ClaimRuled]]:
    """The claims of those deals that would be ruled otherwise now, each judged on the table as the ones before left it."""
    for one in _claims_about(act.match, deals):
        claim = act.match.claims[one.number - 1]
        again = ruling_again(act.match, claim)
        if again:
            yield claim, again
