"""Schemathesis over the whole document against a real server: generated requests of every operation, alone and along links.

What the document cannot say is added here: which matches there are, which token opens which, and that no stream is endless."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import orjson
import schemathesis
from flask import Flask
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from referee.config import Settings
from referee.game.refused import Refused
from referee.http.app import api_document, create_app
from referee.service import Service, joining
from referee.service.access import ORGANISER, SCORER
from referee.service.core import is_night
from referee.service.nights import joining as nights
from referee.stores.memory import MemoryStore
from tests.http.clubs import Club
from tests.http.servers import running
from tests.http.tables import Table

ADMIN = "the-admin"
PHASES = ("examples", "coverage", "fuzzing", "stateful")
# A request of the right shape may still ask for what this table's rules do not have, or for what is over by now.
OF_THE_TABLE = {
    "incompatible-options", "idempotency-key-reused", "idempotency-key-weak", "stale-version", "unknown-card", "broken-log",
    "broken-notation", "not-importable", "no-such-movement",
}  # fmt: skip
IN_THE_RULES = {"not-in-the-rules", "card-too-often", "seat-twice", "version-twice", "not-unique", "too-many-planned"}


@dataclass
class Fuzzed:
    """How many requests went out by status, and what was wrong: one line a kind of failure and operation."""

    statuses: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)

    def note(self, event: events.ScenarioFinished) -> None:
        """Counts a scenario's requests and keeps what failed."""
        found = event.recorder
        for one in found.interactions.values():
            if one.response is not None:
                self.statuses[one.response.status_code] += 1
                self.phases[event.phase.name.lower()] += 1
        for case, checks in found.checks.items():
            for check in checks:
                if check.failure_info is not None and not _is_of_the_table(check.name, found.interactions[case]):
                    name = f"{check.name} {found.cases[case].value.operation.label}"
                    self.failures[name] = f"{check.failure_info.failure}\n{check.failure_info.code_sample}"


def _is_of_the_table(check: str, interaction: Any) -> bool:
    """Whether well-formed data was refused for what the table is, not for its form."""
    if check != "positive_data_acceptance":
        return False
    problem = orjson.loads(interaction.response.content)
    errors = {
        code
        for name, codes in problem.get("errors", {}).items()
        for code in codes
        if name != "rules.minimum_bid"  # how high it may be depends on the decks
    }
    return problem["code"] in OF_THE_TABLE or (problem["code"] == "invalid-request" and errors <= IN_THE_RULES)


class Tokens:
    """For schemathesis: the scorer's token of whatever match a request names, the organiser's of a night, the admin's
    elsewhere."""

    service: Service
    known: dict[str, str]

    def get(self, case: schemathesis.Case, context: schemathesis.AuthContext) -> str:
        """A token; one of a match that was opened on the way is renewed."""
        named = case.path_parameters
        address = str(named.get("night", named.get("match")))
        if address not in self.known:
            renew, role = (nights.renew, ORGANISER) if is_night(address) else (joining.renew, SCORER)
            try:
                self.known[address] = renew(self.service, address, role).token
            except Refused:
                return ADMIN
        return self.known[address]

    def set(self, case: schemathesis.Case, token: str, context: schemathesis.AuthContext) -> None:
        """Puts it where it belongs."""
        case.headers["Authorization"] = f"Bearer {token}"


def tables(app: Flask) -> list[Table]:
    """Matches in several phases."""
    opened = [Table(app) for _ in range(8)]
    for table in opened[2:]:
        table.to_play()
    for table in opened[4:]:
        table.play("N:JD E:TD S:KD W:QD N:AS E:QH S:9S W:JS")
    for table in opened[6:]:
        table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    return opened


def evenings(app: Flask) -> list[Club]:
    """Nights in several phases: nobody there yet, a round running, results missing, a round closed, closed."""
    opened = [
        Club(app, players, rounds=3, confirm=confirm)
        for players, confirm in ((0, "none"), (9, "both-teams"), *[(8, "none")] * 3)
    ]
    for club in opened[1:]:
        club.draw()
        club.slip(1, 1, 9, 4)
    for club in opened[3:]:
        club.done("rounds/1/close", {"leave_out": [2]})
    opened[4].done("close")
    return opened


class Bounded:
    """No stream waits: around the application."""

    def __init__(self, application: Any) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/stream"):
            asked = re.sub(r"(^|&)wait=1(?=&|$)", r"\1wait=0", environ.get("QUERY_STRING", ""))
            environ["QUERY_STRING"] = asked if "wait=" in asked else f"{asked}&wait=0"
        return self.application(environ, start_response)


def narrowed(document: dict[str, Any], matches: list[str], nights: list[str]) -> dict[str, Any]:
    """The document with the ids of these matches and nights in place of any text."""
    document = copy.deepcopy(document)
    for path, methods in document["paths"].items():
        for operation in methods.values() if path.startswith("/api/") else ():
            for parameter in operation["parameters"]:
                if ids := {"match": matches, "night": nights}.get(parameter.get("name")):
                    parameter["schema"] = {"type": "string", "enum": ids}
    return document


def fuzzed(examples: int, phases: Iterable[str] = PHASES, seed: int = 1, only: str | None = None) -> Fuzzed:
    """Sends at most so many requests for each operation and phase; the phase `coverage` has its own number."""
    service, found = Service(MemoryStore()), Fuzzed()
    app = create_app(service, Settings(rate_limit=False))
    opened: list[Table | Club] = [*tables(app), *evenings(app)]
    app.wsgi_app = Bounded(app.wsgi_app)  # type: ignore[method-assign]
    with running(app) as base:
        ids = [one.id for one in opened]
        document = narrowed(api_document(), [one for one in ids if not is_night(one)], list(filter(is_night, ids)))
        schema = schemathesis.openapi.from_dict(document, config=configured(base, examples, phases, seed))
        tokens = type(
            "TheseTokens",
            (Tokens,),
            {"service": service, "known": {one.id: next(iter(one.tokens.values())) for one in opened}},
        )
        schema.auth(refresh_interval=None)(tokens)
        for event in from_schema(schema.include(path_regex=only) if only else schema).execute():
            if isinstance(event, events.NonFatalError):
                found.failures[f"error {event.label}"] = f"{event.value!r}"
            if isinstance(event, events.ScenarioFinished):
                found.note(event)
    return found


def configured(base: str, examples: int, phases: Iterable[str], seed: int) -> SchemathesisConfig:
    """All checks, nothing kept on the disk."""
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "base-url": base,
            "continue-on-failure": True,
            "generation": {"max-examples": examples, "no-shrink": True, "database": "none", "deterministic": True},
            "phases": {name: {"enabled": name in phases} for name in PHASES},
        }
    )
