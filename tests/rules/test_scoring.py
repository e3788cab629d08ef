"""What a deal scores (R8, V4.3) and when a match is won (R9.1, R9.2): a row a case."""

from __future__ import annotations

import pytest

from referee.rules.options import Rules
from referee.rules.scoring import Score, deal_lines, winner
from referee.rules.seats import Team

TWO, STAKES = Rules(decks=2), Rules(alone_set_loss="points")
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
    ("V4.3 set on one costs twelve", "moon", 11, TWO, "NS set -12, EW tricks 1"),
]


@pytest.mark.parametrize("bid, taken, rules, lines", [row[1:] for row in DEALS], ids=[row[0] for row in DEALS])
def test_what_a_deal_scores(bid, taken, rules, lines):
    scored = deal_lines(bid, NS, Score(taken, rules.all_tricks - taken), rules)
    assert ", ".join(f"{line.team.value} {line.code} {line.points}" for line in scored) == lines
    mirrored = deal_lines(bid, EW, Score(rules.all_tricks - taken, taken), rules)
    assert [(line.team.other, line.code, line.points) for line in mirrored] == [tuple(line) for line in scored]


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
]


@pytest.mark.parametrize("score, deal, rules, team", [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_who_has_won_at_a_deals_end(score, deal, rules, team):
    assert winner(Score(*score), *deal, rules) is team
    mirrored = winner(Score(*score[::-1]), deal[0] and deal[0].other, deal[1], rules)
    assert mirrored is (team and team.other)
