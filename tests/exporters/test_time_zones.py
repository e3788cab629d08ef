"""Days and hours that people read are the table's own: its time zone comes with the opening, and data files keep the moment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import orjson
import pytest

from referee.events.log import Recorded
from referee.exporters import FORMATS, Source
from referee.exporters.words import opened_when
from referee.game import commands as ask
from referee.game.timeline import Timeline, fold
from referee.importing.logs import imported
from referee.rules.options import Rules
from referee.service import Service, joining
from referee.stores.memory import MemoryStore

MIDNIGHT = "2026-11-30T23:53:00.000Z"
ZONES = [
    ("Asia/Kathmandu", "2026-12-01 05:38", "Asia/Kathmandu"),
    ("Asia/Yerevan", "2026-12-01 03:53", "Asia/Yerevan"),
    ("Asia/Kuala_Lumpur", "2026-12-01 07:53", "Asia/Kuala_Lumpur"),
    ("America/New_York", "2026-11-30 18:53", "America/New_York"),
    (None, "2026-11-30 23:53", "UTC"),
    ("Mars/Olympus", "2026-11-30 23:53", "UTC"),
]


def service() -> Service:
    return Service(MemoryStore(), clock=lambda: MIDNIGHT)


def opened(zone: str | None) -> tuple[Service, str]:
    here = service()
    return here, joining.open_match(here, ask.OpenMatch(Rules(), time_zone=zone)).match


def timeline_of(zone: str | None) -> Timeline:
    here, match = opened(zone)
    return here.timeline(match)


def exported(here: Service, match: str, format_: str) -> bytes:
    source = Source(lambda: here.store.events(match), lambda: here.timeline(match))
    return b"".join(FORMATS[format_].write(source))


@pytest.mark.parametrize(("zone", "shown", "named"), ZONES)
def test_the_day_is_that_of_the_tables_calendar(zone: str | None, shown: str, named: str) -> None:
    timeline = timeline_of(zone)
    assert opened_when(timeline, hour=True) == (shown, named)
    here, match = opened(zone)
    assert shown[:10].encode() in exported(here, match, "line")
    assert MIDNIGHT.encode() in exported(here, match, "json") and MIDNIGHT.encode() in exported(here, match, "txt")


@pytest.mark.poppler
def test_the_sheet_says_whose_day_it_is(tmp_path: Path) -> None:
    here, match = opened("Asia/Kathmandu")
    file = tmp_path / "sheet.pdf"
    file.write_bytes(exported(here, match, "pdf"))
    told = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout
    assert "2026-12-01 Asia/Kathmandu" in told


@pytest.mark.parametrize("format_", ["txt", "ndjson", "json"])
def test_the_zone_leaves_and_comes_back(format_: str) -> None:
    here, match = opened("Asia/Kathmandu")
    there = service()
    again = imported(there, exported(here, match, format_)).match
    assert there.timeline(again).match.opening.time_zone == "Asia/Kathmandu"


def test_an_opening_without_a_zone_is_written_as_before() -> None:
    here, match = opened(None)
    first: Recorded = next(iter(here.store.events(match)))
    assert "time_zone" not in orjson.loads(first.data)
    assert fold(here.store.events(match)) is not None
