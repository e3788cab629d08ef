"""Every fact that the log of a night can hold, in the past tense (docs/nights.md). Points, places and byes are in no event.

`stored_as` is the name under which a fact is stored, a promise; `codec` writes and reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.rules.options import Rules
from referee.rules.seats import Seat, Team


@dataclass(frozen=True, slots=True)
class NightOpened:
    """A night with its law: how the tables play, how players move, what counts. `sit_out` None is the round's mean (N2)."""

    stored_as: ClassVar[str] = "night-opened"
    title: str
    preset: str
    rules: Rules
    movement: str
    movers: str
    partners: str
    steps: Mapping[Seat, int]
    rounds: int
    scoring: str
    sit_out: int | None
    tie_break: tuple[str, ...]
    prizes: tuple[str, ...]
    one_each: bool
    confirm: str
    seed: int


@dataclass(frozen=True, slots=True)
class Place:
    """A table and the side of it at which somebody always sits (N1)."""

    table: int
    side: Team


@dataclass(frozen=True, slots=True)
class PlayersEntered:
    """Players came, by the number that is theirs alone (N1); `fixed` where they always sit."""

    stored_as: ClassVar[str] = "players-entered"
    players: Mapping[int, str]
    fixed: Place | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A name was put right; `from_the_start` in the matches of past rounds too."""

    stored_as: ClassVar[str] = "player-renamed"
    player: int
    name: str
    from_the_start: bool = False


@dataclass(frozen=True, slots=True)
class PlayerFixed:
    """A player always sits at this place from now on, or no longer at any (N1)."""

    stored_as: ClassVar[str] = "player-fixed"
    player: int
    fixed: Place | None


@dataclass(frozen=True, slots=True)
class PlayersMerged:
    """Two numbers were one person: what `player` did counts for `into`."""

    stored_as: ClassVar[str] = "players-merged"
    player: int
    into: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player went home and keeps the points made (N1)."""

    stored_as: ClassVar[str] = "player-left"
    player: int


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had left came back, under the same number."""

    stored_as: ClassVar[str] = "player-returned"
    player: int


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of a draw: who sits where, by number, and the match that was opened for it."""

    number: int
    seats: Mapping[Seat, int]
    match: str


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A round was drawn, or drawn again, with this seed. Who is present and at no table sits out."""

    stored_as: ClassVar[str] = "round-drawn"
    round: int
    seed: int
    tables: tuple[DrawnTable, ...]


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """The organiser let two players of a round change places by hand."""

    stored_as: ClassVar[str] = "seats-swapped"
    round: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class ResultTyped:
    """A paper slip was typed in, or a result put right (N4)."""

    stored_as: ClassVar[str] = "result-typed"
    round: int
    table: int
    points: Mapping[Team, int]
    loners: Mapping[Team, int]
    reneges: Mapping[Team, int]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """What a closed match brought (N4): `makers` are the seats that made asks and moons, with how many (N5)."""

    points: Mapping[Team, int]
    loners: Mapping[Team, int]
    reneges: Mapping[Team, int]
    makers: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class MatchReported:
    """A match of the night was closed with this result, or has none any more; read at `version` of its log."""

    stored_as: ClassVar[str] = "match-reported"
    match: str
    version: int
    played: Played | None


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """A seat of this team confirmed the result of its table, or the organiser did for both, with a reason (N7)."""

    stored_as: ClassVar[str] = "result-confirmed"
    round: int
    table: int
    team: Team | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round was closed; the tables left out had no result (N4)."""

    stored_as: ClassVar[str] = "round-closed"
    round: int
    left_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NightClosed:
    """The night is over, and its standings are final."""

    stored_as: ClassVar[str] = "night-closed"


@dataclass(frozen=True, slots=True)
class NightReopened:
    """The closed night was opened again, for this reason."""

    stored_as: ClassVar[str] = "night-reopened"
    reason: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The night is as it stood at version `to`, but for what matches reported."""

    stored_as: ClassVar[str] = "rewound"
    to: int


Fact = (
    NightOpened | PlayersEntered | PlayerRenamed | PlayerFixed | PlayersMerged | PlayerLeft | PlayerReturned | RoundDrawn
    | SeatsSwapped | ResultTyped | MatchReported | ResultConfirmed | RoundClosed | NightClosed | NightReopened | Rewound
)  # fmt: skip
