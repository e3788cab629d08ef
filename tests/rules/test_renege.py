"""J2.1-J2.5: verdict, ground and facts of a renege claim, in rows, against an independent judge, and over whole deals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.cards import Suit
from referee.rules.moves import Played, Record
from referee.rules.renege import Finding, Ground, Verdict, cards_of_suit, deal_finding, finding
from referee.rules.seats import Seat
from referee.rules.trump import Trump, suit_of
from referee.rules.whereabouts import fits
from tests.rules.brute_force import Course, TooMany, courses, judged
from tests.rules.records import cards, moves, record, written
from tests.rules.situations import Situation, disturbed, situation, whole_deal

GAMES = {
    "classic": {"preset": "classic"},
    "alone": {"out": "S"},
    "ask": {"out": "N"},
    "joker": {"preset": "joker", "dealer": "E"},
    "double": {"preset": "double-deck"},
    "52": {"preset": "double-deck-52"},
    "52 ask": {"preset": "double-deck-52", "out": "N"},
}
ONE = "N:JD E:TD S:KD W:QD"
SECOND = "N:AS E:QH S:9S W:JS"  # E does not follow the ace of spades
TWO = f"{ONE} / {SECOND}"
THREE = f"{TWO} / N:9C E:KC S:QC W:AC"
FOUR = f"{THREE} / W:KS N:9D E:KH S:QS"
FOLLOWED = f"{ONE} / N:AS E:TS S:9S W:JS / N:9C E:KC S:QC W:AC"
GAP = "N:? E:? S:? W:?"
SHOWN = "N=JH,AD S=9H,TH W=TC"


@pytest.mark.parametrize(
    ("rule", "claim", "words", "expected"),
    [
        ("J2.4: played later", "D E2", f"{THREE} / W:KS N:9D E:TS", "led-suit-played-later TS 15"),
        ("J2.4: the first one", "D E2", f"{TWO} / E:KS / E:TS", "led-suit-played-later KS 9"),
        ("R1.5: the left bower", "H S1", "N:AH S:KC / W:AS S:JD", "led-suit-played-later JD 4"),
        ("J2.4: shown afterwards", "D E2", f"{TWO} E=TS", "led-suit-shown TS 9"),
        ("J2.4: shown before", "D E2", f"E=9C,TS,KS {TWO}", "led-suit-shown TS 1"),
        ("J2.4: the first one seen", "D E2", f"E=9H {ONE} E=KS / N:AS E:QH E=TS", "led-suit-shown KS 6"),
        ("J2.4: played goes before shown", "D E2", f"E=TS {TWO} / E:KS", "led-suit-played-later KS 10"),
        ("J2.4: what was taken back was held", "D E2", f"{ONE} / N:AS E:QH E<TS", "led-suit-shown TS 7"),
        ("J2.1: counting", "D E2", f"{FOUR} {SHOWN} W=AH", "must-hold-by-count"),
        ("J2.4: one of two must be left", "D E3", f"{ONE} E=TS,KS / {GAP} / N:AS E:QH", "must-hold-by-count"),
        ("J2.4: led", "D N2", TWO, "led-the-trick"),
        ("J2.4: led, as its winner tells", "D N2", f"{ONE} / {GAP}", "led-the-trick"),
        ("R7.4: taken back", "D E2", f"{ONE} / N:AS E:TS E<QH", "taken-back-in-time"),
        ("R7.4: took back a card that followed too", "D E2", f"{ONE} / N:AS E:TS E<KS", "followed-suit"),
        ("R7.4: another took one back", "D E2", f"{ONE} / N:AS E:TS S:9S S<QH", "followed-suit"),
        ("R7.4: taken back elsewhere", "D E2", f"{FOLLOWED} E<QH", "followed-suit"),
        ("J2.4: followed", "D W2", TWO, "followed-suit"),
        ("R1.5: followed with the left bower", "S E1", "N:AS E:JC", "followed-suit"),
        ("J2.4: all later cards known", "D E2", f"{THREE} / E:9H / E:TH / E:KH", "hand-accounted-for"),
        ("J2.4: all later cards seen", "D E2", f"{TWO} E=9H,TH,KH,KC", "hand-accounted-for"),
        ("J2.4: the last trick", "D E6", f"{ONE} / E:9H / E:TH / E:KH / E:KC / N:AS E:QH", "hand-accounted-for"),
        ("J2.4: seen there before a gap", "D E3", f"{ONE} E=9H,TH,KH,KC,QH / E:? / N:AS E:QH", "hand-accounted-for"),
        ("J2.4: the suit is elsewhere", "D E4", f"{FOLLOWED} / W:KS N:9D E:QH S:QS", "suit-accounted-for"),
        ("J2.4: shown elsewhere", "D E2", f"{TWO} S=TS,QS W=KS", "suit-accounted-for"),
        ("J2.3: unseen cards", "D E2", TWO, "cards-unseen TS QS KS"),
        ("J2.3: one is left", "D E4", f"{FOLLOWED} / W:KS N:9D E:QH", "cards-unseen QS"),
        ("J2.3: counting is not done", "D E2", f"{FOUR} {SHOWN}", "cards-unseen TS"),
        ("R1.5: the left bower too", "S E1", "N:AS E:9H", "cards-unseen 9S TS QS KS JC JS"),
        ("J2.4: a seen card and a gap", "D E2", f"E=TS {GAP} / {SECOND}", "cards-unseen TS QS KS"),
        ("J2.4: then played", "D E2", f"E=TS {GAP} / {SECOND} / N:9C E:TS", "led-suit-played-later TS 11"),
        ("J2.4: two gaps for two", "D E4", f"{ONE} E=TS,KS / E:? / E:? / N:AS E:QH", "cards-unseen 9S TS JS QS KS"),
        ("J4.1: its winner only", "D E1", f"{GAP} / {SECOND}", "not-recorded"),
        ("J4.1: that card is not known", "D E1", "N:AS E:?", "not-recorded"),
        ("J4.1: nor what was led", "D E1", "N:? E:QH", "not-recorded"),
        ("J4.2: agreed by count", "D E2", ONE, "not-recorded"),
        ("J4.1: trump not recorded", "? E1", GAP, "not-recorded"),
    ],
)
def test_verdicts_in_the_classic_game(rule: str, claim: str, words: str, expected: str) -> None:
    _expect(rule, "classic", claim, words, expected)


@pytest.mark.parametrize(
    ("rule", "game", "claim", "words", "expected"),
    [
        ("R6.2: sat out", "alone", "D S1", "N:JD E:TD W:QD", "sat-out"),
        ("R6.2: sat out, trump unknown", "alone", "? S1", "N:? E:? W:?", "sat-out"),
        ("R6.2: sat out, agreed by count", "alone", "D S1", "", "sat-out"),
        ("J2.4: the partner's", "alone", "D E2", "N:9D E:TD W:QD / W:AS N:9S E:9H", "cards-unseen TS JS QS KS"),
        ("J2.5: received", "ask", "C S1", "S>9D N>QH W:AH E:9H S:AS", "led-suit-shown QH 2"),
        ("J2.5: played later", "ask", "C S1", "S>9D N>QH W:AH S:AS / S:QH", "led-suit-played-later QH 5"),
        ("J2.5: given away", "ask", "C S2", "S>9D N>QH S:9S W:KS / W:AD E:TD S:JC", "cards-unseen JD QD KD"),
        ("J2.5: only that one", "ask", "C S1", "S>KD N>QH W:AD E:TD S:JC E=JD,QD,9D", "suit-accounted-for"),
        ("R5.3: perhaps received", "ask", "C S1", "N=QH S>? N>? W:AH E:9H S:AS", "cards-unseen TH JH QH KH"),
        (
            "R5.3: surely received",
            "ask",
            "C S1",
            "N=QH,9S,TS,KS S>KH N>? W:AH S:AS N=9S,TS,KS,9D,TD,KH",
            "must-hold-by-count",
        ),
        ("R5.3: perhaps given away", "ask", "C S1", "S=QH S>? N>? W:AH E:9H S:AS", "cards-unseen TH JH QH KH"),
        ("R5.3: one of two given", "ask", "C S1", "S=QH,KH S>? N>? W:AH E:9H S:AS", "must-hold-by-count"),
        ("V3.2: the joker", "joker", "H N1", "E-9C S:KH W:9H N:QC E:TH / N:JK", "led-suit-played-later JK 6"),
        ("V3.1: perhaps discarded", "joker", "C E1", "E=QH E-? S:AH W:9H N:TH E:9C", "cards-unseen JH QH KH"),
        ("V3.1: discarded", "joker", "C E1", "E=QH E-QH S:AH W:9H N:TH E:9C N=JH W=KH", "suit-accounted-for"),
        ("V4.1: the second copy", "double", "C S1", "E:AD S:9S / S:AD", "led-suit-played-later AD 3"),
        ("V4.1: either copy", "double", "C S1", "E:AD S:9S W:KD N:TD", "cards-unseen 9D TD JD QD KD AD"),
        ("V4.1: two seen, one played", "double", "C S2", "S=AD,AD S:AD / E:KD S:9S", "led-suit-shown AD 1"),
        (
            "V4.1: both copies, and nothing else that follows",
            "double",
            "C S1",
            "E:AD S:9S W:9D N:TD S=KD,KD,9C,9C,TC,TC,9H,9H,TH,TH,JH",
            "led-suit-shown KD 5",
        ),
        ("V4.1: perhaps the one seen", "double", "C S2", "S=AD S:AD / E:KD S:9S E=AD", "cards-unseen 9D JD KD QD TD"),
        (
            "V4.1: perhaps given",
            "52 ask",
            "H S2",
            "S=AS S>??? N>AS,9D,9D S:AS / W:KS S:9H",
            "cards-unseen 9S TS JS QS KS AS",
        ),
        (
            "V4.1: one of them is left",
            "52 ask",
            "H S2",
            "S=AS S>9C,9C,TC N>AS,9D,9D S:AS / W:KS S:9H",
            "must-hold-by-count",
        ),
        ("V5: jacks are plain", "52", "NT N1", "E:TD S:JD W:QD N:JH", "cards-unseen 9D TD JD QD KD AD"),
    ],
)
def test_verdicts_in_other_games(rule: str, game: str, claim: str, words: str, expected: str) -> None:
    _expect(rule, game, claim, words, expected)


def _expect(rule: str, game: str, claim: str, words: str, expected: str) -> None:
    """`claim`: trump, accused and trick; `expected`: ground, and the proof with its version or what would prove it."""
    trump, accused = claim.split()
    ground, *details = expected.split()
    deal = record(words, **GAMES[game])
    found = finding(deal, Trump(trump) if trump != "?" else None, Seat(accused[0]), int(accused[1]))
    assert fits(deal), rule
    assert found.ground is Ground(ground), rule
    assert found.verdict is found.ground.verdict
    proving = None if found.would_prove is None else [str(card) for card in found.would_prove]
    if ground == "cards-unseen":
        assert (found.proof, found.proof_version) == (None, None)
        assert sorted(proving or []) == sorted(details), rule
    else:
        assert [str(fact) for fact in (found.proof, found.proof_version) if fact] == details, rule
        assert proving is None


@pytest.mark.parametrize(
    ("words", "counted"),
    [
        (f"{FOUR} {SHOWN} W=AH", (2, 1)),  # TS and JC are left for two cards of East's
        (f"{THREE} N=JH,AD,9D S=9H,TH,QS W=TC,AH,KS", (3, 2)),  # TS; KH, JC
        (f"{TWO} N=JH,AD,9C,KH S=9H,TH,KC,QS W=TC,AH,AC,KS", (4, 3)),  # TS; 9D, JC, QC
        (f"{ONE} E=TS,KS / {GAP} / N:AS E:QH", None),  # one of them may be in the gap, not both: no matter of numbers
        (f"{TWO} E=TS", None),  # a card proves it
        (TWO, None),  # nothing does
    ],
)
def test_what_a_proof_by_counting_counted(words: str, counted: tuple[int, int] | None) -> None:  # J2.4
    trick = 3 if GAP in words else 2
    assert finding(record(words), Trump.DIAMONDS, Seat.E, trick).by_count == counted


SMALL = [
    ("a card seen and played later is named", "AS 9S AS AD AD QS 9S QS", "W>QS,AS E>?? S:AS W:AD N:AD E=QS,AS", "W", (1, 0)),
    (
        "a card received is still there",
        "9C TH AH 9C TC AH QH 9H TH 9H QH TC",
        "S>9H,9C N>TC,TC E:9H S:TC W:TH N=9C,9H,9C E=QH,AH",
        "S",
        (2, 1),
    ),
    (
        "as many as they could be prove nothing",
        "9S JS QC QD JS AC AC QD QC 9D 9S 9D",
        "S=QC N:AC E:JS E<9S S:QC W:9D / S:QD W:QD N=9D,9S W=JS",
        "E",
        None,
    ),
]  # fmt: skip


@pytest.mark.parametrize("pack, words, accused, counted", [row[1:] for row in SMALL], ids=[row[0] for row in SMALL])
def test_what_counting_counts_in_a_small_pack(pack: str, words: str, accused: str, counted: object) -> None:  # J2.4
    size = len(cards(pack)) // 4
    out = Seat(words[0]).partner if ">" in words else None
    deal = Record(cards(pack), (size, size, size, size), out, moves(words))
    found = finding(deal, Trump.HIGH, Seat(accused), 1)
    assert (found.ground, found.by_count) == (Ground.MUST_HOLD_BY_COUNT, counted)


def test_the_codes_are_those_of_the_api() -> None:  # API: A claim
    assert {verdict.value for verdict in Verdict} == {"upheld", "rejected", "open", "withdrawn"}
    assert [ground.value for ground in Ground] == [
        "led-suit-played-later", "led-suit-shown", "must-hold-by-count", "conceded", "qualifies", "led-the-trick", "sat-out",
        "taken-back-in-time", "followed-suit", "hand-accounted-for", "suit-accounted-for", "no-renege", "does-not-qualify",
        "cards-unseen", "not-recorded",
    ]  # fmt: skip


def test_every_ground_has_a_verdict() -> None:  # J2.1-J2.3, API: A claim
    assert Counter(ground.verdict for ground in Ground) == {Verdict.UPHELD: 5, Verdict.REJECTED: 8, Verdict.OPEN: 2}


def test_the_facts_of_a_finding() -> None:  # J2.10
    found = finding(record(f"{TWO} E=TS"), Trump.DIAMONDS, Seat.E, 2)
    led, played, proof = cards("AS QH TS")
    expected = Finding(Verdict.UPHELD, Ground.LED_SUIT_SHOWN, 2, led, Suit.SPADES, played, 6, proof, 9, None)
    assert found == expected


def test_a_trick_without_cards_has_no_facts() -> None:  # J4.1
    assert finding(record(GAP), Trump.DIAMONDS, Seat.E, 1) == Finding(Verdict.OPEN, Ground.NOT_RECORDED, 1)


def test_the_order_of_what_would_prove() -> None:  # R1.3-R1.5, V3.2, V5
    assert cards_of_suit(Suit.SPADES, Trump.DIAMONDS) == cards("9S TS JS QS KS AS")
    assert cards_of_suit(Suit.HEARTS, Trump.DIAMONDS) == cards("9H TH QH KH AH")
    assert cards_of_suit(Suit.DIAMONDS, Trump.DIAMONDS) == cards("9D TD QD KD AD JH JD JK")
    assert cards_of_suit(Suit.HEARTS, Trump.LOW) == cards("9H TH JH QH KH AH")


@pytest.mark.parametrize(
    ("rule", "words", "accused", "tricks", "expected"),
    [
        ("J2: none", FOLLOWED, "E", (1, 2), "no-renege None"),
        ("J2: no trick yet", "", "E", (), "no-renege None"),
        (
            "J2.6: the first upheld",
            f"{TWO} / N:9C E:KC / W:KS E:KH / E:TS",
            "E",
            (1, 2, 3, 4),
            "led-suit-played-later 2",
        ),
        ("J2.6: upheld before open", f"{TWO} / N:9C E:KH / E:KC", "E", (1, 2, 3), "led-suit-played-later 3"),
        ("J2.3: open", f"{TWO} / N:9C E:KH S:TC", "E", (1, 2, 3), "cards-unseen 2 TS QS KS JC QC KC AC"),
        ("J2.3: unseen before not recorded", f"{GAP} / {SECOND} / E:9C", "E", (1, 2, 3), "cards-unseen 2 TS QS KS"),
        ("J2.3: not recorded", f"{GAP} / N:AS E:TS / {GAP}", "E", (1, 2, 3), "not-recorded 1"),
    ],
)
def test_claims_on_a_whole_deal(rule: str, words: str, accused: str, tricks: tuple[int, ...], expected: str) -> None:
    ground, trick, *proving = expected.split()
    overall, findings = deal_finding(record(words), Trump.DIAMONDS, Seat(accused), tricks)
    assert [found.trick for found in findings] == list(tricks)
    assert (overall.ground.value, str(overall.trick)) == (ground, trick), rule
    assert [str(card) for card in overall.would_prove or ()] == proving
    if ground == "no-renege":
        assert overall == Finding(Verdict.REJECTED, Ground.NO_RENEGE)
    else:
        assert overall._replace(would_prove=None) in [found._replace(would_prove=None) for found in findings]


# --- against trying everything ----------------------------------------------------------------------------------------


def test_findings_agree_with_trying_everything() -> None:  # J2.1-J2.4
    random, counted, compared = Random(7), Counter[str](), 0
    while compared < 20_000:
        case = situation(random)
        if random.random() < 0.15:
            case = case._replace(record=disturbed(random, case.record), kinds=case.kinds | {"disturbed"})
        try:
            fitting = courses(case.record, most=150)
        except TooMany:
            continue
        assert fits(case.record) is bool(fitting), written(case.record)
        grounds = _compared(case, fitting) if fitting else ["does not fit"]
        counted.update([*grounds, *case.kinds])
        compared += 1 + len(grounds)
    _assert_all_kinds(counted)


def _compared(case: Situation, fitting: list[Course]) -> list[str]:
    """The grounds of all claims on the cards of this record that did not follow, after comparing them."""
    grounds = []
    for accused, trick in _not_followed(case.record, case.trump):
        found = finding(case.record, case.trump, accused, trick)
        proving = None if found.would_prove is None else frozenset(found.would_prove)
        mine = (found.verdict.value, found.ground.value, found.proof, found.proof_version, proving)
        assert mine == judged(case.record, fitting, case.trump, accused, trick), (accused, trick, written(case.record))
        grounds.append(found.ground.value)
    return grounds


def _not_followed(deal: Record, trump: Trump) -> list[tuple[Seat, int]]:
    """Who, in which trick, did not follow suit, as far as the cards are recorded."""
    first: dict[tuple[Seat | None, int], Played] = {}
    for move in deal.moves:
        if isinstance(move, Played):
            first.setdefault((None, move.trick), move)  # the lead
            first.setdefault((move.seat, move.trick), move)
    found = []
    for (seat, trick), move in first.items():
        led = first[None, trick].card
        if seat and led and move.card and suit_of(move.card, trump) is not suit_of(led, trump):
            found.append((seat, trick))
    return found


def _assert_all_kinds(counted: Counter[str]) -> None:
    """Every kind of deal and every ground that inference can give really occurred, and not by chance only."""
    often = ["all four", "moon", "ask", "decks 1", "decks 2", "joker", "no trump", "gap", "taken back", "sighting"]
    often += ["short double pack"]
    often += ["discard named", "discard face down", "given named", "given face down", "received named"]
    often += ["received face down", "laid down", "sighting before the discard", "sighting before the exchange"]
    often += ["disturbed", "does not fit", "led-suit-played-later", "led-suit-shown", "hand-accounted-for"]
    often += ["suit-accounted-for", "cards-unseen"]
    assert {kind: counted[kind] for kind in often if counted[kind] < 400} == {}
    assert counted["must-hold-by-count"] > 100


# --- whole deals of the real game -------------------------------------------------------------------------------------

PRESETS = st.sampled_from(["classic", "joker", "double-deck", "double-deck-32", "double-deck-52", "pepper"])
SEEDS = st.integers(0, 2**32)


@given(PRESETS, SEEDS)
@settings(derandomize=True, max_examples=60, deadline=None)
def test_an_honest_deal_upholds_no_claim(preset: str, seed: int) -> None:  # R4.3, J2.2
    case = whole_deal(Random(seed), preset, follow=1)
    assert fits(case.record)
    tricks = sorted({move.trick for move in case.record.moves if isinstance(move, Played)})
    for accused in Seat:
        overall, findings = deal_finding(case.record, case.trump, accused, tricks)
        assert overall == Finding(Verdict.REJECTED, Ground.NO_RENEGE)
        assert all(found.verdict is Verdict.REJECTED for found in findings)


@given(PRESETS, SEEDS)
@settings(derandomize=True, max_examples=60, deadline=None)
def test_every_renege_of_a_recorded_deal_is_found_at_its_end(preset: str, seed: int) -> None:  # J2.1, J2.2
    case = whole_deal(Random(seed), preset, follow=0.5)
    for accused, trick in _not_followed(case.record, case.trump):
        found = finding(case.record, case.trump, accused, trick)
        assert (found.verdict is Verdict.UPHELD) == _reneged(case, accused, trick)
        assert found.verdict is not Verdict.OPEN


@given(PRESETS, SEEDS)
@settings(derandomize=True, max_examples=60, deadline=None)
def test_a_verdict_is_true_and_stands_whatever_is_learned(preset: str, seed: int) -> None:  # J2.3, J2.4
    case = whole_deal(Random(seed), preset, follow=0.6, gaps=0.15, seen=0.25)
    moves, ruled = case.record.moves, dict[tuple[Seat, int], Verdict]()
    for end in range(len(moves) // 3, len(moves) + 1, 3):
        deal = case.record._replace(moves=moves[:end])
        assert fits(deal)
        for claim in _not_followed(deal, case.trump):
            verdict = finding(deal, case.trump, *claim).verdict
            assert verdict is ruled.get(claim, verdict)
            if verdict is not Verdict.OPEN:
                ruled[claim] = verdict
                assert (verdict is Verdict.UPHELD) == _reneged(case, *claim)


def _reneged(case: Situation, accused: Seat, trick: int) -> bool:
    """What nobody at the table knows: whether the hand still held a card of the led suit."""
    plays = [move for move in case.record.moves if isinstance(move, Played)]
    index = next(i for i, move in enumerate(plays) if move.trick == trick and move.seat is accused)
    led = next(move.card for move in plays if move.trick == trick)
    return led is not None and any(suit_of(card, case.trump) is suit_of(led, case.trump) for card in case.after[index])
