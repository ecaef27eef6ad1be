"""What has been simulated of a map, kept beside its data file until the map is whole.

One JSON document a line: first what map it is, then a cell and its label. A line cut short is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from paletti_sim.errors import PalettiError
from paletti_sim.files import write_whole
from paletti_sim.stability.heatmap.grow import CODES

Key = tuple[int, ...]

MAP = "map"


class Journal:
    """Keeps labels by cell; without a path only in memory.

    Args:
        path: the file.
        map_id: what map it is.
        force: replaces the journal of another map, never another file.

    Raises:
        PalettiError: the file is not a journal, or one of another map.
    """

    def __init__(self, path: Path | None, map_id: str, force: bool = False) -> None:
        self.path = path
        self._known: dict[Key, int] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        if path.exists():
            of = _map_of(path)
            if of is None:
                raise PalettiError(
                    f"{path} is in the way and no journal of a map: move it, or give --data another name"
                )
            if of != map_id and not force:
                raise PalettiError(
                    f"{path} keeps what is done of another map: finish that one, delete it, give --data another name,"
                    " or --force"
                )
            self._known = _read(path) if of == map_id else {}
        # written anew, so that nothing damaged is written on to
        text = "".join(json.dumps(line) + "\n" for line in ({MAP: map_id}, *([*k, v] for k, v in self._known.items())))
        write_whole(path, text, force=True)
        self._file = path.open("a", encoding="utf-8")

    @property
    def known(self) -> Mapping[Key, int]:
        """Labels by cell."""
        return self._known

    def add(self, key: Key, label: int) -> None:
        """One more."""
        self._known[key] = label
        if self._file is not None:
            self._line([*key, label])

    def close(self, done: bool) -> None:
        """Ends it; a map that is done needs it no more."""
        if self._file is None or self.path is None:
            return
        self._file.close()
        self._file = None
        if done:
            self.path.unlink(missing_ok=True)

    def _line(self, document: object) -> None:
        assert self._file is not None
        self._file.write(json.dumps(document) + "\n")
        self._file.flush()


def _map_of(path: Path) -> str | None:
    """What map a journal is of; None for any other file."""
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline(LONGEST))
    except (ValueError, OSError):
        return None
    found = first.get(MAP) if isinstance(first, dict) and len(first) == 1 else None
    return found if isinstance(found, str) else None


def _read(path: Path) -> dict[Key, int]:
    """The labels of a journal, up to the first line that is none."""
    known: dict[Key, int] = {}
    with path.open(encoding="utf-8", errors="replace") as file:
        file.readline()
        for line in file:
            try:
                values = json.loads(line)
            except ValueError:
                break
            whole = isinstance(values, list) and len(values) > 1 and all(type(value) is int for value in values)
            if not whole or values[-1] not in CODES.values() or not line.endswith("\n"):
                break
            known[tuple(values[:-1])] = values[-1]
    return known


LONGEST = 200  # characters of a journal's first line
