"""Exports, verification and whole logs are few at a time, in all and for each token, and end when nobody reads them (docs/trust.md)."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest

from referee.config import Settings
from referee.exporters import FORMATS, NotExportable, Source
from referee.exporters.pdf import MOST_ROWS
from referee.game import commands as ask
from referee.game.refused import Refused
from referee.http.context import EXTENSION
from referee.http.gate import EACH, IN_ALL, LONG, Gate, while_read
from referee.rules.seats import Team
from referee.service import acting
from referee.wsgi import application
from tests.http.tables import Table, code_of
from tests.tables import played

HEAVY = ["verification", *(f"exports/{name}" for name in FORMATS)]


def test_one_reader_has_so_many_places_and_nobody_more_than_all() -> None:
    gate = Gate(in_all=3, each=2, wait_seconds=0)
    first, second = gate.enter("a"), gate.enter("a")
    assert refused(gate, "a")
    third = gate.enter("b")
    assert refused(gate, "c")
    third()
    third()  # frees one place, however often it is called
    gate.enter("c")
    assert refused(gate, "b")
    first()
    gate.enter("a")
    second()
    gate.enter("a")
    assert gate._readers == {"a": 2, "c": 1}


def refused(gate: Gate, reader: str) -> bool:
    """Whether there is no place for a reader; then it holds none either."""
    before = gate._readers.copy()
    with pytest.raises(Refused) as no:
        gate.enter(reader)
    assert (no.value.code, gate._readers) == ("too-many-requests", before)
    return True


def test_who_waits_gets_the_place_that_comes_free() -> None:
    gate = Gate(in_all=1, each=2, wait_seconds=30)
    leave = gate.enter("a")
    threading.Timer(0.05, leave).start()
    gate.enter("b")
    assert gate._readers == {"b": 1}


@pytest.mark.parametrize("path", HEAVY)
def test_a_heavy_read_takes_a_place_and_leaves_it(table: Table, path: str) -> None:
    gate = gate_of(table)
    leave = [gate.enter("others") for _ in range(IN_ALL)]
    gate._wait = 0
    reply = table.get(path)
    assert code_of(reply) == (429, "too-many-requests") and int(reply.headers["Retry-After"]) > 0
    for one in leave:
        one()
    for _ in range(2 * IN_ALL):
        with table.get(path) as reply:
            assert reply.status_code == 200
    assert not gate._readers


def gate_of(table: Table) -> Gate:
    """Where the heavy reads of a table's application go through."""
    gate = table.client.application.extensions[EXTENSION].heavy
    assert isinstance(gate, Gate)
    return gate


def test_what_is_refused_or_not_modified_leaves_no_place_taken(table: Table) -> None:
    tag = table.get("exports/csv").headers["ETag"]
    for _ in range(EACH + 1):
        assert table.get("exports/csv", headers={"If-None-Match": tag}).status_code == 304
        assert table.get("exports/nothing").status_code == 404
        assert table.get("verification?anchor=x").status_code == 422
    double = Table(table.client.application, rules={"preset": "double-deck"})
    for _ in range(EACH + 1):
        assert code_of(double.get("exports/egn")) == (409, "export-not-possible")
    assert not gate_of(table)._readers


def test_a_page_of_the_log_is_no_heavy_read(table: Table) -> None:
    gate = gate_of(table)
    taken = [gate.enter("others") for _ in range(IN_ALL)]
    statuses = [
        table.get("events", headers={"Accept": accept}).status_code for accept in ("application/x-ndjson", "*/*")
    ]
    for leave in taken:
        leave()
    assert statuses == [200, 200]


def test_the_list_of_a_long_log_is_a_heavy_read_and_that_of_a_short_one_is_none(table: Table) -> None:
    gate = gate_of(table)
    gate._wait = 0
    taken = [gate.enter("others") for _ in range(IN_ALL)]
    assert table.get("entries?limit=1").status_code == 200
    service = table.client.application.extensions[EXTENSION].service
    while service.version(table.id) <= LONG:
        acting.act(service, table.id, ask.AdjustScore(Team.NS, 1, "agreed"), "scorer")
    assert code_of(table.get("entries?limit=1")) == (429, "too-many-requests")
    for leave in taken:
        leave()
    assert [table.get("entries?limit=1").status_code for _ in range(2 * IN_ALL)] == [200] * 2 * IN_ALL
    assert not gate._readers


def test_nothing_more_is_written_once_the_reader_is_gone() -> None:
    written = []

    def pieces() -> Iterator[bytes]:
        for number in range(10):
            written.append(number)
            yield b"x"

    gone, left = (lambda: len(written) == 3), list[bool]()
    read = while_read(pieces(), gone, lambda: left.append(True))
    assert next(read) == b"x" and not left
    assert list(read) == [b"x"] and written == [0, 1, 2] and left == [True]


def test_a_sheet_that_nobody_would_print_is_refused_before_it_is_drawn() -> None:
    def write(timeline: object) -> bytes:
        return b"".join(FORMATS["pdf"].write(Source(lambda: iter(()), lambda: timeline)))  # type: ignore[arg-type,return-value]

    fits = played(*["adjust NS 1", "adjust NS -1"] * (MOST_ROWS // 2 - 1), "adjust NS 1")
    with pytest.raises(NotExportable) as error:
        FORMATS["pdf"].write(
            Source(lambda: iter(()), lambda: played(*["adjust NS 1", "adjust NS -1"] * (MOST_ROWS // 2)))
        )
    assert (error.value.reason, error.value.facts) == ("too-long", {"rows": MOST_ROWS + 1, "most": MOST_ROWS})
    assert write(fits).startswith(b"%PDF")


def test_a_thread_that_computes_gives_way_soon() -> None:
    """An act needs the interpreter a dozen times, and two exports would each keep it for 5 ms (benchmarks.beside)."""
    before = sys.getswitchinterval()
    try:
        application(Settings(database="memory:"))
        assert sys.getswitchinterval() <= 0.0005 < before
    finally:
        sys.setswitchinterval(before)
