"""The examples of the document: a few short matches played against the real application, with secrets masked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from referee.config import Settings
from referee.http.openapi.night_examples import NIGHT
from referee.http.openapi.steps import Step, post, read
from referee.service import Service
from referee.stores.memory import MemoryStore

NAMES = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}
MASKED = {"join_code": "K7QF2M", "token": "A-FRESH-TOKEN", "ticket": "A-SHORT-LIVED-TICKET"}
ADMIN_TOKEN = "the-admin-token-of-the-examples"
ADMINS = (
    "matches.open_match", "exports.import_match", "league.finished", "league.standings", "league.statistics",
    "night_roles.open_night", "night_plans.plan",
)  # fmt: skip
NOTATION = """\
[Notation "Referee 1"]
[FirstDealer "W"]
[North "Ann"]
[Deal "1"]
[Contract "N" "4" "D"]
   1      JD     TD     KD     QD     N
[Taken "NS 4 EW 2"]
"""
OPENING = {"matches.open_match": ("matches", "scorer"), "night_roles.open_night": ("nights", "organiser")}
LONG = ("rules", "presets", "options")


class Example(NamedTuple):
    """One request and its reply; `name` distinguishes the examples of an operation."""

    name: str
    body: Any
    reply: Any


def _bids(text: str) -> list[Step]:
    words = [word.split(":") for word in text.split()]
    steps = [post("recording.bid", "bids", {"seat": seat, "bid": bid}, "") for seat, bid in words]
    return [steps[0]._replace(name="a bid"), steps[1]._replace(name="a pass"), *steps[2:]]


def _plays(text: str, name: str = "") -> list[Step]:
    words = [word.split(":") for word in text.split()]
    steps = [post("recording.play", "plays", {"seat": seat, "card": card}, "") for seat, card in words]
    return [steps[0]._replace(name=name), *steps[1:]]


def _open(body: Any, name: str = "") -> Step:
    return Step("matches.open_match", "POST", "/api/v1/matches", body, name)


RENEGE = {"kind": "renege", "by": "S", "accused": "E", "trick": 2}
TURNED_UP = ("N JD TD KD QD", "N AS TS 9S JS", "N 9C KC QC AC", "W KS 9D QH QS", "N JH KH 9H TC", "N AD JC TH AH")
DEAL = [{"leader": trick.split()[0], "cards": trick.split()[1:]} for trick in TURNED_UP]
SCRIPT: tuple[Step, ...] = (
    _open({"rules": {"preset": "classic"}, "players": NAMES, "first_dealer": "S"}, "a classic table"),
    post("recording.change_dealer", "dealer", {"seat": "W"}),
    read("exports.export_match", "exports/json", "the result with its log"),
    read("exports.export_accepted", "exports", "the result with its log"),
    post("exports.import_match", "/api/v1/imports", NOTATION, "a notation"),
    post("matches.join", "/api/v1/joins", {"code": "{join_code}", "seat": "E", "name": "Eve"}, "a seat"),
    post("matches.renew_token", "tokens", {"role": "E"}),
    post("matches.new_ticket", "tickets", {}),
    Step("matches.change_players", "PATCH", "players", {"E": "Bob"}, "a substitute"),
    *_bids("N:5 E:pass S:pass W:pass"),
    post("recording.name_trump", "trump", {"suit": "D"}),
    *_plays("N:JD E:TD S:KD W:QD", "a card"),
    *_plays("N:AS E:QH S:9S W:JS"),
    post("claims.claim", "claims", RENEGE, "a renege"),
    post("recording.undo", "undo", {}),
    post("recording.redo", "redo", {}),
    post("recording.show", "shown", {"seat": "W", "cards": ["KS"]}),
    post("claims.withdraw", "claims/1/withdrawal", {"by": "S"}),
    post("claims.claim", "claims", RENEGE | {"by": "N"}, ""),
    post("claims.concede", "claims/2/concession", {"by": "W"}),
    post("recording.correct", "corrections", {"version": 16, "card": "QC", "kind": "entry"}, "a slip of the scorer"),
    post("recording.correct", "corrections", {"version": 16, "data": {"card": "QH"}}, "any member of an entry"),
    post("recording.correct", "corrections", {"entries": [{"version": 16, "data": {"card": "9H"}}]}, "several entries"),
    post("recording.record_trick", "tricks", {"cards": ["9C", "KC", "QC", "AC"]}, "by its cards"),
    post("recording.record_trick", "tricks", {"winner": "N"}, "by its winner"),
    post("recording.count_tricks", "counts", {"NS": 5, "EW": 1}),
    post("recording.record_result", "results", {"maker": None}, "passed by all"),
    post("recording.redeal", "redeals", {"reason": "misdeal"}),
    post("recording.declare_contract", "contracts", {"maker": "E", "bid": "4", "trump": "H"}),
    post("recording.adjust", "adjustments", {"team": "NS", "points": -1, "reason": "talking across the table"}),
    read("matches.read_match", ""),
    read("reading.read_deals", "deals"),
    read("reading.read_deal", "deals/1"),
    read("reading.read_score", "score"),
    read("claims.read_claims", "claims"),
    read("claims.read_claim", "claims/2"),
    read("reading.read_events", "events?after=2&limit=3", "a page"),
    read("reading.read_events", "events?limit=2", "lines", "application/x-ndjson"),
    read("stream.stream", "stream?wait=0&after=30", "", "text/event-stream"),
    read("reading.verify", "verification"),
    post("seats.viewers_key", "viewers", {}),
    post("seats.own_key", "qr", {}),
    post("seats.sit", "seat", {"seat": "S", "name": "Cat"}, "the scorer sits down"),
    post("seats.name_scorer", "scorer", {"seat": "S"}, "the scorer is here"),
    post("seats.scorers_key", "scorer/key", {}),
    post("recording.close", "close", {"early": True}, "as it stands"),
    post("recording.reopen", "reopen", {"reason": "the last count was wrong"}),
    post("recording.close", "close", {"abandoned": True}, "abandoned"),
    read("league.finished", "/api/v1/matches?closed_after=2026-01-01", "a line a match", "application/x-ndjson"),
    read("league.standings", "/api/v1/standings?tag=league:Fife"),
    read("league.statistics", "/api/v1/players/Ann/statistics"),
    _open({"rules": {"preset": "joker", "ace_no_face": "any-aces"}, "first_dealer": "W"}, "another preset with an option"),
    post("recording.discard", "discards", {"card": None}, "face down"),
    post("claims.claim", "claims", {"kind": "ace-no-face", "by": "E", "cards": ["AH", "9H", "TH", "9C", "TC", "TD"]},
          "an ace and no face"),
    _open({"rules": {"preset": "double-deck-32"}, "first_dealer": "W"}, "the short double pack"),
    post("recording.bid", "bids", {"seat": "N", "bid": "5", "trump": "H"}, "a bid with its trump"),
    _open({"first_dealer": "W"}),
    post("recording.bid", "bids", {"seat": "N", "bid": "ask"}, ""),
    *(post("recording.bid", "bids", {"seat": seat, "bid": "pass"}, "") for seat in "ESW"),
    post("recording.name_trump", "trump", {"suit": "D"}, ""),
    post("recording.exchange", "exchanges", {"discarded": ["9C"], "received": None}),
    _open({"first_dealer": "W"}),
    post("recording.record_result", "results", {"maker": "N", "bid": "5", "trump": "D", "tricks": {"NS": 5, "EW": 1}},
          "a played deal"),
    post("recording.record_cards", "deals/1/cards", {"tricks": DEAL}),
    _open({"first_dealer": "W", "initial_score": {"NS": 31, "EW": 0}}),
    post("recording.record_result", "results", {"maker": "N", "bid": "5", "trump": "D", "tricks": {"NS": 5, "EW": 1}}, ""),
    post("seats.rematch", "rematch", {"first_dealer": "E", "seats": {"N": "N", "E": "S", "S": "E", "W": "W"}}, "partners change"),
    post("seats.rematch_key", "rematch/key", {}),
    read("rules.read_rules", "/api/v1/rules"),
    read("rules.read_rule", "/api/v1/rules/R1.5"),
    post("adjudications.judge_trick", "/api/v1/adjudications/trick",
          {"trump": "H", "plays": [{"seat": seat, "card": card} for seat, card in zip("NESW", ("AH", "JD", "9H", "AS"),
                                                                                     strict=True)]}),
    post("adjudications.judge_playable", "/api/v1/adjudications/playable",
          {"trump": "H", "led": "AH", "hand": ["JD", "AD", "9C"]}),
    read("meta.healthz", "/healthz"),
    read("meta.readyz", "/readyz"),
)  # fmt: skip


def stage() -> tuple[Service, Settings]:
    """What the application that plays the examples needs: an empty store, and a clock and ids that never change."""
    counter = itertools.count(1)
    service = Service(
        MemoryStore(), clock=lambda: "2026-01-05T19:30:00.000Z", ids=lambda: f"019b8f2a5c40example{next(counter):09d}"
    )
    return service, Settings(rate_limit=False, admin_token=ADMIN_TOKEN)


def played(app: Flask) -> dict[str, list[Example]]:
    """The examples by operation, from replies of this application."""
    found: dict[str, list[Example]] = {}
    for step, reply in _replies(app.test_client()):
        if step.name:
            body = None if step.body is None else _filled(step.body, MASKED)
            found.setdefault(step.operation, []).append(Example(step.name, body, masked(reply)))
    return found


def _replies(client: FlaskClient) -> Iterator[tuple[Step, Any]]:
    opened: dict[str, Any] = {}
    for step in (*SCRIPT, *NIGHT):
        path = step.path if step.path.startswith("/") else f"{opened['at']}/{step.path}".rstrip("/")
        headers = {"Accept": step.accept}
        token = ADMIN_TOKEN if step.operation in ADMINS else opened["tokens"][step.role or opened["own"]]
        headers["Authorization"] = f"Bearer {token}"
        answer = client.open(path, method=step.method, headers=headers, **_sent(step.body, opened))
        assert answer.status_code in (200, 201), (step, answer.text)
        reply: Any = answer.get_json() if answer.is_json else answer.text
        if step.operation in OPENING:
            kind, own = OPENING[step.operation]
            opened = {**reply, "at": f"/api/v1/{kind}/{reply['id']}", "own": own, "tokens": dict(reply["tokens"])}
        if "player" in reply and "token" in reply:
            opened["tokens"]["player"] = reply["token"]
        yield step, reply


def _sent(body: Any, opened: dict[str, Any]) -> dict[str, Any]:
    """The body to send: text unchanged, anything else as JSON."""
    if isinstance(body, str):
        return {"data": body, "content_type": "text/plain"}
    return {} if body is None else {"json": _filled(body, opened)}


def _filled(body: Any, values: dict[str, Any]) -> Any:
    if isinstance(body, str):
        return body
    return {name: values["join_code"] if one == "{join_code}" else one for name, one in body.items()}


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path d="M0 0h4v4z"/></svg>'


def masked(reply: Any) -> Any:
    """A reply without secrets; the long lists of the rulebook cut short."""
    if not isinstance(reply, dict):
        return PICTURE if isinstance(reply, str) and "<svg" in reply else reply  # a picture of a key is a secret too
    shown: dict[str, Any] = {name: MASKED.get(name, one) for name, one in reply.items()}
    if "tokens" in shown:
        shown["tokens"] = {role: f"TOKEN-OF-{role}" for role in shown["tokens"]}
    return {name: one[:2] if name in LONG and isinstance(one, list) else one for name, one in shown.items()}
