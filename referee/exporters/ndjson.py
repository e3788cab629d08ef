"""The log itself, one event a line, byte for byte as it was written: what anyone can check, and what imports read back."""

from __future__ import annotations

from collections.abc import Iterator

from referee.exporters.source import Source


def ndjson(source: Source) -> Iterator[bytes]:
    """The lines of the log, one at a time: nothing is folded or kept."""
    for line in source.lines():
        yield f"{line}\n".encode()
