"""A club night opened over HTTP in process, and requests to it by role."""

from __future__ import annotations

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.http.tables import BASE


def names(count: int) -> list[str]:
    """`P1`, `P2` …"""
    return [f"P{number}" for number in range(1, count + 1)]


class Club:
    """One night of an application with its tokens."""

    def __init__(self, app: Flask, count: int = 8, **body: Any) -> None:
        self.app, self.client = app, app.test_client()
        wanted = {"title": "Club", "seed": 7, "players": names(count), **body}
        reply = self.client.post(f"{BASE}/nights", json=wanted)
        assert reply.status_code == 201, reply.text
        self.id: str = reply.json["id"]
        self.tokens: dict[str, str] = reply.json["tokens"]
        self.join_code: str = reply.json["join_code"]

    def send(self, method: str, path: str, role: str | None, headers: Any = None, body: Any = None) -> TestResponse:
        """A request to the night, or to an address that begins with `/`, with the token of a role, or without one."""
        token = self.tokens.get(role, role) if role else None
        sent = {"Authorization": f"Bearer {token}"} if token else {}
        whole = (
            f"{BASE}{path}"
            if path.startswith("/")
            else f"{BASE}/nights/{self.id}{'/' if path and path[0] != '?' else ''}{path}"
        )
        more = {} if method == "GET" else {"json": {} if body is None else body}
        return self.client.open(whole, method=method, headers={**sent, **(headers or {})}, **more)

    def get(self, path: str = "", role: str | None = "board", headers: Any = None) -> TestResponse:
        """A reading."""
        return self.send("GET", path, role, headers)

    def post(self, path: str, body: Any = None, role: str | None = "organiser", headers: Any = None) -> TestResponse:
        """An act."""
        return self.send("POST", path, role, headers, body)

    def done(self, path: str, body: Any = None, role: str = "organiser", method: str = "POST") -> Any:
        """The reply to an act that must be accepted."""
        reply = self.send(method, path, role, None, body)
        assert reply.status_code == (201 if method == "POST" else 200), reply.text
        return reply.json

    def night(self) -> Any:
        """The night as it is."""
        return self.get().json

    def draw(self) -> list[Any]:
        """The tables of the next round."""
        return list(self.done("rounds")["night"]["rounds"][-1]["tables"])

    def slip(self, round_: int, table: int, ns: int, ew: int, **more: Any) -> Any:
        """A slip typed."""
        return self.done(f"rounds/{round_}/tables/{table}/result", {"NS": ns, "EW": ew, **more}, method="PUT")

    def play(self, match: str, ns: int = 4, token: str = "organiser") -> None:
        """One deal at a table, North's four made or set, and the match closed by the organiser."""
        body = {"maker": "N", "bid": "4", "trump": "H", "tricks": {"NS": ns, "EW": 6 - ns}}
        self.done(f"/matches/{match}/results", body, token)
        self.done(f"/matches/{match}/close", {"early": True})

    def table(self, round_: int, number: int) -> Any:
        """A table as it is."""
        return self.night()["rounds"][round_ - 1]["tables"][number - 1]

    def join(self, player: int) -> str:
        """A player's own phone: its token."""
        reply = self.client.post(f"{BASE}/joins", json={"code": self.join_code, "player": player})
        assert reply.status_code == 201, reply.text
        return str(reply.json["token"])

    def points(self) -> dict[int, int]:
        """Everybody's points."""
        return {row["player"]: row["points"] for row in self.get("standings").json["rows"]}
