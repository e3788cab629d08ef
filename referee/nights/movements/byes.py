"""Who sits out (N2): level within one over all who are present, and nobody twice before everybody has once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from referee.nights.values import Entry, Round
from referee.rules.seats import SEATS

NOWHERE = (0, 0)  # for who had no seat in the round before


def sit_outs(past: Sequence[Round]) -> Counter[int]:
    """How often each has sat out. A table that was left out is none."""
    return Counter(player for round_ in past for player in round_.draw.sitting_out)


def places(past: Sequence[Round]) -> Mapping[int, tuple[int, int]]:
    """Where each sat in the last round: table and seat, seats in the order N E S W from 0."""
    return {
        player: (table.number, SEATS.index(seat))
        for round_ in past[-1:]
        for table in round_.draw.tables
        for seat, player in table.seats.items()
    }


def sitting_out(
    entries: Iterable[Entry], past: Sequence[Round], count: int, seated: Mapping[int, tuple[int, int]]
) -> tuple[int, ...]:
    """So many who sit out: those with the fewest sit-outs, among them those nearest the last table; who has no place there
    (a late comer) after them, by number."""
    times = sit_outs(past)

    def turn(entry: Entry) -> tuple[int, int, int, int]:
        table, seat = seated.get(entry.number, NOWHERE)
        return times[entry.number], -table, -seat, -entry.number

    return tuple(sorted(entry.number for entry in sorted(entries, key=turn)[:count]))
