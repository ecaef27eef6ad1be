"""The labels of a map's cells that have been simulated, kept in a journal until the map is whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paletti_sim.journal import Journal
from paletti_sim.stability.heatmap.grow import CODES

Key = tuple[int, ...]


class Known:
    """Labels by cell: of the map that was begun last, and with a path kept there until a `with` of it ends well.

    In the journal each is one list, the cell and then its label.

    Args:
        path: of the journal; None keeps them in memory only.
        force: replaces the journal of another map, never another file.
    """

    def __init__(self, path: Path | None = None, force: bool = False) -> None:
        self._path, self._force = path, force
        self._journal: Journal | None = None
        self._labels: dict[Key, int] = {}

    def __enter__(self) -> Known:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._end(done=kind is None)

    def begin(self, map_id: str) -> None:
        """Takes up what is kept of a map.

        Raises:
            PalettiError: the file is not a journal, or one of another map, or another process is writing it.
        """
        self._end(done=False)
        self._journal = Journal(self._path, "map", map_id, flag="--data", whole=_whole, force=self._force)
        self._labels = {tuple(cell): label for *cell, label in self._journal.entries}

    @property
    def labels(self) -> Mapping[Key, int]:
        """Labels by cell."""
        return self._labels

    def add(self, key: Key, label: int) -> None:
        """One more."""
        assert self._journal is not None
        self._labels[key] = label
        self._journal.add([*key, label])

    def _end(self, done: bool) -> None:
        if self._journal is not None:
            self._journal.close(done)
        self._journal = None


def _whole(entry: Any) -> bool:
    numbers = isinstance(entry, list) and len(entry) > 1 and all(type(value) is int for value in entry)
    return numbers and entry[-1] in CODES.values()
