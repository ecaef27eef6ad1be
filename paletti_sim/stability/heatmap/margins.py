"""How far the table could tilt with the piece at a place: on a coarse grid, for contours and for the best place."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paletti_sim.stability.heatmap.asking import Question
from paletti_sim.stability.heatmap.cells import Grid
from paletti_sim.stability.heatmap.grow import HOLDS, SHIFTS
from paletti_sim.stability.second_opinion import second_opinion

Array = npt.NDArray[np.float64]

FEW = 3  # places among which, beside the deepest, the best is looked for
MOST = 72  # places whose margin is computed, at 30 to 60 ms each


def coarse_margins(labels: npt.NDArray[np.int8], grid: Grid, question: Question, turn_rad: float) -> Array:
    """Tilt margins (ny, nx) in degrees on every so many-th cell that stands; NaN elsewhere."""
    margin = np.full(labels.shape, np.nan)
    stands = (labels == HOLDS) | (labels == SHIFTS)
    for stride in range(1, max(labels.shape) + 1):
        chosen = np.zeros_like(stands)
        chosen[::stride, ::stride] = stands[::stride, ::stride]
        if chosen.sum() <= MOST:
            break
    for index in np.argwhere(chosen):
        cell = (int(index[0]), int(index[1]))
        margin[cell] = margin_at(question, grid, cell, turn_rad)
    return margin


def margin_at(question: Question, grid: Grid, cell: tuple[int, int], turn_rad: float) -> float:
    """The tilt margin (degrees) with the piece in a cell; NaN where equilibrium says that it falls."""
    opinion = second_opinion(question.tower_with((*grid.at_m(cell), turn_rad)))
    return np.nan if opinion is None or opinion.tilt_margin_deg is None else opinion.tilt_margin_deg


def best_of(
    labels: npt.NDArray[np.int8], depth_m: Array, grid: Grid, question: Question, turn_rad: float
) -> tuple[tuple[float, float, float], float | None] | None:
    """The best place with its margin: the greatest of a few that are spread over what is safe.

    Places that hold come before those that shift. None where nothing stands.
    """
    for label in (HOLDS, SHIFTS):
        cells = [(int(row), int(column)) for row, column in np.argwhere(labels == label)]
        if cells:
            break
    else:
        return None
    depth = np.where(np.isfinite(depth_m), depth_m, 0.0)
    spread = [cells[k] for k in np.linspace(0, len(cells) - 1, min(FEW, len(cells))).astype(int)]
    asked = dict.fromkeys([max(cells, key=lambda cell: depth[cell]), *spread])
    known = {cell: margin_at(question, grid, cell, turn_rad) for cell in asked}
    # of margins that are alike the deepest place counts, which is asked first
    best = max(known, key=lambda cell: round(known[cell], 1) if np.isfinite(known[cell]) else -1.0)
    return (*grid.at_m(best), turn_rad), (None if np.isnan(known[best]) else float(known[best]))
