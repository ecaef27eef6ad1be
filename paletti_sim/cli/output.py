"""How commands say things: data on stdout, words on stderr, tables that fit the terminal and are plain in a pipe."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paletti_sim.cli.streams import say
from paletti_sim.errors import NoAnswerError
from paletti_sim.files import refuse_existing, refuse_unwritable, write_all, write_whole

if TYPE_CHECKING:
    from rich.table import Table

__all__ = [
    "print_json",
    "print_table",
    "refuse_existing",
    "refuse_unwritable",
    "say",
    "write_all",
    "write_file",
    "write_whole",
]

PIPE_WIDTH = 1000  # columns of a table that no terminal limits: nothing is cut off for the next program


def print_json(document: dict[str, Any]) -> None:
    """One JSON document on stdout, and nothing else.

    Raises:
        NoAnswerError: a number in it is not finite, and JSON has no word for that.
    """
    try:
        text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    except ValueError:
        raise NoAnswerError("the answer has a number that is not finite, which no JSON document can hold") from None
    print(text)


def print_table(table: Table) -> None:
    """A rich table on stdout; without colour, frame or cut-off cells when stdout is not a terminal."""
    from paletti_sim.cli.consoles import PipeConsole

    if sys.stdout.isatty():
        PipeConsole().print(table)
        return
    table.box, table.pad_edge, table.title = None, False, None
    plain = PipeConsole(file=io.StringIO(), width=PIPE_WIDTH, no_color=True, highlight=False, emoji=False)
    plain.print(table)
    print("\n".join(line.rstrip() for line in plain.file.getvalue().splitlines()))  # type: ignore[attr-defined]


def write_file(path: Path, data: bytes | str, *, force: bool = False) -> None:
    """Writes a result whole or not at all and says so on stderr."""
    write_whole(path, data, force=force)
    say(f"wrote {path}")
