"""What each tag of a deal's section records (docs/notation.md): one small function per tag, by name and number of values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.game import commands as ask
from referee.game.state import Over
from referee.importing.notation.lines import card_of, cards_of, pair_of, unreadable
from referee.importing.notation.reading import Reading
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


def _deal(reading: Reading, number: str) -> None:
    reading.section += 1
    reading.check(int(number) == reading.section == reading.match.deal.number, "wrong-deal")


def _dealer(reading: Reading, seat: str) -> None:
    reading.check(reading.deal.dealer is Seat(seat), "wrong-dealer")


def _bid(reading: Reading, seat: str, bid: str, trump: str | None = None) -> None:
    reading.act(ask.Bid(Seat(seat), bid, Trump(trump) if trump is not None else None))


def _taken(reading: Reading, text: str) -> None:
    """The count that ends a running deal; for a deal that is over, the count that its tricks must match."""
    taken = pair_of(reading.line, text)
    stage = reading.deal.stage
    if not isinstance(stage, Over):
        reading.act(ask.CountTricks(taken[Team.NS], taken[Team.EW]))
    else:
        reading.check(
            stage.taken is not None and (stage.taken.ns, stage.taken.ew) == tuple(taken.values()), "wrong-count"
        )


def _thrown_in(reading: Reading, reason: str, lost_by: str | None = None) -> None:
    """A misdeal, or all passing; whatever the rules have thrown in by themselves, or a team lost by a renege (R7.5), is
    only compared."""
    if not isinstance(reading.deal.stage, Over):
        commands: dict[str, ask.Command] = {"misdeal": ask.Redeal(), "all-passed": ask.RecordAllPassed()}
        reading.check(reason in commands, "does-not-follow")
        reading.act(commands[reason])
    stage = reading.deal.stage
    assert isinstance(stage, Over)
    came = ("renege", stage.lost_by.value) if stage.lost_by else (stage.thrown_in, None)
    reading.check(came == (reason, lost_by), "does-not-follow")


def _claim(reading: Reading, number: str, kind: str, by: str, accused: str, place: str) -> None:
    deal, _, trick = place.partition(".")
    if by != "referee":
        reading.check(kind == "renege", "bad-value")
        reading.act(ask.ClaimRenege(Seat(by), Seat(accused), int(deal), None if trick == "-" else int(trick)))
        reading.check(len(reading.match.claims) >= int(number), "does-not-follow")
    reading.check(1 <= int(number) <= len(reading.match.claims), "does-not-follow")
    made = reading.match.claims[int(number) - 1]
    reading.check((made.by.value if made.by else "referee", made.accused) == (by, Seat(accused)), "does-not-follow")


def _ace_no_face(reading: Reading, number: str, kind: str, by: str, cards: str) -> None:
    reading.check(kind == "ace-no-face" and int(number) == len(reading.match.claims) + 1, "bad-value")
    reading.act(ask.ClaimAceNoFace(Seat(by), cards_of(reading.line, cards) or ()))


def _ruling(reading: Reading, number: str, verdict: str, ground: str, price: str) -> None:
    reading.rulings[int(number)] = verdict, ground, reading.line


def _taken_back(reading: Reading, seat: str, card: str) -> None:
    tricks = reading.deal.tricks
    play = next((play for play in tricks[-1].plays if play.seat is Seat(seat)), None) if tricks else None
    if play is None:
        raise unreadable(reading.line, "too-late-to-take-back")
    reading.act(ask.TakeBack(play.version, card_of(reading.line, card)))


def _turned_up(reading: Reading, deal: str) -> None:
    reading.turned_up = int(deal), []


def _exchange(reading: Reading, deal: str, discarded: str, received: str) -> None:
    reading.act(ask.Exchange(cards_of(reading.line, discarded), cards_of(reading.line, received), int(deal)))


def _shown(reading: Reading, deal: str, seat: str, cards: str) -> None:
    reading.act(ask.Show(Seat(seat), cards_of(reading.line, cards) or (), int(deal)))


def _discard(reading: Reading, deal: str, card: str) -> None:
    reading.act(ask.Discard(None if card == "-" else card_of(reading.line, card), int(deal)))


def _contract(reading: Reading, maker: str, bid: str, trump: str) -> None:
    reading.act(ask.DeclareContract(Seat(maker), bid, None if trump == "-" else Trump(trump)))


CLOSED = {"decided": ask.Close(), "early": ask.Close(early=True), "abandoned": ask.Close(abandoned=True)}
TAGS: Mapping[tuple[str, int], Callable[..., None]] = {
    ("Deal", 1): _deal,
    ("Dealer", 1): _dealer,
    ("Discard", 2): _discard,
    ("DealerChanged", 1): lambda reading, seat: reading.act(ask.ChangeDealer(Seat(seat))),
    ("Bid", 2): _bid,
    ("Bid", 3): _bid,
    ("Contract", 3): _contract,
    ("Trump", 1): lambda reading, suit: reading.act(ask.NameTrump(Trump(suit))),
    ("Exchange", 3): _exchange,
    ("Taken", 1): _taken,
    ("Shown", 3): _shown,
    ("TurnedUp", 1): _turned_up,
    ("ThrownIn", 1): _thrown_in,
    ("ThrownIn", 2): _thrown_in,
    ("Claim", 5): _claim,
    ("Claim", 4): _ace_no_face,
    ("Ruling", 4): _ruling,
    ("Concession", 2): lambda reading, number, by: reading.act(ask.Concede(int(number), Seat(by))),
    ("Withdrawal", 2): lambda reading, number, by: reading.act(ask.Withdraw(int(number), Seat(by))),
    ("TakenBack", 2): _taken_back,
    ("Adjustment", 3): lambda reading, team, points, why: reading.act(ask.AdjustScore(Team(team), int(points), why)),
    ("Closed", 1): lambda reading, how: reading.act(CLOSED[how]),
    ("Note", 1): lambda reading, text: None,
}
