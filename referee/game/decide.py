"""From a command to the facts of one act: proposed, admitted one by one, and followed by what the rules make of them (`act`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.events import types as fact
from referee.game import commands as ask
from referee.game.act import Act, conclude, refute, rule_again
from referee.game.claim_judges import admit_claim, concession, whole_hand, withdrawal
from referee.game.claims import ace_no_face_ruling, conceded, same_claim
from referee.game.corrections import (
    card_corrected,
    corrected,
    deal_is_empty,
    entries_corrected,
    taken_back,
    without_last,
)
from referee.game.kinds import admit, check_form
from referee.game.proposals import FORM_OF, PROPOSE, claim_event
from referee.game.refused import Refused
from referee.game.state import Match
from referee.game.tables import Folded
from referee.game.timeline import Timeline
from referee.rules.seats import SEATS, TEAMS

AFTER_CLOSING = (ask.Reopen, ask.ProposeScorer, ask.ChangeScorer, ask.LinkRematch)


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
        time_zone=command.time_zone,
    )
    return opened, fact.DealStarted(1, command.first_dealer)


def decide(timeline: Timeline, command: ask.Command) -> tuple[fact.Event, ...]:
    """The events that the command leads to at this table; none for a claim that was made before.

    Raises Refused: then nothing has happened."""
    well_formed(timeline.match, command)
    return tuple(decide_act(timeline, command).events)


def decide_act(timeline: Timeline, command: ask.Command) -> Act:
    """The same for a command that is known to be `well_formed`, with the tables that the events lead to, which spares
    working them out again; raises Refused."""
    puts_right = isinstance(command, ask.ChangePlayers) and command.from_the_start
    if timeline.match.closed and not (puts_right or isinstance(command, AFTER_CLOSING)):
        raise Refused("match-closed", "R9.3")
    act = Act(timeline.match, timeline.version)
    _DECIDE[type(command)](timeline, act, command)
    return act


def well_formed(match: Match, command: ask.Command) -> None:
    """Raises Refused for what the rules of this match do not know at all, such as a bid or a card (status 422).

    Looked for before anything that depends on how the table stands (docs/api.md, The order of refusals)."""
    facts = FORM_OF.get(type(command))
    for event in facts(match, command) if facts else ():
        check_form(match.rules, event)


def _record_facts(timeline: Timeline, act: Act, command: Any) -> None:
    """A command that is one or more facts: each admitted on the table as the ones before leave it."""
    for event in PROPOSE[type(command)](act.match, command):
        admit(act.match, event)
        act.record(event)
        if isinstance(event, fact.CardsRecorded):
            refute(act, event.deal)
    conclude(act)


def _claim_renege(timeline: Timeline, act: Act, command: ask.ClaimRenege) -> None:
    made = claim_event(act.match, command)
    admit_claim(act.match, made)
    if same_claim(act.match, made):
        return
    act.record(made)
    conclude(act)


def _claim_ace_no_face(timeline: Timeline, act: Act, command: ask.ClaimAceNoFace) -> None:
    made = claim_event(act.match, command)
    whole_hand(act.match, made)
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
    if not timeline.brings_back(to):
        raise Refused("nothing-to-undo", "J3")


def _rewind(timeline: Timeline, act: Act, to: int) -> None:
    target = timeline.after_act(to)
    if target is None:
        raise Refused("no-such-version", "J3", version=to)
    if target.head is timeline.head or target.closed:  # a closed table is opened again, with a reason (R9.6)
        raise Refused("nothing-to-undo", "J3")
    act.note(fact.Rewound(to))


def _take_back(timeline: Timeline, act: Act, command: ask.TakeBack) -> None:
    act.record(taken_back(timeline, command.version, command.card))
    rule_again(act, {act.match.deal.number})


def _correct_card(timeline: Timeline, act: Act, command: ask.CorrectCard) -> None:
    event = fact.CardCorrected(command.version, command.card, "entry")
    _correct(timeline, act, event, *card_corrected(timeline, event))


def _correct_entries(timeline: Timeline, act: Act, command: ask.CorrectEntries) -> None:
    event = fact.EntriesCorrected(command.entries)
    _correct(timeline, act, event, *entries_corrected(timeline, event))


def _correct(
    timeline: Timeline,
    act: Act,
    event: fact.CardCorrected | fact.EntriesCorrected,
    table: Folded,
    deals: set[int],
) -> None:
    """Records a correction that leads to this table and touches these deals.

    If with it the last deal decides the match, the next one, which began by itself and in which nothing is recorded,
    never did (R9.3): it falls away, and what was booked in it stands in the last one."""
    if timeline.match.rules.edition == 1:
        table = _last_deal_again(timeline, act, event, table)
    elif deal_is_empty(timeline.match):
        decided = replace(event, undealt=True)
        tried = Act(act.match, act.version)
        tried.correct(decided, corrected(timeline, decided))
        rule_again(tried, deals)
        if tried.match.outcome:
            act.take(tried)
            return
    act.correct(event, table)
    rule_again(act, deals)


def _last_deal_again(
    timeline: Timeline, act: Act, event: fact.CardCorrected | fact.EntriesCorrected, table: Folded
) -> Folded:
    """The same as the first edition wrote it, which knew of no deal but one in which nothing at all was written: the table
    goes back to the end of the last deal first."""
    newest = timeline.head
    if isinstance(newest.event, fact.DealStarted) and newest.prior and newest.prior.version > 1:
        before = without_last(timeline, event)
        if before.match.winner:
            act.note(fact.Rewound(newest.prior.version))
            return before
    return table


def _adjust_score(timeline: Timeline, act: Act, command: ask.AdjustScore) -> None:
    act.record(fact.ScoreAdjusted(command.team, command.points, command.reason))
    conclude(act)


def _change_players(timeline: Timeline, act: Act, command: ask.ChangePlayers) -> None:
    act.note(fact.PlayersChanged(dict(command.players), command.from_the_start))


def _close(timeline: Timeline, act: Act, command: ask.Close) -> None:
    if command.early and command.abandoned:
        raise Refused("invalid-request", "R9.5", field="early")
    decided = act.match.status == "decided"
    if decided and command.early:
        raise Refused("not-now", "R9.5", phase=act.match.deal.stage.phase.value)
    if not (decided or command.early or command.abandoned):
        raise Refused("not-decided", "R9.3")
    act.record(fact.MatchClosed(abandoned=command.abandoned and not decided, early=command.early))


def _reopen(timeline: Timeline, act: Act, command: ask.Reopen) -> None:
    if not act.match.closed:
        raise Refused("not-closed", "R9.6")
    act.note(fact.MatchReopened(command.reason))


def _propose_scorer(timeline: Timeline, act: Act, command: ask.ProposeScorer) -> None:
    """The same wish again is no new fact, nor is a first one for the seat that has the role."""
    known = timeline.moment.scorer
    if known.proposed.get(command.by, known.seat) is not command.seat:
        act.note(fact.ScorerProposed(command.seat, command.by))


def _change_scorer(timeline: Timeline, act: Act, command: ask.ChangeScorer) -> None:
    known = timeline.moment.scorer
    if command.agreed or known.proposed or known.seat is not command.seat or command.seat is None:
        act.note(fact.ScorerChanged(command.seat, command.agreed))


def _link_rematch(timeline: Timeline, act: Act, command: ask.LinkRematch) -> None:
    if not act.match.closed:
        raise Refused("not-closed", "R9.3")
    if set(command.seats) != set(SEATS) or set(command.seats.values()) != set(SEATS):
        raise Refused("invalid-request", "R9.3", field="seats")
    known = timeline.moment.rematch
    if known is None:
        act.note(fact.RematchOpened(command.match, dict(command.seats)))
    elif known.match != command.match:
        raise Refused("not-now", "R9.3", phase=act.match.deal.stage.phase.value)


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
    ask.Reopen: _reopen,
    ask.ProposeScorer: _propose_scorer,
    ask.ChangeScorer: _change_scorer,
    ask.LinkRematch: _link_rematch,
}
