"""Without a C compiler the test under the shim is deselected, in words."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.trust.syncing import COMPILER


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what needs a compiler where there is none, and says so; an error where `.ci/run` requires all."""
    compiled = [item for item in items if item.get_closest_marker("compiler")]
    if COMPILER or not compiled:
        return
    if os.environ.get("REFEREE_REQUIRE_COMPILER") == "1":
        raise pytest.UsageError("REFEREE_REQUIRE_COMPILER=1, but no gcc is installed (apt-get install gcc libc6-dev)")
    items[:] = [item for item in items if item not in compiled]
    config.hook.pytest_deselected(items=compiled)
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if reporter:
        reporter.write_line(f"no C compiler here: {len(compiled)} test of syncs deselected (apt-get install gcc)")
