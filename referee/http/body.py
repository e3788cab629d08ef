"""Reading a body: size and media type first, then JSON, refusing whatever two parsers could read differently."""

from __future__ import annotations

import json
from typing import Any

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.game.refused import Refused


def whole_body() -> bytes:
    """The bytes of the body, whatever its type; raises Refused `payload-too-large` beyond `request.max_content_length`.

    Raises Refused `busy` if the server did not wait for the body because it has no room for it just now."""
    try:
        raw = request.get_data(cache=False)
        # If a body's length was not stated, Flask returns as much as is allowed and does not say that there is more.
        if request.environ.get("wsgi.input_terminated") and request.environ["wsgi.input"].read(1):
            raise RequestEntityTooLarge
    except RequestEntityTooLarge as error:
        raise Refused("payload-too-large", limit=request.max_content_length) from error
    if len(raw) < (request.content_length or 0):
        raise Refused("busy")
    return raw


def raw_body() -> bytes:
    """The bytes of the body; raises Refused `payload-too-large` or `unsupported-media-type`. No body needs no type."""
    environ, raw = request.environ, whole_body()
    plain = environ.get("CONTENT_TYPE") == "application/json" or request.is_json
    if raw and not (plain and environ.get("HTTP_CONTENT_ENCODING", "identity") == "identity"):
        raise Refused("unsupported-media-type", expected="application/json")
    return raw


def parsed(raw: bytes) -> Any:
    """The JSON value of a body, `{}` for none; raises Refused `malformed-json`.

    NaN, Infinity, duplicate keys, endless nesting and numbers of thousands of digits are refused as malformed."""
    if not raw:
        return {}
    try:
        return json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Refused("malformed-json") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key twice")
    return members


def _refuse(constant: str) -> Any:
    raise ValueError(constant)
