"""Compresses larger JSON replies for readers who take it, never one that contains a secret (docs/trust.md)."""

from __future__ import annotations

import gzip

from flask import Response, request

from referee.http.context import context
from referee.http.headers import of_compressed

LEAST = 1_000  # bytes; below that the headers weigh more than what is saved
JSON, LEVEL = "application/json", 1  # a third of the work of the usual one, and a tenth larger
# What only its owner may read. A reply with one of these also has names that anybody may have chosen.
SECRETS = frozenset({"tokens", "token", "join_code", "ticket"})


def compressed(reply: Response) -> Response:
    """The reply as it is sent: a compressed one has an ETag of its own, and says what it depends on."""
    if reply.mimetype == JSON and not reply.is_streamed and (reply.content_length or 0) >= LEAST and _without_secret():
        reply.vary.add("Accept-Encoding")
        if request.accept_encodings.quality("gzip") > 0:
            reply.set_data(gzip.compress(reply.get_data(), LEVEL, mtime=0))
            reply.headers["Content-Encoding"] = "gzip"
    tag = reply.headers.get("ETag")
    if tag and (reply.headers.get("Content-Encoding") == "gzip" or _has_compressed(reply, tag)):
        reply.headers["ETag"] = of_compressed(tag)
    return reply


def _without_secret() -> bool:
    """Whether the route that answers promises JSON of a known form without secrets."""
    promise = context().operations.get(request.endpoint or "")
    return promise is not None and promise.reply is not None and not SECRETS & set(promise.reply.__annotations__)


def _has_compressed(reply: Response, tag: str) -> bool:
    """Whether a 304 is about the compressed form, whose ETag the reader then named."""
    return reply.status_code == 304 and of_compressed(tag) in request.headers.get("If-None-Match", "")
