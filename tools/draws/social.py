"""Makes `referee/nights/movements/data/social.txt` of what `social.c` has found: python -m tools.draws.social FOLDER

FOLDER holds one file for each size and length, `30-8`, as the program prints it. A draw that is the beginning of a longer
one, no worse than its own, is left out."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

from referee.nights.movements.designs import SIGNS

DATA = Path(__file__).parents[2] / "referee" / "nights" / "movements" / "data" / "social.txt"
HEAD = "# Social draws (N3.1): players, rounds, then for each round the players, four to a table in the order N E S W, and who sits out.\n"


def cost(rounds: list[list[int]]) -> tuple[int, int, int]:
    """How often partners meet again, how unevenly, and how often players do."""
    partners: dict[frozenset[int], int] = {}
    met: dict[frozenset[int], int] = {}
    for row in rounds:
        for at in range(0, len(row) // 4 * 4, 4):
            table = row[at : at + 4]
            for pair in ((table[0], table[2]), (table[1], table[3])):
                partners[frozenset(pair)] = partners.get(frozenset(pair), 0) + 1
            for pair in combinations(table, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    uneven = sum(number * number for number in partners.values())
    return sum(number - 1 for number in partners.values()), uneven, sum(number - 1 for number in met.values())


def made(folder: Path) -> str:
    """The text of the data file."""
    found = {}
    for file in folder.iterdir():
        players, rounds = map(int, file.name.split("-"))
        found[players, rounds] = [[int(one) for one in line.split()] for line in file.read_text().splitlines()[1:]]
    lines = []
    for players in sorted({size for size, _ in found}):
        kept: list[list[int]] | None = None
        for length in sorted((length for size, length in found if size == players), reverse=True):
            own = found[players, length]
            if kept is None or cost(kept[:length]) > cost(own):
                kept = own
                rows = " ".join("".join(SIGNS[one] for one in row) for row in own)
                lines.append(f"{players} {length} {rows}\n")
    return HEAD + "".join(lines)


if __name__ == "__main__":
    DATA.write_text(made(Path(sys.argv[1])))
