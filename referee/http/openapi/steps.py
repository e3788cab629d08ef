"""The steps of the scripts from which the document's examples come."""

from __future__ import annotations

from typing import Any, NamedTuple


class Step(NamedTuple):
    """A request of the script; one without a name is only sent. `role` is whose token it goes out with, the scorer's or
    the organiser's unless given."""

    operation: str
    method: str
    path: str
    body: Any = None
    name: str = ""
    accept: str = "application/json"
    role: str = ""


def post(operation: str, path: str, body: Any, name: str = "an example") -> Step:
    """Something recorded."""
    return Step(operation, "POST", path, body, name)


def read(operation: str, path: str, name: str = "an example", accept: str = "application/json") -> Step:
    """Something read."""
    return Step(operation, "GET", path, None, name, accept)
