"""What players and pairs have done over closed matches: a tally for each match, stored beside it as JSON text, and their sums.

Tallies go by player `(name,)` and by pair `(name, name)` in alphabetical order. A tally is a Counter by name (see
`COUNTED`), so merging two is adding them. Each deal counts for those who sat in it; matches, wins and points for those
who sat there at the end; an abandoned match counts for its deals alone. A tally stored before there were draws has
none, which is correct: there were none."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import orjson

from referee.events.names import same_name
from referee.game.state import Claim, Deal, Match, Over
from referee.game.timeline import Timeline
from referee.projections import views
from referee.projections.deals import tricks_of
from referee.projections.seating import Names, Seating, seating
from referee.rules.auction import ASK, MOON
from referee.rules.scoring import Score
from referee.rules.seats import SEATS, TEAMS, Seat, Team

Who = tuple[str, ...]
Tally = Counter[str]

COUNTED = tuple(name for name in views.Counted.__annotations__ if name != "bids")


def match_tallies(timeline: Timeline) -> dict[Who, Tally]:
    """What a closed match adds."""
    tallies: dict[Who, Tally] = {}
    for who, name, number in _counts(timeline.match, seating(timeline)):
        tallies.setdefault(who, Counter())[name] += number
    return tallies


def _counts(match: Match, seats: Seating) -> Iterator[tuple[Who, str, int]]:
    for team in TEAMS:
        for who in _of_team(seats.last, team):
            for name, number in _result(match, team):
                yield who, name, number
    for deal in (*match.past, match.deal):
        if isinstance(deal.stage, Over) and deal.stage.bid_kept is not None:
            yield from _deal_counts(deal, deal.stage.bid_kept, seats.during(deal.number))
    yield from _renege_counts(match, seats)
    for claim in match.claims:
        yield from _claim_counts(claim, seats)


def _of_seat(names: Names, seat: Seat) -> Iterator[Who]:
    """The player at a seat, and the pair that the seat belongs to; seats without a name are left out."""
    name = names[seat]
    if name:
        yield (_known(name),)
        yield from _pair(names, seat.team)


def _known(name: str) -> str:
    """The form under which a name is kept: names that look alike are one, however they were typed (NFC)."""
    return unicodedata.normalize("NFC", name)


def _pair(names: Names, team: Team) -> Iterator[Who]:
    first, second = sorted(_known(names[seat] or "") for seat in SEATS if seat.team is team)
    if first and second and first != second:
        yield (first, second)


def _of_team(names: Names, team: Team) -> Iterator[Who]:
    for seat in SEATS:
        name = names[seat]
        if seat.team is team and name:
            yield (_known(name),)
    yield from _pair(names, team)


def _result(match: Match, team: Team) -> Iterator[tuple[str, int]]:
    if match.abandoned:
        yield "abandoned", 1
        return
    yield "matches", 1
    yield ("drawn" if match.drawn else "won" if match.winner is team else "lost"), 1
    yield "points_for", match.score.of(team)
    yield "points_against", match.score.of(team.other)


def _deal_counts(deal: Deal, kept: bool, names: Names) -> Iterator[tuple[Who, str, int]]:
    """Counts a deal played or counted to the end, or lost by a renege (R7.5): bids made and set by height, tricks as
    maker and defender."""
    contract, taken = deal.contract, tricks_of(deal)
    assert contract is not None
    makers, outcome = contract.maker.team, "made" if kept else "set"
    for team in TEAMS:
        for who in _of_team(names, team):
            yield who, "deals", 1
            if team is not makers:
                yield from _side(who, "defender", taken, team)
    for who in _of_seat(names, contract.maker):
        yield from _side(who, "maker", taken, makers)
        yield who, f"bid_{contract.bid}_{outcome}", 1


def _side(who: Who, side: str, taken: Score, team: Team) -> Iterator[tuple[Who, str, int]]:
    yield who, f"deals_as_{side}", 1
    yield who, f"tricks_as_{side}", taken.of(team)


def proven_reneges(match: Match) -> set[tuple[int, int, Seat]]:
    """Each renege proven or conceded, by deal, trick and seat, once, however often it was claimed (J2.6)."""
    return {
        (claim.deal, trick, claim.accused)
        for claim in match.claims
        if claim.accused and not claim.withdrawn and claim.ruling and claim.ruling.verdict == "upheld"
        for trick in claim.ruling.tricks
    }


def _renege_counts(match: Match, seats: Seating) -> Iterator[tuple[Who, str, int]]:
    for deal, _, seat in proven_reneges(match):
        for who in _of_seat(seats.during(deal), seat):
            yield who, "reneges", 1


def _claim_counts(claim: Claim, seats: Seating) -> Iterator[tuple[Who, str, int]]:
    """A renege claim that was decided, for whoever sat at the claimant's seat when it was made."""
    verdict = claim.ruling.verdict if claim.ruling and not claim.withdrawn else None
    name = {"upheld": "claims_right", "rejected": "claims_wrong"}.get(verdict or "")
    if claim.by and claim.accused and name:
        for who in _of_seat(seats.during(seats.deal_at(claim.made_at)), claim.by):
            yield who, name, 1


# --- sums --------------------------------------------------------------------------------------------------------------


def merged(matches: Iterable[Mapping[Who, Tally]]) -> dict[Who, Tally]:
    """The sum of what matches add. Spellings of one name (`same_name`) are one player, shown as spelled last."""
    total: dict[Who, Tally] = {}
    spelled: dict[str, str] = {}
    for tallies in matches:
        for who, tally in tallies.items():
            spelled.update({same_name(name): name for name in who})
            total.setdefault(tuple(sorted(map(same_name, who))), Counter()).update(tally)
    return {tuple(sorted(spelled[name] for name in who)): tally for who, tally in total.items()}


def tally_view(tally: Tally) -> views.Counted:
    """A tally as plain JSON values: every counted thing, and bids made and set by height in rising order."""
    heights = {name.split("_")[1] for name in tally if name.startswith("bid_")}
    bids = {
        bid: {"made": tally[f"bid_{bid}_made"], "set": tally[f"bid_{bid}_set"]} for bid in sorted(heights, key=_height)
    }
    return cast(views.Counted, {name: tally[name] for name in COUNTED} | {"bids": bids})


def _height(bid: str) -> tuple[int, int]:
    return (0, int(bid)) if bid.isdigit() else (1, (ASK, MOON).index(bid))


def player_view(name: str, total: Mapping[Who, Tally]) -> views.StatisticsReply:
    """A player's statistics, alone and with each partner; all zero for a name that nobody has."""
    name = next((who[0] for who in total if len(who) == 1 and same_name(who[0]) == same_name(name)), _known(name))
    pairs = sorted((who for who in total if len(who) == 2 and name in who), key=_place)
    return {
        "name": name,
        **tally_view(total.get((name,), Counter())),
        "pairs": [{"partner": _partner(name, who), **tally_view(total[who])} for who in pairs],
    }


def _partner(name: str, pair: Who) -> str:
    return pair[1] if pair[0] == name else pair[0]


def standings_view(total: Mapping[Who, Tally]) -> views.StandingsReply:
    """The tables of a league, players and pairs: most wins first, a draw as half of one, then the better difference
    of points, then the name."""
    return {"players": _table(total, 1), "pairs": _table(total, 2)}


def _table(total: Mapping[Who, Tally], size: int) -> list[views.Rank]:
    rows = sorted(
        ((who, tally) for who, tally in total.items() if len(who) == size),
        key=lambda row: (_order(row[1]), _place(row[0])),
    )
    ranks: list[int] = []
    for index, (_, tally) in enumerate(rows):
        tied = index > 0 and _order(rows[index - 1][1]) == _order(tally)
        ranks.append(ranks[-1] if tied else index + 1)
    return [
        {"rank": rank, "names": list(who), **tally_view(tally)} for rank, (who, tally) in zip(ranks, rows, strict=True)
    ]


def _place(who: Who) -> tuple[tuple[str, ...], Who]:
    """Where names stand in a list: by their letters, whatever the case and the accents; equals by their code points."""
    return tuple(map(_bare, who)), who


def _bare(name: str) -> str:
    apart = unicodedata.normalize("NFD", name.casefold())
    return "".join(sign for sign in apart if not 0x300 <= ord(sign) <= 0x36F)


def _order(tally: Tally) -> tuple[int, int]:
    return -2 * tally["won"] - tally["drawn"], tally["points_against"] - tally["points_for"]


# --- kept --------------------------------------------------------------------------------------------------------------


def tallies_written(tallies: Mapping[Who, Tally]) -> str:
    """Tallies as JSON text; `tallies_read` is the way back."""
    return orjson.dumps(sorted(tallies.items()), option=orjson.OPT_SORT_KEYS).decode()


def tallies_read(text: str) -> dict[Who, Tally]:
    """What `tallies_written` wrote."""
    return {tuple(who): Counter(tally) for who, tally in orjson.loads(text)}
