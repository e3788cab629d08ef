"""Access given, renewed, closed and taken back in every order, and every request ever sent is sent again: a dead secret opens
nothing, whatever it comes with, and no repeat throws anybody out. Over HTTP, beside a model that knows who is in."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee.http.app import create_app
from referee.service import Service, joining
from referee.service.access import ROLES
from referee.service.receipts import REPEAT_MINUTES
from referee.stores.contract import Store
from referee.stores.memory import MemoryStore
from referee.stores.sqlite import SqliteStore
from tests.http.conftest import SETTINGS
from tests.http.tables import BASE

NOW = datetime(2026, 3, 1, 19, tzinfo=UTC)
JOIN, SEATS = "join", "NESW"
PICK = st.integers(0, 10**6)
KEYED = st.booleans()


@dataclass(frozen=True)
class Request:
    """All that is sent, so that it can be sent again; `kind` and `wanted` say what it asks for."""

    kind: str
    path: str
    body: Any = None
    token: str | None = None
    key: str | None = None
    wanted: str = ""


@dataclass
class Match:
    """Who is in: the living tokens by role, the seats that somebody took, the living code."""

    tokens: dict[str, set[str]]
    code: str | None
    taken: set[str] = field(default_factory=set)
    closed: bool = False


@dataclass
class Given:
    """What a keyed request was given, when, and of which match."""

    match: str
    at: datetime
    secrets: dict[str, str]
    code: str | None = None


class Revoked(RuleBasedStateMachine):
    """A few matches of one server, and whoever was ever given a token or a code for them."""

    def store(self) -> Store:
        return MemoryStore()

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self._store = self.store()
        self.service = Service(self._store, lambda: self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
        self.client = create_app(self.service, SETTINGS).test_client()
        self.matches: dict[str, Match] = {}
        self.tokens: dict[str, tuple[str, str]] = {}  # ever given
        self.codes: dict[str, str] = {}
        self.given: dict[tuple[str, str], Given] = {}
        self.recorded: set[tuple[str, str | None]] = set()
        self.sent: list[Request] = []
        self.arms: dict[str, Any] = {}  # what more may be asked (test_revoking_seats)

    @initialize()
    def open_one(self) -> None:
        self.open(True)
        match = next(iter(self.matches))
        token = min(self.matches[match].tokens["scorer"])
        self.log = self.client.get(f"{BASE}/matches/{match}/exports/ndjson", headers=_bearer(token)).text

    # --- what anybody may ask ----------------------------------------------------------------------------------------

    @rule(keyed=KEYED)
    def open(self, keyed: bool) -> None:
        if len(self.matches) < 4:
            self.ask("open", "/matches", {}, keyed=keyed)

    @rule(keyed=KEYED)
    def bring_in(self, keyed: bool) -> None:
        if len(self.matches) < 4:
            self.ask("import", "/imports", self.log, keyed=keyed)

    @rule(pick=PICK, seat=st.sampled_from([*SEATS, "viewer"]), keyed=KEYED, named=st.booleans())
    def join(self, pick: int, seat: str, keyed: bool, named: bool) -> None:
        body = {"code": _one(self.codes, pick), "seat": seat} | ({"name": "Eve"} if named else {})
        self.ask("join", "/joins", body, keyed=keyed, wanted=seat)

    @rule(pick=PICK, seat=st.sampled_from(SEATS))
    def join_where_the_code_lives(self, pick: int, seat: str) -> None:
        living = [code for code in self.codes if self._match_of(code)]
        if living:
            self.ask("join", "/joins", {"code": _one(living, pick), "seat": seat}, keyed=True, wanted=seat)

    @rule(
        pick=PICK, role=st.sampled_from([*ROLES, JOIN, JOIN]), keyed=KEYED, open_=st.sampled_from([None, True, False])
    )
    def renew(self, pick: int, role: str, keyed: bool, open_: bool | None) -> None:
        scorers = [token for token, (_, of) in self.tokens.items() if of == "scorer"]
        body = {"role": role} | ({"open": open_} if role == JOIN and open_ is not None else {})
        self.ask("renew", "tokens", body, _one(scorers, pick), keyed=keyed, wanted=role)

    @rule(pick=PICK)
    def renew_without_the_right(self, pick: int) -> None:
        self.ask("renew", "tokens", {"role": "E"}, _one(self.tokens, pick), wanted="E")

    @rule(pick=PICK)
    def close(self, pick: int) -> None:
        scorers = [token for token, (_, of) in self.tokens.items() if of == "scorer"]
        self.ask("close", "close", {"abandoned": True}, _one(scorers, pick))

    @rule(pick=PICK, keyed=KEYED)
    def record(self, pick: int, keyed: bool) -> None:
        body = {"team": "NS", "points": 1, "reason": "agreed"}
        self.ask("record", "adjustments", body, _one(self.tokens, pick), keyed=keyed)

    @rule(pick=PICK)
    def watch_with_a_ticket(self, pick: int) -> None:
        token = _one(self.tokens, pick)
        match = self.tokens[token][0]
        reply = self.client.post(f"{BASE}/matches/{match}/tickets", json={}, headers=_bearer(token))
        assert reply.status_code == (201 if self._lives(*self.tokens[token], token) else 401)
        if reply.status_code == 201:
            path = f"/matches/{match}/stream?wait=0&ticket={reply.json['ticket']}"
            self.sent.append(Request("watch", path, wanted=token))

    @rule(pick=PICK)
    def read(self, pick: int) -> None:
        self.ask("read", "", token=_one(self.tokens, pick))

    @rule(pick=PICK)
    def look_at_the_seats(self, pick: int) -> None:
        self.ask("look", f"/joins/{_one(self.codes, pick)}")

    @rule(pick=PICK)
    def renew_all_on_the_host(self, pick: int) -> None:
        """`referee tokens`."""
        match = _one(self.matches, pick)
        tokens, code = joining.renew_all(self.service, match)
        known = self.matches[match]
        known.tokens, known.taken = {role: set() for role in ROLES}, set()
        for role, token in tokens.items():
            self._give(match, role, token)
        self._give(match, JOIN, code)

    @rule(minutes=st.sampled_from([1, 4, 4, REPEAT_MINUTES, REPEAT_MINUTES + 1, -REPEAT_MINUTES - 1]))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(pick=PICK)
    def a_reply_was_lost(self, pick: int) -> None:
        self.send(_one(self.sent, pick))

    @rule()
    def everything_is_sent_again(self) -> None:
        for request in list(self.sent):
            if not (request.key is None and request.kind in ("open", "import")):  # always a new match
                self.send(request)

    # --- what must come of it ----------------------------------------------------------------------------------------

    def ask(
        self, kind: str, path: str, body: Any = None, token: str | None = None, keyed: bool = False, wanted: str = ""
    ) -> None:
        key = f"{len(self.sent):04}-5f0c2d7be19a" if keyed else None
        if token:
            path = f"/matches/{self.tokens[token][0]}" + (f"/{path}" if path else "")
        request = Request(kind, path, body, token, key, wanted)
        self.sent.append(request)
        self.send(request)

    def send(self, request: Request) -> None:
        """Sends it and holds the reply against what it must be, judged before."""
        headers = _bearer(request.token) | ({"Idempotency-Key": request.key} if request.key else {})
        method, body = "GET" if request.body is None else "POST", {"json": request.body}
        if isinstance(request.body, str):
            body = {"data": request.body}
            headers |= {"Content-Type": "application/x-ndjson"}
        arms = {"open": self._opens, "import": self._opens, "join": self._joins, "renew": self._renews}
        arms |= {
            "close": self._closes,
            "read": self._reads,
            "look": self._looks,
            "record": self._records,
            "watch": self._reads,
            **self.arms,
        }
        wanted, then = arms[request.kind](request)
        reply = self.client.open(
            BASE + request.path, method=method, headers=headers, **(body if method == "POST" else {})
        )
        told = reply.json if reply.is_json else {}
        assert (reply.status_code, told.get("code")) == wanted, (request, wanted, told)
        if then:
            then(told)
        else:
            assert "token" not in told and "tokens" not in told and "join_code" not in told

    def _opens(self, request: Request) -> Any:
        given = self.given.get((request.kind, request.key or ""))
        if given:
            return self._given_again(given, "scorer")

        def then(told: Any) -> None:
            assert told["id"] not in self.matches and set(told["tokens"]) == set(ROLES)
            closed = told["status"] == "closed"
            self.matches[told["id"]] = Match({role: set() for role in ROLES}, None, closed=closed)
            for role, token in told["tokens"].items():
                self._give(told["id"], role, token)
            self._give(told["id"], JOIN, told["join_code"])
            self._note(request, request.kind, told["id"], told["tokens"], told["join_code"])

        return (201, None), then

    def _joins(self, request: Request) -> Any:
        code, role = request.body["code"], request.wanted
        match = self._match_of(code)
        given = self.given.get(("join", request.key or ""))
        if match is None:
            return (404, "no-such-code"), None
        known, seated = self.matches[match], role in SEATS
        if given and self._lasts(given, role):
            return self._given_again(given, role)
        if seated and known.closed:
            return (409, "match-closed"), None
        if role in known.taken:
            return (409, "seat-taken"), None
        if given:
            return (409, "idempotency-key-expired"), None

        def then(told: Any) -> None:
            assert told["match"] == match and told["seat"] == role
            if seated:  # what dies is the token that nobody has joined with
                known.tokens[role] = set()
                known.taken.add(role)
            self._give(match, role, told["token"])
            self._note(request, "join", match, {role: told["token"]})

        return (201, None), then

    def _renews(self, request: Request) -> Any:
        match, of = self.tokens[request.token or ""]
        known, role = self.matches[match], request.wanted
        if not self._lives(match, of, request.token):
            return (401, "unauthorized"), None
        if of != "scorer":
            return (403, "forbidden"), None
        if given := self.given.get((match, request.key or "")):
            return self._given_again(given, role)

        def then(told: Any) -> None:
            assert told["match"] == match and told["role"] == role
            if role == JOIN:
                fresh = told["join_code"]
                assert (fresh is None) == (request.body.get("open") is False) and "token" not in told
                known.code = None
                self._note(request, match, match, {JOIN: fresh or ""})
            else:
                fresh = told["token"]
                known.tokens[role] = set()
                known.taken.discard(role)
                self._note(request, match, match, {role: fresh})
            if fresh:
                self._give(match, role, fresh)

        return (201, None), then

    def _closes(self, request: Request) -> Any:
        match, of = self.tokens[request.token or ""]
        if not self._lives(match, of, request.token):
            return (401, "unauthorized"), None
        if self.matches[match].closed:
            return (409, "match-closed"), None
        return (201, None), lambda told: setattr(self.matches[match], "closed", True)

    def _records(self, request: Request) -> Any:
        match, of = self.tokens[request.token or ""]
        if not self._lives(match, of, request.token):
            return (401, "unauthorized"), None
        if of != "scorer":
            return (403, "forbidden"), None
        if self.matches[match].closed and (match, request.key) not in self.recorded:
            return (409, "match-closed"), None
        return (201, None), lambda told: self.recorded.add((match, request.key)) if request.key else None

    def _reads(self, request: Request) -> Any:
        token = request.token or request.wanted
        opens = self._lives(*self.tokens[token], token)
        return ((200, None) if opens else (401, "unauthorized")), None

    def _looks(self, request: Request) -> Any:
        return ((200, None) if self._match_of(request.path.rpartition("/")[2]) else (404, "no-such-code")), None

    def _given_again(self, given: Given, needed: str) -> Any:
        """Fresh secrets for those that were given and live, and for no other."""
        if not self._lasts(given, needed):
            return (409, "idempotency-key-expired"), None
        living = {role for role, secret in given.secrets.items() if self._lives(given.match, role, secret)}

        def then(told: Any) -> None:
            fresh = told.get("tokens") or {needed: told.get("token") or told.get("join_code") or ""}
            assert fresh.keys() == living and not set(fresh.values()) & set(given.secrets.values()) - {""}
            for role, secret in fresh.items():
                if role != JOIN:
                    self.matches[given.match].tokens[role].remove(given.secrets[role])
                self._give(given.match, role, secret)
            if "tokens" in told:
                lives = self.matches[given.match].code == given.code
                assert told["id"] == given.match and told["join_code"] == (given.code if lives else None)
            given.secrets = fresh

        return (201, None), then

    def _lasts(self, given: Given, needed: str) -> bool:
        late = abs(self.now - given.at) > timedelta(minutes=REPEAT_MINUTES)
        return not late and self._lives(given.match, needed, given.secrets.get(needed))

    def _lives(self, match: str, role: str, secret: str | None) -> bool:
        known = self.matches[match]
        return (known.code or "") == secret if role == JOIN else secret in known.tokens[role]

    def _match_of(self, code: str) -> str | None:
        return next((match for match, known in self.matches.items() if known.code == code), None)

    def _note(self, request: Request, scope: str, match: str, secrets: dict[str, str], code: str | None = None) -> None:
        if request.key:
            self.given[scope, request.key] = Given(match, self.now, dict(secrets), code)

    def _give(self, match: str, role: str, secret: str) -> None:
        """A secret that was given out for the first time."""
        if role == JOIN:
            assert secret == "" or secret not in self.codes
            self.matches[match].code = secret or None
            self.codes |= {secret: match} if secret else {}
        else:
            assert secret not in self.tokens
            self.tokens[secret] = match, role
            self.matches[match].tokens[role].add(secret)

    @invariant()
    def whoever_is_in_is_in_and_nobody_else(self) -> None:
        for token, (match, role) in self.tokens.items():
            opens = (match, role) if self._lives(match, role, token) else None
            assert self.service.role_of(token) == opens, (match, role)
        for code in self.codes:
            assert self._store.match_of_code(joining.hashed(code)) == self._match_of(code)
        for match, known in self.matches.items():
            assert self._store.taken_seats(match) == known.taken
            # At a seat there is one: whoever was given a fresh token for it was not given another's place.
            assert all(len(known.tokens[role]) == 1 for role in ("scorer", *SEATS))

    def teardown(self) -> None:
        if self.sent:
            self.everything_is_sent_again()
            self.whoever_is_in_is_in_and_nobody_else()
        self._store.close()


class RevokedInAFile(Revoked):
    """The same over SQLite."""

    def store(self) -> Store:
        self._folder = tempfile.TemporaryDirectory()
        return SqliteStore(str(Path(self._folder.name) / "referee.db"))

    def teardown(self) -> None:
        super().teardown()
        self._folder.cleanup()


def _bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _one(known: Any, pick: int) -> Any:
    return list(known)[pick % len(known)]


TestRevoked = Revoked.TestCase
TestRevoked.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck), phases=[Phase.generate],  # shrinking takes minutes
)  # fmt: skip
TestRevokedInAFile = RevokedInAFile.TestCase
TestRevokedInAFile.settings = settings(TestRevoked.settings, max_examples=20)
