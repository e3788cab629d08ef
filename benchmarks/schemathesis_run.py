"""At least 5,000 generated requests over the whole document, all checks, links too: `python -m benchmarks.schemathesis_run [SEED]`.

Prints the failures, and ends with status 1 if there are any."""

from __future__ import annotations

import logging
import sys
import time

from tests.http.fuzzing import fuzzed


def main(seed: int) -> int:
    """Runs all phases and prints the figures."""
    logging.disable(logging.CRITICAL)  # refusals by the thousand
    began = time.monotonic()
    found = fuzzed(examples=20, seed=seed)
    for name, failure in found.failures.items():
        print(f"--- {name}\n{failure}")
    seconds = time.monotonic() - began
    print(
        f"{found.statuses.total()} requests in {seconds:.0f} s, by phase {dict(found.phases)}, by status {dict(found.statuses)}"
    )
    print(f"{len(found.failures)} kinds of failure")
    return 1 if found.failures or max(found.statuses) >= 500 or found.statuses.total() < 5_000 else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
