"""Makes `referee/nights/movements/data/tournaments.txt`: a whist tournament of 36, of four groups of nine: python -m tools.draws.whist_36

The lines of a plane over the field of nine elements are foursomes of one from each group; each foursome plays its three
tables. Within the groups the tournament of nine is played four times over, and those whom it leaves out make up a table."""

from __future__ import annotations

from pathlib import Path

from referee.nights.movements.designs import SIGNS, whist

DATA = Path(__file__).parents[2] / "referee" / "nights" / "movements" / "data" / "tournaments.txt"
HEAD = (
    "# Whist tournaments not developed from one round (N3.2): players, rounds, each round, four to a table: N E S W.\n"
)
WAYS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # each of four partners each of the others once


def plus(a: int, b: int) -> int:
    """The sum of two elements x + yi, as 3x + y."""
    return (a // 3 + b // 3) % 3 * 3 + (a % 3 + b % 3) % 3


def times(a: int, b: int) -> int:
    """Their product, with ii = -1."""
    (p, q), (r, s) = divmod(a, 3), divmod(b, 3)
    return (p * r - q * s) % 3 * 3 + (p * s + q * r) % 3


def rounds() -> list[list[int]]:
    """All 35 rounds; player x of group g is 9g + x."""
    made = []
    for slope in range(9):
        lines = [[9 * group + plus(times(slope, group + 1), start) for group in range(4)] for start in range(9)]
        for number, way in enumerate(WAYS):
            if slope or number:  # the first tables of the first lines are those of who is left out below
                made.append([line[at] for line in lines for at in way])
    for row in whist(9) or ():
        left = [9 * group + row[-1] for group in range(4)]
        made.append([9 * group + one for group in range(4) for one in row[:-1]] + [left[at] for at in WAYS[0]])
    return made


if __name__ == "__main__":
    found = rounds()
    DATA.write_text(f"{HEAD}36 {len(found)} {' '.join(''.join(SIGNS[one] for one in row) for row in found)}\n")
