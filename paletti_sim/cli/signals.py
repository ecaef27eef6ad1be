"""Signals that end a command: Ctrl-C, a polite end from outside, a terminal that goes away.

While a command works they come as a `Stopped` and it ends in order: files are written whole or not at all, workers
end, a game keeps its record. Before and after there is nothing to put in order.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

WORDS = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "the terminal is gone"}
AGAIN_SECONDS = 0.02


class Stopped(KeyboardInterrupt):
    """A signal ends the command; like any Ctrl-C to whoever only has to put something in order."""


class _State:
    working = False
    came: int | None = None


_state = _State()


def stopped() -> tuple[str, int] | None:
    """What to say and what to end with when a signal came, else None."""
    if _state.came is None:
        return None
    return WORDS[signal.Signals(_state.came).name], 128 + _state.came


def by_hand() -> bool:
    """Whether it was a person at the keyboard, who can still be asked something."""
    return _state.came in (None, signal.SIGINT)


@contextmanager
def working() -> Iterator[None]:
    """In here a signal comes as an exception."""
    _state.working = True
    try:
        yield
    finally:
        _state.working = False


@contextmanager
def obeyed(*, to_the_end: bool) -> Iterator[None]:
    """Signals end what is done in here; afterwards they do what they did before.

    With `to_the_end` they do nothing afterwards: the process has its answer and ends. Signals that whoever started us
    wants ignored (`nohup`) stay ignored.
    """
    _state.came = None
    usual = {}
    for number in (getattr(signal, name) for name in WORDS if hasattr(signal, name)):
        with suppress(ValueError):  # not in the main thread, which alone hears signals
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                usual[number] = signal.signal(number, _hear)
    hook, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in usual.items():
            signal.signal(number, signal.SIG_IGN if to_the_end else handler)


def _hear(number: int, _: object) -> None:
    _state.came = number
    if _state.working:
        raise Stopped
    # modules are being loaded: an exception could come out of them as any other one
    words, code = stopped() or ("", 1)
    with suppress(OSError):
        os.write(2, f"{words}\n".encode())
    os._exit(code)


def _unraisable(found: Any) -> None:
    """A signal that came where Python cannot raise anything (as a module's lock is given back) comes again."""
    if not isinstance(found.exc_value, Stopped) or not hasattr(signal, "pthread_kill"):
        sys.__unraisablehook__(found)
        return
    import threading

    # to the main thread, which may be asleep
    again = threading.Timer(AGAIN_SECONDS, signal.pthread_kill, [threading.main_thread().ident, _state.came])
    again.daemon = True
    again.start()
