"""How far a batch is, on stderr: a bar for somebody who looks, a plain line now and then for a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paletti_sim.cli.streams import say

if TYPE_CHECKING:
    from paletti_sim.batch.run import Course

LINE_EVERY_S = 10.0


@contextmanager
def shown(label: str) -> Iterator[Callable[[Course], None]]:
    """Gives a function that is to be told the course as often as it changes."""
    if sys.stderr.isatty():
        with _bar(label) as told:
            yield told
    else:
        yield _lines()


def line(course: Course) -> str:
    """The course in one line: done of total, rate, time left, failures."""
    words = f"{course.before + course.done:,} of {course.total:,} done"
    if course.idle:
        words += ", no worker is there and one is waited for"
    elif course.done:
        words += f", {course.rate:,.3g} a second, {duration(course.left_s or 0)} left"
    return f"{words}, {course.failed:,} failed"


def duration(seconds: float) -> str:
    """A length of time in the two largest units that it needs.

    >>> duration(7), duration(190), duration(7300), duration(400_000)
    ('7 s', '3 min 10 s', '2 h 1 min', '4 d 15 h')
    """
    whole = round(seconds)
    minutes, s = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [(days, "d"), (hours, "h"), (minutes, "min"), (s, "s")]
    while len(parts) > 1 and parts[0][0] == 0:
        parts.pop(0)
    return " ".join(f"{count} {unit}" for count, unit in parts[:2] if count) or "0 s"


def _lines() -> Callable[[Course], None]:
    last = time.monotonic()

    def told(course: Course) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= LINE_EVERY_S:
            last = now
            say(line(course))

    return told


@contextmanager
def _bar(label: str) -> Iterator[Callable[[Course], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, words="")

        def told(course: Course) -> None:
            done = course.before + course.done
            bar.update(task, total=course.total, completed=done, words=line(course))

        yield told
