"""The matches behind the golden logs, in words. `python -m tests.golden.tales` writes those that are not there yet.

What is stored stays readable for ever: a log here is never changed to please the code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from referee.game.timeline import Timeline
from referee.projections.rulings import claims_view
from referee.projections.scoresheet import scoresheet_view
from tests.deals import BEFORE, T1, T2, T3, T4, T5, T6, TURNED_UP
from tests.tables import log_of, played

HERE = Path(__file__).parent

CLASSIC = (
    "name N Ann", "name E Bob", "name S Cat", "name W Dán",
    *BEFORE, T1, T2, "claim S E 2", "claim N W 1", T3, T4, T5, T6,  # one proven by a card, one refuted
    "E:pass S:4 W:pass N:pass", "trump H",  # a slip, a card taken back, an undo too many, a claim withdrawn
    "S:JH W:9H N:TH E:QH", "S:JD W:KH N:AH E:9C", "took S", "undo", "redo", "undo",
    "S:AC W:JC N:QC E:KC", "correct W3 9S", "claim N W 3", "take-back W3 JC",
    "claim W E 2", "S:TS W:KS N:AS E:TD", "claim N E 4", "withdraw 5 N", "N:9D E:KD S:QD W:AD", "claim S E", "count 4 2",
    "S:pass W:pass N:pass E:pass",
    "W:ask N:pass E:pass S:pass", "trump S", "exchange 9H -",  # alone, with a card of East's that is named later
    "W:JS N:TS S:9S", "W:JC N:KS S:QS", "W:AS N:9C S:TC", "W:KD N:QD S:9D", "claim W S 4", "count 0 6",
    "exchange - JS deal 4", "show S TH deal 4",
    "result N 5 D 5 1", f"turned-up 5 {TURNED_UP}", "adjust EW -1 coffee on the cards", "undo", "redo",
    "result E 4 C 4 2", "result S 5 H 5 1",
    "contract W 3 D", "took W", "took N", "undo", "took W", "count 2 4",
    "result N moon C 6 0", "claim E N deal 1", "adjust NS -20 a bet", "undo", "close",
)  # fmt: skip

JOKER = (
    "discard -", "S:pass W:3 N:pass E:5", "trump C",  # the dealer plays with the joker; South holds back a club
    "E:JK S:9D W:TC N:QC", "E:JC S:AC W:JS N:KC", "E:AD S:TD W:JD N:KD", "claim S W 3", "claim N S 2",
    "E:AH S:9H W:TH N:JH", "E:AS S:TS W:9S N:QS", "E:QD S:KS W:9C N:KH", "discard QH deal 1",
    "discard 9S", "W:moon", "trump H", "W:JH N:TH S:9H", "W:JK N:QH S:KH", "claim E N", "count 0 6",
    "discard -", "result passed", "result N 4 S 2 4", "undo 54", "redo", "close",
)  # fmt: skip

DOUBLE = (
    "E:8 S:pass W:ask N:pass", "trump D",  # three cards passed, two copies of each card
    "exchange 9C,9S,TC JD,JH,AD",
    "W:JD N:9D S:TD", "W:JD N:QD S:KD", "W:JH N:AD S:9H", "swap N2 N3", "claim N S 3", "W:AS N:AS S:TS", "W:KS N:9S S:JS",
    "show S QD", "claim W S 3", "took W", "took W", "took N", "N:AC S:KC W:AC", "count 2 10",
    "contract N 9 NL", "N:9H E:TH S:9H W:AH", "N:9C E:JC S:QC W:KS", "claim N W 2", "concede 2 E",
    "count 9 3", "result S moon NT 12 0", "result E 5 H 6 6", "result N 11 S 12 0", "result S ask C 12 0", "close",
)  # fmt: skip

TOURNAMENT = (
    *BEFORE, T1, T2, "claim S E 2", T3, "W:KS N:9D E:TS",  # the deal ends with the proof
    "result E 5 H 2 4", "claim N E 3 deal 2", "S:pass", "claim N E 4 deal 2", "W:3 N:pass E:4", "trump S",
    "E:JS S:9S W:TS N:QS", "claim W N 1", "claim N S 1", "E:JC S:AH W:9D N:KS", "claim E S", "concede 6 N",
    "redeal", "result W ask C 0 6", "result N moon D 6 0", "result N 5 D 5 1", "result W 3 S 2 4", "close",
)  # fmt: skip

RESULTS = (
    "result E 5 D 2 4", "result passed", "result W ask - 0 6", "result N 3 H 3 3", "result S moon S 5 1",
    "adjust NS 15 a head start", "result E 4 C 1 5", "result S 5 D 6 0", "result W 5 H 0 6", "result N ask H 6 0", "show E 9S", "close",
)  # fmt: skip

SHORT = (
    "dealer W", "N:3+H E:pass S:ask+NT W:pass N:moon+S", "N:JS E:AS W:JS", "took N", "count 8 0",
    "E:pass S:pass W:pass N:pass", "S:4+D W:pass N:pass E:5+C S:ask+D E:pass", "exchange AS JD", "S:JD W:QD E:KD",
    "count 3 5", "end-early", "reopen the last deal was not over", "undo", "undo", "redo", "redo", "W:5+NT N:pass E:pass S:pass",
    "count 2 6", "close",
)  # fmt: skip

LOST = (
    "dealer E", "S:4 W:pass N:pass E:pass", "trump H", "S:JH W:9S N:TH E:QH", "claim E W 1", "concede 1 W",  # by their own team
    "S:JD W:KS N:AH E:9C", "claim N W 1", "claim S E 2 deal 1", "concede 3 W", "result W 4 H 3 3",
    "contract E 3 C", "took E", "E:AS S:9H W:AH N:TS", "claim W S", "E:9C S:KS", "result S moon D 6 0",
    "adjust NS 2 a head start", "close",
)  # fmt: skip

SEATS = (
    "name S Cat", "scorer S", "propose E W", "result N 4 H 4 2", "propose N W", "undo", "scorer W N E W", "redo", "N:pass",
    "scorer", "end-early", "scorer E", "reopen too early", "end-early", "rematch another NSEW",
)  # fmt: skip

TALES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "classic": ({"first_dealer": "W", "edition": 1}, CLASSIC),
    "joker": ({"preset": "joker", "first_dealer": "E", "referee_claims": True, "edition": 1}, JOKER),
    "double-deck": ({"preset": "double-deck-52", "first_dealer": "N", "edition": 1}, DOUBLE),
    "tournament": (
        {"preset": "tournament", "first_dealer": "W", "after_renege": "deal-ends", "look_back": "all", "edition": 1},
        TOURNAMENT,
    ),
    "results": ({"first_dealer": "S", "initial": (0, 5), "edition": 1}, RESULTS),
    "short-pack": ({"preset": "double-deck-32", "first_dealer": "N", "deals": 3, "auction": "pass-is-final"}, SHORT),
    "seats": ({"first_dealer": "S"}, SEATS),
    "lost": ({"preset": "house-lost", "first_dealer": "S", "target": 30, "renege_to": "both"}, LOST),
}


def told(name: str) -> Timeline:
    """The match of that name, told again."""
    options, lines = TALES[name]
    return played(*lines, **options)


def expected(timeline: Timeline) -> dict[str, Any]:
    """What a reader must get of a log: its score sheet, its claims, and its last hash."""
    return {"sheet": scoresheet_view(timeline), "claims": claims_view(timeline.match), "head": timeline.hash}


def as_stored(found: Any, stored: Any) -> Any:
    """What was found, without the members of objects that a view has got since."""
    if isinstance(found, list) and isinstance(stored, list) and len(found) == len(stored):
        return [as_stored(*pair) for pair in zip(found, stored, strict=True)]
    if isinstance(found, dict) and isinstance(stored, dict):
        return {name: as_stored(found[name], one) for name, one in stored.items() if name in found}
    return found


if __name__ == "__main__":
    for name in TALES:
        if not (HERE / f"{name}.ndjson").exists():
            timeline = told(name)
            (HERE / f"{name}.ndjson").write_text("".join(f"{event.line}\n" for event in log_of(timeline)))
            text = orjson.dumps(expected(timeline), option=orjson.OPT_INDENT_2).decode()
            (HERE / f"{name}.json").write_text(text + "\n")
