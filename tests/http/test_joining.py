"""Tokens and codes: joining, renewing, admin, tickets, and how often one may guess."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from werkzeug.test import TestResponse

from referee.config import BadSetting, Settings
from referee.game.refused import Refused
from referee.http.app import create_app
from referee.http.context import EXTENSION
from referee.http.limits import RateLimit
from referee.service import Service, joining
from referee.service.access import hashed
from referee.service.answers import Key
from referee.service.receipts import REPEAT_MINUTES
from referee.stores.contract import Receipt
from referee.stores.memory import MemoryStore
from tests.http.tables import BASE, Table, code_of


def joined(table: Table, seat: str, name: str | None = None, **headers: str) -> str:
    """The token of a place taken."""
    reply = table.client.post(
        f"{BASE}/joins", json={"code": table.join_code.lower(), "seat": seat, "name": name}, headers=headers
    )
    assert reply.status_code == 201 and reply.json["match"] == table.id and reply.json["seat"] == seat
    token: str = reply.json["token"]
    return token


def works(table: Table, token: str) -> bool:
    """Whether a token opens the match."""
    return table.client.get(table.url(), headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_joining_takes_the_seat_and_kills_the_opening_s_token(each_table: Table) -> None:
    table = each_table
    token = joined(table, "E", "Eve")
    assert works(table, token) and not works(table, table.tokens["E"])
    assert table.get().json["players"]["E"] == "Eve"
    again = table.client.post(f"{BASE}/joins", json={"code": table.join_code, "seat": "E"})
    assert code_of(again) == (409, "seat-taken")
    assert works(table, token)


def test_each_viewer_has_a_token_until_viewer_is_renewed(table: Table) -> None:
    tokens = [joined(table, "viewer") for _ in range(2)]
    assert all(works(table, token) for token in (*tokens, table.tokens["viewer"]))
    fresh = table.done("tokens", {"role": "viewer"})["token"]
    assert [works(table, token) for token in (*tokens, table.tokens["viewer"], fresh)] == [False, False, False, True]


def test_a_renewed_seat_is_free_again(table: Table) -> None:
    first = joined(table, "E")
    fresh = table.done("tokens", {"role": "E"})
    assert not works(table, first) and works(table, fresh["token"]) and fresh["role"] == "E"
    assert works(table, joined(table, "E"))


def test_the_scorer_s_own_token_can_be_renewed(table: Table) -> None:
    fresh = table.done("tokens", {"role": "scorer"})["token"]
    assert works(table, fresh) and not works(table, table.tokens["scorer"])


def test_joining_again_with_the_same_key_is_the_same_seat(table: Table) -> None:
    key = {"Idempotency-Key": str(uuid4())}
    first, again = (joined(table, "W", **key) for _ in range(2))
    assert works(table, again) and not works(table, first)


def keyed() -> dict[str, str]:
    """A key as a phone makes it."""
    return {"Idempotency-Key": str(uuid4())}


def test_who_was_turned_out_does_not_come_back_by_repeating(each_table: Table) -> None:
    table, key = each_table, keyed()
    body = {"code": table.join_code.lower(), "seat": "E", "name": None}
    old = joined(table, "E", **key)
    table.done("tokens", {"role": "E"})
    again = table.client.post(f"{BASE}/joins", json=body, headers=key)
    assert code_of(again)[0] == 409 and not works(table, old)
    assert again.json["code"] == "idempotency-key-expired" and again.json["facts"] == {"minutes": REPEAT_MINUTES}
    new = joined(table, "E")
    again = table.client.post(f"{BASE}/joins", json=body, headers=key)
    assert code_of(again) == (409, "seat-taken") and works(table, new)


def test_the_opening_is_not_repeated_after_the_host_s_new_tokens(each_table: Table) -> None:
    client, key, service = each_table.client, keyed(), each_table.client.application.extensions[EXTENSION].service
    opened = client.post(f"{BASE}/matches", json={}, headers=key)
    tokens, code = joining.renew_all(service, opened.json["id"])
    again = client.post(f"{BASE}/matches", json={}, headers=key)
    assert code_of(again) == (409, "idempotency-key-expired")
    assert {role: service.role_of(token) for role, token in tokens.items()} == {
        role: (opened.json["id"], role) for role in tokens
    }
    assert client.get(f"{BASE}/joins/{code}").status_code == 200


def test_a_repeated_opening_gives_only_what_is_still_as_it_was(each_table: Table) -> None:
    client, key = each_table.client, keyed()
    opened = client.post(f"{BASE}/matches", json={}, headers=key).json
    scorer = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
    fresh = client.post(f"{BASE}/matches/{opened['id']}/tokens", json={"role": "E"}, headers=scorer).json["token"]
    code = client.post(f"{BASE}/matches/{opened['id']}/tokens", json={"role": "join"}, headers=scorer).json["join_code"]
    again = client.post(f"{BASE}/matches", json={}, headers=key)
    assert again.status_code == 201 and again.json["id"] == opened["id"]
    assert set(again.json["tokens"]) == {"scorer", "N", "S", "W", "viewer"} and again.json["join_code"] is None
    service = client.application.extensions[EXTENSION].service
    assert service.role_of(fresh) == (opened["id"], "E") and joining.match_of_code(service, code) == opened["id"]
    assert [service.role_of(token) for token in opened["tokens"].values()] == [None] * 6  # viewer's too


@pytest.mark.parametrize(
    ("minutes", "status"), [(0, 201), (REPEAT_MINUTES, 201), (REPEAT_MINUTES + 1, 409), (-11, 409)]
)
def test_repeats_are_for_minutes_only(minutes: int, status: int) -> None:
    now = [datetime(2026, 3, 1, 19, tzinfo=UTC)]
    app = create_app(Service(MemoryStore(), lambda: f"{now[0]:%Y-%m-%dT%H:%M:%S}.000Z"), Settings(rate_limit=False))
    table, client, key, keys = Table(app), app.test_client(), keyed(), [keyed() for _ in range(4)]
    log = client.get(table.url("exports/ndjson"), headers={"Authorization": f"Bearer {table.tokens['scorer']}"}).data

    def all_four() -> list[TestResponse]:
        return [
            client.post(f"{BASE}/matches", json={}, headers=keys[0]),
            client.post(f"{BASE}/joins", json={"code": table.join_code, "seat": "viewer"}, headers=keys[1]),
            client.post(f"{BASE}/imports", data=log, content_type="application/x-ndjson", headers=keys[2]),
            table.post("tokens", {"role": "N"}, headers=keys[3]),
        ]

    first = all_four()
    act = table.post("adjustments", {"team": "NS", "points": 1, "reason": "agreed"}, headers=key)
    now[0] += timedelta(minutes=minutes)
    again = all_four()
    assert [reply.status_code for reply in (*first, *again)] == [201] * 4 + [status] * 4
    if status == 409:
        assert {code_of(reply)[1] for reply in again} == {"idempotency-key-expired"}
    # An act holds no secret: its answer is given again for ever.
    assert table.post("adjustments", {"team": "NS", "points": 1, "reason": "agreed"}, headers=key).json == act.json


GUESSED = ["1", "k" * 200, "0000-0000-0000-1", "open-my-match-1"[:15], "abcab" * 4]
RANDOM = ["c0ffee00-1234-4abc-8def-0123456789ab", "0123456789abcdef", "01HQ3V8Z6T5N4M2K7XJ9", "e" * 11 + "12345"]


@pytest.mark.parametrize("key", GUESSED)
def test_strangers_do_not_meet_under_one_key(table: Table, key: str) -> None:
    sent = {"Idempotency-Key": key}
    replies = [
        table.client.post(f"{BASE}/matches", json={}, headers=sent),
        table.client.post(f"{BASE}/joins", json={"code": table.join_code, "seat": "E"}, headers=sent),
        table.client.post(f"{BASE}/imports", data=b"x", content_type="text/plain", headers=sent),
    ]
    assert [code_of(reply) for reply in replies] == [(422, "idempotency-key-weak")] * 3
    assert table.post("adjustments", {"team": "NS", "points": 1, "reason": "x"}, headers=sent).status_code == 201


@pytest.mark.parametrize("key", RANDOM)
def test_what_is_random_enough(app: Flask, key: str) -> None:
    assert app.test_client().post(f"{BASE}/matches", json={}, headers={"Idempotency-Key": key}).status_code == 201


# --- the join code ---------------------------------------------------------------------------------------------------


def join_status(table: Table, code: str, seat: str = "viewer") -> tuple[int, str | None]:
    """What joining with a code comes to."""
    reply = table.client.post(f"{BASE}/joins", json={"code": code, "seat": seat})
    return reply.status_code, reply.json.get("code")


NO_SUCH_CODE = 404, "no-such-code"


def test_a_join_code_is_renewed_closed_and_opened_again(each_table: Table) -> None:
    table = each_table
    token, codes = joined(table, "E"), [table.join_code]
    fresh = table.post("tokens", {"role": "join"})
    assert fresh.status_code == 201 and fresh.json == {
        "match": table.id, "role": "join", "join_code": fresh.json["join_code"],
    }  # fmt: skip
    codes.append(fresh.json["join_code"])
    assert [join_status(table, code) for code in codes] == [NO_SUCH_CODE, (201, None)]
    assert table.done("tokens", {"role": "join", "open": False})["join_code"] is None
    assert [join_status(table, code) for code in codes] == [NO_SUCH_CODE] * 2
    assert table.client.get(f"{BASE}/joins/{codes[1]}").status_code == 404
    codes.append(table.done("tokens", {"role": "join", "open": True})["join_code"])
    assert [join_status(table, code) for code in codes] == [NO_SUCH_CODE] * 2 + [(201, None)]
    assert works(table, token)  # who is in stays in


def test_a_repeated_join_needs_a_living_code(table: Table) -> None:
    key = keyed()
    first = joined(table, "E", **key)
    table.done("tokens", {"role": "join"})
    again = table.client.post(
        f"{BASE}/joins", json={"code": table.join_code.lower(), "seat": "E", "name": None}, headers=key
    )
    assert code_of(again) == (404, "no-such-code") and works(table, first)


def test_a_lost_reply_to_a_renewal_of_the_code(table: Table) -> None:
    key, closing = keyed(), keyed()
    first, again = (table.post("tokens", {"role": "join"}, headers=key) for _ in range(2))
    assert again.headers["Idempotency-Replayed"] == "true"
    codes = [reply.json["join_code"] for reply in (first, again)]
    assert [join_status(table, code) for code in codes] == [NO_SUCH_CODE, (201, None)]
    for _ in range(2):
        assert table.post("tokens", {"role": "join", "open": False}, headers=closing).json["join_code"] is None
    assert code_of(table.post("tokens", {"role": "join"}, headers=key)) == (409, "idempotency-key-expired")
    newest = table.done("tokens", {"role": "join"})["join_code"]
    late = table.post("tokens", {"role": "join", "open": False}, headers=closing)
    assert code_of(late) == (409, "idempotency-key-expired") and join_status(table, newest) == (201, None)


@pytest.mark.parametrize("role", ["N", "viewer"])
def test_only_the_scorer_renews_the_code(table: Table, role: str) -> None:
    assert code_of(table.post("tokens", {"role": "join"}, role)) == (403, "forbidden")
    assert join_status(table, table.join_code) == (201, None)


WRONG_CODES = [({"role": "E", "open": False}, {"open": ["unknown-field"]}),
               ({"role": "join", "open": "no"}, {"open": ["not-true-or-false"]}),
               ({"open": False}, {"role": ["missing"], "open": ["unknown-field"]})]  # fmt: skip


@pytest.mark.parametrize(("body", "errors"), WRONG_CODES, ids=repr)
def test_renewals_of_the_wrong_shape(table: Table, body: Any, errors: Any) -> None:
    reply = table.post("tokens", body)
    assert code_of(reply) == (422, "invalid-request") and reply.json["errors"] == errors


def test_a_closed_match_is_only_watched(each_table: Table) -> None:
    table, key = each_table, keyed()
    first = joined(table, "E", **key)
    table.done("tokens", {"role": "S"})
    table.done("close", {"abandoned": True})
    for seat in "NESW":
        assert join_status(table, table.join_code, seat) == (409, "match-closed")
    assert join_status(table, table.join_code) == (201, None) and works(table, first)
    assert works(table, joined(table, "E", **key))  # she was in before


def test_a_receipt_of_an_older_referee_is_spent(table: Table) -> None:
    service = table.client.application.extensions[EXTENSION].service
    for scope, note in (("joins", f"{table.id} E"), ("matches", table.id), ("imports", table.id), (None, "E")):
        key = Key(f"{table.id}-{scope}", "f")
        receipt = Receipt(key.text, "f", 3, 2, note)
        service.store.append(table.id, table.version(), [], receipt=receipt, scope=scope)
        asks: dict[str | None, Callable[[], Any]] = {
            "joins": lambda key=key: joining.join(service, table.join_code, "E", key=key),
            None: lambda key=key: joining.renew(service, table.id, "E", key),
        }
        with pytest.raises(Refused, match="idempotency-key-expired"):
            asks.get(scope, lambda key=key, scope=scope: joining.known(service, scope, key))()
    assert works(table, table.tokens["scorer"]) and works(table, table.tokens["E"])


def test_tickets_are_for_streams_only(table: Table) -> None:
    ticket = table.done("tickets", role="viewer")["ticket"]
    assert table.get(f"stream?wait=0&ticket={ticket}", role=None).status_code == 200
    assert code_of(table.get(f"?ticket={ticket}", role=None)) == (401, "unauthorized")
    assert code_of(table.get(f"stream?wait=0&ticket={ticket}x", role=None)) == (401, "unauthorized")
    other = Table(table.client.application)
    assert code_of(other.get(f"stream?wait=0&ticket={ticket}", role=None)) == (403, "forbidden")
    table.done("tokens", {"role": "viewer"})
    assert code_of(table.get(f"stream?wait=0&ticket={ticket}", role=None)) == (401, "unauthorized")


class Clock(TimestampSigner):
    """A signer whose clock is so many seconds ahead."""

    ahead = 0

    def get_timestamp(self) -> int:
        return int(time.time()) + self.ahead


@pytest.mark.parametrize("ahead, status", [(-70, 401), (-50, 200), (50, 200), (70, 401)])
def test_a_ticket_of_a_clock_that_goes_otherwise(ahead: int, status: int) -> None:
    settings = Settings(secret="of all processes")
    app = create_app(Service(MemoryStore()), settings)
    opened = app.test_client().post("/api/v1/matches", json={}).get_json()
    signer = URLSafeTimedSerializer(
        settings.secret or "", salt="referee.stream-ticket", signer=type("Ahead", (Clock,), {"ahead": ahead})
    )
    ticket = signer.dumps(hashed(opened["tokens"]["viewer"]))
    path = f"/api/v1/matches/{opened['id']}/stream?wait=0&ticket={ticket}"
    assert app.test_client().get(path).status_code == status


def test_tickets_work_in_every_process_of_one_secret() -> None:
    store = MemoryStore()
    here, there = (create_app(Service(store), Settings(secret="s", rate_limit=False)) for _ in range(2))
    table = Table(here)
    ticket = table.done("tickets")["ticket"]
    assert there.test_client().get(table.url(f"stream?wait=0&ticket={ticket}")).status_code == 200


@pytest.mark.parametrize(
    ("header", "status"),
    [(None, 401), ("Bearer wrong", 401), ("Basic master", 401), ("Bearer master", 201), ("bearer master", 201)],
)
def test_with_an_admin_token_only_the_admin_opens_matches(header: str | None, status: int) -> None:
    client = create_app(Service(MemoryStore()), Settings(admin_token="master")).test_client()
    reply = client.post(f"{BASE}/matches", json={}, headers={"Authorization": header} if header else {})
    assert reply.status_code == status
    if status == 401:
        assert reply.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_admin_is_asked_for_before_the_body_is_looked_at() -> None:
    client = create_app(Service(MemoryStore()), Settings(admin_token="master")).test_client()
    reply = client.post(f"{BASE}/matches", data=b"{", content_type="application/json")
    assert code_of(reply) == (401, "unauthorized")


def test_a_scorer_is_no_admin() -> None:
    client = create_app(Service(MemoryStore()), Settings(admin_token="master")).test_client()
    opened = client.post(f"{BASE}/matches", json={}, headers={"Authorization": "Bearer master"}).json
    scorer = {"Authorization": f"Bearer {opened['tokens']['scorer']}"}
    assert code_of(client.post(f"{BASE}/matches", json={}, headers=scorer)) == (403, "forbidden")


def limited() -> Flask:
    return create_app(Service(MemoryStore()), Settings())


def test_wrong_codes_are_slowed_down() -> None:
    table = Table(limited())
    guess = {"code": "AAAAAA", "seat": "N"}
    replies = [table.client.post(f"{BASE}/joins", json=guess) for _ in range(11)]
    assert [code_of(reply) for reply in replies] == [(404, "no-such-code")] * 10 + [(429, "too-many-requests")]
    assert 1 <= int(replies[-1].headers["Retry-After"]) <= 30
    right = table.client.post(f"{BASE}/joins", json={**guess, "code": table.join_code})
    assert code_of(right) == (429, "too-many-requests")
    elsewhere = table.client.post(
        f"{BASE}/joins", json={**guess, "code": table.join_code}, environ_base={"REMOTE_ADDR": "192.0.2.1"}
    )
    assert elsewhere.status_code == 201


def test_opening_matches_is_slowed_down() -> None:
    client = limited().test_client()
    statuses = [client.post(f"{BASE}/matches", json={}).status_code for _ in range(31)]
    assert statuses == [201] * 30 + [429]


def test_a_bucket_fills_again() -> None:
    now = [100.0]
    limit = RateLimit(burst=2, seconds_each=10.0, clock=lambda: now[0])
    for _ in range(2):
        limit.check("10.0.0.1")
        limit.spend("10.0.0.1")
    with pytest.raises(Refused) as refused:
        limit.check("10.0.0.1")
    assert refused.value.facts == {"retry_after": 10}
    limit.check("10.0.0.2")
    now[0] += 10.0
    limit.check("10.0.0.1")
    limit.spend("10.0.0.1")
    with pytest.raises(Refused):
        limit.check("10.0.0.1")
    now[0] += 100.0
    for _ in range(2):
        limit.check("10.0.0.1")
        limit.spend("10.0.0.1")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:0:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1:5678", "192.0.2.1", True),
        ("192.0.2.1:5678", "192.0.2.1:80", True),
        ("[2001:db8::1]:5678", "2001:db8::2", True),
        ("[2001:db8::1%eth0]", "2001:db8::2", True),
        ('"[2001:db8::1]:5678"', "2001:db8::2", True),
        ("[::ffff:192.0.2.1]:80", "192.0.2.1:81", True),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("", "unknown", True),
        ("what a caller made up", "and made up again", True),
    ],
)
def test_who_is_one_caller(one: str, other: str, same: bool) -> None:
    limit = RateLimit(burst=1, seconds_each=10.0, clock=lambda: 100.0)
    limit.spend(one)
    if same:
        with pytest.raises(Refused):
            limit.check(other)
    else:
        limit.check(other)


def tries(limit: RateLimit, addresses: Iterable[str]) -> int:
    """How many of these callers may try, one after the other."""
    passed = 0
    for address in addresses:
        with contextlib.suppress(Refused):
            limit.check(address)
            limit.spend(address)
            passed += 1
    return passed


@pytest.mark.parametrize(
    ("addresses", "passed"),
    [
        ([f"2a00:1:2:3::{n:x}" for n in range(100)], 10),  # one /64
        ([f"2a00:1:2:3{n:02x}::1" for n in range(100)], 20),  # a /56: a household of many networks
        ([f"2a00:1:2:{n:x}00::1" for n in range(100)], 40),  # a /48
        ([f"2a00:1:{n:x}::1" for n in range(100)], 100),  # as many customers
        ([f"8.8.8.8:{n}" for n in range(100)], 10),  # one address behind a proxy that forwards ports
        ([f"8.8.8.{n}" for n in range(100)], 100),
    ],
)  # fmt: skip
def test_who_holds_a_network_gets_little_more_than_who_holds_an_address(addresses: list[str], passed: int) -> None:
    assert tries(RateLimit(burst=10, seconds_each=30.0, clock=lambda: 100.0), addresses) == passed


def test_all_strangers_together_have_a_bound_and_the_home_network_has_none() -> None:
    now = [100.0]
    limit = RateLimit(burst=2, seconds_each=30.0, clock=lambda: now[0], everybody=(50, 3.0))
    assert tries(limit, (f"8.8.{n // 250}.{n % 250}" for n in range(1000))) == 50
    assert tries(limit, (f"2a00:{n:x}::1" for n in range(1000))) == 0
    assert tries(limit, [*(f"192.168.1.{n}" for n in range(100)), "127.0.0.1", "fe80::1%eth0", "fd00::1"]) == 103
    now[0] += 30.0
    assert tries(limit, (f"8.9.{n // 250}.{n % 250}" for n in range(1000))) == 10


def test_wrong_codes_of_a_botnet_are_bounded() -> None:
    app = create_app(Service(MemoryStore()), Settings())
    usual = app.extensions[EXTENSION].failed_joins
    still = RateLimit(usual.burst, usual.seconds_each, clock=lambda: 100.0, everybody=usual.everybody)
    app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], failed_joins=still)
    table, guess, allowed = Table(app), {"code": "AAAAAA", "seat": "N"}, 0
    for n in range(1100):
        caller = {"REMOTE_ADDR": f"8.8.{n // 250}.{n % 250}"}
        reply = table.client.post(f"{BASE}/joins", json=guess, environ_base=caller)
        allowed += reply.status_code == 404
    assert allowed == 1000 and code_of(reply) == (429, "too-many-requests")
    right = {**guess, "code": table.join_code}
    stranger = table.client.post(f"{BASE}/joins", json=right, environ_base={"REMOTE_ADDR": "8.9.9.9"})
    assert code_of(stranger) == (429, "too-many-requests")
    at_home = table.client.post(f"{BASE}/joins", json=right, environ_base={"REMOTE_ADDR": "192.168.1.7"})
    assert at_home.status_code == 201


def test_settings_come_from_the_environment() -> None:
    given = {"REFEREE_RATE_LIMIT": "off", "REFEREE_DATABASE": "memory:", "REFEREE_PROXIES": "1", "HOME": "/"}
    settings = Settings.from_environment(given)
    assert (settings.rate_limit, settings.database, settings.proxies) == (False, "memory:", 1)
    assert Settings.from_environment({}) == Settings()
    for name, wrong in (("REFEREE_PORT", "http"), ("REFEREE_RATE_LIMIT", "maybe")):
        with pytest.raises(BadSetting, match=name):
            Settings.from_environment({name: wrong})


def test_behind_a_trusted_proxy_the_caller_is_who_the_proxy_says() -> None:
    client = create_app(Service(MemoryStore()), Settings(proxies=1)).test_client()
    guess = {"code": "AAAAAA", "seat": "N"}
    for _ in range(10):
        client.post(f"{BASE}/joins", json=guess, headers={"X-Forwarded-For": "192.0.2.7"})
    there = client.post(f"{BASE}/joins", json=guess, headers={"X-Forwarded-For": "192.0.2.8"})
    assert code_of(there) == (404, "no-such-code")


@pytest.mark.parametrize("what", ["matches", "joins"])
def test_repeats_at_once_leave_one_living_token(each_table: Table, what: str) -> None:
    app, key = each_table.client.application, keyed()
    body = {} if what == "matches" else {"code": each_table.join_code, "seat": "E"}
    ready, tokens = threading.Barrier(6), []

    def send() -> None:
        ready.wait()
        reply = app.test_client().post(f"{BASE}/{what}", json=body, headers=key)
        assert reply.status_code == 201, reply.text
        tokens.append(reply.json["token"] if what == "joins" else reply.json["tokens"]["scorer"])

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    service = app.extensions[EXTENSION].service
    assert len(set(tokens)) == 6 and [bool(service.role_of(token)) for token in tokens].count(True) == 1
