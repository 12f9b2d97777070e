"""Locks between processes, which the system takes back when their holder ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

__all__ = ["FileLock"]

_PAUSE = 0.005  # seconds between two tries for a lock that is expected to be free soon


class FileLock:
    """A lock on a file that exists for nothing else.

    Held by one object at a time, in this process or another one; ``kill -9`` frees it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def try_acquire(self) -> bool:
        """Take the lock if nobody has it.

        Raises OSError where the file cannot be made or locks do not exist.
        """
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            taken = _lock(descriptor)
        except OSError:
            os.close(descriptor)
            raise
        if taken:
            self._descriptor = descriptor
        else:
            os.close(descriptor)
        return taken

    def acquire(self, seconds: float) -> None:
        """Take the lock, waiting for at most this long. Raises TimeoutError after it."""
        deadline = time.monotonic() + seconds
        while not self.try_acquire():
            if time.monotonic() > deadline:
                raise TimeoutError(errno.ETIMEDOUT, f"another process keeps {self._path} locked")
            time.sleep(_PAUSE)

    def release(self) -> None:
        """Give the lock back; nothing happens if it is not held."""
        if self._descriptor is not None:
            with suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        # flock, not lockf: two sessions in one process exclude each other too.
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
