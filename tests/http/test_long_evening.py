"""A long evening over the wire: what the log and the replay of 1,214 entries fetch at a time is 30 kB at most, headers included."""

from __future__ import annotations

from typing import Any

import pytest

from tests.http.test_withheld_anywhere import served
from tests.matches import ENTRIES, long_evening

SCREEN = 30_000
HEADERS = 600  # bytes of a reply's own head and a little more, as in the first load


@pytest.fixture(scope="module")
def evening() -> Any:
    """The application that keeps the evening, and its address."""
    app, url = served(long_evening())
    return app.test_client(), url


def bytes_of(evening: Any, *paths: str) -> int:
    """What a phone gets for these readings."""
    client, url = evening
    head = {"Authorization": "Bearer token-scorer", "Accept-Encoding": "gzip"}
    replies = [client.get(f"{url}{path}", headers=head) for path in paths]
    assert {reply.status_code for reply in replies} == {200}
    print({path: len(reply.data) for path, reply in zip(paths, replies, strict=True)})
    return sum(len(reply.data) + HEADERS for reply in replies)


@pytest.mark.parametrize("at", [1, 600, ENTRIES])
def test_the_replay_opens_with_so_much(evening: Any, at: int) -> None:
    parts = {max(min(version, ENTRIES) - 1, 0) // 200 * 200 for version in (at - 20, at, at + 40)}
    tables = [f"?at={version}" for version in (at - 1, at, at + 1) if 1 <= version <= ENTRIES]
    assert bytes_of(evening, *(f"/entries?after={after}&limit=200" for after in parts), *tables) <= SCREEN


@pytest.mark.parametrize("deal", [1, 20, 38])
def test_the_log_of_a_deal_is_so_much(evening: Any, deal: int) -> None:
    assert bytes_of(evening, f"/entries?deal={deal}", f"/deals/{deal}") <= SCREEN // 5
