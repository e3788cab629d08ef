"""How an event written in an older shape reads today: old stored name -> (newer name, newer data). Applied on reading only.

The stored text never changes; a chain of rows leads from any old name to a current one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Upcast = Callable[[Mapping[str, Any]], tuple[str, Mapping[str, Any]]]

UPCASTS: dict[str, Upcast] = {}
