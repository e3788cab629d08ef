"""Who imports whom: read from the source of a package, never by importing it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent

Graph = Mapping[str, frozenset[str]]


def modules(package: Path) -> dict[str, Path]:
    """Dotted name -> file of every module of a package, the packages' own `__init__` under the package's name."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = (package.name, *file.relative_to(package).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def import_graph(package: Path) -> dict[str, frozenset[str]]:
    """Module -> the modules of the same package that it imports, anywhere in the file."""
    known = modules(package)
    return {
        name: frozenset(_imported(ast.parse(file.read_text()), _package_of(name, file), known)) - {name}
        for name, file in known.items()
    }


def _package_of(name: str, file: Path) -> str:
    return name if file.name == "__init__.py" else name.rpartition(".")[0]


def _imported(tree: ast.Module, package: str, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            source = ".".join(filter(None, (above, node.module)))
            for alias in node.names:
                named = f"{source}.{alias.name}"
                if named in known or source in known:
                    yield named if named in known else source


def grouped(graph: Graph, depth: int, within: str = "") -> dict[str, frozenset[str]]:
    """The graph between packages: every module is reduced to the first `depth` parts of its name."""

    def room(name: str) -> str:
        return ".".join(name.split(".")[:depth])

    rooms: dict[str, set[str]] = {}
    for name, wanted in graph.items():
        if name.startswith(within):
            arrows = {room(one) for one in wanted if one.startswith(within)}
            rooms.setdefault(room(name), set()).update(arrows - {room(name)})
    return {name: frozenset(wanted) for name, wanted in rooms.items()}


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules that import each other, each sorted, by Tarjan's method (strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for wanted in sorted(graph.get(name, ())):
            if wanted not in index:
                visit(wanted)
                low[name] = min(low[name], low[wanted])
            elif wanted in stack:
                low[name] = min(low[name], index[wanted])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return sorted(found)


def beyond(graph: Graph, name: str) -> frozenset[str]:
    """Every module that is reached from a module, in any number of steps."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        new = graph.get(waiting.pop(), frozenset()) - seen
        seen |= new
        waiting += new
    return frozenset(seen)


def reduced(graph: Graph) -> dict[str, frozenset[str]]:
    """The graph without the arrows that follow from others (transitive reduction); those within a circle all stay."""
    reached = {name: beyond(graph, name) for name in graph}

    def follows(name: str, wanted: str) -> bool:
        return any(wanted in reached[other] and not {name, other} & reached[wanted] for other in graph[name] - {wanted})

    return {name: frozenset(one for one in wanted if not follows(name, one)) for name, wanted in graph.items()}
