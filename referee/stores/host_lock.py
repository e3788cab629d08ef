"""A lock between the processes of one host, first come first served; between threads it locks nothing."""

from __future__ import annotations

import os
import sys

if sys.platform != "win32":
    import fcntl


class HostLock:
    """An advisory lock on the file `path`, made if need be and never removed. The kernel frees it if its holder dies."""

    def __init__(self, path: str) -> None:
        """Raises OSError if the file can neither be opened nor made."""
        self._file = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)

    def __enter__(self) -> None:
        if sys.platform != "win32" and self._file >= 0:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32" and self._file >= 0:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file; a closed lock locks nothing."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
