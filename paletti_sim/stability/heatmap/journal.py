"""What has been simulated of a map, kept beside its data file until the map is whole.

One JSON document a line: first what map it is, then a cell and its label. A line cut short is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

Key = tuple[int, ...]


class Journal:
    """Keeps labels by cell; without a path only in memory.

    Args:
        path: the file; one that tells of another map is left as it is and written to after this map's is due, under
            the same name only once it is whole.
        map_id: what map it is; only labels of the same one are taken up.
    """

    def __init__(self, path: Path | None, map_id: str) -> None:
        self.path = path
        self._known: dict[Key, int] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        if path.exists():
            self._known = _read(path, map_id)
        fresh = not self._known
        self._file = path.open("w" if fresh else "a", encoding="utf-8")
        if fresh:
            self._line({"map": map_id})

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


def _read(path: Path, map_id: str) -> dict[Key, int]:
    known: dict[Key, int] = {}
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline())
            if not isinstance(first, dict) or first.get("map") != map_id:
                return {}
            for line in file:
                if not line.endswith("\n"):
                    break
                *key, label = json.loads(line)
                known[tuple(key)] = label
    except (ValueError, TypeError, OSError):
        return known
    return known
