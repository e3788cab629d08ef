"""The lists in docs/api.md as Markdown, from the tables that the code itself uses."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import getdoc
from typing import Any

import yaml

from referee.events.codec import ROWS
from referee.exporters import FORMATS
from referee.http.problems import STATUS
from referee.i18n import problem_page, text
from referee.projections.rulings import RULES_BY_GROUND
from referee.rules.renege import Ground
from tools.imports import ROOT


def table(*rows: Iterable[str]) -> str:
    """A Markdown table; the first row is the header."""
    head, *rest = (list(row) for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest))


def problems() -> str:
    """Every problem code under its status, with its title."""
    rows = [(str(status), f"`{code}`", problem_page(code, "en")["title"]) for code, status in STATUS.items()]
    return table(("status", "code", "title"), *rows)


def events() -> str:
    """Every type of event by its stored name, with its meaning."""
    rows = [(f"`{name}`", _as_json(cls)) for name, (cls, *_) in ROWS.items()]
    return table(("type", ""), *rows)


def _as_json(cls: type) -> str:
    """The docstring of a class, reworded for readers who see JSON and not Python."""
    return (getdoc(cls) or "").partition("\n\n")[0].replace("None", "null")


def grounds() -> str:
    """Every ground of a ruling in the order of precedence, with its verdict and rule."""
    rows = [(f"`{one.value}`", one.verdict.value, RULES_BY_GROUND[one.value], _because(one.value)) for one in Ground]
    return table(("ground", "verdict", "rule", ""), *rows)


def _because(ground: str) -> str:
    key = f"ruling.because.{ground}" + (".earlier" if ground == "led-suit-shown" else "")
    return text(key, "en", accused="the accused", claimant="the claimant", accused_team="the accused’s team")


def lines() -> str:
    """The codes of score lines, from the API's own document."""
    return ", ".join(f"`{code}`" for code in _schema("Line")["properties"]["code"]["enum"])


def _schema(name: str) -> dict[str, Any]:
    document = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)
    schema: dict[str, Any] = document["components"]["schemas"][name]
    return schema


def exports() -> str:
    """Every export format with its media type, and whether its bytes depend on the reader's language."""
    rows = [
        (f"`{name}`", f"`{one.media_type}`", "in the reader's language" if one.worded else "")
        for name, one in FORMATS.items()
    ]
    return table(("format", "media type", ""), *rows)
