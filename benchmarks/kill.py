"""A server killed with SIGKILL at random moments under load from 8 clients on 4 matches: `python -m benchmarks.kill 200`.

Each acknowledged act must be in its log exactly once and whole, and no other; see tests/trust."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.trust.killing import killed


def told(number: int) -> None:
    if number % 20 == 0:
        print(f"     killed {number} times", flush=True)


def main(rounds: int, seed: int) -> None:
    """Runs the rounds and prints what became of the acts."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        survived = killed(Path(folder), rounds, seed, told)
    print(
        f"ok   killed {rounds} times in {time.monotonic() - began:.0f} s (seed {seed}): {survived.acts} acts, "
        f"{survived.events} events, each there once and whole; {survived.in_flight} were recorded but not answered "
        "when the server died, and their retries had the first answer"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time()))
