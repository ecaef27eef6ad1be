"""Consoles of rich that end as our commands do. Imported late, as rich is: it takes its time."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class PipeConsole(Console):
    """Says that nobody reads a closed pipe, as `print` does; rich would end the process, with an answer's exit code."""

    def on_broken_pipe(self) -> NoReturn:
        """Called while the BrokenPipeError is handled."""
        raise  # noqa: PLE0704
