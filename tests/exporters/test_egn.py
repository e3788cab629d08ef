"""Euchre Game Notation: held against the rules of its documentation, replayed by EGN's own logic, hashed by its own rule."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.exporters import FORMATS, NotExportable
from referee.exporters.egn import baseline_hash, egn_document, replayable
from referee.game import commands as ask
from referee.game.refused import Refused
from referee.i18n import LANGUAGES
from referee.importing.logs import imported
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, Seat
from referee.service import acting, joining
from tests.exporters.egn_condensed import pack, unpack
from tests.exporters.matches import service, source
from tests.exporters.test_logs import exported, played

CARD = re.compile(r"[78N9TJQKAX][SsHhCcDdxtngh]|[LRB]")
CALLS = {"Pass", "Order", "s", "h", "d", "c", "n", "x"}
SEEDS = range(90)


def documents() -> list[tuple[int, dict[str, Any]]]:
    found = []
    for seed in SEEDS:
        here, match = played(seed)
        try:
            found.append((seed, json.loads(exported(here, match, "egn"))))
        except NotExportable as error:
            assert error.reason in ("double-deck", "no-trump-low")
    return found


def members(value: dict[str, Any], required: set[str], optional: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    assert required <= value.keys() <= required | optional, value.keys()


def cards(value: list[str]) -> None:
    assert len(value) <= 10 and all(CARD.fullmatch(card) for card in value)


def annotations(value: dict[str, list[str]]) -> None:
    assert all(re.fullmatch("[0-9]+", index) and len(told) <= 50 for index, told in value.items())
    assert all(len(one) <= 1024 for told in value.values() for one in told)


def valid(egn: dict[str, Any]) -> None:
    members(egn, {"fileType", "version", "metadata", "deals"})
    assert egn["fileType"] == "Euchre Game Notation" and re.fullmatch(r"1\.[234](\.\d+)?", egn["version"])
    about = egn["metadata"]
    members(about, {"players", "initialScore"}, {"gameId", "title", "description", "date", "finalScore", "ruleset"})
    assert all(
        len(about[name]) <= most for name, most in (("gameId", 64), ("title", 128), ("description", 1024), ("date", 64))
    )
    assert len(about["players"]) == 4 and all(len(name) <= 64 for name in about["players"])
    assert all(len(about[name]) == 2 for name in ("initialScore", "finalScore") if name in about)
    if "ruleset" in about:
        members(about["ruleset"], {"winning_score"}, {"std", "joker", "partners_best", "allow_no_trump"})
        assert about["ruleset"]["winning_score"] > 0
    assert len(egn["deals"]) <= 100
    for number, deal in enumerate(egn["deals"]):
        members(deal, {"dealNumber", "initialState", "phases"})
        assert deal["dealNumber"] == number
        members(deal["initialState"], {"dealer", "upCard"})
        assert deal["initialState"]["dealer"] in range(4) and CARD.fullmatch(deal["initialState"]["upCard"])
        for index, phase in enumerate(deal["phases"]):
            valid_phase(phase, index)


def valid_phase(phase: dict[str, Any], index: int) -> None:
    assert phase["phaseNumber"] == index
    if phase["type"] == "TRICK_PLAY":
        members(phase, {"phaseNumber", "type", "tricks"}, {"playAnnotations"})
        assert index == 1 and len(phase["tricks"]) <= 10
        for trick in phase["tricks"]:
            cards(trick)
        annotations(phase.get("playAnnotations", {}))
        return
    members(phase, {"phaseNumber", "type", "calls"}, {"isAlone", "discard", "cardExchanges", "callAnnotations"})
    assert index == 0 and phase["type"] == "EUCHRE_BIDDING"
    assert len(phase["calls"]) <= 8 and set(phase["calls"]) <= CALLS
    for exchange in phase.get("cardExchanges", []):
        members(exchange, {"sender", "receiver", "cards"})
        cards(exchange["cards"])
    annotations(phase.get("callAnnotations", {}))


def test_every_document_keeps_the_published_rules() -> None:
    assert len(documents()) > 30
    for _, egn in documents():
        valid(egn)


def test_the_converter_reads_back_every_deal_that_it_can_write() -> None:
    """EGN's binary form knows no joker, no trump that was not recorded, no no-trump, and always eight passes of a deal that nobody bid."""
    seen = 0
    for _, egn in documents():
        for deal in egn["deals"]:
            bidding = deal["phases"][0]
            named = bidding["calls"][-1:]
            if "'B'" in str(deal["phases"]) or named in ([], ["n"], ["x"]):
                continue
            came = unpack(pack(deal))
            assert came["dealer"] == deal["initialState"]["dealer"] and came["calls"] == bidding["calls"]
            assert came["alone"] == bidding.get("isAlone", False)
            assert came["tricks"] == (deal["phases"][1]["tricks"] if len(deal["phases"]) > 1 else [])
            assert came["texts"] == [text for texts in bidding["callAnnotations"].values() for text in texts]
            seen += 1
    assert seen > 150


def test_what_is_read_back_is_the_match_unless_rulings_made_its_score() -> None:
    read = 0
    for seed, egn in documents():
        (here, match), there = played(seed), service("there")
        before = here.timeline(match)
        try:
            came = imported(there, json.dumps(egn).encode())
        except Refused as refused:
            assert refused.facts["reason"] in ("does-not-follow", "wrong-deal") and before.match.claims
            continue
        again = there.timeline(came.match)
        assert again.match.score == before.match.score and again.match.closed == before.match.closed
        assert again.match.rules == before.match.rules and again.match.opening.tags == before.match.opening.tags
        for ours, theirs in zip(before.match.past, again.match.past, strict=True):
            assert (ours.dealer, ours.contract, ours.sitting_out) == (
                theirs.dealer,
                theirs.contract,
                theirs.sitting_out,
            )
            known = [[(play.seat, play.card) for play in trick.plays] for trick in replayable(ours, before.match.rules)]
            assert [[(play.seat, play.card) for play in trick.plays] for trick in theirs.tricks][: len(known)] == known
        read += 1
    assert read > 25


@pytest.mark.parametrize("change", [lambda egn: egn["deals"].clear(), lambda egn: egn["deals"][0]["phases"].clear()])
def test_egn_that_does_not_say_what_was_bid_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    _, egn = documents()[0]
    change(egn)
    with pytest.raises(Refused) as refused:
        imported(service(), json.dumps(egn).encode())
    assert refused.value.facts == {"line": 1, "reason": "no-bids"}


@pytest.mark.parametrize("place", ["metadata", "players", "tricks", "dealer"])
def test_egn_with_other_shapes_in_it_is_refused(place: str) -> None:
    egn = next(egn for _, egn in documents() if len(egn["deals"][0]["phases"]) > 1)
    if place == "metadata":
        egn["metadata"] = []
    elif place == "players":
        egn["metadata"]["players"] = [1, 2, 3, 4]
    elif place == "tricks":
        egn["deals"][0]["phases"][1]["tricks"] = [[None]]
    else:
        egn["deals"][0]["initialState"]["dealer"] = 7
    with pytest.raises(Refused) as refused:
        imported(service(), json.dumps(egn).encode())
    assert refused.value.code == "broken-notation"


def replay(deal: dict[str, Any]) -> list[list[tuple[int, str]]]:
    """Who played what, by EGN's documented logic alone."""
    bidding, dealer = deal["phases"][0], deal["initialState"]["dealer"]
    index = next(index for index, call in enumerate(bidding["calls"]) if call != "Pass")
    assert index >= 4
    trump, maker = bidding["calls"][index], (dealer + 1 + index) % 4
    alone = bidding.get("isAlone", False)
    out = (maker + 2) % 4 if alone else None
    lead = (dealer + 2) % 4 if alone and out == (dealer + 1) % 4 else (dealer + 1) % 4
    tricks = []
    for trick in deal["phases"][1]["tricks"]:
        order = [seat for seat in ((lead + step) % 4 for step in range(4)) if seat != out]
        tricks.append(list(zip(order, trick, strict=False)))
        led = suit(trick[0], trump)
        lead = order[max(range(len(trick)), key=lambda at: (strength(trick[at], trump, led), -at))]
    return tricks


def suit(card: str, trump: str) -> str:
    partner = {"d": "h", "h": "d", "s": "c", "c": "s"}.get(trump)
    return trump if card == "B" or (card[0] == "J" and card[1] == partner) else card[1]


def strength(card: str, trump: str, led: str) -> int:
    if card == "B":
        return 101
    if card[0] == "J" and trump != "n" and suit(card, trump) == trump:
        return 100 if card[1] == trump else 99
    rank = "9TJQKA".index(card[0])
    return {trump: 80, led: 40}.get(card[1], -100) + rank


def test_other_tools_see_the_same_cards_in_the_same_seats() -> None:
    seen = 0
    for seed, egn in documents():
        here, match = played(seed)
        table = here.timeline(match).match
        for deal, told in zip((*table.past, table.deal), egn["deals"], strict=True):
            if len(told["phases"]) < 2:
                continue
            ours = [[(SEATS.index(play.seat), str(play.card)) for play in trick.plays] for trick in deal.tricks]
            theirs = [[(seat, ours_of(card)) for seat, card in trick] for trick in replay(told)]
            assert theirs == ours[: len(theirs)]
            assert len(theirs) == len(ours) or "From trick" in str(told)
            seen += len(theirs)
    assert seen > 300


def ours_of(card: str) -> str:
    return "JK" if card == "B" else card.upper()


def test_a_dealer_that_had_to_move_is_told() -> None:
    for seed, egn in documents():
        here, match = played(seed)
        table = here.timeline(match).match
        for deal, told in zip((*table.past, table.deal), egn["deals"], strict=True):
            first = next(iter(told["phases"][0]["callAnnotations"].values()))[0]
            assert f"Deal {deal.number}, dealer" in first


@pytest.mark.parametrize("options,reason", [({"decks": 2}, "double-deck")])
def test_what_it_cannot_carry_is_refused(options: dict[str, Any], reason: str) -> None:
    here = service()
    match = joining.open_match(here, ask.OpenMatch(rules_of("classic", options))).match
    with pytest.raises(NotExportable) as error:
        FORMATS["egn"].write(source(here, match))
    assert error.value.reason == reason


def test_too_many_deals_are_refused() -> None:
    here = service()
    match = joining.open_match(here, ask.OpenMatch(rules_of("classic", {"target": 1000}))).match
    from referee.service.access import SCORER

    for _ in range(100):
        acting.act(here, match, ask.RecordResult(ask.DeclareContract(Seat.N, "3", None), ask.CountTricks(3, 3)), SCORER)
    with pytest.raises(NotExportable) as error:
        FORMATS["egn"].write(source(here, match))
    assert error.value.facts == {"deals": 101, "most": 100}


def test_the_hash_leaves_annotations_and_empty_things_out() -> None:
    here, match = played(documents()[0][0])
    hashes = {baseline_hash(egn_document(here.timeline(match), lang)["deals"][0]) for lang in LANGUAGES}
    assert len(hashes) == 1
    game = {"b": [1, {"a": "x", "callAnnotations": {"0": ["no"]}}], "a": {"calls": []}, "c": False}
    assert baseline_hash(game) == hashlib.sha256(b'{"b":[1,{"a":"x"}],"c":false}').hexdigest()


def test_sorting_by_letters_and_by_codes_agree() -> None:
    """EGN sorts keys as people do, we by codes: for the keys that we write it is the same."""

    def check(value: Any) -> None:
        if isinstance(value, dict):
            assert sorted(value) == sorted(value, key=str.lower)
            for one in value.values():
                check(one)
        if isinstance(value, list):
            for one in value:
                check(one)

    for _, egn in documents():
        check(egn)
