"""A match as a notation that people read and `referee.importing.notation` reads back (docs/notation.md): tag lines, tricks in seat columns.

It gives the table as it stands, entry by entry; what it leaves out (what was undone, who recorded what and when) is
stated in `Note` tags. Codes, and notes in English: the same text for every reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from typing import Any, NamedTuple

import orjson

from referee.events import types as fact
from referee.exporters.source import Source
from referee.game.entries import Standing
from referee.game.state import Match, Trick
from referee.game.timeline import Timeline
from referee.projections.scoresheet import scoresheet_view
from referee.projections.seating import name_changes
from referee.rules.cards import Card
from referee.rules.first_edition import first_edition_rules
from referee.rules.options import as_options, rules_of, stored
from referee.rules.seats import SEATS, Seat

VERSIONS = {1: "Referee 1", 2: "Referee 2"}  # by the edition of the rulebook that the match is played by
NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
UNRECORDED, SITS_OUT, RENEGE, LED_OUT_OF_TURN, DRAW = "-", ".", "^R", "^L", "draw"
COLUMNS = ";  trick  N      E      S      W      taken by"

Reneges = frozenset[tuple[int, int, Seat]]


def txt(source: Source) -> Iterator[bytes]:
    """The notation line by line."""
    for line in lines(source.known(), source.hidden is not None):
        yield f"{line}\n".encode()


def lines(timeline: Timeline, withheld: bool = False) -> Iterator[str]:
    """The header, then all standing entries in order; `withheld` states that some cards are not shown (R4.6)."""
    yield from _header(timeline)
    if withheld:
        yield tag(
            "Note", "Not carried: cards that may not be looked at while the deal runs; see who took their tricks."
        )
    before = None
    for entry in _in_order(timeline):
        if isinstance(entry, fact.PlayersChanged):
            yield from _unfinished_row(before, None)
            yield from _names(entry.players)
            continue
        lines = list(_LINES[type(entry.entry.event)](entry))
        if lines:
            yield from _unfinished_row(before, entry)
            yield from lines
        if lines or isinstance(entry.entry.event, fact.CardPlayed):
            before = entry
    yield from _unfinished_row(before, None)


HEADER = {"Notation", "Preset", "Option", "Recording", "FirstDealer", "Tag", "Score"}
OUTSIDE_TRICKS = {
    "Deal", "Dealer", "DealerChanged", "Discard", "Bid", "Contract", "Trump", "Exchange", "Taken", "ThrownIn", "Adjustment", "Closed",
    *NAMES.values(),
}  # fmt: skip


def tagged_deals(timeline: Timeline) -> tuple[list[str], dict[int, list[str]]]:
    """The tags that state the rules and the score, and by deal those of its bidding and its end, for a form that has the tricks itself."""
    header: list[str] = []
    deals: dict[int, list[str]] = {}
    for line in lines(timeline):
        name = line.partition(" ")[0].removeprefix("[")
        if name == "Deal" or (not deals and name in HEADER):
            section = deals.setdefault(len(deals) + 1, []) if name == "Deal" else header
            section.append(line)
        elif deals and name in OUTSIDE_TRICKS:
            deals[len(deals)].append(line)
    return header, deals


class _Moment(NamedTuple):
    """An entry, the table after it, where reneges were proven, and the versions of leads out of turn in its deal."""

    entry: Standing
    match: Match
    reneges: Reneges
    out_of_turn: Sequence[int]


def _in_order(timeline: Timeline) -> Iterator[_Moment | fact.PlayersChanged]:
    """The entries that stand and the changes of names, as they came."""
    both: list[Iterable[tuple[int, _Moment | fact.PlayersChanged]]] = [_moments(timeline), name_changes(timeline)]
    for _, one in merge(*both, key=lambda versioned: versioned[0]):
        yield one


def _moments(timeline: Timeline) -> Iterator[tuple[int, _Moment]]:
    reneges, out_of_turn = _reneges(timeline.match), list[int]()
    for entry, match in timeline.tables():
        if isinstance(entry.event, fact.DealStarted):
            out_of_turn = []
        if isinstance(entry.event, fact.CardPlayed) and entry.event.out_of_turn:
            out_of_turn.append(entry.version)
        yield entry.version, _Moment(entry, match, reneges, out_of_turn)


def _reneges(match: Match) -> Reneges:
    """Where a renege has been upheld: deal, trick, seat."""
    return frozenset(
        (claim.deal, trick, claim.accused)
        for claim in match.claims
        if claim.accused and claim.ruling and claim.ruling.verdict == "upheld" and not claim.withdrawn
        for trick in claim.ruling.tricks
    )


# --- tags ----------------------------------------------------------------------------------------------------------


def tag(name: str, *values: object) -> str:
    """A tag line; each value is a JSON string, because every name and reason must read back."""
    return f"[{' '.join([name, *(orjson.dumps(str(value)).decode() for value in values)])}]"


def _header(timeline: Timeline) -> Iterator[str]:
    match, opening = timeline.match, timeline.match.opening
    sheet = scoresheet_view(timeline)
    yield tag("Notation", VERSIONS[opening.rules.edition])
    yield tag("Match", timeline.recorded.match)
    yield tag("Opened", timeline.opened_at)
    yield tag("Log", f"{timeline.version}:{timeline.hash}")
    yield tag("Preset", opening.preset)
    preset = as_options((first_edition_rules if opening.rules.edition == 1 else rules_of)(opening.preset, {}))
    for name, value in stored(opening.rules).items():
        if value != preset[name]:
            yield tag("Option", name, orjson.dumps(value).decode())
    if opening.time_zone:
        yield tag("TimeZone", opening.time_zone)
    yield tag("Recording", opening.recording)
    yield tag("FirstDealer", opening.first_dealer.value)
    yield tag("InitialScore", _pair(sheet["initial_score"]))
    for name, value in opening.tags.items():
        yield tag("Tag", name, value)
    yield from _names(opening.players)
    yield tag("Status", "abandoned" if match.abandoned else match.status)
    yield tag("Score", _pair(sheet["score"]))
    yield tag("Ended", sheet["ended"] or UNRECORDED)
    yield tag("Winner", DRAW if sheet["drawn"] else sheet["winner"] or UNRECORDED)
    for note in _notes(timeline):
        yield tag("Note", note)


def _names(players: Any) -> Iterator[str]:
    for seat in SEATS:
        if seat in players:
            yield tag(NAMES[seat], players[seat] or "")


def _pair(points: Any) -> str:
    return f"NS {points['NS']} EW {points['EW']}"


AROUND = tuple(kind.stored_as for kind in (fact.ScorerProposed, fact.ScorerChanged, fact.RematchOpened))


def _notes(timeline: Timeline) -> Iterator[str]:
    """What is in the log and not in this text."""
    standing = timeline.entries()
    corrections = sum(isinstance(entry.event, (fact.CardCorrected, fact.EntriesCorrected)) for entry in standing)
    corrections -= sum(isinstance(e.event, fact.CardCorrected) and e.event.kind == "taken-back" for e in standing)
    reopened = _reopened(timeline)
    around = sum(moment.recorded.type in AROUND for moment in timeline.moments_back())
    undone = timeline.version - len(standing) - len(name_changes(timeline)) - 2 * reopened - around
    yield "Not carried: who recorded each entry and when, the chain of hashes. The log itself is the ndjson export."
    if undone:
        yield f"Not carried: {undone} entries of undo and of what was undone."
    if reopened:
        yield f"Not carried: that the match was closed and reopened, {reopened} times."
    if around:
        yield f"Not carried: {around} entries about who keeps the score or where the table plays on."
    if corrections:
        yield f"Not carried: {corrections} corrections; the entries are given as they read now."
    if any(claim.superseded for claim in timeline.match.claims):
        yield "A ruling was superseded by a correction; read back it is made once, by the entries as they read now."


def _reopened(timeline: Timeline) -> int:
    """How often the match was closed and opened again; nothing can stand between the two (R9.6)."""
    return sum(moment.recorded.type == fact.MatchReopened.stored_as for moment in timeline.moments_back())


# --- tricks --------------------------------------------------------------------------------------------------------


def _unfinished_row(before: _Moment | None, after: _Moment | None) -> Iterator[str]:
    """The row of a trick interrupted by another entry; the row is repeated later with the cards that followed."""
    if before is None or not isinstance(before.entry.event, (fact.CardPlayed, fact.CardCorrected)):
        return
    if after is not None and isinstance(after.entry.event, fact.CardPlayed):
        return
    if before.match.deal.tricks and before.match.deal.tricks[-1].winner is None:
        yield _current_row(before)


def _row(match: Match, number: int, trick: Trick, reneges: Reneges, out_of_turn: bool = False) -> str:
    """A trick in the columns N E S W, its cards marked, and who took it."""
    deal = match.deal_numbered(number)
    assert deal is not None
    cells = {seat: SITS_OUT if seat is deal.sitting_out else UNRECORDED for seat in SEATS}
    for play in trick.plays:
        cells[play.seat] = str(play.card) + (LED_OUT_OF_TURN if out_of_turn and play is trick.plays[0] else "")
    for seat in SEATS:
        cells[seat] += RENEGE if (number, trick.number, seat) in reneges else ""
    row = "".join(f"{cells[seat]:7}" for seat in SEATS)
    return f"   {trick.number:<7}{row}{trick.winner.value if trick.winner else UNRECORDED}"


def _current_row(moment: _Moment) -> str:
    """The last trick; marked where its first card was a lead out of turn that the table let stand (J1.1)."""
    deal = moment.match.deal
    trick = deal.tricks[-1]
    out_of_turn = bool(trick.plays) and trick.plays[0].version in moment.out_of_turn
    return _row(moment.match, deal.number, trick, moment.reneges, out_of_turn)


# --- a line for each kind of entry -----------------------------------------------------------------------------------


def _deal(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.DealStarted)
    yield ""
    yield tag("Deal", event.deal)
    yield tag("Dealer", event.dealer.value)


def _bid(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.BidMade)
    yield tag("Bid", event.seat.value, event.bid, *([event.trump.value] if event.trump else []))


def _thrown_in(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.DealThrownIn)
    yield tag("ThrownIn", event.reason, *([event.lost_by.value] if event.lost_by else []))


def _played(moment: _Moment) -> Iterator[str]:
    """A row, once its trick is complete; the names of the columns above the first."""
    deal = moment.match.deal
    trick = deal.tricks[-1]
    if trick.number == 1 and len(trick.plays) == 1:
        yield COLUMNS
    if trick.winner:
        yield _current_row(moment)
    yield from _over(moment)


def _trick_taken(moment: _Moment) -> Iterator[str]:
    deal = moment.match.deal
    if len(deal.tricks) == 1:
        yield COLUMNS
    yield _row(moment.match, deal.number, deal.tricks[-1], moment.reneges)
    yield from _over(moment)


def _over(moment: _Moment) -> Iterator[str]:
    taken = getattr(moment.match.deal.stage, "taken", None)
    if taken is not None:
        yield tag("Taken", f"NS {taken.ns} EW {taken.ew}")


def _turned_up(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.CardsRecorded)
    deal = moment.match.deal_numbered(event.deal)
    assert deal is not None
    yield tag("TurnedUp", event.deal)
    for trick, up in zip(deal.tricks, event.tricks, strict=True):
        yield _row(moment.match, event.deal, trick, moment.reneges, up.out_of_turn)


def _claim(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.ClaimMade)
    by = event.by.value if event.by else "referee"
    if event.cards is not None:
        yield tag("Claim", event.claim, event.kind, by, cards_text(event.cards))
    else:
        accused = event.accused.value if event.accused else UNRECORDED
        yield tag("Claim", event.claim, event.kind, by, accused, f"{event.deal}.{event.trick or UNRECORDED}")


def _ruling(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.ClaimRuled)
    price = " ".join(f"{line.team.value} {line.points:+}" for line in event.lines)
    yield tag("Ruling", event.claim, event.verdict, event.ground, price)


def _taken_back(moment: _Moment) -> Iterator[str]:
    event = moment.entry.event
    assert isinstance(event, fact.CardCorrected)
    if event.kind == "entry":
        return
    play = next(play for play in moment.match.deal.tricks[-1].plays if play.version == event.version)
    yield tag("TakenBack", play.seat.value, event.card)
    if moment.match.deal.tricks[-1].winner:
        yield _current_row(moment)


def cards_text(cards: Iterable[Card] | None) -> str:
    """Cards in a tag: `9C JH`, `-` for cards face down, nothing for none."""
    return UNRECORDED if cards is None else " ".join(map(str, cards))


def _tagged(*parts: Callable[[Any], object], name: str) -> Callable[[_Moment], Iterator[str]]:
    def line(moment: _Moment) -> Iterator[str]:
        yield tag(name, *(part(moment.entry.event) for part in parts))

    return line


_LINES: dict[type, Callable[[_Moment], Iterator[str]]] = {
    fact.MatchOpened: lambda moment: iter(()),
    fact.DealStarted: _deal,
    fact.DealerChanged: _tagged(lambda e: e.dealer.value, name="DealerChanged"),
    fact.DealerDiscarded: _tagged(lambda e: e.deal, lambda e: e.card or UNRECORDED, name="Discard"),
    fact.BidMade: _bid,
    fact.ContractDeclared: _tagged(
        lambda e: e.maker.value, lambda e: e.bid, lambda e: e.trump.value if e.trump else UNRECORDED, name="Contract"
    ),
    fact.TrumpNamed: _tagged(lambda e: e.suit.value, name="Trump"),
    fact.CardsExchanged: _tagged(
        lambda e: e.deal, lambda e: cards_text(e.discarded), lambda e: cards_text(e.received), name="Exchange"
    ),
    fact.CardPlayed: _played,
    fact.TrickTaken: _trick_taken,
    fact.TricksCounted: _tagged(lambda e: f"NS {e.NS} EW {e.EW}", name="Taken"),
    fact.CardsShown: _tagged(lambda e: e.deal, lambda e: e.seat.value, lambda e: cards_text(e.cards), name="Shown"),
    fact.CardsRecorded: _turned_up,
    fact.DealThrownIn: _thrown_in,
    fact.ClaimMade: _claim,
    fact.ClaimRuled: _ruling,
    fact.ClaimConceded: _tagged(lambda e: e.claim, lambda e: e.by.value, name="Concession"),
    fact.ClaimWithdrawn: _tagged(lambda e: e.claim, lambda e: e.by.value, name="Withdrawal"),
    fact.CardCorrected: _taken_back,
    fact.EntriesCorrected: lambda moment: iter(()),
    fact.ScoreAdjusted: _tagged(lambda e: e.team.value, lambda e: e.points, lambda e: e.reason, name="Adjustment"),
    fact.MatchClosed: _tagged(
        lambda e: "abandoned" if e.abandoned else "early" if e.early else "decided", name="Closed"
    ),
}
