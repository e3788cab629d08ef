"""The designs of club nights, proved one by one by counting alone (N2, N3.1, N3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from referee.nights import movements
from referee.nights.movements import designs
from referee.nights.values import Draw, Movement
from referee.rules.seats import Seat

SOCIAL, WHIST = Movement("social"), Movement("whist")
# What a plan may repeat at most, by players and rounds.
REPEATS = {
    (12, 8): 78, (16, 8): 72, (20, 8): 50, (24, 8): 25, (28, 8): 9, (32, 8): 2, (30, 8): 0, (36, 8): 0, (40, 8): 0, (16, 5): 0,
}  # fmt: skip
SIZES = (8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 33, 36, 37, 40, 41)


def partners(draws: Sequence[Draw]) -> Counter[frozenset[int]]:
    """How often each two were partners."""
    return Counter(
        frozenset((table.seats[one], table.seats[other]))
        for draw in draws
        for table in draw.tables
        for one, other in ((Seat.N, Seat.S), (Seat.E, Seat.W))
    )


def meetings(draws: Sequence[Draw]) -> Counter[frozenset[int]]:
    """How often each two sat at one table."""
    return Counter(
        frozenset(pair) for draw in draws for table in draw.tables for pair in combinations(table.seats.values(), 2)
    )


def again(counted: Counter[frozenset[int]]) -> int:
    return sum(number - 1 for number in counted.values())


def check_round(draw: Draw, players: int) -> None:
    """Everybody once, four to a table, as many tables as can be."""
    seated = [player for table in draw.tables for player in table.seats.values()]
    assert sorted([*seated, *draw.sitting_out]) == list(range(1, players + 1))
    assert len(draw.tables) == players // 4 and [table.number for table in draw.tables] == [*range(1, players // 4 + 1)]


def check_byes(draws: Sequence[Draw], players: int) -> None:
    """Sit-outs level within one after every round, and nobody twice before everybody once (N2)."""
    times = Counter(dict.fromkeys(range(1, players + 1), 0))
    for draw in draws:
        fewest = min(times.values())
        assert all(times[player] == fewest for player in draw.sitting_out) or max(
            times[player] for player in draw.sitting_out
        ) <= fewest + (sum(times[player] == fewest for player in times) < len(draw.sitting_out))
        times.update(draw.sitting_out)
        assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.parametrize("players", range(4, 61))
def test_a_social_evening(players: int) -> None:
    for rounds in range(1, 13):
        draws = movements.plan(SOCIAL, players, rounds, seed=players)
        for draw in draws:
            check_round(draw, players)
        check_byes(draws, players)
        counted = partners(draws)
        if rounds <= (players if players % 4 else players - 1):
            assert again(counted) == 0, (players, rounds)
        else:
            assert max(counted.values()) - min(counted.values(), default=0) <= 1
        assert again(meetings(draws)) <= REPEATS.get((players, rounds), 10**6), (players, rounds)


def test_the_seed_only_says_who_is_who() -> None:
    one, other = (movements.plan(SOCIAL, 30, 8, seed) for seed in (1, 2))
    assert one != other and one == movements.plan(SOCIAL, 30, 8, 1)
    assert again(meetings(one)) == again(meetings(other))


@pytest.mark.parametrize("players", SIZES)
def test_a_whist_tournament(players: int) -> None:
    rounds = players if players % 4 else players - 1
    draws = movements.plan(WHIST, players, rounds, seed=3)
    for draw in draws:
        check_round(draw, players)
    together = partners(draws)
    against = meetings(draws) - together
    pairs = list(map(frozenset, combinations(range(1, players + 1), 2)))
    assert all(together[pair] == 1 and against[pair] == 2 for pair in pairs)
    check_byes(draws, players)


@pytest.mark.parametrize("players", [4, 10, 11, 14, 44, 60])
def test_whist_is_refused_for_other_sizes(players: int) -> None:
    with pytest.raises(movements.NoSuchMovement) as refused:
        movements.plan(WHIST, players, 3, 1)
    assert refused.value.facts == {"players": players, "allowed": designs.whist_sizes()}
