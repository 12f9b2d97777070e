"""How much memory there is."""

from __future__ import annotations

import os

__all__ = ["available_memory"]


def available_memory() -> int | None:
    """Bytes that a process could still take; None if this system does not tell.

    psutil knows, where it is installed (the extra ``train``); else all memory of the machine
    is taken to be there.
    """
    try:
        import psutil
    except ImportError:
        try:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        except (AttributeError, ValueError, OSError):
            return None
    return int(psutil.virtual_memory().available)
