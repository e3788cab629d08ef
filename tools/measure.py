"""The shape of the code in figures: `python -m tools.measure` prints files, lines, imports, circles, and the way of one card played."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from tools.imports import ROOT, Graph, circles, grouped, import_graph, modules

PACKAGE = ROOT / "referee"


def arrows(graph: Graph, within: str = "") -> int:
    """The number of imports from one module to another, both inside the given package."""
    return sum(one.startswith(within) for name, wanted in graph.items() if name.startswith(within) for one in wanted)


def lines(files: Any) -> list[int]:
    """The number of lines of each file."""
    return sorted(len(file.read_text().splitlines()) for file in files)


def way_of_a_play() -> Counter[tuple[str, str]]:
    """How often each function of the package (file, name) is called while one card is played over HTTP on SQLite."""
    from referee.config import Settings
    from referee.http.app import create_app
    from referee.service import Service
    from referee.stores import open_store

    calls: Counter[tuple[str, str]] = Counter()

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(PACKAGE)):
            calls[str(Path(file).relative_to(ROOT)), frame.f_code.co_qualname] += 1

    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{folder}/referee.db")
        client = create_app(Service(store), Settings()).test_client()
        opened = client.post("/api/v1/matches", json={"first_dealer": "W"}).get_json()

        def post(path: str, body: Any) -> None:
            reply = client.post(f"/api/v1/matches/{opened['id']}/{path}", json=body,
                                headers={"Authorization": f"Bearer {opened['tokens']['scorer']}"})  # fmt: skip
            assert reply.status_code == 201, reply.text

        post("contracts", {"maker": "N", "bid": "4", "trump": "D"})
        for seat, card in (("N", "JD"), ("E", "TD"), ("S", "KD")):
            post("plays", {"seat": seat, "card": card})
        sys.setprofile(note)
        try:
            post("plays", {"seat": "W", "card": "QD"})
        finally:
            sys.setprofile(None)
        store.close()
    return calls


def main() -> None:
    """Prints the figures; with `--way` also each function that is called."""
    found, graph = modules(PACKAGE), import_graph(PACKAGE)
    lengths = lines(found.values())
    print(f"files {len(found)}, lines {sum(lengths)}, the longest {lengths[-1]}")
    print(f"imports between files {arrows(graph)}; between packages {arrows(grouped(graph, 2))}")
    http = [name for name in found if name.startswith("referee.http")]
    parts = arrows(grouped(graph, 3, "referee.http."))
    print(
        f"in http: files {len(http)}, imports between them {arrows(graph, 'referee.http.')}; between its parts {parts}"
    )
    print("circles:", "; ".join(" - ".join(circle) for circle in circles(graph)) or "none")
    way = way_of_a_play()
    print(f"a card played: {way.total()} calls of {len(way)} functions in {len({file for file, _ in way})} files")
    if "--way" in sys.argv:
        for (file, name), times in way.items():
            print(f"  {times:3} {file} {name}")


if __name__ == "__main__":
    main()
