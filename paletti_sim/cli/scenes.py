"""Prints what games show: text, tables and drawings, never wider than the terminal (80 columns in a pipe)."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

    from paletti_sim.games.core.scene import Drawing, Grid

WIDEST = 100
PIPE = 80


def width() -> int:
    """Return how wide to print."""
    return min(WIDEST, shutil.get_terminal_size((PIPE, 24)).columns) if sys.stdout.isatty() else PIPE


def _printed(text: str) -> str:
    """A question mark stands for what a terminal would obey instead of showing it, wherever the text is from."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c.isspace() else "?" for c in text)


def print_scene(scene: Iterable[str | Grid | Drawing], file: TextIO | None = None) -> None:
    """Print texts, and tables and drawings with an empty line around each."""

    from paletti_sim.cli.consoles import PipeConsole
    from paletti_sim.games.core.scene import Grid

    out = file or sys.stdout
    console = PipeConsole(file=out, width=width(), highlight=False, emoji=False, markup=False, soft_wrap=False)
    open_line = False
    for part in scene:
        if isinstance(part, str):
            indent = len(part) - len(part.lstrip())
            print(
                textwrap.fill(_printed(part), width(), subsequent_indent=" " * (indent + 2), break_on_hyphens=False),
                file=out,
            )
            open_line = True
        else:
            if open_line:
                print(file=out)
            _print_grid(console, part) if isinstance(part, Grid) else _print_drawing(console, part)
            open_line = False


def _print_drawing(console: Console, drawing: Drawing) -> None:
    from rich.text import Text

    if drawing.title:
        console.print(Text(drawing.title, style="bold"))
    for line in drawing.lines:
        text = Text.assemble(*line)
        text.rstrip()
        console.print(text, no_wrap=True, overflow="crop", crop=True)
    console.print()


def _print_grid(console: Console, grid: Grid) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if grid.title:
        console.print(Text(grid.title, style="bold"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    sides = {"l": "left", "r": "right", "c": "center"}
    for place, head in enumerate(grid.columns):
        side = sides[(grid.align or "l" * len(grid.columns))[place]]
        table.add_column(Text(_printed(head)), justify=side, overflow="fold")  # type: ignore[arg-type]
    for number, row in enumerate(grid.rows):
        if number in grid.strong:
            table.add_section()
        table.add_row(*(Text(_printed(cell)) for cell in row), style="bold" if number in grid.strong else None)
    with console.capture() as captured:
        console.print(table)
    # rich fills lines with spaces up to the width of the table
    console.file.write("\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n\n")
