"""A bar on stderr with rate and time left, when somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def growing(what: str, total: int = 0) -> Iterator[Callable[[int, int], None]]:
    """A bar whose end may move: call what it gives with how many are done, and how many are known to be needed."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:.1f}/s")

    with Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),  # rich also believes the environment that there is a terminal
    ) as bar:
        task = bar.add_task(what, total=total or None)

        def told(done: int, needed: int) -> None:
            bar.update(task, completed=done, total=needed)

        yield told


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar of `total`; call what it gives with how many are done."""
    with growing(what, total) as told:
        yield lambda done: told(done, total)
