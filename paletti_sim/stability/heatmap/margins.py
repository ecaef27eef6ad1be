"""How far the table could tilt with the piece at a place: on a coarse grid, for contours and for the best place."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paletti_sim.stability.heatmap.asking import Question
from paletti_sim.stability.heatmap.cells import Grid
from paletti_sim.stability.heatmap.grow import HOLDS, SHIFTS
from paletti_sim.stability.second_opinion import second_opinion

Array = npt.NDArray[np.float64]

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
    labels: npt.NDArray[np.int8], margin: Array, depth_m: Array, grid: Grid, question: Question, turn_rad: float
) -> tuple[tuple[float, float, float], float | None] | None:
    """The best place with its margin: the greatest known margin, or that of the cell deepest inside what is safe.

    None where nothing stands.
    """
    stands = np.where(labels == HOLDS, 2.0, np.where(labels == SHIFTS, 1.0, -np.inf))
    if not np.isfinite(stands).any():
        return None
    depth = np.where(np.isfinite(depth_m), depth_m, 0.0)
    # a place that holds comes before one that shifts; of equals the deepest, then the first
    order = np.lexsort((-depth.ravel(), -stands.ravel()))
    row, column = np.unravel_index(order[0], labels.shape)
    best = (int(row), int(column))
    size = margin_at(question, grid, best, turn_rad)
    known = np.where(labels == HOLDS, margin, np.nan)
    if np.isfinite(known).any() and not np.nanmax(known) <= (size if np.isfinite(size) else -np.inf):
        row, column = np.unravel_index(np.nanargmax(known), labels.shape)
        best, size = (int(row), int(column)), float(np.nanmax(known))
    return (*grid.at_m(best), turn_rad), (None if np.isnan(size) else float(size))
