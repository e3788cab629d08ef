"""4 processes of 8 threads on one match, on one night, and on many: gap-free versions, no act lost or doubled, no 5xx."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trust.racing import raced


@pytest.mark.parametrize(("matches", "nights"), [(1, 0), (0, 1), (9, 3)])
def test_racing_processes_lose_and_double_nothing(tmp_path: Path, matches: int, nights: int) -> None:
    found = raced(f"sqlite:///{tmp_path}/referee.db", matches, processes=4, acts=12, nights=nights)
    assert found == (8 * 6 * (4 + 1), 8 * 6 * 3)
