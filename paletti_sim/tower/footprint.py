"""How two outlines lie to each other in plan: how deep they overlap, how far one sticks out; exact for circles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.tower.outline import Outline, Point
from paletti_sim.tower.tower import Placed

TOUCH_M = 5e-10  # less than this is contact along a line, and rounding, but no overlap and no sticking out


@dataclass(frozen=True)
class Footprint:
    """An outline in the plane of the base plate. Metres and radians."""

    outline: Outline
    at_m: Point = (0.0, 0.0)
    turn_rad: float = 0.0

    @staticmethod
    def of(piece: Placed) -> Footprint:
        """The footprint of a piece where it stands, taken as upright."""
        return Footprint(piece.piece.outline, piece.at_m, piece.turn_rad)

    @property
    def radius_m(self) -> float | None:
        """Radius when it is a circle (its centre is `at_m`), else None."""
        return self.outline.size[0] / 2 if self.outline.kind == "circle" else None

    @cached_property
    def shape(self) -> Any:
        """Shapely polygon; for a circle an inscribed one."""
        return self.outline.placed(self.at_m, self.turn_rad)

    @cached_property
    def corners(self) -> npt.NDArray[np.float64]:
        """Corners (n, 2), counter-clockwise."""
        found: npt.NDArray[np.float64] = np.asarray(self.shape.exterior.coords)[:-1]
        return found


def overlap_m(one: Footprint, other: Footprint) -> float:
    """How deep two footprints overlap: the least shift that would part them; zero or less when they are apart.

    Exact when each is a circle or convex, as all columns are; polygons by separating axes.
    """
    a, b = one.radius_m, other.radius_m
    if a is not None and b is not None:
        return a + b - math.dist(one.at_m, other.at_m)
    if a is not None:
        return a + _depth_m(one.at_m, other)
    if b is not None:
        return b + _depth_m(other.at_m, one)
    return min(_common_along(axis, one, other) for axis in (*_normals(one), *_normals(other)))


def sticks_out_m(inner: Footprint, outer: Footprint) -> float:
    """How far `inner` reaches beyond `outer`, which may be concave; zero or less when it is wholly inside.

    Exact for a circle in anything and for anything in a circle. A polygon that covers a hollow of another polygon
    sticks out by the radius of the largest circle that fits into what is uncovered.
    """
    a, b = inner.radius_m, outer.radius_m
    if b is not None:
        middle = np.asarray(outer.at_m)
        if a is not None:
            return math.dist(inner.at_m, outer.at_m) + a - b
        return float(np.hypot(*(inner.corners - middle).T).max()) - b
    if a is not None:
        return a - _depth_m(inner.at_m, outer)
    beyond = inner.shape.difference(outer.shape)
    if beyond.is_empty:
        return 0.0
    reach = max(float(outer.shape.distance(shapely.Point(corner))) for corner in shapely.get_coordinates(beyond))
    if reach > TOUCH_M:
        return reach
    return max(
        float(shapely.maximum_inscribed_circle(part).length) for part in shapely.get_parts(beyond) if part.area > 0
    )


def shares_area(one: Footprint, other: Footprint) -> bool:
    """Whether two footprints, concave ones too, have more in common than a line."""
    if one.radius_m is not None or other.radius_m is not None:
        return overlap_m(one, other) > TOUCH_M
    common = one.shape.intersection(other.shape)
    return bool(common.area > TOUCH_M * math.sqrt(min(one.shape.area, other.shape.area)))


def _depth_m(point: Point, polygon: Footprint) -> float:
    """Distance of a point from a polygon's boundary, negative outside."""
    at = shapely.Point(point)
    distance = float(polygon.shape.exterior.distance(at))
    return distance if polygon.shape.covers(at) else -distance


def _normals(polygon: Footprint) -> npt.NDArray[np.float64]:
    sides = np.roll(polygon.corners, -1, axis=0) - polygon.corners
    sides = sides[np.hypot(*sides.T) > 0]
    normals: npt.NDArray[np.float64] = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.hypot(*sides.T)[:, None]
    return normals


def _common_along(axis: npt.NDArray[np.float64], one: Footprint, other: Footprint) -> float:
    a, b = one.corners @ axis, other.corners @ axis
    return float(min(a.max() - b.min(), b.max() - a.min()))
