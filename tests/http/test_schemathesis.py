"""Generated requests for every operation of the document, alone and along its links: none gets a 5xx, an undocumented

reply, or an answer to what the document forbids. `python -m benchmarks.schemathesis_run` is the long run."""

from __future__ import annotations

import pytest

from tests.http.fuzzing import fuzzed


@pytest.mark.timeout(300)  # some 450 requests
def test_the_application_keeps_what_its_document_says() -> None:
    found = fuzzed(examples=3, phases=("examples", "fuzzing", "stateful"))
    assert found.failures == {}
    assert max(found.statuses) < 500 and found.statuses.total() >= 450
    assert set(found.phases) == {"examples", "fuzzing", "stateful_testing"}
