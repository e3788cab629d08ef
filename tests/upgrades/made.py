"""How the database files here were made: `python -m tests.upgrades.made NAME`, once, with the last version of each schema.

The golden matches as they are stored, with tokens, a seat, keys and summaries; and what they must replay to for ever."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from referee.events.log import Recorded, parse_line
from referee.game.timeline import fold
from referee.projections.summary import match_row
from referee.stores.contract import Belongings, Receipt, Summary
from referee.stores.sqlite import SqliteStore
from tests.golden.tales import expected

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"


def belongings(name: str, summary: Summary) -> Belongings:
    """All that a match can have, by its name."""
    tokens = tuple(sorted((f"{name}-{role}", role) for role in ("scorer", "E", "viewer")))
    receipts = ((None, Receipt("k", "fingerprint", 3, 3, "")), ("matches", Receipt(name, "fingerprint", 1, 2, name)))
    return Belongings(f"{name}-code", tokens, frozenset("E"), receipts, summary)


def logs() -> Iterator[tuple[str, list[Recorded]]]:
    """The golden matches, and one of them as it was while it was played."""
    for file in sorted(GOLDEN.glob("*.ndjson")):
        lines = file.read_bytes().splitlines()
        log = [parse_line(line, number) for number, line in enumerate(lines, 1)]
        yield file.stem, log
        if file.stem == "classic":
            yield "running", log[:20]


def main(name: str) -> None:
    """Writes NAME.sqlite and NAME.json."""
    told = {}
    with TemporaryDirectory() as folder, closing(SqliteStore(f"{folder}/made.db")) as store:
        for match, log in logs():
            timeline = fold(log)
            assert timeline is not None
            store.adopt(match, log, belongings(match, Summary(match, *match_row(timeline))))
            told[match] = expected(timeline)
        store.backup(str(HERE / f"{name}.sqlite"))
    (HERE / f"{name}.json").write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))


if __name__ == "__main__":
    main(sys.argv[1])
