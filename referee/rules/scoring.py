"""What a deal scores and when a match is decided (R8, R9). Totals are sums of lines that explain themselves."""

from __future__ import annotations

from typing import NamedTuple

from referee.rules.auction import ASK, is_alone, tricks_owed
from referee.rules.options import Rules
from referee.rules.seats import TEAMS, Team


class Score(NamedTuple):
    """Points of both teams; may be negative (R8.5)."""

    ns: int
    ew: int

    def of(self, team: Team) -> int:
        return self.ns if team is Team.NS else self.ew

    def plus(self, team: Team, points: int) -> Score:
        return Score(self.ns + points, self.ew) if team is Team.NS else Score(self.ns, self.ew + points)


class DealLine(NamedTuple):
    """One reason why a team's score changes by `points` at the end of a deal."""

    team: Team
    code: str
    points: int


def is_made(bid: str, makers: Team, tricks: Score, rules: Rules) -> bool:
    """Whether the maker's team took at least what it bid (R8.2-R8.4)."""
    return tricks.of(makers) >= tricks_owed(bid, rules)


def deal_lines(bid: str, makers: Team, tricks: Score, rules: Rules) -> tuple[DealLine, ...]:
    """The lines of a deal played to its end (R8.1-R8.4, V4.3); a line of no points is left out."""
    made = is_made(bid, makers, tricks, rules)
    lines = [_maker_line(bid, makers, tricks, made, rules)]
    if rules.defender_tricks == "always" or (rules.defender_tricks == "only-when-set" and not made):
        lines.append(DealLine(makers.other, "tricks", tricks.of(makers.other)))
    return tuple(line for line in lines if line.points)


def _maker_line(bid: str, makers: Team, tricks: Score, made: bool, rules: Rules) -> DealLine:
    alone_points = rules.ask_points if bid == ASK else rules.moon_points
    if made:
        if is_alone(bid):
            return DealLine(makers, f"{bid}-made", alone_points)
        return DealLine(makers, "tricks", tricks.of(makers))
    if is_alone(bid) and rules.alone_set_loss == "points":
        return DealLine(makers, "set", -alone_points)
    return DealLine(makers, "set", -tricks_owed(bid, rules))


def winner(score: Score, makers: Team | None, made: bool | None, rules: Rules) -> Team | None:
    """The team that has won at a deal's end, or None: another deal (R9.1, R9.2).

    `makers` and `made` tell of the deal that has just ended; both are None when it was thrown in."""
    over = [team for team in TEAMS if score.of(team) >= rules.target]
    if len(over) == 2 and score.ns == score.ew:
        return None
    able = [team for team in over if _may_win(team, makers, made, rules.win_on)]
    if len(able) == 2:
        if rules.both_over == "makers-first" and made:
            return makers
        return max(able, key=score.of)
    return able[0] if able else None


def _may_win(team: Team, makers: Team | None, made: bool | None, win_on: str) -> bool:
    if win_on == "any":
        return True
    if made:
        return team is makers
    return win_on == "own-bid-or-set" and made is False and team is not makers
