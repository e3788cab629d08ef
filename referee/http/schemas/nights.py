"""The bodies of the calls about nights, each into a command of `referee.nights` or the values of one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from referee.http.schemas.body import Either, Shape
from referee.http.schemas.fields import (
    LARGEST,
    NOT_BLANK,
    Coded,
    Field,
    Flag,
    HouseRules,
    Keyed,
    Name,
    Part,
    Several,
    Text,
    Whole,
)
from referee.nights import commands as ask
from referee.nights.facts import NightOpened, Place
from referee.nights.judges import CODES, MOST_PLAYERS, MOST_ROUNDS, PRIZES, TIE_BREAK
from referee.nights.values import Movement
from referee.rules.options import rules_of
from referee.rules.seats import TEAMS, Seat, Team
from referee.service.access import BOARD, CODE_LENGTH, JOIN, ORGANISER

PRESET, MOVEMENT = "club-round", {"individual": "social", "pairs": "round-robin"}
MOST_PLANNED = 2_000  # seats: some five seconds where there is no design
STEPS = {Seat.S: 1, Seat.E: 2, Seat.W: -2}


class Reason(Text):
    """Why something is put right: 1-200 characters, not only blanks."""

    def __init__(self, **more: Any) -> None:
        super().__init__(1, 200, NOT_BLANK, **more)


class SitOut(Field):
    """What a sit-out scores: a number of points, or `mean` (N2)."""

    default_error_messages = {"form": "not-one-of"}
    POINTS = Whole(-1000, 1000)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int | None:
        if type(value) is str:
            if value != "mean":
                raise self.make_error("form")
            return None
        points: int = self.POINTS.deserialize(value)
        return points

    def described(self) -> dict[str, Any]:
        """Either of them."""
        return {"oneOf": [{"const": "mean"}, self.POINTS.described()]}


class StepsBody(Shape):
    """By how many tables the players of each seat move round the room; North stays (N3.4)."""

    S = Whole(-MOST_PLAYERS, MOST_PLAYERS, load_default=1)
    E = Whole(-MOST_PLAYERS, MOST_PLAYERS, load_default=2)
    W = Whole(-MOST_PLAYERS, MOST_PLAYERS, load_default=-2)


class MovementBody(Shape):
    """A movement with its options, in the calls that have one."""

    movement = Text(1, 40)
    rounds = Whole(1, MOST_ROUNDS, load_default=8)
    movers = Coded(CODES["movers"], load_default="winners")
    partners = Coded(CODES["partners"], load_default="change")
    steps = Part(StepsBody(), load_default=lambda: {seat.value: step for seat, step in STEPS.items()})
    seed = Whole(0, LARGEST)


class NightBody(MovementBody):
    """A new night; everything but the title is optional."""

    title = Text(1, 100, NOT_BLANK, required=True)
    rules = HouseRules(PRESET, load_default=lambda: (PRESET, rules_of(PRESET, {})))
    scoring = Coded(CODES["scoring"], load_default="individual")
    sit_out = SitOut(load_default=0)
    tie_break = Several(Coded(TIE_BREAK), 0, len(TIE_BREAK), load_default=TIE_BREAK)
    prizes = Several(Coded(PRIZES), 0, 20, load_default=PRIZES[:4])
    one_each = Flag(load_default=True)
    confirm = Coded(CODES["confirm"], load_default="none")
    players = Several(Name(), 0, MOST_PLAYERS, load_default=())

    @staticmethod
    def makes(
        rules: tuple[str, Any],
        scoring: str,
        steps: Mapping[str, int],
        players: tuple[str, ...],
        movement: str | None = None,
        seed: int | None = None,
        **law: Any,
    ) -> ask.OpenNight:
        """The command; a seed is drawn unless one is given."""
        if len(set(law["tie_break"])) < len(law["tie_break"]):
            raise ValidationError({"tie_break": ["not-unique"]})
        opened = NightOpened(
            preset=rules[0], rules=rules[1], scoring=scoring, movement=movement or MOVEMENT[scoring],
            steps={Seat(seat): step for seat, step in steps.items()},
            seed=secrets.randbelow(LARGEST) if seed is None else seed, **law,
        )  # fmt: skip
        return ask.OpenNight(opened, players)


class PlanBody(MovementBody):
    """How many players, for how many rounds, and by which movement; at most 2,000 seats of all rounds together."""

    players = Whole(0, MOST_PLAYERS, required=True)

    @staticmethod
    def makes(
        players: int, rounds: int, steps: Mapping[str, int], movers: str, partners: str, movement: str = "social",
        seed: int = 0,
    ) -> dict[str, Any]:  # fmt: skip
        """What `planned` takes."""
        if players * rounds > MOST_PLANNED:
            raise ValidationError({"rounds": ["too-many-planned"]})
        moves = tuple((seat, steps[seat.value]) for seat in (Seat.S, Seat.E, Seat.W))
        how = Movement(movement, movers, partners, moves)
        return {"movement": how, "players": players, "rounds": rounds, "seed": seed}


class PlaceBody(Shape):
    """The table and the side at which somebody always sits (N1)."""

    makes = Place
    table = Whole(1, MOST_PLAYERS, required=True)
    side = Coded(Team, required=True)


def _place(wanted: Mapping[str, Any] | None) -> Place | None:
    return Place(**wanted) if wanted else None


class PlayerBody(Shape):
    """Somebody who comes, and where they always sit."""

    name = Name(required=True)
    fixed = Part(PlaceBody(), allow_none=True, load_default=None)

    @staticmethod
    def makes(name: str, fixed: Mapping[str, Any] | None) -> ask.Enter:
        """The command."""
        return ask.Enter((name,), _place(fixed))


class PlayersOfNightBody(Shape):
    """Several who come."""

    names = Several(Name(), 1, MOST_PLAYERS, required=True)
    fixed = Part(PlaceBody(), allow_none=True, load_default=None)

    @staticmethod
    def makes(names: tuple[str, ...], fixed: Mapping[str, Any] | None) -> ask.Enter:
        """The command."""
        return ask.Enter(names, _place(fixed))


COMING = Either(lambda body: "several" if "names" in body else "one", one=PlayerBody(), several=PlayersOfNightBody())


class PlayerChangeBody(Shape):
    """A name put right (`from_the_start`: in the matches of past rounds too), a fixed place given or taken (null), or the
    number under which the same person is known already."""

    more = {
        "anyOf": [{"required": ["name"]}, {"required": ["fixed"]}, {"required": ["merge_into"]}],
        "not": {"required": ["merge_into"], "anyOf": [{"required": ["name"]}, {"required": ["fixed"]}]},
    }
    name = Name()
    from_the_start = Flag(load_default=False)
    fixed = Part(PlaceBody(), allow_none=True)
    merge_into = Whole(1)

    @staticmethod
    def makes(number: int, from_the_start: bool, **wanted: Any) -> ask.ChangePlayer:
        """The command; a merge stands alone."""
        if not wanted:
            raise ValidationError({"name": ["missing"]})
        if "merge_into" in wanted and len(wanted) > 1:
            raise ValidationError({"merge_into": ["not-one-of"]})
        unfix = "fixed" in wanted and wanted["fixed"] is None
        fixed = _place(wanted.pop("fixed", None))
        return ask.ChangePlayer(number, from_the_start=from_the_start, fixed=fixed, unfix=unfix, **wanted)


class NothingBody(Shape):
    """No members: `{}`, or no body at all."""

    @staticmethod
    def makes(**path: int) -> dict[str, int]:
        """The parameters of the path."""
        return path


class DepartureBody(NothingBody):
    """No members: `{}`, or no body at all."""

    @staticmethod
    def makes(number: int) -> ask.Leave:  # type: ignore[override]
        """The command."""
        return ask.Leave(number)


class DrawBody(Shape):
    """No members: `{}`, or no body at all."""

    makes = ask.DrawRound


class RedrawBody(Shape):
    """No members: `{}`, or no body at all."""

    makes = ask.Redraw


class SwapBody(Shape):
    """Two players who change places."""

    makes = ask.Swap
    a = Whole(1, required=True)
    b = Whole(1, required=True)


class NightResultBody(Shape):
    """A slip: points of each team, asks and moons made, reneges; the reason where a result stands already."""

    NS = Whole(-1000, 1000, required=True)
    EW = Whole(-1000, 1000, required=True)
    loners = Keyed(Team, Whole(0, 100), load_default=dict)
    reneges = Keyed(Team, Whole(0, 100), load_default=dict)
    reason = Reason(allow_none=True, load_default=None)

    @staticmethod
    def makes(
        round: int, table: int, NS: int, EW: int, reason: str | None, **counts: Mapping[Team, int]
    ) -> ask.TypeResult:
        """The command."""
        loners, reneges = ({team: counts[name].get(team, 0) for team in TEAMS} for name in ("loners", "reneges"))
        return ask.TypeResult(round, table, {Team.NS: NS, Team.EW: EW}, loners, reneges, reason)


class ConfirmBody(Shape):
    """Nothing for a seat of the table; the reason for the organiser."""

    reason = Reason(allow_none=True, load_default=None)

    @staticmethod
    def makes(round: int, table: int, reason: str | None) -> ask.Confirm:
        """The command, as the organiser's."""
        return ask.Confirm(round, table, None, reason)


class CloseRoundBody(Shape):
    """The tables that have no result and are left out."""

    makes = ask.CloseRound
    leave_out = Several(Whole(1), 0, MOST_PLAYERS, load_default=())


class CloseNightBody(Shape):
    """No members: `{}`, or no body at all."""

    makes = ask.CloseNight


class ReopenNightBody(Shape):
    """Why."""

    makes = ask.ReopenNight
    reason = Reason(required=True)


class UndoNightBody(Shape):
    """Back to a version, one act if none is given."""

    makes = ask.Undo
    to = Whole(0, allow_none=True, load_default=None)


class RedoNightBody(Shape):
    """What was undone, up to a version."""

    makes = ask.Redo
    to = Whole(0, allow_none=True, load_default=None)


class NightTokenBody(Shape):
    """The role that needs a new token: `organiser`, `board`, or `player-7`."""

    role = Text(1, 20, rf"{ORGANISER}|{BOARD}|player-[1-9][0-9]{{0,3}}", required=True)


class NightCodeBody(Shape):
    """A new join code; with `open` false none."""

    role = Coded((JOIN,), required=True)
    open = Flag(load_default=True)


NIGHT_RENEWAL = Either(
    lambda body: "code" if body.get("role") == JOIN else "token", token=NightTokenBody(), code=NightCodeBody()
)


class SeatBody(Shape):
    """In a night of pairs, which of the two seats; else nothing."""

    seat = Coded(Seat, allow_none=True, load_default=None)


class NightJoinBody(Shape):
    """A night's join code and the number of the own name."""

    code = Text(CODE_LENGTH, 40, required=True)
    player = Whole(1, required=True)
