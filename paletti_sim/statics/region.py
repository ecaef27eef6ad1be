"""Where a load may stand on a floor: the convex region of its places that keep equilibrium (Bretl and Lall 2008).

For given contacts the places of one more weight for which there are balancing forces form a convex region: they are a
projection of the solutions of linear equations and inequalities. It is traced by its supporting lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import scipy.sparse

from paletti_sim.statics.linear import Program
from paletti_sim.statics.patches import Bodies, Patch
from paletti_sim.statics.wrenches import ROWS, UP, Wrenches
from paletti_sim.tower.tower import Setting

Array = npt.NDArray[np.float64]

FIRST = 8  # supporting lines looked at in any case
MOST = 96
DIRECTIONS = 16  # of friction, on a table that is not level
TINY = 1e-9  # radians between two supporting lines
FAR = 10.0  # times the furthest contact: nothing stands there


def load_region(
    bodies: Bodies,
    contacts: Sequence[Patch],
    setting: Setting,
    floor: int,
    weight_n: float,
    height_m: float,
    fine_m: float,
) -> Array:
    """The corners (n, 2), counter-clockwise, of the places in plan where a weight on body `floor` keeps equilibrium.

    Args:
        bodies: the bodies without the weight.
        contacts: where they touch, or may.
        setting: friction and the table's tilt.
        floor: index of the body on which the weight stands.
        weight_n: of the load.
        height_m: of its centre of mass above the base plate.
        fine_m: how far the true border may lie outside the polygon.

    Returns:
        (0, 2) where there is no such place.
    """
    unit = max((float(np.abs(patch.points_m).max()) for patch in contacts), default=1.0)
    program, columns = _program(bodies, contacts, setting, floor, weight_n, height_m, unit)

    def support(angle: float) -> Array | None:
        cost = np.zeros(columns + 2)
        cost[-2:] = -math.cos(angle), -math.sin(angle)
        return None if program.minimise(cost) is None else program.x[-2:] * unit

    first: list[tuple[float, Array]] = []
    for k in range(FIRST):
        point = support(2 * math.pi * k / FIRST)
        if point is None:
            return np.zeros((0, 2))
        first.append((2 * math.pi * k / FIRST, point))
    return _hull(_refined(first, support, fine_m))


def _refined(first: list[tuple[float, Array]], support: Callable[[float], Array | None], fine_m: float) -> list[Array]:
    """Looks beyond each side of the polygon as long as more than `fine_m` lies there."""
    points = [point for _, point in first]
    around = [*first[1:], (2 * math.pi, first[0][1])]
    waiting = list(zip(first, around, strict=True))
    while waiting and len(points) < MOST:
        (low, one), (high, two) = waiting.pop(0)
        side = two - one
        if float(np.hypot(*side)) < fine_m:
            continue
        middle = math.atan2(-side[0], side[1])
        middle = low + (middle - low) % (2 * math.pi)
        if not low + TINY < middle < high - TINY:
            continue
        point = support(middle)
        if point is None:
            continue
        points.append(point)
        if float((point - one) @ np.array([math.cos(middle), math.sin(middle)])) > fine_m:
            waiting += [((low, one), (middle, point)), ((middle, point), (high, two))]
    return points


def _hull(points: list[Array]) -> Array:
    import shapely

    hull = shapely.MultiPoint(points).convex_hull
    if hull.geom_type != "Polygon":
        hull = hull.buffer(1e-9)
    corners: Array = shapely.get_coordinates(shapely.geometry.polygon.orient(hull))[:-1]
    return corners


def _program(
    bodies: Bodies,
    contacts: Sequence[Patch],
    setting: Setting,
    floor: int,
    weight_n: float,
    height_m: float,
    unit: float,
) -> tuple[Program, int]:
    """Unknown are the contact forces and, last, the load's place in units of `unit`."""
    n = len(bodies.names)
    total = float(bodies.weights_n.sum()) + weight_n
    slope = math.tan(setting.tilt_rad)
    level = slope == 0
    gx, gy = slope * math.cos(setting.towards_rad), slope * math.sin(setting.towards_rad)
    wrenches = Wrenches(bodies, unit)
    turns = 2 * math.pi * np.arange(DIRECTIONS) / DIRECTIONS
    circle = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(DIRECTIONS)])
    for row, patch in enumerate(contacts):
        pressing = wrenches.forces(patch, patch.points_m, np.tile(UP, (len(patch.points_m), 1)))
        if level:
            continue  # all contacts are horizontal: no friction is needed
        sliding = wrenches.forces(patch, np.tile(patch.centre_m, (DIRECTIONS, 1)), circle)
        twisting = wrenches.moments(patch, np.array([UP, -UP]))
        wrenches.row(row, pressing, -setting.friction)
        wrenches.row(row, sliding, 1.0)
        wrenches.row(row, twisting, unit / max(patch.reach_m, 1e-12))
    columns = wrenches.columns
    matrix = wrenches.equations(0 if level else len(contacts))
    right = np.zeros(matrix.shape[0])
    weights = bodies.weights_n / total
    right[2 : ROWS * n : ROWS] = weights
    right[0 : ROWS * n : ROWS], right[1 : ROWS * n : ROWS] = -weights * gx, -weights * gy
    # the load: a force (w gx, w gy, -w) at (x, y, height), whose place is unknown
    w, at = weight_n / total, ROWS * floor
    cx, cy, cz = bodies.centres_m[floor] / unit
    z = height_m / unit - cz
    place = np.zeros((matrix.shape[0], 2))
    place[at + 3, 1] = -w
    place[at + 4, 0] = w
    place[at + 5] = w * gy, -w * gx
    right[at : at + 6] += [-w * gx, -w * gy, w, -w * cy + z * w * gy, w * cx - z * w * gx, w * (cx * gy - cy * gx)]
    joined = scipy.sparse.hstack([matrix, scipy.sparse.csc_matrix(place)]).tocsr()
    low = np.where(np.arange(len(right)) < ROWS * n, right, -np.inf)
    if level:
        rows = np.flatnonzero(np.isin(np.arange(ROWS * n) % ROWS, (2, 3, 4)))
        joined, low, right = joined[rows], low[rows], right[rows]
    least, most = np.zeros(columns + 2), np.full(columns + 2, np.inf)
    least[-2:], most[-2:] = -FAR, FAR
    return Program(joined, low, right, least, most), columns
