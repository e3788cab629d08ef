"""What requests and replies say in their headers: versions as ETags, languages, keys, and the policy of a page."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import orjson
from flask import Response, request

from referee.events.log import seal_of
from referee.game.refused import Refused
from referee.i18n import negotiate
from referee.service.answers import Key

PAGE_POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
# The least for a key whose repeat returns tokens: as random as a UUID, however that is written.
SECRET_KEY, DIFFERENT = 16, 6
_KEY = re.compile(r"[ -~]{1,200}")
_TAG = re.compile(r'(W/)?"([^"]*)"|([0-9]+)')
_TAGS = re.compile(rf"[\s,]*(?:{_TAG.pattern})(?:\s*,[\s,]*(?:{_TAG.pattern}))*[\s,]*")  # a list may have empty places
_VERSION = re.compile(r"([0-9]{1,9})(?:-([0-9a-f]{8}))?(?:-[a-z]{2,3})?(?:-gzip)?")
Anchor = tuple[int, str]  # a version and its hash


def etag(anchor: Anchor, lang: str | None = None) -> str:
    """`"17-3fa9c2d1"`, or `"17-3fa9c2d1-en"` if the body has texts."""
    return f'"{seal_of(anchor)}-{lang}"' if lang else f'"{seal_of(anchor)}"'


def of_compressed(tag: str) -> str:
    """The ETag of the same reply compressed: other bytes, so another strong ETag (RFC 9110, 8.8.3.3)."""
    return f'{tag[:-1]}-gzip"'


@lru_cache(512)
def _negotiated(accepted: str | None, chosen: str | None) -> str:
    return negotiate(accepted, chosen)


def language() -> str:
    """The reader's language: `?lang=`, else Accept-Language."""
    environ = request.environ
    chosen = request.args.get("lang") if "lang=" in environ.get("QUERY_STRING", "") else None
    return _negotiated(environ.get("HTTP_ACCEPT_LANGUAGE"), chosen)


def localised(reply: Response) -> Response:
    """The same reply, saying which language it is in and that another reader may get another (RFC 9110, 8.5, 12.5.5)."""
    reply.headers["Content-Language"] = language()
    reply.vary.add("Accept-Language")
    return reply


def prefers_minimal() -> bool:
    """Whether the caller wants no more than what an act recorded (RFC 7240, 4.2)."""
    wanted = request.headers.get("Prefer", "").lower().split(",")
    return "return=minimal" in (one.partition(";")[0].strip().replace('"', "") for one in wanted)


def expected_versions(hash_at: Callable[[int], str | None]) -> frozenset[int] | None:
    """The versions of `If-Match`, any of which will do (RFC 9110, 13.1.1); None if there is no condition.

    Raises Refused for a malformed header. Accepts `17`, `"17"` and `"17-3fa9c2d1"`: digits of a hash, if given, must
    be those of this log at that version (`hash_at`). Language and encoding in an ETag are ignored; a weak tag, or
    one of no version of this log, matches nothing."""
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if not _TAGS.fullmatch(header):
        raise Refused("invalid-request", errors={"If-Match": ["bad-form"]})
    strong = (_VERSION.fullmatch(quoted or bare) for weak, quoted, bare in _TAG.findall(header) if not weak)
    return frozenset(
        int(version[1])
        for version in strong
        if version and (version[2] is None or is_of(version[2], hash_at(int(version[1]))))
    )


def is_of(signs: str, hash_: str | None) -> bool:
    """Whether these are the first digits of this hash."""
    return hash_ is not None and hash_.startswith(signs)


def unchanged(tag: str) -> bool:
    """Whether the reader already has this version (`If-None-Match`, by weak comparison)."""
    header = request.environ.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return False
    named = {one.strip().removeprefix("W/") for one in header.split(",")}
    return header.strip() == "*" or tag in named or of_compressed(tag) in named


def idempotency_key(body: Any, secret: bool = False) -> Key | None:
    """The request's key with the fingerprint of method, path and parsed body; raises Refused for a bad key.

    With `secret`, for requests that anybody may make, it must be long enough that no two strangers choose the same."""
    text = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if text is None:
        return None
    if not _KEY.fullmatch(text):
        raise Refused("invalid-request", errors={"Idempotency-Key": ["bad-form"]})
    if secret and (len(text) < SECRET_KEY or len(set(text)) < DIFFERENT):
        raise Refused("idempotency-key-weak", length=SECRET_KEY, different=DIFFERENT)
    canonical = orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
    return Key(
        text, hashlib.sha256(b"%s %s\n%s" % (request.method.encode(), request.path.encode(), canonical)).hexdigest()
    )
