"""What may not be looked at while a deal runs cannot be read, whoever asks for what and how; no ruling is the worse for it (R4.6)."""

from __future__ import annotations

import io
import subprocess
import zipfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from referee.config import Settings
from referee.game import commands as ask
from referee.game.refused import Refused
from referee.game.state import Playing
from referee.game.timeline import Timeline
from referee.http.app import create_app
from referee.i18n import LANGUAGES, card_text
from referee.projections.rulings import claims_view
from referee.projections.summary import match_row
from referee.rules.moves import Discarded, Passed, Seen
from referee.rules.seats import SEATS
from referee.service import Service
from referee.service.access import ROLES, hashed
from referee.stores.contract import Belongings, Summary
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table, code_of
from tests.strategies import Evening, any_rules
from tests.tables import log_of

SEEDS = range(12)
READS = ("", "deals", "deals/1", "score", "claims", "events", "stream?wait=0", "exports", "verification")
FORMATS = ("json", "ndjson", "csv", "xlsx", "pdf", "txt", "egn", "line")


@cache
def evening(seed: int, look_back: str) -> Timeline:
    """A deal that is played with reneges, claims, corrections, undo and redo until several tricks are taken."""
    random = Random(seed)
    rules = any_rules(
        random, 0.2, look_back=look_back, decks=random.choice((1, 1, 2)), joker=False, target=1000, deals=None,
        after_renege="play-on", lowest_card="9", auction="once", ace_no_face="off", all_pass="stick-the-dealer",
    )  # fmt: skip
    table = Evening(random, rules, cheats=0.4)
    for _ in range(400):
        match = table.timeline.match
        if match.deal.number > 1 or (len(match.deal.tricks) >= match.rules.all_tricks - 1 and match.claims):
            break
        try:
            table.do(_something(random, table), random.choice(("scorer", "N", "E")))
        except Refused:
            continue
    while table.timeline.match.deal.number > 1 or not isinstance(table.timeline.match.deal.stage, Playing):
        table.timeline = table.timeline.before
    return table.timeline


def _something(random: Random, table: Evening) -> ask.Command:
    tricks, chance = table.timeline.match.deal.tricks, random.random()
    if tricks and chance < 0.1:
        trick = random.choice((None, random.randint(1, len(tricks))))
        return ask.ClaimRenege(random.choice(SEATS), random.choice(SEATS), None, trick)
    if tricks and chance < 0.16:
        return random.choice((ask.Undo(), ask.Redo()))
    if tricks and chance < 0.22 and len(tricks[-1].plays) > 1:
        one, other = random.sample(tricks[-1].plays, 2)
        return ask.CorrectEntries({one.version: {"card": str(other.card)}, other.version: {"card": str(one.card)}})
    return table.next_act()


def withheld_cards(timeline: Timeline) -> set[str]:
    """The cards of taken tricks that may not be looked at, and that nothing else shows: worked out from the table itself."""
    deal, rules = timeline.match.deal, timeline.match.rules
    taken = [trick for trick in deal.tricks if trick.winner]
    hidden = taken[:-1] if rules.look_back == "last-trick" else taken
    cards = [str(play.card) for trick in hidden for play in trick.plays]
    shown = {str(play.card) for trick in deal.tricks if trick not in hidden for play in trick.plays}
    for move in deal.moves:
        if isinstance(move, (Seen, Passed)):
            shown |= {str(card) for card in move.cards or ()}
        elif isinstance(move, Discarded):
            shown.add(str(move.card))
    return set(cards) - shown


def served(timeline: Timeline) -> tuple[Flask, str]:
    """An application that keeps this match, and its address; each role's token is its name."""
    service = Service(MemoryStore())
    tokens = tuple((hashed(f"token-{role}"), role) for role in ROLES)
    row = Summary("m", *match_row(timeline))
    service.store.adopt("m", log_of(timeline), Belongings("code", tokens, frozenset(), (), row))
    return create_app(service, Settings(rate_limit=False)), f"{BASE}/matches/m"


def words(reply: Any, path: str, folder: Path) -> str:
    """All that a reader of the reply can see."""
    if reply.mimetype == "application/pdf":
        (folder / "sheet.pdf").write_bytes(reply.data)
        return subprocess.run(
            ["pdftotext", str(folder / "sheet.pdf"), "-"], capture_output=True, check=True
        ).stdout.decode()
    if path.endswith("xlsx"):
        book = zipfile.ZipFile(io.BytesIO(reply.data))
        return "\n".join(book.read(name).decode() for name in book.namelist())
    return str(reply.get_data(as_text=True))


def named(text: str, cards: set[str]) -> list[str]:
    """Which of the cards stand in a text, in any way of writing them."""
    written = {
        card: (f'"{card}"', card_text(card, "en"), f" {card} ", f'"{card[0]}{card[1].lower()}"') for card in cards
    }
    return [card for card, ways in written.items() if any(way in text for way in ways)]


def test_the_positions_withhold_something() -> None:
    for look_back in ("last-trick", "none"):
        timelines = [evening(seed, look_back) for seed in SEEDS]
        assert sum(bool(withheld_cards(timeline)) for timeline in timelines) >= 9
        assert sum(bool(timeline.match.claims) for timeline in timelines) >= 6


@pytest.mark.parametrize("look_back", ["last-trick", "none"])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_withheld_card_can_be_read(seed: int, look_back: str, tmp_path: Path) -> None:
    timeline = evening(seed, look_back)
    cards = withheld_cards(timeline)
    app, url = served(timeline)
    random, client = Random(seed), app.test_client()
    claims = [f"claims/{number}" for number in range(1, len(timeline.match.claims) + 1)]
    versions = [f"?at={version}" for version in range(2, timeline.version + 1, 3)]
    paths = [*READS, *claims, *versions, *(f"deals/1{at}" for at in versions[-6:]), *(f"claims{at}" for at in versions[-3:]),
             *(f"exports/{format_}" for format_ in FORMATS)]  # fmt: skip
    read = 0
    for path in paths:
        role, lang = random.choice(("N", "E", "S", "W", "viewer")), random.choice(LANGUAGES)
        accept = random.choice(("application/json", "application/x-ndjson")) if path == "events" else "*/*"
        headers = {"Authorization": f"Bearer token-{role}", "Accept-Language": lang, "Accept": accept}
        reply = client.get(f"{url}/{path}".replace("/?", "?").rstrip("/"), headers=headers)
        assert reply.status_code in (200, 404, 409), (path, reply.text)
        read += reply.status_code == 200
        assert not named(words(reply, path, tmp_path), cards), (path, role)
    assert read > 20
    scorers = client.get(url, headers={"Authorization": "Bearer token-scorer"}).get_data(as_text=True)
    assert set(named(scorers, cards)) == cards


@pytest.mark.parametrize("look_back", ["last-trick", "none"])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_ruling_differs_from_the_same_match_without_it(seed: int, look_back: str) -> None:
    withheld, free = evening(seed, look_back), evening(seed, "all")
    assert claims_view(withheld.match) == claims_view(free.match)
    assert withheld.match.score == free.match.score
    app, url = served(withheld)
    shown = app.test_client().get(url, headers={"Authorization": "Bearer token-viewer"}).json["claims"]
    told = [(claim["verdict"], claim["ground"], claim["penalty"]) for claim in shown]
    assert told == [(claim["verdict"], claim["ground"], claim["penalty"]) for claim in claims_view(free.match)]


# --- row by row ------------------------------------------------------------------------------------------------------

PLAYED = ("N:JD E:TD S:KD W:QD", "N:AS E:QH S:9S W:JS", "N:9C E:KC")


def at_table(app: Flask, look_back: str = "last-trick") -> Table:
    """North's five in diamonds, two tricks taken and a third begun."""
    table = Table(app, rules={"look_back": look_back})
    table.to_play()
    for line in PLAYED:
        table.play(line)
    return table


def cards_seen(deal: Any) -> list[list[str | None]]:
    return [[play["card"] for play in trick["plays"]] for trick in deal["tricks"]]


@pytest.mark.parametrize(
    "look_back, role, visible",
    [
        ("all", "E", [True, True, True]),
        ("last-trick", "E", [False, True, True]),
        ("last-trick", "viewer", [False, True, True]),
        ("none", "E", [False, False, True]),
        ("last-trick", "scorer", [True, True, True]),
        ("none", "scorer", [True, True, True]),
    ],
)
def test_which_tricks_may_be_looked_at(app: Flask, look_back: str, role: str, visible: list[bool]) -> None:
    table = at_table(app, look_back)
    for deal in (
        table.get("", role).json["deal"],
        table.get("deals/1", role).json,
        table.get("deals", role).json["deals"][0],
    ):
        assert [None not in cards for cards in cards_seen(deal)] == visible
        assert [trick["led_suit"] is not None for trick in deal["tricks"]] == visible
        assert [trick["winner"] for trick in deal["tricks"]] == ["N", "N", None]
        for trick, open_ in zip(deal["tricks"], visible, strict=True):
            assert all(("withheld" in play) is not open_ and "version" in play for play in trick["plays"])


def test_it_opens_up_when_the_deal_is_over_and_reopens_closed(app: Flask) -> None:
    table = at_table(app)
    version = table.version()
    first = table.get(f"?at={version}", "E")
    assert None in cards_seen(first.json["deal"])[0]
    table.done("counts", {"NS": 5, "EW": 1})
    headers = {"If-None-Match": first.headers["ETag"]}
    again = table.get(f"?at={version}", "E", headers)
    assert again.status_code == 200 and cards_seen(again.json["deal"])[0] == ["JD", "TD", "KD", "QD"]
    table.done("undo", {})
    assert None in cards_seen(table.get(f"?at={version}", "E").json["deal"])[0]
    table.done("close", {"early": True})
    assert None not in cards_seen(table.get("", "E").json["deal"])[0]
    table.done("reopen", {"reason": "a slip"})
    assert None in cards_seen(table.get("", "E").json["deal"])[0]


def test_what_stood_on_the_table_then_is_withheld_by_how_it_stands_now(app: Flask) -> None:
    table = at_table(app)
    at = table.get("deals/1").json["tricks"][0]["plays"][1]["version"]
    assert cards_seen(table.get(f"?at={at}", "E").json["deal"]) == [[None, None]]
    assert cards_seen(table.get(f"?at={at}").json["deal"]) == [["JD", "TD"]]


def test_events_withhold_the_card_and_say_so(app: Flask) -> None:
    table = at_table(app)
    events = [event for event in table.get("events", "E").json["events"] if event["type"] == "card-played"]
    assert [event["data"] for event in events[:2]] == [
        {"seat": "N", "card": None, "withheld": True}, {"seat": "E", "card": None, "withheld": True},
    ]  # fmt: skip
    assert events[4]["data"] == {"seat": "N", "card": "AS"}
    assert table.get("verification", "E").json == table.get("verification").json
    assert table.get("events").json["events"][7]["data"] == {"seat": "N", "card": "JD"}


def test_undo_and_redo_name_no_withheld_card(app: Flask) -> None:
    table = Table(app, rules={"look_back": "none"})
    table.to_play()
    table.play(PLAYED[0])
    assert table.get("", "E").json["undo"]["data"] == {"seat": "W", "card": None, "withheld": True}
    assert table.get().json["undo"]["data"] == {"seat": "W", "card": "QD"}
    table.done("undo", {})
    assert table.get("", "E").json["redo"]["data"] == {"seat": "W", "card": None, "withheld": True}
    assert table.get().json["redo"]["data"] == {"seat": "W", "card": "QD"}


def test_corrections_name_no_withheld_card(app: Flask) -> None:
    table = at_table(app)
    version = table.get("deals/1").json["tricks"][0]["plays"][1]["version"]
    table.done("corrections", {"version": version, "card": "9D", "kind": "entry"})
    table.done("corrections", {"version": version, "data": {"card": "TD"}})
    card, entry = (event["data"] for event in table.get("events?after=16", "E").json["events"][-2:])
    assert card == {"version": version, "card": None, "kind": "entry", "withheld": True}
    assert entry == {"entries": {str(version): {"card": None, "withheld": True}}, "withheld": True}
    shown = table.get("deals/1").json["tricks"][1]["plays"][1]["version"]
    table.done("corrections", {"version": shown, "card": "QC", "kind": "entry"})
    assert table.get("events", "E").json["events"][-1]["data"]["card"] == "QC"


def test_a_refusal_names_no_withheld_card(app: Flask) -> None:
    table = at_table(app)
    for role, facts in (("S", {}), ("scorer", {"card": "TD"})):
        reply = table.post("plays", {"seat": "S", "card": "TD"}, role)
        assert code_of(reply) == (409, "card-already-played") and reply.json["facts"] == facts
        assert ("10♦" in reply.json["detail"]) is (role == "scorer")
    assert table.post("plays", {"seat": "S", "card": "AS"}, "S").json["facts"] == {"card": "AS"}  # of the last trick


def test_the_evidence_of_a_running_deal(app: Flask) -> None:
    table = at_table(app)
    table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 1})
    claim = table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2}, "S")["claim"]
    assert (claim["facts"]["led"], claim["facts"]["played"], claim["facts"]["would_prove"]) == ("AS", "QH", None)
    first, second = table.get("claims", "E").json["claims"]
    assert (first["verdict"], first["ground"]) == ("rejected", "followed-suit")
    assert (first["facts"]["led"], first["facts"]["led_suit"], first["facts"]["played"]) == (None, None, None)
    assert second["facts"]["would_prove"] is None
    assert table.get("claims").json["claims"][1]["facts"]["would_prove"] is not None
    assert "10" not in table.get("claims/2", "E").json["text"]


def test_a_reply_to_an_act_and_its_replay_are_the_readers(app: Flask) -> None:
    table = at_table(app)
    key = {"Idempotency-Key": "k"}
    body = {"seat": "S", "card": "QC"}
    first = table.post("plays", body, "S", key)
    again = table.post("plays", body, "S", key)
    for reply in (first, again):
        assert reply.status_code == 201 and cards_seen(reply.json["match"]["deal"])[0] == [None] * 4
    table.done("plays", {"seat": "W", "card": "AC"})
    later = table.post("plays", body, "S", key).json
    assert later["events"][0]["data"] == {"seat": "S", "card": "QC"}  # the last trick may be looked at
    table.play("W:KS N:9D E:TS S:QS")
    assert table.post("plays", body, "S", key).json["events"][0]["data"]["card"] is None


def test_past_deals_are_open(app: Flask) -> None:
    table = at_table(app)
    table.done("counts", {"NS": 5, "EW": 1})
    table.bid("E:5 S:pass W:pass N:pass")
    table.done("trump", {"suit": "H"})
    table.play("E:JH S:9H W:TH N:QH")
    table.play("E:JD S:9S W:TS N:QS")
    assert cards_seen(table.get("deals/1", "E").json)[0] == ["JD", "TD", "KD", "QD"]
    assert None in cards_seen(table.get("deals/2", "E").json)[0]
    assert table.get("events", "E").json["events"][7]["data"] == {"seat": "N", "card": "JD"}
