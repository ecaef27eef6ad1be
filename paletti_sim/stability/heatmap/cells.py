"""The cells of a map, and which of them the rules and physical sense allow."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.tower.footprint import TOUCH_M, Footprint, overlap_m, sticks_out_m
from paletti_sim.tower.lying import top_m
from paletti_sim.tower.outline import turned
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import RED, forbids_floor, forbids_put, places_upon
from paletti_sim.tower.tower import Placed, Tower

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Grid:
    """Places in plan: `x_m` (nx,) and `y_m` (ny,), rising."""

    x_m: Array
    y_m: Array

    @property
    def shape(self) -> tuple[int, int]:
        """(ny, nx)"""
        return len(self.y_m), len(self.x_m)

    @property
    def points_m(self) -> Array:
        """All places (ny nx, 2), row by row from the front."""
        x, y = np.meshgrid(self.x_m, self.y_m)
        return np.column_stack([x.ravel(), y.ravel()])

    def at_m(self, cell: tuple[int, int]) -> tuple[float, float]:
        """The place of a cell (row, column)."""
        return float(self.x_m[cell[1]]), float(self.y_m[cell[0]])


def grid_over(shape: Any, step_m: float) -> Grid:
    """Multiples of `step_m` from the world's origin inside the bounds of `shape` (shapely); where there are none, one
    place on it."""
    low_x, low_y, high_x, high_y = shape.bounds
    x, y = _multiples(low_x, high_x, step_m), _multiples(low_y, high_y, step_m)
    if len(x) and len(y):
        return Grid(x, y)
    somewhere = shape.representative_point()
    return Grid(np.array([somewhere.x]), np.array([somewhere.y]))


def _multiples(low: float, high: float, step: float) -> Array:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return np.array([step * k for k in range(first, last + 1)], dtype=np.float64)


def ground_of(tower: Tower) -> Any:
    """The outline in plan, as a shapely polygon, of what a column may be put on."""
    return tower.top.floor.plan if tower.top.floor else shapely.Polygon(tower.base.site.points)


def legal_puts(tower: Tower, column: Column, turn_rad: float, grid: Grid, ignore_rules: bool = False) -> Mask:
    """Where on the top floor the column may stand, (ny, nx): the same as `forbids_put` place by place, but sooner."""
    points = grid.points_m
    legal = _inside(tower, column, turn_rad, points)
    meets, blocked = np.zeros(len(points), dtype=bool), np.zeros(len(points), dtype=bool)
    piles = stands_upon_others(tower)
    here = {other.name for other in tower.top.columns}
    for other in _beside(tower):
        reach = _reach_m(column) + other.piece.outline.reach_m
        foot = Footprint.of(other)
        near = np.hypot(*(points - other.middle_m).T) < reach
        for k in np.flatnonzero(near & ~meets):
            at = (float(points[k, 0]), float(points[k, 1]))
            meets[k] = overlap_m(Footprint(column.outline, at, turn_rad), foot) > TOUCH_M
            blocked[k] = meets[k] and other.name in here and not piles
    legal &= ~blocked
    for k in np.flatnonzero(~blocked & (meets | ~legal if ignore_rules else meets & legal)):
        # what meets another column may stand upon it, or beside one that ends below
        placed = places_upon(tower, Placed(column, (float(points[k, 0]), float(points[k, 1])), turn_rad))
        violation = forbids_put(tower, placed)
        legal[k] = violation is None or (ignore_rules and not violation.physical)
    return legal.reshape(grid.shape)


def stands_upon_others(tower: Tower) -> bool:
    """Whether on the top floor columns may come to stand upon columns: on the game's red one (P-15)."""
    floor = tower.top.floor
    red = floor is not None and isinstance(floor.piece, Floor) and floor.piece.order == RED
    return red and bool(tower.top.columns)


def legal_floors(tower: Tower, floor: Any, turn_rad: float, grid: Grid) -> Mask:
    """Where a floor may be laid at one turn, (ny, nx)."""
    points = grid.points_m
    legal = [forbids_floor(tower, Placed(floor, (float(x), float(y)), turn_rad)) is None for x, y in points]
    return np.array(legal, dtype=bool).reshape(grid.shape)


def _inside(tower: Tower, column: Column, turn_rad: float, points: Array) -> Mask:
    """Whether the column's foot lies wholly on the top floor's outline, or on the building site."""
    grounds = [Footprint.of(tower.top.floor)] if tower.top.floor else [Footprint(tower.base.outline)]
    if tower.top.floor is None:
        grounds.append(Footprint(tower.base.site))
    at = shapely.points(points)
    inside = np.ones(len(points), dtype=bool)
    radius = column.outline.size[0] / 2 if column.outline.kind == "circle" else None
    for ground in grounds:
        polygon = ground.shape  # of a circle inscribed
        shapely.prepare(polygon)
        depth = np.where(shapely.covers(polygon, at), 1.0, -1.0) * shapely.distance(polygon.exterior, at)
        if ground.radius_m is None and radius is not None:
            inside &= depth >= radius - TOUCH_M
            continue
        # far from the edge on either side there is nothing to measure
        reach = _reach_m(column)
        inside &= depth > -reach
        for k in np.flatnonzero(inside & (depth < reach)):
            foot = Footprint(column.outline, (float(points[k, 0]), float(points[k, 1])), turn_rad)
            inside[k] = sticks_out_m(foot, ground) <= TOUCH_M
    return inside


def _reach_m(column: Column) -> float:
    """Nothing of it is further from where it is put; with a little room, for the corners of a circle lie inside it."""
    return 1.01 * max(math.hypot(x, y) for x, y in column.outline.points) + TOUCH_M


def _beside(tower: Tower) -> list[Placed]:
    """Columns that a new one on the top floor could run into: those of its level, and taller ones of lower levels."""
    floor = tower.top.floor
    if floor is None:
        return list(tower.columns)
    poses = {piece.name: pose for piece, pose in tower.resting()}
    pose = poses[floor.name]
    rim = turned(floor.piece.outline.points, (0.0, 0.0), 0.0) - np.asarray(floor.piece.outline.centroid_m)
    face = pose.position_m[2] + np.column_stack([rim, np.full(len(rim), floor.piece.height_m / 2)]) @ pose.rotation[2]
    lowest = float(face.min())
    here = {column.name for column in tower.top.columns}
    return [c for c in tower.columns if c.name in here or top_m(c.piece, poses[c.name]) > lowest - TOUCH_M]
