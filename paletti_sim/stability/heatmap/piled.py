"""Places on the red floor where a column comes to stand upon others: there it falls or stands by its own footing.

Such places lie among others like islands, so that a border about them says little of where equilibrium may be wrong.
It is in doubt where the column's weight comes near the edge of its footing, and where it could lean against another.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
import shapely.ops

from paletti_sim.stability.heatmap.cells import stands_upon_others
from paletti_sim.stability.heatmap.grow import FORBIDDEN, HOLDS, TOPPLES, Islands
from paletti_sim.stability.second_opinion import balanced_rest
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.regulations import places_upon
from paletti_sim.tower.tower import Placed, Tower

# of the mean column height, 1.5 and 0.5 mm in the game: weights so near to the edge of a footing, inside and outside;
# simulation is less stable than equilibrium rather than more
DOUBT_INSIDE, DOUBT_OUTSIDE = 1 / 60, 1 / 180
AHEAD = 0.5  # cosine of 60 degrees
LEANING = 0.1  # of a column's height: it may lean so far over and then rest against another


def piled(
    tower: Tower,
    column: Column,
    points_m: npt.NDArray[np.float64],
    turn_rad: float,
    predicted: npt.NDArray[np.int8],
) -> Islands:
    """Those of the places (n, 2), a map of n cells, where `column` would stand upon others.

    `predicted` are the labels of the map if it stood on the floor there, which feels its weight at the same place. So
    they count where the weight is well inside the footing; outside it falls, and near its edge, or upon a pile of
    columns, the whole tower is asked.
    """
    legal = predicted != FORBIDDEN
    upon, doubtful = np.zeros(legal.size, dtype=bool), np.zeros(legal.size, dtype=bool)
    labels = np.full(legal.size, TOPPLES, dtype=np.int8)
    for k, placed in placed_upon(tower, column, points_m, turn_rad, legal).items():
        footing, weight = _footing(tower, placed)
        inside = footing.covers(weight)
        doubt = DOUBT_INSIDE if inside else DOUBT_OUTSIDE
        near = footing.boundary.distance(weight) < doubt * tower.mean_column_height_m
        label = predicted.flat[k] if inside else TOPPLES
        if near or any(tower.by_name[name].upon for name in placed.upon):
            with_it = tower.with_column(placed)
            label = HOLDS if balanced_rest(come_to_rest(with_it), with_it) else TOPPLES
        upon[k], labels[k] = True, label
        doubtful[k] = near or (label == TOPPLES and _may_lean(tower, placed, footing, weight))
    return Islands(upon.reshape(legal.shape), labels.reshape(legal.shape), doubtful.reshape(legal.shape))


def placed_upon(
    tower: Tower, column: Column, points_m: npt.NDArray[np.float64], turn_rad: float, legal: npt.NDArray[np.bool_]
) -> dict[int, Placed]:
    """How `column` comes to stand at those legal places where it is upon others, by their index."""
    if not stands_upon_others(tower):
        return {}
    at = {
        int(k): places_upon(tower, Placed(column, (float(points_m[k, 0]), float(points_m[k, 1])), turn_rad))
        for k in np.flatnonzero(legal)
    }
    return {k: placed for k, placed in at.items() if placed.upon}


def _footing(tower: Tower, column: Placed) -> tuple[Any, shapely.Point]:
    """The hull of where a column stands, and where its weight meets that plane."""
    faces = [column.plan.intersection(tower.by_name[name].plan) for name in column.upon]
    down = np.asarray(tower.setting.down)
    x, y = column.middle_m - down[:2] / down[2] * column.piece.height_m / 2
    return shapely.union_all(faces).convex_hull, shapely.Point(x, y)


def _may_lean(tower: Tower, column: Placed, footing: Any, weight: shapely.Point) -> bool:
    """Whether another column is so near in the way that this one could rest against it as it falls over."""
    nearest, _ = shapely.ops.nearest_points(footing, weight)
    over = np.array([weight.x - nearest.x, weight.y - nearest.y])
    others = [other for other in tower.top.columns if other.name not in column.upon]
    near = [other for other in others if 0 < column.plan.distance(other.plan) < LEANING * column.piece.height_m]
    ways = [other.middle_m - column.middle_m for other in near]
    return any(float(over @ way) > AHEAD * np.hypot(*over) * np.hypot(*way) for way in ways)
