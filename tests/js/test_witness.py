"""The page's seal.js over real logs, honest and rewritten (benchmarks.witness has the large numbers)."""

from __future__ import annotations

import pytest

from benchmarks.witness import noticed


@pytest.mark.node
def test_a_phone_that_was_there_notices_each_rewritten_log_and_no_other() -> None:
    assert noticed(30, 8) == {"matches": 30, "alarms": 0, "rewritten": 240, "missed": 0}
