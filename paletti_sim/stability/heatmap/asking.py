"""Simulations of the cells of a map, by several processes, and kept as they come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

from paletti_sim.physics.motion import anything_moved
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.heatmap.grow import CODES, TOPPLES, Cell
from paletti_sim.stability.heatmap.known import Known
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import places_upon
from paletti_sim.tower.tower import Placed, Pose, Tower
from paletti_sim.workers import in_order

T = TypeVar("T")
Place = tuple[float, float, float]  # x and y in metres, and the turn in radians


@dataclass(frozen=True)
class Question:
    """A piece that is put on a tower at rest, somewhere. `before`: poses against which a fall is measured."""

    tower: Tower
    before: Mapping[str, Pose]
    piece: Column | Floor
    preset: str

    def tower_with(self, place: Place) -> Tower:
        """The tower with the piece at a place."""
        placed = Placed(self.piece, place[:2], place[2])
        if isinstance(self.piece, Floor):
            return self.tower.with_floor(placed)
        return self.tower.with_column(places_upon(self.tower, placed))

    def label(self, place: Place) -> int:
        """What happens there, by simulation."""
        tower = self.tower_with(place)
        result = run_stage(tower, PRESETS[self.preset], self.before, last=self.piece.name)
        if result.ending == "undecided":
            return CODES["undecided"]
        if result.tower is None:
            return TOPPLES
        moved = anything_moved(tower, self.before, result.poses, self.piece.name)
        return CODES["shifts" if moved else "holds"]


class Asker:
    """Labels cells by simulation; what is known is not asked again.

    Args:
        known: keeps what is done.
        jobs: processes.
        told: hears how many cells are done and how many are known to be needed.
    """

    def __init__(self, known: Known, jobs: int, told: Callable[[int, int], None] | None = None) -> None:
        self._known, self._jobs, self._told = known, jobs, told
        self.done = 0

    def ask(
        self, label: Callable[[T], int], cells: Sequence[Cell], parts: Sequence[T], prefix: Cell = ()
    ) -> dict[Cell, int]:
        """The labels of `cells`, each by what `label` says of its part; `prefix` tells this question from others of the
        same map."""
        known = self._known.labels
        new = [k for k, cell in enumerate(cells) if (*prefix, *cell) not in known]
        needed = self.done + len(cells)
        self.done += len(cells) - len(new)
        with closing(in_order(label, [parts[k] for k in new], self._jobs)) as labels:
            for k, found in zip(new, labels, strict=True):
                self._known.add((*prefix, *cells[k]), found)
                self.done += 1
                if self._told:
                    self._told(self.done, needed)
        return {cell: known[(*prefix, *cell)] for cell in cells}
