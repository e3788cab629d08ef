"""A table opened over HTTP in process, and requests to it by role."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

BASE = "/api/v1"


def plain(tag: str) -> str:
    """An ETag or a stream's id without the signs of its hash: `"2-en"` of `"2-0e3d5a7b-en"`; it must have them."""
    assert re.search(r"[0-9]-[0-9a-f]{8}(?![0-9a-f])", tag), tag
    return re.sub(r"-[0-9a-f]{8}", "", tag, count=1)


class Table:
    """One match of an application with all its tokens."""

    def __init__(self, app: Flask, **body: Any) -> None:
        self.client = app.test_client()
        reply = self.client.post(f"{BASE}/matches", json={"first_dealer": "W", **body})
        assert reply.status_code == 201, reply.text
        self.id: str = reply.json["id"]
        self.tokens: dict[str, str] = reply.json["tokens"]
        self.join_code: str = reply.json["join_code"]

    def url(self, path: str = "") -> str:
        """An address of this match."""
        return f"{BASE}/matches/{self.id}" + (f"/{path}" if path and path[0] != "?" else path)

    def send(
        self, method: str, path: str, role: str | None = "scorer", headers: Any = None, **more: Any
    ) -> TestResponse:
        """A request with the token of a role, or without one."""
        sent = {"Authorization": f"Bearer {self.tokens[role]}"} if role else {}
        return self.client.open(self.url(path), method=method, headers={**sent, **(headers or {})}, **more)

    def get(self, path: str = "", role: str | None = "scorer", headers: Any = None) -> TestResponse:
        """A reading."""
        return self.send("GET", path, role, headers)

    def post(self, path: str, body: Any = None, role: str | None = "scorer", headers: Any = None) -> TestResponse:
        """An act."""
        return self.send("POST", path, role, headers, json={} if body is None else body)

    def done(self, path: str, body: Any = None, role: str = "scorer") -> Any:
        """The reply to an act that must be accepted."""
        reply = self.post(path, body, role)
        assert reply.status_code == 201, reply.text
        return reply.json

    def version(self) -> int:
        """The newest version."""
        return int(self.get().json["version"])

    def bid(self, text: str) -> None:
        """Calls such as `N:5 E:pass`."""
        for word in text.split():
            seat, bid = word.split(":")
            self.done("bids", {"seat": seat, "bid": bid})

    def play(self, text: str) -> Any:
        """Cards such as `N:JD E:TD`; the last reply."""
        for word in text.split():
            seat, card = word.split(":")
            reply = self.done("plays", {"seat": seat, "card": card})
        return reply

    def to_play(self) -> None:
        """North's contract of five in diamonds."""
        self.bid("N:5 E:pass S:pass W:pass")
        self.done("trump", {"suit": "D"})

    def disputed(self) -> None:
        """East has thrown a heart on spades, and has not shown a spade yet."""
        self.to_play()
        self.play("N:JD E:TD S:KD W:QD N:AS E:QH S:9S W:JS")


def code_of(reply: TestResponse) -> tuple[int, str]:
    """Status and problem code; the reply must be a whole problem."""
    assert reply.content_type == "application/problem+json", reply.text
    problem = reply.json
    assert problem["status"] == reply.status_code and problem["type"] == f"/problems/{problem['code']}"
    assert problem["title"] and problem["detail"] and "Traceback" not in reply.text
    return reply.status_code, problem["code"]
