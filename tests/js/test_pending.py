"""What a phone out of reach makes of the entries that wait is what the referee will say of them: the turn, deal after deal."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.game import commands as ask
from referee.game.state import Phase
from referee.game.timeline import Timeline
from referee.projections.table import match_view
from referee.rules.cards import pack
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, TEAMS
from referee.rules.tricks import winning_index
from referee.rules.trump import Trump
from tests.programs import NODE
from tests.strategies import Evening, any_rules

PICTURES = Path(__file__).with_name("pictures.mjs")
KNOWN = ("number", "dealer", "phase", "bids", "maker", "contract", "trump", "sitting_out", "tricks_taken", "cards_left")


def drawn(asked: Iterable[Any]) -> list[Any]:
    """What the page's own modules make of each."""
    lines = "\n".join(map(json.dumps, asked))
    done = subprocess.run(
        [str(NODE), str(PICTURES)], input=lines, capture_output=True, text=True, timeout=60, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def fact_of(command: ask.Command) -> dict[str, Any]:
    """The entry that the page makes for it (acts.js, actions.js)."""
    match command:
        case ask.Bid(seat, bid, trump):
            return {
                "type": "bid-made",
                "data": {"seat": seat.value, "bid": bid} | ({"trump": trump.value} if trump else {}),
            }
        case ask.NameTrump(suit):
            return {"type": "trump-named", "data": {"suit": suit.value}}
        case ask.Play(seat, card):
            return {"type": "card-played", "data": {"seat": seat.value, "card": str(card)}}
        case ask.TakeTrick(winner):
            return {"type": "trick-taken", "data": {"winner": winner.value}}
        case ask.Exchange(discarded, received):
            return {"type": "cards-exchanged", "data": {"discarded": _texts(discarded), "received": _texts(received)}}
        case ask.Discard(card):
            return {"type": "dealer-discarded", "data": {"card": str(card) if card else None}}
        case ask.CountTricks(ns, ew):
            return {"type": "tricks-counted", "data": {"NS": ns, "EW": ew}}
        case ask.RecordResult():
            return {"type": "contract-declared", "data": {}}
        case ask.ChangeDealer(seat):
            return {"type": "dealer-changed", "data": {"dealer": seat.value}}
        case ask.RecordAllPassed() | ask.Redeal():
            reason = "misdeal" if isinstance(command, ask.Redeal) else "all-passed"
            return {"type": "deal-thrown-in", "data": {"reason": reason}}
    raise AssertionError(command)


def _texts(cards: Any) -> list[str] | None:
    return None if cards is None else [str(card) for card in cards]


def command_of(evening: Evening, random: Random) -> ask.Command:
    """What the table does next, at any depth."""
    match = evening.timeline.match
    phase, deal, chance = match.deal.stage.phase, match.deal, random.random()
    if phase in (Phase.DISCARD, Phase.AUCTION) and not deal.calls and chance < 0.15:
        if chance < 0.03 and not deal.moves:
            return ask.ChangeDealer(random.choice([seat for seat in SEATS if seat is not deal.dealer]))
        ns = random.randint(0, match.rules.all_tricks)
        contract = ask.DeclareContract(random.choice(SEATS), "moon", Trump.HEARTS)
        whole = ask.RecordResult(contract, ask.CountTricks(ns, match.rules.all_tricks - ns))
        stuck = match.rules.all_pass == "stick-the-dealer"
        return random.choice((whole, ask.Redeal(), ask.Redeal() if stuck else ask.RecordAllPassed()))
    if phase is Phase.PLAY and chance < 0.25:
        trick = deal.tricks[-1] if deal.tricks else None
        if chance < 0.03:
            left = match.rules.all_tricks - len([one for one in deal.tricks if one.winner])
            taken = {team: sum(1 for one in deal.tricks if one.winner and one.winner.team is team) for team in TEAMS}
            return ask.CountTricks(taken[TEAMS[0]] + left, taken[TEAMS[1]])
        if trick is None or trick.winner:
            return evening.take_trick()
    return evening.next_act()


def view(timeline: Timeline) -> Any:
    return json.loads(json.dumps(match_view("m1", timeline)))


def picture(match: Any) -> Any:
    """What of the referee's view the page can know before it is asked."""
    tricks = [
        {key: value for key, value in trick.items() if key != "plays"}
        | {"plays": [{"seat": play["seat"], "card": play["card"]} for play in trick["plays"]]}
        for trick in match["deal"]["tricks"]
    ]
    bids = [{key: value for key, value in said.items() if value is not None} for said in match["deal"]["bids"]]
    return {
        "next": match["next"],
        "deal": {key: match["deal"][key] for key in KNOWN} | {"bids": bids, "tricks": tricks},
    }


@pytest.mark.node
def test_the_phone_draws_what_the_referee_will_say() -> None:
    random, asked, expected, kinds = Random(15), [], [], Counter[str]()
    for number in range(60):
        evening = Evening(
            random, any_rules(random, 0.3, target=None, deals=None, identical_cards=("first", "second")[number % 2])
        )
        before, facts = view(evening.timeline), list[Any]()
        for _ in range(80):
            command = command_of(evening, random)
            evening.do(command)
            facts.append(fact_of(command))
            kinds[facts[-1]["type"]] += 1
            if random.random() < 0.2:
                asked.append({"match": before, "facts": list(facts)})
                expected.append(picture(view(evening.timeline)))
                if random.random() < 0.3:
                    before, facts = view(evening.timeline), []
    assert len(kinds) == 10 and min(kinds.values()) > 10, kinds
    for one, shown, true in zip(asked, drawn(asked), expected, strict=True):
        known = {"next": shown["next"], "deal": {key: shown["deal"].get(key) for key in (*KNOWN, "tricks")}}
        assert known == true, (one["match"]["deal"], one["match"]["rules"], one["facts"])
        assert shown["unscored"] == true["deal"]["number"] - one["match"]["deal"]["number"]


@pytest.mark.node
def test_the_phone_judges_a_trick_as_the_referee_does() -> None:  # R4.4, V3.2, V4.2, V5
    random, asked, expected = Random(4), [], []
    for _ in range(20_000):
        preset, identical = (
            random.choice(("classic", "joker", "double-deck", "double-deck-32")),
            random.choice(("first", "second")),
        )
        rules = rules_of(preset, {})
        trumps = [trump for trump in Trump if trump.suit or not rules.joker]
        trump, size = random.choice(trumps), random.choice((3, 4))
        cards = random.sample([*pack(rules.decks, rules.joker, rules.lowest_card)], size)
        seats = random.sample(SEATS, size)
        plays = [{"seat": seat.value, "card": str(card)} for seat, card in zip(seats, cards, strict=True)]
        asked.append({"plays": plays, "trump": trump.value, "identical": identical})
        expected.append(seats[winning_index(cards, trump, identical)].value)
    assert drawn(asked) == expected
