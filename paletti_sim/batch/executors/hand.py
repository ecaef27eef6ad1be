"""One process at work, as the one who started it sees it."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from paletti_sim.batch.executors.limits import Limits, NoWorkerError, WorkerEndedError

LOOKS_EVERY_S = 0.05
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from paletti_sim.batch.executors.limits import Limits
from paletti_sim.batch.executors.worker import serve
serve(int(sys.argv[2]), Limits(float(sys.argv[3]), int(sys.argv[4])))
"""
# one thread each: more would compete with the other processes, and sums could come out in another order
THREADS = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Hand:
    """Calls functions in a process of its own, one at a time, within limits. Not for several threads at once.

    The process is started when it is needed, and anew after it has ended.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._closed = False
        self._changing = threading.RLock()

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function returns or raises; it must be one that can be pickled.

        Raises:
            WorkerEndedError: the process has crashed, or was ended because it took too long or too much memory.
            NoWorkerError: no process can be started.
        """
        started = time.monotonic()
        try:
            return self._call(function, arguments)
        except WorkerEndedError as error:
            error.seconds = time.monotonic() - started
            raise

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        connection, process = self._started()
        try:
            connection.send_bytes(pickle.dumps((function, arguments)))
            self._await(connection, process)
            done, value = pickle.loads(connection.recv_bytes())
        except (EOFError, OSError):
            raise WorkerEndedError("crashed", self._how_it_ended(process)) from None
        if done:
            return value
        if isinstance(value, WorkerEndedError):
            self.end()  # what it has taken, it keeps
        raise value

    def end(self, *, for_good: bool = False) -> None:
        """Ends the process at once, whatever it does; `for_good`: and starts none again. For any thread."""
        with self._changing:
            self._closed |= for_good
            process, self._process = self._process, None
            if process is not None:
                process.kill()
                process.wait()

    def _started(self) -> tuple[Connection, subprocess.Popen[bytes]]:
        with self._changing:
            if self._closed:
                raise WorkerEndedError("crashed", "the work was stopped")
            if self._process is None or self._connection is None or self._process.poll() is not None:
                self.end()
                try:
                    self._process, self._connection = self._start()
                except OSError as error:
                    why = error.strerror or error
                    raise NoWorkerError(f"no more processes can be started to work ({why}): ask for fewer") from None
            return self._connection, self._process

    def _start(self) -> tuple[subprocess.Popen[bytes], Connection]:
        ours, theirs = socket.socketpair()
        with ours, theirs:
            limits = (str(theirs.fileno()), str(self._limits.timeout_s), str(self._limits.memory_mb))
            process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, json.dumps([str(Path(p).absolute()) for p in sys.path]), *limits],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=os.environ | THREADS,
                start_new_session=True,  # Ctrl-C at the terminal is for whoever started it
            )
            return process, Connection(ours.detach())

    def _await(self, connection: Connection, process: subprocess.Popen[bytes]) -> None:
        """Returns when there is something to read."""
        end = time.monotonic() + self._limits.timeout_s
        while not connection.poll(LOOKS_EVERY_S):
            if time.monotonic() > end:
                self.end()
                raise WorkerEndedError("timeout", f"took longer than {self._limits.timeout_s:g} s")
            if resident_mb(process.pid) > self._limits.memory_mb:
                self.end()
                raise WorkerEndedError("memory", f"took more than {self._limits.memory_mb} MB of memory")

    def _how_it_ended(self, process: subprocess.Popen[bytes]) -> str:
        try:
            code = process.wait(timeout=5)
        except subprocess.TimeoutExpired:  # it has closed its socket and lives on
            self.end()
            return "the process stopped answering"
        self.end()
        if code < 0:
            return f"the process was ended by {signal.Signals(-code).name}"
        return f"the process ended with exit code {code}"


def resident_mb(process_id: int) -> float:
    """Memory that a process holds; 0 where the system does not say."""
    try:
        pages = Path(f"/proc/{process_id}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0.0
    return int(pages) * PAGE_BYTES / 2**20
