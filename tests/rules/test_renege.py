"""J2.1-J2.5: verdict, ground and facts of a renege claim, in rows, against an independent judge, and over whole deals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.cards import Suit, parse_card
from referee.rules.moves import Played, Record
from referee.rules.renege import Finding, Ground, Verdict, cards_of_suit, deal_finding, finding
from referee.rules.seats import Seat
from referee.rules.trump import Trump, suit_of
from referee.rules.whereabouts import fits
from tests.rules.brute_force import Course, TooMany, courses, judged
from tests.rules.records import cards, record, written
from tests.rules.situations import Situation, disturbed, situation, whole_deal

CLASSIC = {"preset": "classic"}
ALONE = {"out": "S"}
JOKER = {"preset": "joker", "dealer": "E"}
DOUBLE = {"preset": "double-deck"}
ASK = {"out": "N"}
DOUBLE_ASK = {"preset": "double-deck-52", "out": "N"}

ONE = "N:JD E:TD S:KD W:QD"
TWO = f"{ONE} / N:AS E:QH S:9S W:JS"  # E does not follow the ace of spades
THREE = f"{TWO} / N:9C E:KC S:QC W:AC"
FOLLOWED = f"{ONE} / N:AS E:TS S:9S W:JS / N:9C E:KC S:QC W:AC"
OTHERS_SHOWN = "N=JH,AD S=9H,TH W=TC"
SPADES_SEEN = "9S,TS,JS,QS,KS,AS"


@pytest.mark.parametrize(
    ("rule", "words", "table", "trump", "claim", "ground", "detail"),
    [
        # upheld
        ("J2.4: played later", f"{THREE} / W:KS N:9D E:TS", CLASSIC, "D", "E2", "led-suit-played-later", "TS 15"),
        ("J2.4: the first one", f"{TWO} / E:KS / E:TS", CLASSIC, "D", "E2", "led-suit-played-later", "KS 9"),
        ("J2.4: shown afterwards", f"{TWO} E=TS", CLASSIC, "D", "E2", "led-suit-shown", "TS 9"),
        ("J2.4: shown before", f"E=9C,TS,KS {TWO}", CLASSIC, "D", "E2", "led-suit-shown", "TS 1"),
        ("J2.4: the first one seen", f"E=9H {ONE} E=KS / N:AS E:QH E=TS", CLASSIC, "D", "E2", "led-suit-shown", "KS 6"),
        ("J2.4: played goes before shown", f"E=TS {TWO} / E:KS", CLASSIC, "D", "E2", "led-suit-played-later", "KS 10"),
        ("R7.4: taken back, then again not followed", f"{ONE} / N:AS E:TS E<TS", CLASSIC, "D", "E2", "followed-suit", ""),
        ("J2.4: what was taken back was held", f"{ONE} / N:AS E:QH E<TS", CLASSIC, "D", "E2", "led-suit-shown", "TS 7"),
        ("J2.1: counting", f"{THREE} / W:KS N:9D E:KH S:QS {OTHERS_SHOWN} W=AH", CLASSIC, "D", "E2", "must-hold-by-count", ""),
        (
            "J2.4: several seen, one must be left",
            f"{ONE} E=TS,KS / N:? E:? S:? W:? / N:AS E:QH",
            CLASSIC,
            "D",
            "E3",
            "must-hold-by-count",
            "",
        ),
        ("J2.4: two gaps are too many for it", f"{ONE} E=TS,KS / E:? / E:? / N:AS E:QH", CLASSIC, "D", "E4", "cards-unseen", "TS QS KS 9S JS"),
        ("J2.5: received", "S>9D N>QH W:AH E:9H S:AS", ASK, "C", "S1", "led-suit-shown", "QH 2"),
        ("J2.5: received, and played later", "S>9D N>QH W:AH E:9H S:AS / S:QH", ASK, "C", "S1", "led-suit-played-later", "QH 6"),
        ("V3.2: the joker is a trump", "E-9C S:KH W:9H N:QC E:TH / N:JK", JOKER, "H", "N1", "led-suit-played-later", "JK 6"),
        ("R1.5: the left bower is a trump", "N:AS E:9H S:JC", CLASSIC, "S", "E1", "cards-unseen", "9S TS QS KS JS"),
        ("R1.5: held back", "N:AH E:9H S:KC W:QH / W:AS N:9S E:TS S:JD", CLASSIC, "H", "S1", "led-suit-played-later", "JD 8"),
        ("V4.1: the second copy proves it", "E:AD S:9S / S:AD", DOUBLE, "C", "S1", "led-suit-played-later", "AD 3"),
        ("V4.1: two copies seen, one played", "S=AD,AD S:AD / E:KD S:9S", DOUBLE, "C", "S2", "led-suit-shown", "AD 1"),
        ("V4.1: one copy seen, and one played", "S=AD S:AD / E:KD S:9S E=AD", DOUBLE, "C", "S2", "cards-unseen", "9D TD JD QD KD"),
        ("V4.1: kept one, received one, played one", "S=AS S>9C,9C,TC N>AS,9D,9D S:AS / W:KS S:9H", DOUBLE_ASK, "H", "S2", "must-hold-by-count", ""),
        # rejected
        ("J2.4: led", TWO, CLASSIC, "D", "N2", "led-the-trick", ""),
        ("J2.4: led, as recorded by its winner", f"{ONE} / N:? E:? S:? W:?", CLASSIC, "D", "N2", "led-the-trick", ""),
        ("R6.2: sat out", "N:JD E:TD W:QD", ALONE, "D", "S1", "sat-out", ""),
        ("R6.2: sat out, agreed by count", "", ALONE, "D", "S1", "sat-out", ""),
        ("R7.4: taken back", f"{ONE} / N:AS E:TS E<QH", CLASSIC, "D", "E2", "taken-back-in-time", ""),
        ("R7.4: taken back in another trick", f"{ONE} / N:AS E:TS / N:9C E:KC E<QH", CLASSIC, "D", "E2", "followed-suit", ""),
        ("J2.4: followed", TWO, CLASSIC, "D", "W2", "followed-suit", ""),
        ("R1.5: followed with the left bower", "N:AS E:JC", CLASSIC, "S", "E1", "followed-suit", ""),
        ("J2.4: all later cards known", f"{THREE} / E:9H / E:TH / E:KH", CLASSIC, "D", "E2", "hand-accounted-for", ""),
        ("J2.4: all later cards seen", f"{TWO} E=9H,TH,KH,KC", CLASSIC, "D", "E2", "hand-accounted-for", ""),
        ("J2.4: the last trick", f"{ONE} / E:9H / E:TH / E:KH / E:KC / N:AS E:QH", CLASSIC, "D", "E6", "hand-accounted-for", ""),
        ("J2.4: seen in that hand or gone in its gap", f"{ONE} E=9H,TH,KH,KC,QH / E:? / N:AS E:QH", CLASSIC, "D", "E3", "hand-accounted-for", ""),
        ("J2.4: the suit is elsewhere", f"{FOLLOWED} / W:KS N:9D E:QH S:QS", CLASSIC, "D", "E4", "suit-accounted-for", ""),
        ("J2.4: shown elsewhere", f"{TWO} S=TS,QS W=KS", CLASSIC, "D", "E2", "suit-accounted-for", ""),
        ("J2.5: given away", "S>KD N>QH W:AD E:TD S:JC E=JD,QD,9D", ASK, "C", "S1", "suit-accounted-for", ""),
        # open
        ("J2.3: unseen cards", TWO, CLASSIC, "D", "E2", "cards-unseen", "TS QS KS"),
        ("J2.3: one is left", f"{FOLLOWED} / W:KS N:9D E:QH", CLASSIC, "D", "E4", "cards-unseen", "QS"),
        ("J2.3: counting is not done", f"{THREE} / W:KS N:9D E:KH S:QS {OTHERS_SHOWN}", CLASSIC, "D", "E2", "cards-unseen", "TS"),
        ("J2.4: a seen card and a gap", f"E=TS N:? E:? S:? W:? / {TWO[22:]}", CLASSIC, "D", "E2", "cards-unseen", "TS QS KS"),
        ("J2.4: and then it is played", f"E=TS N:? E:? S:? W:? / {TWO[22:]} / N:9C E:TS", CLASSIC, "D", "E2", "led-suit-played-later", "TS 11"),
        ("J2.5: given away, others not", "S>9D N>QH S:9S W:KS E:TS / W:AD E:TD S:JC", ASK, "C", "S2", "cards-unseen", "JD QD KD"),
        ("R5.3: perhaps received", "N=QH S>? N>? W:AH E:9H S:AS", ASK, "C", "S1", "cards-unseen", "TH JH QH KH"),
        ("R5.3: perhaps given away", "S=QH S>? N>? W:AH E:9H S:AS", ASK, "C", "S1", "cards-unseen", "TH JH QH KH"),
        ("R5.3: two seen, one can be given", "S=QH,KH S>? N>? W:AH E:9H S:AS", ASK, "C", "S1", "must-hold-by-count", ""),
        ("V3.1: perhaps discarded", "E=QH E-? S:AH W:9H N:TH E:9C", JOKER, "C", "E1", "cards-unseen", "JH QH KH"),
        ("V4.1: either copy", "E:AD S:9S W:KD N:TD", DOUBLE, "C", "S1", "cards-unseen", "9D TD JD QD KD AD"),
        ("V5: no trump", "E:TD S:JD W:QD N:JH", {"preset": "double-deck-52"}, "NT", "N1", "cards-unseen", "9D TD JD QD KD AD"),
        ("J4.1: recorded by its winner", f"N:? E:? S:? W:? / {TWO[22:]}", CLASSIC, "D", "E1", "not-recorded", ""),
        ("J4.2: agreed by count", ONE, CLASSIC, "D", "E2", "not-recorded", ""),
        ("J4.1: trump not recorded", "N:? E:? S:? W:?", CLASSIC, None, "E1", "not-recorded", ""),
    ],
)
def test_verdicts(
    rule: str, words: str, table: dict[str, str], trump: str | None, claim: str, ground: str, detail: str
) -> None:
    """`claim` is the accused and the trick; `detail` the proof with its version, or the cards that would prove it."""
    found = finding(record(words, **table), Trump(trump) if trump else None, Seat(claim[0]), int(claim[1]))
    assert found.ground is Ground(ground), rule
    assert found.verdict is Ground(ground).verdict
    if found.verdict is Verdict.UPHELD:
        proof = f"{found.proof} {found.proof_version}" if found.proof else ""
        assert (proof, found.would_prove) == (detail, None)
    else:
        assert (found.proof, found.proof_version) == (None, None)
        assert sorted(found.would_prove or ()) == sorted(cards(detail), key=str)
        assert (found.would_prove is None) == (ground != "cards-unseen")
