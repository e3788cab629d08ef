"""Kinds of files that people try to import and that hold no match: told apart by their first bytes, so that a refusal can name them."""

from __future__ import annotations

import re

_BEGINNINGS = {
    "PDF": re.compile(rb"%PDF-"),
    "XLSX": re.compile(rb"PK\x03\x04"),
    "PGN or PTN": re.compile(rb"\[(?:Event|Site|Date|Player1|Size) "),
    "PBN": re.compile(rb"% (?:PBN|EXPORT)|\[Board "),
    "HTML": re.compile(rb"<(?:!doctype html|html)", re.IGNORECASE),
    "CSV": re.compile(rb'(?:"?[^\n\[{"]*"?[,;\t]){5}'),
}


def kind_of(body: bytes) -> str | None:
    """The name of a kind of file that cannot be imported, None if it is none of these."""
    start = body[:1_000].lstrip()
    return next((kind for kind, beginning in _BEGINNINGS.items() if beginning.match(start)), None)
