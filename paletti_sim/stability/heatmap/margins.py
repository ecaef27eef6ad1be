"""How far the table could tilt with the piece at a place: the best place of all, and a coarse grid for contours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paletti_sim.stability.heatmap.asking import Place, Question
from paletti_sim.stability.heatmap.grow import HOLDS, SHIFTS, Cell
from paletti_sim.stability.second_opinion import second_opinion

Array = npt.NDArray[np.float64]
Labels = npt.NDArray[np.int8]

ALIKE = 1e-3  # of a margin: places that differ by less are equally good
ALONE, PILED = -1, -2  # contacts
LEAST_DEG = 0.1  # smaller margins are no finer told apart than this one
MOST = 72  # places of a coarse grid, at 10 to 60 ms each; and how often in vain the best place is asked for


class Margins:
    """Tilt margins of cells, each computed once.

    Args:
        question: the piece and the tower.
        x_m: (nx,)
        y_m: (ny,)
        turn_rad: (nt,), one for each layer of a map of several, or one for all.
        labels: (ny, nx) or (nt, ny, nx).
        contacts: of the same shape: cells with the same number have the piece on the same others, `ALONE` is like no
            other cell, `PILED` has a column upon others. None: all of a turn are alike.
    """

    def __init__(
        self,
        question: Question,
        x_m: Array,
        y_m: Array,
        turn_rad: Sequence[float],
        labels: Labels,
        contacts: npt.NDArray[np.int64] | None = None,
    ) -> None:
        self._question, self._labels = question, labels
        self._contacts = np.zeros(labels.shape, dtype=np.int64) if contacts is None else contacts
        self._x, self._y, self._turns = x_m, y_m, [float(turn) for turn in turn_rad]
        self._known: dict[Cell, float] = {}
        stands = (labels == HOLDS) | (labels == SHIFTS)
        self._bound = np.where(stands, np.inf, np.nan)  # what each margin is at most, by those known

    def place(self, cell: Cell) -> Place:
        """Where a cell is."""
        turn = self._turns[cell[0] if len(cell) > 2 else 0]
        return float(self._x[cell[-1]]), float(self._y[cell[-2]]), turn

    def best(self, depth_m: Array) -> tuple[Cell, float | None] | None:
        """The cell with the greatest margin of all that hold, or else of all that shift, and that margin in degrees.

        Of equally good ones the deepest counts; None where nothing stands. At one turn the margin is concave in the
        place as long as the contacts stay the same, so each margin with its slope bounds those of the same contacts
        from above: asked is always where the bound is greatest, until none is greater than the best margin that was
        met. Where the tower rocks on the same contacts the bounds are not strict; the best is within 1 % of the true
        one.
        """
        for label in (HOLDS, SHIFTS):
            cells = np.argwhere(self._labels == label)
            if len(cells):
                break
        else:
            return None
        depth, margin = depth_m[tuple(cells.T)], np.full(len(cells), -np.inf)
        tells = self._contacts[tuple(cells.T)] >= 0  # of other cells, too
        asked, silent = np.zeros(len(cells), dtype=bool), 0
        while True:
            most = float(margin.max())
            alike = ALIKE * max(most, LEAST_DEG)
            good = np.flatnonzero(margin >= most - alike)
            best = int(good[np.argmax(depth[good])])
            bound = self._bound[tuple(cells.T)]
            better = ~asked & (bound > most + alike)
            hopeful = better | (~asked & (bound >= most - alike) & (depth > depth[best]))
            if not hopeful.any() or silent == MOST:
                return tuple(cells[best].tolist()), (most if np.isfinite(most) else None)
            rank = np.where(hopeful, np.where(better, bound, most), -np.inf)
            following = int(np.lexsort((depth, tells, rank))[-1])
            asked[following] = True
            size = self.ask(tuple(cells[following].tolist()))
            if np.isnan(size):
                silent += 1  # where equilibrium has no answer there is none nearby
            else:
                margin[following] = size

    def coarse(self, step_m: float) -> list[Cell]:
        """Asks every so many-th cell that stands, counted from the world's origin; which ones."""
        stands = ~np.isnan(self._bound)
        rows, columns = (np.rint(values / step_m).astype(np.int64) for values in (self._y, self._x))
        for stride in range(1, 2 + max(*np.abs(rows), *np.abs(columns))):
            chosen = np.argwhere(stands & (rows % stride == 0)[:, None] & (columns % stride == 0))
            if len(chosen) <= MOST:
                break
        cells = [tuple(cell) for cell in chosen.tolist()]
        for cell in cells:
            self.ask(cell)
        return cells

    def everywhere_deg(self) -> Array:
        """The margin of each cell (ny, nx) that stands: computed, or estimated by those computed and their slopes.

        By the bounds, which are the margins themselves as long as the contacts stay the same, and by what is between
        the two at the computed places.
        """
        everywhere = np.where(np.isfinite(self._bound), self._bound, np.nan)
        known = [cell for cell, size in self._known.items() if not np.isnan(size)]
        if not known:
            return everywhere
        from scipy.interpolate import RBFInterpolator

        off = [self._known[cell] - float(self._bound[cell]) for cell in known]
        between = RBFInterpolator(np.array([self.place(cell)[:2] for cell in known]), off, kernel="linear")
        rows, columns = np.argwhere(~np.isnan(everywhere)).T
        everywhere[rows, columns] += between(np.column_stack([self._x[columns], self._y[rows]]))
        return everywhere

    def ask(self, cell: Cell) -> float:
        """The margin of a cell in degrees; NaN where equilibrium says that it falls."""
        if cell not in self._known:
            opinion = second_opinion(self._question.tower_with(self.place(cell)), self._question.piece.name)
            if opinion is None or opinion.tilt_margin_deg is None:
                self._known[cell] = np.nan
            else:
                self._known[cell] = opinion.tilt_margin_deg
                self._tighten(cell, opinion.tilt_margin_deg, opinion.slope_deg_m)
        return self._known[cell]

    def _tighten(self, cell: Cell, size: float, slope: tuple[float, float]) -> None:
        """Bounds margins by a known one: a column that stands higher up at a place is never safer there."""
        if self._contacts[cell] < 0:
            self._bound[cell] = size
            return
        x, y, _ = self.place(cell)
        layer, contacts = self._bound[cell[:-2]], self._contacts[cell[:-2]]
        plane = size + slope[0] * (self._x - x) + slope[1] * (self._y - y)[:, None]
        np.minimum(layer, plane, out=layer, where=(contacts == self._contacts[cell]) | (contacts == PILED))
