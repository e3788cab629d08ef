"""Every option with every value (for numbers: the default and both ends): what it changes, and that it changes nothing else.

A row is an option, a question about a table, and the answer under each value. A missing option or value fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.game.timeline import Timeline
from referee.projections.deals import cards_left
from referee.projections.scoresheet import scoresheet_view
from referee.projections.table import next_view
from referee.projections.withheld import deal_as_shown, withheld
from referee.rules.options import OPTIONS, Choice
from tests.deals import BEFORE, DISPUTED, HONEST, MOON, SAME_SUIT, T1, T2, T5, T6, TWO_SUITS
from tests.tables import played, refusal, ruled, score, then

W = {"first_dealer": "W"}
TWO_ACES = "ace S AH AC 9H TH 9C TC"
ONE_ACE = "ace S AH 9D 9H TH 9C TC"


def code(timeline: Timeline, line: str) -> str | None:
    """With which code a line is refused, None if it is not."""
    try:
        return refusal(timeline, line)
    except AssertionError:
        return None


def sayable(timeline: Timeline) -> list[str]:
    return next_view(timeline.match)["options"]


def winner_after(line: str, initial: tuple[int, int], **options: Any) -> str | None:
    """Who has won after a result."""
    winner = played(line, initial=initial, **W, **options).match.winner
    return winner.value if winner else None


def lowest_to_win(**options: Any) -> int | None:
    """The lowest of these scores that decides a match."""
    tried = (0, 1, 31, 32, 999, 1000)
    won = (n for n in tried if played("result passed", initial=(n, -1), **W, **options).match.winner)
    return next(won, None)


def deals_to_end(**options: Any) -> int | None:
    """After how many of a hundred deals the match ends."""
    timeline = played(target=None, **W, **options)
    for number in range(1, 101):
        timeline = then(timeline, "result N 3 D 3 3" if number % 2 else "result E 3 D 3 3")
        if timeline.match.status == "decided":
            return number
    return None


def looked_at(**options: Any) -> list[int] | None:
    """Which of two taken tricks are withheld."""
    timeline = played(*BEFORE, T1, T2, **W, **options)
    hidden = withheld(timeline)
    deal = deal_as_shown(timeline.match.deal, hidden)
    return hidden and [trick.number for trick in deal.tricks if trick.plays[0].card is None]


def lost_or_ended(**options: Any) -> tuple[int, tuple[int, int]]:
    """Which deal runs after a renege was upheld, and the score."""
    timeline = played(*DISPUTED[:-1], "claim S E 2", "W:KS N:9D E:TS", **W, **options)
    return timeline.match.deal.number, score(timeline)


def in_time(**options: Any) -> list[bool]:
    """Whether a renege costs anything: claimed at once, after the next lead, after the next bid."""
    deal = (*BEFORE, T1, T2, "N:9C E:KC S:QC W:AC", "W:KS N:9D E:TS S:QS", T5, T6)
    tables = (
        played(*deal[:4], "claim S E 2", *deal[4:], **W, **options),
        played(*deal, "claim S E 2 deal 1", **W, **options),
        played(*deal, "E:pass", "claim S E 2 deal 1", **W, **options),
    )
    return [ruled(timeline)[2] == -2 for timeline in tables]


def counted(**options: Any) -> list[int]:
    """What two reneges of one seat cost, of two suits and of one."""
    return [score(played(*deal, "claim S E", **W, **options))[1] for deal in (TWO_SUITS, SAME_SUIT)]


def after_four_passes(**options: Any) -> str:
    timeline = played("N:pass E:pass S:pass", **W, **options)
    return code(timeline, "W:pass") or then(timeline, "W:pass").match.deal.dealer.value


def hands(**options: Any) -> tuple[str, int, int]:
    """What comes first, and how many cards the dealer North and East hold."""
    match = played(**options).match
    left = cards_left(match.deal, match.rules)
    return next_view(match)["action"], left["N"], left["E"]


def bids(**options: Any) -> list[str]:
    """What the first to speak may bid."""
    return sayable(played(**options))[1:]


def exchanged(**options: Any) -> list[int]:
    """How many cards may be passed in an ask."""
    if "ask" not in bids(**options):
        return []
    timeline = played("contract N ask D", **options)
    return [
        number for number in (1, 2, 3) if code(timeline, f"exchange {','.join(('9C', 'TC', 'JC')[:number])} -") is None
    ]


def no_exchange(**options: Any) -> str | None:
    return code(played("contract N ask D", **options), "exchange none none")


def trumps(**options: Any) -> list[str]:
    return next_view(played(BEFORE[0], **W, **options).match)["options"]


def first_leader(**options: Any) -> str:
    return next_view(played("contract S 4 D", **options).match)["seat"]


def winner_of_twins(**options: Any) -> str:
    """South leads the ace of hearts, West plays the other one."""
    timeline = played("contract S 4 D", "S:AH W:AH N:9H E:TH", decks=2, **options)
    return timeline.match.deal.tricks[0].winner.value


def scored(*results: str, **options: Any) -> list[tuple[int, int]]:
    """The scores after each of these results, in a match of its own."""
    return [score(played(f"result {result}", **{"target": 1000, **W, **options})) for result in results]


def aces(**options: Any) -> list[str]:
    """What becomes of a claim with two aces, and of one with one."""
    timeline = played("E:pass", **options)
    return [code(timeline, line) or ruled(then(timeline, line))[1] for line in (TWO_ACES, ONE_ACE)]


def penalties(*deals: tuple[str, ...], **options: Any) -> list[tuple[int, int]]:
    """The scores after the renege of each of these deals was claimed."""
    return [score(played(*deal, "claim S E 2", **W, **options)) for deal in deals]


def taken_back_late(**options: Any) -> str | None:
    return code(played(*BEFORE, T1, "N:AS E:QH S:9S", **W, **options), "take-back E2 TS")


def winners_with_enough(**options: Any) -> list[str | None]:
    """Who wins where North and South have 40: by their own bid, by a set, and by neither."""
    results = ("N 3 D 4 2", "E 5 D 4 2", "E 3 D 2 4", "passed")
    return [winner_after(f"result {result}", (40, 0), **options) for result in results]


def winners_of_both(**options: Any) -> list[str | None]:
    """Who wins where both teams were a point short: the makers' bid made with less, and not made."""
    results = ("N 3 D 3 3", "N 4 D 4 2", "E 1 D 4 2", "E 3 D 5 1")
    return [winner_after(f"result {result}", (31, 31), minimum_bid=1, **options) for result in results]


LADDER = ["3", "4", "5", "ask", "moon"]
SUITS = ["C", "D", "H", "S"]
ROWS: dict[str, tuple[Callable[..., Any], dict[Any, Any]]] = {
    "decks": (hands, {1: ("bid", 6, 6), 2: ("bid", 12, 12)}),
    "joker": (hands, {False: ("bid", 6, 6), True: ("discard", 7, 6)}),
    "minimum_bid": (lambda **o: bids(decks=2, **o)[0], {3: "3", 1: "1", 11: "11"}),
    "all_pass": (after_four_passes, {"redeal": "N", "redeal-same-dealer": "W", "stick-the-dealer": "dealer-must-bid"}),
    "plain_all": (bids, {False: LADDER, True: [*LADDER[:3], "6", *LADDER[3:]]}),
    "ask_cards": (exchanged, {1: [1], 0: [], 3: [3]}),
    "ask_points": (lambda **o: scored("N ask D 6 0", **o), {12: [(12, 0)], 0: [(0, 0)], 100: [(100, 0)]}),
    "ask_no_trump": (no_exchange, {"partners-choice": "invalid-request", "no-exchange": None}),
    "moon_points": (lambda **o: scored("N moon D 6 0", **o), {24: [(24, 0)], 0: [(0, 0)], 100: [(100, 0)]}),
    "moon_over_ask": (lambda **o: played("E:ask", **o).match.deal.stage.phase.value, {True: "auction", False: "trump"}),
    "no_trump": (trumps, {"none": SUITS, "high": [*SUITS, "NT"], "high-low": [*SUITS, "NT", "NL"]}),
    "first_lead": (first_leader, {"maker": "S", "dealers-left": "E"}),
    "identical_cards": (winner_of_twins, {"first": "S", "second": "W"}),
    "alone_set_loss": (
        lambda **o: scored("N ask D 5 1", "N moon D 5 1", **o),
        {"bid": [(-6, 1), (-6, 1)], "points": [(-12, 1), (-24, 1)]},
    ),
    "defender_tricks": (
        lambda **o: scored("N 4 D 4 2", "N 5 D 4 2", **o),
        {"always": [(4, 2), (-5, 2)], "only-when-set": [(4, 0), (-5, 2)], "never": [(4, 0), (-5, 0)]},
    ),
    "target": (lowest_to_win, {32: 32, 1: 1, 1000: 1000, None: None}),
    "win_on": (
        winners_with_enough,
        {"any": ["NS"] * 4, "own-bid-or-set": ["NS", "NS", None, None], "own-bid": ["NS", None, None, None]},
    ),
    "both_over": (
        winners_of_both,
        {"higher": [None, "NS", "NS", "NS"], "makers-first": [None, "NS", "EW", "NS"]},
    ),
    "ace_no_face": (
        aces,
        {"off": ["not-now"] * 2, "any-aces": ["qualifies"] * 2, "one-ace": ["does-not-qualify", "qualifies"]},
    ),
    "misdeal": (lambda **o: played("redeal", **o).match.deal.dealer.value, {"same-dealer": "N", "pass-left": "E"}),
    "renege_points": (lambda **o: penalties(DISPUTED, **o), {2: [(0, -2)], 0: [(0, 0)], 100: [(0, -100)]}),
    "renege_alone_points": (
        lambda **o: penalties(MOON, DISPUTED, **o),
        {None: [(0, -2), (0, -2)], 0: [(0, 0), (0, -2)], 100: [(0, -100), (0, -2)]},
    ),
    "renege_to": (
        lambda **o: penalties(DISPUTED, **o),
        {"offender": [(0, -2)], "opponents": [(2, 0)], "both": [(2, -2)]},
    ),
    "renege_count": (counted, {"each": [-4, -4], "once-per-suit": [-4, -2], "once-per-deal": [-2, -2]}),
    "after_renege": (
        lost_or_ended,
        {"play-on": (1, (0, -2)), "deal-ends": (2, (0, -2)), "deal-lost": (2, (5, -2))},
    ),
    "lowest_card": (
        lambda **o: code(played("contract E 4 H", **{"decks": 2, **o}), "E:9H"),
        {"9": None, "J": "unknown-card"},
    ),
    "auction": (
        lambda **o: next_view(played("E:pass S:3 W:pass N:4", **o).match)["seat"],
        {"once": "N", "until-three-pass": "E", "pass-is-final": "S"},
    ),
    "bid_names_trump": (lambda **o: code(played(**o), "E:4"), {False: None, True: "invalid-request"}),
    "set_loss": (
        lambda **o: scored("N 4 D 3 3", "N ask D 5 1", "N ask D 5 1", **o)[:2],
        {None: [(-4, 3), (-6, 1)], 0: [(0, 3), (0, 1)], 100: [(-100, 3), (-100, 1)]},
    ),
    "stuck_loss": (
        lambda **o: scored("W 3 D 4 2", "W 4 D 4 2", all_pass="stick-the-dealer", **o),
        {"full": [(4, -3), (4, -4)], "half": [(4, -2), (4, -4)]},
    ),
    "set_to": (lambda **o: scored("N 4 D 3 3", **o), {"makers": [(-4, 3)], "opponents": [(0, 7)]}),
    "made_score": (
        lambda **o: scored("N 4 D 5 1", "N ask D 6 0", **o),
        {"tricks": [(5, 1), (12, 0)], "bid": [(4, 1), (12, 0)]},
    ),
    "deals": (deals_to_end, {None: None, 1: 1, 100: 100}),
    "level": (
        lambda **o: played("result N 3 D 3 3", deals=1, **{**o, **W}).match.status,
        {"draw": "decided", "extra-deal": "playing"},
    ),
    "look_back": (
        looked_at,
        {"all": None, "last-trick": [1], "none": [1, 2]},
    ),
    "correct_until": (taken_back_late, {"next-lead": None, "next-play": "too-late-to-take-back"}),
    "claim_window": (
        in_time,
        {"match": [True, True, True], "next-lead": [True, False, False], "next-deal": [True, True, False]},
    ),
    "false_claim_points": (
        lambda **o: score(played(*HONEST, "claim S E 2", **W, **o)),
        {0: (0, 0), 100: (-100, 0)},
    ),
    "referee_claims": (lambda **o: len(played(*DISPUTED, **W, **o).match.claims), {False: 0, True: 1}),
}
ANSWERS = [(option, value, answer) for option, (_, answers) in ROWS.items() for value, answer in answers.items()]


@pytest.mark.parametrize("option, value, answer", ANSWERS, ids=[f"{option} {value}" for option, value, _ in ANSWERS])
def test_an_option_changes_what_it_should(option, value, answer):
    assert ROWS[option][0](**{option: value}) == answer


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_has_a_row_for_every_value(option):
    kind = OPTIONS[option]
    values = set(kind.values) if isinstance(kind, Choice) else {kind.default, kind.low, kind.high}
    if not isinstance(kind, Choice) and kind.allows_null:
        values.add(None)
    answers = ROWS[option][1]
    assert set(answers) == values
    assert len({str(answer) for answer in answers.values()}) == len(values)  # every value makes a difference


OTHER_WORDS = {
    "decks",
    "joker",
    "first_lead",
    "minimum_bid",
    "target",
    "lowest_card",
    "bid_names_trump",
    "deals",
}  # the same deal cannot be told, or ends the match
DIFFERENT = {
    ("defender_tricks", "only-when-set"), ("defender_tricks", "never"),
}  # fmt: skip
PLAIN = (*HONEST, T5, T6, "result E 4 H 2 4")


@pytest.mark.parametrize("option, value", [row[:2] for row in ANSWERS if row[0] not in OTHER_WORDS], ids=str)
def test_an_option_changes_nothing_else(option, value):
    sheets = [scoresheet_view(played(*PLAIN, **W, **options)) for options in ({}, {option: value})]
    assert (sheets[0] == sheets[1]) is ((option, value) not in DIFFERENT)
