"""Plays the scenarios of tests/cases against anything that answers the HTTP contract. Knows the format, not the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Send = Callable[[str, str, Any, "str | None"], tuple[int, Any]]
CASES = Path(__file__).parent / "cases"
BASE = "/api/v1/matches"


def scenarios(folder: Path = CASES) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every scenario with the name of its file."""
    for file in sorted(folder.glob("*.json")):
        found = json.loads(file.read_text(encoding="utf-8"))
        for scenario in found if isinstance(found, list) else [found]:
            yield file.stem, scenario


def run(scenario: dict[str, Any], send: Send) -> None:
    """Opens the match, sends every step and asserts every expectation."""
    status, reply = send("POST", BASE, scenario.get("open", {}), None)
    assert status == scenario.get("open_status", 201), (status, reply)
    check(reply, scenario.get("open_expect", {}), "open")
    if status == 201:
        table = Table(send, reply)
        for number, step in enumerate(scenario["steps"]):
            table.play(step, f"step {number} {json.dumps(step)}")


class Table:
    """One opened match: its address, the scorer's token and the versions saved on the way."""

    def __init__(self, send: Send, opened: dict[str, Any]) -> None:
        self._send, self._base = send, f"{BASE}/{opened['id']}"
        self._tokens = opened["tokens"]
        self._saved: dict[str, int] = {}

    def play(self, step: dict[str, Any], told: str) -> None:
        """Sends one step and checks the last reply."""
        status, reply = self._sent(step, told)
        assert status == step.get("status", 200 if "get" in step else 201), (told, status, reply)
        check(reply, step.get("expect", {}), told)
        if "save" in step:
            self._saved[step["save"]] = self._get("")[1]["version"]

    def _sent(self, step: dict[str, Any], told: str) -> tuple[int, Any]:
        if "get" in step:
            return self._get(step["get"].format(**self._saved), step.get("as", "scorer"))
        requests = [(path, self._filled(body)) for path, body in requests_of(step)]
        for path, body in requests[:-1]:
            status, reply = self._post(path, body)
            assert status == 201, (told, body, status, reply)
        return self._post(*requests[-1])

    def _get(self, path: str, role: str = "scorer") -> tuple[int, Any]:
        slash = "/" if path and not path.startswith("?") else ""
        return self._send("GET", f"{self._base}{slash}{path}", None, self._tokens[role])

    def _post(self, path: str, body: Any) -> tuple[int, Any]:
        return self._send("POST", f"{self._base}/{path}", body, self._tokens["scorer"])

    def _filled(self, value: Any) -> Any:
        """The body with `saved` and `version_of` replaced by the versions they stand for."""
        if isinstance(value, list):
            return [self._filled(one) for one in value]
        if not isinstance(value, dict):
            return value
        if value.keys() == {"saved"}:
            return self._saved[value["saved"]]
        if value.keys() == {"version_of"}:
            return self._version_of(**value["version_of"])
        return {name: self._filled(one) for name, one in value.items()}

    def _version_of(self, deal: int, trick: int, seat: str) -> int:
        _, told = self._get(f"deals/{deal}")
        plays = told["tricks"][trick - 1]["plays"]
        return next(int(play["version"]) for play in plays if play["seat"] == seat)


def requests_of(step: dict[str, Any]) -> list[tuple[str, Any]]:
    """The posts of a step: path and body."""
    if "post" in step:
        return [(step["post"], step.get("body", {}))]
    if "auction" in step:
        words = [word.split(":") for word in step["auction"].split()]
        return [("bids", {"seat": seat, "bid": bid}) for seat, bid in words]
    return [("plays", _play(*word.split(":"))) for word in step["play"].split()]


def _play(seat: str, card: str) -> dict[str, Any]:
    play: dict[str, Any] = {"seat": seat.removeprefix("!"), "card": card}
    return play | ({"out_of_turn": True} if seat.startswith("!") else {})


def check(reply: Any, expected: dict[str, Any], told: str) -> None:
    """Asserts that the reply has these values at these dotted paths."""
    for path, wanted in expected.items():
        found = _at(reply, path.split("."), told)
        assert _comparable(path, found) == _comparable(path, wanted), (told, path, found, wanted)


def _at(reply: Any, steps: list[str], told: str) -> Any:
    for step in steps:
        if step == "#":
            reply = len(reply)
        elif isinstance(reply, list):
            reply = reply[int(step)]
        else:
            assert isinstance(reply, dict) and step in reply, (told, steps, reply)
            reply = reply[step]
    return reply


def _comparable(path: str, value: Any) -> Any:
    """Lines are summed by team and code, sets of cards sorted."""
    steps = path.split(".")
    if steps[-1] == "lines":
        sums: Counter[tuple[str, str]] = Counter()
        for line in value:
            sums[line["team"], line["code"]] += line["points"]
        return {key: points for key, points in sums.items() if points}
    if steps[-1] == "would_prove" and value is not None or "shown" in steps and isinstance(value, list):
        return sorted(value)
    if steps[-1] == "shown" and isinstance(value, dict):
        return {seat: sorted(cards) for seat, cards in value.items()}
    return value
