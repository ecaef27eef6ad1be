"""Straight ways along which a column can be drawn out from under the floor that it carries."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.tower.outline import Point
from paletti_sim.tower.tower import Placed, Tower

DIRECTIONS = 72
STEPS = 40  # places looked at along one way; between two of them its end is bisected
HALVINGS = 20
CLEARANCE = 1 / 90  # of the mean column height, kept from every other column


@dataclass(frozen=True)
class Way:
    """A way out: its direction, counter-clockwise from +x, how long it is, and the columns that stand in it."""

    towards_rad: float
    length_m: float
    blocked_by: tuple[str, ...] = ()


def way_out(tower: Tower, name: str, towards_rad: float) -> Way:
    """The straight way of column `name` in one direction, until nothing of it is under the floor above.

    Of zero length when no floor covers the column. Raises KeyError when it is not in the tower.
    """
    column, roof, others = _surroundings(tower, name)
    return _way(column, roof, others, CLEARANCE * tower.mean_column_height_m, towards_rad)


def shortest_way_out(tower: Tower, name: str) -> Way:
    """The shortest way that keeps clear of all columns of the level; when each is blocked, the shortest of those.

    `DIRECTIONS` directions are tried, evenly from +x. Raises KeyError when the column is not in the tower.
    """
    column, roof, others = _surroundings(tower, name)
    clearance = CLEARANCE * tower.mean_column_height_m
    ways = [_way(column, roof, others, clearance, 2 * math.pi * k / DIRECTIONS) for k in range(DIRECTIONS)]
    return min(ways, key=lambda way: (len(way.blocked_by), way.length_m))


def _surroundings(tower: Tower, name: str) -> tuple[Placed, Any, list[Placed]]:
    k = tower.level_of(name)
    level = tower.levels[k]
    column = next(column for column in level.columns if column.name == name)
    above = tower.levels[k + 1].floor if k + 1 < len(tower.levels) else None
    roof = None if above is None else above.plan
    if roof is not None:
        shapely.prepare(roof)
    return column, roof, [other for other in level.columns if other is not column]


def _way(column: Placed, roof: Any, others: list[Placed], clearance: float, towards_rad: float) -> Way:
    along = (math.cos(towards_rad), math.sin(towards_rad))
    length = _clear_of(roof, column.plan, along)
    if length == 0:
        return Way(towards_rad, 0.0)
    swept = shapely.MultiPoint(
        np.concatenate([_corners(column.plan), _corners(column.plan) + length * np.asarray(along)])
    ).convex_hull
    blocked = tuple(other.name for other in others if swept.distance(other.plan) < clearance)
    return Way(towards_rad, length, blocked)


def _clear_of(roof: Any, plan: Any, along: Point) -> float:
    """How far `plan` has to go to have nothing in common with `roof`, which may be hollow."""
    if roof is None or not plan.intersects(roof):
        return 0.0
    corners, direction = _corners(plan), np.asarray(along)
    far = float((_corners(roof) @ direction).max() - (corners @ direction).min())

    def under(steps: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        return np.asarray(
            shapely.intersects(roof, shapely.polygons(corners[None] + steps[:, None, None] * direction)), bool
        )

    steps = np.linspace(0.0, far * (1 + 1e-9), STEPS)
    clear = np.flatnonzero(~under(steps))
    if not len(clear):
        return far
    inner, outer = steps[clear[0] - 1], steps[clear[0]]
    for _ in range(HALVINGS):
        middle = (inner + outer) / 2
        inner, outer = (middle, outer) if under(np.array([middle]))[0] else (inner, middle)
    return float(outer)


def _corners(plan: Any) -> Any:
    return np.asarray(plan.exterior.coords)[:-1]
