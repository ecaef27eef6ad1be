"""The measure of a collapse, ruling P-G4."""

from __future__ import annotations

import math
from collections.abc import Iterable

from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Tower

SINK_SHARE = 0.1  # of the mean column height that a centre of mass may sink
FLOOR_TILT_RAD = math.radians(15)
COLUMN_TILT_RAD = math.radians(45)


class Foreign:
    """Which pieces must not touch.

    Ruling P-G4 calls it a fall when a piece touches the base or a lower level that it did not touch before: a block
    that tips over an edge and comes to lie aslant has hardly sunk.
    """

    def __init__(self, tower: Tower) -> None:
        self._level = {"base": 0} | {p.name: tower.level_of(p.name) for p in tower.pieces}
        self._column = {p.name: isinstance(p.piece, Column) for p in tower.pieces} | {"base": False}
        self._upon = {p.name for p in tower.pieces if p.upon}

    def among(self, pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Names of the pieces that touch what they must not, of pairs that touch."""
        found = [self._astray(one, other) for one, other in pairs]
        return tuple(dict.fromkeys(name for name in found if name is not None))

    def _astray(self, one: str, other: str) -> str | None:
        """The piece that has come down, None where the two may touch."""
        columns = self._column[one] + self._column[other]
        low, high = sorted((one, other), key=lambda name: self._level[name])
        if columns == 2:
            return high if self._level[low] < self._level[high] else None
        if columns == 0:
            return high  # floors and the base have columns between them
        column, floor = (one, other) if self._column[one] else (other, one)
        if self._level[floor] > self._level[column]:
            return None
        stands_on_it = self._level[floor] == self._level[column] and column not in self._upon
        return None if stands_on_it else column
