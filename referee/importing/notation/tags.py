"""What each tag of a deal's section asks of the table (docs/notation.md): one small function a tag, told apart by name and size."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.game import commands as ask
from referee.game.state import Over
from referee.importing.notation.lines import card_of, cards_of, pair_of, unreadable
from referee.importing.notation.table import Table
from referee.rules.seats import Seat, Team
from referee.rules.trump import Trump


def _deal(table: Table, number: str) -> None:
    table.section += 1
    table.check(int(number) == table.section == table.match.deal.number, "wrong-deal")


def _dealer(table: Table, seat: str) -> None:
    table.check(table.deal.dealer is Seat(seat), "wrong-dealer")


def _taken(table: Table, text: str) -> None:
    """The count that ends a running deal, or what the tricks of one that is over must add up to."""
    taken = pair_of(table.line, text)
    stage = table.deal.stage
    if not isinstance(stage, Over):
        table.act(ask.CountTricks(taken[Team.NS], taken[Team.EW]))
    else:
        table.check(
            stage.taken is not None and (stage.taken.ns, stage.taken.ew) == tuple(taken.values()), "wrong-count"
        )


def _thrown_in(table: Table, reason: str) -> None:
    """A misdeal, or all passing; whatever the rules have thrown in by themselves is only compared."""
    if not isinstance(table.deal.stage, Over):
        commands: dict[str, ask.Command] = {"misdeal": ask.Redeal(), "all-passed": ask.RecordAllPassed()}
        table.check(reason in commands, "does-not-follow")
        table.act(commands[reason])
    table.check(getattr(table.deal.stage, "thrown_in", None) == reason, "does-not-follow")


def _claim(table: Table, number: str, kind: str, by: str, accused: str, place: str) -> None:
    deal, _, trick = place.partition(".")
    if by != "referee":
        table.check(kind == "renege", "bad-value")
        table.act(ask.ClaimRenege(Seat(by), Seat(accused), int(deal), None if trick == "-" else int(trick)))
        table.check(len(table.match.claims) >= int(number), "does-not-follow")
    table.check(1 <= int(number) <= len(table.match.claims), "does-not-follow")
    made = table.match.claims[int(number) - 1]
    table.check((made.by.value if made.by else "referee", made.accused) == (by, Seat(accused)), "does-not-follow")


def _ace_no_face(table: Table, number: str, kind: str, by: str, cards: str) -> None:
    table.check(kind == "ace-no-face" and int(number) == len(table.match.claims) + 1, "bad-value")
    table.act(ask.ClaimAceNoFace(Seat(by), cards_of(table.line, cards) or ()))


def _ruling(table: Table, number: str, verdict: str, ground: str, price: str) -> None:
    table.rulings[int(number)] = verdict, ground, table.line


def _taken_back(table: Table, seat: str, card: str) -> None:
    tricks = table.deal.tricks
    play = next((play for play in tricks[-1].plays if play.seat is Seat(seat)), None) if tricks else None
    if play is None:
        raise unreadable(table.line, "too-late-to-take-back")
    table.act(ask.TakeBack(play.version, card_of(table.line, card)))


def _turned_up(table: Table, deal: str) -> None:
    table.turned_up = int(deal), []


def _exchange(table: Table, deal: str, discarded: str, received: str) -> None:
    table.act(ask.Exchange(cards_of(table.line, discarded), cards_of(table.line, received), int(deal)))


def _shown(table: Table, deal: str, seat: str, cards: str) -> None:
    table.act(ask.Show(Seat(seat), cards_of(table.line, cards) or (), int(deal)))


def _discard(table: Table, deal: str, card: str) -> None:
    table.act(ask.Discard(None if card == "-" else card_of(table.line, card), int(deal)))


def _contract(table: Table, maker: str, bid: str, trump: str) -> None:
    table.act(ask.DeclareContract(Seat(maker), bid, None if trump == "-" else Trump(trump)))


TAGS: Mapping[tuple[str, int], Callable[..., None]] = {
    ("Deal", 1): _deal,
    ("Dealer", 1): _dealer,
    ("Discard", 2): _discard,
    ("Bid", 2): lambda table, seat, bid: table.act(ask.Bid(Seat(seat), bid)),
    ("Contract", 3): _contract,
    ("Trump", 1): lambda table, suit: table.act(ask.NameTrump(Trump(suit))),
    ("Exchange", 3): _exchange,
    ("Taken", 1): _taken,
    ("Shown", 3): _shown,
    ("TurnedUp", 1): _turned_up,
    ("ThrownIn", 1): _thrown_in,
    ("Claim", 5): _claim,
    ("Claim", 4): _ace_no_face,
    ("Ruling", 4): _ruling,
    ("Concession", 2): lambda table, number, by: table.act(ask.Concede(int(number), Seat(by))),
    ("Withdrawal", 2): lambda table, number, by: table.act(ask.Withdraw(int(number), Seat(by))),
    ("TakenBack", 2): _taken_back,
    ("Adjustment", 3): lambda table, team, points, why: table.act(ask.AdjustScore(Team(team), int(points), why)),
    ("Closed", 1): lambda table, how: table.act(ask.Close(abandoned=how == "abandoned")),
    ("Note", 1): lambda table, text: None,
}
