"""A match as bytes, one file per format; other packages need only the table below. Exporters read, and decide nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.exporters.csv import SEPARATORS, csv
from referee.exporters.egn import egn
from referee.exporters.json import json
from referee.exporters.line import line
from referee.exporters.ndjson import ndjson
from referee.exporters.source import NotExportable, Source, file_name
from referee.exporters.txt import txt


class Format(NamedTuple):
    """An export format. `worded`: the bytes depend on the reader's language; `write` streams them."""

    media_type: str
    extension: str
    worded: bool
    write: Callable[[Source], Iterator[bytes]]


def _pdf(source: Source) -> Iterator[bytes]:
    from referee.exporters.pdf import pdf  # here, since drawing imports much that nothing else needs

    return pdf(source)


def _xlsx(source: Source) -> Iterator[bytes]:
    from referee.exporters.xlsx import xlsx

    return xlsx(source)


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "json": Format("application/json", "json", False, json),
        "ndjson": Format("application/x-ndjson", "ndjson", False, ndjson),
        "csv": Format("text/csv; charset=utf-8", "csv", True, csv),
        "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx", True, _xlsx),
        "pdf": Format("application/pdf", "pdf", True, _pdf),
        "txt": Format("text/plain; charset=utf-8", "txt", False, txt),
        "egn": Format("application/vnd.euchre-game-notation+json", "egn", True, egn),
        "line": Format("text/plain; charset=utf-8", "txt", True, line),
    }
)

__all__ = ["FORMATS", "SEPARATORS", "Format", "NotExportable", "Source", "file_name"]
