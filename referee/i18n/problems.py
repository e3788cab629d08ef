"""The words of a refusal: title, detail and page for each code (docs/api.md, Problems); the status is not known here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.i18n.cards import bid_text, card_said
from referee.i18n.catalogue import fullest, known, listed, opening, text
from referee.i18n.names import Players, who


def problem_texts(
    code: str, lang: str, facts: Mapping[str, Any], rule: str | None, players: Players | None = None
) -> tuple[str, str]:
    """Title and detail of a problem; the detail uses whichever facts are given, and players' names where known.

    Raises KeyError for a code without words."""
    key = f"problem.{code}.detail"
    if rule and known(f"{key}@{rule}"):
        key = f"{key}@{rule}"
    detail = fullest(key, lang, **_said(facts, lang, players or {}))
    return text(f"problem.{code}.title", lang), opening(detail)


def problem_page(code: str, lang: str) -> dict[str, str]:
    """What a problem means and what to do about it, for the page at /problems/{code}; KeyError for an unknown code."""
    return {"title": text(f"problem.{code}.title", lang), "explanation": text(f"problem.{code}.page", lang)}


def _said(facts: Mapping[str, Any], lang: str, players: Players) -> dict[str, Any]:
    """The facts in words; empty ones are left out. A number that a plural depends on is also given as `n`."""
    given = {name: fact for name, fact in facts.items() if fact is not None}
    words: dict[str, Callable[[Any, str], Any]]
    words = {**_WORDS, "seat": lambda seat, lang: who(str(seat), players, lang)}
    said = {name: words[name](fact, lang) if name in words else fact for name, fact in given.items()}
    if not (facts.get("NS") or facts.get("EW")):
        said = {name: fact for name, fact in said.items() if name not in ("NS", "EW")}
    pair = facts.get("pair")
    if isinstance(pair, (list, tuple)) and len(pair) == 2:
        said["one_option"], said["other_option"] = pair
    for name in ("expected", "retry_after"):
        if isinstance(facts.get(name), int):
            said["n"] = facts[name]
    return {name: fact for name, fact in said.items() if fact not in (None, "")}


def _allowed(fact: Any, lang: str) -> str | None:
    """`3, 4 or 5` for a list, `1 to 11` for a range."""
    if isinstance(fact, Mapping):
        if not {"minimum", "maximum"} <= fact.keys():
            return None
        return text("list.range", lang, low=fact["minimum"], high=fact["maximum"])
    if isinstance(fact, (list, tuple)):
        return listed([_value(one) for one in fact], lang, "or")
    return str(fact)


def _value(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _fields(fact: Any, lang: str) -> str:
    """The names of the wrong fields; none if the request is wrong as a whole."""
    return listed(sorted(str(field) for field in fact if field), lang) if isinstance(fact, Mapping) else str(fact)


def _why(fact: Any, lang: str) -> str | None:
    """Why an import was refused: a reason specific to imports, or another problem's title."""
    keys = (f"broken.{fact}", f"problem.{fact}.title")
    return next((text(key, lang) for key in keys if known(key)), None)


def _phase(fact: Any, lang: str) -> str | None:
    return text(f"phase.{fact}", lang) if known(f"phase.{fact}") else None


_WORDS: dict[str, Callable[[Any, str], Any]] = {
    "card": lambda fact, lang: card_said(str(fact), lang),
    "lowest": bid_text,
    "phase": _phase,
    "allowed": _allowed,
    "errors": _fields,
    "tables": lambda fact, lang: (
        listed([str(table) for table in fact], lang) if isinstance(fact, (list, tuple)) else fact
    ),
    "reason": _why,
}
