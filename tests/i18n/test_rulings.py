"""Rulings and cases are told in whole, plain sentences (J2.10)."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from referee.i18n import LANGUAGES, case_text, ruling_text
from tests.i18n.claims import FACTS, GROUNDS, NAMES, NO_FACTS, NOBODY, a_claim, a_deal

PROOF = {"proof": "QH", "proof_version": 20}
UNSEEN = {"would_prove": ["QH", "KH", "JD"]}
LOST = {"team": "EW", "points": -2}
DEALS = [a_deal(), a_deal(phase="over"), {"number": 1, "trump": None, "tricks": []}]
LED = "hearts were led in trick 2 and East played 9♣"


def told(claim: dict[str, Any], players: dict[str, str | None] = NOBODY, **deal: Any) -> str:
    return ruling_text(claim, a_deal(**deal), players, "en")


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (a_claim("led-suit-played-later", PROOF), f"Upheld: {LED}, but East still held Q♥, played in trick 4."),
        (
            a_claim("led-suit-played-later", PROOF, penalty=LOST),
            f"Upheld: {LED}, but East still held Q♥, played in trick 4, so East and West lose 2 points.",
        ),
        (
            a_claim("led-suit-played-later", {"proof": "JD", "proof_version": 20}),
            f"Upheld: {LED}, but East still held J♦ (counts as a heart), played in trick 4.",
        ),
        (
            a_claim("led-suit-played-later", {"proof": "JK", "proof_version": 20}),
            f"Upheld: {LED}, but East still held the joker (counts as a heart), played in trick 4.",
        ),
        (
            a_claim("led-suit-played-later", PROOF | {"led": "JD"}),
            "Upheld: hearts (with J♦) were led in trick 2 and East played 9♣, but East still held Q♥, played in trick 4.",
        ),
        (
            a_claim("led-suit-played-later", {"led": "AD", "led_suit": "D", "played": "JD", "proof": "9D"}),
            "Upheld: diamonds were led in trick 2 and East played J♦ (counts as a heart), "
            "but East still held 9♦, played later in the deal.",
        ),
        (
            a_claim("led-suit-shown", {"proof": "QH", "proof_version": 8}),
            f"Upheld: {LED}, but East still held Q♥, which had been seen before.",
        ),
        (
            a_claim("led-suit-shown", {"proof": "QH", "proof_version": 30}),
            f"Upheld: {LED}, but East still held Q♥, shown later.",
        ),
        (
            a_claim("must-hold-by-count"),
            f"Upheld: {LED}, but counting the cards shows that East must still have held hearts.",
        ),
        (a_claim("conceded"), "Upheld: East and West admitted that East reneged in trick 2."),
        (
            a_claim("qualifies"),
            "Upheld: South was dealt an ace and no face card, so the deal is thrown in and nobody scores.",
        ),
        (a_claim("led-the-trick"), "Rejected: East led trick 2, and a lead may be any card."),
        (a_claim("sat-out", {"played": None}), "Rejected: East sat this deal out and played no card."),
        (
            a_claim("taken-back-in-time", {"played": "JD"}),
            "Rejected: hearts were led in trick 2, and East took the wrong card back in time "
            "and followed suit with J♦ (counts as a heart).",
        ),
        (
            a_claim("followed-suit", {"played": "QH"}),
            "Rejected: hearts were led in trick 2 and East followed suit with Q♥.",
        ),
        (
            a_claim("hand-accounted-for"),
            f"Rejected: {LED}, but every card that East still held is known, and none is of that suit.",
        ),
        (
            a_claim("suit-accounted-for"),
            f"Rejected: {LED}, but every card of that suit is accounted for, and East can have held none.",
        ),
        (a_claim("no-renege"), "Rejected: East did not renege in any trick that the claim covers."),
        (
            a_claim("does-not-qualify"),
            "Rejected: the cards that South showed do not make an ace-no-face hand, so the deal goes on.",
        ),
        (
            a_claim("cards-unseen", UNSEEN),
            f"Open: {LED}, and Q♥, K♥ or J♦ (counts as a heart) from East would prove a renege.",
        ),
        (
            a_claim("cards-unseen", {"would_prove": ["QH", "9S"]}, trick=None),
            f"Open: {LED}, and Q♥ or 9♠ from East would prove a renege.",
        ),
        (
            a_claim("not-recorded", {"led": None, "led_suit": None, "played": None}),
            "Open: the cards of trick 2 are not all in the record, so it cannot tell whether East reneged.",
        ),
        (
            a_claim("cards-unseen", UNSEEN, verdict="withdrawn"),
            "Withdrawn: South took back the claim that East reneged in trick 2 of deal 1.",
        ),
    ],
)
def test_a_ruling_is_one_sentence_with_its_evidence(claim: dict[str, Any], sentence: str) -> None:
    assert told(claim, later=claim["facts"]["proof"] or "QH") == sentence


def test_a_card_received_in_the_ask_is_named_as_such() -> None:  # J2.5
    claim = a_claim("led-suit-shown", {"proof": "QH", "proof_version": 8})
    ruling = told(claim, maker="E", exchange={"discarded": ["9D"], "received": ["QH"]})
    assert ruling == f"Upheld: {LED}, but East still held Q♥, received in the exchange."
    assert "seen before" in told(claim, maker="E", exchange={"discarded": ["9D"], "received": None})


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({"penalty": LOST}, ", so Bob and Dan lose 2 points."),
        ({"penalty": {"team": "EW", "points": -1}}, ", so Bob and Dan lose 1 point."),
        ({"penalty": {"team": "NS", "points": 2}}, ", so Ann and Cat score 2 points."),
        ({"out_of_time": True}, ", though the claim came too late for a penalty."),
        ({}, "Bob still held Q♥, played in trick 4."),
    ],
)
def test_the_price_ends_the_sentence(changes: dict[str, Any], ending: str) -> None:
    assert told(a_claim("led-suit-played-later", PROOF, **changes), NAMES).endswith(ending)


def test_a_rejected_claim_may_cost_and_a_late_one_cannot() -> None:  # J2.7, J2.8
    rejected = a_claim("led-the-trick", penalty={"team": "NS", "points": -2})
    late = a_claim("led-the-trick", out_of_time=True)
    assert told(rejected, NAMES).endswith("a lead may be any card, so Ann and Cat lose 2 points.")
    assert told(late, NAMES).endswith("a lead may be any card, and the claim came too late to cost anything.")


@pytest.mark.parametrize(
    ("changes", "beginning"),
    [
        ({"superseded": True}, "Upheld after a correction: hearts"),
        ({"by": "referee"}, "Claimed by the referee and upheld: hearts"),
        ({"by": "referee", "superseded": True}, "Claimed by the referee and upheld after a correction: hearts"),
    ],
)
def test_corrections_and_the_referees_own_claims_are_said(changes: dict[str, Any], beginning: str) -> None:
    assert told(a_claim("led-suit-played-later", PROOF, **changes)).startswith(beginning)


def every_claim() -> list[dict[str, Any]]:
    claims = []
    for ground, by, superseded, late in product(GROUNDS, ("S", "referee"), (False, True), (False, True)):
        if by == "referee" and ground in ("qualifies", "does-not-qualify"):
            continue
        more = {"by": by, "superseded": superseded} | ({"out_of_time": True} if late else {})
        for facts in (
            FACTS | PROOF,
            FACTS | UNSEEN,
            NO_FACTS,
            NO_FACTS | {"trick": 2},
            FACTS | {"led": "JD", "proof": "JK"},
        ):
            claims.append(a_claim(ground, facts, **more))
            claims.append(a_claim(ground, facts, trick=None, penalty=LOST, **more))
            if GROUNDS[ground] == "open":
                claims.append(a_claim(ground, facts, verdict="withdrawn", rule="J2.9", **more))
    return claims


@pytest.mark.parametrize(
    ("lang", "players"), [*((lang, NAMES) for lang in LANGUAGES), ("en", NOBODY), ("en", {"E": "Bob"}), ("en", {})]
)
def test_every_ground_and_verdict_makes_clean_sentences(lang: str, players: dict[str, str | None]) -> None:
    for claim in every_claim():
        for deal in DEALS:
            sentence = ruling_text(claim, deal, players, lang)
            assert sentence and not re.search(r"[{}]|None|  |\bnull\b", sentence), sentence
            for line in case_text(claim, deal, players, lang):
                assert line and not re.search(r"[{}]|None|  |\bnull\b", line), line


def test_an_english_ruling_is_one_sentence() -> None:
    for claim in every_claim():
        assert re.fullmatch(r"[A-Z][^.\n]*\.", told(claim)), told(claim)


def test_turned_up_cards_share_a_version_and_still_tell_the_trick() -> None:  # J4.3
    deal = a_deal()
    for trick in deal["tricks"]:
        for play in trick["plays"]:
            play["version"] = 40
    claim = a_claim("led-suit-played-later", {"proof": "QH", "proof_version": 40, "played_version": 40})
    assert "Q♥, played in trick 4" in ruling_text(claim, deal, NOBODY, "en")


def test_a_withdrawn_claim_on_the_whole_deal_names_no_trick() -> None:
    claim = a_claim("cards-unseen", UNSEEN, trick=None, verdict="withdrawn")
    assert told(claim) == "Withdrawn: South took back the claim that East reneged in deal 1."


def test_the_joker_may_begin_a_sentence() -> None:
    claim = a_claim("cards-unseen", {"would_prove": ["JK"]})
    assert "The joker counts as a heart: hearts are trump." in case_text(claim, a_deal(), NOBODY, "en")


def test_names_are_never_read_as_placeholders() -> None:
    assert "{suit} followed suit with" in told(a_claim("followed-suit"), {"E": "{suit}"})


def test_an_upheld_case_is_told_in_the_order_of_the_table() -> None:
    claim = a_claim("led-suit-played-later", {"proof": "JD", "proof_version": 20}, penalty=LOST)
    assert case_text(claim, a_deal(later="JD"), NAMES, "en") == [
        "Cat claims that Bob reneged in trick 2 of deal 1.",
        "In trick 2 Dan led A♥, so hearts had to be followed.",
        "J♦ counts as a heart: hearts are trump.",
        "Bob played 9♣.",
        "Bob played J♦ in trick 4, so Bob held it in trick 2.",
        "The claim is upheld.",
        "Bob and Dan lose 2 points.",
        "Rule R7.1: What a renege is.",
    ]


def test_an_open_case_says_what_would_settle_it() -> None:
    claim = a_claim("cards-unseen", UNSEEN, rule="J2.3")
    open_, over = (case_text(claim, a_deal(phase=phase), NOBODY, "en") for phase in ("play", "over"))
    assert open_[-3:] == [
        "It will be settled when East’s last cards fall: Q♥, K♥ or J♦ from East would prove it.",
        "The claim stays open.",
        "Rule J2.3: Open.",
    ]
    assert (
        over[-3] == "The deal is over, and the record does not settle it: Q♥, K♥ or J♦ in East’s hand would prove it."
    )


def test_the_left_bower_played_to_its_printed_suit_is_explained() -> None:  # R1.5
    claim = a_claim("cards-unseen", {"led": "AD", "led_suit": "D", "played": "JD", "would_prove": ["9D"]})
    assert "J♦ does not count as one of the diamonds: it is a trump, and hearts are trump." in case_text(
        claim, a_deal(), NOBODY, "en"
    )


def test_a_lead_and_a_withdrawn_claim_need_few_words() -> None:
    assert case_text(a_claim("led-the-trick"), a_deal(), NOBODY, "en") == [
        "South claims that East reneged in trick 2 of deal 1.",
        "East led trick 2, and a lead may be any card.",
        "The claim is rejected.",
        "Rule R4.2: The first lead.",
    ]
    withdrawn = a_claim("cards-unseen", UNSEEN, verdict="withdrawn", rule="J2.9")
    assert case_text(withdrawn, a_deal(), NOBODY, "en")[-2:] == [
        "The claim was withdrawn.",
        "Rule J2.9: Claiming, conceding, withdrawing.",
    ]
