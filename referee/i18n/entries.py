"""One readable line for each entry of a log, for the replay and the undo bar, from its data as stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.i18n.cards import card_said, cards_said, trump_text
from referee.i18n.catalogue import fullest, known, listed, signed, text
from referee.i18n.forms import isolated
from referee.i18n.names import Players, seat_text, team_of, team_text, who
from referee.i18n.rulings import ruling_text

Data = Mapping[str, Any]
Line = Callable[[Data, "Setting", str], str]


class Setting:
    """What a line may use beyond its own data: names, the deal and the claim it is about, undo or redo."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.players: Players = facts.get("players") or {}
        self.deal: Mapping[str, Any] = facts.get("deal") or {}
        self.claim: Mapping[str, Any] = facts.get("claim") or {}
        self.redo = bool(facts.get("redo"))


def event_text(type: str, data: Data, facts: Mapping[str, Any] | None, lang: str) -> str:
    """The line of an event by its stored name and data. `facts`, all optional: `players`; `deal`, the running deal's view
    (for a ruling that of the claim); `claim`, a claim-made's data or a claim view; `redo`, True for a rewind forward.

    Raises KeyError for an unknown type."""
    return _LINES[type](data, Setting(facts or {}), lang)


def _opened(data: Data, setting: Setting, lang: str) -> str:
    preset = data["preset"]
    title = text(f"preset.{preset}.title", lang) if known(f"preset.{preset}.title") else preset
    target, deals = data["rules"]["target"], data["rules"].get("deals")  # the first edition had no number of deals
    return length_text("event.match-opened", title, target, deals, lang)


def length_text(key: str, preset: str, target: int | None, deals: int | None, lang: str) -> str:
    """The rules in one line by a preset's title and how long a match lasts: to a score, a number of deals, whichever
    comes first, or until the table ends it (R9.1, R9.4, R9.5)."""
    way = {(True, False): "", (False, True): ".deals", (True, True): ".both", (False, False): ".open"}
    key += way[target is not None, deals is not None]
    return text(key, lang, preset=preset, n=target if deals is None else deals, target=target)


def _deal_started(data: Data, setting: Setting, lang: str) -> str:
    return text("event.deal-started", lang, deal=data["deal"], dealer=who(data["dealer"], setting.players, lang))


def _dealer_changed(data: Data, setting: Setting, lang: str) -> str:
    return text("event.dealer-changed", lang, dealer=who(data["dealer"], setting.players, lang))


def _discarded(data: Data, setting: Setting, lang: str) -> str:
    return fullest("event.dealer-discarded", lang, card=card_said(data["card"], lang) if data["card"] else None)


def _bid(data: Data, setting: Setting, lang: str) -> str:
    bid, seat = data["bid"], who(data["seat"], setting.players, lang)
    key = f"event.bid-made.{bid}" if known(f"event.bid-made.{bid}") else "event.bid-made"
    trump = data.get("trump")
    return fullest(key, lang, seat=seat, bid=bid, trump=trump_text(trump, lang) if trump else None)


def _contract(data: Data, setting: Setting, lang: str) -> str:
    bid, trump = data["bid"], data["trump"]
    key = f"event.contract-declared.{bid}" if known(f"event.contract-declared.{bid}") else "event.contract-declared"
    maker = who(data["maker"], setting.players, lang)
    return fullest(key, lang, maker=maker, bid=bid, trump=trump_text(trump, lang) if trump else None)


def _trump(data: Data, setting: Setting, lang: str) -> str:
    suit, maker = data["suit"], setting.deal.get("maker")
    key = f"event.trump-named.{suit}" if known(f"event.trump-named.{suit}") else "event.trump-named"
    name = who(maker, setting.players, lang) if maker else None
    return fullest(key, lang, trump=trump_text(suit, lang), maker=name)


def _exchanged(data: Data, setting: Setting, lang: str) -> str:
    given, received = data["discarded"], data["received"]
    if given == received == []:
        return text("event.cards-exchanged.none", lang)
    return fullest(
        "event.cards-exchanged",
        lang,
        given=cards_said(given, lang) if given else None,
        received=cards_said(received, lang) if received else None,
    )


def _played(data: Data, setting: Setting, lang: str) -> str:
    seat = who(data["seat"], setting.players, lang)
    if data.get("withheld"):
        return text("event.card-played.withheld", lang, seat=seat)
    key = "event.card-played.out-of-turn" if data.get("out_of_turn") else "event.card-played"
    return text(key, lang, seat=seat, card=card_said(data["card"], lang))


def _trick_taken(data: Data, setting: Setting, lang: str) -> str:
    return text("event.trick-taken", lang, seat=who(data["winner"], setting.players, lang))


def _counted(data: Data, setting: Setting, lang: str) -> str:
    north_south, east_west = (team_text(team, setting.players, lang) for team in ("NS", "EW"))
    return text("event.tricks-counted", lang, team=north_south, tricks=data["NS"], other=east_west, others=data["EW"])


def _shown(data: Data, setting: Setting, lang: str) -> str:
    seat, cards = who(data["seat"], setting.players, lang), cards_said(data["cards"], lang)
    return text("event.cards-shown", lang, seat=seat, cards=cards)


def _recorded(data: Data, setting: Setting, lang: str) -> str:
    return text("event.cards-recorded", lang, deal=data["deal"])


def _thrown_in(data: Data, setting: Setting, lang: str) -> str:
    lost_by = data.get("lost_by")
    team = team_text(lost_by, setting.players, lang) if lost_by else None
    return fullest(f"event.deal-thrown-in.{data['reason']}", lang, team=team)


def _claimed(data: Data, setting: Setting, lang: str) -> str:
    by, accused, cards = data["by"], data["accused"], data["cards"]
    current = setting.deal.get("number")
    return fullest(
        f"event.claim-made.{data['kind']}" + ("" if by else ".by-referee"),
        lang,
        claimant=who(by, setting.players, lang) if by else None,
        accused=who(accused, setting.players, lang) if accused else None,
        trick=data["trick"],
        deal=data["deal"] if data["trick"] is None or current not in (None, data["deal"]) else None,
        cards=cards_said(cards, lang) if cards else None,
    )


def _ruled(data: Data, setting: Setting, lang: str) -> str:
    """The ruling in full if its claim is known, else only the verdict."""
    claim = setting.claim
    if not claim:
        return text(f"event.claim-ruled.{data['verdict']}", lang, claim=data["claim"])
    ruled = {
        **{name: claim.get(name) for name in ("kind", "accused", "deal", "trick")},
        **{name: data[name] for name in ("verdict", "ground", "facts")},
        "by": claim.get("by") or "referee",
        **_price(data, claim),
    }
    deal = setting.deal if setting.deal.get("number") == claim.get("deal") else {}
    ruling = ruling_text(ruled, deal, setting.players, lang)
    return text("event.claim-ruled", lang, claim=data["claim"], ruling=ruling)


def _price(data: Data, claim: Data) -> dict[str, Any]:
    """The penalty that the ruling books; one that only takes an earlier penalty back is `penalty_returned` (J2.10)."""
    due = {"upheld": "renege", "rejected": "false-claim"}.get(data["verdict"])
    sums: dict[str, int] = {}
    for line in data["lines"]:
        if line["code"] == due:
            sums[line["team"]] = sums.get(line["team"], 0) + line["points"]
    offender = claim.get("accused") if due == "renege" else claim.get("by")
    for team, points in sorted(sums.items(), key=lambda item: item[1]):
        if points and offender and (points < 0) == (team == team_of(offender)):
            return {"penalty": {"team": team, "points": points}}
    taken_back = bool(data["lines"])
    return {"penalty_returned": taken_back, "superseded": taken_back}


def _conceded(data: Data, setting: Setting, lang: str) -> str:
    return text("event.claim-conceded", lang, seat=who(data["by"], setting.players, lang), claim=data["claim"])


def _withdrawn(data: Data, setting: Setting, lang: str) -> str:
    return text("event.claim-withdrawn", lang, seat=who(data["by"], setting.players, lang), claim=data["claim"])


def _card_corrected(data: Data, setting: Setting, lang: str) -> str:
    if data.get("withheld"):
        return text("event.card-corrected.withheld", lang, entry=data["version"])
    card = card_said(data["card"], lang)
    return text(f"event.card-corrected.{data['kind']}", lang, entry=data["version"], card=card)


def _entries_corrected(data: Data, setting: Setting, lang: str) -> str:
    entries = sorted(data["entries"], key=int)
    return text("event.entries-corrected", lang, entries=listed(entries, lang), n=len(entries))


def _rewound(data: Data, setting: Setting, lang: str) -> str:
    return text("event.rewound.redo" if setting.redo else "event.rewound", lang, entry=data["to"])


def _adjusted(data: Data, setting: Setting, lang: str) -> str:
    team = team_text(data["team"], setting.players, lang)
    return text("event.score-adjusted", lang, points=signed(data["points"]), team=team, reason=data["reason"])


def _players_changed(data: Data, setting: Setting, lang: str) -> str:
    changes = [
        fullest("event.players-changed", lang, seat=seat_text(seat, lang), name=isolated(name) if name else None)
        for seat, name in data["players"].items()
    ]
    return text("list.semicolon", lang).join(changes)


def _closed(data: Data, setting: Setting, lang: str) -> str:
    way = ".abandoned" if data["abandoned"] else ".early" if data.get("early") else ""
    return text(f"event.match-closed{way}", lang)


def _reopened(data: Data, setting: Setting, lang: str) -> str:
    return text("event.match-reopened", lang, reason=data["reason"])


def _scorer_proposed(data: Data, setting: Setting, lang: str) -> str:
    seat, by = seat_text(data["seat"], lang), seat_text(data["by"], lang)
    return text("event.scorer-proposed", lang, seat=seat, by=by)


def _scorer_changed(data: Data, setting: Setting, lang: str) -> str:
    if data["seat"] is None:
        return text("event.scorer-changed", lang)
    seat, agreed = seat_text(data["seat"], lang), [seat_text(one, lang) for one in data.get("agreed", ())]
    if agreed:
        return text("event.scorer-changed~agreed", lang, seat=seat, agreed=listed(agreed, lang))
    return text("event.scorer-changed~seat", lang, seat=seat)


def _rematch_opened(data: Data, setting: Setting, lang: str) -> str:
    return text("event.rematch-opened", lang)


_LINES: dict[str, Line] = {
    "match-opened": _opened,
    "deal-started": _deal_started,
    "dealer-changed": _dealer_changed,
    "dealer-discarded": _discarded,
    "bid-made": _bid,
    "contract-declared": _contract,
    "trump-named": _trump,
    "cards-exchanged": _exchanged,
    "card-played": _played,
    "trick-taken": _trick_taken,
    "tricks-counted": _counted,
    "cards-shown": _shown,
    "cards-recorded": _recorded,
    "deal-thrown-in": _thrown_in,
    "claim-made": _claimed,
    "claim-ruled": _ruled,
    "claim-conceded": _conceded,
    "claim-withdrawn": _withdrawn,
    "card-corrected": _card_corrected,
    "entries-corrected": _entries_corrected,
    "rewound": _rewound,
    "score-adjusted": _adjusted,
    "players-changed": _players_changed,
    "match-closed": _closed,
    "match-reopened": _reopened,
    "scorer-proposed": _scorer_proposed,
    "scorer-changed": _scorer_changed,
    "rematch-opened": _rematch_opened,
}
