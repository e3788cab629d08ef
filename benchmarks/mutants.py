"""Small faults planted into Python source one at a time: where they can be planted, and the source with one of them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

_SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_Path = tuple[tuple[str, int | None], ...]  # from the module down to a node: field, and place in it where it is a list


class Fault(NamedTuple):
    """A fault that can be planted: its line, and what it would change into what, in words."""

    line: int
    words: str
    path: _Path
    new: ast.AST | None  # None: the node goes


def faults(source: str) -> list[Fault]:
    """All faults that can be planted into this source, in the order of its lines."""
    found = []
    for path, node in _nodes(ast.parse(source), ()):
        for words, new in _changes(path[-1][0], node):
            found.append(Fault(getattr(node, "lineno", 0), words, path, new))
    return sorted(found, key=lambda fault: fault.line)


def planted(source: str, fault: Fault) -> str:
    """The source with this fault in it; its comments are gone."""
    tree = ast.parse(source)
    parent: ast.AST = tree
    for field, place in fault.path[:-1]:
        parent = getattr(parent, field) if place is None else getattr(parent, field)[place]
    field, place = fault.path[-1]
    if place is None:
        setattr(parent, field, fault.new)
    elif fault.new is not None:
        getattr(parent, field)[place] = fault.new
    else:
        for each in ("keys", "values") if isinstance(parent, ast.Dict) else (field,):
            del getattr(parent, each)[place]
    return ast.unparse(ast.fix_missing_locations(tree))


def _nodes(node: ast.AST, path: _Path) -> Iterator[tuple[_Path, ast.AST]]:
    """Every node that runs, but for types, docstrings, asserts (they are for bugs) and imports."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_params", "ctx") or (field == "bases"):
            continue
        for place, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or isinstance(child, ast.Assert | ast.Import | ast.ImportFrom):
                continue
            if _is_docstring(child) or (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
                continue
            here = (*path, (field, place))
            yield here, child
            yield from _nodes(child, here)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(field: str, node: ast.AST) -> Iterator[tuple[str, ast.AST | None]]:
    """What this node can become, in words and as a node."""
    if isinstance(node, ast.Compare):
        yield from _swapped(node, "ops")
    elif isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign):
        yield from _swapped(node, "op")
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{_text(node)} -> {_text(node.operand)}", node.operand
    elif isinstance(node, ast.Constant) and field not in ("format_spec", "cls"):
        new = _other_constant(node.value)
        if new is not None:
            yield f"{node.value!r} -> {new!r}", ast.Constant(new)
    elif isinstance(node, ast.Name) and node.id in _NAMES:
        yield f"{node.id} -> {_NAMES[node.id]}", ast.Name(_NAMES[node.id], ast.Load())
    elif isinstance(node, ast.Return) and node.value and not _is_none(node.value):
        yield f"{_text(node)} -> return None", ast.Return(ast.Constant(None))
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        new_node = copy.deepcopy(node)
        new_node.test = ast.Constant(isinstance(node, ast.IfExp))
        yield f"if {_text(node.test)} -> {new_node.test.value}", new_node
    elif isinstance(node, ast.Expr | ast.Raise | ast.Continue | ast.Break | ast.Delete):
        yield f"{_text(node)} -> pass", ast.Pass()
    elif isinstance(node, ast.keyword) and node.arg:
        yield f"without {_text(node)}", None
    if field == "values" and not isinstance(node, ast.FormattedValue | ast.Constant):
        yield f"without the entry {_text(node)}", None


def _swapped(node: ast.Compare | ast.BoolOp | ast.BinOp | ast.AugAssign, field: str) -> Iterator[tuple[str, ast.AST]]:
    old = getattr(node, field)
    operator = old[0] if isinstance(old, list) else old
    if type(operator) in _SWAPS:
        new = copy.deepcopy(node)
        swapped = _SWAPS[type(operator)]()
        setattr(new, field, [swapped, *old[1:]] if isinstance(old, list) else swapped)
        yield f"{_text(node)} -> {_text(new)}", new


def _other_constant(value: object) -> bool | int | str | None:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}~" if value else "~"
    return None


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _text(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split("\n")[0]
    return text if len(text) <= 70 else f"{text[:67]}..."
