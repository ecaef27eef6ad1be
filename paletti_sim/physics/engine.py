"""The one place that loads pybullet: silent, one client a process."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from paletti_sim.silence import silenced


@cache
def pybullet() -> Any:
    """The pybullet module. Its import prints a build time; nobody sees it."""
    with silenced():
        import pybullet as module

    return module


_clients: dict[int, int] = {}  # process id -> client: a forked child must not use its parent's
_lock = threading.RLock()


def client() -> int:
    """This process's DIRECT client, connected when first asked for."""
    me = os.getpid()
    if me not in _clients or not pybullet().isConnected(_clients[me]):
        with silenced():
            _clients.clear()
            _clients[me] = pybullet().connect(pybullet().DIRECT)
    return _clients[me]


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """The engine is not safe with threads: callers of one process take turns."""
    with _lock:
        yield


@cache
def version() -> str:
    """The engine's version, as its distribution says it."""
    from importlib.metadata import version as installed

    return installed("pybullet")
