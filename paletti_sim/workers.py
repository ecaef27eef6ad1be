"""Processes that work for another one: they never hear of Ctrl-C, and they end when that other one is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import TypeVar

from paletti_sim.errors import NoAnswerError

T = TypeVar("T")
R = TypeVar("R")

LOOKS_EVERY_SECONDS = 1.0
AHEAD = 16  # parts for each process that are handed out before their results are asked for
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def signals_kept_back() -> Iterator[None]:
    """Processes that begin in here never hear of Ctrl-C: whoever starts them ends them.

    What else ends a process reaches them once they have called `begin`: before, they would answer as their parent does.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin() -> None:
    """The first thing that a worker does."""
    for number in _ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()


def _end_with_parent(parent_id: int) -> None:
    """Ends this process once its parent is gone, however that ended: nobody waits for a result any more.

    The sentinel of a forked worker is also held by those forked after it, so it alone is not enough.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    while os.getppid() == parent_id:
        if wait([parent.sentinel], timeout=LOOKS_EVERY_SECONDS):
            break
    os._exit(1)


def in_order(task: Callable[[T], R], parts: Sequence[T], jobs: int) -> Generator[R, None, None]:
    """The results of `task` for each of `parts`, in their order, from up to `jobs` processes.

    With one job the work is done here. Close it, or let it be collected, and workers end at once. `task` and `parts` go
    to other processes, so they must be picklable.

    Raises:
        NoAnswerError: one of the processes was ended by somebody or something else.
    """
    if jobs == 1 or len(parts) < 2:
        for part in parts:
            yield task(part)
        return
    before = set(multiprocessing.active_children())
    with ProcessPoolExecutor(max_workers=min(jobs, len(parts)), initializer=begin) as pool:
        try:
            left = iter(parts)
            waiting: deque[Future[R]] = deque()
            while True:
                # only so many ahead: a million at once would take long, and Ctrl-C would not be heard meanwhile
                with signals_kept_back():
                    for part in islice(left, AHEAD * jobs - len(waiting)):
                        waiting.append(pool.submit(task, part))
                if not waiting:
                    break
                yield waiting.popleft().result()
        except BaseException as error:
            # one part may take long, and nobody waits for its result any more
            results = getattr(pool, "_result_queue", None)
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(multiprocessing.active_children()) - before:
                worker.terminate()
            # a worker may end in the middle of a result: the pool waits for the rest as long as anybody could write it
            if results is not None and hasattr(results, "_writer"):
                results._writer.close()
            if isinstance(error, BrokenProcessPool):
                raise NoAnswerError(
                    "a process at work was ended before its time, perhaps for want of memory: try again, or with fewer"
                    " --jobs"
                ) from None
            raise
