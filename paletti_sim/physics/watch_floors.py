"""How far floors have moved or sunk since the poses of the beginning: what a careful player watches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Placed, Pose


class FloorWatch:
    """Watches the rims of the floors among `pieces`, which are in the poses `origin` at first."""

    def __init__(self, pieces: Sequence[Placed], origin: Sequence[Pose]) -> None:
        self._floors = [k for k, piece in enumerate(pieces) if not isinstance(piece.piece, Column)]
        self._rims = {k: _rim(pieces[k]) for k in self._floors}
        self._start = {k: self._points(k, origin[k]) for k in self._floors}

    def moved_m(self, poses: Sequence[Pose]) -> float:
        """The furthest that a point of a floor's rim has gone."""
        return max(
            (float(np.linalg.norm(self._points(k, poses[k]) - self._start[k], axis=1).max()) for k in self._floors),
            default=0.0,
        )

    def sunk_m(self, poses: Sequence[Pose]) -> float:
        """The furthest that a point of a floor's rim has sunk."""
        return max((float((self._start[k] - self._points(k, poses[k]))[:, 2].max()) for k in self._floors), default=0.0)

    def _points(self, k: int, pose: Pose) -> npt.NDArray[np.float64]:
        points: npt.NDArray[np.float64] = np.asarray(pose.position_m) + self._rims[k] @ pose.rotation.T
        return points


def _rim(piece: Placed) -> npt.NDArray[np.float64]:
    plane = np.asarray(piece.piece.outline.points) - np.asarray(piece.piece.outline.centroid_m)
    return np.column_stack([plane, np.full(len(plane), -piece.piece.height_m / 2)])
