"""The packages of Referee as a list and as drawings, from their first sentences and imports; and the phases of a deal."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from referee.game.phases import diagram
from tools.imports import ROOT, Graph, beyond, grouped, import_graph, modules, reduced

PACKAGE = ROOT / "referee"


def rooms() -> str:
    """Each package or module right under `referee` with the sentence that opens it."""
    found = modules(PACKAGE)
    return "\n".join(
        f"- `{name.partition('.')[2]}{'/' if found[name].name == '__init__.py' else '.py'}`: {first_sentence(found[name])}"
        for name in _ordered(_graph(2), [name for name in found if name.count(".") == 1])
    )


def first_sentence(file: Path) -> str:
    """The first paragraph of a file's docstring."""
    return (ast.get_docstring(ast.parse(file.read_text())) or "").partition("\n\n")[0].replace("\n", " ")


def rooms_drawn() -> str:
    """The packages and modules in `referee`, with arrows to what they import, except arrows that follow from others."""
    return _drawn(_graph(2))


def http_drawn() -> str:
    """The same for the modules in `referee.http` alone."""
    return _drawn(_graph(3, "referee.http."))


def phases_drawn() -> str:
    """The phases of a deal and the facts that lead from one to the next."""
    return f"```mermaid\n{diagram().rstrip()}\n```"


def _graph(depth: int, within: str = "referee.") -> dict[str, frozenset[str]]:
    return grouped(import_graph(PACKAGE), depth, within)


def _ordered(graph: Graph, names: Iterable[str]) -> list[str]:
    """From the top down: importers come before what they import."""
    return sorted(names, key=lambda name: (-len(beyond(graph, name)), name))


def _drawn(graph: Graph) -> str:
    """A Mermaid drawing."""
    rows = ["```mermaid", "graph TD"]
    short = reduced(graph)
    for name in _ordered(graph, graph):
        label = name.rpartition(".")[2].strip("_")
        rows += [f"  {label}" + (f" --> {' & '.join(sorted(_labels(short[name])))}" if short[name] else "")]
    return "\n".join([*rows, "```"])


def _labels(names: Iterable[str]) -> list[str]:
    return [name.rpartition(".")[2].strip("_") for name in names]
