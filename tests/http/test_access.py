"""Who may call what: every route of the application by every role, and what a seat may record under each mode."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table, code_of

ANYBODY, READERS, RECORDERS, SCORER, ADMIN = "anybody", "readers", "recorders", "scorer", "admin"
WHO = {
    ANYBODY: {
        "matches.open_match", "matches.join", "rules.read_rules", "rules.read_rule", "adjudications.judge_trick",
        "adjudications.judge_playable", "meta.healthz", "meta.readyz", "meta.metrics", "meta.openapi_json", "meta.docs_page",
        "meta.docs_css", "meta.problem_page_of", "page.start_page", "page.match_page", "page.join_page", "page.league_page",
        "page.nights_page", "page.page_file", "page.page_words", "page.service_worker", "page.manifest", "page.qr_code", "page.read_seats",
        "exports.import_match", "night_roles.open_night", "night_plans.plan",
    },
    READERS: {
        "matches.read_match", "matches.new_ticket", "reading.read_deals", "reading.read_deal", "reading.read_score",
        "reading.read_events", "reading.verify", "claims.read_claims", "claims.read_claim", "stream.stream",
        "page.read_role", "page.read_entries", "exports.export_match", "exports.export_accepted",
        "seats.viewers_key", "seats.own_key", "seats.rematch_key",
    },
    RECORDERS: {
        "matches.change_players", "recording.change_dealer", "recording.discard", "recording.bid", "recording.name_trump",
        "recording.exchange",
        "recording.play", "recording.record_trick", "recording.declare_contract", "recording.count_tricks",
        "recording.record_result", "recording.show", "recording.record_cards", "recording.redeal", "recording.undo",
        "recording.redo", "recording.correct", "claims.claim", "claims.concede", "claims.withdraw",
        "seats.name_scorer", "seats.scorers_key", "seats.sit",
    },
    SCORER: {"recording.adjust", "recording.close", "recording.reopen", "matches.renew_token", "seats.rematch"},
    ADMIN: {"league.finished", "league.standings", "league.statistics"},
}  # fmt: skip
ALLOWED = {
    ANYBODY: {"nobody", "stranger", "viewer", "E", "scorer", "other"},
    READERS: {"viewer", "E", "scorer"},
    RECORDERS: {"E", "scorer"},
    SCORER: {"scorer"},
    ADMIN: set[str](),
}
ALL = create_app(Service(MemoryStore()), Settings()).url_map.iter_rules()
ROUTES = sorted(  # those of a night have a matrix of their own (test_nights_rights.py)
    (rule for rule in ALL if "night" not in rule.arguments), key=lambda rule: (rule.rule, rule.endpoint)
)


def access(rule: Rule) -> str:
    """The row of a route; a route without one fails here."""
    return next(who for who, endpoints in WHO.items() if rule.endpoint in endpoints)


def test_every_row_is_a_route() -> None:
    assert set().union(*WHO.values()) == {rule.endpoint for rule in ROUTES}


@pytest.mark.parametrize("role", ["nobody", "stranger", "viewer", "E", "scorer", "other"])
@pytest.mark.parametrize("rule", ROUTES, ids=lambda rule: rule.endpoint)
def test_who_may_call(app: Flask, rule: Rule, role: str) -> None:
    table = Table(app)
    tokens = {**table.tokens, "stranger": "no-token-at-all", "other": Table(app).tokens["scorer"]}
    values = {
        "match": table.id,
        "code": "K7QF2M",
        "lang": "en",
        "number": 1,
        "deal": 1,
        "claim": 1,
        "stamp": "x",
        "name": "x",
        "format_": "line",
    }
    path = "".join(str(values[part]) if is_value else part for is_value, part in rule._trace).partition("|")[2]
    method = min((rule.methods or set()) - {"HEAD", "OPTIONS"})
    headers = {"Authorization": f"Bearer {tokens[role]}"} if role != "nobody" else {}
    body = None if method == "GET" else []
    reply = app.test_client().open(path, method=method, query_string={"wait": 0}, headers=headers, json=body)
    if role in ALLOWED[access(rule)]:
        assert reply.status_code not in (401, 403), reply.text
    else:
        unknown = ("nobody",) if access(rule) == ADMIN else ("nobody", "stranger")
        assert reply.status_code == (401 if role in unknown else 403), reply.text
    assert table.version() == 2


# recording, role, path, body -> whether the role may; each on a table where North's five in diamonds is being played
MODES: list[tuple[str, str, str, Any, bool]] = [
    ("anyone", "E", "plays", {"seat": "N", "card": "JD"}, True),
    ("anyone", "E", "counts", {"NS": 5, "EW": 1}, True),
    ("anyone", "E", "redeals", {"reason": "misdeal"}, True),
    ("anyone", "E", "corrections", {"version": 3, "data": {"bid": "4"}}, False),
    ("anyone", "E", "corrections", {"version": 3, "card": "9C", "kind": "entry"}, False),
    ("anyone", "E", "corrections", {"version": 3, "card": "9C", "kind": "taken-back"}, True),
    ("anyone", "E", "dealer", {"seat": "E"}, True),  # too late at this table, but not forbidden
    ("anyone", "E", "dealer", {"seat": "N"}, False),
    ("own-seat", "E", "dealer", {"seat": "E"}, True),
    ("own-seat", "E", "dealer", {"seat": "N"}, False),
    ("scorer", "E", "dealer", {"seat": "E"}, False),
    ("scorer", "scorer", "dealer", {"seat": "E"}, True),
    ("anyone", "E", "reopen", {"reason": "a slip"}, False),
    ("anyone", "E", "close", {"early": True}, False),
    ("anyone", "E", "undo", {}, False),
    ("anyone", "scorer", "undo", {}, True),
    ("own-seat", "N", "plays", {"seat": "N", "card": "JD"}, True),
    ("own-seat", "E", "plays", {"seat": "N", "card": "JD"}, False),
    ("own-seat", "N", "tricks", {"winner": "N"}, True),
    ("own-seat", "N", "tricks", {"winner": "E"}, False),
    ("own-seat", "N", "tricks", {"cards": ["JD", "TD", "KD", "QD"]}, False),
    ("own-seat", "N", "counts", {"NS": 5, "EW": 1}, False),
    ("own-seat", "E", "shown", {"seat": "E", "cards": ["9C"]}, True),
    ("own-seat", "E", "shown", {"seat": "N", "cards": ["9C"]}, False),
    ("own-seat", "scorer", "plays", {"seat": "N", "card": "JD"}, True),
    ("scorer", "N", "plays", {"seat": "N", "card": "JD"}, False),
    ("scorer", "scorer", "plays", {"seat": "N", "card": "JD"}, True),
    *((mode, "E", "claims", {"kind": "renege", "by": "E", "accused": "N", "trick": 9}, True)
      for mode in ("anyone", "own-seat", "scorer")),
    *((mode, "E", "claims", {"kind": "renege", "by": "W", "accused": "N", "trick": 9}, False)
      for mode in ("anyone", "own-seat", "scorer")),
    ("anyone", "E", "claims/9/concession", {"by": "E"}, True),
    ("anyone", "E", "claims/9/concession", {"by": "W"}, False),
    ("anyone", "E", "claims/9/withdrawal", {"by": "E"}, True),
    ("anyone", "E", "claims/9/withdrawal", {"by": "W"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("recording", "role", "path", "body", "may"), MODES, ids=repr)
def test_what_a_seat_may_record(app: Flask, recording: str, role: str, path: str, body: Any, may: bool) -> None:
    table = Table(app, recording=recording)
    table.to_play()
    reply = table.post(path, body, role)
    assert (reply.status_code == 403) is not may, reply.text
    if not may:
        assert code_of(reply) == (403, "forbidden") and table.version() == 7


@pytest.mark.parametrize(("role", "names", "status"), [("E", {"E": "Eve"}, 200), ("E", {"W": "Eve"}, 403),
                                                      ("E", {"E": "Eve", "W": "Wim"}, 403), ("viewer", {"E": "Eve"}, 403),
                                                      ("E", {"E": "Eve", "from_the_start": True}, 403),
                                                      ("scorer", {"E": "Eve", "W": None}, 200)])  # fmt: skip
def test_who_may_rename_whom(app: Flask, role: str, names: Any, status: int) -> None:
    table = Table(app, recording="scorer", players={"W": "Dan"})
    reply = table.send("PATCH", "players", role, json=names)
    assert reply.status_code == status, reply.text
    assert table.get().json["players"] == {"N": None, "S": None, "E": None, "W": "Dan"} | (
        names if status == 200 else {}
    )


def test_a_stranger_learns_nothing_of_a_match(app: Flask) -> None:
    stranger = {"Authorization": "Bearer guess"}
    table = Table(app)
    here, nowhere = (app.test_client().get(f"{BASE}/matches/{one}", headers=stranger) for one in (table.id, "x"))
    assert code_of(here) == code_of(nowhere) == (401, "unauthorized")
    assert code_of(app.test_client().get(f"{BASE}/matches/%00", headers={"Authorization": f"Bearer {table.tokens['N']}"})) == (
        404, "no-such-match",
    )  # fmt: skip
