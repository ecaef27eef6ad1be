"""The workers of a cluster: `dask.distributed` behind the same interface as the processes here.

Each thread of a cluster's worker lets a process of its own do the calls, within the same limits as here. So a case that
crashes or hangs costs no worker of the cluster, and a result does not depend on where it was found.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from paletti_sim.batch.executors.hand import Hand
from paletti_sim.batch.executors.limits import Limits, WorkerEndedError
from paletti_sim.errors import MissingExtraError, PalettiError

CONNECT_S = 10

_hands: dict[tuple[int, Limits], Hand] = {}
_changing = threading.Lock()


class ClusterExecutor(Executor):
    """Calls on the workers of a cluster. Made by `connected`; `width` is how many run at one time."""

    def __init__(self, client: Any, limits: Limits) -> None:
        self._client = client
        self._limits = limits
        self._futures: set[Any] = set()
        self.width = max(1, sum(client.ncores().values()))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call; a function that can be pickled, and no keyword arguments."""
        if kwargs:
            raise TypeError("a call here has no keyword arguments")
        future: Future[Any] = Future()
        remote = self._client.submit(call_in_process, self._limits, fn, args, pure=False)
        self._futures.add(remote)
        remote.add_done_callback(lambda done: self._pass_on(done, future))
        return future

    def _pass_on(self, remote: Any, future: Future[Any]) -> None:
        self._futures.discard(remote)
        if future.cancelled():
            return
        if remote.cancelled():
            future.set_exception(WorkerEndedError("crashed", "the cluster gave the work on it up"))
        elif (error := remote.exception()) is None:
            future.set_result(remote.result())
        elif type(error).__name__ == "KilledWorker":
            future.set_exception(WorkerEndedError("crashed", "it was lost with several workers of the cluster"))
        else:
            future.set_exception(error)
        remote.release()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls; with `cancel_futures` those out are given up. The cluster stays as it is."""
        if cancel_futures:
            self._client.cancel(list(self._futures))
        elif wait:
            from distributed import wait as until_done

            until_done(list(self._futures))


@contextmanager
def connected(address: str, limits: Limits) -> Iterator[ClusterExecutor]:
    """The workers behind a scheduler.

    Raises:
        MissingExtraError: `dask.distributed` is not installed.
        PalettiError: nobody answers at the address, no worker is there, or one has another version of this software.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError(
            "--cluster needs dask.distributed, which is not installed: pip install 'paletti-sim[cluster]'"
        ) from None
    for name in ("distributed", "distributed.client", "distributed.comm.core", "distributed.core"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError, RuntimeError) as error:
        said = " ".join(str(error).split())[:120] or type(error).__name__
        raise PalettiError(f"--cluster: no scheduler answers at {address} ({said})") from None
    try:
        _check_workers(client, address)
        executor = ClusterExecutor(client, limits)
        try:
            yield executor
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise
    finally:
        client.close(timeout=CONNECT_S)


def _check_workers(client: Any, address: str) -> None:
    if not client.ncores():
        raise PalettiError(f"--cluster: no workers are there at {address}: start some with `dask worker {address}`")
    ours = version_here()
    try:
        found = client.run(version_here)
    except Exception as error:
        raise PalettiError(f"--cluster: a worker cannot load this software ({type(error).__name__}: {error})") from None
    for worker, theirs in found.items():
        if theirs != ours:
            raise PalettiError(
                f"--cluster: the worker {worker} has another version of this software: {theirs}, not {ours}"
            )


def version_here() -> str:
    """What has to be the same on all workers for equal results."""
    import hashlib

    from paletti_sim.batch.plan.keys import fingerprint

    return hashlib.sha256(fingerprint("accurate").encode()).hexdigest()[:16]


def call_in_process(limits: Limits, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """On a worker of the cluster: a call in a process that belongs to this thread."""
    mine = (threading.get_ident(), limits)
    with _changing:
        if not _hands:
            atexit.register(_end_all)
        hand = _hands.setdefault(mine, Hand(limits))
    return hand.call(function, *arguments)


def _end_all() -> None:
    for hand in _hands.values():
        hand.end(for_good=True)
