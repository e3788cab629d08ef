"""What the views of one application share: the service, the settings and the counters of this process. Nothing is global."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask import current_app
from itsdangerous import URLSafeTimedSerializer

from referee.config import Settings
from referee.http.gate import Gate
from referee.http.limits import Places, RateLimit, Recently
from referee.http.metrics import Metrics
from referee.http.promises import Operation
from referee.service import Service

EXTENSION = "referee"
STREAMS_EACH = 8  # of one token: a phone holds one, and for a while also one that it has lost
IMPORTS = 2  # at once: each may hold a match of 100,000 events in memory


@dataclass(frozen=True)
class Context:
    """One application's service and settings; `document` makes its OpenAPI document, `stopping` ends its streams."""

    service: Service
    settings: Settings
    tickets: URLSafeTimedSerializer
    openings: RateLimit
    failed_joins: RateLimit
    streams: Places
    imports: Places
    ready: Recently
    document: Callable[[], dict[str, Any]]
    metrics: Metrics
    heavy: Gate = field(default_factory=Gate)
    stopping: threading.Event = field(default_factory=threading.Event)
    operations: dict[str, Operation] = field(default_factory=dict)


def context_of(service: Service, settings: Settings, document: Callable[[], dict[str, Any]]) -> Context:
    """The Context of a new application. If the settings have no secret, this process draws its own."""
    secret = settings.secret or secrets.token_hex(32)
    return Context(
        service,
        settings,
        URLSafeTimedSerializer(secret, salt="referee.stream-ticket"),
        openings=RateLimit(burst=30, seconds_each=10.0, on=settings.rate_limit),
        failed_joins=RateLimit(burst=10, seconds_each=30.0, on=settings.rate_limit, everybody=(1_000, 3.0)),
        streams=Places(settings.streams, STREAMS_EACH),
        imports=Places(IMPORTS, IMPORTS),
        ready=Recently(seconds=1.0),
        document=document,
        metrics=Metrics(service.store.wal_bytes),
    )


def context() -> Context:
    """The Context of the application that serves the current request."""
    here: Context = current_app.extensions[EXTENSION]
    return here
