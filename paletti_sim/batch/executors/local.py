"""Processes on this machine: a worker that crashes, hangs or grows costs one case, and another takes its place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any

from paletti_sim.batch.executors.hand import Hand
from paletti_sim.batch.executors.limits import Limits, NoWorkerError

_Waiting = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class LocalExecutor(Executor):
    """As many as `jobs` processes, each led by a thread of its own and started when there is a call for it.

    A future has the exception `WorkerEndedError` when its process ended, and the next call meets a new process.

    >>> with LocalExecutor(1) as executor:
    ...     executor.submit(pow, 2, 5).result()
    32
    """

    def __init__(self, jobs: int, limits: Limits | None = None) -> None:
        self._jobs, self._limits = jobs, limits or Limits()
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._hands: list[Hand] = []
        self._threads: list[threading.Thread] = []
        self._stopping = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call; a function that can be pickled, and no keyword arguments.

        Raises:
            NoWorkerError: the system gives no more threads.
        """
        if kwargs:
            raise TypeError("a call here has no keyword arguments")
        if self._stopping:
            raise RuntimeError("this executor is shut down")
        if len(self._threads) < self._jobs:
            self._begin()
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

    def _begin(self) -> None:
        """One more process, when its first call comes."""
        hand = Hand(self._limits)
        thread = threading.Thread(target=self._lead, args=(hand,), daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            raise NoWorkerError(f"no more processes can be started to work ({error}): ask for fewer") from None
        self._hands.append(hand)
        self._threads.append(thread)

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
