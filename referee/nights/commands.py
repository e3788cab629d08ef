"""What an organiser or a table can ask of a night, in the imperative. The values are parsed; whether they can be is decided later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.nights.facts import NightOpened, Place, Played
from referee.rules.seats import Team


@dataclass(frozen=True, slots=True)
class OpenNight:
    """Open a night with this law and these players."""

    law: NightOpened
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Enter:
    """Players come, each as a new entry; who had left under that name is there again (N1)."""

    names: tuple[str, ...]
    fixed: Place | None = None


@dataclass(frozen=True, slots=True)
class ChangePlayer:
    """A name put right, a fixed place given (or taken, with `unfix`), or the entry found to be another one's."""

    player: int
    name: str | None = None
    from_the_start: bool = False
    fixed: Place | None = None
    unfix: bool = False
    merge_into: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home."""

    player: int


@dataclass(frozen=True, slots=True)
class DrawRound:
    """Draw the next round."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw the running round again. `begun` are the matches in which somebody has played."""

    round: int
    begun: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players of a round change places, asked for at one of its tables; `begun` as for a redraw."""

    round: int
    table: int
    a: int
    b: int
    begun: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TypeResult:
    """A paper slip, or a result put right (N4)."""

    round: int
    table: int
    points: Mapping[Team, int]
    loners: Mapping[Team, int]
    reneges: Mapping[Team, int]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """A team's seat confirms its table's result, or the organiser (`team` None) with a reason (N7)."""

    round: int
    table: int
    team: Team | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close a round, leaving out tables that have no result."""

    round: int
    leave_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CloseNight:
    """The night is over."""


@dataclass(frozen=True, slots=True)
class ReopenNight:
    """Open the closed night again."""

    reason: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to an earlier version, one act if None."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """What was undone, again; up to a version."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A match of the night has this result at this version, or none any more."""

    match: str
    version: int
    played: Played | None


Command = (
    OpenNight | Enter | ChangePlayer | Leave | DrawRound | Redraw | Swap | TypeResult | Confirm | CloseRound | CloseNight
    | ReopenNight | Undo | Redo | Report
)  # fmt: skip
