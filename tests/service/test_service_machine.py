"""Anything asked of the service in any order, refused and accepted mixed: two stores give the same answers, and the log stays whole."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.game import commands as ask
from referee.game.refused import Refused
from referee.game.timeline import Timeline, fold
from referee.rules.seats import SEATS
from referee.service import Service, acting, joining, keeping
from referee.service.access import ROLES, SCORER
from referee.service.answers import Key
from referee.stores.memory import MemoryStore
from referee.stores.sqlite import SqliteStore
from tests.strategies import Evening, any_command, any_rules
from tests.tables import AT

SEEDS = st.integers(0, 2**32)
BY = st.sampled_from([*ROLES, *[SCORER] * 6])


class Asked(RuleBasedStateMachine):
    """One match in a store in memory and in a SQLite file, and the game that is really played at its table."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        stores = (MemoryStore(), SqliteStore(str(Path(self._folder.name) / "referee.db")))
        self.services = [Service(store, lambda: AT, lambda: "m1") for store in stores]
        self.keyed: list[tuple[ask.Command, str, Key, Any]] = []

    @initialize(seed=SEEDS)
    def open(self, seed: int) -> None:
        random = Random(seed)
        rules = any_rules(random, 0.2)
        command = ask.OpenMatch(
            rules, first_dealer=random.choice(SEATS), recording=random.choice(("anyone", "own-seat"))
        )
        self.opened = [joining.open_match(service, command) for service in self.services]
        assert self.opened[0].timeline.match == self.opened[1].timeline.match
        self.evening = Evening(random, rules)
        self.version = 2

    def timeline(self) -> Timeline:
        return self.services[0].timeline("m1")

    def both(self, *asked: Any) -> Any:
        """What both stores lead to; they must agree. Refusals leave no trace."""
        outcomes = [_outcome(service, asked) for service in self.services]
        assert outcomes[0] == outcomes[1], outcomes
        outcome, before = outcomes[0], self.version
        self.version = self.services[0].store.head("m1")
        if isinstance(outcome, str) or outcome[3]:
            assert self.version == before
        return outcome

    @rule(seed=SEEDS, by=BY)
    def ask_anything(self, seed: int, by: str) -> None:
        self.both(any_command(Random(seed), self.timeline()), by)

    @rule()
    @precondition(lambda self: self.timeline().match.status == "playing")
    def play_on(self) -> None:
        self.evening.timeline = self.timeline()
        self.both(self.evening.next_act(), SCORER)

    @rule(seed=SEEDS, by=BY)
    def ask_with_a_key(self, seed: int, by: str) -> None:
        command, key = any_command(Random(seed), self.timeline()), Key(f"k{len(self.keyed)}", str(seed))
        outcome = self.both(command, by, None, key)
        if not isinstance(outcome, str):
            self.keyed.append((command, by, key, outcome))

    @rule(data=st.data())
    @precondition(lambda self: self.keyed)
    def ask_again(self, data: st.DataObject) -> None:
        command, by, key, first = data.draw(st.sampled_from(self.keyed))
        assert self.both(command, by, None, key) == (*first[:3], True)
        assert self.both(command, by, None, key._replace(fingerprint="other")) == "idempotency-key-reused"

    @rule(seed=SEEDS, behind=st.integers(1, 3))
    def ask_on_an_old_version(self, seed: int, behind: int) -> None:
        outcome = self.both(any_command(Random(seed), self.timeline()), SCORER, {self.version - behind})
        assert outcome in ("stale-version", "invalid-request", "incompatible-options", "unknown-card")

    @rule(role=st.sampled_from(ROLES))
    def join_and_renew(self, role: str) -> None:
        codes = [
            _code(lambda pair=pair: joining.join(pair[0], pair[1].join_code, role, "Eve"))
            for pair in self._pairs()
            if role != SCORER
        ]
        assert len(set(codes)) <= 1
        tokens = [joining.renew(service, "m1", role).token for service in self.services]
        assert [service.role_of(token) for service, token in zip(self.services, tokens, strict=True)] == [
            ("m1", role)
        ] * 2
        self.version = self.services[0].store.head("m1")

    def _pairs(self) -> list[Any]:
        return list(zip(self.services, self.opened, strict=True))

    @invariant()
    def both_logs_are_the_same_and_lead_to_this_table(self) -> None:
        if not hasattr(self, "version"):
            return
        logs = [list(service.events("m1")) for service in self.services]
        assert logs[0] == logs[1]
        assert [event.version for event in logs[0]] == list(range(1, self.version + 1))
        assert fold(logs[0]).match == self.timeline().match

    def teardown(self) -> None:
        for service in self.services:
            if hasattr(self, "version"):
                assert keeping.verification(service, "m1") == {
                    "ok": True,
                    "events": self.version,
                    "head": service.timeline("m1").hash,
                }
            service.store.close()
        self._folder.cleanup()


def _outcome(service: Service, asked: tuple[Any, ...]) -> Any:
    """The code of a refusal; else the table, the events, the claim, and whether it was a replay."""
    try:
        answer = acting.act(service, "m1", *asked)
    except Refused as refused:
        return refused.code
    return answer.timeline.match, [event.line for event in answer.events], answer.claim, answer.replayed


def _code(work: Any) -> str:
    try:
        work()
    except Refused as refused:
        return refused.code
    return "done"


TestAnythingAsked = Asked.TestCase
TestAnythingAsked.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
