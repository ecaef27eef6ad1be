"""The workers of a cluster: `dask.distributed` behind the same interface as the processes here.

Each thread of a cluster's worker lets a process of its own do the calls, within the same limits as here. So a case that
crashes or hangs costs no worker of the cluster, and a result does not depend on where it was found.
"""

from __future__ import annotations

import atexit
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from paletti_sim.batch.executors.hand import Hand
from paletti_sim.batch.executors.limits import Limits, NoWorkerError, WorkerEndedError
from paletti_sim.errors import MissingExtraError, PalettiError

ADDRESS = re.compile(r"([a-z]+://)?[^\s/]+:[0-9]{1,5}")
CONNECT_S = 10
LOOKS_EVERY_S = 2.0

_hands: dict[tuple[int, Limits], Hand] = {}
_changing = threading.Lock()


class ClusterExecutor(Executor):
    """Calls on the workers of a cluster. Made by `connected`.

    A future has the exception `NoWorkerError` when the work was lost with the scheduler.
    """

    def __init__(self, client: Any, limits: Limits, address: str) -> None:
        self._client = client
        self._limits = limits
        self._address = address
        self._version = version_here()
        self._futures: set[Any] = set()
        self._width = int(sum(client.ncores().values()))
        self._looked = time.monotonic()

    @property
    def width(self) -> int:
        """How many calls run at one time: workers come and go. 0 when none is there."""
        if self._is_there and time.monotonic() - self._looked > LOOKS_EVERY_S:
            with suppress(Exception):  # the calls that are out tell what has become of the scheduler
                self._width = int(sum(self._client.ncores().values()))
            self._looked = time.monotonic()
        return self._width

    @property
    def _is_there(self) -> bool:
        return bool(self._client.status == "running")

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future result of a call; a function that can be pickled, and no keyword arguments.

        Raises:
            NoWorkerError: the scheduler is gone.
        """
        if kwargs:
            raise TypeError("a call here has no keyword arguments")
        future: Future[Any] = Future()
        try:
            remote = self._client.submit(call_in_process, self._version, self._limits, fn, args, pure=False)
        except Exception:
            if self._is_there:
                raise
            raise self._lost() from None
        self._futures.add(remote)
        remote.add_done_callback(lambda done: self._pass_on(done, future))
        return future

    def _pass_on(self, remote: Any, future: Future[Any]) -> None:
        self._futures.discard(remote)
        if future.cancelled():
            return
        try:
            error = self._lost() if remote.cancelled() else remote.exception()
            result = remote.result() if error is None else None
        except Exception:  # it was there, and was lost on its way here
            error, result = self._lost(), None
        if type(error).__name__ == "KilledWorker":
            error = WorkerEndedError("crashed", "it was lost with several workers of the cluster")
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
        with suppress(Exception):
            remote.release()

    def _lost(self) -> NoWorkerError:
        return NoWorkerError(f"--cluster: the scheduler at {self._address} is gone, or has given the work up")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls; with `cancel_futures` those out are given up. The cluster stays as it is."""
        if cancel_futures:
            with suppress(Exception):  # of a scheduler that is gone there is nothing to cancel
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
    if not ADDRESS.fullmatch(address):
        raise PalettiError(f"--cluster: wants an address with a port, such as tcp://host:8786 (got {address[:80]!r})")
    client = _answering(partial(Client, address, timeout=CONNECT_S, set_as_default=False), address)
    try:
        _check_workers(client, address)
        executor = ClusterExecutor(client, limits, address)
        try:
            yield executor
        except BaseException:
            executor.shutdown(cancel_futures=True)
            raise
    finally:
        with suppress(Exception):
            client.close(timeout=CONNECT_S)


def _answering(connect: Callable[[], Any], address: str) -> Any:
    """The client of a scheduler, within a time limit: something else at that port may listen for ever."""
    found: Future[Any] = Future()

    def ask() -> None:
        try:
            found.set_result(connect())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return found.result(timeout=2 * CONNECT_S)
    except (OSError, ValueError, TimeoutError, RuntimeError) as error:
        said = " ".join(str(error).split())[:120] or f"nothing in {2 * CONNECT_S} s"
        raise PalettiError(f"--cluster: no scheduler answers at {address} ({said})") from None


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

    from paletti_sim.stability.fingerprint import fingerprint

    return hashlib.sha256(fingerprint("accurate").encode()).hexdigest()[:16]


def call_in_process(version: str, limits: Limits, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """On a worker of the cluster: a call in a process that belongs to this thread.

    Raises:
        PalettiError: this worker, which may have come after the beginning, has another version of this software.
    """
    if version_here() != version:
        raise PalettiError(f"--cluster: a worker has another version of this software: {version_here()}, not {version}")
    mine = (threading.get_ident(), limits)
    with _changing:
        if not _hands:
            atexit.register(_end_all)
        hand = _hands.setdefault(mine, Hand(limits))
    return hand.call(function, *arguments)


def _end_all() -> None:
    for hand in _hands.values():
        hand.end(for_good=True)
