"""The rulebook as Markdown, from the English texts and the table of options: none of its text is here."""

from __future__ import annotations

from typing import Any

from referee.i18n import rules_document
from referee.i18n.rulebook import spelled
from referee.rules.options import PRESETS


def rules() -> str:
    """Every rule in the book's order: a heading for each part, then its rules with number and title, each with an anchor."""
    return "\n".join(_rule(**rule) for rule in rules_document("en")["rules"]).strip().replace("\n\n\n", "\n\n")


def _rule(number: str, title: str, text: str) -> str:
    anchor = f'<a id="{number}"></a>'
    if "." in number:
        return f"- {anchor}**{number} {title}.** " + text.replace("\n\n", "\n\n  ")
    depth = "##" if number in ("V", "J") or number.startswith("R") else "###"
    return f"\n{depth} {anchor}{number} {title}\n\n{text}\n"


def options() -> str:
    """Every option with its default, what it allows, the rule that it changes, and what its values mean."""
    rows = ["| option | default | allowed | rule | |", "|---|---|---|---|---|"]
    rows += [_option(option) for option in rules_document("en")["options"]]
    return "\n".join(rows)


def _option(option: dict[str, Any]) -> str:
    default, values = written_or_null(option["default"]), option["values"]
    allowed = option["allowed"]
    if values:
        said = ", ".join(f"`{value}`" for value in values)
        meanings = "; ".join(f"`{value}`: {words}" for value, words in values.items())
        meaning = f"{option['description']} {meanings}."
    else:
        said = f"{allowed['minimum']} … {allowed['maximum']}" + (", null" if allowed["null"] else "")
        meaning = option["description"]
    return f"| `{option['name']}` | `{default}` | {said} | {option['rule']} | {meaning} |"


def presets() -> str:
    """Every preset with the options in which it differs from the defaults."""
    rows = ["| preset | differences | |", "|---|---|---|"]
    for preset in rules_document("en")["presets"]:
        differences = ", ".join(f"`{name}` {written_or_null(value)}" for name, value in PRESETS[preset["name"]].items())
        rows.append(f"| `{preset['name']}` | {differences or 'none'} | {preset['description']} |")
    return "\n".join(rows)


def written_or_null(value: Any) -> str:
    """A value as it stands in JSON, without quotes."""
    return "null" if value is None else spelled(value)
