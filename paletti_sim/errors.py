"""Errors that a user can cause: each message is one clear sentence that says what, where and what to do."""

from __future__ import annotations

from dataclasses import dataclass

LISTED = 50  # faults of a file that are told one by one


class PalettiError(Exception):
    """Anything that goes wrong for a reason the user can understand; `exit_code` is what the command line ends with."""

    exit_code = 2


class NoAnswerError(PalettiError):
    """The simulation itself failed."""

    exit_code = 3


class MissingExtraError(PalettiError):
    """An optional part of the software is not installed."""

    exit_code = 4


@dataclass(frozen=True, order=True)
class Fault:
    """One thing wrong in a file. Line and column count from 1."""

    line: int
    column: int
    where: str
    what: str


class FileFaultsError(PalettiError):
    """A file with faults: all of them, in the order of the file.

    `str(error)` has one line for each: `FILE:LINE:COLUMN: where.in.the.file: what is wrong (got …)`; of very many the
    first, and how many more there are.
    """

    def __init__(self, file: str, faults: list[Fault]) -> None:
        self.file = file
        self.faults = tuple(sorted(faults))
        lines = [f"{file}:{f.line}:{f.column}: {f.where}: {f.what}" for f in self.faults[:LISTED]]
        if len(self.faults) > LISTED:
            lines.append(f"{file}: and {len(self.faults) - LISTED} more")
        super().__init__("\n".join(lines))
