"""League statistics: who sat there, what they bid, took and claimed; sums that do not depend on the order of their parts."""

from random import Random

import pytest

from referee.access import SCORER
from referee.game import commands as ask
from referee.projections.statistics import (
    MatchTally,
    chosen,
    match_tally,
    merged,
    player_view,
    standings_view,
    tallies_read,
    tallies_written,
)
from referee.rules.options import rules_of
from referee.rules.seats import SEATS, Seat, Team
from referee.service import Service
from tests.exporters.matches import random_match, service

NAMES = dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=True))


def opened(here: Service, players: dict[Seat, str | None] = NAMES, **options: object) -> str:  # type: ignore[assignment]
    return here.open(ask.OpenMatch(rules_of("classic", options), players=players, tags={"league": "Fife"})).match


def acts(here: Service, match: str, *commands: ask.Command) -> None:
    for command in commands:
        here.act(match, command, SCORER)


def result(maker: Seat, bid: str, north_south: int) -> ask.RecordResult:
    return ask.RecordResult(ask.DeclareContract(maker, bid, None), ask.CountTricks(north_south, 6 - north_south))


def tally(here: Service, match: str) -> MatchTally:
    found = match_tally(match, here.timeline(match))
    assert found
    return found


def test_a_match_is_counted_once_it_is_closed() -> None:
    here = service()
    match = opened(here, target=5)
    acts(here, match, result(Seat.N, "5", 5))
    assert match_tally(match, here.timeline(match)) is None
    acts(here, match, ask.Close())
    assert tally(here, match).tags == {"league": "Fife"}


def test_bids_tricks_and_wins() -> None:
    here = service()
    match = opened(here, target=10)
    acts(here, match, result(Seat.N, "4", 5), result(Seat.E, "3", 4), result(Seat.S, "moon", 6), ask.Close())
    ann = player_view("Ann", merged([tally(here, match)]))
    assert (ann["matches"], ann["won"], ann["lost"], ann["deals"]) == (1, 1, 0, 3)
    assert ann["bids"] == {"4": {"made": 1, "set": 0}}
    assert (ann["deals_as_maker"], ann["tricks_as_maker"]) == (1, 5)
    assert (ann["deals_as_defender"], ann["tricks_as_defender"]) == (1, 4)
    bob = player_view("Bob", merged([tally(here, match)]))
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
    total = merged([tally(here, match)])
    bob, eve = player_view("Bob", total), player_view("Eve", total)
    assert (bob["deals"], bob["matches"], bob["won"]) == (1, 0, 0)
    assert (eve["deals"], eve["matches"], eve["won"]) == (2, 1, 1)
    assert [pair["partner"] for pair in player_view("Dan", total)["pairs"]] == ["Bob", "Eve"]


def test_a_seat_named_late_had_that_player_all_along() -> None:
    here = service()
    match = opened(here, players={Seat.N: None}, target=5)
    acts(here, match, result(Seat.N, "3", 3), ask.ChangePlayers({Seat.N: "Ann"}), result(Seat.N, "3", 5), ask.Close())
    assert player_view("Ann", merged([tally(here, match)]))["deals"] == 2


def test_abandoned_matches_count_for_deals_not_for_wins() -> None:
    here = service()
    match = opened(here)
    acts(here, match, result(Seat.N, "3", 4), ask.Close(abandoned=True))
    ann = player_view("Ann", merged([tally(here, match)]))
    assert (ann["abandoned"], ann["matches"], ann["won"], ann["lost"], ann["deals"]) == (1, 0, 0, 0, 1)
    assert ann["points_for"] == 0


def test_deals_that_were_undone_do_not_count() -> None:
    here = service()
    match = opened(here, target=5)
    acts(here, match, result(Seat.E, "5", 0), ask.Undo(), result(Seat.N, "5", 5), ask.Close())
    assert player_view("Bob", merged([tally(here, match)]))["bids"] == {}


def test_reneges_and_claims() -> None:
    from referee.rules.cards import parse_card
    from referee.rules.trump import Trump

    here = service()
    match = here.open(ask.OpenMatch(rules_of("classic", {}), players=NAMES, first_dealer=Seat.N)).match
    bids = [ask.Bid(seat, bid) for seat, bid in zip("ESWN", ("pass", "pass", "4", "pass"), strict=True)]
    acts(here, match, *[ask.Bid(Seat(one.seat), one.bid) for one in bids], ask.NameTrump(Trump.SPADES))
    for seat, card in [word.split(":") for word in ["W:AH", "N:9H", "E:9C", "S:KH", "W:QH", "N:TH", "E:JH", "S:9S"]]:
        here.act(match, ask.Play(Seat(seat), parse_card(card)), SCORER)
    acts(
        here, match, ask.ClaimRenege(Seat.S, Seat.E, 1, 1), ask.ClaimRenege(Seat.N, Seat.E, 1, None),
        ask.ClaimRenege(Seat.W, Seat.N, 1, 1), ask.ClaimRenege(Seat.W, Seat.S, 1, 2), ask.Close(abandoned=True),
    )  # fmt: skip
    total = merged([tally(here, match)])
    assert player_view("Bob", total)["reneges"] == 1
    assert (player_view("Cat", total)["claims_right"], player_view("Ann", total)["claims_right"]) == (1, 1)
    dan = player_view("Dan", total)
    assert (dan["claims_right"], dan["claims_wrong"]) == (0, 2)


def closed(seed: int) -> MatchTally:
    here, match = random_match(Random(seed))
    if not here.timeline(match).match.closed:
        here.act(match, ask.Close(abandoned=True), SCORER)
    return tally(here, match)._replace(match=f"match{seed}", closed_at=f"2026-{1 + seed % 12:02}-01T00:00:00.000Z")


def test_sums_do_not_depend_on_order_and_can_go_on() -> None:
    tallies = [closed(seed) for seed in range(12)]
    whole = merged(tallies)
    assert merged(reversed(tallies)) == whole
    assert merged(tallies[5:], merged(tallies[:5])) == whole
    assert merged(one._replace(tallies=tallies_read(tallies_written(one.tallies))) for one in tallies) == whole


@pytest.mark.parametrize("seed", range(12))
def test_what_is_counted_adds_up(seed: int) -> None:
    here, match = random_match(Random(seed))
    if not here.timeline(match).match.closed:
        here.act(match, ask.Close(abandoned=True), SCORER)
    for view in standings_view(merged([tally(here, match)])).values():
        for row in view:
            bids = sum(bid["made"] + bid["set"] for bid in row["bids"].values())
            assert bids == row["deals_as_maker"]
            assert row["matches"] == row["won"] + row["lost"]
            assert row["deals_as_maker"] + row["deals_as_defender"] <= row["deals"]


def test_filters() -> None:
    one = closed(1)._replace(closed_at="2026-03-01T20:00:00.000Z", tags={"league": "Fife", "round": "2"})
    assert list(chosen([one])) == [one]
    assert list(chosen([one], since="2026-03-01", until="2026-03-02", tags={"league": "Fife"})) == [one]
    assert not list(chosen([one], since="2026-03-02"))
    assert not list(chosen([one], until="2026-03-01"))
    assert not list(chosen([one], tags={"league": "Ayr"}))


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
