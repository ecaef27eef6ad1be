"""Labels of a map by few simulations: along the border, and from there as far as something differs.

Equilibrium predicts where the tower stands. The cells that it lets stand beside one that it lets fall are simulated,
and from each that topples all the same its neighbours, inwards; from each that stands the neighbours outwards, as far
as equilibrium has any doubt. One in a hundred of the rest is checked, and sets off the same when it differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
import scipy.ndimage

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int8]
Cell = tuple[int, ...]

FORBIDDEN, TOPPLES, SHIFTS, HOLDS, UNDECIDED = -1, 0, 1, 2, 3
CODES = {"topples": TOPPLES, "shifts": SHIFTS, "holds": HOLDS, "undecided": UNDECIDED}

SPOT_SHARE, LEAST_SPOTS = 0.01, 8


def grown(
    predicted: Labels, sure: Mask, ask: Callable[[list[Cell]], Mapping[Cell, int]], rng: np.random.Generator
) -> tuple[Labels, Mask]:
    """The labels of a map (ny, nx), or of several one on the other (nt, ny, nx), and which cells were simulated.

    Args:
        predicted: labels by equilibrium; forbidden cells stay so.
        sure: cells that fall for certain and are never asked.
        ask: simulates cells, and gives the label of each.
        rng: chooses the cells that are checked.
    """
    labels, asked = predicted.copy(), np.zeros(predicted.shape, dtype=bool)
    stands = (predicted == SHIFTS) | (predicted == HOLDS)
    falls = predicted == TOPPLES
    border = stands & _around(falls)
    rest = np.argwhere(stands & ~border)
    spots = min(len(rest), max(LEAST_SPOTS, round(SPOT_SHARE * len(rest))))
    waiting = border.copy()
    for k in rng.choice(len(rest), size=spots, replace=False) if spots else ():
        waiting[tuple(rest[k])] = True
    while waiting.any():
        cells = [tuple(int(v) for v in cell) for cell in np.argwhere(waiting)]
        found = ask(cells)
        asked |= waiting
        fell, stood = np.zeros_like(waiting), np.zeros_like(waiting)
        for cell in cells:
            labels[cell] = found[cell]
            (fell if found[cell] == TOPPLES else stood)[cell] = True
        waiting = ~asked & ((stands & _around(fell)) | (falls & ~sure & _around(stood)))
    return labels, asked


def _around(mask: Mask) -> Mask:
    """The cells of `mask` and their eight neighbours, within each layer."""
    structure = np.zeros((3,) * mask.ndim, dtype=bool)
    structure[(1,) * (mask.ndim - 2)] = True
    around: Mask = scipy.ndimage.binary_dilation(mask, structure)
    return around
