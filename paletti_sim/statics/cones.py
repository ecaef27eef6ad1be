"""Equilibrium with exact friction cones, as a second-order cone program (Clarabel).

A whole round face presses with a force N and moments about its middle, |(Mx, My)| <= r N: the centre of pressure lies
on the disc. Other faces press at their corners. Each patch rubs with |(fx, fy, t / a)| <= mu N, the ellipsoid of Goyal,
Ruina and Papadopoulos (1991) with a the mean arm against turning: exact for sliding without a turn.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse

from paletti_sim.statics.rest import Rest
from paletti_sim.statics.wrenches import ROWS, UP, Wrenches
from paletti_sim.tower.tower import Tower

Array = npt.NDArray[np.float64]

DISC_ARM = 2 / 3  # of the radius: mean distance from the middle of a disc
ACROSS = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
MOST = 20.0  # tan of a tilt: nothing stands there


@cache
def _clarabel() -> Any:
    import clarabel

    return clarabel


class Cones:
    """The cone program of a tower at rest. Arguments: contacts and places of the bodies, and the tower they are of."""

    def __init__(self, rest: Rest, tower: Tower) -> None:
        self._tower = tower
        bodies = rest.bodies
        self._total = max(float(bodies.weights_n.sum()), 1e-30)
        # forces count in shares of gravity's part along the base's normal, which makes the tilt linear
        self._counted_n = self._total * math.cos(tower.setting.tilt_rad)
        unit = tower.mean_column_height_m
        wrenches = Wrenches(bodies, unit)
        cones: list[tuple[float, Array, Array]] = []  # |x[members] * scale| <= factor * sum of x[heads]
        pressing_at: list[Array] = []
        for patch in rest.contacts:
            heads = patch.points_m if patch.disc_m is None else patch.centre_m[None]
            pressing = _range(wrenches.forces(patch, heads, np.tile(UP, (len(heads), 1))))
            pressing_at.append(pressing)
            arm = patch.reach_m
            if patch.disc_m is not None:
                arm = DISC_ARM * patch.disc_m
                rocking = _range(wrenches.moments(patch, ACROSS))
                cones.append((patch.disc_m / unit, rocking, pressing))
            middle = np.tile(patch.centre_m, (2, 1))
            rubbing = _range(wrenches.forces(patch, middle, ACROSS))
            twisting = _range(wrenches.moments(patch, UP[None] * arm / unit))
            cones.append((tower.setting.friction, np.concatenate([rubbing, twisting]), pressing))
        n = len(bodies.names)
        weights = bodies.weights_n / self._total
        self._tilt = _range(wrenches.on_all(weights))
        upper = next((k for k in reversed(range(n)) if bodies.names[k] == tower.top.name), n - 1)
        self._push = _range(wrenches.on_all((np.arange(n) == upper).astype(float)))
        self._columns = wrenches.columns
        equations = wrenches.equations()
        right = np.zeros(equations.shape[0])
        right[2::ROWS] = weights
        self._constraints(equations, right, np.concatenate([*pressing_at, np.zeros(0, dtype=int)]), cones)

    def balanced(self, push_n: tuple[float, float] = (0.0, 0.0)) -> bool:
        """Whether there is equilibrium on the table as it is tilted, under a push at the top floor's centre of mass."""
        return self._furthest(np.array(push_n) / self._counted_n, np.zeros(2), self._push) is not None

    def tilt_limit(self, towards_rad: float) -> float | None:
        """The tilt (rad) of a table that is level otherwise at which equilibrium towards one side ends; None if never
        there."""
        direction = np.array([math.cos(towards_rad), math.sin(towards_rad)])
        found = self._furthest(np.zeros(2), direction, self._tilt)
        return None if found is None else math.atan(found)

    def push_limit_n(self, towards_rad: float) -> float | None:
        """The greatest force (N) at the top floor's centre of mass, in one direction, that equilibrium stands."""
        direction = np.array([math.cos(towards_rad), math.sin(towards_rad)])
        found = self._furthest(np.zeros(2), direction, self._push)
        return None if found is None else found * self._counted_n

    def _gravity(self) -> tuple[float, float]:
        setting = self._tower.setting
        slope = math.tan(setting.tilt_rad)
        return slope * math.cos(setting.towards_rad), slope * math.sin(setting.towards_rad)

    def _constraints(
        self,
        equations: scipy.sparse.csc_matrix,
        right: Array,
        pressing: Array,
        cones: list[tuple[float, Array, Array]],
    ) -> None:
        """One more variable, the last, is how far to go; the right-hand side takes where to start."""
        width = self._columns + 1
        rows = [scipy.sparse.hstack([equations, scipy.sparse.csc_matrix((equations.shape[0], 1))])]
        picks = scipy.sparse.csc_matrix(
            (-np.ones(len(pressing)), (np.arange(len(pressing)), pressing)), shape=(len(pressing), width)
        )
        cone_rows, cone_columns, cone_values, sizes = [], [], [], []
        at = 0
        for factor, members, heads in cones:
            cone_rows += [at] * len(heads) + list(range(at + 1, at + 1 + len(members)))
            cone_columns += [*heads.tolist(), *members.tolist()]
            cone_values += [-factor] * len(heads) + [-1.0] * len(members)
            at += 1 + len(members)
            sizes.append(1 + len(members))
        curved = scipy.sparse.csc_matrix((cone_values, (cone_rows, cone_columns)), shape=(at, width))
        self._fixed = scipy.sparse.vstack([rows[0], picks, curved]).tocsc()
        self._right = np.concatenate([right, np.zeros(len(pressing) + at)])
        self._sizes = (equations.shape[0], len(pressing), sizes)

    def _furthest(self, start: Array, direction: Array, columns: Array) -> float | None:
        """How far `columns` can go from `start` along `direction` (2,); None when there is no equilibrium at all.

        Without a direction only whether there is: 0 or None.
        """
        clarabel = _clarabel()
        others = self._push if columns is self._tilt else self._tilt
        held = np.array(self._gravity()) if others is self._tilt else np.zeros(2)
        index = np.concatenate([columns, others])
        going = scipy.sparse.csc_matrix(
            (
                np.concatenate([np.ones(4), -direction]),
                (np.concatenate([np.arange(4), [0, 1]]), np.concatenate([index, [self._columns] * 2])),
            ),
            shape=(4, self._columns + 1),
        )
        bounds = scipy.sparse.csc_matrix(([1.0, -1.0], ([0, 1], [self._columns] * 2)), shape=(2, self._columns + 1))
        matrix = scipy.sparse.vstack([going, self._fixed, bounds]).tocsc()
        right = np.concatenate([start, held, self._right, [MOST if direction.any() else 0.0, 0.0]])
        equalities, nonnegative, curved = self._sizes
        kinds = [clarabel.ZeroConeT(4 + equalities), clarabel.NonnegativeConeT(nonnegative)]
        kinds += [clarabel.SecondOrderConeT(size) for size in curved] + [clarabel.NonnegativeConeT(2)]
        cost = np.zeros(self._columns + 1)
        cost[-1] = -1.0
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_threads = 1
        nothing = scipy.sparse.csc_matrix((len(cost), len(cost)))
        solution = clarabel.DefaultSolver(nothing, cost, matrix, right, kinds, settings).solve()
        if str(solution.status) not in ("Solved", "AlmostSolved"):
            return None
        return float(solution.x[-1])


def _range(columns: slice) -> Array:
    return np.arange(columns.start, columns.stop)
