"""A club night as a file for a spreadsheet or a printer: standings, rounds, score slips. Its log as a file is of `nights.logs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.exporters.nights.source import NightSource


class NightFormat(NamedTuple):
    """A format: its media type, and what writes the bytes in the reader's language."""

    media_type: str
    write: Callable[[NightSource], bytes]


def _csv(source: NightSource) -> bytes:
    from referee.exporters.nights.tables import csv

    return csv(source)


def _xlsx(source: NightSource) -> bytes:
    from referee.exporters.nights.tables import xlsx  # here, since these import much that nothing else needs

    return xlsx(source)


def _pdf(source: NightSource) -> bytes:
    from referee.exporters.nights.paper import standings_pdf

    return standings_pdf(source)


def slips(source: NightSource, number: int) -> bytes:
    """The score slips of a round, four to a page."""
    from referee.exporters.nights.paper import slips_pdf

    return slips_pdf(source, number)


NIGHT_FORMATS: Mapping[str, NightFormat] = MappingProxyType(
    {
        "csv": NightFormat("text/csv; charset=utf-8", _csv),
        "xlsx": NightFormat("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx),
        "pdf": NightFormat("application/pdf", _pdf),
    }
)

__all__ = ["NIGHT_FORMATS", "NightFormat", "NightSource", "slips"]
