"""What a process remembers of a match is never what it is judged by: another process on the same store acts in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from tests.http.conftest import SETTINGS
from tests.http.tables import Table, code_of, plain


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Table, Table]]:
    """The same match as two processes serve it."""
    stores = [open_store(f"sqlite:///{tmp_path}/referee.db") for _ in range(2)]
    here = Table(create_app(Service(stores[0]), SETTINGS))
    there = Table(create_app(Service(stores[1]), SETTINGS))
    there.id, there.tokens, there.join_code = here.id, here.tokens, here.join_code
    here.bid("N:3")
    there.bid("E:pass")
    yield here, there
    for store in stores:
        store.close()


def test_an_act_on_an_older_table_is_judged_on_the_newest(two: tuple[Table, Table]) -> None:
    here, there = two
    here.bid("S:4")
    assert code_of(here.post("bids", {"seat": "S", "bid": "5"})) == (409, "not-your-turn")
    refused = there.post("bids", {"seat": "S", "bid": "5"})  # fits what is remembered there
    assert code_of(refused) == (409, "not-your-turn") and plain(refused.headers["ETag"]) == '"5-en"'
    there.bid("W:pass")  # fits only what has happened since
    assert here.done("trump", {"suit": "D"})["version"] == 7


def test_a_key_is_known_to_the_process_that_did_not_act(two: tuple[Table, Table]) -> None:
    here, there = two
    key = {"Idempotency-Key": "k"}
    first = here.post("bids", {"seat": "S", "bid": "4"}, headers=key)
    again = there.post("bids", {"seat": "S", "bid": "4"}, headers=key)
    assert (again.status_code, again.json) == (201, first.json) and again.headers["Idempotency-Replayed"] == "true"
    assert code_of(there.post("bids", {"seat": "W", "bid": "5"}, headers=key)) == (422, "idempotency-key-reused")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("bids", {"seat": "S", "bid": "4"}),  # would have been accepted
        ("bids", {"seat": "N", "bid": "4"}),  # would have been refused by the rules,
        ("bids", {"seat": 1}),  # by the schema
        ("claims", {"kind": "renege", "by": "S", "accused": "E"}),
    ],
)
def test_a_token_renewed_elsewhere_opens_nothing(two: tuple[Table, Table], path: str, body: dict[str, object]) -> None:
    here, there = two
    fresh = there.done("tokens", {"role": "scorer"})["token"]
    refused = here.post(path, body)
    assert code_of(refused) == (401, "unauthorized") and "ETag" not in refused.headers
    assert code_of(here.post(path, body, headers={"If-Match": "no version"})) == (401, "unauthorized")
    here.tokens = {**here.tokens, "scorer": fresh}
    assert here.version() == 4
    here.bid("S:4")
