"""What an exporter is given: the log as a stream, the table folded on demand, and the reader's language. Read-only."""

from __future__ import annotations

import datetime
import re
import zoneinfo
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.events.log import Recorded
from referee.game.timeline import Timeline
from referee.projections.withheld import Withheld, as_known, line_as_shown


class NotExportable(Exception):
    """A format that cannot carry this match; `reason` is a code, `facts` say what stands in the way."""

    def __init__(self, format_: str, reason: str, **facts: Any) -> None:
        super().__init__(f"{format_}: {reason}")
        self.format, self.reason, self.facts = format_, reason, facts


class Source(NamedTuple):
    """A match to be exported. `events` reads the log anew each time, `timeline` folds it: streams need only the first.
    `separator` is that of `csv`, `comma` or `semicolon`.

    It holds no address: an export names a match by the id under which its log was opened, and so the same log
    gives the same bytes wherever it is stored."""

    events: Callable[[], Iterator[Recorded]]
    timeline: Callable[[], Timeline]
    lang: str = "en"
    hidden: Withheld | None = None
    separator: str = "comma"

    def lines(self) -> Iterator[str]:
        """The log's lines, without what is withheld from the reader (R4.6)."""
        return (line_as_shown(recorded, self.hidden) for recorded in self.events())

    def known(self) -> Timeline:
        """The match as the reader may see it: of each withheld trick only the winner."""
        return as_known(self.timeline(), self.hidden)


def table_time(moment: str, zone: str | None) -> tuple[datetime.datetime, str]:
    """An ISO moment by the clock of a table, and the zone of that clock: UTC where `zone` is not known here."""
    at = datetime.datetime.fromisoformat(moment)
    try:
        return (at.astimezone(zoneinfo.ZoneInfo(zone)), zone) if zone else (at.astimezone(datetime.UTC), "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return at.astimezone(datetime.UTC), "UTC"


def file_name(match: str, extension: str, names: tuple[str | None, ...] = (), date: str = "") -> str:
    """The file's name in ASCII: `bid-euchre-2026-11-30-ann-bob-cat-dan-ID.pdf`, without what ASCII cannot express."""
    words = [_ascii(name) for name in names if name]
    parts = ["bid-euchre", date[:10], *[word for word in words if word], _ascii(match, lower=False)[-8:]]
    return "-".join(part for part in parts if part) + f".{extension}"


def _ascii(text: str, lower: bool = True) -> str:
    """The text with all but ASCII letters and digits replaced by single hyphens."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text.lower() if lower else text).strip("-")
