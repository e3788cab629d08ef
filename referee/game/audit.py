"""A whole log decided again: its chain, every fact and every ruling. What `verify` and `import` rest on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, takewhile

from referee.events import types as fact
from referee.events.codec import ROWS, UnreadableEvent, data_of, decoded
from referee.events.log import BrokenLog, Recorded, canonical, check_chain
from referee.game import commands as ask
from referee.game.decide import decide, open_match
from referee.game.refused import Refused
from referee.game.timeline import Timeline, advance, begin

FACTS = (
    fact.DealerDiscarded, fact.BidMade, fact.ContractDeclared, fact.TrumpNamed, fact.CardsExchanged, fact.CardPlayed,
    fact.TrickTaken, fact.TricksCounted, fact.CardsShown, fact.CardsRecorded, fact.DealThrownIn,
)  # fmt: skip
RULED = ("ace-no-face", "renege")


def audit(log: Iterable[Recorded]) -> Timeline | None:
    """The timeline of a log in which all is right, None for an empty one.

    Raises BrokenLog with the first version that is wrong and why: the chain (`gap`, `prev`, `hash`, `act`), an
    event of an unknown shape (`unreadable`) or written otherwise than it would be (`not-canonical`), one that the
    rules refuse (the refusal's code), or one that does not follow from what was recorded, such as a ruling that the
    record does not bear out (`does-not-follow`)."""
    timeline: Timeline | None = None
    last: Recorded | None = None
    for _, act in groupby(log, key=lambda recorded: recorded.act):
        recorded = list(act)
        last = check_chain(recorded, last)
        timeline = _decided_again(timeline, recorded)
    return timeline


def _decided_again(timeline: Timeline | None, recorded: Sequence[Recorded]) -> Timeline:
    first = recorded[0].version
    events = [_read(one) for one in recorded]
    try:
        expected = _opening(events[0]) if timeline is None else decide(timeline, _command_of(events))
    except Refused as refused:
        raise BrokenLog(first, refused.code) from refused
    for number, event in enumerate(events):
        if number >= len(expected) or expected[number] != event:
            raise BrokenLog(first + number, "does-not-follow")
    if len(expected) != len(events):
        raise BrokenLog(first + len(events), "does-not-follow")
    if timeline is None:
        timeline, recorded, events = begin(recorded[0]), recorded[1:], events[1:]
    for one, event in zip(recorded, events, strict=True):
        timeline = advance(timeline, one, event)
    return timeline


def _read(recorded: Recorded) -> fact.Event:
    """The event, if it is written the one way in which it would be written; an old shape (`upcasts`) as it was."""
    try:
        event = decoded(recorded)
    except UnreadableEvent as error:
        raise BrokenLog(recorded.version, "unreadable") from error
    if recorded.type in ROWS and canonical(data_of(event)) != recorded.data:
        raise BrokenLog(recorded.version, "not-canonical")
    return event


def _opening(event: fact.Event) -> tuple[fact.Event, ...]:
    if not isinstance(event, fact.MatchOpened):
        raise Refused("no-match-opened")
    return open_match(
        ask.OpenMatch(
            event.rules,
            event.preset,
            event.players,
            event.first_dealer,
            event.recording,
            event.tags,
            event.initial_score,
        )
    )


def _is_told(event: fact.Event) -> bool:
    """A fact that a table tells; a deal thrown in by a ruling is what follows from one."""
    return isinstance(event, FACTS) and not (isinstance(event, fact.DealThrownIn) and event.reason in RULED)


def _command_of(events: Sequence[fact.Event]) -> ask.Command:
    """The command whose act begins with these events; what follows from it is for `decide` to say again."""
    match events[0]:
        case fact.ClaimMade(kind="ace-no-face", by=by, cards=cards) if by and cards:
            return ask.ClaimAceNoFace(by, cards)
        case fact.ClaimMade(by=by, accused=accused, deal=deal, trick=trick) if by and accused:
            return ask.ClaimRenege(by, accused, deal, trick)
        case fact.ClaimConceded(claim=claim, by=by):
            return ask.Concede(claim, by)
        case fact.ClaimWithdrawn(claim=claim, by=by):
            return ask.Withdraw(claim, by)
        case fact.Rewound(to=to) if len(events) == 1:
            return ask.Undo(to)
        case fact.Rewound():  # a correction that decides the match
            return _command_of(events[1:])
        case fact.CardCorrected(version=version, card=card, kind="taken-back"):
            return ask.TakeBack(version, card)
        case fact.CardCorrected(version=version, card=card):
            return ask.CorrectCard(version, card)
        case fact.EntriesCorrected(entries=entries):
            return ask.CorrectEntries(entries)
        case fact.ScoreAdjusted(team=team, points=points, reason=reason):
            return ask.AdjustScore(team, points, reason)
        case fact.PlayersChanged(players=players):
            return ask.ChangePlayers(players)
        case fact.MatchClosed(abandoned=abandoned):
            return ask.Close(abandoned)
        case _:
            facts = tuple(takewhile(_is_told, events))
            if not facts:
                raise Refused("does-not-follow")
            return ask.RecordFacts(facts)
