"""A Dask cluster on this machine: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

from paletti_sim.batch.executors.cluster import connected
from paletti_sim.batch.executors.limits import Limits
from paletti_sim.errors import PalettiError

ROOT = Path(__file__).parents[2]
DASK = [sys.executable, "-c", "from distributed.cli.{0} import main; main()"]


def dask(kind: str, *arguments: str) -> subprocess.Popen[bytes]:
    call = [part.format(f"dask_{kind}") for part in DASK]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen([*call, *arguments], cwd=ROOT, stdout=nowhere, stderr=nowhere, start_new_session=True)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def start_scheduler() -> tuple[str, subprocess.Popen[bytes]]:
    port = str(free_port())
    started = dask("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--no-show")
    return f"tcp://127.0.0.1:{port}", started


def start_worker(address: str) -> subprocess.Popen[bytes]:
    return dask("worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1")


def wait_for_workers(address: str, count: int) -> None:
    end = time.monotonic() + 60
    while True:
        assert time.monotonic() < end, "the cluster did not come up"
        try:
            with connected(address, Limits()) as executor:
                if executor.width == count:
                    return
        except PalettiError:
            time.sleep(0.2)
