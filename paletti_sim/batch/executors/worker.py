"""The process that works: takes one call after another from a socket and answers each.

It is a program of its own and not a fork, so that it begins clean, holds no file of whoever started it, and can be
started from a daemon too. It ends when the other end of its socket is closed, however that came about.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from paletti_sim.batch.executors.limits import Limits, WorkerEndedError

LATE_S = 15.0  # after its time limit a call ends the process itself, in case nobody is there any more to do it
SPARE_MB = 4096  # address space beyond the limit: libraries reserve more than they use

Call = tuple[Callable[..., Any], tuple[Any, ...]]


def serve(descriptor: int, limits: Limits) -> None:
    """Answers calls until the socket is closed.

    A call is a pickled (function, arguments); an answer is (True, result) or (False, exception).
    """
    connection = Connection(descriptor)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, calls), daemon=True).start()
    _limit(limits)
    while True:
        message = calls.get()
        # its watchdog is a thread of C: it works also while native code keeps Python from running
        faulthandler.dump_traceback_later(limits.timeout_s + LATE_S, exit=True, file=_nowhere())
        answer = _answer(message, limits)
        faulthandler.cancel_dump_traceback_later()
        connection.send_bytes(answer)


def _listen(connection: Connection, calls: SimpleQueue[bytes]) -> None:
    while True:
        try:
            calls.put(connection.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)


def _answer(message: bytes, limits: Limits) -> bytes:
    try:
        function, arguments = pickle.loads(message)
        answer = (True, function(*arguments))
        return pickle.dumps(answer)
    except MemoryError:
        return pickle.dumps((False, WorkerEndedError("memory", f"wanted more than {limits.memory_mb} MB of memory")))
    except BaseException as error:
        return _told(error)


def _told(error: BaseException) -> bytes:
    try:
        text = pickle.dumps((False, error))
        pickle.loads(text)
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return text


def _limit(limits: Limits) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = (limits.memory_mb + SPARE_MB) * 2**20
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


_kept: list[Any] = []


def _nowhere() -> Any:
    if not _kept:
        _kept.append(open(os.devnull, "w"))  # noqa: SIM115 - for as long as the process lives
    return _kept[0]
