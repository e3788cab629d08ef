"""Each entry of a log and each line of a score sheet is told in one line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.events.codec import ROWS
from referee.i18n import LANGUAGES, event_text, line_text
from tests.i18n.claims import FACTS, NAMES, NOBODY, a_deal

RENEGE = {"claim": 1, "kind": "renege", "by": "S", "accused": "E", "deal": 1, "trick": 2, "cards": None}
OPENED = {"preset": "classic", "rules": {"target": 32}, "players": NOBODY}
PROVEN = {
    "claim": 1,
    "verdict": "upheld",
    "ground": "led-suit-played-later",
    "facts": FACTS | {"proof": "QH", "proof_version": 20},
    "tricks": [2],
    "lines": [{"team": "EW", "code": "renege", "points": -2, "of_deal": 1, "trick": 2}],
}
REVERSED = PROVEN | {
    "verdict": "rejected",
    "ground": "followed-suit",
    "facts": FACTS | {"played": "KH"},
    "lines": [{"team": "EW", "code": "renege", "points": 2, "of_deal": 1, "trick": 2}],
}
HELD = "hearts were led in trick 2 and East played 9♣, but East still held Q♥, played in trick 4"

ENTRIES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("match-opened", OPENED, {}, "Match opened: Classic, to 32 points"),
    ("match-opened", OPENED | {"preset": "ours"}, {}, "Match opened: ours, to 32 points"),
    ("match-opened", OPENED | {"rules": {"target": None, "deals": 8}}, {}, "Match opened: Classic, 8 deals"),
    ("match-opened", OPENED | {"rules": {"target": None, "deals": 1}}, {}, "Match opened: Classic, 1 deal"),
    ("match-opened", OPENED | {"rules": {"target": 32, "deals": 8}}, {}, "Match opened: Classic, to 32 points or 8 deals"),
    ("match-opened", OPENED | {"rules": {"target": None, "deals": None}}, {}, "Match opened: Classic, until the table ends it"),
    ("match-opened", OPENED | {"rules": {"target": 32, "deals": None}}, {}, "Match opened: Classic, to 32 points"),
    ("dealer-changed", {"deal": 3, "dealer": "E"}, {"players": NAMES}, "The dealer put right: Bob dealt"),
    ("bid-made", {"seat": "E", "bid": "4", "trump": "H"}, {}, "East bids 4, trump: hearts"),
    ("bid-made", {"seat": "E", "bid": "ask", "trump": "S"}, {}, "East bids ask, trump: spades"),
    ("bid-made", {"seat": "E", "bid": "moon", "trump": "H"}, {}, "East bids moon, trump: hearts"),
    ("bid-made", {"seat": "E", "bid": "pass", "trump": None}, {}, "East passes"),
    ("card-played", {"seat": "N", "card": None, "withheld": True}, {}, "North plays a card"),
    ("card-corrected", {"version": 9, "card": None, "kind": "entry", "withheld": True}, {}, "The card of entry 9 is replaced"),
    ("deal-thrown-in", {"reason": "renege", "lost_by": "EW"}, {}, "Renege: East–West lose the deal"),
    ("match-closed", {"abandoned": False, "early": True}, {}, "The match is ended as it stands"),
    ("scorer-proposed", {"seat": "S", "by": "E"}, {}, "East wants South to be the scorer"),
    ("scorer-changed", {"seat": None}, {}, "The scorer has a new key"),
    ("scorer-changed", {"seat": "S"}, {}, "South is the scorer now"),
    ("scorer-changed", {"seat": "S", "agreed": ["E", "S"]}, {}, "East and South have made South the scorer"),
    ("rematch-opened", {"match": "abc", "seats": {}}, {}, "The table plays on in a new match"),
    ("match-reopened", {"reason": "a wrong count"}, {}, "The match is reopened (a wrong count)"),
    ("deal-started", {"deal": 3, "dealer": "E"}, {}, "Deal 3, dealer East"),
    ("deal-started", {"deal": 3, "dealer": "E"}, {"players": NAMES}, "Deal 3, dealer Bob"),
    ("dealer-discarded", {"deal": 1, "card": None}, {}, "The dealer discards a card face down"),
    ("dealer-discarded", {"deal": 1, "card": "9C"}, {}, "The dealer discards 9♣"),
    ("bid-made", {"seat": "E", "bid": "4"}, {}, "East bids 4"),
    ("bid-made", {"seat": "E", "bid": "pass"}, {}, "East passes"),
    ("bid-made", {"seat": "E", "bid": "ask"}, {"players": NAMES}, "Bob bids ask"),
    ("bid-made", {"seat": "E", "bid": "moon"}, {}, "East bids moon"),
    ("contract-declared", {"maker": "W", "bid": "4", "trump": "H"}, {}, "West is the maker with 4, trump: hearts"),
    ("contract-declared", {"maker": "W", "bid": "moon", "trump": None}, {},
     "West is the maker with a moon, trump not recorded"),
    ("trump-named", {"suit": "H"}, {"deal": a_deal()}, "West names hearts as trump"),
    ("trump-named", {"suit": "H"}, {}, "Trump: hearts"),
    ("trump-named", {"suit": "NL"}, {"deal": a_deal(), "players": NAMES}, "Dan names no-trump, nines high"),
    ("cards-exchanged", {"deal": 1, "discarded": None, "received": None}, {},
     "The maker and the partner exchange cards face down"),
    ("cards-exchanged", {"deal": 1, "discarded": ["9C"], "received": ["JH"]}, {}, "The maker gives 9♣ and gets J♥ back"),
    ("cards-exchanged", {"deal": 1, "discarded": ["9C"], "received": None}, {},
     "The maker gives 9♣; what comes back stays face down"),
    ("cards-exchanged", {"deal": 1, "discarded": None, "received": ["JK"]}, {},
     "The maker’s card stays face down; the joker comes back"),
    ("cards-exchanged", {"deal": 1, "discarded": [], "received": []}, {}, "No cards are exchanged"),
    ("card-played", {"seat": "N", "card": "9H"}, {}, "North plays 9♥"),
    ("card-played", {"seat": "N", "card": "JK", "out_of_turn": True}, {},
     "North leads the joker out of turn, and the table lets it stand"),
    ("trick-taken", {"winner": "E"}, {}, "East takes the trick"),
    ("tricks-counted", {"NS": 2, "EW": 4}, {}, "Tricks counted: North–South 2, East–West 4"),
    ("cards-shown", {"deal": 1, "seat": "W", "cards": ["9S", "JD"]}, {}, "West shows 9♠ and J♦"),
    ("cards-recorded", {"deal": 3, "tricks": []}, {}, "The cards of deal 3 are entered from the turned-up tricks"),
    ("deal-thrown-in", {"reason": "all-passed"}, {}, "All four pass: the deal is thrown in"),
    ("deal-thrown-in", {"reason": "ace-no-face"}, {}, "Ace no face: the deal is thrown in"),
    ("deal-thrown-in", {"reason": "misdeal"}, {}, "Misdeal: the deal is thrown in"),
    ("deal-thrown-in", {"reason": "renege"}, {}, "Renege: the deal ends here"),
    ("claim-made", RENEGE, {}, "South claims that East reneged in trick 2"),
    ("claim-made", RENEGE, {"deal": {"number": 3}}, "South claims that East reneged in trick 2 of deal 1"),
    ("claim-made", RENEGE | {"trick": None}, {}, "South claims that East reneged in deal 1"),
    ("claim-made", RENEGE | {"by": None}, {}, "The referee itself claims that East reneged in trick 2"),
    ("claim-made", RENEGE | {"kind": "ace-no-face", "by": "E", "accused": None, "trick": None, "cards": ["AH", "9C"]}, {},
     "East claims ace no face and shows A♥ and 9♣"),
    ("claim-ruled", PROVEN, {}, "The referee: claim 1 is upheld"),
    ("claim-ruled", REVERSED, {}, "The referee: claim 1 is rejected"),
    ("claim-ruled", PROVEN | {"verdict": "open"}, {}, "The referee: claim 1 is open again"),
    ("claim-ruled", PROVEN, {"claim": RENEGE, "deal": a_deal()},
     f"The referee on claim 1 – Upheld: {HELD}, so East and West lose 2 points."),
    ("claim-ruled", PROVEN, {"claim": RENEGE | {"by": None}, "deal": a_deal()},
     f"The referee on claim 1 – Claimed by the referee and upheld: {HELD}, so East and West lose 2 points."),
    ("claim-ruled", REVERSED, {"claim": RENEGE, "deal": a_deal()},
     "The referee on claim 1 – Rejected after a correction: hearts were led in trick 2 and East followed suit with K♥, "
     "and the earlier penalty is taken back."),
    ("claim-conceded", {"claim": 1, "by": "W"}, {}, "West concedes claim 1"),
    ("claim-withdrawn", {"claim": 1, "by": "S"}, {}, "South withdraws claim 1"),
    ("card-corrected", {"version": 14, "card": "KH", "kind": "entry"}, {}, "Correction: the card of entry 14 was K♥"),
    ("card-corrected", {"version": 14, "card": "KH", "kind": "taken-back"}, {},
     "The card of entry 14 is taken back, and K♥ is played in its place"),
    ("entries-corrected", {"entries": {"16": {}, "9": {}}}, {}, "Correction of entries 9 and 16"),
    ("entries-corrected", {"entries": {"16": {}}}, {}, "Correction of entry 16"),
    ("rewound", {"to": 16}, {}, "Undo: back to entry 16"),
    ("rewound", {"to": 18}, {"redo": True}, "Redo: forward to entry 18"),
    ("score-adjusted", {"team": "NS", "points": -2, "reason": "phone at the table"}, {"players": NAMES},
     "Score adjusted: −2 for Ann & Cat (phone at the table)"),
    ("players-changed", {"players": {"E": "Eve", "W": None}}, {}, "East is now Eve; West no longer has a name"),
    ("players-changed", {"players": {"E": "محمد"}}, {}, "East is now \u2068محمد\u2069"),
    ("match-closed", {"abandoned": False}, {}, "The match is closed"),
    ("match-closed", {"abandoned": True}, {}, "The match is abandoned"),
]  # fmt: skip


@pytest.mark.parametrize(("type", "data", "facts", "line"), ENTRIES)
def test_an_entry_is_told_in_one_line(type: str, data: dict[str, Any], facts: dict[str, Any], line: str) -> None:
    assert event_text(type, data, facts, "en") == line


@pytest.mark.parametrize("type", ROWS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_type_of_event_has_its_line(type: str, lang: str) -> None:
    rows = [row for row in ENTRIES if row[0] == type]
    assert rows
    for _, data, facts, _ in rows:
        line = event_text(type, data, facts, lang)
        assert line and not re.search(r"[{}\n]|None|  ", line)
        assert event_text(type, data, None, lang)


def test_what_the_opponents_gain_or_a_false_claim_costs_is_told() -> None:
    facts = {"claim": RENEGE, "deal": a_deal(), "players": NAMES}
    gained = [{"team": "NS", "code": "renege", "points": 2, "of_deal": 1, "trick": 2}]
    false = [{"team": "NS", "code": "false-claim", "points": -2, "of_deal": 1, "trick": None}]
    assert event_text("claim-ruled", PROVEN | {"lines": gained}, facts, "en").endswith("so Ann and Cat score 2 points.")
    assert event_text("claim-ruled", REVERSED | {"lines": false}, facts, "en").endswith("so Ann and Cat lose 2 points.")


def test_an_unknown_type_is_a_bug() -> None:
    with pytest.raises(KeyError):
        event_text("table-overturned", {}, {}, "en")


@pytest.mark.parametrize(
    ("line", "deal", "words"),
    [
        ({"team": "EW", "code": "tricks", "points": 2}, {"maker": "N", "contract": "4"}, "Bob & Dan took 2 tricks: +2"),
        ({"team": "EW", "code": "tricks", "points": 1}, {"maker": "N", "contract": "4"}, "Bob & Dan took 1 trick: +1"),
        (
            {"team": "NS", "code": "tricks", "points": 5},
            {"maker": "N", "contract": "4"},
            "Ann & Cat bid 4 and took 5 tricks: +5",
        ),
        (
            {"team": "NS", "code": "ask-made", "points": 12},
            {"maker": "N", "contract": "ask"},
            "Ann & Cat made the ask: +12",
        ),
        ({"team": "NS", "code": "moon-made", "points": 24}, {"contract": "moon"}, "Ann & Cat made the moon: +24"),
        ({"team": "NS", "code": "set", "points": -4}, {"contract": "4"}, "Ann & Cat bid 4 and were set: −4"),
        ({"team": "NS", "code": "set", "points": -6}, {"contract": "ask"}, "Ann & Cat were set on the ask: −6"),
        ({"team": "NS", "code": "set", "points": -4}, {}, "Ann & Cat were set: −4"),
        (
            {"team": "EW", "code": "set", "points": 4},
            {"maker": "N", "contract": "4"},
            "Bob & Dan gained by a failed bid: +4",
        ),
        (
            {"team": "NS", "code": "awarded", "points": 5},
            {"maker": "N", "contract": "5"},
            "Ann & Cat were given what they bid: +5",
        ),
        ({"team": "EW", "code": "renege", "points": -2, "of_deal": 1, "claim": 1}, {}, "Renege: −2 for Bob & Dan"),
        ({"team": "EW", "code": "renege", "points": 2, "of_deal": 3}, {}, "Renege in deal 3: +2 for Bob & Dan"),
        ({"team": "NS", "code": "false-claim", "points": -2}, {}, "Rejected claim: −2 for Ann & Cat"),
        (
            {"team": "NS", "code": "adjustment", "points": -1, "reason": "late"},
            {},
            "Score adjusted: −1 for Ann & Cat (late)",
        ),
        ({"team": "NS", "code": "adjustment", "points": -1}, {}, "Score adjusted: −1 for Ann & Cat"),
    ],
)
def test_a_score_line_explains_itself(line: dict[str, Any], deal: dict[str, Any], words: str) -> None:
    assert line_text(line, {"number": 1} | deal, NAMES, "en") == words


def test_a_line_without_names_and_an_unknown_code() -> None:
    deal = {"number": 1, "maker": None, "contract": None}
    assert line_text({"team": "EW", "code": "tricks", "points": 2}, deal, NOBODY, "en") == "East–West took 2 tricks: +2"
    with pytest.raises(KeyError):
        line_text({"team": "EW", "code": "luck", "points": 2}, deal, NOBODY, "en")
