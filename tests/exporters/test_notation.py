"""The readable notation: what it says, and that it plays again as the match that it tells."""

import re
from random import Random

import pytest

from referee.events.codec import decoded
from referee.events.types import CardCorrected, EntriesCorrected
from referee.exporters import FORMATS
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.importing.logs import imported
from referee.projections.deals import deal_view
from referee.projections.scoresheet import scoresheet_view
from referee.service import Service, keeping
from tests.exporters.matches import random_match, service, source
from tests.exporters.test_logs import played

OWN = re.compile(r"\[(Match|Opened|Log|Note) ")


def notation(here: Service, match: str) -> str:
    return b"".join(FORMATS["txt"].write(source(here, match))).decode()


def told(text: str) -> list[str]:
    """The text without what belongs to its own log."""
    return [line for line in text.splitlines() if not OWN.match(line)]


def has_corrections(here: Service, match: str) -> bool:
    events = map(decoded, here.events(match))
    return any(isinstance(e, EntriesCorrected) or (isinstance(e, CardCorrected) and e.kind == "entry") for e in events)


@pytest.mark.parametrize("seed", range(80))
def test_a_notation_plays_again(seed: int) -> None:
    here, match = played(seed)
    text, there = notation(here, match), service("there")
    try:
        came = imported(there, text.encode())
    except Refused as refused:
        assert has_corrections(here, match), refused.facts
        return
    again, before = there.timeline(came.match), here.timeline(match)
    assert again.match.score == before.match.score and again.match.winner == before.match.winner
    assert again.players == before.players
    if not has_corrections(here, match):
        assert told(notation(there, came.match)) == told(text)
        assert sheet(again) == sheet(before)
        assert plays(again) == plays(before)


def sheet(timeline: Timeline) -> object:
    return scoresheet_view(timeline)


def plays(timeline: Timeline) -> object:
    match = timeline.match
    views = [deal_view(deal, match.rules) for deal in (*match.past, match.deal)]
    return [
        [[(play["seat"], play["card"]) for play in trick["plays"]] for trick in view["tricks"]]
        + [view["shown"], view["bids"]]
        for view in views
    ]


@pytest.mark.parametrize("seed", range(20))
def test_a_touched_notation_is_refused_or_plays_as_it_says(seed: int) -> None:
    here, match = played(seed)
    lines, random = notation(here, match).splitlines(), Random(seed)
    for _ in range(10):
        changed, at = list(lines), random.randrange(len(lines))
        what = random.randrange(4)
        if what == 0:
            del changed[at]
        elif what == 1:
            changed.insert(at, changed[at])
        elif what == 2:
            changed[at] = changed[at].replace(random.choice("NESW"), random.choice("NESW"))
        else:
            changed[at] = changed[at].replace(random.choice("0123456789"), random.choice("0123456789"), 1)
        there = service("there")
        try:
            came = imported(there, "\n".join(changed).encode(), "txt")
        except Refused as refused:
            assert refused.code == "broken-notation" and 1 <= refused.facts["line"] <= len(changed)
            assert list(there.store.matches()) == []
        else:
            assert keeping.verification(there, came.match)["ok"]


SAMPLE = """\
[Notation "Referee 1"]
[North "Ann"]
; a comment
% another
[Deal "1"]
[Bid "E" "pass"]
[Bid "S" "pass"]
[Bid "W" "4"]
[Bid "N" "pass"]
[Trump "S"]
   1      9s     AS     10S    JS     W
   2      TC     9C^R   AC     JC     W
[Claim "1" "renege" "S" "E" "1.2"]
   3      QH     TH     9H     AH     W
   4      9D     QD     KS     QS     S
   5      JD^L   -      -      -      -
"""


def test_by_hand() -> None:
    here = service()
    with pytest.raises(Refused) as refused:
        imported(here, SAMPLE.encode())
    assert refused.value.facts == {"line": 12, "reason": "does-not-follow", "mark": "^R"}
    came = imported(here, SAMPLE.replace("^R", "").encode())
    text = notation(here, came.match)
    assert '[Ruling "1" "open" "cards-unseen" ""]' not in text
    assert "   5      JD^L   -      -      -      -" in text
    assert '[North "Ann"]' in text and '[Score "NS 0 EW 0"]' in text


WRONG = [
    ("no notation", 'Notation "Referee 1"', 'Notation "PBN 2.1"', 1, "no-notation"),
    ("a tag of another name", "[Deal", "[Board", 5, "unknown-tag"),
    ("not a tag", '[Trump "S"]', '[Trump "S]', 10, "no-tag"),
    ("no trump that there is", '[Trump "S"]', '[Trump "NT"]', 10, "invalid-request"),
    ("out of turn", '[Bid "E"', '[Bid "N"', 6, "not-your-turn"),
    ("no seat", '[Bid "E"', '[Bid "X"', 6, "bad-value"),
    ("no card", "AS     10S", "1S     10S", 11, "unknown-card"),
    ("twice", "9C^R", "AC", 12, "card-already-played"),
    ("another winner", "JC     W", "JC     E", 12, "wrong-winner"),
    ("a trick left out", "   2      TC", "   3      TC", 12, "wrong-trick"),
    ("a gap in the order", "TC     9C^R   AC     JC", "TC     -      AC     JC", 12, "wrong-order"),
    ("a bad option", '[North "Ann"]', '[Option "decks" "3"]', 1, "bad-value"),
]


@pytest.mark.parametrize("name,old,new,line,reason", WRONG, ids=[row[0] for row in WRONG])
def test_the_first_wrong_line_is_named(name: str, old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        imported(service(), SAMPLE.replace(old, new, 1).encode(), "txt")
    assert (refused.value.facts["line"], refused.value.facts["reason"]) == (line, reason)


@pytest.mark.parametrize(
    "said,follows",
    [('[Score "NS 0 EW 0"]', True), ('[Score "NS 3 EW 3"]', False), ('[Winner "-"]', True), ('[Winner "NS"]', False),
     ('[Status "playing"]', True), ('[Status "over"]', False), ('[Status "abandoned"]', False)],
)  # fmt: skip
def test_what_the_header_says_of_the_end_is_compared(said: str, follows: bool) -> None:
    text = SAMPLE.replace("^R", "").replace('[North "Ann"]', said)
    if follows:
        assert imported(service(), text.encode()).timeline.version > 10
        return
    with pytest.raises(Refused) as refused:
        imported(service(), text.encode())
    name = said[1:].partition(" ")[0]
    assert refused.value.facts == {"line": 2, "reason": "does-not-follow", "tag": name}


LONG = "x" * 101
HEADS = [
    ("a name too long", f'[East "{LONG[:41]}"]', "name"),
    ("a name that cannot be seen", '[East "  "]', "name"),
    ("a name of two lines", '[East "a\\nb"]', "name"),
    ("a tag's name", '[Tag "a b" "c"]', "tags"),
    ("a tag's text", f'[Tag "a" "{LONG}"]', "tags"),
    ("too many tags", "\n".join(f'[Tag "t{number}" "x"]' for number in range(21)), "tags"),
    ("who may record", '[Recording "nobody"]', "recording"),
    ("points to begin with", '[InitialScore "NS 1001 EW 0"]', "initial-score"),
]
LATER = [
    ("a name too long", f'[East "{LONG[:41]}"]', "name"),
    ("no reason", '[Adjustment "NS" "1" " "]', "adjustment"),
    ("a reason too long", f'[Adjustment "NS" "1" "{LONG * 2}"]', "adjustment"),
    ("no points", '[Adjustment "NS" "0" "why"]', "adjustment"),
    ("too many points", '[Adjustment "NS" "-1001" "why"]', "adjustment"),
]


@pytest.mark.parametrize(
    "after,said,line,reason",
    [('[North "Ann"]', said, 1, reason) for _, said, reason in HEADS]
    + [('[Bid "E" "pass"]', said, 7, reason) for _, said, reason in LATER],
    ids=[row[0] for row in HEADS] + [f"later, {row[0]}" for row in LATER],
)
def test_text_keeps_to_the_limits_of_a_request(after: str, said: str, line: int, reason: str) -> None:  # docs/api.md
    there = service()
    with pytest.raises(Refused) as refused:
        imported(there, SAMPLE.replace("^R", "").replace(after, f"{after}\n{said}", 1).encode(), "txt")
    assert refused.value.facts == {"line": line, "reason": reason}
    assert list(there.store.matches()) == []


def test_text_that_is_none() -> None:
    with pytest.raises(Refused) as refused:
        imported(service(), b'[Notation "Referee 1"]\n\xff', "txt")
    assert refused.value.facts == {"line": 2, "reason": "not-text"}


def test_every_reneged_and_out_of_turn_card_is_marked() -> None:
    marks = ""
    for seed in range(60):
        here, match = random_match(Random(seed)) if seed > 40 else played(seed)
        text = notation(here, match)
        marks += "".join(re.findall(r"\^[RL]", text))
        upheld = {
            (claim.deal, trick, claim.accused)
            for claim in here.timeline(match).match.claims
            if claim.accused and claim.ruling and claim.ruling.verdict == "upheld" and not claim.withdrawn
            for trick in claim.ruling.tricks
        }
        assert bool(upheld) >= ("^R" in text)
    assert "^R" in marks and "^L" in marks
