"""Random matches with everything in them: every variant, disputes, undo, corrections, substitutes, all depths of record.

Cards are really dealt; the plays come from real hands, by nobody's rules, so that reneges happen and claims are decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from random import Random

from referee.exporters.source import Source
from referee.game import commands as ask
from referee.game.forms import trumps
from referee.game.refused import Refused
from referee.game.state import Match, Over, Phase, Playing, first_leader, seat_to_play, seat_to_speak
from referee.game.timeline import Timeline
from referee.projections.table import next_view
from referee.rules.auction import PASS, sayable
from referee.rules.cards import SUIT_CARDS, Card, pack
from referee.rules.moves import Discarded, Passed, Played, hands_as_dealt
from referee.rules.options import OPTIONS, PRESETS, IncompatibleOptions, InvalidOption, Rules, rules_of
from referee.rules.seats import SEATS, TEAMS, Seat, clockwise_from
from referee.rules.tricks import winning_index
from referee.rules.trump import suit_of
from referee.service import Service, acting, joining
from referee.service.access import SCORER
from referee.stores.memory import MemoryStore
from tests.strategies import any_value

NAMES = ["Ann", "Bòb", "Սոնա", "सीता", "=SUM(A1)", '"O\'Neil"\\', "Dan, jr", "@eve", "李雷", "x" * 40]


def service(prefix: str = "match") -> Service:
    """A service on a fresh store in memory, with a clock and ids of its own that repeat themselves."""
    ticks, ids = count(), count(1)

    def clock() -> str:
        seconds = next(ticks)
        return f"2026-11-{1 + seconds // 86400:02}T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.000Z"

    return Service(MemoryStore(), clock, lambda: f"{prefix}{next(ids):04}")


def source(service: Service, match: str, lang: str = "en") -> Source:
    """What the exporters are given for a match."""
    return Source(lambda: service.events(match), lambda: service.timeline(match), lang)


def random_rules(random: Random) -> tuple[str, Rules]:
    """A preset with a few options changed; the target is low, so that matches end."""
    while True:
        preset = random.choice(list(PRESETS))
        options = {
            name: any_value(random, OPTIONS[name])
            for name in random.sample(list(OPTIONS), random.choice((0, 0, 1, 3, 6)))
        }
        options.setdefault("target", random.choice((6, 12, 20, None)))
        options.setdefault("deals", random.choice((None, None, 1, 3)))
        try:
            return preset, rules_of(preset, options)
        except (InvalidOption, IncompatibleOptions):
            continue


def random_match(random: Random, acts: int = 150, rules: tuple[str, Rules] | None = None) -> tuple[Service, str]:
    """A service and the match played in it: closed when it was decided, ended early, abandoned, or left; now and then
    reopened and played on."""
    here = service()
    preset, law = rules or random_rules(random)
    opening = ask.OpenMatch(
        law, preset,
        players={seat: random.choice([None, *NAMES]) for seat in SEATS},
        first_dealer=random.choice(SEATS),
        tags=random.choice(({}, {"league": "Fife", "round": "2"})),
        initial_score=random.choice(({}, {TEAMS[0]: 3, TEAMS[1]: -2})),
    )  # fmt: skip
    match = joining.open_match(here, opening).match
    play = _Play(here, match, random)
    for _ in range(acts):
        if play.timeline.match.closed:
            if random.random() < 0.6:
                break
            play.act(ask.Reopen(random.choice(("a wrong count", '=a "quoted" no'))))
        play.once()
    if play.timeline.match.status == "playing" and random.random() < 0.5:
        acting.act(here, match, random.choice((ask.Close(abandoned=True), ask.Close(early=True))), SCORER)
    return here, match


class _Play:
    def __init__(self, here: Service, match: str, random: Random) -> None:
        self.here, self.match, self.random = here, match, random
        self.dealt: dict[tuple[int, Seat], dict[Seat, list[Card]]] = {}

    @property
    def timeline(self) -> Timeline:
        return self.here.timeline(self.match)

    def act(self, command: ask.Command) -> None:
        with suppress(Refused):
            acting.act(self.here, self.match, command, SCORER)

    def once(self) -> None:
        """One act: mostly what comes next, now and then something else."""
        random = self.random
        if random.random() < 0.15:
            self.act(random.choice(list(self._asides()))())
            return
        table = self.timeline.match
        self.act(_NEXT[next_view(table)["action"]](self, table))

    def hands(self, table: Match) -> dict[Seat, list[Card]]:
        """The cards that each seat holds now."""
        deal, rules = table.deal, table.rules
        key = deal.number, deal.dealer
        if key not in self.dealt:
            cards = shuffled(self.random, rules)
            sizes = hands_as_dealt(rules, deal.dealer)
            self.dealt[key] = {
                seat: [cards.pop() for _ in range(size)] for seat, size in zip(SEATS, sizes, strict=True)
            }
        hands = {seat: list(cards) for seat, cards in self.dealt[key].items()}
        for move in deal.moves:
            if isinstance(move, (Played, Discarded)) and move.card in hands[move.seat]:
                hands[move.seat].remove(move.card)
            if isinstance(move, Passed):
                for card in [card for card in move.cards or () if card in hands[move.giver]]:
                    hands[move.giver].remove(card)
                    hands[move.giver.partner].append(card)
        return hands

    # --- what comes next ---

    def discard(self, table: Match) -> ask.Command:
        card = self.random.choice(self.hands(table)[table.deal.dealer])
        return ask.Discard(self.random.choice((card, None)))

    def bid(self, table: Match) -> ask.Command:
        if not table.deal.calls and self.random.random() < 0.25:
            return self.contract(table)
        may = sayable(table.deal.calls, table.rules)
        bid = PASS if PASS in may and self.random.random() < 0.5 else self.random.choice(may)
        trump = self.random.choice(trumps(table.rules)) if table.rules.bid_names_trump and bid != PASS else None
        return ask.Bid(seat_to_speak(table.deal, table.rules), bid, trump)

    def contract(self, table: Match) -> ask.Command:
        may = sayable((), table.rules)
        trump = self.random.choice((None, *trumps(table.rules)))
        contract = ask.DeclareContract(self.random.choice(SEATS), self.random.choice(may[1:]), trump)
        if self.random.random() < 0.5:
            return ask.RecordResult(contract, self.counts(table))
        return self.random.choice((contract, contract, ask.RecordAllPassed(), ask.Redeal()))

    def trump(self, table: Match) -> ask.Command:
        return ask.NameTrump(self.random.choice(trumps(table.rules)))

    def exchange(self, table: Match) -> ask.Command:
        maker, number = table.deal.maker, table.rules.ask_cards
        assert maker
        hands = self.hands(table)
        cards = [tuple(self.random.sample(hands[seat], number)) for seat in (maker, maker.partner)]
        return ask.Exchange(*(self.random.choice((one, None)) for one in cards))

    def counts(self, table: Match) -> ask.CountTricks:
        north_south = self.random.randint(0, table.rules.all_tricks)
        return ask.CountTricks(north_south, table.rules.all_tricks - north_south)

    def play(self, table: Match) -> ask.Command:
        stage, random = table.deal.stage, self.random
        assert isinstance(stage, Playing)
        roll = random.random()
        if roll < 0.02:
            return self.counts(table)
        if roll < 0.07 or stage.contract.trump is None:
            return ask.TakeTrick(random.choice([seat for seat in SEATS if seat is not stage.contract.sitting_out]))
        seat, out_of_turn = seat_to_play(table.deal, stage, table.rules), False
        if roll < 0.1:
            seat, out_of_turn = random.choice(SEATS), True
        hand = self.hands(table)[seat] or shuffled(random, table.rules)
        led = stage.tricks[-1].plays[0].card if stage.tricks and not stage.tricks[-1].winner else None
        trump = stage.contract.trump
        follow = [card for card in hand if led and suit_of(card, trump) is suit_of(led, trump)]
        return ask.Play(seat, random.choice(follow if follow and random.random() < 0.8 else hand), out_of_turn)

    def close(self, table: Match) -> ask.Command:
        return ask.Close()

    # --- anything else ---

    def _asides(self) -> Iterator[Callable[[], ask.Command]]:
        random, timeline = self.random, self.timeline
        table, seats = timeline.match, random.sample(SEATS, 2)
        deal = random.randint(1, table.deal.number)
        trick = random.choice((None, random.randint(1, table.rules.all_tricks)))
        for _ in range(4):
            yield lambda: ask.ClaimRenege(seats[0], seats[1], random.choice((deal, None)), trick)
        yield lambda: ask.Undo()
        yield lambda: ask.Redo()
        yield lambda: ask.Undo(random.randint(2, timeline.version))
        yield lambda: ask.AdjustScore(
            random.choice(TEAMS), random.choice((-1, 2)), random.choice(("late", '=a "quoted" no'))
        )
        yield lambda: ask.ChangePlayers({random.choice(SEATS): random.choice([None, *NAMES])})
        yield lambda: ask.Concede(random.randint(1, max(1, len(table.claims))), seats[0])
        yield lambda: ask.Withdraw(random.randint(1, max(1, len(table.claims))), seats[0])
        yield lambda: ask.Show(seats[0], tuple(random.sample(self.hands(table)[seats[0]] or [SUIT_CARDS[0]], 1)))
        yield lambda: ask.Redeal()
        yield lambda: ask.ChangeDealer(seats[0])
        yield lambda: ask.Close(early=random.random() < 0.2)
        yield lambda: self._correction(table)
        yield lambda: self._correction(table)
        yield lambda: self._turned_up(table, deal)
        yield lambda: ask.ClaimAceNoFace(seats[0], tuple(self.hands(table)[seats[0]]))

    def _correction(self, table: Match) -> ask.Command:
        plays = [play for trick in table.deal.tricks for play in trick.plays]
        if not plays:
            return ask.Redo()
        play = self.random.choice(plays[-4:])
        card = self.random.choice(self.hands(table)[play.seat] or [SUIT_CARDS[0]])
        return self.random.choice((ask.TakeBack, ask.CorrectCard))(play.version, card)

    def _turned_up(self, table: Match, number: int) -> ask.Command:
        """Tricks that fit the count of a past deal, if luck has it."""
        deal = table.deal_numbered(number)
        assert deal
        if (
            not isinstance(deal.stage, Over)
            or not deal.contract
            or not deal.contract.trump
            or deal.stage.phase is not Phase.OVER
        ):
            return ask.Redo()
        return ask.RecordCards(number, turned_up(self.random, table, number))


def shuffled(random: Random, rules: Rules) -> list[Card]:
    """The cards that these rules play with, in any order."""
    cards = list(pack(rules.decks, rules.joker, rules.lowest_card))
    random.shuffle(cards)
    return cards


def turned_up(random: Random, table: Match, number: int) -> tuple[ask.TurnedUp, ...]:
    """Tricks of a deal of which only the result is known, played with cards dealt at random until they fit."""
    deal = table.deal_numbered(number)
    assert deal and deal.contract and deal.contract.trump and isinstance(deal.stage, Over)
    for _ in range(30):
        cards = shuffled(random, table.rules)
        leader, tricks, north_south = first_leader(deal.dealer, deal.contract, table.rules), [], 0
        for _ in range(table.rules.all_tricks):
            order = clockwise_from(leader, deal.sitting_out)
            played = tuple(cards.pop() for _ in order)
            tricks.append(ask.TurnedUp(leader, played))
            leader = order[winning_index(played, deal.contract.trump, table.rules.identical_cards)]
            north_south += leader in (Seat.N, Seat.S)
        if deal.stage.taken and north_south == deal.stage.taken.ns:
            break
    return tuple(tricks)


_NEXT: dict[str | None, Callable[[_Play, Match], ask.Command]] = {
    "discard": _Play.discard,
    "bid": _Play.bid,
    "name-trump": _Play.trump,
    "exchange": _Play.exchange,
    "play": _Play.play,
    "close": _Play.close,
}
