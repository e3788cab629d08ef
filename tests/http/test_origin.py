"""Pages of other origins write nothing, and no name that was not told to this server reaches it (DNS rebinding)."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.http.origin import is_ours, own_names
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.http.conftest import SETTINGS
from tests.http.tables import BASE, Table, code_of

HERE = "192.168.1.7:8000"
# headers beside Host -> whether a write passes
WRITES: list[tuple[dict[str, str], bool]] = [
    ({}, True),  # curl, a program
    ({"Origin": f"http://{HERE}"}, True),  # a phone on plain http, which sends no Sec-Fetch-Site
    ({"Origin": f"http://{HERE}", "Sec-Fetch-Site": "same-origin"}, True),
    ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, True),  # no-referrer hides the origin of a form
    ({"Sec-Fetch-Site": "none"}, True),
    ({"Origin": f"http://{HERE}", "Sec-Fetch-Site": "cross-site"}, False),
    ({"Origin": f"http://{HERE}", "Sec-Fetch-Site": "same-site"}, False),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Origin": "http://evil.test"}, False),
    ({"Origin": "http://192.168.1.7"}, False),  # another port is another origin
    ({"Origin": "http://192.168.1.7:8001"}, False),
    ({"Origin": "http://192.168.1.70:8000"}, False),
    ({"Origin": "null"}, False),  # a sandboxed frame, a file
    ({"Origin": ""}, False),
    ({"Origin": f"ftp://{HERE}"}, False),
    ({"Origin": f"http://{HERE}@evil.test"}, False),
    ({"Origin": f"http://{HERE}, http://evil.test"}, False),
]


@pytest.mark.parametrize(("headers", "passes"), WRITES)
def test_who_may_write_through_a_browser(app: Flask, headers: dict[str, str], passes: bool) -> None:
    reply = app.test_client().post(f"{BASE}/matches", json={}, headers={"Host": HERE, **headers})
    assert reply.status_code == 201 if passes else code_of(reply) == (403, "cross-origin")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "matches", {"data": "{}", "content_type": "text/plain"}),  # what a form can send without being asked
        ("POST", "imports", {"data": "[Seat]", "content_type": "text/plain"}),
        ("POST", "joins", {"data": ""}),
        ("POST", "adjudications/trick", {"json": {}}),
        ("PATCH", "matches/x/players", {"json": {}}),
        ("DELETE", "nowhere", {}),
    ],
)
def test_every_write_of_another_page_is_refused_before_anything_else(
    app: Flask, method: str, path: str, body: Any
) -> None:
    headers = {"Origin": "https://evil.test"}
    reply = app.test_client().open(f"{BASE}/{path}", method=method, headers=headers, **body)
    assert code_of(reply) == (403, "cross-origin")


def test_a_page_of_another_origin_may_not_read_what_it_fetches(app: Flask) -> None:
    reply = app.test_client().get("/", headers={"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"})
    assert reply.status_code == 200  # a link from elsewhere opens the page
    assert "Access-Control-Allow-Origin" not in reply.headers
    assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"


# Host -> whether it is ours, where REFEREE_HOSTS is `Referee.example.org` and the machine is called `pi.fritz.box`
HOSTS = [
    ("localhost", True), ("localhost:8000", True), ("LOCALHOST", True), ("a.localhost:80", True), ("127.0.0.1:8000", True),
    ("192.168.1.7:8000", True), ("100.64.3.2", True), ("[::1]:8000", True), ("[fe80::1]", True), ("pi", True), ("pi:8000", True),
    ("PI.local:8000", True), ("pi.local.", True), ("pi.lan", True), ("pi.home.arpa", True), ("referee.example.org", True),
    ("Referee.Example.org:443", True), ("table.lan", True),
    ("evil.test", False), ("evil.test:8000", False), ("127.0.0.1.evil.test", False), ("localhost.evil.test", False),
    ("pi.evil.test", False), ("pi.fritz.box.evil.test", False), ("other.local", False), ("example.org", False),
    ("x.referee.example.org", False), ("", False), ("localhost:80:80", False), ("127.0.0.1 evil.test", False), ("a@localhost", False),
    ("localhost/x", False), ("127.1", False), ("[::1].evil.test", False), ("*", False),
]  # fmt: skip


@pytest.mark.parametrize(("host", "ours"), HOSTS)
def test_the_names_of_this_server(host: str, ours: bool) -> None:
    assert is_ours(host, own_names(("Referee.example.org",), "table.lan", "pi.fritz.box")) == ours


def test_a_star_takes_every_name() -> None:
    assert is_ours("evil.test:80", own_names(("*",))) and not is_ours("evil test", own_names(("*",)))


@pytest.mark.parametrize("path", ["/", "/healthz", "/sw.js", f"{BASE}/rules", f"{BASE}/matches/x", "/nowhere"])
def test_a_name_that_was_not_told_reaches_nothing(app: Flask, path: str) -> None:
    assert code_of(app.test_client().get(path, headers={"Host": "evil.test"})) == (421, "unknown-host")


def test_behind_a_proxy_the_name_is_what_the_proxy_forwards() -> None:
    forwarded = {"Host": "upstream", "X-Forwarded-Host": "r.example.org", "X-Forwarded-Proto": "https"}
    behind = Settings(rate_limit=False, proxies=1, hosts=("r.example.org",))
    for settings, expected in ((behind, 201), (Settings(rate_limit=False, hosts=("r.example.org",)), 421)):
        client = create_app(Service(MemoryStore()), settings).test_client()
        for origin in ({}, {"Origin": "https://r.example.org"}):
            assert client.post(f"{BASE}/matches", json={}, headers=forwarded | origin).status_code == expected
    client = create_app(Service(MemoryStore()), behind).test_client()
    evil = {**forwarded, "X-Forwarded-Host": "evil.test"}
    assert code_of(client.get("/", headers=evil)) == (421, "unknown-host")
    theirs = client.post(f"{BASE}/matches", json={}, headers={**forwarded, "Origin": "https://evil.test"})
    assert code_of(theirs) == (403, "cross-origin")


def test_the_names_are_read_from_the_environment() -> None:
    assert Settings.from_environment({"REFEREE_HOSTS": "a.example.org, b.example.org c"}).hosts == (
        "a.example.org", "b.example.org", "c",
    )  # fmt: skip
    assert Settings.from_environment({}).hosts == ()


def test_an_act_needs_a_json_type(table: Table) -> None:
    bid = '{"seat": "N", "bid": "5"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        reply = table.send("POST", "bids", data=bid, headers={"Content-Type": kind})
        assert code_of(reply) == (415, "unsupported-media-type")
    assert table.version() == 2


@pytest.mark.parametrize("proto", ["http", "https"])
def test_what_a_browser_is_told_to_keep_to(proto: str) -> None:
    client = create_app(Service(MemoryStore()), Settings(proxies=1)).test_client()
    for path in ("/", "/healthz", "/nowhere"):
        headers = client.get(path, headers={"X-Forwarded-Proto": proto}).headers
        allowed = headers.get("Permissions-Policy", "")
        assert (headers["X-Frame-Options"], "camera=()" in allowed, "screen-wake-lock=(self)" in allowed) == (
            "DENY", path == "/", path == "/",
        )  # fmt: skip
        only_https = {"Strict-Transport-Security": "max-age=31536000", "Cross-Origin-Opener-Policy": "same-origin"}
        assert {name: headers.get(name) for name in only_https} == (
            only_https if proto == "https" else dict.fromkeys(only_https)
        )
    unproxied = create_app(Service(MemoryStore()), SETTINGS).test_client()
    assert "Strict-Transport-Security" not in unproxied.get("/", headers={"X-Forwarded-Proto": "https"}).headers
