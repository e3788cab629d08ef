"""A night read a second time, as plainly as the law is written (N1 to N6): dictionaries, loops, and no code of the referee's."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Row = dict[str, Any]


@dataclass
class PlainNight:
    """Who is there, what was drawn and what was written down; `reports` are what matches say, which no undo takes back."""

    sit_out: int | None
    tie_break: tuple[str, ...]
    players: dict[int, bool] = field(default_factory=dict)  # number -> present
    rounds: list[dict[str, Any]] = field(default_factory=list)
    merged: dict[int, int] = field(default_factory=dict)
    closed: bool = False

    def copied(self) -> PlainNight:
        return copy.deepcopy(self)

    def who(self, number: int) -> int:
        """For whom a number counts."""
        return self.merged.get(number, number)

    def results(self, round_: dict[str, Any], reports: dict[str, Any]) -> dict[int, dict[str, Any]]:
        """By table: a slip if there is one, else what its match says."""
        found = {}
        for table, one in round_["tables"].items():
            result = one["slip"] or reports.get(one["match"])
            if result:
                found[table] = result
        return found

    def lines(self, reports: dict[str, Any]) -> dict[int, Row]:
        """Everybody's line without the place."""
        rows: dict[int, Row] = {
            number: {"points": 0, "wins": 0, "loners": 0, "high_round": None, "rounds": {}} for number in self.players
        }
        for number, round_ in enumerate(self.rounds, 1):
            results = self.results(round_, reports)
            scores = [points for result in results.values() for points in (result["NS"], result["EW"])]
            mean = 0
            if scores:
                mean = int((sum(scores) * 2 + len(scores)) // (len(scores) * 2))
            bye = mean if self.sit_out is None else self.sit_out
            out = [self.who(player) for player in round_["out"]]
            for table, one in round_["tables"].items():
                if table in results:
                    self._played(number, one["seats"], results[table], rows)
                elif table in round_["left_out"]:
                    out += [self.who(player) for player in one["seats"].values()]
            if round_["closed"]:
                for player in out:
                    rows[player]["points"] += bye
                    rows[player]["rounds"][number] = (bye, True)
        return rows

    def _played(self, number: int, seats: dict[str, int], result: dict[str, Any], rows: dict[int, Row]) -> None:
        for seat, player in seats.items():
            team, other = ("NS", "EW") if seat in "NS" else ("EW", "NS")
            row = rows[self.who(player)]
            row["points"] += result[team]
            row["wins"] += result[team] > result[other]
            row["loners"] += result["makers"].count(seat) if result["makers"] else result["loners"][team]
            row["high_round"] = max(result[team], -(10**9) if row["high_round"] is None else row["high_round"])
            row["rounds"][number] = (result[team], False)

    def places(self, reports: dict[str, Any]) -> dict[int, int]:
        """Everybody's place: how many are better, and one."""
        rows = self.lines(reports)
        groups = [sorted(rows)]
        for name in ("points", *self.tie_break):
            groups = [part for group in groups for part in self._parted(group, name, rows, reports)]
        found, place = {}, 1
        for group in groups:
            for player in group:
                found[player] = place
            place += len(group)
        return found

    def _parted(self, group: list[int], name: str, rows: dict[int, Row], reports: dict[str, Any]) -> list[list[int]]:
        if name == "head_to_head":
            value = {player: self._against(player, group, reports) for player in group}
        else:
            value = {player: -(10**9) if rows[player][name] is None else rows[player][name] for player in group}
        return [
            [player for player in group if value[player] == one] for one in sorted(set(value.values()), reverse=True)
        ]

    def _against(self, player: int, group: list[int], reports: dict[str, Any]) -> int:
        """Rounds won against others of the group, minus rounds lost."""
        balance = 0
        for round_ in self.rounds:
            for table, result in self.results(round_, reports).items():
                seats = {seat: self.who(one) for seat, one in round_["tables"][table]["seats"].items()}
                for seat, other_seat in combinations("NESW", 2):
                    if (seat in "NS") == (other_seat in "NS"):
                        continue
                    for mine, theirs in ((seat, other_seat), (other_seat, seat)):
                        if seats[mine] == player and seats[theirs] in group:
                            team = "NS" if mine in "NS" else "EW"
                            ours, others = result[team], result["EW" if team == "NS" else "NS"]
                            balance += (ours > others) - (ours < others)
        return balance

    def prizes(
        self, reports: dict[str, Any], wanted: list[str], one_each: bool
    ) -> list[tuple[str, list[int], int | None]]:
        """Each prize in order: who has it, and for what."""
        rows, places = self.lines(reports), self.places(reports)
        order, played = (
            sorted(rows, key=lambda player: (places[player], player)),
            sum(one["closed"] for one in self.rounds),
        )
        had: set[int] = set()
        given = []
        for name in wanted:
            left = [player for player in order if not (one_each and player in had)]
            if name == "total":
                values = {player: -places[player] for player in left} if played else {}
            elif name == "low_total":
                values = {
                    player: -rows[player]["points"]
                    for player in left
                    if played and len(rows[player]["rounds"]) == played
                }
            elif name == "most_loners":
                values = {player: rows[player]["loners"] for player in left if rows[player]["loners"] > 0}
            else:
                values = {
                    player: rows[player]["high_round"] for player in left if rows[player]["high_round"] is not None
                }
            winners = [player for player in left if player in values and values[player] == max(values.values())]
            worth = {"total": "points", "low_total": "points", "most_loners": "loners", "high_round": "high_round"}[
                name
            ]
            given.append((name, winners, rows[winners[0]][worth] if winners else None))
            had |= set(winners)
        return given
