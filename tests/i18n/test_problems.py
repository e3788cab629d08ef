"""Every problem code has a title, a detail that uses its facts, and a page (docs/api.md, Problems)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.i18n import LANGUAGES, problem_page, problem_texts
from referee.i18n.catalogue import known

CODES = [
    "malformed-json", "invalid-request", "unknown-card", "incompatible-options", "idempotency-key-reused",
    "not-your-turn", "bid-too-low", "dealer-must-bid", "not-now", "card-already-played", "card-not-in-hand",
    "no-cards-left", "sits-out", "counts-do-not-add-up", "nothing-to-undo", "correction-does-not-fit",
    "too-late-to-take-back", "match-closed", "not-decided", "seat-taken", "claim-not-open", "card-in-no-trick",
    "unauthorized", "forbidden", "no-such-match", "no-such-deal", "no-such-trick", "no-such-claim",
    "no-such-version", "no-such-code", "not-found", "no-such-rule", "method-not-allowed", "match-full",
    "stale-version", "payload-too-large", "unsupported-media-type", "too-many-requests", "store-unavailable",
    "too-many-streams", "internal-error", "broken-log", "broken-notation", "idempotency-key-expired",
    "idempotency-key-weak", "unreadable-name", "cross-origin", "unknown-host", "busy", "doctored-log",
    "unknown-cursor",
]  # fmt: skip
SOURCES = sorted(Path(referee.__file__).parent.rglob("*.py"))
REFUSED = {
    code: path.name
    for path in SOURCES
    for code in re.findall(r'Refused\(\s*"([^"]+)"', path.read_text(encoding="utf-8"))
}
RULES = [None, "J1", "J2.6", "J2.7", "J2.9", "J4.1", "J4.3", "R2.3", "R5.3", "V2.2", "V3.1", "R3.3"]
ALL_FACTS: dict[str, Any] = {
    "seat": "E", "card": "TD", "lowest": "ask", "phase": "auction", "allowed": ["pass", "3"], "field": "bid",
    "expected": 1, "first": 20, "version": 14, "trick": 3, "all": 6, "NS": 1, "EW": 0, "deal": 2, "claim": 1,
    "limit": 100, "pair": ("joker", "decks"), "option": "decks", "errors": {"bid": ["?"]}, "retry_after": 2,
    "number": "R99", "line": 3, "reason": "hash", "type": "bid-made", "key": "x", "lang": "y",
    "minutes": 10, "length": 16, "different": 6,
}  # fmt: skip


@pytest.mark.parametrize("code", sorted({*CODES, *(code for code in REFUSED if not known(f"broken.{code}"))}))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_words_with_all_facts_and_with_none(code: str, lang: str) -> None:
    page = problem_page(code, lang)
    some = [{name: fact} for name, fact in ALL_FACTS.items()]
    for rule in RULES:
        for facts in ({}, ALL_FACTS, dict.fromkeys(ALL_FACTS), dict.fromkeys(ALL_FACTS, "?"), *some):
            title, detail = problem_texts(code, lang, facts, rule)
            for words in (title, detail, page["explanation"]):
                assert words and not re.search(r"[{}]|None|  ", words), words
            assert detail.endswith((".", "։", "।")) and title == page["title"] and not title.endswith((".", "։", "।"))


def test_the_scan_finds_the_refusals() -> None:
    assert {"not-your-turn", "bid-too-low", "stale-version"} <= REFUSED.keys()


@pytest.mark.parametrize(
    ("code", "facts", "rule", "detail"),
    [
        ("bid-too-low", {"lowest": "4"}, "R3.3", "The bid must be 4 or more."),
        ("bid-too-low", {"lowest": "moon"}, "R3.3", "The bid must be moon or more."),
        ("bid-too-low", {}, "R3.3", "The bid must be higher than the highest bid so far."),
        (
            "dealer-must-bid",
            {"lowest": "3"},
            "V1",
            "After three passes the dealer may not pass: the bid must be 3 or more.",
        ),
        ("not-your-turn", {"seat": "E"}, "R4.3", "It is East’s turn."),
        ("not-your-turn", {}, None, "It is another seat’s turn."),
        ("card-already-played", {"card": "TD"}, "J1", "10♦ has been played already."),
        ("card-already-played", {"card": "JK"}, "J1", "The joker has been played already."),
        ("card-not-in-hand", {"card": ""}, "J1", "By the record, that seat cannot hold the card."),
        ("unknown-card", {"card": "1X"}, None, "1X is not in this pack."),
        ("sits-out", {"seat": "N"}, "R6.2", "North sits this deal out."),
        (
            "counts-do-not-add-up",
            {"all": 6, "NS": 1, "EW": 2},
            "J4.2",
            "The tricks must add up to 6, with at least 1 for North–South and 2 for East–West.",
        ),
        (
            "counts-do-not-add-up",
            {"NS": 4, "EW": 2},
            "J4.3",
            "The deal was scored with 4 for North–South and 2 for East–West, and these tricks do not agree with that.",
        ),
        ("counts-do-not-add-up", {"all": 6, "NS": 0, "EW": 0}, "J4.2", "The tricks must add up to 6."),
        (
            "counts-do-not-add-up",
            {"trick": 3},
            "J4.3",
            "Trick 3 does not agree with what was recorded at the time.",
        ),
        (
            "correction-does-not-fit",
            {"first": 20, "type": "card-played"},
            "J3",
            "The correction cannot be made: entry 20 would not fit.",
        ),
        ("not-now", {"phase": "auction"}, "J1", "That cannot be done now: the auction is running."),
        ("not-now", {"phase": "play"}, "J2.7", "The accused has not played to that trick yet."),
        ("not-now", {"phase": "unheard-of"}, "J1", "That cannot be done at this point of the deal."),
        ("invalid-request", {"field": "bid", "allowed": ["pass", "3"]}, None, "“bid” must be pass or 3."),
        (
            "invalid-request",
            {"option": "target", "allowed": {"minimum": 1, "maximum": 1000, "null": False}},
            None,
            "The option “target” must be 1 to 1000.",
        ),
        ("invalid-request", {"field": "cards", "expected": 4}, "R4.3", "“cards” must hold 4 cards."),
        ("invalid-request", {"field": "discarded", "expected": 1}, "R5.2", "“discarded” must hold 1 card."),
        ("invalid-request", {"errors": {"seat": ["?"], "bid": ["?"]}}, None, "Please check: bid and seat."),
        (
            "incompatible-options",
            {"pair": ["joker", "decks"]},
            "V3.2",
            "The options “joker” and “decks” cannot be played together.",
        ),
        ("invalid-request", {"errors": {"": ["?"]}}, None, "The request does not have the form that is expected."),
        (
            "broken-log",
            {"version": 9, "reason": "gap"},
            None,
            "The log is not intact at entry 9: an entry is missing or out of order.",
        ),
        (
            "broken-notation",
            {"line": 4, "reason": "not-your-turn"},
            None,
            "Line 4 of the notation does not fit: Not that seat’s turn.",
        ),
        ("broken-notation", {"line": 4, "reason": "novel"}, None, "Line 4 of the notation does not fit."),
        ("stale-version", {"version": 17}, None, "The table has moved on: it is now at entry 17."),
        ("seat-taken", {"seat": "E"}, None, "East’s seat has been taken."),
        ("too-many-requests", {"retry_after": 1}, None, "Too many requests; please wait 1 second."),
        (
            "forbidden",
            {},
            "J2.9",
            "Only the accused’s team may concede a claim, and only the claimant may withdraw it.",
        ),
    ],
)
def test_the_detail_uses_the_facts(code: str, facts: dict[str, Any], rule: str | None, detail: str) -> None:
    assert problem_texts(code, "en", facts, rule)[1] == detail


def test_the_detail_calls_players_by_their_names() -> None:
    players = {"N": None, "E": "Bob", "S": None, "W": None}
    told = {seat: problem_texts("not-your-turn", "en", {"seat": seat}, "R4.3", players)[1] for seat in "NE"}
    assert told == {"N": "It is North’s turn.", "E": "It is Bob’s turn."}


def test_an_unknown_code_is_a_bug() -> None:
    with pytest.raises(KeyError):
        problem_texts("no-such-problem", "en", {}, None)
    with pytest.raises(KeyError):
        problem_page("no-such-problem", "en")
