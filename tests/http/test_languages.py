"""Whatever depends on the reader's language says which it is, and that caches must not give it to another reader."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.exporters import FORMATS
from tests.http.tables import BASE, Table

OPEN = [
    "/", "/m/x", "/j/ABCDEF", "/league", "/manifest.webmanifest", "/problems/not-now", f"{BASE}/rules", f"{BASE}/rules/R4.3",
    f"{BASE}/rules/R99", f"{BASE}/matches/none", "/no-such-page", f"{BASE}/docs", f"{BASE}/standings",
]  # fmt: skip
OF_THE_MATCH = [
    "", "claims", "claims/1", "score", "deals/1", "events", "exports", "?at=3", "deals/9",
    *(f"exports/{format_}" for format_ in FORMATS),
]  # fmt: skip


def answers(app: Flask, table: Table, url: str) -> dict[str, tuple[bytes, str | None, str]]:
    found = {}
    for lang in ("en", "gd", "hy"):
        headers = {"Accept-Language": lang, "Authorization": f"Bearer {table.tokens['scorer']}"}
        reply = app.test_client().get(url, headers=headers)
        found[lang] = (reply.data, reply.headers.get("Content-Language"), ", ".join(reply.headers.getlist("Vary")))
    return found


@pytest.mark.parametrize("path", [*OPEN, *(f"match:{path}" for path in OF_THE_MATCH)])
def test_what_depends_on_the_language_says_so(app: Flask, path: str) -> None:
    table = Table(app, players={"N": "Ann"})
    table.disputed()
    table.done("claims", {"kind": "renege", "by": "S", "accused": "E", "trick": 2})
    found = answers(app, table, table.url(path.removeprefix("match:")) if path.startswith("match:") else path)
    assert all(found)
    if len({body for body, _, _ in found.values()}) > 1:
        for lang, (_, content_language, vary) in found.items():
            assert content_language == lang and "Accept-Language" in vary, (lang, content_language, vary)
