"""The labels of a map's cells that have been simulated, kept in a journal until the map is whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paletti_sim.journal import Journal
from paletti_sim.stability.heatmap.grow import CODES

Key = tuple[int, ...]


class Known:
    """Labels by cell; in the journal each is one list, the cell and then its label.

    Args:
        path: of the journal; None keeps them in memory only.
        map_id: what map it is.
        force: replaces the journal of another map, never another file.

    Raises:
        PalettiError: the file is not a journal, or one of another map.
    """

    def __init__(self, path: Path | None, map_id: str, force: bool = False) -> None:
        self._journal = Journal(path, "map", map_id, flag="--data", whole=_whole, force=force)
        self._labels: dict[Key, int] = {tuple(cell): label for *cell, label in self._journal.entries}

    @property
    def labels(self) -> Mapping[Key, int]:
        """Labels by cell."""
        return self._labels

    def add(self, key: Key, label: int) -> None:
        """One more."""
        self._labels[key] = label
        self._journal.add([*key, label])

    def close(self, done: bool) -> None:
        """Ends the journal; a map that is done needs it no more."""
        self._journal.close(done)


def _whole(entry: Any) -> bool:
    numbers = isinstance(entry, list) and len(entry) > 1 and all(type(value) is int for value in entry)
    return numbers and entry[-1] in CODES.values()
