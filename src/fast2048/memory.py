"""Memory for weights: how much there is, and how to take it."""

from __future__ import annotations

import contextlib
import mmap
import os
import re
from pathlib import Path

__all__ = ["available_memory", "zeros"]


_MEMINFO = Path("/proc/meminfo")
_LIMIT = Path("/sys/fs/cgroup/memory.max")


def available_memory() -> int | None:
    """Bytes that a process could still take; None if this system does not tell.

    Linux tells, and the limit of a container is known. Elsewhere psutil knows, where it is
    installed (the extra ``train``); else all memory of the machine is taken to be there.
    """
    known = [size for size in (_free_memory(), _number(_LIMIT, r"\d+")) if size is not None]
    return min(known, default=None)


def _free_memory() -> int | None:
    kilobytes = _number(_MEMINFO, r"(?m)^MemAvailable: *(\d+) kB$")
    if kilobytes is not None:
        return kilobytes * 1024
    try:
        import psutil
    except ImportError:
        try:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        except (AttributeError, ValueError, OSError):
            return None
    return int(psutil.virtual_memory().available)


def _number(path: Path, pattern: str) -> int | None:
    """The last group of a pattern in a file; None if either is not there."""
    try:
        found = re.search(pattern, path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return int(found[found.re.groups]) if found else None


def zeros(size: int, huge_pages: bool = False) -> memoryview[int]:
    """So many bytes, 0 all. Pages that nobody writes to take no memory, unless they are huge
    ones (where the system has them), which make look-ups all over a large table faster.

    Raises MemoryError.
    """
    try:
        if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
            return memoryview(mmap.mmap(-1, size))
        # Shared memory, the default, gets no huge pages on most systems.
        area = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, ValueError, OverflowError) as error:
        raise MemoryError(f"no {size:,} bytes of memory") from error
    if huge_pages:
        with contextlib.suppress(AttributeError, OSError):  # not everywhere
            area.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(area)
