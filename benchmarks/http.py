"""A card played over HTTP, durable, against the least that any such endpoint would do: parse, validate, one durable insert.

Both run in process through the same test client, in turn. Limit: at most 1.35 times the bare endpoint."""

from __future__ import annotations

import random
import statistics
import tempfile
from pathlib import Path

from flask import Flask, jsonify, request
from flask.testing import FlaskClient
from marshmallow import Schema, fields

from benchmarks.matches import ENDLESS, honest_commands
from benchmarks.measure import finish, report, seconds
from referee.config import Settings
from referee.game import commands as ask
from referee.http.app import create_app
from referee.service import acting, joining
from referee.service.core import Service, relax_collector
from referee.stores import open_store
from referee.stores.sqlite_driver import sqlite3

PLAYS = 1_500


def bare_app(file: Path) -> Flask:
    """One route that validates a card and inserts it durably, with the same settings as the store's."""
    app = Flask("bare")
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE play (id INTEGER PRIMARY KEY, seat TEXT, card TEXT)")

    class Play(Schema):
        seat = fields.String(required=True)
        card = fields.String(required=True)

    schema = Play()

    @app.post("/plays")
    def play() -> object:
        body = schema.load(request.get_json())
        connection.execute("BEGIN IMMEDIATE")
        row = connection.execute("INSERT INTO play (seat, card) VALUES (?, ?)", (body["seat"], body["card"]))
        connection.execute("COMMIT")
        return jsonify(id=row.lastrowid, **body), 201

    return app


class Table:
    """Honest play through the API of a real app on a SQLite file; only cards are timed."""

    def __init__(self, folder: str) -> None:
        self.service = Service(open_store(f"sqlite:///{Path(folder, 'referee.db')}"))
        self.client: FlaskClient = create_app(self.service, Settings()).test_client()
        opened = joining.open_match(self.service, ask.OpenMatch(ENDLESS))
        self.match, self.headers = opened.match, {"Authorization": f"Bearer {opened.tokens['scorer']}"}
        self.chance = random.Random(1)
        self._commands = honest_commands(self.service.timeline(self.match), self.chance)
        self._next = next(self._commands)

    def next_play(self) -> ask.Play:
        """Goes on until a card is due."""
        while not isinstance(self._next, ask.Play):
            acting.act(self.service, self.match, self._next, "scorer")
            self.step()
        return self._next

    def step(self) -> None:
        """The command after the one just recorded."""
        timeline = self.service.timeline(self.match)
        try:
            self._next = self._commands.send(timeline)
        except StopIteration:
            self._commands = honest_commands(timeline, self.chance)
            self._next = next(self._commands)

    def post(self, play: ask.Play) -> None:
        body = {"seat": play.seat.value, "card": str(play.card)}
        reply = self.client.post(f"/api/v1/matches/{self.match}/plays", json=body, headers=self.headers)
        assert reply.status_code == 201, reply.text


def ratio() -> float:
    """The medians of a card played and of the bare endpoint, taken in turn."""
    with tempfile.TemporaryDirectory() as folder:
        table, bare = Table(folder), bare_app(Path(folder, "bare.db")).test_client()
        pairs = []
        for _ in range(PLAYS):
            play = table.next_play()
            ours = seconds(lambda play=play: table.post(play))
            table.step()
            body = {"seat": play.seat.value, "card": str(play.card)}
            pairs.append((ours, seconds(lambda body=body: bare.post("/plays", json=body))))
        table.service.store.close()
    ours, bare_time = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"     a card {ours * 1e6:.0f} us, bare endpoint {bare_time * 1e6:.0f} us")
    return ours / bare_time


if __name__ == "__main__":
    relax_collector()
    finish(report("card over HTTP / bare endpoint", ratio(), 1.35, at_most=True))
