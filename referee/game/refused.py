"""The one way to say no: what cannot have happened, or names what does not exist, raises Refused and leaves no trace (J1)."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """`code` is a problem code (docs/api.md, Problems), `rule` a number of docs/rulebook.md if one says it, `facts` what a reader needs."""

    def __init__(self, code: str, rule: str | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.rule, self.facts = code, rule, facts
