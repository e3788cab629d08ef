"""What a deal scores (R8, V4.3) and when a match is won (R9.1, R9.2): a row a case."""

from __future__ import annotations

import pytest

from referee.rules.options import Rules
from referee.rules.scoring import Outcome, Score, deal_lines, lost_lines, outcome, winner_by_target
from referee.rules.seats import Team

TWO, STAKES = Rules(decks=2), Rules(alone_set_loss="points")
SHORT = Rules(decks=2, lowest_card="J")
NS, EW = Team.NS, Team.EW
DEALS = [
    ("R8.1 R8.2 made: a point a trick", "4", 4, Rules(), "NS tricks 4, EW tricks 2"),
    ("R8.2 the tricks, not the bid", "3", 5, Rules(), "NS tricks 5, EW tricks 1"),
    ("R8.2 all of them on a number", "5", 6, Rules(), "NS tricks 6"),
    ("R8.4 R8.1 set: the number bid", "5", 4, Rules(), "NS set -5, EW tricks 2"),
    ("R8.4 set without a trick", "3", 0, Rules(), "NS set -3, EW tricks 6"),
    ("R8.3 an ask made", "ask", 6, Rules(), "NS ask-made 12"),
    ("R8.3 a moon made", "moon", 6, Rules(), "NS moon-made 24"),
    ("R8.3 ask_points", "ask", 6, Rules(ask_points=18), "NS ask-made 18"),
    ("R8.3 moon_points", "moon", 6, Rules(moon_points=12), "NS moon-made 12"),
    ("R8.3 no points, no line", "moon", 6, Rules(moon_points=0), ""),
    ("R8.4 an ask set costs six", "ask", 5, Rules(), "NS set -6, EW tricks 1"),
    ("R8.4 a moon set costs six", "moon", 5, Rules(), "NS set -6, EW tricks 1"),
    ("R8.4 alone_set_loss points: an ask", "ask", 5, STAKES, "NS set -12, EW tricks 1"),
    ("R8.4 alone_set_loss points: a moon", "moon", 5, STAKES, "NS set -24, EW tricks 1"),
    ("R8.4 alone_set_loss points: not for numbers", "5", 4, STAKES, "NS set -5, EW tricks 2"),
    ("R8.1 only-when-set: made", "4", 4, Rules(defender_tricks="only-when-set"), "NS tricks 4"),
    ("R8.1 only-when-set: set", "5", 4, Rules(defender_tricks="only-when-set"), "NS set -5, EW tricks 2"),
    ("R8.1 never: made", "4", 4, Rules(defender_tricks="never"), "NS tricks 4"),
    ("R8.1 never: set", "5", 4, Rules(defender_tricks="never"), "NS set -5"),
    ("R3.5 a plain six made scores six", "6", 6, Rules(plain_all=True), "NS tricks 6"),
    ("R3.5 a plain six set", "6", 5, Rules(plain_all=True), "NS set -6, EW tricks 1"),
    ("V4.1 eleven of twelve", "11", 11, TWO, "NS tricks 11, EW tricks 1"),
    ("V4.3 ask and moon as printed", "ask", 12, TWO, "NS ask-made 12"),
    ("V6 V4.3 ask and moon as printed", "ask", 8, SHORT, "NS ask-made 12"),
    ("V6 set on one costs eight", "ask", 7, SHORT, "NS set -8, EW tricks 1"),
    ("V9 set_loss for a number", "5", 4, Rules(set_loss=7), "NS set -7, EW tricks 2"),
    ("V9 set_loss for a moon too", "moon", 4, Rules(set_loss=7), "NS set -7, EW tricks 2"),
    (
        "V9 set_loss, but the moon costs its points",
        "moon",
        4,
        Rules(set_loss=7, alone_set_loss="points"),
        "NS set -24, EW tricks 2",
    ),
    ("V9 set_loss 0: no line", "5", 4, Rules(set_loss=0), "EW tricks 2"),
    ("V9 made_score bid", "3", 5, Rules(made_score="bid"), "NS tricks 3, EW tricks 1"),
    ("V9 made_score bid: not for a moon", "moon", 6, Rules(made_score="bid"), "NS moon-made 24"),
    ("V9 set_to opponents", "5", 4, Rules(set_to="opponents"), "EW set 5, EW tricks 2"),
    ("V9 set_to opponents: a made bid", "4", 4, Rules(set_to="opponents"), "NS tricks 4, EW tricks 2"),
    ("V4.3 set on one costs twelve", "moon", 11, TWO, "NS set -12, EW tricks 1"),
]


@pytest.mark.parametrize("bid, taken, rules, lines", [row[1:] for row in DEALS], ids=[row[0] for row in DEALS])
def test_what_a_deal_scores(bid, taken, rules, lines):
    scored = deal_lines(bid, NS, Score(taken, rules.all_tricks - taken), rules)
    assert ", ".join(f"{line.team.value} {line.code} {line.points}" for line in scored) == lines
    mirrored = deal_lines(bid, EW, Score(rules.all_tricks - taken, taken), rules)
    assert [(line.team.other, line.code, line.points) for line in mirrored] == [tuple(line) for line in scored]


PRICES = [
    ("V9 full", "3", Rules(), "NS set -3"),
    ("V9 half", "4", Rules(stuck_loss="half"), "NS set -2"),
    ("V9 half, rounded up", "3", Rules(stuck_loss="half"), "NS set -2"),
    ("V9 half of set_loss", "3", Rules(stuck_loss="half", set_loss=7), "NS set -4"),
    ("V9 half, to the opponents", "3", Rules(stuck_loss="half", set_to="opponents"), "EW set 2"),
]


@pytest.mark.parametrize("bid, rules, line", [row[1:] for row in PRICES], ids=[row[0] for row in PRICES])
def test_what_a_stuck_dealer_loses(bid, rules, line):
    assert lines_of(deal_lines(bid, NS, Score(0, 6), rules, stuck=True)).split(", ")[0] == line
    free = deal_lines(bid, NS, Score(0, 6), rules)
    assert abs(free[0].points) == (rules.set_loss or int(bid))


def lines_of(scored) -> str:
    return ", ".join(f"{line.team.value} {line.code} {line.points}" for line in scored)


LOST = [
    ("R7.5 the makers are set, the others score their tricks", "4", NS, (1, 2), Rules(), "NS set -4, EW tricks 2"),
    ("R7.5 without a trick", "4", NS, (1, 0), Rules(), "NS set -4"),
    ("R7.5 the defenders: the makers score what they bid", "4", EW, (5, 0), Rules(), "NS awarded 4"),
    ("R7.5 an ask: its points", "ask", EW, (0, 3), Rules(), "NS awarded 12"),
    ("R7.5 a moon: its points", "moon", EW, (0, 3), Rules(moon_points=12), "NS awarded 12"),
    ("R7.5 no points, no line", "moon", EW, (0, 3), Rules(moon_points=0), ""),
    ("R7.5 defender_tricks never", "4", NS, (1, 2), Rules(defender_tricks="never"), "NS set -4"),
    (
        "R7.5 defender_tricks only-when-set",
        "4",
        NS,
        (1, 2),
        Rules(defender_tricks="only-when-set"),
        "NS set -4, EW tricks 2",
    ),
    ("R7.5 V9 set_loss", "4", NS, (1, 2), Rules(set_loss=6), "NS set -6, EW tricks 2"),
    ("R7.5 V9 set_to", "moon", NS, (1, 2), Rules(set_to="opponents"), "EW set 6, EW tricks 2"),
    ("R7.5 R8.4 alone_set_loss", "moon", NS, (1, 0), STAKES, "NS set -24"),
]


@pytest.mark.parametrize("bid, loser, taken, rules, lines", [row[1:] for row in LOST], ids=[row[0] for row in LOST])
def test_what_a_deal_scores_that_a_team_lost_by_a_renege(bid, loser, taken, rules, lines):
    assert lines_of(lost_lines(bid, NS, Score(*taken), loser, rules)) == lines


def test_a_stuck_dealer_who_loses_the_deal_pays_half():  # R7.5, V9
    assert lines_of(lost_lines("3", NS, Score(0, 0), NS, Rules(stuck_loss="half"), stuck=True)) == "NS set -2"


MADE, SET, OTHERS_MADE, OTHERS_SET, THROWN_IN = (NS, True), (NS, False), (EW, True), (EW, False), (None, None)
ANY, OWN, OR_SET = Rules(), Rules(win_on="own-bid"), Rules(win_on="own-bid-or-set")
FIRST, OWN_FIRST = Rules(both_over="makers-first"), Rules(both_over="makers-first", win_on="own-bid")
ENDS = [
    ("R9.1 nobody has 32", (31, 31), MADE, ANY, None),
    ("R9.1 thirty-two wins", (32, 0), MADE, ANY, NS),
    ("R9.1 on the others' bid, too", (32, 0), OTHERS_MADE, ANY, NS),
    ("R9.1 target", (5, 2), MADE, Rules(target=5), NS),
    ("R8.5 R9.1 against a negative score", (32, -9), SET, ANY, NS),
    ("R9.2 both over: the higher score", (33, 35), MADE, ANY, EW),
    ("R9.2 equal scores never decide", (33, 33), MADE, ANY, None),
    ("R9.2 under any option", (33, 33), MADE, FIRST, None),
    ("R9.2 under any option", (33, 33), MADE, OWN, None),
    ("R9.2 a deal thrown in is a deal's end", (32, 0), THROWN_IN, ANY, NS),
    ("R9.2 both over in a deal thrown in", (33, 35), THROWN_IN, FIRST, EW),
    ("R9.2 makers-first: made", (33, 35), MADE, FIRST, NS),
    ("R9.2 makers-first: set", (33, 35), SET, FIRST, EW),
    ("R9.2 makers-first: only one over", (20, 32), MADE, FIRST, EW),
    ("R9.1 own-bid: on the own made contract", (32, 0), MADE, OWN, NS),
    ("R9.1 own-bid: not on the others'", (32, 0), OTHERS_MADE, OWN, None),
    ("R9.1 own-bid: not by a set", (32, 0), OTHERS_SET, OWN, None),
    ("R9.1 own-bid: not in a deal thrown in", (32, 0), THROWN_IN, OWN, None),
    ("R9.1 own-bid: not when set itself", (32, 0), SET, OWN, None),
    ("R9.1 own-bid: the lower score may be the only one that can win", (33, 35), MADE, OWN, NS),
    ("R9.1 own-bid: and makers first", (33, 35), MADE, OWN_FIRST, NS),
    ("R9.1 own-bid-or-set: the own contract", (32, 0), MADE, OR_SET, NS),
    ("R9.1 own-bid-or-set: the others set", (32, 0), OTHERS_SET, OR_SET, NS),
    ("R9.1 own-bid-or-set: the others made it", (32, 0), OTHERS_MADE, OR_SET, None),
    ("R9.1 own-bid-or-set: set itself", (32, 0), SET, OR_SET, None),
    ("R9.1 own-bid-or-set: thrown in", (32, 0), THROWN_IN, OR_SET, None),
    ("R9.4 no target", (99, 0), MADE, Rules(target=None), None),
]


@pytest.mark.parametrize("score, deal, rules, team", [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_who_has_won_at_a_deals_end(score, deal, rules, team):
    assert winner_by_target(Score(*score), *deal, rules) is team
    mirrored = winner_by_target(Score(*score[::-1]), deal[0] and deal[0].other, deal[1], rules)
    assert mirrored is (team and team.other)


EIGHT, BOTH = Rules(target=None, deals=8), Rules(deals=8)
LEVEL = [
    ("R9.4 not yet", (9, 3), 7, EIGHT, None),
    ("R9.4 the higher score", (9, 3), 8, EIGHT, Outcome("deals", NS)),
    ("R9.4 the higher score, below zero", (-9, -3), 8, EIGHT, Outcome("deals", EW)),
    ("R9.4 level: a draw", (7, 7), 8, EIGHT, Outcome("deals", None)),
    ("R9.4 level: another deal", (7, 7), 8, Rules(target=None, deals=8, level="extra-deal"), None),
    ("R9.4 after the extra deal", (7, 8), 9, Rules(target=None, deals=8, level="extra-deal"), Outcome("deals", EW)),
    ("R9.4 the target comes first", (32, 7), 5, BOTH, Outcome("target", NS)),
    ("R9.4 both in one deal", (32, 7), 8, BOTH, Outcome("target", NS)),
    ("R9.4 the deals come first", (31, 7), 8, BOTH, Outcome("deals", NS)),
    ("R9.4 level above the target", (33, 33), 8, BOTH, Outcome("deals", None)),
    ("R9.2 level above the target before the last deal", (33, 33), 7, BOTH, None),
    (
        "R9.4 win_on narrows the target, not the deals",
        (5, 33),
        8,
        Rules(deals=8, win_on="own-bid"),
        Outcome("deals", EW),
    ),
    ("R9.5 neither: the bell ends it", (99, 3), 80, Rules(target=None), None),
]


@pytest.mark.parametrize("score, deals, rules, decided", [row[1:] for row in LEVEL], ids=[row[0] for row in LEVEL])
def test_how_a_match_is_decided(score, deals, rules, decided):
    assert outcome(Score(*score), NS, True, deals, rules) == decided
