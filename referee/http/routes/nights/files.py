"""A night for a spreadsheet or a printer: csv, xlsx, the standings to hang up, and a round's score slips."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from flask import Blueprint, Response, request

from referee.exporters.nights import NIGHT_FORMATS, NightSource, slips
from referee.exporters.nights.source import Paper
from referee.game.refused import Refused
from referee.http.auth import Visitor
from referee.http.context import context
from referee.http.headers import language
from referee.http.promises import NIGHT, SEPARATOR, Operation, Parameter
from referee.http.replies import match_headers, number_asked, separator_asked
from referee.http.routing import operation
from referee.nights.fold import Evening
from referee.nights.judges import some_round
from referee.service.nights.results import settled

routes = Blueprint("night_files", __name__)
PDF = "application/pdf"
PAPERS = ("a4", "letter")
PAPER = Parameter("paper", {"type": "string", "enum": list(PAPERS)}, "Of a PDF: the size of its pages, A4 if not said")
ROUND = Parameter("round", {"type": "integer", "minimum": 1}, "The round, the newest if not said")
MEDIA = tuple(one.media_type.partition(";")[0] for one in NIGHT_FORMATS.values())
PROBLEMS = ("not-found", "no-such-round", "too-many-requests", "invalid-request")


@operation(
    routes, "GET", "/nights/<night>/exports/<format_>",
    Operation(
        f"The night as a file: {', '.join(NIGHT_FORMATS)}", NIGHT, media=MEDIA,
        query=(SEPARATOR, PAPER), problems=PROBLEMS,
    ),
)  # fmt: skip
def export_night(who: Visitor, format_: str) -> Response:
    """Standings and rounds in the reader's language."""
    if format_ not in NIGHT_FORMATS:
        raise Refused("not-found")
    chosen = NIGHT_FORMATS[format_]
    return _sent(who, chosen.media_type, format_, lambda evening: chosen.write(_source(evening)))


@operation(
    routes, "GET", "/nights/<night>/slips.pdf",
    Operation("Score slips of a round, to print", NIGHT, media=(PDF,), query=(ROUND, PAPER), problems=PROBLEMS),
)  # fmt: skip
def print_slips(who: Visitor) -> Response:
    """Four slips to a page, each with a code that opens its table."""
    number = number_asked("round", low=1)

    def written(evening: Evening) -> bytes:
        newest = len(evening.night.rounds)
        some_round(evening.night, number or newest)
        return slips(_source(evening), number or newest)

    return _sent(who, PDF, "pdf", written)


def _source(evening: Evening) -> NightSource:
    paper = request.args.get("paper", "a4")
    if paper not in PAPERS:
        raise Refused("invalid-request", errors={"paper": ["not-one-of"]})
    return NightSource(evening, language(), separator_asked(), cast(Paper, paper), request.host_url.rstrip("/"))


def _sent(who: Visitor, media: str, extension: str, written: Callable[[Evening], bytes]) -> Response:
    """The file at the newest version; few are made at a time."""
    service = context().service
    evening, lang = settled(service, who.match), language()
    leave = context().heavy.enter(who.token_hash)
    try:
        body = written(evening)
    finally:
        leave()
    called = f"bid-euchre-night-{evening.opened_at[:10]}-{who.match[-8:]}.{extension}"
    headers = [*match_headers(evening.anchor, lang), ("Content-Type", media)]
    return Response(body, headers=[*headers, ("Content-Disposition", f'attachment; filename="{called}"')])
