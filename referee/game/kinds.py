"""The table of kinds: for each kind of fact how it changes the table, what is checked before it is recorded, and how it is corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.events import types as fact
from referee.game import (
    claim_folds,
    claim_judges,
    folds,
    forms,
    judges,
    proposals,
    taken_back,
    turned_up,
)
from referee.game import (
    commands as ask,
)
from referee.game.phases import happening
from referee.game.refused import Refused
from referee.game.state import Match
from referee.rules.options import Rules


class Kind(NamedTuple):
    """What the game knows of one kind of fact.

    `fold` gives the table after it; None where `timeline` handles it. `form` refuses what the rules do not have at all.
    `judge` refuses what cannot happen now; `again` replaces it when an earlier entry has been corrected.
    `recorded`: a table records such facts as they are. `command` gives the command that led to any other fact at the
    beginning of an act. `correctable`: its data can be corrected (J3)."""

    fold: Callable[[Match, Any, int], Match] | None
    form: Callable[[Rules, Any], None] | None = None
    judge: Callable[[Match, Any], None] | None = None
    again: Callable[[Match, Any], None] | None = None
    command: Callable[[Any], ask.Command | None] | None = None
    recorded: bool = False
    correctable: bool = False


def _entry(fold: Any, form: Any, judge: Any) -> Kind:
    """A fact that a table records, and may have recorded wrongly."""
    return Kind(fold, form, judge, recorded=True, correctable=True)


KINDS: Mapping[type, Kind] = {
    fact.MatchOpened: Kind(None),
    fact.DealStarted: Kind(folds.deal_started, judge=judges.deal_started),
    fact.DealerChanged: _entry(folds.dealer_changed, None, judges.dealer_changed),
    fact.DealerDiscarded: _entry(folds.dealer_discarded, forms.dealer_discarded, judges.dealer_discarded),
    fact.BidMade: _entry(folds.bid_made, forms.bid_made, judges.bid_made),
    fact.ContractDeclared: _entry(folds.contract_declared, forms.contract_declared, judges.contract_declared),
    fact.TrumpNamed: _entry(folds.trump_named, forms.trump_named, judges.trump_named),
    fact.CardsExchanged: _entry(folds.cards_exchanged, forms.cards_exchanged, judges.cards_exchanged),
    fact.CardPlayed: _entry(folds.card_played, forms.card_named, judges.card_played),
    fact.TrickTaken: _entry(folds.trick_taken, None, judges.trick_taken),
    fact.TricksCounted: _entry(folds.tricks_counted, None, judges.tricks_counted),
    fact.CardsShown: _entry(folds.cards_shown, forms.cards_shown, judges.cards_shown),
    fact.CardsRecorded: _entry(folds.cards_recorded, forms.cards_recorded, turned_up.cards_recorded),
    fact.DealThrownIn: Kind(
        folds.deal_thrown_in, judge=judges.deal_thrown_in, again=judges.still_thrown_in, recorded=True
    ),
    fact.ClaimMade: Kind(
        claim_folds.claim_made, forms.claim_made, again=claim_judges.admit_claim, command=proposals.claim_asked
    ),
    fact.ClaimRuled: Kind(claim_folds.claim_ruled),
    fact.ClaimConceded: Kind(folds.unchanged, command=lambda event: ask.Concede(event.claim, event.by)),
    fact.ClaimWithdrawn: Kind(claim_folds.claim_withdrawn, command=lambda event: ask.Withdraw(event.claim, event.by)),
    fact.CardCorrected: Kind(
        folds.card_corrected, forms.card_named, again=taken_back.card_corrected, command=proposals.correction_asked
    ),
    fact.EntriesCorrected: Kind(folds.unchanged, command=lambda event: ask.CorrectEntries(event.entries)),
    fact.Rewound: Kind(None, command=lambda event: ask.Undo(event.to)),
    fact.ScoreAdjusted: Kind(
        claim_folds.score_adjusted, command=lambda event: ask.AdjustScore(event.team, event.points, event.reason)
    ),
    fact.PlayersChanged: Kind(None, command=lambda event: ask.ChangePlayers(event.players, event.from_the_start)),
    fact.MatchClosed: Kind(folds.match_closed, command=lambda event: ask.Close(event.abandoned, event.early)),
    fact.MatchReopened: Kind(None, command=lambda event: ask.Reopen(event.reason)),
    fact.ScorerProposed: Kind(None, command=lambda event: ask.ProposeScorer(event.seat, event.by)),
    fact.ScorerChanged: Kind(None, command=lambda event: ask.ChangeScorer(event.seat, event.agreed)),
    fact.RematchOpened: Kind(None, command=lambda event: ask.LinkRematch(event.match, event.seats)),
}

_FOLDS = {kind: row.fold for kind, row in KINDS.items() if row.fold}
_FORMS = {kind: row.form for kind, row in KINDS.items() if row.form}
_JUDGES = {(phase, kind): judge for phase, kind in happening() if (judge := KINDS[kind].judge)}


def evolve(match: Match, event: fact.Event, version: int) -> Match:
    """The table after an event that was recorded as `version`. Rewinds, corrections and names are the timeline's."""
    return _FOLDS[type(event)](match, event, version)


def check_form(rules: Rules, event: fact.Event) -> None:
    """Raises Refused (`unknown-card`, `invalid-request`) if the fact speaks of what these rules do not have."""
    form = _FORMS.get(type(event))
    if form:
        form(rules, event)


def admit(match: Match, event: fact.Event) -> None:
    """Lets a fact whose form is right pass, or raises Refused with the reason; a kind that has no place in this phase is
    `not-now` (J1)."""
    judge = _JUDGES.get((match.deal.stage.phase, type(event)))
    if judge is None:
        raise Refused("not-now", "J1", phase=match.deal.stage.phase.value)
    judge(match, event)


def admit_again(match: Match, event: fact.Event) -> None:
    """The same for a fact that has been recorded, on the table as a correction of an earlier entry leaves it (J3)."""
    row = KINDS[type(event)]
    if row.again:
        row.again(match, event)
    elif row.judge:
        admit(match, event)
