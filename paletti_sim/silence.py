"""Native libraries that print past `sys.stdout` are kept quiet."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silenced() -> Iterator[None]:
    """Sends what native code writes to stdout and stderr nowhere.

    The engine prints from C, past `sys.stdout`, so the file descriptors themselves are turned aside.
    """
    saved: list[tuple[int, int]] = []
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for descriptor in (1, 2):
            try:
                copy = os.dup(descriptor)
            except OSError:  # closed by whoever started us: nothing to protect
                continue
            saved.append((descriptor, copy))
            os.dup2(nowhere, descriptor)
        yield
    finally:
        for descriptor, copy in saved:
            os.dup2(copy, descriptor)
            os.close(copy)
        os.close(nowhere)
