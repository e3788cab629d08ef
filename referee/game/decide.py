"""From a command to the facts of one act: proposed, admitted one by one, and followed by what the rules make of them.

The order within an act: fact, rulings, bookings, end of deal, end of match, next deal (docs/api.md, Acts)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.events import types as fact
from referee.game import commands as ask
from referee.game.claim_judges import admit_claim, concession, unclaimed_reneges, withdrawal
from referee.game.claims import ace_no_face_ruling, conceded, ruling, ruling_again, same_claim
from referee.game.corrections import card_corrected, entries_corrected, taken_back
from referee.game.judges import next_deal
from referee.game.kinds import admit, check_form, evolve
from referee.game.proposals import PROPOSE, SAID, claim_event
from referee.game.refused import Refused
from referee.game.state import Claim, Match, Over
from referee.game.timeline import Standing, Timeline
from referee.rules.seats import SEATS, TEAMS


class Act:
    """The facts of one request as they are admitted, with the table after each; for a correction of entries, which has
    rewritten them, the entries before it."""

    def __init__(self, match: Match, version: int) -> None:
        self.match, self.version = match, version
        self.events: list[fact.Event] = []
        self.tables: list[Match | Standing] = []

    def record(self, event: fact.Event) -> None:
        """Adds an event that has been admitted, or that follows from one."""
        self.match = evolve(self.match, event, self.version + 1)
        self.note(event)

    def correct(self, event: fact.Event, entries: Standing) -> None:
        """Adds a correction that leaves these entries standing."""
        self.match = entries.match
        self.note(event, entries)

    def note(self, event: fact.Event, entries: Standing | None = None) -> None:
        """Adds an event whose meaning is the timeline's: a rewind, or names."""
        self.version += 1
        self.events.append(event)
        self.tables.append(entries or self.match)


def open_match(command: ask.OpenMatch) -> tuple[fact.Event, ...]:
    """The first act of a match: its law and its first deal (R2.1)."""
    opened = fact.MatchOpened(
        preset=command.preset,
        rules=command.rules,
        players={seat: command.players.get(seat) for seat in SEATS},
        first_dealer=command.first_dealer,
        recording=command.recording,
        tags=dict(command.tags),
        initial_score={team: command.initial_score.get(team, 0) for team in TEAMS},
    )
    return opened, fact.DealStarted(1, command.first_dealer)


def decide(timeline: Timeline, command: ask.Command) -> tuple[fact.Event, ...]:
    """The events that the command leads to at this table; none where everything has been said (a repeated claim).

    Raises Refused: then nothing has happened."""
    well_formed(timeline.match, command)
    return tuple(decide_act(timeline, command).events)


def decide_act(timeline: Timeline, command: ask.Command) -> Act:
    """The same for a command that is known to be `well_formed`, with the tables that the events lead to, which spares
    working them out again; raises Refused."""
    if timeline.match.closed:
        raise Refused("match-closed", "R9.3")
    act = Act(timeline.match, timeline.version)
    _DECIDE[type(command)](timeline, act, command)
    return act


def well_formed(match: Match, command: ask.Command) -> None:
    """Raises Refused for what the rules of this match do not know at all, such as a bid or a card (status 422).

    Looked for before anything that depends on how the table stands (docs/api.md, The order of refusals)."""
    said = SAID.get(type(command))
    for event in said(match, command) if said else ():
        check_form(match.rules, event)


def _record_facts(timeline: Timeline, act: Act, command: Any) -> None:
    """A command that is one or more facts: each admitted on the table as the ones before leave it."""
    for event in PROPOSE[type(command)](act.match, command):
        admit(act.match, event)
        act.record(event)
        if isinstance(event, fact.CardsRecorded):
            _refute(act, event.deal)
    conclude(act)


def _refute(act: Act, deal: int) -> None:
    """Turned-up tricks may show that somebody else led a trick of which only the winner was recorded, out of turn
    (J1.1): a ruling that took the seat in turn for the leader falls. What else they show adds to what was known."""
    for claim, again in _ruled_again(act, {deal}):
        if claim.ruling and again.verdict != claim.ruling.verdict:
            act.record(again)


def conclude(act: Act, deals: Iterable[int] = ()) -> None:
    """What the rules make of the facts just recorded: rulings, the end of the deal, the next deal.

    `deals` are those that a correction has touched."""
    for claim in act.match.claims:
        if claim.is_open and claim.accused:
            ruled = ruling(act.match, claim)
            if ruled.verdict != "open":
                act.record(ruled)
    if act.match.rules.referee_claims:
        touched = {getattr(event, "deal", act.match.deal.number) for event in act.events}
        for made in unclaimed_reneges(act.match, {*touched, *deals}):
            act.record(made)
            act.record(ruling(act.match, act.match.claims[-1]))
    _end_of_deal(act)


def _end_of_deal(act: Act) -> None:
    match = act.match
    if match.rules.after_renege == "deal-ends" and not isinstance(match.deal.stage, Over) and _renege_ruled(act):
        act.record(fact.DealThrownIn("renege"))
    if isinstance(act.match.deal.stage, Over) and act.match.winner is None:
        act.record(next_deal(act.match))


def _renege_ruled(act: Act) -> bool:
    """Whether this act upheld a renege of the running deal, in time (R7.3, after_renege)."""
    for event in act.events:
        if isinstance(event, fact.ClaimRuled) and event.verdict == "upheld":
            claim = act.match.claims[event.claim - 1]
            if claim.deal == act.match.deal.number and set(event.tricks) & set(claim.in_time):
                return True
    return False


def _claim_renege(timeline: Timeline, act: Act, command: ask.ClaimRenege) -> None:
    made = claim_event(act.match, command)
    admit_claim(act.match, made)
    if same_claim(act.match, made):
        return
    act.record(made)
    conclude(act)


def _claim_ace_no_face(timeline: Timeline, act: Act, command: ask.ClaimAceNoFace) -> None:
    made = claim_event(act.match, command)
    if same_claim(act.match, made):
        return
    admit_claim(act.match, made)
    act.record(made)
    ruled = ace_no_face_ruling(act.match, made)
    act.record(ruled)
    if ruled.verdict == "upheld":
        act.record(fact.DealThrownIn("ace-no-face"))
    conclude(act)


def _concede(timeline: Timeline, act: Act, command: ask.Concede) -> None:
    claim = concession(act.match, command.claim, command.by)
    ruled = conceded(act.match, claim)
    act.record(fact.ClaimConceded(command.claim, command.by))
    act.record(ruled)
    conclude(act)


def _withdraw(timeline: Timeline, act: Act, command: ask.Withdraw) -> None:
    withdrawal(act.match, command.claim, command.by)
    act.record(fact.ClaimWithdrawn(command.claim, command.by))


def _undo(timeline: Timeline, act: Act, command: ask.Undo) -> None:
    if command.to is not None:
        _rewind(timeline, act, command.to)
    elif timeline.undo_to is None:
        raise Refused("nothing-to-undo", "J3")
    else:
        act.note(fact.Rewound(timeline.undo_to))


def _redo(timeline: Timeline, act: Act, command: ask.Redo) -> None:
    if timeline.redo_to is None:
        raise Refused("nothing-to-undo", "J3")
    to = command.to if command.to is not None else timeline.redo_to
    _rewind(timeline, act, to)
    if to not in timeline.redo and not timeline.brings_back(to):
        raise Refused("nothing-to-undo", "J3")


def _rewind(timeline: Timeline, act: Act, to: int) -> None:
    target = timeline.after_act(to)
    if target is None:
        raise Refused("no-such-version", "J3", version=to)
    if target.head is timeline.head:
        raise Refused("nothing-to-undo", "J3")
    act.note(fact.Rewound(to))


def _take_back(timeline: Timeline, act: Act, command: ask.TakeBack) -> None:
    act.record(taken_back(timeline, command.version, command.card))
    _rule_again(act, {act.match.deal.number})


def _correct_card(timeline: Timeline, act: Act, command: ask.CorrectCard) -> None:
    entries, deals = card_corrected(timeline, command.version, command.card)
    _correct(timeline, act, fact.CardCorrected(command.version, command.card, "entry"), entries, deals)


def _correct_entries(timeline: Timeline, act: Act, command: ask.CorrectEntries) -> None:
    entries, deals = entries_corrected(timeline, command.entries)
    _correct(timeline, act, fact.EntriesCorrected(command.entries), entries, deals)


def _correct(timeline: Timeline, act: Act, event: fact.Event, entries: Standing, deals: set[int]) -> None:
    """Records a correction that leaves these entries standing and touches these deals.

    If with it the last deal decides the match (R9.1), the next one, which began by itself, never did: the table goes
    back to the end of the last one first."""
    newest, before = timeline.head, entries.prior
    if isinstance(newest.event, fact.DealStarted) and newest.prior and before and before.match.winner:
        act.note(fact.Rewound(newest.prior.version))
        entries = before
    act.correct(event, entries)
    _rule_again(act, deals)


def _rule_again(act: Act, deals: set[int]) -> None:
    """After a correction every ruling of its deal is derived again (J2.10), then things go on as after any fact."""
    before = None
    while before != len(act.events):  # a penalty taken back may free its place for a claim ruled earlier (R7.2)
        before = len(act.events)
        for _, again in _ruled_again(act, deals):
            act.record(again)
    conclude(act, deals)


def _ruled_again(act: Act, deals: set[int]) -> Iterator[tuple[Claim, fact.ClaimRuled]]:
    """The claims of those deals that would be ruled otherwise now, each judged on the table as the ones before left it."""
    for number in range(len(act.match.claims)):
        claim = act.match.claims[number]
        again = ruling_again(act.match, claim) if claim.deal in deals else None
        if again:
            yield claim, again


def _adjust_score(timeline: Timeline, act: Act, command: ask.AdjustScore) -> None:
    act.record(fact.ScoreAdjusted(command.team, command.points, command.reason))
    conclude(act)


def _change_players(timeline: Timeline, act: Act, command: ask.ChangePlayers) -> None:
    act.note(fact.PlayersChanged(dict(command.players)))


def _close(timeline: Timeline, act: Act, command: ask.Close) -> None:
    decided = act.match.status == "decided"
    if not decided and not command.abandoned:
        raise Refused("not-decided", "R9.3")
    act.record(fact.MatchClosed(abandoned=not decided))


_DECIDE: dict[type, Callable[[Timeline, Act, Any], None]] = {
    **dict.fromkeys(PROPOSE, _record_facts),
    ask.ClaimRenege: _claim_renege,
    ask.ClaimAceNoFace: _claim_ace_no_face,
    ask.Concede: _concede,
    ask.Withdraw: _withdraw,
    ask.Undo: _undo,
    ask.Redo: _redo,
    ask.TakeBack: _take_back,
    ask.CorrectCard: _correct_card,
    ask.CorrectEntries: _correct_entries,
    ask.AdjustScore: _adjust_score,
    ask.ChangePlayers: _change_players,
    ask.Close: _close,
}
