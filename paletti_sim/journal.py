"""What is done of long work, kept beside the file it will become until that is whole.

One JSON document a line: first what it is of, then one entry after the other. A line cut short is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from paletti_sim.errors import PalettiError
from paletti_sim.files import write_whole


class Journal:
    """Keeps entries; without a path only in memory.

    Args:
        path: the file.
        kind: what it is of, in words, such as "map".
        identity: which one of these.
        flag: the flag that gives the file its name, for advice.
        whole: whether a document is an entry, and whole.
        force: replaces the journal of another one, never another file.

    Raises:
        PalettiError: the file is not a journal, or one of another map (or whatever it is of).
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
        self._file: TextIO | None = None
        if path is None:
            return
        if path.exists():
            of = _identity(path, kind)
            if of is None:
                raise PalettiError(
                    f"{path} is in the way and no journal of a {kind}: move it, or give {flag} another name"
                )
            if of != identity and not force:
                raise PalettiError(
                    f"{path} keeps what is done of another {kind}: finish that one, delete it, give {flag} another"
                    " name, or --force"
                )
            self.entries = _read(path, whole) if of == identity else []
        # written anew, so that nothing damaged is written on to
        text = "".join(json.dumps(line) + "\n" for line in ({kind: identity}, *self.entries))
        write_whole(path, text, force=True)
        self._file = path.open("a", encoding="utf-8")

    def add(self, entry: Any) -> None:
        """One more, at once on its way to the disk."""
        self.entries.append(entry)
        if self._file is not None:
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()

    def close(self, done: bool) -> None:
        """Ends it; what is done needs it no more."""
        if self._file is None or self.path is None:
            return
        self._file.close()
        self._file = None
        if done:
            self.path.unlink(missing_ok=True)


def _identity(path: Path, kind: str) -> str | None:
    """What a journal of this kind is of; None for any other file."""
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline(LONGEST))
    except (ValueError, OSError):
        return None
    found = first.get(kind) if isinstance(first, dict) and len(first) == 1 else None
    return found if isinstance(found, str) else None


def _read(path: Path, whole: Callable[[Any], bool]) -> list[Any]:
    """The entries of a journal, up to the first line that is none."""
    entries = []
    with path.open(encoding="utf-8", errors="replace") as file:
        file.readline()
        for line in file:
            try:
                entry = json.loads(line)
            except ValueError:
                break
            if not line.endswith("\n") or not whole(entry):
                break
            entries.append(entry)
    return entries


LONGEST = 200  # characters of a journal's first line
