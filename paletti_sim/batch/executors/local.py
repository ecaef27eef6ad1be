"""Processes on this machine: a worker that crashes, hangs or grows costs one case, and another takes its place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any

from paletti_sim.batch.executors.hand import Hand
from paletti_sim.batch.executors.limits import Limits

_Waiting = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class LocalExecutor(Executor):
    """`jobs` processes, each led by a thread of its own.

    A future has the exception `WorkerEndedError` when its process ended, and the next call meets a new process.

    >>> with LocalExecutor(1) as executor:
    ...     executor.submit(pow, 2, 5).result()
    32
    """

    def __init__(self, jobs: int, limits: Limits | None = None) -> None:
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._hands = [Hand(limits or Limits()) for _ in range(jobs)]
        self._stopping = False
        self._threads = [threading.Thread(target=self._lead, args=(hand,), daemon=True) for hand in self._hands]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call; a function that can be pickled, and no keyword arguments."""
        if kwargs:
            raise TypeError("a call here has no keyword arguments")
        if self._stopping:
            raise RuntimeError("this executor is shut down")
        future: Future[Any] = Future()
        self._waiting.put((future, fn, args))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the processes: when all is done, or with `cancel_futures` at once."""
        self._stopping = True
        if cancel_futures:
            while not self._waiting.empty():
                left = self._waiting.get()
                if left:
                    left[0].cancel()
        for _ in self._threads:
            self._waiting.put(None)
        if cancel_futures:
            for hand in self._hands:
                hand.end(for_good=True)
        if wait:
            for thread in self._threads:
                thread.join()

    def _lead(self, hand: Hand) -> None:
        while (call := self._waiting.get()) is not None:
            future, function, arguments = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = hand.call(function, *arguments)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        hand.end()
