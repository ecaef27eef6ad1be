"""The equations of equilibrium: which forces and moments act on which bodies.

Six rows a body: the three forces, and the three moments about its centre of mass in units of `unit_m`. A force of a
patch acts on its upper body, and against it on its lower one; the base plate takes anything.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy.sparse

from paletti_sim.statics.patches import Bodies, Patch

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.int64]

ROWS = 6
UP = np.array([0.0, 0.0, 1.0])


class Wrenches:
    """Collects the columns of the equations.

    Args:
        bodies: what is to be in equilibrium.
        unit_m: the length in which moments are counted.
    """

    def __init__(self, bodies: Bodies, unit_m: float) -> None:
        self._bodies = bodies
        self._unit = unit_m
        self._rows: list[Index] = []
        self._columns: list[Index] = []
        self._values: list[Array] = []
        self.columns = 0

    def forces(self, patch: Patch, points_m: Array, vectors: Array) -> slice:
        """Adds one column for each force, `vectors` (k, 3), at the points (k, 2) of a patch; which columns they are."""
        k = len(vectors)
        new = np.arange(self.columns, self.columns + k)
        for body, sign in self._sides(patch):
            x, y = ((points_m - self._bodies.centres_m[body, :2]) / self._unit).T
            z = (patch.height_m - self._bodies.centres_m[body, 2]) / self._unit
            fx, fy, fz = sign * vectors.T
            parts = (fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx)
            self._add(np.repeat(ROWS * body + np.arange(ROWS), k), np.tile(new, ROWS), np.concatenate(parts))
        return self._grown(k)

    def moments(self, patch: Patch, axes: Array) -> slice:
        """Adds one column for each moment about `axes` (k, 3); which columns they are."""
        k = len(axes)
        new = np.arange(self.columns, self.columns + k)
        for body, sign in self._sides(patch):
            rows = np.repeat(ROWS * body + 3 + np.arange(3), k)
            self._add(rows, np.tile(new, 3), (sign * axes.T).ravel())
        return self._grown(k)

    def on_all(self, share: Array) -> slice:
        """Adds two columns: horizontal forces, in shares (n,) on each body's centre of mass, along x and y."""
        n = len(self._bodies.names)
        for axis in range(2):
            self._add(ROWS * np.arange(n) + axis, np.full(n, self.columns + axis), share)
        return self._grown(2)

    def equations(self, extra_rows: int = 0) -> scipy.sparse.csc_matrix:
        """The matrix (6 n + `extra_rows`, columns); further rows are still empty."""
        rows = ROWS * len(self._bodies.names)
        entries = (np.concatenate([*self._values, []]), (self._joined(self._rows), self._joined(self._columns)))
        matrix = scipy.sparse.csc_matrix(entries, shape=(rows + extra_rows, self.columns))
        matrix.eliminate_zeros()
        return matrix

    def row(self, k: int, columns: slice | Index, values: float | Array) -> None:
        """Adds entries to the further row `k`."""
        index = np.arange(self.columns)[columns] if isinstance(columns, slice) else columns
        self._add(
            np.full(len(index), ROWS * len(self._bodies.names) + k),
            index,
            np.broadcast_to(np.asarray(values, float), len(index)).copy(),
        )

    def _sides(self, patch: Patch) -> list[tuple[int, float]]:
        return [(body, sign) for body, sign in ((patch.upper, 1.0), (patch.lower, -1.0)) if body >= 0]

    def _add(self, rows: Index, columns: Index, values: Array) -> None:
        self._rows.append(rows)
        self._columns.append(columns)
        self._values.append(values)

    def _grown(self, count: int) -> slice:
        self.columns += count
        return slice(self.columns - count, self.columns)

    @staticmethod
    def _joined(parts: list[Index]) -> Index:
        return np.concatenate([*parts, np.zeros(0, dtype=np.int64)])
