"""The same as test_revoking, with seats moved, the scorer's role handed on and taken over, and viewers' keys asked for in between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.http import test_revoking
from tests.http.test_revoking import PICK, SEATS, Request, Revoked, RevokedInAFile, _one

SEAT = st.sampled_from(SEATS)


@dataclass
class Role:
    """Where the scorer sits, who wants whom, and the place that is kept for the seat that was named: nobody has its token."""

    seat: str | None = None
    wishes: dict[str, str] = field(default_factory=dict)
    heir: str | None = None
    place: str = ""
    made: dict[str, str] = field(default_factory=dict)


class Seated(Revoked):
    """Whoever may ask for another place, another role or another key."""

    def __init__(self) -> None:
        super().__init__()
        self.roles: dict[str, Role] = {}
        self.viewers: dict[str, str] = {}
        self.arms = {"sit": self._sits, "name": self._names, "collect": self._collects, "viewer": self._shares}

    @rule(pick=PICK, seat=SEAT)
    def sit(self, pick: int, seat: str) -> None:
        self.ask("sit", "seat", {"seat": seat}, _one(self.tokens, pick), wanted=seat)

    @rule(pick=PICK, seat=SEAT)
    def sit_as_scorer(self, pick: int, seat: str) -> None:
        scorers = [token for token, (_, of) in self.tokens.items() if of == "scorer"]
        self.ask("sit", "seat", {"seat": seat}, _one(scorers, pick), wanted=seat)

    @rule(pick=PICK, seat=SEAT)
    def name(self, pick: int, seat: str) -> None:
        self.ask("name", "scorer", {"seat": seat}, _one(self.tokens, pick), wanted=seat)

    @rule(pick=PICK, seat=SEAT)
    def all_name(self, pick: int, seat: str) -> None:
        match = _one(self.matches, pick)
        for token in [token for token, (where, of) in self.tokens.items() if where == match and of in SEATS]:
            self.ask("name", "scorer", {"seat": seat}, token, wanted=seat)

    @rule(pick=PICK)
    def collect(self, pick: int) -> None:
        self.ask("collect", "scorer/key", {}, _one(self.tokens, pick))

    @rule(pick=PICK)
    def heirs_collect(self, pick: int) -> None:
        heirs = [
            token for token, (match, of) in self.tokens.items() if match in self.roles and self.roles[match].heir == of
        ]
        if heirs:
            self.ask("collect", "scorer/key", {}, _one(heirs, pick))

    @rule(pick=PICK, seat=SEAT)
    def the_heir_is_turned_out_and_the_next_one_asks(self, pick: int, seat: str) -> None:
        match = _one(self.matches, pick)
        for kind, path, body, of in (
            ("name", "scorer", {"seat": seat}, "scorer"), ("collect", "scorer/key", {}, seat),
            ("renew", "tokens", {"role": seat}, "scorer"), ("collect", "scorer/key", {}, seat),
        ):  # fmt: skip
            living = [one for one in self.matches[match].tokens[of] if one in self.tokens]
            if living:
                self.ask(kind, path, body, living[0], wanted=seat)

    @rule(pick=PICK)
    def share(self, pick: int) -> None:
        self.ask("viewer", "viewers", {}, _one(self.tokens, pick))

    def _may(self, request: Request, watching: bool = False) -> Any:
        """The match, the role, and what is refused to such a token anyhow."""
        match, of = self.tokens[request.token or ""]
        if not self._lives(match, of, request.token):
            return match, of, (401, "unauthorized")
        return match, of, (403, "forbidden") if of == "viewer" and not watching else None

    def _sits(self, request: Request) -> Any:
        match, of, refused = self._may(request)
        known, role, seat = self.matches[match], self.roles.setdefault(match, Role()), request.wanted
        left = of if of in SEATS else role.seat if role.seat in known.taken else None
        if not refused and known.closed:
            refused = (409, "match-closed")
        if not refused and seat in known.taken and seat != left:
            refused = (409, "seat-taken")
        if refused:
            return refused, None

        def then(told: Any) -> None:
            if left:
                known.tokens[left] = {"a token that nobody has"}
                known.taken.discard(left)
            known.tokens[seat] = set()
            known.taken.add(seat)
            self._give(match, seat, told["token"])
            if of == "scorer" and role.seat != seat:
                self.roles[match] = Role(seat)

        return (201, None), then

    def _names(self, request: Request) -> Any:
        match, of, refused = self._may(request)
        if refused:
            return refused, None
        known, role, seat = self.matches[match], self.roles.setdefault(match, Role()), request.wanted

        def moves(told: Any) -> None:
            place = f"place {len(self.sent)} {told['version']}"
            known.tokens["scorer"] = {place}
            self.roles[match] = Role(seat, {}, seat, place)

        if of == "scorer":
            if seat != role.seat:
                return (201, None), moves
            return (201, None), lambda told: role.wishes and self.roles.update({match: Role(seat)})
        wishes, asked = {**role.wishes, of: seat}, known.taken - {role.seat}
        agreed = {one for one, wish in wishes.items() if wish == seat and (one in asked or one == of)}
        if asked <= agreed and len(agreed) > 1 and seat in agreed:
            return (201, None), moves
        return (201, None), lambda told: role.wishes.get(of, role.seat) != seat and role.wishes.update({of: seat})

    def _collects(self, request: Request) -> Any:
        match, of, refused = self._may(request)
        token, known, role = request.token or "", self.matches[match], self.roles.setdefault(match, Role())
        if refused:
            return refused, None
        if of == "scorer":
            return (201, None), lambda told: _same(told["token"], token)
        if role.heir != of:
            return (403, "forbidden"), None
        if role.made.get(token) in known.tokens["scorer"]:
            return (201, None), lambda told: _same(told["token"], role.made[token])
        if role.place not in known.tokens["scorer"]:
            return (403, "forbidden"), None

        def then(told: Any) -> None:
            known.tokens["scorer"] = set()
            role.made[token] = told["token"]
            self._give(match, "scorer", told["token"])

        return (201, None), then

    def _shares(self, request: Request) -> Any:
        match, of, refused = self._may(request, watching=True)
        token, known = request.token or "", self.matches[match]
        if refused:
            return refused, None
        given = token if of == "viewer" else self.viewers.get(token)
        if given in known.tokens["viewer"]:
            return (201, None), lambda told: _same(told["token"], given)

        def then(told: Any) -> None:
            self.viewers[token] = told["token"]
            self._give(match, "viewer", told["token"])

        return (201, None), then


class SeatedInAFile(Seated, RevokedInAFile):
    """The same over SQLite."""


def _same(one: str, other: str | None) -> None:
    assert one == other


TestSeated = Seated.TestCase
TestSeated.settings = settings(test_revoking.TestRevoked.settings, max_examples=60)
TestSeatedInAFile = SeatedInAFile.TestCase
TestSeatedInAFile.settings = settings(test_revoking.TestRevoked.settings, max_examples=15)
