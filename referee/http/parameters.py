"""The parameters that several routes share, as the document shows them."""

from __future__ import annotations

from referee.http.fields import LARGEST
from referee.http.operations import Parameter

AT = Parameter("at", {"type": "integer", "minimum": 0, "maximum": LARGEST}, "The table as it was at this version")
AFTER = Parameter(
    "after", {"type": "integer", "minimum": 0, "maximum": LARGEST, "default": 0}, "Events after this version"
)
LIMIT = Parameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1000}, "At most so many events"
)
ANCHOR = Parameter(
    "anchor",
    {"type": "string", "pattern": "^[0-9]{1,9}:[0-9a-f]{64}$"},
    "VERSION:HASH as noted by a phone or on a sheet",
)
WAIT = Parameter("wait", {"type": "integer", "enum": [0, 1], "default": 1}, "0: what there is, then the end")
TICKET = Parameter("ticket", {"type": "string"}, "In place of the bearer token, from POST .../tickets")
LAST_EVENT = Parameter(
    "Last-Event-ID", {"type": "string", "pattern": "^[0-9]{0,11}$"}, "The version of the last event received", "header"
)
