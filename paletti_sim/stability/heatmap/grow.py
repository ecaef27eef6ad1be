"""Labels of a map by few simulations: along the border, and from there as far as something differs.

Equilibrium predicts where the tower stands. The cells that it lets stand beside one that it lets fall are simulated,
and from each that topples all the same its neighbours, inwards; from each that stands the neighbours outwards, as far
as equilibrium has any doubt. Of the rest the cell nearest to falling is checked, and one in a hundred at random; they
set off the same when they differ. Cells that are islands are simulated where they are in doubt, and beside one that
was not and surprised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.ndimage

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int8]
Cell = tuple[int, ...]

FORBIDDEN, TOPPLES, SHIFTS, HOLDS, UNDECIDED = -1, 0, 1, 2, 3
CODES = {"topples": TOPPLES, "shifts": SHIFTS, "holds": HOLDS, "undecided": UNDECIDED}

SPOT_SHARE, LEAST_SPOTS = 0.01, 2


@dataclass(frozen=True)
class Islands:
    """Cells that fall or stand for reasons of their own: which, their labels by equilibrium, and which are to be
    simulated; each such as the map."""

    where: Mask
    labels: Labels
    doubtful: Mask


def grown(
    predicted: Labels,
    sure: Mask,
    depth: npt.NDArray[np.float64],
    ask: Callable[[list[Cell]], Mapping[Cell, int]],
    rng: np.random.Generator,
    islands: Islands | None = None,
) -> tuple[Labels, Mask]:
    """The labels of a map (ny, nx), or of several one on the other (nt, ny, nx), and which cells were simulated.

    Args:
        predicted: labels by equilibrium; forbidden cells stay so.
        sure: cells that fall for certain and are never asked.
        depth: how deep each cell lies in what is safe, by equilibrium.
        ask: simulates cells, and gives the label of each.
        rng: chooses the cells that are checked.
        islands: cells of their own; `predicted` says of them what they were if they were none.
    """
    nowhere = np.zeros(predicted.shape, dtype=bool)
    islands = islands or Islands(nowhere, predicted, nowhere)
    labels, asked = np.where(islands.where, islands.labels, predicted), nowhere.copy()
    stands = (labels == SHIFTS) | (labels == HOLDS)
    falls = labels == TOPPLES
    border = stands & _around(predicted == TOPPLES)
    waiting = border | islands.doubtful
    rest = np.argwhere(stands & ~waiting)
    for cell in _spots(rest, depth, rng):
        waiting[cell] = True
    while waiting.any():
        cells = [tuple(int(v) for v in cell) for cell in np.argwhere(waiting)]
        found = ask(cells)
        asked |= waiting
        fell, stood = np.zeros_like(waiting), np.zeros_like(waiting)
        for cell in cells:
            labels[cell] = found[cell]
            (fell if found[cell] == TOPPLES else stood)[cell] = True
        # an island says nothing of what is beside it, but for one that was not in doubt and surprised
        other = islands.where & ~islands.doubtful & ((fell & stands) | (stood & falls))
        fell, stood = fell & ~islands.where, stood & ~islands.where
        waiting = stands & _around(fell)
        waiting |= falls & ~islands.where & ~sure & _around(stood)
        waiting |= islands.where & _around(other)
        waiting &= ~asked
    return labels, asked


def _spots(rest: npt.NDArray[np.int64], depth: npt.NDArray[np.float64], rng: np.random.Generator) -> list[Cell]:
    """The cells (n, ndim) of `rest` that are checked: the one nearest to falling, and others at random."""
    if not len(rest):
        return []
    nearest = int(np.argmin(depth[tuple(rest.T)]))
    others = np.delete(np.arange(len(rest)), nearest)
    count = min(len(others), max(LEAST_SPOTS, round(SPOT_SHARE * len(rest))) - 1)
    return [tuple(int(v) for v in rest[k]) for k in (nearest, *rng.choice(others, size=count, replace=False))]


def _around(mask: Mask) -> Mask:
    """The cells of `mask` and their eight neighbours, within each layer."""
    structure = np.zeros((3,) * mask.ndim, dtype=bool)
    structure[(1,) * (mask.ndim - 2)] = True
    around: Mask = scipy.ndimage.binary_dilation(mask, structure)
    return around
