"""Where chunks of games can be played: processes here, or a cluster."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from fast2048.checks import quote
from fast2048.errors import Fast2048Error

__all__ = ["Processes", "cluster"]

_MOST_WORKERS = 61 if sys.platform == "win32" else 1024  # 61: what Windows can wait for


class Processes(Executor):
    """A pool of processes that is set up anew when one of them is lost."""

    def __init__(self, workers: int) -> None:
        """Raises Fast2048Error for a number of workers that is out of range."""
        if not 1 <= workers <= _MOST_WORKERS:
            raise Fast2048Error(f"not a number of workers: {quote(workers)} (1 to {_MOST_WORKERS})")
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # Not forked: a process with threads, a progress bar's for one, must not be.
        return ProcessPoolExecutor(
            self._workers, multiprocessing.get_context("spawn"), initializer=_die_quietly
        )

    def submit(self, call: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """As ``Executor.submit``."""
        try:
            return self._pool.submit(call, *args, **named)
        except BrokenExecutor:
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
            return self._pool.submit(call, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As ``Executor.shutdown``."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:  # nobody wants the rest, and a chunk can take minutes
            # Its own processes alone, which Python 3.14 has a method for: the caller may have
            # others.
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
        self.shutdown(cancel_futures=True)


def _die_quietly() -> None:
    """In a worker: Ctrl-C reaches all processes of a terminal, and one traceback is enough."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of the dask cluster whose scheduler is at ``address``.

    Raises Fast2048Error if dask.distributed is not installed or nothing answers there.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise Fast2048Error(
            "a cluster needs dask.distributed: pip install 'fast2048[cluster]'"
        ) from error
    try:
        client = distributed.Client(address)
    except (OSError, ValueError) as error:
        raise Fast2048Error(f"no dask scheduler at {address!r}: {error}") from error
    with client:
        yield client.get_executor()
