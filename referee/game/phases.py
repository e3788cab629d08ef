"""The table of phases: what comes next in each, whose turn it is, what that seat may say, which facts can happen and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from referee.events import types as fact
from referee.game.forms import trumps
from referee.game.state import Match, Phase, Playing, seat_to_play, seat_to_speak
from referee.rules.auction import sayable
from referee.rules.seats import Seat

Leads = Mapping[type, tuple[Phase, ...]]


class Next(NamedTuple):
    """What the table does next: the action's code in the API, the seat whose turn it is, and what that seat may say."""

    action: str
    seat: Seat | None
    options: tuple[str, ...] | None


class Row(NamedTuple):
    """One phase. `leads` holds every kind of fact that can happen in it, with the phases that it can lead to."""

    action: str
    seat: Callable[[Match], Seat | None]
    options: Callable[[Match], tuple[str, ...]] | None
    leads: Leads


def next_act(match: Match) -> Next | None:
    """What the table does next; None when the match is closed, and within the act that ends one deal and starts the next."""
    phase = match.deal.stage.phase
    if match.closed or (phase is Phase.OVER and match.status == "playing"):
        return None
    row = PHASES[phase]
    return Next(row.action, row.seat(match), row.options(match) if row.options else None)


def _bids(match: Match) -> tuple[str, ...]:
    return sayable(match.deal.calls, match.rules)


def _trumps(match: Match) -> tuple[str, ...]:
    return tuple(trump.value for trump in trumps(match.rules))


def _maker(match: Match) -> Seat | None:
    return match.deal.maker


def _player(match: Match) -> Seat:
    assert isinstance(match.deal.stage, Playing)
    return seat_to_play(match.deal, match.deal.stage, match.rules)


_THROWN_IN: Leads = {fact.DealThrownIn: (Phase.OVER,)}
_DECLARED: Leads = {fact.ContractDeclared: (Phase.EXCHANGE, Phase.PLAY)}

PHASES: Mapping[Phase, Row] = {
    Phase.DISCARD: Row("discard", lambda match: match.deal.dealer, None, {
        fact.DealerDiscarded: (Phase.AUCTION,), fact.DealerChanged: (Phase.DISCARD,), **_DECLARED, **_THROWN_IN,
    }),
    Phase.AUCTION: Row("bid", lambda match: seat_to_speak(match.deal, match.rules), _bids, {
        fact.BidMade: (Phase.AUCTION, Phase.TRUMP, Phase.EXCHANGE, Phase.PLAY, Phase.OVER),
        fact.DealerChanged: (Phase.AUCTION,), **_DECLARED, **_THROWN_IN,
    }),
    Phase.TRUMP: Row("name-trump", _maker, _trumps, {
        fact.TrumpNamed: (Phase.EXCHANGE, Phase.PLAY), **_THROWN_IN,
    }),
    Phase.EXCHANGE: Row("exchange", _maker, None, {
        fact.CardsExchanged: (Phase.PLAY,), fact.TricksCounted: (Phase.OVER,), **_THROWN_IN,
    }),
    Phase.PLAY: Row("play", _player, None, {
        fact.CardPlayed: (Phase.PLAY, Phase.OVER), fact.TrickTaken: (Phase.PLAY, Phase.OVER),
        fact.TricksCounted: (Phase.OVER,), **_THROWN_IN,
    }),
    Phase.OVER: Row("close", lambda match: None, None, {
        fact.DealStarted: (Phase.DISCARD, Phase.AUCTION),
    }),
}  # fmt: skip

# In every phase, without leaving it: cards shown, and cards named later that lay face down or were not recorded.
ANY_TIME = (fact.DealerDiscarded, fact.CardsExchanged, fact.CardsShown, fact.CardsRecorded)


def happening() -> Iterator[tuple[Phase, type]]:
    """Every pair of a phase and a kind of fact that can happen in it."""
    for phase, row in PHASES.items():
        for kind in {*row.leads, *ANY_TIME}:
            yield phase, kind


def diagram() -> str:
    """The table as a Mermaid state diagram: phases by their codes in the API, arrows by the stored names of facts."""
    arrows: dict[tuple[str, str], list[str]] = {("[*]", to.value): ["deal-started"] for to in _first_phases()}
    for phase, row in PHASES.items():
        for kind, leads in row.leads.items():
            for to in leads:
                arrows.setdefault((phase.value, to.value), []).append(kind.stored_as)  # type: ignore[attr-defined]
    lines = [f"    {start} --> {to}: {', '.join(names)}" for (start, to), names in arrows.items()]
    return "\n".join(["stateDiagram-v2", *lines, ""])


def _first_phases() -> tuple[Phase, ...]:
    return PHASES[Phase.OVER].leads[fact.DealStarted]
