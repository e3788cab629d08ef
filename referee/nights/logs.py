"""The log of a night as a file that can be imported again: the log itself, or with the night and its standings around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from orjson import dumps

from referee.events.log import Recorded
from referee.nights.fold import Evening
from referee.nights.scores import standings_view
from referee.nights.views import night_view

Write = Callable[[Evening, Iterable[Recorded]], Iterator[bytes]]


def ndjson(evening: Evening, log: Iterable[Recorded]) -> Iterator[bytes]:
    """One event a line, byte for byte as it was written."""
    for recorded in log:
        yield f"{recorded.line}\n".encode()


def json(evening: Evening, log: Iterable[Recorded]) -> Iterator[bytes]:
    """One document that stands alone. It names the night by the id under which its log was opened, so that the same log
    gives the same bytes wherever it is stored."""
    yield b'{"format":"referee-night","night":' + dumps(night_view(evening.recorded.match, evening))
    yield b',\n"standings":' + dumps(standings_view(evening)) + b',\n"events":['
    for number, recorded in enumerate(log):
        yield f"{',' if number else ''}\n{recorded.line}".encode()
    yield b"\n]}\n"


LOGS: Mapping[str, Write] = {"ndjson": ndjson, "json": json}
