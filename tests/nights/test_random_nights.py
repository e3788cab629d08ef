"""Random nights: who comes and leaves, fixed seats, slips, matches, corrections, redraws, swaps, undo, redo, closing, reopening.

After every act the night is held against a second reading of the law, and at the end against itself from its log alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import orjson
import pytest

from referee.events.codec import data_of
from referee.events.log import FIRST_PREV, Recorded, seal
from referee.game.refused import Refused
from referee.nights import commands as ask
from referee.nights import facts as fact
from referee.nights.audit import audit
from referee.nights.decide import decide, open_night
from referee.nights.fold import Evening, advance, fold
from referee.nights.judges import PRIZES, TIE_BREAK
from referee.nights.results import missing
from referee.nights.scores import prizes_of, rows, standings_view
from referee.nights.views import night_view
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, TEAMS, Seat, Team
from tests.nights.plain import PlainNight

AT = "2026-12-01T19:00:00.000Z"
STEPS = {Seat.S: 1, Seat.E: 2, Seat.W: -2}


class Walk:
    """A night of the referee's and a plain one beside it, which the same acts change."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.sit_out = self.chance.choice([0, 3, None])
        ties = tuple(self.chance.sample(TIE_BREAK, self.chance.randint(0, 4)))
        self.one_each, movement = self.chance.random() < 0.5, self.chance.choice(["social", "social", "progressive"])
        law = fact.NightOpened(
            "Club", "club-round", rules_of("club-round", {}), movement, "winners", "change", STEPS, 6, "individual",
            self.sit_out, ties, PRIZES[:4], self.one_each, "none", seed,
        )  # fmt: skip
        count = self.chance.randint(4, 18)
        self.log: list[Recorded] = []
        self.evening: Evening | None = None
        self.append(open_night(ask.OpenNight(law, tuple(f"P{number}" for number in range(1, count + 1)))))
        first = PlainNight(self.sit_out, ties, dict.fromkeys(range(1, count + 1), True))
        self.past, self.future, self.reports = [first], list[PlainNight](), dict[str, Any]()
        self.told: set[str] = set()  # the matches that ever had a result
        self.highest = count
        self.shown: dict[int, tuple[bytes, Any]] = {}  # by version, as it was shown then

    @property
    def now(self) -> Evening:
        assert self.evening is not None
        return self.evening

    @property
    def plain(self) -> PlainNight:
        return self.past[-1]

    def append(self, facts: tuple[fact.Fact, ...], by: str = "organiser") -> None:
        act = len(self.log) + 1
        for event in facts:
            prev = self.log[-1].hash if self.log else FIRST_PREV
            self.log.append(seal("n1", len(self.log) + 1, act, event.stored_as, data_of(event), by, AT, prev))
            self.evening = advance(self.evening, self.log[-1], event)

    def act(self, command: ask.Command, by: str = "organiser") -> tuple[fact.Fact, ...]:
        facts = decide(self.now, command, lambda table: f"m{len(self.log)}-{table}")
        self.append(facts, by)
        return facts

    def changed(self) -> PlainNight:
        """The plain night to change, as a new act."""
        self.past.append(self.plain.copied())
        self.future.clear()
        return self.plain

    # --- acts --------------------------------------------------------------------------------------------------------

    def come(self) -> None:
        self.highest += 1
        fixed = None
        if self.chance.random() < 0.3:
            fixed = fact.Place(self.chance.randint(1, 3), self.chance.choice(TEAMS))
        try:
            self.act(ask.Enter((f"P{self.highest}",), fixed))
        except Refused:  # somebody else is fixed there
            self.highest -= 1
            return
        self.changed().players[self.highest] = True

    def leave(self) -> None:
        present = [number for number, there in self.plain.players.items() if there]
        if len(present) > 4:
            number = self.chance.choice(present)
            self.act(ask.Leave(number))
            self.changed().players[number] = False

    def come_back(self) -> None:
        away = [number for number, there in self.plain.players.items() if not there]
        if away:
            number = self.chance.choice(away)
            self.act(ask.Enter((self.now.night.players[number].name.lower() + " ",)))
            self.changed().players[number] = True

    def merge(self) -> None:
        """Two who were never in the same round are one person; all others are refused."""
        one, other = self.chance.sample(sorted(self.plain.players), 2)
        together = False
        for round_ in self.plain.rounds:
            here = [
                *round_["out"],
                *(player for table in round_["tables"].values() for player in table["seats"].values()),
            ]
            together |= {one, other} <= {self.plain.who(player) for player in here}
        if together:
            with pytest.raises(Refused, match="not-now"):
                self.act(ask.ChangePlayer(one, merge_into=other))
            return
        self.act(ask.ChangePlayer(one, merge_into=other))
        plain = self.changed()
        plain.players[other] |= plain.players.pop(one)
        plain.merged = {number: other if into == one else into for number, into in plain.merged.items()} | {one: other}

    def draw(self) -> None:
        if sum(self.plain.players.values()) >= 4:
            self.drawn(self.act(ask.DrawRound()), self.changed())

    def redraw(self) -> None:
        if sum(self.plain.players.values()) < 4:
            return
        running = self.plain.rounds[-1]
        if any(table["slip"] or table["match"] in self.told for table in running["tables"].values()):
            with pytest.raises(Refused, match="not-now"):
                self.act(ask.Redraw(len(self.plain.rounds)))
            return
        facts = self.act(ask.Redraw(len(self.plain.rounds)))
        plain = self.changed()
        plain.rounds.pop()
        self.drawn(facts, plain)

    def drawn(self, facts: tuple[fact.Fact, ...], plain: PlainNight) -> None:
        """Nobody twice, byes by N2, who is fixed in place; then the draw stands."""
        [event] = facts
        assert isinstance(event, fact.RoundDrawn)
        tables = {
            table.number: {
                "seats": {seat.value: player for seat, player in table.seats.items()},
                "match": table.match,
                "slip": None,
            }
            for table in event.tables
        }
        seated = [player for table in tables.values() for player in table["seats"].values()]
        present = [number for number, there in plain.players.items() if there]
        out = sorted(set(present) - set(seated))
        assert len(set(seated)) == len(seated) == 4 * (len(present) // 4) and set(seated) <= set(present)
        times = Counter(plain.who(player) for round_ in plain.rounds for player in round_["out"])
        assert max((times[player] for player in out), default=0) <= min(times[player] for player in seated)
        for entry in self.now.night.present():
            if entry.fixed and entry.number in seated and entry.fixed.table in tables:
                seats = tables[entry.fixed.table]["seats"]
                assert entry.number in [player for seat, player in seats.items() if Seat(seat).team is entry.fixed.side]
        plain.rounds.append({"tables": tables, "out": out, "closed": False, "left_out": ()})

    def swap(self) -> None:
        running = self.plain.rounds[-1]
        if any(table["slip"] or table["match"] in self.told for table in running["tables"].values()):
            return
        seated = [player for table in running["tables"].values() for player in table["seats"].values()]
        one = self.chance.choice(seated)
        other = self.chance.choice([player for player in [*seated, *running["out"]] if player != one])
        if not {one, other} <= self.plain.players.keys():
            return
        self.act(ask.Swap(len(self.plain.rounds), 1, one, other))
        running = self.changed().rounds[-1]
        turn = {one: other, other: one}
        for table in running["tables"].values():
            table["seats"] = {seat: turn.get(player, player) for seat, player in table["seats"].items()}
        running["out"] = [turn.get(player, player) for player in running["out"]]

    def slip(self) -> None:
        """A result typed, or an earlier one of any round put right, which needs a reason."""
        number = self.chance.randrange(len(self.plain.rounds))
        round_ = self.plain.rounds[number]
        table = self.chance.choice(sorted(round_["tables"]))
        points = {team: self.chance.randint(-6, 20) for team in TEAMS}
        loners = {team: self.chance.randint(0, 2) for team in TEAMS}
        command = ask.TypeResult(number + 1, table, points, loners, dict.fromkeys(TEAMS, 0))
        if table in self.plain.results(round_, self.reports):
            with pytest.raises(Refused, match="invalid-request"):
                self.act(command)
            command = ask.TypeResult(number + 1, table, points, loners, dict.fromkeys(TEAMS, 0), "misread")
        self.act(command)
        self.changed().rounds[number]["tables"][table]["slip"] = {
            "NS": points[Team.NS], "EW": points[Team.EW], "loners": {team.value: made for team, made in loners.items()},
            "makers": "",
        }  # fmt: skip

    def report(self) -> None:
        """A match of any standing table is closed, or reopened, or closed with another score."""
        round_ = self.chance.choice(self.plain.rounds)
        match = self.chance.choice(list(round_["tables"].values()))["match"]
        self.told.add(match)
        made = {seat: self.chance.randint(0, 1) for seat in SEATS}
        teams = {team: sum(made[seat] for seat in SEATS if seat.team is team) for team in TEAMS}
        makers = {seat: number for seat, number in made.items() if number}
        points = {team: self.chance.randint(0, 30) for team in TEAMS}
        played = fact.Played(points, teams, dict.fromkeys(TEAMS, 0), makers)
        if match in self.reports and self.chance.random() < 0.5:
            self.act(ask.Report(match, len(self.log), None), "referee")
            del self.reports[match]
            return
        self.act(ask.Report(match, len(self.log), played), "referee")
        self.reports[match] = {
            "NS": points[Team.NS], "EW": points[Team.EW], "loners": {team.value: made for team, made in teams.items()},
            "makers": "".join(seat.value * number for seat, number in makers.items()),
        }  # fmt: skip

    def close_round(self) -> None:
        number, round_ = len(self.plain.rounds), self.plain.rounds[-1]
        lacking = sorted(round_["tables"].keys() - self.plain.results(round_, self.reports).keys())
        assert list(missing(self.now, self.now.night.rounds[-1])) == lacking
        if lacking:
            with pytest.raises(Refused, match="results-missing"):
                self.act(ask.CloseRound(number))
            if self.chance.random() < 0.5:
                return
        self.act(ask.CloseRound(number, tuple(lacking)))
        self.changed().rounds[-1].update(closed=True, left_out=tuple(lacking))

    def undo(self) -> None:
        if len(self.past) == 1:
            with pytest.raises(Refused, match="nothing-to-undo"):
                self.act(ask.Undo())
            return
        self.act(ask.Undo())
        self.future.append(self.past.pop())

    def redo(self) -> None:
        assert (self.now.redo_to is None) is not bool(self.future)
        if self.future:
            self.act(ask.Redo())
            self.past.append(self.future.pop())

    def close_and_reopen(self) -> None:
        self.act(ask.CloseNight())
        assert self.now.undo_to is None and self.now.redo_to is None
        with pytest.raises(Refused, match="night-closed"):
            self.act(ask.Undo())
        self.check()
        self.act(ask.ReopenNight("too early"))

    def step(self) -> None:
        """One act that is possible now."""
        running = bool(self.plain.rounds) and not self.plain.rounds[-1]["closed"]
        often = (
            [self.slip, self.slip, self.report, self.report, self.close_round, self.close_round]
            if running
            else [self.draw] * 3
        )
        more = [self.come, self.leave, self.come_back, self.undo, self.undo, self.redo, self.redo, self.merge]
        more += [self.swap, self.redraw] if running else [self.close_and_reopen]
        if self.plain.rounds and not running:
            more += [self.slip, self.report]
        self.chance.choice([*often, *more])()
        self.check()
        self.shown[self.now.version] = shown(self.now)

    # --- what must hold ----------------------------------------------------------------------------------------------

    def check(self) -> None:
        found = {row.player: row for row in rows(self.now)}
        lines, places = self.plain.lines(self.reports), self.plain.places(self.reports)
        assert found.keys() == lines.keys()
        for player, line in lines.items():
            row = found[player]
            assert (row.points, row.wins, row.loners, row.high_round) == tuple(
                line[name] for name in ("points", "wins", "loners", "high_round")
            )
            assert {one.round: (one.points, one.sat_out) for one in row.rounds} == line["rounds"]
            assert row.place == places[player]
        prizes = [(one.prize, list(one.players), one.value) for one in prizes_of(self.now, rows(self.now))]
        assert prizes == self.plain.prizes(self.reports, list(PRIZES[:4]), self.one_each)
        assert {number: entry.present for number, entry in self.now.night.players.items()} == self.plain.players


def shown(evening: Evening) -> tuple[bytes, Any]:
    """What is told of a night at a version."""
    return orjson.dumps(night_view("n1", evening)), standings_view(evening)


@pytest.mark.parametrize("seed", range(10))
def test_a_random_night(seed: int) -> None:
    walk = Walk(seed)
    for _ in range(60):
        walk.step()
    again = fold(walk.log)
    assert again is not None and audit(walk.log) is not None
    for version, then in walk.shown.items():
        anew, past = fold(walk.log[:version]), again.at(version)  # of which nothing was ever worked out before
        assert anew is not None and past is not None and shown(anew) == then == shown(past)


def test_five_hundred_corrections_of_earlier_rounds() -> None:
    walk = Walk(500)
    while len(walk.plain.rounds) < 6 or not walk.plain.rounds[-1]["closed"]:
        running = walk.plain.rounds and not walk.plain.rounds[-1]["closed"]
        if running:
            walk.slip() if walk.chance.random() < 0.8 else walk.close_round()
        else:
            walk.draw()
    for _ in range(500):
        walk.slip() if walk.chance.random() < 0.8 else walk.report()
        walk.check()
