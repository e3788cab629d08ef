"""League statistics: who sat there, what they bid, took and claimed; sums that do not depend on the order of their parts."""

from random import Random

import pytest

from referee.game import commands as ask
from referee.projections.statistics import (
    Tally,
    Who,
    match_tallies,
    merged,
    player_view,
    standings_view,
    tallies_read,
    tallies_written,
)
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, Seat, Team
from referee.service import Service, acting, joining, keeping
from referee.service.access import SCORER
from referee.service.league import total
from referee.stores.contract import Summary
from tests.exporters.matches import random_match, service
from tests.exporters.tales import TALES
from tests.tables import played, then

NAMES = dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=True))


def opened(here: Service, players: dict[Seat, str | None] = NAMES, **options: object) -> str:  # type: ignore[assignment]
    return joining.open_match(
        here, ask.OpenMatch(rules_of("classic", options), players=players, tags={"league": "Fife"})
    ).match


def acts(here: Service, match: str, *commands: ask.Command) -> None:
    for command in commands:
        acting.act(here, match, command, SCORER)


def result(maker: Seat, bid: str, north_south: int) -> ask.RecordResult:
    return ask.RecordResult(ask.DeclareContract(maker, bid, None), ask.CountTricks(north_south, 6 - north_south))


def tally(here: Service, match: str) -> dict[Who, Tally]:
    return match_tallies(here.timeline(match))


def row(here: Service) -> Summary:
    return next(here.store.summaries())


def test_a_match_is_counted_once_it_is_closed() -> None:
    here = service()
    match = opened(here, target=5)
    acts(here, match, result(Seat.N, "5", 5))
    assert row(here).tally is None and total(here) == {}
    acts(here, match, ask.Close())
    kept = row(here).tally
    assert kept and tallies_read(kept) == tally(here, match) == total(here)


def test_bids_tricks_and_wins() -> None:
    here = service()
    match = opened(here, target=10)
    acts(here, match, result(Seat.N, "4", 5), result(Seat.E, "3", 4), result(Seat.S, "moon", 6), ask.Close())
    ann = player_view("Ann", tally(here, match))
    assert (ann["matches"], ann["won"], ann["lost"], ann["deals"]) == (1, 1, 0, 3)
    assert ann["bids"] == {"4": {"made": 1, "set": 0}}
    assert (ann["deals_as_maker"], ann["tricks_as_maker"]) == (1, 5)
    assert (ann["deals_as_defender"], ann["tricks_as_defender"]) == (1, 4)
    bob = player_view("Bob", tally(here, match))
    assert bob["bids"] == {"3": {"made": 0, "set": 1}} and bob["lost"] == 1
    pair = ann["pairs"][0]
    assert pair["partner"] == "Cat"
    assert pair["bids"] == {"4": {"made": 1, "set": 0}, "moon": {"made": 1, "set": 0}}
    assert (pair["points_for"], pair["points_against"]) == (33, -2)


def test_each_deal_counts_for_who_sat_there() -> None:
    here = service()
    match = opened(here, target=9)
    acts(
        here, match, result(Seat.E, "3", 2), ask.ChangePlayers({Seat.E: "Eve"}), result(Seat.E, "3", 3),
        ask.AdjustScore(Team.EW, 30, "to end it"), result(Seat.E, "3", 3), ask.Close(),
    )  # fmt: skip
    found = tally(here, match)
    bob, eve = player_view("Bob", found), player_view("Eve", found)
    assert (bob["deals"], bob["matches"], bob["won"]) == (1, 0, 0)
    assert (eve["deals"], eve["matches"], eve["won"]) == (2, 1, 1)
    assert [pair["partner"] for pair in player_view("Dan", found)["pairs"]] == ["Bob", "Eve"]


def test_a_seat_named_late_had_that_player_all_along() -> None:
    here = service()
    match = opened(here, players={Seat.N: None}, target=5)
    acts(here, match, result(Seat.N, "3", 3), ask.ChangePlayers({Seat.N: "Ann"}), result(Seat.N, "3", 5), ask.Close())
    assert player_view("Ann", tally(here, match))["deals"] == 2


def test_two_seats_of_one_name_are_a_player_and_no_pair() -> None:
    here = service()
    match = opened(here, {**NAMES, Seat.S: "Ann"}, target=5)
    acts(here, match, result(Seat.N, "5", 5), ask.Close())
    assert {who for who in tally(here, match) if len(who) == 2} == {("Bob", "Dan")}


def test_abandoned_matches_count_for_deals_not_for_wins() -> None:
    here = service()
    match = opened(here)
    acts(here, match, result(Seat.N, "3", 4), ask.Close(abandoned=True))
    ann = player_view("Ann", tally(here, match))
    assert (ann["abandoned"], ann["matches"], ann["won"], ann["lost"], ann["deals"]) == (1, 0, 0, 0, 1)
    assert ann["points_for"] == 0


def level(here: Service) -> str:
    """A match of two deals that ended level, not closed yet."""
    match = opened(here, target=None, deals=2)
    acts(here, match, result(Seat.N, "3", 3), result(Seat.E, "3", 3))
    return match


def counts(here: Service, match: str, name: str = "Ann") -> tuple[int, ...]:
    """Matches, won, lost, drawn, abandoned, deals of a player."""
    view = player_view(name, tally(here, match))
    return tuple(view[one] for one in ("matches", "won", "lost", "drawn", "abandoned", "deals"))  # type: ignore[literal-required]


def test_a_draw_is_neither_won_nor_lost() -> None:  # R9.4
    here = service()
    match = level(here)
    acts(here, match, ask.Close())
    assert counts(here, match) == counts(here, match, "Bob") == (1, 0, 0, 1, 0, 2)
    pair = player_view("Ann", total(here))["pairs"][0]
    assert (pair["drawn"], pair["points_for"], pair["points_against"]) == (1, 6, 6)


ENDS = [
    ("early, ahead", [result(Seat.N, "3", 4)], ask.Close(early=True), (1, 1, 0, 0, 0, 1), (1, 0, 1, 0, 0, 1)),
    ("early, level", [], ask.Close(early=True), (1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 0, 0)),
    ("early, the running deal left out", [result(Seat.N, "3", 4), ask.DeclareContract(Seat.E, "4", None)],
     ask.Close(early=True), (1, 1, 0, 0, 0, 1), (1, 0, 1, 0, 0, 1)),
    ("abandoned", [result(Seat.N, "3", 4)], ask.Close(abandoned=True), (0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("before", "end", "ann", "bob"), [row[1:] for row in ENDS], ids=[row[0] for row in ENDS])
def test_a_match_ended_early_counts_as_played_and_an_abandoned_one_not(
    before: list[ask.Command], end: ask.Command, ann: tuple[int, ...], bob: tuple[int, ...]
) -> None:  # R9.5
    here = service()
    match = opened(here)
    acts(here, match, *before, end)
    assert (counts(here, match), counts(here, match, "Bob")) == (ann, bob)


def test_a_reopened_match_counts_for_nothing_until_it_is_closed_again() -> None:  # R9.6
    here = service()
    match = level(here)
    acts(here, match, ask.Close())
    assert total(here)[("Ann",)]["drawn"] == 1
    acts(here, match, ask.Reopen("a wrong count"))
    assert total(here) == {} and row(here).tally is None and row(here).closed_at is None
    acts(here, match, ask.Undo(), result(Seat.E, "3", 2), ask.Close())
    assert (total(here)[("Ann",)]["drawn"], total(here)[("Bob",)]["won"]) == (0, 1)
    assert row(here).winner == "EW"


def test_a_deal_lost_by_a_renege_counts_as_made_or_set() -> None:  # R7.5
    for name, bids in (("lost by the defenders", {"made": 1, "set": 0}), ("lost by the makers", {"made": 0, "set": 1})):
        lines, options = TALES[name]
        timeline = then(played("name N Ann", "name E Bob", **options), *lines, "abandon")
        found = match_tallies(timeline)
        ann, bob = player_view("Ann", found), player_view("Bob", found)
        assert ann["bids"] == {"5": bids}
        assert (ann["deals"], ann["deals_as_maker"], bob["deals_as_defender"], bob["tricks_as_defender"]) == (
            1,
            1,
            1,
            1,
        )


def test_a_tally_from_before_there_were_draws_has_none() -> None:
    """A row kept by the first edition, whose matches could not end level."""
    old = tallies_read('[[["Ann"],{"lost":1,"matches":1,"points_against":33,"points_for":6}]]')
    assert player_view("Ann", old)["drawn"] == 0


def test_a_draw_is_half_a_win_in_the_standings() -> None:
    rows = {"two draws": (0, 2), "a win": (1, 0), "a win and a draw": (1, 1), "nothing": (0, 0)}
    table = standings_view({(name,): Tally(won=won, drawn=drawn) for name, (won, drawn) in rows.items()})
    assert [(row["rank"], row["names"][0]) for row in table["players"]] == [
        (1, "a win and a draw"), (2, "a win"), (2, "two draws"), (4, "nothing"),
    ]  # fmt: skip


def test_names_that_look_the_same_are_one_player() -> None:
    """`Ùisdean` composed in one match and with a separate accent in the next, as logs of before may hold it."""
    here = service()
    totals = []
    for name in ("\u00d9isdean", "U\u0300isdean"):
        match = opened(here, {**NAMES, Seat.N: name})
        acts(here, match, *[result(Seat.N, "5", 6)] * 6, ask.Close())
        totals.append(tally(here, match))
    view = standings_view(merged(totals))
    assert [row["matches"] for row in view["players"] if "isdean" in row["names"][0]] == [2]
    assert len(view["pairs"]) == 2 and player_view("U\u0300isdean", merged(totals))["matches"] == 2


def test_ties_stand_in_the_order_of_letters_not_of_code_points() -> None:
    names = ["Zoe", "Ùisdean", "anna", "Àdhamh", "Bella", "Ógan"]
    table = standings_view({(name,): Tally(won=1) for name in names})
    assert [row["names"][0] for row in table["players"]] == ["Àdhamh", "anna", "Bella", "Ógan", "Ùisdean", "Zoe"]


def test_deals_that_were_undone_do_not_count() -> None:
    here = service()
    match = opened(here, target=5)
    acts(here, match, result(Seat.E, "5", 0), ask.Undo(), result(Seat.N, "5", 5), ask.Close())
    assert player_view("Bob", tally(here, match))["bids"] == {}


def test_reneges_and_claims() -> None:
    from referee.rules.cards import parse_card
    from referee.rules.trump import Trump

    here = service()
    match = joining.open_match(here, ask.OpenMatch(rules_of("classic", {}), players=NAMES, first_dealer=Seat.N)).match
    bids = [ask.Bid(seat, bid) for seat, bid in zip("ESWN", ("pass", "pass", "4", "pass"), strict=True)]
    acts(here, match, *[ask.Bid(Seat(one.seat), one.bid) for one in bids], ask.NameTrump(Trump.SPADES))
    for seat, card in [word.split(":") for word in ["W:AH", "N:9H", "E:9C", "S:KH", "W:QH", "N:TH", "E:JH", "S:9S"]]:
        acting.act(here, match, ask.Play(Seat(seat), parse_card(card)), SCORER)
    acts(
        here, match, ask.ClaimRenege(Seat.S, Seat.E, 1, 1), ask.ClaimRenege(Seat.N, Seat.E, 1, None),
        ask.ClaimRenege(Seat.W, Seat.N, 1, 1), ask.ClaimRenege(Seat.W, Seat.S, 1, 2), ask.Close(abandoned=True),
    )  # fmt: skip
    found = tally(here, match)
    assert player_view("Bob", found)["reneges"] == 1
    assert (player_view("Cat", found)["claims_right"], player_view("Ann", found)["claims_right"]) == (1, 1)
    dan = player_view("Dan", found)
    assert (dan["claims_right"], dan["claims_wrong"]) == (0, 2)


def closed(seed: int) -> tuple[Service, str]:
    here, match = random_match(Random(seed))
    if not here.timeline(match).match.closed:
        acting.act(here, match, ask.Close(abandoned=True), SCORER)
    return here, match


def test_sums_do_not_depend_on_order_and_can_go_on() -> None:
    tallies = [tally(*closed(seed)) for seed in range(12)]
    whole = merged(tallies)
    assert merged(reversed(tallies)) == whole
    assert merged([merged(tallies[:5]), *tallies[5:]]) == whole
    assert merged(tallies_read(tallies_written(one)) for one in tallies) == whole


@pytest.mark.parametrize("seed", range(12))
def test_what_is_counted_adds_up(seed: int) -> None:
    for view in standings_view(tally(*closed(seed))).values():
        for row in view:
            bids = sum(bid["made"] + bid["set"] for bid in row["bids"].values())
            assert bids == row["deals_as_maker"]
            assert row["matches"] == row["won"] + row["lost"] + row["drawn"]
            assert row["deals_as_maker"] + row["deals_as_defender"] <= row["deals"]


def test_filters() -> None:
    here = service()
    match = opened(here, target=5)
    acts(here, match, result(Seat.N, "5", 5), ask.Close())
    whole = tally(here, match)
    here.store.replace_summaries([row(here)._replace(closed_at="2026-03-01T20:00:00.000Z")])
    assert total(here) == whole
    assert total(here, since="2026-03-01", until="2026-03-02", tags={"league": "Fife"}) == whole
    assert not total(here, since="2026-03-02")
    assert not total(here, until="2026-03-01")
    assert not total(here, tags={"league": "Ayr"})


def test_a_row_without_a_tally_is_filled_and_a_rebuild_makes_the_same() -> None:
    here = service()
    match = opened(here, target=5)
    acts(here, match, result(Seat.N, "5", 5), ask.Close())
    whole = row(here)
    here.store.replace_summaries([whole._replace(tally=None)])
    assert total(here) == tally(here, match) and row(here) == whole
    here.store.replace_summaries([])
    assert keeping.rebuild(here) == 1 and row(here) == whole


def test_standings_are_ranked_by_wins_then_points_and_share_a_rank() -> None:
    here = service()
    first, second = (
        opened(here, target=5),
        opened(here, {Seat.N: "Fay", Seat.E: "Gil", Seat.S: "Hal", Seat.W: "Ida"}, target=5),
    )
    for match in (first, second):
        acts(here, match, result(Seat.N, "5", 5), ask.Close())
    table = standings_view(merged([tally(here, first), tally(here, second)]))
    assert [(row["rank"], row["names"]) for row in table["pairs"]] == [
        (1, ["Ann", "Cat"]), (1, ["Fay", "Hal"]), (3, ["Bob", "Dan"]), (3, ["Gil", "Ida"]),
    ]  # fmt: skip
    assert [row["rank"] for row in table["players"]] == [1, 1, 1, 1, 5, 5, 5, 5]
