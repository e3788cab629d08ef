"""The words in which the tests tell what happened at a table, and the log that comes of it. Clock and ids are fixed.

A *line* is one or more acts: `"E:pass S:pass W:4 N:pass"`, `"trump H"`, `"W:AH N:9H E:KC S:QH"`; all words stand in `_WORDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from referee.events import types as fact
from referee.events.codec import data_of, name_of
from referee.events.log import FIRST_PREV, Recorded, seal
from referee.game import commands as ask
from referee.game.decide import decide_act, open_match, well_formed
from referee.game.refused import Refused
from referee.game.state import Match
from referee.game.tables import Folded
from referee.game.timeline import Timeline, advance, begin
from referee.projections.rulings import claim_view
from referee.rules.auction import PASS
from referee.rules.cards import Card, parse_card
from referee.rules.options import FirstEdition, Rules, as_options, rules_of
from referee.rules.seats import SEATS, Seat, Team
from referee.rules.trump import Trump

MATCH, AT = "m1", "2026-03-01T19:30:00.000Z"


def table(
    preset: str = "classic",
    first_dealer: str = "N",
    initial: tuple[int, int] = (0, 0),
    edition: int = 2,
    **options: Any,
) -> Timeline:
    """A table that was just opened under these options; North deals if not said otherwise. Of the first `edition` are those
    that were opened before the second."""
    rules = rules_of(preset, options)
    return opened(rules if edition == 2 else FirstEdition(**as_options(rules)), preset, first_dealer, initial)


def opened(
    rules: Rules, preset: str = "classic", first_dealer: str = "N", initial: tuple[int, int] = (0, 0)
) -> Timeline:
    """A table under these rules."""
    scores = {Team.NS: initial[0], Team.EW: initial[1]}
    events = open_match(ask.OpenMatch(rules, preset, {}, Seat(first_dealer), "anyone", {}, scores))
    first = _sealed(events[0], 1, 1, FIRST_PREV, "scorer")
    return _appended(begin(first), events[1:], 1, "scorer")


def played(*lines: str, **options: Any) -> Timeline:
    """The table after these lines; options as in `table`."""
    return then(table(**options), *lines)


def then(timeline: Timeline, *lines: str) -> Timeline:
    """The table after further lines."""
    for line in lines:
        for command in commands(timeline, line):
            timeline = act(timeline, command)
    return timeline


def act(timeline: Timeline, command: ask.Command, by: str = "scorer") -> Timeline:
    """The table after one act; raises Refused."""
    well_formed(timeline.match, command)
    decided = decide_act(timeline, command)
    return _appended(timeline, decided.events, timeline.version + 1, by, decided.tables)


def _appended(
    timeline: Timeline, events: Sequence[fact.Event], of_act: int, by: str, tables: Sequence[Match | Folded] = ()
) -> Timeline:
    for event, table in zip_longest(events, tables):
        timeline = advance(timeline, _sealed(event, timeline.version + 1, of_act, timeline.hash, by), event, table)
    return timeline


def _sealed(event: fact.Event, version: int, of_act: int, prev: str, by: str) -> Recorded:
    referees = isinstance(event, fact.ClaimRuled) or (isinstance(event, fact.ClaimMade) and event.by is None)
    return seal(MATCH, version, of_act, name_of(event), data_of(event), "referee" if referees else by, AT, prev)


def log_of(timeline: Timeline) -> list[Recorded]:
    """The log that led to this table."""
    return timeline.log()


def refusal(timeline: Timeline, line: str) -> str:
    """The code with which the (last) act of the line is refused. That nothing is recorded is looked at, too."""
    return refused(timeline, line).code


def refused(timeline: Timeline, line: str) -> Refused:
    """How the (last) act of the line is refused."""
    *before, last = commands(timeline, line)
    for command in before:
        timeline = act(timeline, command)
    table_before, version = timeline.match, timeline.version
    try:
        act(timeline, last)
    except Refused as error:
        assert (timeline.match, timeline.version) == (table_before, version)
        return error
    raise AssertionError(f"{line}: not refused")


# --- reading the table -----------------------------------------------------------------------------------------------


def score(timeline: Timeline) -> tuple[int, int]:
    """The score, North and South first."""
    return timeline.match.score.ns, timeline.match.score.ew


def lines(timeline: Timeline, deal: int | None = None) -> list[tuple[str, str, int]]:
    """The lines booked in a deal, by default the current one: team, code, points."""
    found = timeline.match.deal_numbered(deal or timeline.match.deal.number)
    assert found is not None
    return [(line.team.value, line.code, line.points) for line in found.lines]


def claim(timeline: Timeline, number: int = 1) -> dict[str, Any]:
    """A claim as its readers see it."""
    return claim_view(timeline.match, timeline.match.claims[number - 1])


def ruled(timeline: Timeline, number: int = 1) -> tuple[str, str, int]:
    """A claim's verdict and ground, and the points of its penalty (0 for none)."""
    view = claim(timeline, number)
    return view["verdict"], view["ground"], view["penalty"]["points"] if view["penalty"] else 0


def events_since(timeline: Timeline, version: int) -> list[str]:
    """The stored names of all events after a version."""
    return [recorded.type for recorded in log_of(timeline)[version:]]


def version_of(timeline: Timeline, seat: str, trick: int, deal: int | None = None) -> int:
    """The version of the card that a seat played to a trick."""
    found = timeline.match.deal_numbered(deal or timeline.match.deal.number)
    assert found is not None
    return next(play.version for play in found.tricks[trick - 1].plays if play.seat is Seat(seat))


# --- the words -------------------------------------------------------------------------------------------------------


def commands(timeline: Timeline, line: str) -> Iterator[ask.Command]:
    """The commands that a line stands for."""
    word, *rest = line.split()
    if ":" in word:
        yield from (_said(one) for one in (word, *rest))
    else:
        yield _WORDS[word](timeline, rest)


def cards(text: str | Sequence[str]) -> tuple[Card, ...]:
    """The cards of a text such as `"AH 9C"`."""
    return tuple(parse_card(code) for code in (text.split() if isinstance(text, str) else text))


def _said(word: str) -> ask.Command:
    """`W:4` is a bid, `W:4+H` one that names its trump, `W:AH` a card, `!W:AH` a card led out of turn."""
    seat, what = word.removeprefix("!").split(":")
    bid, _, trump = what.partition("+")
    if bid.isdigit() or bid in (PASS, "ask", "moon"):
        return ask.Bid(Seat(seat), bid, Trump(trump) if trump else None)
    return ask.Play(Seat(seat), parse_card(what), word.startswith("!"))


def _of_deal(words: list[str]) -> tuple[list[str], int | None]:
    return (words[:-2], int(words[-1])) if "deal" in words else (words, None)


def _hidden(word: str) -> tuple[Card, ...] | None:
    """`-` is face down, `none` no card at all, `9C,TC` two cards."""
    return None if word == "-" else () if word == "none" else cards(word.split(","))


def _contract(words: Sequence[str]) -> ask.DeclareContract:
    maker, bid, trump = words
    return ask.DeclareContract(Seat(maker), bid, None if trump == "-" else Trump(trump))


def _result(timeline: Timeline, words: list[str]) -> ask.Command:
    if words == ["passed"]:
        return ask.RecordAllPassed()
    return ask.RecordResult(_contract(words[:3]), ask.CountTricks(int(words[3]), int(words[4])))


def _discard(timeline: Timeline, words: list[str]) -> ask.Command:
    (card,), deal = _of_deal(words)
    return ask.Discard(None if card == "-" else parse_card(card), deal)


def _exchange(timeline: Timeline, words: list[str]) -> ask.Command:
    (given, received), deal = _of_deal(words)
    return ask.Exchange(_hidden(given), _hidden(received), deal)


def _show(timeline: Timeline, words: list[str]) -> ask.Command:
    (seat, *shown), deal = _of_deal(words)
    return ask.Show(Seat(seat), cards(shown), deal)


def _claim(timeline: Timeline, words: list[str]) -> ask.Command:
    (by, accused, *trick), deal = _of_deal(words)
    return ask.ClaimRenege(Seat(by), Seat(accused), deal, int(trick[0]) if trick else None)


def _turned_up(timeline: Timeline, words: list[str]) -> ask.Command:
    """`turned-up 1 W:AH,9H,KH,TH N:...`: the deal, then each trick with its leader; `!` as for a card."""
    tricks = []
    for word in words[1:]:
        leader, up = word.removeprefix("!").split(":")
        tricks.append(ask.TurnedUp(Seat(leader), cards(up.split(",")), word.startswith("!")))
    return ask.RecordCards(int(words[0]), tuple(tricks))


def _played_at(timeline: Timeline, word: str) -> int:
    """`E2` is the card of E in trick 2 of the current deal, `E2/1` in deal 1, `17` a version."""
    if word.isdigit():
        return int(word)
    trick, _, deal = word[1:].partition("/")
    return version_of(timeline, word[0], int(trick), int(deal) if deal else None)


def _swap(timeline: Timeline, words: list[str]) -> ask.Command:
    """`swap E2 E4`: two cards were entered the wrong way round."""
    one, other = (timeline.standing_at(_played_at(timeline, word)) for word in words)
    return ask.CorrectEntries(
        {one.version: {"card": str(other.event.card)}, other.version: {"card": str(one.event.card)}}
    )


_WORDS: dict[str, Callable[[Timeline, list[str]], ask.Command]] = {
    "trump": lambda at, words: ask.NameTrump(Trump(words[0])),
    "trick": lambda at, words: ask.PlayTrick(cards(words)),
    "took": lambda at, words: ask.TakeTrick(Seat(words[0])),
    "contract": lambda at, words: _contract(words),
    "count": lambda at, words: ask.CountTricks(int(words[0]), int(words[1])),
    "result": _result,
    "dealer": lambda at, words: ask.ChangeDealer(Seat(words[0])),
    "discard": _discard,
    "exchange": _exchange,
    "show": _show,
    "turned-up": _turned_up,
    "redeal": lambda at, words: ask.Redeal(),
    "claim": _claim,
    "ace": lambda at, words: ask.ClaimAceNoFace(Seat(words[0]), cards(words[1:])),
    "concede": lambda at, words: ask.Concede(int(words[0]), Seat(words[1])),
    "withdraw": lambda at, words: ask.Withdraw(int(words[0]), Seat(words[1])),
    "undo": lambda at, words: ask.Undo(int(words[0]) if words else None),
    "redo": lambda at, words: ask.Redo(int(words[0]) if words else None),
    "take-back": lambda at, words: ask.TakeBack(_played_at(at, words[0]), parse_card(words[1])),
    "correct": lambda at, words: ask.CorrectCard(_played_at(at, words[0]), parse_card(words[1])),
    "swap": _swap,
    "adjust": lambda at, words: ask.AdjustScore(Team(words[0]), int(words[1]), " ".join(words[2:]) or "agreed"),
    "name": lambda at, words: ask.ChangePlayers({Seat(words[0]): words[1]}),
    "close": lambda at, words: ask.Close(),
    "propose": lambda at, words: ask.ProposeScorer(Seat(words[1]), Seat(words[0])),
    "scorer": lambda at, words: ask.ChangeScorer(Seat(words[0]) if words else None, tuple(map(Seat, words[1:]))),
    "rematch": lambda at, words: ask.LinkRematch(words[0], dict(zip(SEATS, map(Seat, words[1]), strict=True))),
    "abandon": lambda at, words: ask.Close(abandoned=True),
    "end-early": lambda at, words: ask.Close(early=True),
    "reopen": lambda at, words: ask.Reopen(" ".join(words) or "a wrong count"),
}
