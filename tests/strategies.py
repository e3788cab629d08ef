"""Random matches from a seed: real hands are dealt and really played, so what the log holds is what can have happened.

`Evening` plays; `any_command` asks for anything at all, sensible or not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.game import commands as ask
from referee.game.forms import trumps
from referee.game.state import Bidding, Discarding, Exchanging, NamingTrump, Over, Playing, seat_to_play, seat_to_speak
from referee.game.timeline import Timeline
from referee.rules.auction import PASS, sayable
from referee.rules.cards import JOKER, SUIT_CARDS, Card, pack
from referee.rules.moves import Discarded, Passed, Played, hands_as_dealt
from referee.rules.options import OPTIONS, Choice, IncompatibleOptions, InvalidOption, Rules, Value, rules_of
from referee.rules.seats import SEATS, TEAMS, Seat, clockwise_from
from referee.rules.tricks import playable, winning_index
from referee.rules.trump import Trump, strength, suit_of
from tests.tables import act, opened

Hands = dict[Seat, list[Card]]


def any_rules(random: Random, share: float = 0.3, **fixed: Value) -> Rules:
    """Allowed options, about so many of them changed; the target low enough for a match to end."""
    while True:
        options: dict[str, Value] = {"target": random.randint(3, 15)}
        for name, kind in OPTIONS.items():
            if random.random() < share and name != "target":
                options[name] = any_value(random, kind)
        try:
            return rules_of("classic", options | fixed)
        except (IncompatibleOptions, InvalidOption):
            continue


def any_value(random: Random, kind: object) -> Value:
    """A value that an option allows."""
    if isinstance(kind, Choice):
        return random.choice(kind.values)
    return random.choice([kind.default, kind.low, random.randint(kind.low, min(kind.high, 30))])


class Evening:
    """A match that is really played: `dealt` holds the hands of each deal, `timeline` what the referee knows."""

    def __init__(self, random: Random, rules: Rules, cheats: float = 0.0) -> None:
        self.random, self.cheats = random, cheats
        self.timeline = opened(rules, first_dealer=random.choice("NESW"))
        self.dealt: dict[int, Hands] = {}
        self.hidden: dict[tuple[int, str | int], Sequence[Card]] = {}

    @property
    def rules(self) -> Rules:
        return self.timeline.match.rules

    def do(self, command: ask.Command, by: str = "scorer") -> None:
        """One act; raises Refused."""
        self.timeline = act(self.timeline, command, by)

    def play_deals(self, number: int = 1) -> Timeline:
        """Plays so many deals to their ends, fewer if the match is decided."""
        until = self.timeline.match.deal.number + number
        while self.timeline.match.deal.number < until and self.timeline.match.status == "playing":
            self.do(self.next_act())
        return self.timeline

    def hands_dealt(self, number: int) -> Hands:
        """The hands of a deal as they were dealt."""
        if number not in self.dealt:
            deal = self.timeline.match.deal_numbered(number)
            cards = list(pack(self.rules.decks, self.rules.joker, self.rules.lowest_card))
            self.random.shuffle(cards)
            sizes = hands_as_dealt(self.rules, deal.dealer)
            self.dealt[number] = {
                seat: [cards.pop() for _ in range(size)] for seat, size in zip(SEATS, sizes, strict=True)
            }
        return self.dealt[number]

    def hands(self) -> Hands:
        """What each seat holds now, in truth."""
        deal = self.timeline.match.deal
        hands = {seat: list(cards) for seat, cards in self.hands_dealt(deal.number).items()}
        gaps: dict[int, list[Card]] = {}
        for move in deal.moves:
            if isinstance(move, Played):
                gap = gaps.setdefault(move.trick, list(self.hidden.get((deal.number, move.trick), ())))
                card = move.card or (gap.pop(0) if gap else hands[move.seat][0])
                _take(hands[move.seat], [card])
            elif isinstance(move, Discarded):
                _take(
                    hands[move.seat],
                    [move.card] if move.card else self.hidden.get((deal.number, "discard"), hands[move.seat][:1]),
                )
            elif isinstance(move, Passed):
                way = "given" if move.giver is deal.maker else "received"
                cards = (
                    move.cards
                    if move.cards is not None
                    else self.hidden.get((deal.number, way), hands[move.giver][: move.size])
                )
                _take(hands[move.giver], cards)
                hands[move.giver.partner] += cards
        return hands

    def next_act(self) -> ask.Command:
        """What the table does next, in earnest."""
        match self.timeline.match.deal.stage:
            case Discarding():
                return self._discard()
            case Bidding():
                return self._bid()
            case NamingTrump():
                return ask.NameTrump(self.random.choice(trumps(self.rules)))
            case Exchanging() as stage:
                return self._exchange(stage)
            case Playing() as stage:
                return ask.Play(seat_to_play(self.timeline.match.deal, stage, self.rules), self.card_to_play(stage))
            case Over():
                return ask.Close()

    def _discard(self) -> ask.Command:
        deal = self.timeline.match.deal
        card = self.random.choice(self.hands()[deal.dealer])
        self.hidden[deal.number, "discard"] = [card]
        return ask.Discard(card if self.random.random() < 0.5 else None)

    def _bid(self) -> ask.Command:
        deal = self.timeline.match.deal
        may = sayable(deal.calls, self.rules)
        passes = PASS in may and self.random.random() < 0.5
        bid = PASS if passes else self.random.choice(may)
        trump = self.random.choice(trumps(self.rules)) if self.rules.bid_names_trump and bid != PASS else None
        return ask.Bid(seat_to_speak(deal, self.rules), bid, trump)

    def _exchange(self, stage: Exchanging) -> ask.Command:
        maker, trump, hands = stage.contract.maker, stage.contract.trump, self.hands()
        count, number = self.rules.ask_cards, self.timeline.match.deal.number
        held = [card for card in hands[maker.partner] if suit_of(card, trump) is trump.suit]
        if not held and self.rules.ask_no_trump == "no-exchange":
            return ask.Exchange((), ())
        given = tuple(self.random.sample(hands[maker], count))
        best = sorted(hands[maker.partner], key=lambda card: strength(card, trump, None), reverse=True)
        received = tuple(best[:count])
        self.hidden[number, "given"], self.hidden[number, "received"] = given, received
        return ask.Exchange(*(self.random.choice((cards, None)) for cards in (given, received)))

    def card_to_play(self, stage: Playing, so_far: Sequence[Card] | None = None) -> Card:
        """A card of the seat in turn; now and then, as often as `cheats` says, one that does not follow suit."""
        trick = stage.tricks[-1] if stage.tricks and stage.tricks[-1].winner is None else None
        led = trick.plays[0].card if trick else None
        hand = self.hands()[seat_to_play(self.timeline.match.deal, stage, self.rules)]
        legal, _ = playable(hand, led, stage.contract.trump or Trump.HIGH)
        others = [card for card in hand if card not in legal]
        return self.random.choice(
            others if others and self.random.random() < self.cheats else legal or list(SUIT_CARDS)
        )

    def take_trick(self) -> ask.Command:
        """A trick of which only the winner is told."""
        deal = self.timeline.match.deal
        stage, hands = deal.stage, self.hands()
        assert isinstance(stage, Playing)
        seats = clockwise_from(seat_to_play(deal, stage, self.rules), stage.contract.sitting_out)
        trump = stage.contract.trump or Trump.HIGH
        cards: list[Card] = []
        for seat in seats:
            legal, _ = playable(hands[seat], cards[0] if cards else None, trump)
            cards.append(self.random.choice(legal or list(SUIT_CARDS)))
        self.hidden[deal.number, len(stage.tricks) + 1] = cards
        return ask.TakeTrick(seats[winning_index(cards, trump, self.rules.identical_cards)])


def _take(hand: list[Card], cards: Sequence[Card | None]) -> None:
    for card in cards:
        if card in hand:
            hand.remove(card)


# --- anything at all -------------------------------------------------------------------------------------------------


def any_command(random: Random, timeline: Timeline) -> ask.Command:
    """Any command, mostly with values that make some sense at this table."""
    return random.choice(_ANY)(random, timeline)


def _seat(random: Random) -> Seat:
    return random.choice(SEATS)


def _card(random: Random) -> Card:
    return random.choice((*SUIT_CARDS, JOKER))


def _cards(random: Random, most: int = 7) -> tuple[Card, ...]:
    return tuple(random.sample((*SUIT_CARDS, JOKER), random.randint(0, most)))


def _bid(random: Random) -> str:
    return random.choice(("pass", "ask", "moon", "7", "x", *"0123456"))


def _deal(random: Random, timeline: Timeline) -> int | None:
    return random.choice((None, random.randint(0, timeline.match.deal.number + 1)))


def _version(random: Random, timeline: Timeline) -> int:
    return random.randint(0, timeline.version + 1)


def _contract(random: Random) -> ask.DeclareContract:
    return ask.DeclareContract(_seat(random), _bid(random), random.choice((None, *Trump)))


def _counts(random: Random, timeline: Timeline) -> ask.CountTricks:
    ns = random.randint(-1, timeline.match.rules.all_tricks)
    return ask.CountTricks(ns, timeline.match.rules.all_tricks - ns + (random.random() < 0.2))


def _turned_up(random: Random, timeline: Timeline) -> ask.Command:
    tricks = (
        ask.TurnedUp(_seat(random), _cards(random, 4), random.random() < 0.3) for _ in range(random.choice((1, 6)))
    )
    return ask.RecordCards(_deal(random, timeline) or 1, tuple(tricks))


_MEMBERS = (
    {"bid": "5"}, {"bid": "x"}, {"seat": "N"}, {"suit": "H"}, {"trump": None}, {"trump": "S"}, {"card": "9C"}, {"card": None},
    {"winner": "E"}, {"NS": 3, "EW": 3}, {"NS": "3"}, {"points": 5}, {"points": 10**30}, {"cards": ["9C", "AH"]}, {"deal": 1},
    {"received": ["AH"]}, {"discarded": None}, {"discarded": []}, {"tricks": []}, {"nonsense": 1}, {}, {"maker": "W"}, {"cards": 7},
    {"dealer": "E"},
)  # fmt: skip


def _corrections(random: Random, timeline: Timeline) -> ask.Command:
    versions = [_version(random, timeline) for _ in range(random.randint(0, 2))]
    return ask.CorrectEntries({version: dict(random.choice(_MEMBERS)) for version in versions})


_ANY = (
    lambda r, at: ask.Discard(random_or_none(r, _card(r)), _deal(r, at)),
    lambda r, at: ask.Bid(_seat(r), _bid(r), r.choice((None, None, *Trump))),
    lambda r, at: ask.ChangeDealer(_seat(r)),
    lambda r, at: ask.NameTrump(r.choice(tuple(Trump))),
    lambda r, at: ask.Exchange(random_or_none(r, _cards(r, 2)), random_or_none(r, _cards(r, 2)), _deal(r, at)),
    lambda r, at: ask.Play(_seat(r), _card(r), r.random() < 0.3),
    lambda r, at: ask.PlayTrick(_cards(r, 4)),
    lambda r, at: ask.TakeTrick(_seat(r)),
    lambda r, at: _contract(r),
    _counts,
    lambda r, at: ask.RecordResult(_contract(r), _counts(r, at)),
    lambda r, at: ask.RecordAllPassed(),
    lambda r, at: ask.Show(_seat(r), _cards(r, 3), _deal(r, at)),
    _turned_up,
    lambda r, at: ask.Redeal(),
    lambda r, at: ask.ClaimRenege(_seat(r), _seat(r), _deal(r, at), r.choice((None, 0, 1, 2, 3, 7))),
    lambda r, at: ask.ClaimAceNoFace(_seat(r), _cards(r)),
    lambda r, at: ask.Concede(r.randint(0, len(at.match.claims) + 1), _seat(r)),
    lambda r, at: ask.Withdraw(r.randint(0, len(at.match.claims) + 1), _seat(r)),
    lambda r, at: ask.Undo(random_or_none(r, _version(r, at))),
    lambda r, at: ask.Redo(random_or_none(r, _version(r, at))),
    lambda r, at: ask.TakeBack(_version(r, at), _card(r)),
    lambda r, at: ask.CorrectCard(_version(r, at), _card(r)),
    _corrections,
    lambda r, at: ask.AdjustScore(r.choice(TEAMS), r.randint(-9, 9), "agreed"),
    lambda r, at: ask.ChangePlayers({_seat(r): r.choice(("Ann", None))}),
    lambda r, at: (
        ask.Close(r.random() < 0.1, r.random() < 0.2) if r.random() < 0.1 else ask.RecordAllPassed()
    ),
    lambda r, at: ask.Reopen("the last deal was wrong"),
)  # fmt: skip


def random_or_none(random: Random, value: object) -> object:
    return random.choice((value, None))
