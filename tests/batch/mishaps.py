"""Calls that go wrong for real, in the process that works on them."""

from __future__ import annotations

import ctypes
import os
import time

import numpy as np


def crash() -> None:
    ctypes.string_at(0)


def leave(_: object = None) -> None:
    os._exit(7)


def hang(seconds: float = 3600) -> None:
    time.sleep(seconds)


def hang_in_native_code() -> None:
    """Keeps Python from running: no thread of the process comes to its turn."""
    ctypes.PyDLL(None).sleep(3600)


def grow(mb: int = 100_000) -> int:
    """Takes memory little by little, and touches it."""
    held = []
    for _ in range(mb // 10):
        held.append(bytearray(os.urandom(10)) * 2**20)
        time.sleep(0.005)
    return len(held)


def want_too_much() -> None:
    np.ones(10**12)


def fail(words: str) -> None:
    raise ValueError(words)


def process_id() -> int:
    return os.getpid()
