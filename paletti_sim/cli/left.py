"""Games that were left before their end: where they are kept, and whether they can go on there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from paletti_sim.cli.output import refuse_unwritable, say
from paletti_sim.cli.signals import by_hand
from paletti_sim.errors import PalettiError
from paletti_sim.games.core.errors import RecordError
from paletti_sim.games.core.record import Record, read_records


def refuse_to_go_on_in(file: Path) -> None:
    """Say before the game, not after it, that the file (or what a link leads to) cannot be written.

    Raises:
        RecordError: it is no file, or one that cannot be written.
    """
    elsewhere = "--record OTHER writes the game elsewhere"
    if not file.resolve().is_file():
        raise RecordError(f"{file}: it is no file in which the game could go on: {elsewhere}")
    try:
        refuse_unwritable(file, force=True)
        writable = os.access(file, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        raise RecordError(f"{file}: it cannot be written, so the game cannot go on in it: {elsewhere}")


def left_in(file: Path, game: str) -> Record:
    """Return the record of a game that was left unfinished.

    Raises:
        RecordError: the file holds another game, many, or one that is over.
    """
    records = read_records(file)
    if len(records) != 1:
        raise RecordError(f"{file}: it holds {len(records)} games: --resume wants a file with one")
    if records[0].game != game:
        raise RecordError(f"{file}: this is a game of {records[0].game[:40]}, not of {game}")
    if records[0].outcome is not None:
        raise RecordError(f"{file}: this game is over: `paletti replay` shows it")
    return records[0]


def offered_place() -> Path | None:
    """Return where somebody at a terminal wants the record of a game that is left, None for nowhere."""
    if not (sys.stdin.isatty() and sys.stdout.isatty() and by_hand()):
        return None
    while True:
        try:
            name = input("Save a record? A file name, or Enter for none: ").strip()
            if not name:
                return None
            refuse_unwritable(name)
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        except PalettiError as error:
            say(str(error).removesuffix(": --force overwrites"))
        except OSError as error:
            say(f"{name}: {error.strerror or error}")
        else:
            return Path(name)
