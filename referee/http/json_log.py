"""The process's log as JSON, one object a line: requests, warnings, errors. Holds no token, ticket, join code, query or body."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

REQUESTS = logging.getLogger("referee.requests")


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON: time, level, logger, and the members of the record's `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        line["message"] = record.getMessage()
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def log_as_json() -> None:
    """Makes this process log to standard error as JSON, from level INFO up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def log_request(fields: Mapping[str, Any]) -> None:
    """One line about a request that has been answered."""
    REQUESTS.info("request", extra={"fields": fields})
