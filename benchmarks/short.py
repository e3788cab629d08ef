"""A short run of every benchmark, for CI; run as `python -m benchmarks.short`, some two or three minutes.

Where a limit is about what must never happen (lost, doubled, out of order) a miss fails the run. Where it is about speed a
miss is printed: a busy machine is not a bug, and the long runs in docs/performance.md are what counts."""

from __future__ import annotations

import subprocess
import sys
import time

MUST_HOLD = ("failover", "kills")
SPEEDS = ("group_commit", "postgres", "growth", "at_version", "rebuild", "eventsourcing_peer", "streams")


def held(name: str) -> bool:
    """Whether this benchmark's limits held in a short run; its output goes to ours."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", f"benchmarks.{name}", "--short"])
    print(f"{'held' if done.returncode == 0 else 'MISSED'} {name} ({time.monotonic() - began:.0f} s)", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    for name in SPEEDS:
        held(name)
    kept = [held(name) for name in MUST_HOLD]
    sys.exit(0 if all(kept) else 1)
