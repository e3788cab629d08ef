"""The reading of imports that the drawings and figures rest on: a package written here, with every kind of import."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.imports import beyond, circles, grouped, import_graph, reduced

SOURCES = {
    "__init__.py": "",
    "a.py": "from p.b import thing\nimport p.low.d\n",
    "b.py": "from p import c\nimport os\n",
    "c.py": "def late():\n    from p.b import other\n",
    "low/__init__.py": "from .d import d\n",
    "low/d.py": "from .. import c\nfrom . import missing\n",
}


@pytest.fixture
def graph(tmp_path: Path) -> dict[str, frozenset[str]]:
    for name, source in SOURCES.items():
        file = tmp_path / "p" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    return import_graph(tmp_path / "p")


def test_every_import_is_an_arrow(graph: dict[str, frozenset[str]]) -> None:
    assert {name: sorted(wanted) for name, wanted in graph.items()} == {
        "p": [], "p.a": ["p.b", "p.low.d"], "p.b": ["p.c"], "p.c": ["p.b"], "p.low": ["p.low.d"], "p.low.d": ["p.c", "p.low"],
    }  # fmt: skip


def test_circles_and_what_is_beyond(graph: dict[str, frozenset[str]]) -> None:
    assert circles(graph) == [["p.b", "p.c"], ["p.low", "p.low.d"]]
    assert sorted(beyond(graph, "p.a")) == ["p.b", "p.c", "p.low", "p.low.d"]


def test_packages_and_arrows_that_follow(graph: dict[str, frozenset[str]]) -> None:
    rooms = grouped(graph, 2, "p.")
    assert rooms == {"p.a": {"p.b", "p.low"}, "p.b": {"p.c"}, "p.c": {"p.b"}, "p.low": {"p.c"}}
    chain = {"x": frozenset("yz"), "y": frozenset("z"), "z": frozenset()}
    assert reduced(chain) == {"x": {"y"}, "y": {"z"}, "z": frozenset()}
    assert reduced({"x": frozenset("yz"), "y": frozenset("z"), "z": frozenset("y")})["x"] == {"y", "z"}
