"""The faults that `benchmarks.mutation` plants: each kind once, and nothing that cannot change what runs."""

from __future__ import annotations

import pytest

from benchmarks.mutants import faults, planted

ROWS = [
    ("x = a < b", ["x = a <= b"]),
    ("x = a in b and c", ["x = a not in b and c", "x = a in b or c", "x = c", "x = a in b"]),
    ("x = not a", ["x = a"]),
    ("x = a + 3", ["x = a - 3", "x = a + 4"]),
    ("x = f(True, word='yes')", ["x = f(False, word='yes')", "x = f(True, word='yes~')", "x = f(True)"]),
    ("x = max(a)", ["x = min(a)"]),
    ("x = {1: a, 2: b}", ["x = {2: a, 2: b}", "x = {1: a, 3: b}", "x = {2: b}", "x = {1: a}"]),
    ("def f():\n    return a", ["def f():\n    return None"]),
    ("if a:\n    f()", ["if False:\n    f()", "if a:\n    pass"]),
    ("raise E", ["pass"]),
    ('"""Words."""\nimport a\nassert b == 1\nx: \'int\'', []),
    ("def f(a: int | None) -> int | None:\n    return None", []),
]


@pytest.mark.parametrize("source, expected", ROWS, ids=[source for source, _ in ROWS])
def test_each_kind_of_fault(source: str, expected: list[str]) -> None:
    assert sorted(planted(source, fault) for fault in faults(source)) == sorted(expected)
