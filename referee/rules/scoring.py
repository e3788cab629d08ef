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


def deal_lines(bid: str, makers: Team, tricks: Score, rules: Rules, stuck: bool = False) -> tuple[DealLine, ...]:
    """The lines of a deal played to its end (R8.1-R8.4, V4.3, V9); lines of zero points are left out.

    `stuck` says that the maker is a dealer who was stuck with the lowest bid (V1)."""
    made = is_made(bid, makers, tricks, rules)
    first = _made_line(bid, makers, tricks, rules) if made else _set_line(bid, makers, rules, stuck)
    return _of_points(first, *_defenders(makers.other, tricks, made, rules))


def lost_lines(
    bid: str, makers: Team, tricks: Score, loser: Team, rules: Rules, stuck: bool = False
) -> tuple[DealLine, ...]:
    """The lines of a deal that a team lost by a renege, with the tricks taken so far (R7.5).

    Makers who offend are set; defenders who offend score no tricks, and the makers what they bid."""
    if loser is makers:
        return _of_points(_set_line(bid, makers, rules, stuck), *_defenders(makers.other, tricks, False, rules))
    return _of_points(DealLine(makers, "awarded", alone_points(bid, rules) if is_alone(bid) else int(bid)))


def alone_points(bid: str, rules: Rules) -> int:
    """The points of an ask or a moon that takes every trick (R8.3)."""
    return rules.ask_points if bid == ASK else rules.moon_points


def _of_points(*lines: DealLine) -> tuple[DealLine, ...]:
    return tuple(line for line in lines if line.points)


def _defenders(team: Team, tricks: Score, made: bool, rules: Rules) -> tuple[DealLine, ...]:
    scores = rules.defender_tricks == "always" or (rules.defender_tricks == "only-when-set" and not made)
    return (DealLine(team, "tricks", tricks.of(team)),) if scores else ()


def _made_line(bid: str, makers: Team, tricks: Score, rules: Rules) -> DealLine:
    if is_alone(bid):
        return DealLine(makers, f"{bid}-made", alone_points(bid, rules))
    return DealLine(makers, "tricks", int(bid) if rules.made_score == "bid" else tricks.of(makers))


def _set_line(bid: str, makers: Team, rules: Rules, stuck: bool) -> DealLine:
    """What a failed bid costs the makers, or gives their opponents (R8.4, V9)."""
    if is_alone(bid) and rules.alone_set_loss == "points":
        price = alone_points(bid, rules)
    else:
        price = tricks_owed(bid, rules) if rules.set_loss is None else rules.set_loss
    if stuck and rules.stuck_loss == "half":
        price = (price + 1) // 2
    return DealLine(makers.other, "set", price) if rules.set_to == "opponents" else DealLine(makers, "set", -price)


class Outcome(NamedTuple):
    """How a match was decided: `ended` is `target` or `deals`, the winner None if it ended level (R9.1-R9.4)."""

    ended: str
    winner: Team | None


def outcome(score: Score, makers: Team | None, made: bool | None, deals: int, rules: Rules) -> Outcome | None:
    """What has been decided at a deal's end, or None: another deal (R9.1, R9.2, R9.4).

    `makers` and `made` describe the deal that has just ended, both None if it was thrown in; `deals` is the number of
    deals that count."""
    reached = winner_by_target(score, makers, made, rules)
    if reached:
        return Outcome("target", reached)
    if rules.deals is None or deals < rules.deals:
        return None
    leader = higher(score)
    return None if leader is None and rules.level == "extra-deal" else Outcome("deals", leader)


def higher(score: Score) -> Team | None:
    """The team with the higher score, None if they are level."""
    return None if score.ns == score.ew else max(TEAMS, key=score.of)


def winner_by_target(score: Score, makers: Team | None, made: bool | None, rules: Rules) -> Team | None:
    """The team that wins by the target at a deal's end, if any (R9.1, R9.2)."""
    if rules.target is None:
        return None
    over = [team for team in TEAMS if score.of(team) >= rules.target]
    if len(over) == 2 and score.ns == score.ew:
        return None
    able = [team for team in over if _may_win(team, makers, made, rules.win_on)]
    if len(able) == 2:
        if rules.both_over == "makers-first" and made:
            return makers
        return higher(score)
    return able[0] if able else None


def _may_win(team: Team, makers: Team | None, made: bool | None, win_on: str) -> bool:
    if win_on == "any":
        return True
    if made:
        return team is makers
    return win_on == "own-bid-or-set" and made is False and team is not makers
