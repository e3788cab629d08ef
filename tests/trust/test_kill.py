"""A server killed with SIGKILL under load has lost nothing that it has answered, and holds nothing in part.

`python -m benchmarks.kill 200` is the long run."""

from __future__ import annotations

from pathlib import Path

from tests.trust.killing import killed


def test_nothing_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    survived = killed(tmp_path, rounds=6, seed=1)
    assert survived.acts > 100 and survived.events > survived.acts
