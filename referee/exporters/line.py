"""The result in one line, to paste in a chat: players, score, number of deals, and the start of the log's fingerprint."""

from __future__ import annotations

from collections.abc import Iterator

from referee.exporters.source import Source
from referee.exporters.words import deals_over, opened_when, result_text
from referee.i18n import text


def line(source: Source) -> Iterator[bytes]:
    """The one line, in the reader's language."""
    timeline = source.timeline()
    yield (
        text(
            "export.line",
            source.lang,
            date=opened_when(timeline)[0],
            result=result_text(timeline, source.lang),
            n=deals_over(timeline),
            anchor=f"{timeline.version}:{timeline.hash[:12]}",
        ).encode()
        + b"\n"
    )
