"""Standard streams that may be closed, full or read by nobody."""

from __future__ import annotations

import errno
import io
import os
import sys
import unicodedata
from contextlib import suppress
from typing import Any


def make_ready() -> None:
    """Gives the process all three standard streams, and a stderr that never fails.

    Where a descriptor is closed, the next file opened would take its number, and what is printed would go there.
    """
    _fill_descriptors()
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = _text(io.FileIO(1, "w", closefd=False), "utf-8")
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    sys.stderr = _text(_Forgiving(2, "w", closefd=False), encoding, line_buffering=True)
    # names of files need not be text that the terminal can show
    getattr(sys.stdout, "reconfigure", lambda **_: None)(errors="backslashreplace")


def say(words: str) -> None:
    """A line for the reader, on stderr. That it cannot be written changes no exit code."""
    with suppress(OSError):
        print(_shown(words), file=sys.stderr, flush=True)


def _shown(words: str) -> str:
    """Words with a question mark for what a terminal would obey instead of showing it: names in files may have it."""
    return "".join("?" if unicodedata.category(c) == "Cc" and c not in "\n\t" else c for c in words)


def forget_stdout() -> None:
    """What is left in the buffer goes nowhere, so that Python does not complain once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def why(error: OSError) -> str:
    """Why stdout could not be written to."""
    return "stdout is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def _fill_descriptors() -> None:
    # for reading only: whoever writes an answer into it hears that it arrived nowhere
    while (descriptor := os.open(os.devnull, os.O_RDONLY)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


class _Forgiving(io.FileIO):
    """What cannot be written is lost without a word."""

    def write(self, data: Any, /) -> int:
        """Writes, or says that it did."""
        try:
            return super().write(data) or 0
        except OSError:
            return len(memoryview(data).cast("B"))


def _text(raw: io.FileIO, encoding: str, *, line_buffering: bool = False) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=encoding, errors="backslashreplace", line_buffering=line_buffering
    )
