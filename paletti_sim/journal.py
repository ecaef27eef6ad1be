"""What is done of long work, kept beside the file it will become until that is whole.

One JSON document a line: first what it is of, then one entry after the other. A line cut short is left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from paletti_sim.errors import PalettiError
from paletti_sim.files import open_alone

LONGEST = 200  # bytes of a journal's first line


class Journal:
    """Keeps entries, for one process at a time; without a path only in memory.

    Args:
        path: the file.
        kind: what it is of, in words, such as "map".
        identity: which one of these.
        flag: the flag that gives the file its name, for advice.
        whole: whether a document is an entry, and whole.
        force: replaces the journal of another one, never another file.

    Raises:
        PalettiError: the file is not a journal, or one of another map (or whatever it is of), another process is
            writing it, or it cannot be written.
    """

    def __init__(
        self,
        path: Path | None,
        kind: str,
        identity: str,
        *,
        flag: str,
        whole: Callable[[Any], bool],
        force: bool = False,
    ) -> None:
        self.path = path
        self.entries: list[Any] = []
        self._flag = flag
        self._descriptor: int | None = None
        if path is None:
            return
        there = path.exists()
        busy = f"another process is at work on this {kind}: wait for it, or give {flag} another name"
        self._descriptor = open_alone(path, busy)
        there = there or os.fstat(self._descriptor).st_size > 0  # another one made it meanwhile
        try:
            with self._told():
                of, self.entries, end = self._read(kind, whole)
                if there and of is None:
                    raise PalettiError(
                        f"{path} is in the way and no journal of a {kind}: move it, or give {flag} another name"
                    )
                if there and of != identity and not force:
                    raise PalettiError(
                        f"{path} keeps what is done of another {kind}: finish that one, delete it, give {flag} another"
                        " name, or --force"
                    )
                if of != identity:
                    self.entries, end = [], 0
                # goes on after the last whole entry, so that nothing damaged is written on to
                os.ftruncate(self._descriptor, end)
                os.lseek(self._descriptor, end, os.SEEK_SET)
                if end == 0:
                    self._write({kind: identity})
        except BaseException:
            self._end(remove=not there)
            raise

    def add(self, entry: Any) -> None:
        """One more, at once on its way to the disk."""
        if self._descriptor is not None:
            with self._told():
                self._write(entry)
        self.entries.append(entry)

    def close(self, done: bool) -> None:
        """Ends it; what is done needs it no more, and where nothing is done nothing is left."""
        self._end(remove=done or not self.entries)

    def _end(self, remove: bool) -> None:
        if self._descriptor is None or self.path is None:
            return
        if remove:
            self.path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = None

    def _read(self, kind: str, whole: Callable[[Any], bool]) -> tuple[str | None, list[Any], int]:
        """What the journal is of, None for any other file; its entries up to the first line that is none; the length
        in bytes up to there."""
        assert self._descriptor is not None
        entries: list[Any] = []
        with open(self._descriptor, "rb", closefd=False) as file:
            first = file.readline(LONGEST)
            of = _identity(first, kind)
            if of is None or not first.endswith(b"\n"):
                return of, entries, 0
            end = len(first)
            for line, entry in _documents(file):
                if not whole(entry):
                    break
                entries.append(entry)
                end += len(line)
        return of, entries, end

    def _write(self, document: Any) -> None:
        assert self._descriptor is not None
        left = memoryview(json.dumps(document).encode() + b"\n")
        while left:
            left = left[os.write(self._descriptor, left) :]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the disk in here are told with the name of the file."""
        try:
            yield
        except OSError as error:
            raise PalettiError(
                f"{self.path}: cannot keep what is done: {error.strerror or error}: make room there, or give"
                f" {self._flag} another name"
            ) from None


def _identity(line: bytes, kind: str) -> str | None:
    """What a journal of this kind is of, by its first line; None for any other file."""
    try:
        first = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    found = first.get(kind) if isinstance(first, dict) and len(first) == 1 else None
    return found if isinstance(found, str) else None


def _documents(file: BinaryIO) -> Iterator[tuple[bytes, Any]]:
    """Lines with what they say, up to the first that is cut short or says nothing."""
    for line in file:
        try:
            document = json.loads(line.decode())
        except (ValueError, RecursionError):
            return
        if not line.endswith(b"\n"):
            return
        yield line, document
