"""Logs that leave and come back: the same bytes, and nothing that anybody has touched."""

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import orjson
import pytest

from referee.events.log import FIRST_PREV, Recorded, parse_line, seal
from referee.exporters import FORMATS, NotExportable
from referee.game.commands import CountTricks, DeclareContract, OpenMatch, RecordResult
from referee.game.refused import Refused
from referee.importing.logs import format_of, imported
from referee.rules.options import rules_of
from referee.rules.seats import Seat
from referee.rules.trump import Trump
from referee.service import Service, acting, joining, keeping
from referee.service.access import SCORER
from tests.exporters.matches import random_match, service, source

SEEDS = range(40)
DOCS = Path(__file__).parent.parent.parent / "docs"


@cache
def played(seed: int) -> tuple[Service, str]:
    return random_match(Random(seed))


def exported(here: Service, match: str, format_: str) -> bytes:
    return b"".join(FORMATS[format_].write(source(here, match)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("format_", ["ndjson", "json"])
def test_export_import_export_gives_the_same_bytes(seed: int, format_: str) -> None:
    here, match = played(seed)
    body, there = exported(here, match, format_), service("there")
    came = imported(there, body).match
    assert came != match
    assert list(there.events(came)) == list(here.events(match))
    assert all(exported(there, came, one) == exported(here, match, one) for one in ("ndjson", "json", "csv", "line"))
    assert keeping.verification(there, came)["ok"]


def test_an_imported_match_goes_on_and_keeps_its_birth() -> None:
    here, match = played(next(seed for seed in SEEDS if not played(seed)[0].timeline(played(seed)[1]).match.closed))
    there = service("there")
    came = imported(there, exported(here, match, "ndjson"))
    from referee.game.commands import Close

    acting.act(there, came.match, Close(abandoned=True), SCORER)
    last = list(there.events(came.match))[-1]
    assert last.match == match
    assert there.role_of(came.tokens["scorer"]) == (came.match, "scorer")
    assert joining.match_of_code(there, came.join_code or "") == came.match


def refused(body: bytes, format_: str | None = None) -> tuple[object, object]:
    there = service("there")
    with pytest.raises(Refused) as error:
        imported(there, body, format_)
    assert error.value.code == "broken-log"
    assert list(there.store.matches()) == []
    return error.value.facts["version"], error.value.facts["reason"]


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_a_touched_log_is_refused_at_the_first_event_that_is_wrong(seed: int) -> None:
    here, match = played(seed)
    lines, random = exported(here, match, "ndjson").splitlines(), Random(seed)
    acts = [event.act for event in here.events(match)]
    single = [at for at in range(1, len(lines) - 2) if acts[at - 1] != acts[at] != acts[at + 1] != acts[at + 2]]
    assert single, "every act of this log has several events"
    at = random.choice(single)  # an act of several events is judged as a whole
    assert refused(b"\n".join(lines[:at] + lines[at + 1 :])) == (at + 1, "gap")
    assert refused(b"\n".join(lines[: at + 1] + lines[at:])) == (at + 2, "gap")
    assert refused(b"\n".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])) == (at + 1, "gap")
    inserted = lines[at].replace(b'"version":%d}' % (at + 1), b'"version":%d}' % (at + 2))
    assert refused(b"\n".join(lines[: at + 1] + [inserted] + lines[at + 1 :])) == (at + 2, "prev")
    edited = lines[at].replace(b'"by":"', b'"by":"x')
    assert refused(b"\n".join([*lines[:at], edited, *lines[at + 1 :]])) == (at + 1, "hash")
    assert refused(b"\n".join([*lines[:at], b"{}", *lines[at + 1 :]])) == (at + 1, "no-event")
    assert refused(b"\n".join([*lines[:at], b"", *lines[at:]])) == (at + 1, "no-event")


def rehashed(log: list[Recorded]) -> bytes:
    """The log written anew by a forger: every hash is right."""
    prev, lines = FIRST_PREV, []
    for number, event in enumerate(log, 1):
        whole = seal(event.match, number, event.act, event.type, orjson.loads(event.data), event.by, event.at, prev)
        lines.append(whole.line.encode())
        prev = whole.hash
    return b"\n".join(lines)


FORGERIES = [
    ("match", {"match": "another"}, "match"),
    ("time", {"at": "yesterday"}, "at"),
    ("role", {"by": "somebody"}, "by"),
    ("act", {"act": 1}, "act"),
    ("type", {"type": "card-dreamt"}, "unreadable"),
]


@pytest.mark.parametrize("name,change,reason", FORGERIES, ids=[row[0] for row in FORGERIES])
def test_a_log_written_anew_must_still_follow(name: str, change: dict[str, object], reason: str) -> None:
    here, match = played(3)
    log = list(here.events(match))
    at = next(at for at in range(8, len(log) - 1) if log[at - 1].act != log[at].act != log[at + 1].act)
    log[at] = log[at]._replace(**change)
    assert refused(rehashed(log))[1] == reason


@pytest.mark.parametrize("seed", range(30))
def test_random_forgeries_are_refused_or_are_possible_matches(seed: int) -> None:
    here, match = played(seed)
    log, random = list(here.events(match)), Random(seed)
    for _ in range(8):
        forged, at = list(log), random.randrange(len(log))
        data = orjson.loads(log[at].data)
        if not data:
            continue
        name = random.choice(list(data))
        data[name] = random.choice(
            [None, 0, 7, -1, "", "x", "N", "9C", [], {}, ["9C"], True, 10**12, 1.0, {"trick": 1.0}]
        )
        forged[at] = log[at]._replace(data=orjson.dumps(data).decode())
        there = service("there")
        body = rehashed(forged)
        try:
            came = imported(there, body, "ndjson")
        except Refused as error:
            assert error.code == "broken-log"
        else:
            assert exported(there, came.match, "ndjson").removesuffix(b"\n") == body


@pytest.mark.parametrize(
    "body", [b"", b"{", b"{}", b'{"events":{}}', b'{"events":[]}', b'{"events":[1]}', b"[]", b"null"]
)
def test_what_is_no_log(body: bytes) -> None:
    assert refused(body, "json")[0] == 1


def test_names_of_an_imported_log_keep_to_the_door() -> None:
    here, match = played(3)
    log = list(here.events(match))
    data = orjson.loads(log[0].data)
    for name in ("", " ", "x" * 41, "a\nb", "a\u2028b", "\u202eeve", "\u2066", "\u200b", "\u3164"):
        data["players"]["N"] = name
        log[0] = log[0]._replace(data=orjson.dumps(data).decode())
        assert refused(rehashed(log)) == (1, "name")


def test_the_ten_lines_of_the_documentation(tmp_path: Path) -> None:
    text = (DOCS / "log-format.md").read_text()
    found = re.search(r"```python\n(.*?)```", text, re.S)
    assert found and len([line for line in found[1].splitlines() if line.strip()]) <= 12
    program, log = tmp_path / "check.py", tmp_path / "log.ndjson"
    program.write_text(found[1])
    here, match = played(3)
    log.write_bytes(exported(here, match, "ndjson"))
    head = here.timeline(match)

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, program, log], capture_output=True, text=True, check=False)

    assert run().stdout.strip() == f"{head.version}:{head.hash}"
    log.write_bytes(log.read_bytes().replace(b'"scorer"', b'"viewer"', 1))
    assert "was changed" in run().stderr


def test_an_event_survives_another_writing_of_its_line() -> None:
    here, match = played(3)
    event = next(here.events(match))
    assert parse_line(orjson.dumps(orjson.loads(event.line), option=orjson.OPT_INDENT_2), 1) == event


@pytest.mark.parametrize("format_", ["ndjson", "json", "txt", "egn"])
@pytest.mark.parametrize("touched", [
    lambda body: b"\xef\xbb\xbf" + body,
    lambda body: body.replace(b"\n", b"\r\n"),
    lambda body: body + b"\n\n",
    lambda body: body.rstrip(),
], ids=["a byte order mark", "Windows ends of lines", "empty lines at the end", "no end of the last line"])  # fmt: skip
def test_what_other_programs_do_to_a_file_does_not_matter(format_: str, touched: Callable[[bytes], bytes]) -> None:
    here, match = without_rulings()
    there = service("there")
    came = imported(there, touched(exported(here, match, format_)))
    assert there.timeline(came.match).match.score == here.timeline(match).match.score
    if format_ in ("ndjson", "json"):
        assert list(there.events(came.match)) == list(here.events(match))


def without_rulings() -> tuple[Service, str]:
    """A match of two deals that every format can carry."""
    here = service()
    match = joining.open_match(here, OpenMatch(rules_of("classic", {}), players={Seat.N: "Àn’n"})).match
    for trump in (Trump.HEARTS, Trump.SPADES):
        result = RecordResult(DeclareContract(Seat.N, "4", trump), CountTricks(5, 1))
        acting.act(here, match, result, SCORER)
    return here, match


@pytest.mark.parametrize(("kind", "body"), [
    ("CSV", b"deal,N,E,S,W,dealer,maker\r\n1,Ann,Bob"),
    ("CSV", "\ufeffDeal;North;East;South;West;Dealer;Maker\r\n".encode()),
    ("CSV", b'"deal","N","E","S","W","dealer"\n'),
    ("PGN or PTN", b'[Event "Fife"]\n[Site "?"]\n'),
    ("PGN or PTN", b'[Player1 "Ann"]\n[Size "6"]\n'),
    ("PBN", b'% PBN 2.1\n[Event ""]\n'),
    ("PDF", b"%PDF-1.7\n"),
    ("XLSX", b"PK\x03\x04\x14\x00"),
    ("HTML", b"<!DOCTYPE html><html>"),
])  # fmt: skip
def test_a_file_of_another_kind_is_named(kind: str, body: bytes) -> None:
    for format_ in (None, "txt"):
        with pytest.raises(Refused) as error:
            imported(service(), body, format_)
        assert (error.value.code, error.value.facts) == ("not-importable", {"kind": kind})


@pytest.mark.parametrize("format_", ["ndjson", "json", "txt", "egn"])
@pytest.mark.parametrize("seed", SEEDS[:12])
def test_what_is_exported_is_taken_for_no_other_kind(format_: str, seed: int) -> None:
    here, match = played(seed)
    with suppress(NotExportable):
        assert format_of(exported(here, match, format_)) == format_
