"""The movements that follow results and rules: each against a second reading of the law (N1 to N3)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import networkx as nx
import pytest

from referee.nights import movements
from referee.nights.values import Draw, Entry, Fixed, Movement, Result, Round
from referee.rules.seats import SEATS, Seat, Team
from tests.nights.test_designs import again, check_byes, check_round, meetings, partners


def entries(numbers: Sequence[int], fixed: Mapping[int, Fixed] = {}) -> list[Entry]:
    return [Entry(number, str(number), True, fixed.get(number)) for number in sorted(numbers)]


def result(ns: int, ew: int) -> Result:
    return Result({Team.NS: ns, Team.EW: ew}, {Team.NS: 0, Team.EW: 0}, {Team.NS: 0, Team.EW: 0}, {})


def played(number: int, drawn: Draw, chance: random.Random) -> Round:
    results = {table.number: result(chance.randrange(9), chance.randrange(9)) for table in drawn.tables}
    return Round(number, drawn, results, frozenset(), True)


def rows(drawn: Draw) -> list[list[int]]:
    return [[table.seats[seat] for seat in SEATS] for table in drawn.tables]


def moved_by_the_letter(round_: Round, movers: str, partners_: str) -> list[list[int]]:
    """N3.3 word for word, with seats as letters and tables as a list of dictionaries."""
    tables = [{seat.value: player for seat, player in table.seats.items()} for table in round_.draw.tables]
    last = len(tables)
    arriving: dict[int, list[tuple[int, int]]] = {number: [] for number in range(1, last + 1)}
    staying: dict[int, list[tuple[int, int]]] = {number: [] for number in range(1, last + 1)}
    for number, seats in enumerate(tables, 1):
        points = round_.results[number].points
        ns, ew = (seats["N"], seats["S"]), (seats["E"], seats["W"])
        if points[Team.NS] == points[Team.EW]:
            winners, losers = (ns, ew) if min(*ns, *ew) in ns else (ew, ns)
        else:
            winners, losers = (ns, ew) if points[Team.NS] > points[Team.EW] else (ew, ns)
        if movers == "winners":
            (staying[1] if number == 1 else arriving[number - 1]).append(winners)
            (arriving[last] if number == 1 else staying[number]).append(losers)
        else:
            staying[number].append(winners)
            arriving[number + 1 if number < last else 1].append(losers)
    seated = []
    for number in range(1, last + 1):
        [stayed], [came] = staying[number], arriving[number]
        if partners_ == "change":
            seats = {"S": stayed[0], "W": stayed[1], "N": came[0], "E": came[1]}
        else:
            seats = {"N": came[0], "S": came[1], "E": stayed[0], "W": stayed[1]}
        seated.append([seats[seat] for seat in "NESW"])
    return seated


@pytest.mark.parametrize("movers", ["winners", "losers"])
@pytest.mark.parametrize("partners_", ["change", "keep"])
def test_progressive_nights_seat_for_seat(movers: str, partners_: str) -> None:
    movement = Movement("progressive", movers, partners_)
    for seed in range(250):
        chance = random.Random(seed)
        here = entries(range(1, 4 * chance.randint(1, 8) + 1))
        past = [played(1, movements.draw(movement, here, [], None, seed), chance)]
        for number in range(2, 7):
            drawn = movements.draw(movement, here, past, None, seed)
            assert rows(drawn) == moved_by_the_letter(past[-1], movers, partners_)
            past.append(played(number, drawn, chance))


@pytest.mark.parametrize("seed", range(60))
def test_in_progressive_nights_who_comes_in_takes_a_seat_of_one_who_drops_out(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.choice([n for n in range(5, 30) if n % 4])
    here, past, times = entries(range(1, players + 1)), list[Round](), Counter[int]()
    for number in range(1, 9):
        drawn = movements.draw(Movement("progressive"), here, past, None, seed)
        check_round(drawn, players)
        if past:
            moved = [player for row in moved_by_the_letter(past[-1], "winners", "change") for player in row]
            now = [player for row in rows(drawn) for player in row]
            assert {old for old, new in zip(moved, now, strict=True) if old != new} <= set(drawn.sitting_out)
            fewest = min(times[player] for player in moved)
            free = [player for player in moved if times[player] == fewest]
            if len(free) >= len(drawn.sitting_out):  # nearest the last table
                assert set(drawn.sitting_out) == set(free[-len(drawn.sitting_out) :])
        times.update(drawn.sitting_out)
        past.append(played(number, drawn, chance))
    check_byes([one.draw for one in past], players)


def test_cyclic_is_offered_for_all_rounds_at_these_tables_only() -> None:
    offered = []
    for tables in range(2, 25):
        try:
            draws = movements.plan(Movement("cyclic"), 4 * tables, tables, 1)
        except movements.NoSuchMovement as refused:
            assert refused.facts == first_clash(tables)
            continue
        assert again(meetings(draws)) == 0
        offered.append(tables)
    assert offered == [5, 7, 11, 13, 17, 19, 23]


def first_clash(tables: int) -> dict[str, object]:
    """The first round and table at which two meet again, by arithmetic on the seats alone."""
    met: set[frozenset[int]] = set()
    for turn in range(tables):
        now = []
        for table in range(tables):
            seats = [4 * ((table - step * turn) % tables) + at + 1 for at, step in enumerate((0, 2, 1, -2))]
            for one, other in combinations(sorted(seats), 2):
                if {one, other} in met:
                    return {"round": turn + 1, "table": table + 1, "players": [one, other]}
                now.append(frozenset((one, other)))
        met.update(now)
    raise AssertionError("no clash")


@pytest.mark.parametrize("movement", ["round-robin", "mitchell", "swiss"])
@pytest.mark.parametrize("pairs", [4, 5, 8, 9, 14])
def test_no_two_pairs_meet_twice(movement: str, pairs: int) -> None:
    rounds = {"round-robin": pairs - 1 + pairs % 2, "mitchell": (pairs + 1) // 2, "swiss": 3}[movement]
    chance, here, past = random.Random(pairs), entries(range(1, pairs + 1)), list[Round]()
    for number in range(1, rounds + 1):
        past.append(played(number, movements.draw(Movement(movement), here, past, rounds, 1), chance))
    met = Counter(frozenset(table.seats.values()) for one in past for table in one.draw.tables)
    assert max(met.values()) == 1 and all(len(pair) == 2 for pair in met)
    assert all(
        table.seats[Seat.N] == table.seats[Seat.S] and table.seats[Seat.E] == table.seats[Seat.W]
        for one in past
        for table in one.draw.tables
    )
    check_byes([one.draw for one in past], pairs)
    if movement == "round-robin":
        assert len(met) == pairs * (pairs - 1) // 2
    with pytest.raises(movements.NoSuchMovement):
        for number in range(rounds + 1, 40):
            past.append(played(number, movements.draw(Movement(movement), here, past, None, 1), chance))


@pytest.mark.parametrize("seed", range(25))
def test_random_evenings_with_comers_and_leavers(seed: int) -> None:
    """Byes as N2 says, who is fixed sits there, nobody twice, and few meet again: at most 1.2 times what a matching of most
    weight drawn round by round repeats."""
    chance = random.Random(seed)
    present, next_number = list(range(1, chance.randint(8, 40) + 1)), 100
    fixed = {1: Fixed(1, Team.NS), 2: Fixed(2, Team.EW)} if seed % 3 == 0 else {}
    past: list[Round] = []
    plain: list[Draw] = []
    for number in range(1, 9):
        if number > 1 and chance.random() < 0.4:
            if chance.random() < 0.5 and len(present) > 9:
                present.remove(chance.choice([one for one in present if one not in fixed]))
            else:
                present.append(next_number)
                next_number += 1
        here = entries(present, fixed)
        drawn = movements.draw(Movement("social"), here, past, 8, seed)
        assert sorted([*drawn.sitting_out, *(one for row in rows(drawn) for one in row)]) == sorted(present)
        times = Counter(player for one in past for player in one.draw.sitting_out)
        playing = [one for row in rows(drawn) for one in row]
        assert max((times[one] for one in drawn.sitting_out), default=0) <= min(times[one] for one in playing)
        for player, place in fixed.items():
            if player not in drawn.sitting_out:
                seats = drawn.tables[place.table - 1].seats
                assert player in {one for seat, one in seats.items() if seat.team is place.side}
        past.append(played(number, drawn, chance))
        plain.append(by_matching(playing, plain, drawn))
    if not fixed:
        ours, theirs = (again(meetings(draws)) for draws in ([one.draw for one in past], plain))
        assert ours <= 1.2 * theirs + 1, (ours, theirs)


def by_matching(playing: Sequence[int], past: Sequence[Draw], like: Draw) -> Draw:
    """The same players drawn by two matchings of most weight: partners, then tables."""
    together, met = partners(past), meetings(past)

    def matched(items: Sequence[object], weight: object) -> list[tuple[int, int]]:
        graph = nx.Graph()
        for one, other in combinations(range(len(items)), 2):
            graph.add_edge(one, other, weight=1000 - weight(items[one], items[other]))  # type: ignore[operator]
        return sorted(nx.max_weight_matching(graph, maxcardinality=True))

    order = sorted(playing)
    pairs = [
        (order[a], order[b])
        for a, b in matched(order, lambda a, b: 100 * together[frozenset((a, b))] + met[frozenset((a, b))])
    ]
    fours = matched(pairs, lambda a, b: sum(met[frozenset((x, y))] for x in a for y in b))
    row = [player for a, b in fours for player in (pairs[a][0], pairs[b][0], pairs[a][1], pairs[b][1])]
    return movements.social.as_draw([*row, *like.sitting_out])


@pytest.mark.parametrize("players", [8, 9, 12, 13, 17])
def test_a_whist_tournament_stays_exact_through_redraws(players: int) -> None:
    """Each round is drawn again up to three times, as many as are left: the tournament goes on with another of its rounds."""
    chance, past = random.Random(players), list[Round]()
    here, seed = entries(range(1, players + 1)), 5
    rounds = players if players % 4 else players - 1
    for number in range(1, rounds + 1):
        drawn = movements.draw(Movement("whist"), here, past, rounds, seed)
        for _ in range(chance.randrange(4)):
            before, seed = drawn, seed + 1
            drawn = movements.draw(Movement("whist"), here, past, rounds, seed)
            assert drawn != before or number == rounds
        past.append(played(number, drawn, chance)._replace(seed=seed))
    draws = [one.draw for one in past]
    together = partners(draws)
    pairs = list(map(frozenset, combinations(range(1, players + 1), 2)))
    assert all(together[pair] == 1 and (meetings(draws) - together)[pair] == 2 for pair in pairs)
    check_byes(draws, players)


def test_a_tournament_whose_people_change_keeps_fair_byes() -> None:
    present, past, chance = list(range(1, 10)), list[Round](), random.Random(8)
    for number in range(1, 13):
        drawn = movements.draw(Movement("whist"), entries(present), past, 12, 4)
        times = Counter(player for one in past for player in one.draw.sitting_out)
        playing = [player for row in rows(drawn) for player in row]
        assert sorted([*playing, *drawn.sitting_out]) == sorted(present)
        assert max(times[one] for one in drawn.sitting_out) <= min(times[one] for one in playing)
        past.append(played(number, drawn, chance)._replace(seed=4))
        if number % 3 == 0:
            present[chance.randrange(9)] = 100 + number


@pytest.mark.parametrize("players", [10, 12, 16, 30])
def test_a_social_evening_keeps_its_partners_apart_through_redraws(players: int) -> None:
    chance, past, seed = random.Random(players), list[Round](), 3
    for number in range(1, 9):
        seed += chance.random() < 0.3
        drawn = movements.draw(Movement("social"), entries(range(1, players + 1)), past, 8, seed)
        check_round(drawn, players)
        past.append(played(number, drawn, chance)._replace(seed=seed))
    assert again(partners([one.draw for one in past])) == 0
    check_byes([one.draw for one in past], players)


def test_after_a_swap_by_hand_a_tournament_goes_on_and_repeats_the_least() -> None:
    here, past = entries(range(1, 9)), list[Round]()
    chance = random.Random(1)
    for number in range(1, 8):
        drawn = movements.draw(Movement("whist"), here, past, 7, 2)
        if number == 3:
            one, other = drawn.tables
            seats = {**one.seats, Seat.N: other.seats[Seat.N]}, {**other.seats, Seat.N: one.seats[Seat.N]}
            drawn = drawn._replace(tables=tuple(map(lambda table, new: table._replace(seats=new), drawn.tables, seats)))
        past.append(played(number, drawn, chance)._replace(seed=2))
    assert again(partners([one.draw for one in past])) <= 2


@pytest.mark.parametrize("movement", ["social", "whist", "progressive", "cyclic", "round-robin", "mitchell", "swiss"])
@pytest.mark.parametrize("side", list(Team))
def test_who_is_fixed_sits_there_in_every_movement(movement: str, side: Team) -> None:  # N1
    pairs = movement in movements.PAIRS
    here, chance, past = entries(range(1, 21), {7: Fixed(3, side)}), random.Random(4), list[Round]()
    for number in range(1, 5):
        drawn = movements.draw(Movement(movement), here, past, 4, 6)
        if 7 not in drawn.sitting_out:
            seats = drawn.tables[2].seats
            assert 7 in {player for seat, player in seats.items() if seat.team is side}, (number, seats)
        past.append(played(number, drawn, chance)._replace(seed=6))
    draws = [one.draw for one in past]
    if movement in ("whist", "cyclic"):  # turned and moved tables are the same tables
        assert again(partners(draws)) == 0
    if pairs:
        assert max(Counter(frozenset(table.seats.values()) for one in draws for table in one.tables).values()) == 1


@pytest.mark.parametrize("movement", ["round-robin", "mitchell", "swiss"])
@pytest.mark.parametrize("seed", range(6))
def test_pairs_who_come_and_leave_end_no_evening(movement: str, seed: int) -> None:
    chance, present, past = random.Random(seed), list(range(1, 11)), list[Round]()
    for number in range(1, 5):
        drawn = movements.draw(Movement(movement), entries(present), past, 4, 1)
        met = Counter(frozenset(table.seats.values()) for one in past for table in one.draw.tables)
        assert not any(met[frozenset(table.seats.values())] for table in drawn.tables)
        times = Counter(player for one in past for player in one.draw.sitting_out)
        playing = [player for table in drawn.tables for player in table.seats.values()]
        assert sorted({*playing, *drawn.sitting_out}) == sorted(present)
        assert max((times[one] for one in drawn.sitting_out), default=0) <= min(times[one] for one in playing)
        past.append(played(number, drawn, chance))
        present = [*present, 100 + number] if chance.random() < 0.5 else present[:3] + present[4:]
